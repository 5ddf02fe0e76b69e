import math
import numpy as np


def bounded_sum(order, factors):
    """Logarithm of the sum over two-valued variables of a product of tables, one variable after another.

    factors holds pairs of a scope (a tuple of variables) and a table with one axis for each.
    """
    near = [set() for _ in order]
    bucket = [[] for _ in order]
    for scope, table in factors:
        for v in scope:
            near[v] |= set(scope) - {v}
            bucket[v].append((scope, table))
    log_scale = 0.0
    for v in order:
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


def from_layer_to_layer(n, sets, holding):
    """The sets of the points, which hold positions of one kind alone, and then by their distance from these."""
    order = [k for k, group in enumerate(sets) if max(group) < 8 * n]
    seen = set(order)
    for k in order:
        for i in sets[k]:
            for u in holding[i]:
                if i < 8 * n and u not in seen:
                    seen.add(u)
                    order.append(u)
    return order


def partition_sum(n, p, q, sets, start):
    """A table for each position, over the sets that hold it."""
    holding = [[] for _ in start]
    for k, group in enumerate(sets):
        for i in group:
            holding[i].append(k)
    factors = []
    for i, e in enumerate(start):
        mark = np.array(0)
        for _ in holding[i]:
            mark = np.stack([mark, 1 - mark], axis=-1)
        rate = p if i < 8 * n else q
        factors.append((tuple(holding[i]), np.where(mark == 1, rate, 1.0 - rate)))
    return math.exp(bounded_sum(from_layer_to_layer(n, sets, holding), factors))
