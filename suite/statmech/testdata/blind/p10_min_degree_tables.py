import math
from itertools import product


def Z_efficient(params, n):
    b = params["beta"]
    factors = [((i,), {(s,): math.exp(b * h * s) for s in (1, -1)}) for i, h in enumerate(params["h"])]
    for (u, v), J in zip(params["edges"], params["J"]):
        factors.append(((u, v), {(s, t): math.exp(b * J * s * t) for s, t in product((1, -1), repeat=2)}))
    alive = set(range(n))
    neighbours = {i: set() for i in range(n)}
    for u, v in params["edges"]:
        neighbours[u].add(v)
        neighbours[v].add(u)
    log_scale = 0.0
    while alive:
        x = min(alive, key=lambda i: len(neighbours[i]))
        mine = [f for f in factors if x in f[0]]
        factors = [f for f in factors if x not in f[0]]
        scope = tuple(neighbours[x])
        table = {}
        for values in product((1, -1), repeat=len(scope)):
            spin = dict(zip(scope, values))
            total = 0.0
            for s in (1, -1):
                spin[x] = s
                w = 1.0
                for vs, t in mine:
                    w *= t[tuple(spin[i] for i in vs)]
                total += w
            table[values] = total
        top = max(table.values())
        log_scale += math.log(top)
        factors.append((scope, {k: t / top for k, t in table.items()}))
        for i in scope:
            neighbours[i] |= set(scope)
            neighbours[i] -= {i, x}
        alive.remove(x)
    return math.exp(log_scale)
