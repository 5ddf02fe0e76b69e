import math


def Z_efficient(params, n):
    p = params["p"]
    start = params["start"]
    holders = [[] for _ in range(n)]
    last = {}
    for k, s in enumerate(params["sets"]):
        last[k] = max(s)
        for i in s:
            holders[i].append(k)
    # state: frozenset of the taken sets that still have qubits to come
    table = {frozenset(): 1.0}
    seen = set()
    for i in range(n):
        for k in holders[i]:
            if k not in seen:
                seen.add(k)
                table = {s | extra: w for s, w in table.items() for extra in (frozenset(), frozenset([k]))}
        closing = frozenset(k for k in holders[i] if last[k] == i)
        after = {}
        for s, w in table.items():
            mark = start[i]
            for k in holders[i]:
                mark ^= k in s
            key = s - closing
            after[key] = after.get(key, 0.0) + w * (p if mark else 1.0 - p)
        table = after
    return sum(table.values())


def special(params, n):
    p = params["p"]
    return {"K": 0.5 * math.log((1.0 - p) / p)}


def exponents(params, n):
    K = special(params, n)["K"]
    pairs = [[[], K if x == 0 else -K] for x in params["start"]]
    for k, s in enumerate(params["sets"]):
        for i in s:
            pairs[i][0].append(k)
    return pairs
