import numpy as np
from math import log


def _factors(params, n):
    p, e = params["p"], params["start"]
    held = [[] for _ in range(8 * n)]
    for k, s in enumerate(params["sets"]):
        for i in s:
            held[i].append(k)
    for i in range(4 * n):
        scope = sorted(set(held[i]) | set(held[i + 4 * n]))
        b = np.indices((2,) * len(scope))
        flip = (e[i] + sum(b[scope.index(k)] for k in held[i])) % 2
        phase = (e[i + 4 * n] + sum(b[scope.index(k)] for k in held[i + 4 * n])) % 2
        yield scope, np.where((flip == 0) & (phase == 0), 1 - p, p / 3)


def Z_efficient(params, n):
    buckets = list(_factors(params, n))
    left = set(range(4 * n))
    scale = 0.0
    while left:
        # cheapest variable: the one whose elimination leaves the smallest table
        scopes = {v: set() for v in left}
        for scope, _ in buckets:
            for v in scope:
                scopes[v].update(scope)
        v = min(left, key=lambda k: (len(scopes[k]), k))
        keep = sorted(scopes[v] - {v})
        place = {k: x for x, k in enumerate(keep)}
        place[v] = len(keep)
        product = np.ones((2,) * (len(keep) + 1))
        rest = []
        for scope, table in buckets:
            if v not in scope:
                rest.append((scope, table))
                continue
            order = sorted(range(len(scope)), key=lambda x: place[scope[x]])
            shape = [1] * (len(keep) + 1)
            for k in scope:
                shape[place[k]] = 2
            product = product * table.transpose(order).reshape(shape)
        new = product.sum(axis=-1)
        top = new.max()
        scale += log(top)
        buckets = rest + [(keep, new / top)]
        left.remove(v)
    return float(np.exp(scale + sum(log(t) for _, t in buckets)))


def special(params, n):
    p = params["p"]
    return {"K": 0.25 * log(3 * (1 - p) / p)}


def exponents(params, n):
    K = special(params, n)["K"]
    e = params["start"]
    held = [[] for _ in range(8 * n)]
    for k, s in enumerate(params["sets"]):
        for i in s:
            held[i].append(k)
    out = []
    for i in range(4 * n):
        a, b = K * (-1) ** e[i], K * (-1) ** e[i + 4 * n]
        out.append([held[i], a])
        out.append([held[i + 4 * n], b])
        out.append([sorted(set(held[i]) ^ set(held[i + 4 * n])), K * (-1) ** (e[i] + e[i + 4 * n])])
    return out
