import numpy as np


def enumerate_states(n, beta, bonds, field):
    """Add up all 2^n configurations, one bit a spin."""
    states = np.arange(1 << n, dtype=np.int64)

    def spin(i):
        return 1.0 - 2.0 * (states >> i & 1)

    exponent = np.zeros(1 << n)
    for i, j, coupling in bonds:
        exponent += beta * coupling * spin(i) * spin(j)
    for i, strength in enumerate(field):
        exponent += beta * strength * spin(i)
    return float(np.exp(exponent).sum())


def partition_sum(n, beta, J, h):
    return enumerate_states(n, beta, [(i, j, J / n) for i in range(n) for j in range(i)], [h] * n)
