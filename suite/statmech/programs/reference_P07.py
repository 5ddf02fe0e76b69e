import math
import numpy as np


def partition_sum(n, beta, J, h):
    """Jordan-Wigner: the singular values of the bidiagonal matrix are the energies of n fermion modes."""
    M = np.zeros((n, n))
    for i in range(n):
        M[i, i] = h[i]
        if i + 1 < n:
            M[i, i + 1] = J[i]
    energies = np.linalg.svd(M, compute_uv=False)
    return math.exp(sum(beta * e + math.log1p(math.exp(-2.0 * beta * e)) for e in energies))
