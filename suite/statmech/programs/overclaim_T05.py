import itertools


def partition_sum(n, p, r, lines, sets, start):
    total = 0.0
    for b in itertools.product((0, 1), repeat=3 * n):
        d = list(start)
        for k, group in enumerate(sets):
            if b[k]:
                for i in group:
                    d[i] ^= 1
        weight = 1.0
        for line in lines:
            chance = p
            for i in line:
                weight *= chance if d[i] else 1.0 - chance
                chance = r if d[i] else p
        total += weight
    return total
