import itertools
import math


def partition_sum(n, beta, J, h):
    total = 0.0
    for s in itertools.product((1, -1), repeat=n):
        score = sum(h[i] * s[i] for i in range(n))
        score += J * sum(s[i] * s[i + 1] for i in range(n - 1))
        total += math.exp(beta * score)
    return total
