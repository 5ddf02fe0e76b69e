import math
import numpy as np


def partition_sum(n, x, y):
    """The determinant of the weights between the two colours of cells."""
    L = math.isqrt(n)
    K = np.zeros((n // 2, n // 2))

    def pair(a, b, w):
        if (a // L + a % L) % 2:
            a, b = b, a
        K[a // 2, b // 2] = w

    for r in range(L):
        for c in range(L):
            if c + 1 < L:
                pair(r * L + c, r * L + c + 1, x[r][c])
            if r + 1 < L:
                pair(r * L + c, (r + 1) * L + c, y[r][c])
    return math.exp(np.linalg.slogdet(K)[1])
