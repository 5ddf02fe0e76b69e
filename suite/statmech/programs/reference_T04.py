import math
import numpy as np


def bounded_sum(m, factors):
    """Logarithm of the sum over m two-valued variables of a product of tables, one variable after another.

    factors holds pairs of a scope (a tuple of variables) and a table with one axis for each.
    The next variable is one of few neighbours among the first that are left, in an order of
    distance from variable 0, so that the tables sit at the two ends of what is done.
    """
    near = [set() for _ in range(m)]
    bucket = [[] for _ in range(m)]
    for scope, table in factors:
        for v in scope:
            near[v] |= set(scope)
            bucket[v].append((scope, table))
    for v in range(m):
        near[v].discard(v)
    order, seen = [], [False] * m
    for root in range(m):
        if not seen[root]:
            seen[root] = True
            order.append(root)
            place = len(order) - 1
            while place < len(order):
                for u in sorted(near[order[place]]):
                    if not seen[u]:
                        seen[u] = True
                        order.append(u)
                place += 1
    log_scale = 0.0
    window, rest = order[:16], order[16:]
    rest.reverse()
    while window:
        v = min(window, key=lambda u: len(near[u]))
        window.remove(v)
        if rest:
            window.append(rest.pop())
        scope = sorted(near[v]) + [v]
        product = np.ones([2] * len(scope))
        for held, table in bucket[v]:
            axes = sorted(range(len(held)), key=lambda a: scope.index(held[a]))
            shape = [2 if u in held else 1 for u in scope]
            product = product * table.transpose(axes).reshape(shape)
        merged = product.sum(axis=-1)
        top = float(merged.max())
        log_scale += math.log(top)
        left = tuple(scope[:-1])
        for u in near[v]:
            bucket[u] = [(held, table) for held, table in bucket[u] if v not in held]
            bucket[u].append((left, merged / top))
            near[u] |= near[v]
            near[u] -= {u, v}
    return log_scale


def partition_sum(n, p, sets, start):
    """Two kinds of sets; the pair of positions i and i+4n joins two sets of each kind in one table."""
    holding = [[] for _ in start]
    for k, group in enumerate(sets):
        for i in group:
            holding[i].append(k)
    half = len(start) // 2
    factors = []
    for i in range(half):
        scope = holding[i] + holding[half + i]
        first, second = np.array([[0, 1], [1, 0]]) ^ start[i], np.array([[0, 1], [1, 0]]) ^ start[half + i]
        marked = first[:, :, None, None] | second[None, None, :, :]
        factors.append((tuple(scope), np.where(marked == 0, 1.0 - p, p / 3.0)))
    return math.exp(bounded_sum(len(sets), factors))
