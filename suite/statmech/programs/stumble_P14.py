import math


def partition_sum(n, beta, J, h):
    """The weight depends on the magnetisation alone; k negative spins can be chosen in comb(n, k) ways."""
    logs = []
    for k in range(n + 1):
        m = n - 2 * k
        logs.append(math.log(math.comb(n, k)) - beta * (J * (m * m - n) / (2.0 * n) + h * m))
    top = max(logs)
    return math.exp(top + math.log(sum(math.exp(x - top) for x in logs)))
