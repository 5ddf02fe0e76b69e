import numpy as np


def Z_efficient(params, n):
    """Elimination of the sets one after another; a table of machine words is kept."""
    p = params["p"]
    word = sum(int(x) << i for i, x in enumerate(params["start"]))
    table = np.array([word], dtype=np.uint64)
    for s in params["sets"]:
        mask = np.uint64(sum(1 << i for i in s))
        table = np.concatenate([table, table ^ mask])
    count = np.zeros(table.shape, dtype=np.int64)
    for i in range(n):
        count += ((table >> np.uint64(i)) & np.uint64(1)).astype(np.int64)
    weights = np.bincount(count, minlength=n + 1)
    powers = p ** np.arange(n + 1) * (1 - p) ** (n - np.arange(n + 1))
    return float(weights @ powers)


def special(params, n):
    p = params["p"]
    return {"K": float(0.5 * np.log((1 - p) / p))}


def exponents(params, n):
    K = special(params, n)["K"]
    out = [[[], K * (1 - 2 * e)] for e in params["start"]]
    for k, s in enumerate(params["sets"]):
        for i in s:
            out[i][0].append(k)
    return out
