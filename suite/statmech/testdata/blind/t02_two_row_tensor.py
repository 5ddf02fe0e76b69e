import numpy as np


def _weights(params, L):
    p = params["p"]
    e = np.array(params["start"], dtype=int).reshape(L, L, 2)
    same = np.where(e == 0, 1.0 - p, p)
    other = np.where(e == 0, p, 1.0 - p)
    return same, other


def Z_efficient(params, n):
    L = int(round(n ** 0.5))
    same, other = _weights(params, L)
    size = 1 << L
    states = np.arange(size)
    bit = [(states >> c) & 1 for c in range(L)]

    def row_weight(r):
        w = np.ones(size)
        for c in range(L):
            d = bit[c] ^ bit[(c + 1) % L]
            w *= np.where(d == 0, same[r, c, 0], other[r, c, 0])
        return w

    # A[first row, present row]
    A = np.diag(row_weight(0))
    log = 0.0
    for r in range(L - 1):
        for c in range(L):
            B = A.reshape(size, 1 << (L - 1 - c), 2, 1 << c)
            v = np.array([[same[r, c, 1], other[r, c, 1]], [other[r, c, 1], same[r, c, 1]]])
            A = np.einsum("faxb,xy->fayb", B, v).reshape(size, size)
        A = A * row_weight(r + 1)[None, :]
        top = A.max()
        log += np.log(top)
        A = A / top
    for c in range(L):
        d = bit[c][:, None] ^ bit[c][None, :]
        A = A * np.where(d == 0, same[L - 1, c, 1], other[L - 1, c, 1])
    return float(np.exp(log) * A.sum())


def special(params, n):
    p = params["p"]
    return {"K": float(np.arctanh(1.0 - 2.0 * p))}


def exponents(params, n):
    K = special(params, n)["K"]
    held = [[] for _ in params["start"]]
    for k, s in enumerate(params["sets"]):
        for i in s:
            held[i].append(k)
    return [[ks, K * (-1) ** int(e)] for ks, e in zip(held, params["start"])]
