import math
import numpy as np


def partition_sum(n, beta, J):
    """Carry all 2^L states of the current row, for each of the 2^L states of the first one."""
    L = math.isqrt(n)
    like, unlike = math.exp(-beta * J), math.exp(beta * J)
    rows = np.arange(1 << L)
    spin = [1 - 2 * (rows >> c & 1) for c in range(L)]
    within = np.exp(-beta * J * sum(spin[c] * spin[(c + 1) % L] for c in range(L)))
    carried = np.eye(1 << L)
    for _ in range(L):
        carried = carried * within
        for c in range(L):
            carried = like * carried + unlike * carried[:, rows ^ (1 << c)]
    return float(np.trace(carried))
