import math
import numpy as np


def partition_sum(n, p, J, edges):
    """Go through all signs of the pairs, some at a time, and for each through all configurations."""
    m = len(edges)
    beta = math.log((1.0 - p) / p) / (2.0 * J)
    states = np.arange(1 << n)
    products = np.array([1.0 - 2.0 * ((states >> i ^ states >> j) & 1) for i, j in edges])
    block = min(1 << m, 256)
    total = 0.0
    for start in range(0, 1 << m, block):
        negative = np.arange(start, start + block)[:, None] >> np.arange(m) & 1
        energy = -J * (1.0 - 2.0 * negative) @ products
        weights = np.exp(-beta * energy)
        mean = (energy * weights).sum(axis=1) / weights.sum(axis=1)
        count = negative.sum(axis=1)
        total += float((p ** count * (1.0 - p) ** (m - count) * mean).sum())
    return total
