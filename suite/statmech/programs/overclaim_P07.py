import numpy as np


def partition_sum(n, beta, J, h):
    """All energies of the 2^n x 2^n matrix."""
    states = np.arange(1 << n)
    H = np.zeros((1 << n, 1 << n))
    for i in range(n):
        H[states, states ^ (1 << i)] = -h[i]
    diagonal = np.zeros(1 << n)
    for i in range(n - 1):
        diagonal -= J[i] * (1.0 - 2.0 * ((states >> i ^ states >> (i + 1)) & 1))
    H[states, states] = diagonal
    return float(np.exp(-beta * np.linalg.eigvalsh(H)).sum())
