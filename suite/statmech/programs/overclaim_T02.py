import math
import numpy as np


def partition_sum(n, p, sets, start):
    """Row by row with every row's 2^L states, the first row kept to close the table."""
    L = math.isqrt(n)
    K = 0.5 * math.log((1.0 - p) / p)
    states = 1 << L
    s = np.arange(states)
    spins = 1.0 - 2.0 * ((s[:, None] >> np.arange(L)) & 1)
    product = np.eye(states)
    for r in range(L):
        signs = np.array([-1.0 if start[2 * (r * L + c)] else 1.0 for c in range(L)])
        down = np.array([-1.0 if start[2 * (r * L + c) + 1] else 1.0 for c in range(L)])
        within = np.exp(K * (spins * np.roll(spins, -1, axis=1)) @ signs)
        product = (product * within) @ np.exp(K * (spins * down) @ spins.T)
    return float(np.trace(product)) * math.exp(n * math.log(p * (1.0 - p)))
