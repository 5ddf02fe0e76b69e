import numpy as np


def Z_efficient(params, n):
    L = int(round(n ** 0.5))
    pairs = np.array(params["sets"])
    e = np.array(params["start"])
    near = [[] for _ in range(n)]
    for a, b in pairs.tolist():
        near[a].append(b)
        near[b].append(a)
    x = (1.0 - 2.0 * params["p"]) ** L
    odd = 0
    seen = [False] * n
    for i in range(n):
        if seen[i] or len(near[i]) != 1:
            continue
        parity, here = 0, i
        while here is not None:
            seen[here] = True
            parity ^= int(e[here])
            here = next((j for j in near[here] if not seen[j]), None)
        odd += parity
    return float(((1 - x) / 2) ** odd * ((1 + x) / 2) ** (L - odd))


def special(params, n):
    p = params["p"]
    return {"K": float(0.5 * np.log((1 - p) / p))}


def exponents(params, n):
    K = special(params, n)["K"]
    held = [[] for _ in range(n)]
    for k, s in enumerate(params["sets"]):
        held[s[0]].append(k)
        held[s[1]].append(k)
    return [[held[i], K * (1 - 2 * int(params["start"][i]))] for i in range(n)]
