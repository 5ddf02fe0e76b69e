import numpy as np


def partition_sum(n, beta, xi):
    """Add up all 2^n configurations, one bit a spin."""
    states = np.arange(1 << n, dtype=np.int64)
    overlap = np.zeros(1 << n)
    for i in range(n):
        overlap += xi[i] * (1.0 - 2.0 * (states >> i & 1))
    return float(np.exp(0.5 * beta * (overlap * overlap - n)).sum())
