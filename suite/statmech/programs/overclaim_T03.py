import itertools


def partition_sum(n, p, sets, start):
    total = 0.0
    for b in itertools.product((0, 1), repeat=len(sets)):
        d = list(start)
        for k, group in enumerate(sets):
            if b[k]:
                for i in group:
                    d[i] ^= 1
        weight = 1.0
        for mark in d:
            weight *= p if mark else 1.0 - p
        total += weight
    return total
