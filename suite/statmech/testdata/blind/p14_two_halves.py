import math
from collections import Counter


def magnetisations(k):
    """distribution of the total spin of k sites"""
    totals = [0]
    for _ in range(k):
        totals = [m + s for m in totals for s in (1, -1)]
    return Counter(totals)


def Z_efficient(params, n):
    beta, J, h = params["beta"], params["J"], params["h"]
    left = magnetisations(n // 2)
    right = left if n % 2 == 0 else magnetisations(n - n // 2)
    z = 0.0
    for a, ca in left.items():
        for b, cb in right.items():
            m = a + b
            z += ca * cb * math.exp(beta * J * (m * m - n) / (2 * n) + beta * h * m)
    return z
