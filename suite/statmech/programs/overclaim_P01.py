import itertools
import math


def partition_sum(n, beta, J):
    total = 0.0
    for s in itertools.product((1, -1), repeat=n):
        total += math.exp(beta * J * sum(s[i] * s[i + 1] for i in range(n - 1)))
    return total
