import math
import cmath
import numpy as np


def Z_efficient(params, n):
    L = math.isqrt(n)
    beta = params["beta"]
    # directions: 0 right, 1 up, 2 left, 3 down; half the turning angle between them
    step = [(0, 1), (-1, 0), (0, -1), (1, 0)]
    phase = {0: 1.0, 1: cmath.exp(1j * math.pi / 4), 3: cmath.exp(-1j * math.pi / 4)}
    index, weight = {}, {}
    logc = 0.0
    for r in range(L):
        for c in range(L):
            for d in range(4):
                y, x = r + step[d][0], c + step[d][1]
                if 0 <= y < L and 0 <= x < L:
                    index[r, c, d] = len(index)
                    if d % 2 == 0:
                        J = params["Jh"][r][min(c, x)]
                    else:
                        J = params["Jv"][min(r, y)][c]
                    weight[r, c, d] = math.tanh(beta * J)
                    logc += 0.5 * math.log(math.cosh(beta * J))
    M = np.eye(len(index), dtype=complex)
    for (r, c, d), a in index.items():
        y, x = r + step[d][0], c + step[d][1]
        for turn, z in phase.items():
            b = index.get((y, x, (d + turn) % 4))
            if b is not None:
                M[a, b] -= weight[r, c, d] * z
    _, logdet = np.linalg.slogdet(M)
    return float(math.exp(n * math.log(2.0) + logc + 0.5 * logdet))
