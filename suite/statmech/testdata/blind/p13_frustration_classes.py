import numpy as np


def Z_efficient(params, n):
    p, J, edges = params["p"], params["J"], params["edges"]
    bJ = 0.5 * np.log((1 - p) / p)
    # by gauge symmetry only the frustration of the loops matters: signs on a spanning tree are set to +1
    root = list(range(n))

    def find(a):
        while root[a] != a:
            a = root[a]
        return a

    loops = []
    for k, (u, v) in enumerate(edges):
        a, b = find(u), find(v)
        if a == b:
            loops.append(k)
        else:
            root[a] = b
    s = 1 - 2 * ((np.arange(1 << (n - 1))[:, None] >> np.arange(n)) & 1)
    prod = np.stack([s[:, u] * s[:, v] for u, v in edges], axis=1)
    num = den = 0.0
    norm = (2 * np.cosh(bJ)) ** -len(edges)
    for cls in range(1 << len(loops)):
        g = np.ones(len(edges))
        for i, k in enumerate(loops):
            if cls >> i & 1:
                g[k] = -1.0
        x = prod @ g
        w = np.exp(bJ * x)
        z = w.sum()
        weight = norm * z                      # probability of the whole gauge orbit
        num += weight * (-J * (w * x).sum() / z)
        den += weight
    return float(num / den)
