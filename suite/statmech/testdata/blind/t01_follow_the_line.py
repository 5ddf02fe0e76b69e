from collections import defaultdict
from math import log


def Z_efficient(params, n):
    p, start = params["p"], params["start"]
    neighbours = defaultdict(list)
    for a, b in params["sets"]:
        neighbours[a].append(b)
        neighbours[b].append(a)
    here = next(i for i in range(n) if len(neighbours[i]) == 1)
    before = None
    # amplitude of "the set on the left is taken" = 0 / 1
    a0, a1 = 1.0, 0.0
    while True:
        good, bad = (1.0 - p, p) if start[here] == 0 else (p, 1.0 - p)
        onward = [x for x in neighbours[here] if x != before]
        if not onward:
            return float(a0 * good + a1 * bad)
        # mark = e + left + right
        a0, a1 = a0 * good + a1 * bad, a0 * bad + a1 * good
        before, here = here, onward[0]


def special(params, n):
    p = params["p"]
    return {"K": 0.5 * log((1.0 - p) / p)}


def exponents(params, n):
    K = special(params, n)["K"]
    out = []
    for i in range(n):
        ks = [k for k, pair in enumerate(params["sets"]) if i in pair]
        out.append([ks, K * (1 - 2 * params["start"][i])])
    return out
