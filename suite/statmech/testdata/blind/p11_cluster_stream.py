from collections import Counter
from functools import reduce
from itertools import product


def _column(bonds):
    """all (bond set, probability) of the five bonds that a new column brings"""
    for pattern in product((0, 1), repeat=5):
        prob = 1.0
        for b, q in zip(pattern, bonds):
            prob *= q if b else 1.0 - q
        if prob:
            yield pattern, prob


def _clusters(labels, pattern):
    new = [a if open_ else 10 + i for i, (a, open_) in enumerate(zip(labels, pattern[:3]))]
    for i in (0, 1):
        if pattern[3 + i]:
            keep, drop = sorted((new[i], new[i + 1]))
            new = [keep if a == drop else a for a in new]
    seen = sorted(set(new) - {0}, key=new.index)
    return tuple(0 if a == 0 else 1 + seen.index(a) for a in new)


def Z_efficient(params, n):
    p, r = params["p"], params["r"]

    def step(dist, c):
        bonds = [p[0][c - 1], p[1][c - 1], p[2][c - 1], r[0][c], r[1][c]]
        out = Counter()
        for (labels, w), (pattern, q) in product(dist.items(), list(_column(bonds))):
            new = _clusters(labels, pattern)
            if 0 in new:
                out[new] += w * q
        return out

    return float(sum(reduce(step, range(1, n), Counter({(0, 0, 0): 1.0})).values()))
