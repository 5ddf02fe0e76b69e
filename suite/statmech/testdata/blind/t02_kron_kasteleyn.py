import numpy as np
from functools import reduce


def Z_efficient(params, n):
    """Four boundary sectors of the Kasteleyn problem, taken together as one trace."""
    L = int(np.sqrt(n) + 0.5)
    p = params["p"]
    e = np.asarray(params["start"]).reshape(n, 2)
    z = np.array([1, -1])

    def bond(flip):
        good, bad = (p, 1 - p) if flip else (1 - p, p)
        return np.array([[good, bad], [bad, good]])

    def spin(c):
        return reduce(np.kron, [z if k == c else np.ones(2, int) for k in range(L)])

    sigma = [spin(c) for c in range(L)]
    K = np.eye(2 ** L)
    for r in range(L):
        diag = np.ones(2 ** L)
        for c in range(L):
            u = (1 - 2 * e[r * L + c, 0]) * sigma[c] * sigma[(c + 1) % L]
            diag *= np.where(u > 0, 1 - p, p)
        hop = reduce(np.kron, [bond(e[r * L + c, 1]) for c in range(L)])
        K = K @ (diag[:, None] * hop)
    return float(np.trace(K))


def special(params, n):
    return {"K": float(0.5 * np.log(1 / params["p"] - 1))}


def exponents(params, n):
    K = special(params, n)["K"]
    out = []
    for i, e in enumerate(params["start"]):
        out.append([[k for k, s in enumerate(params["sets"]) if i in s], float(K * (1 - 2 * e))])
    return out
