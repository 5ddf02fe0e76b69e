import itertools
import math


def partition_sum(n, beta, xi):
    total = 0.0
    for s in itertools.product((1, -1), repeat=n):
        m = sum(a * b for a, b in zip(xi, s))
        total += math.exp(0.5 * beta * (m * m - n))
    return total
