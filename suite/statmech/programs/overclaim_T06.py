import itertools
import math


def partition_sum(n, theta, sets, start):
    total = 0.0j
    for b in itertools.product((0, 1), repeat=len(sets)):
        d = list(start)
        for k, group in enumerate(sets):
            if b[k]:
                for i in group:
                    d[i] ^= 1
        weight = 1.0 + 0.0j
        for mark in d:
            weight *= 1j * math.sin(theta) if mark else math.cos(theta)
        total += weight
    return abs(total) ** 2
