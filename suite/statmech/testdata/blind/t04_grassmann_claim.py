import math
from functools import lru_cache


def Z_efficient(params, n):
    p, e, sets = params["p"], params["start"], params["sets"]
    pairs = [[] for _ in range(4 * n)]
    for k, s in enumerate(sets):
        for i in s:
            pairs[i % (4 * n)].append(k)
    touch = [set() for _ in sets]
    for ks in pairs:
        for k in ks:
            touch[k].update(ks)
    # order of the generators: always the one that closes most of the open ones
    order, open_ = [], set()
    left = set(range(4 * n))
    while left:
        near = [k for k in left if touch[k] & open_] or sorted(left)[:1]
        k = min(near, key=lambda v: (len(touch[v] & left), v))
        order.append(k)
        left.discard(k)
        open_ = {v for v in open_ | {k} if touch[v] & left}
    rank = {k: x for x, k in enumerate(order)}
    due = [[] for _ in order]
    for i, ks in enumerate(pairs):
        due[max(rank[k] for k in ks)].append(i)
    last = {k: max(rank[v] for v in touch[k]) for k in order}
    inside = [[(k, i in sets[k], i + 4 * n in sets[k]) for k in pairs[i]] for i in range(4 * n)]

    @lru_cache(maxsize=None)
    def amplitude(x, kept):
        if x == len(order):
            return 1.0
        total = 0.0
        for b in (0, 1):
            value = dict(kept)
            value[order[x]] = b
            w = 1.0
            for i in due[x]:
                f, g = e[i], e[i + 4 * n]
                for k, on_bit, on_phase in inside[i]:
                    f ^= value[k] & on_bit
                    g ^= value[k] & on_phase
                w *= p / 3 if f or g else 1 - p
            key = tuple(sorted((k, y) for k, y in value.items() if last[k] > x))
            total += w * amplitude(x + 1, key)
        return total

    return amplitude(0, ())


def special(params, n):
    p = params["p"]
    return {"K": math.log((1 - p) / (p / 3)) / 4}


def exponents(params, n):
    K = special(params, n)["K"]
    e = [1 - 2 * x for x in params["start"]]
    held = [[k for k, s in enumerate(params["sets"]) if i in s] for i in range(8 * n)]
    out = []
    for i in range(4 * n):
        j = i + 4 * n
        out += [[held[i], K * e[i]], [held[j], K * e[j]], [held[i] + held[j], K * e[i] * e[j]]]
    return out
