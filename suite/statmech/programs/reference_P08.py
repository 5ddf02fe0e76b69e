import math
import numpy as np


def partition_sum(n, E, S, C):
    """One Gaussian Grassmann integral: four variables a vertex (right, up, left, down).

    The relation between the weights makes the weight of a vertex with all four links
    in use the Pfaffian of its weights with two, so that Z is the product of the E^0
    with the Pfaffian of a skew matrix over the ends of all links.
    """
    L = math.isqrt(n)
    A = np.zeros((4 * n, 4 * n))
    used = np.zeros(4 * n, dtype=bool)
    logs = []

    def pair(i, j, w):
        A[i, j] += w
        A[j, i] -= w

    for r in range(L):
        for c in range(L):
            right = 4 * (r * L + c)
            up, left, down = right + 1, right + 2, right + 3
            e = E[r][c][0]
            logs.append(math.log(e))
            pair(right, left, S[r][c][0] / e)
            pair(up, down, S[r][c][1] / e)
            pair(right, up, C[r][c][0] / e)
            pair(up, left, C[r][c][1] / e)
            pair(left, down, C[r][c][2] / e)
            pair(right, down, C[r][c][3] / e)
            if c + 1 < L:
                pair(right, left + 4, 1.0)
                used[[right, left + 4]] = True
            if r + 1 < L:
                pair(down, up + 4 * L, 1.0)
                used[[down, up + 4 * L]] = True
    logs.append(0.5 * np.linalg.slogdet(A[used][:, used])[1])
    return math.exp(math.fsum(logs))
