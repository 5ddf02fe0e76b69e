import math
import numpy as np


def partition_sum(n, beta, Jh, Jv):
    """Carry all 2^L states of the current row, one site at a time."""
    L = math.isqrt(n)
    rows = np.arange(1 << L)
    spin = [1 - 2 * (rows >> c & 1) for c in range(L)]
    carried = np.ones(1 << L)
    for r in range(L):
        if r > 0:
            for c in range(L):
                K = beta * Jv[r - 1][c]
                carried = math.exp(K) * carried + math.exp(-K) * carried[rows ^ (1 << c)]
        for c in range(L - 1):
            carried = carried * np.exp(beta * Jh[r][c] * spin[c] * spin[c + 1])
    return float(carried.sum())
