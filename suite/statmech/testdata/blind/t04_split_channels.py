import numpy as np


def _independent(rate, sets, start):
    m = len(sets)
    positions = len(start)
    held = [[k for k in range(m) if i in sets[k]] for i in range(positions)]
    live = [i for i in range(positions) if held[i]]
    factors = []
    for i in live:
        b = np.indices((2,) * len(held[i])).sum(axis=0)
        d = (b + start[i]) % 2
        factors.append((tuple(held[i]), np.where(d == 0, 1 - rate, rate)))
    for v in range(m):
        mine = [f for f in factors if v in f[0]]
        factors = [f for f in factors if v not in f[0]]
        scope = tuple(sorted({k for s, _ in mine for k in s if k != v}))
        args = []
        label = {k: x for x, k in enumerate(scope + (v,))}
        for s, t in mine:
            args += [t, [label[k] for k in s]]
        factors.append((scope, np.einsum(*args, [label[k] for k in scope])))
    return float(np.prod([t for _, t in factors]))


def Z_efficient(params, n):
    # bit and phase flips each occur with probability 2p/3
    rate = 2 * params["p"] / 3
    e, sets = params["start"], params["sets"]
    bits = [s for s in sets if min(s) < 4 * n]
    phases = [[i - 4 * n for i in s] for s in sets if min(s) >= 4 * n]
    return _independent(rate, bits, e[:4 * n]) * _independent(rate, phases, e[4 * n:])


def special(params, n):
    p = params["p"]
    return {"K": float(0.25 * np.log(3 * (1 - p) / p))}


def exponents(params, n):
    K = special(params, n)["K"]
    e = params["start"]
    held = [[k for k, s in enumerate(params["sets"]) if i in s] for i in range(8 * n)]
    out = []
    for i in range(4 * n):
        a, b = 1 - 2 * e[i], 1 - 2 * e[i + 4 * n]
        out.append([held[i], K * a])
        out.append([held[i + 4 * n], K * b])
        out.append([held[i] + held[i + 4 * n], K * a * b])
    return out
