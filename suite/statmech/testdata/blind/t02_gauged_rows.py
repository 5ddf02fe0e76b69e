import numpy as np


def _walsh(A):
    """Walsh-Hadamard transform of the last axis."""
    size, h = A.shape[-1], 1
    while h < size:
        B = A.reshape(A.shape[0], -1, 2, h)
        A = np.stack([B[:, :, 0] + B[:, :, 1], B[:, :, 0] - B[:, :, 1]], axis=2).reshape(A.shape[0], size)
        h *= 2
    return A


def Z_efficient(params, n):
    L = int(round(n ** 0.5))
    p = params["p"]
    e = np.array(params["start"]).reshape(L, L, 2)
    # gauge: turn the choices so that no vertical flip is left but on the closing row
    g = np.zeros((L, L), dtype=int)
    for r in range(1, L):
        g[r] = (g[r - 1] + e[r - 1, :, 1]) % 2
    across = (e[:, :, 0] + g + np.roll(g, -1, axis=1)) % 2
    closing = (e[L - 1, :, 1] + g[L - 1]) % 2
    size = 1 << L
    s = np.arange(size)
    bits = (s[:, None] >> np.arange(L)) & 1
    ones = bits.sum(axis=1)
    clean = (1.0 - 2.0 * p) ** ones
    d = (bits[None] + np.roll(bits, -1, axis=1)[None] + across[:, None, :]) % 2
    rows = np.where(d == 1, p, 1.0 - p).prod(axis=2)
    A = np.diag(rows[0])
    log = 0.0
    for r in range(1, L):
        A = _walsh(_walsh(A) * clean) / size * rows[r]
        top = A.max()
        log += np.log(top)
        A = A / top
    twist = int((closing << np.arange(L)).sum())
    A = _walsh(_walsh(A) * clean) / size
    return float(np.exp(log) * A[s, s ^ twist].sum())


def special(params, n):
    p = params["p"]
    return {"K": float(0.5 * np.log((1 - p) / p))}


def exponents(params, n):
    K = special(params, n)["K"]
    out = [[[], K * (1 - 2 * int(e))] for e in params["start"]]
    for k, s in enumerate(params["sets"]):
        for i in s:
            out[i][0].append(k)
    return out
