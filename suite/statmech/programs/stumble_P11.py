from collections import defaultdict


def relabel(labels):
    """Groups numbered by first appearance from 1; 0 stays, the group of the left end."""
    names = {0: 0}
    return tuple(names.setdefault(x, len(names)) for x in labels)


def join(labels, a, b):
    """The groups of two cells become one; that of the left end wins."""
    keep, drop = min(labels[a], labels[b]), max(labels[a], labels[b])
    return relabel(keep if x == drop else x for x in labels)


def partition_sum(n, p, r):
    """Carry the probabilities of how a column's cells are connected, with each other and with the left end."""
    states = {(0, 0, 0): 1.0}
    for c in range(n):
        for i in (0, 1):
            new = defaultdict(float)
            for labels, weight in states.items():
                new[join(labels, i, i + 1)] += weight * r[i][c]
                new[labels] += weight * (1.0 - r[i][c])
            states = new
        if c + 1 < n:
            new = defaultdict(float)
            for labels, weight in states.items():
                for on in range(8):
                    probability, following = weight, []
                    for i in (0, 1, 2):
                        if on >> i & 1:
                            probability *= p[i][c]
                            following.append(labels[i])
                        else:
                            probability *= 1.0 - p[i][c]
                            following.append(10 + i)
                    if 0 in following:
                        new[relabel(following)] += probability
            states = new
    return 1.0 - sum(weight for labels, weight in states.items() if 0 in labels)
