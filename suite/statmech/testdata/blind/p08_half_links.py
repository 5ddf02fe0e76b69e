import math
import numpy as np


def Z_efficient(params, n):
    L = math.isqrt(n)
    E, S, C = params["E"], params["S"], params["C"]
    # one Grassmann variable for every end of a link, order right, up, left, down at a vertex
    step = {"R": (0, 1), "U": (-1, 0), "L": (0, -1), "D": (1, 0)}
    index = {}
    for r in range(L):
        for c in range(L):
            for d in "RULD":
                a, b = r + step[d][0], c + step[d][1]
                if 0 <= a < L and 0 <= b < L:
                    index[r, c, d] = len(index)
    A = np.zeros((len(index), len(index)))

    def put(p, q, w):
        if p in index and q in index:
            i, j = index[p], index[q]
            A[i, j] += w
            A[j, i] -= w

    log_z = 0.0
    for r in range(L):
        for c in range(L):
            e0 = E[r][c][0]
            log_z += math.log(e0)
            v = lambda d: (r, c, d)
            put(v("R"), v("U"), C[r][c][0] / e0)
            put(v("U"), v("L"), C[r][c][1] / e0)
            put(v("L"), v("D"), C[r][c][2] / e0)
            put(v("R"), v("D"), C[r][c][3] / e0)
            put(v("R"), v("L"), S[r][c][0] / e0)
            put(v("U"), v("D"), S[r][c][1] / e0)
            # unused links: the two ends are contracted with each other
            put(v("R"), (r, c + 1, "L"), 1.0)
            put((r + 1, c, "U"), v("D"), 1.0)
    _, logdet = np.linalg.slogdet(A)
    return math.exp(log_z + 0.5 * logdet)
