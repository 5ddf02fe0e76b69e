import math
import numpy as np


def Z_efficient(params, n):
    K = params["beta"] * params["J"]
    if K == 0.0:
        return 1.0
    lam = np.cos(2 * np.pi * np.arange(n) / n) * np.sign(K) + 1.0
    B = lam.max()
    scale = n * abs(K) * B
    shrink = scale / (scale + n / 2)               # keeps the coefficients within range
    lam = lam / B * shrink
    # <exp(scale * sum lam u^2)>: d_m are the coefficients of prod (1 - lam t)^(-1/2), all positive
    d, p = [1.0], []
    power = np.ones(n)
    logs, m, factor = [0.0], 0, 0.0
    while m < 2 * scale or logs[-1] > max(logs) - 42.0:
        m += 1
        power = power * lam
        p.append(power.sum())
        d.append(0.5 * np.dot(p, d[::-1]) / m)
        factor += math.log(scale / shrink) - math.log(n / 2 + m - 1)
        logs.append(factor + math.log(d[-1]))
    top = max(logs)
    return math.exp(top + math.log(math.fsum(math.exp(x - top) for x in logs)) - n * abs(K))
