import math


def Z_efficient(params, n):
    x = params["beta"] * params["J"] * n
    modes = [math.cos(2 * math.pi * k / n) for k in range(n)]
    # moments of the quadratic form over the unit sphere, order by order in beta
    order = 60
    trace = [sum(c ** j for c in modes) for j in range(order + 1)]
    coef = [1.0]
    for m in range(1, order + 1):
        coef.append(sum(trace[j] * coef[m - j] for j in range(1, m + 1)) / (2 * m))
    z, factor = 0.0, 1.0
    for m in range(order + 1):
        z += coef[m] * factor
        factor *= x / (n / 2 + m)
    return z
