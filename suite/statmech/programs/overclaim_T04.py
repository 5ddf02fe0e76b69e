import itertools


def partition_sum(n, p, sets, start):
    total = 0.0
    half = 4 * n
    for b in itertools.product((0, 1), repeat=4 * n):
        d = list(start)
        for k, group in enumerate(sets):
            if b[k]:
                for i in group:
                    d[i] ^= 1
        weight = 1.0
        for i in range(half):
            weight *= p / 3.0 if d[i] or d[half + i] else 1.0 - p
        total += weight
    return total
