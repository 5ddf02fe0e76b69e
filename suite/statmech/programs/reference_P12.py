import math
from collections import defaultdict


def relabel(labels):
    """Groups numbered by first appearance."""
    names = {}
    return tuple(names.setdefault(x, len(names)) for x in labels)


def join(labels, a, b):
    """The groups of two cells become one."""
    return relabel(labels[a] if x == labels[b] else x for x in labels)


def partition_sum(n, q, v, w):
    """Carry the weights of how a column's cells are connected; a component that is left behind pays q."""
    states = {(0, 1, 2): 1.0}
    log_scale = 0.0
    for c in range(n):
        for i in (0, 1):
            new = defaultdict(float)
            for labels, weight in states.items():
                new[join(labels, i, i + 1)] += weight * w[i][c]
                new[labels] += weight
            states = new
        if c + 1 < n:
            new = defaultdict(float)
            for labels, weight in states.items():
                for on in range(8):
                    factor, following = weight, []
                    for i in (0, 1, 2):
                        if on >> i & 1:
                            factor *= v[i][c]
                            following.append(labels[i])
                        else:
                            following.append(10 + i)
                    lost = len(set(labels) - set(following))
                    new[relabel(following)] += factor * q ** lost
            top = max(new.values())
            log_scale += math.log(top)
            states = {labels: weight / top for labels, weight in new.items()}
    return math.exp(log_scale + math.log(sum(weight * q ** len(set(labels)) for labels, weight in states.items())))
