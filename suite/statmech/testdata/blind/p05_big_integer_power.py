import math


def Z_efficient(params, n):
    # s_i -> xi_i s_i makes the pattern disappear: only the number k of spins against it matters.
    # The n-th power of (1 + x), with x a power of two large enough to keep the digits apart, holds all counts.
    beta = params["beta"]
    width = n + 1
    packed = ((1 << width) + 1) ** n
    mask = (1 << width) - 1
    logs = []
    for k in range(n + 1):
        count = (packed >> (k * width)) & mask
        logs.append(math.log(count) + 0.5 * beta * ((n - 2 * k) ** 2 - n))
    top = max(logs)
    log_z = top + math.log(math.fsum(math.exp(x - top) for x in logs))
    return math.exp(log_z) if log_z < 709.78 else math.inf
