import math
import numpy as np


def row_levels(L, K, offset, odd):
    """Logarithms of one parity sector of the row-to-row transfer matrix's 2^L eigenvalues.

    Each of the L modes adds or takes away half its energy; the sector keeps the
    sign choices with an even or odd number of minus signs (Kaufman 1949).
    """
    s = math.sinh(2.0 * K)
    levels = np.zeros(1)
    minus = np.zeros(1, dtype=bool)
    for k in range(L):
        q = (2 * k + offset) * math.pi / L
        if k == 0 and offset == 0:
            energy = 2.0 * (math.atanh(math.exp(-2.0 * K)) - K)  # keeps its sign through the transition
        else:
            energy = 2.0 * math.asinh(math.sqrt((1.0 - s) ** 2 / (2.0 * s) + math.sin(0.5 * q) ** 2))
        levels = np.concatenate((levels + 0.5 * energy, levels - 0.5 * energy))
        minus = np.concatenate((minus, ~minus))
    return levels[minus == odd]


def partition_sum(n, beta, J):
    """Z = trace of the L-th power of the row-to-row transfer matrix, from all its eigenvalues."""
    L = math.isqrt(n)
    K = beta * J
    levels = np.concatenate((row_levels(L, K, 1, False), row_levels(L, K, 0, True)))
    top = levels.max()
    log_trace = L * top + math.log(np.exp(L * (levels - top)).sum())
    return math.exp(0.5 * n * math.log(2.0 * math.sinh(2.0 * K)) + log_trace)
