import numpy as np


def Z_efficient(params, n):
    beta = params["beta"]
    xi = params["xi"]
    counts = {0: 1}
    for x in xi:
        following = {}
        for total, ways in counts.items():
            for s in (1, -1):
                following[total + x * s] = following.get(total + x * s, 0) + ways
        counts = following
    M = np.array(list(counts), dtype=float)
    g = np.log(np.array([float(w) for w in counts.values()]))
    f = g + 0.5 * beta * (M * M - n)
    return float(np.exp(f.max()) * np.exp(f - f.max()).sum())
