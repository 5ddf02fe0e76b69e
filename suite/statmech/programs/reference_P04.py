import math
import numpy as np


def partition_sum(n, beta, Jh, Jv):
    """High-temperature loops on the square lattice, counted by the Pfaffian of a skew matrix.

    Four anticommuting variables a site (right, left, down, up) give a 4n x 4n skew
    matrix A with Z = 2^n * prod cosh(beta J) * Pf(A), and Pf(A) = sqrt(det(A)) > 0.
    """
    L = math.isqrt(n)
    A = np.zeros((4 * n, 4 * n))
    logs = [n * math.log(2.0)]

    def link(i, j, w):
        A[i, j] += w
        A[j, i] -= w

    for r in range(L):
        for c in range(L):
            right = 4 * (r * L + c)
            left, down, up = right + 1, right + 2, right + 3
            link(left, right, -1.0)
            link(up, down, -1.0)
            link(right, down, -1.0)
            link(left, up, -1.0)
            link(left, down, 1.0)
            link(right, up, -1.0)
            if c + 1 < L:
                K = beta * Jh[r][c]
                link(right, right + 5, math.tanh(K))
                logs.append(math.log(math.cosh(K)))
            if r + 1 < L:
                K = beta * Jv[r][c]
                link(down, down + 4 * L + 1, math.tanh(K))
                logs.append(math.log(math.cosh(K)))
    logs.append(0.5 * np.linalg.slogdet(A)[1])
    return math.exp(math.fsum(logs))
