import numpy as np


def Z_efficient(params, n):
    L = int(round(np.sqrt(n)))
    E, S, C = (np.asarray(params[k], float) for k in ("E", "S", "C"))
    # the links in use are the boundary of a set of plaquettes; f is the plaquette field (zero outside)
    m = (L - 1) ** 2
    k = np.arange(1 << m, dtype=np.int64)
    f = np.zeros((L + 1, L + 1, k.size), dtype=np.int8)
    for a in range(m):
        f[1 + a // (L - 1), 1 + a % (L - 1)] = (k >> a) & 1
    weight = np.ones(k.size)
    for r in range(L):
        for c in range(L):
            nw, ne, sw, se = f[r, c], f[r, c + 1], f[r + 1, c], f[r + 1, c + 1]
            right, up, left, down = ne ^ se, nw ^ ne, nw ^ sw, sw ^ se
            w = np.zeros(16)
            w[0], w[15] = E[r, c]
            w[1 + 4], w[2 + 8] = S[r, c]
            w[1 + 2], w[2 + 4], w[4 + 8], w[8 + 1] = C[r, c]
            weight *= w[right + 2 * up + 4 * left + 8 * down]
    return float(weight.sum())
