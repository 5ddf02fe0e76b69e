import numpy as np


def Z_efficient(params, n):
    L = int(round(n ** 0.5))
    x, y = params["x"], params["y"]
    N = n // 2
    K = np.zeros((N, N))
    for r in range(L):
        for c in range(L):
            i = (r * L + c) // 2
            if c + 1 < L:
                j = (r * L + c + 1) // 2
                if (r + c) % 2 == 0:
                    K[i, j] = x[r][c]
                else:
                    K[j, i] = x[r][c]
            if r + 1 < L:
                j = ((r + 1) * L + c) // 2
                if (r + c) % 2 == 0:
                    K[i, j] = y[r][c]
                else:
                    K[j, i] = y[r][c]
    # expand the Kasteleyn form with alternating signs, one column at a time
    sums = np.zeros((N, 1))
    sign = np.array([(-1.0) ** N])
    for j in range(N):
        sums = np.concatenate([sums, sums + K[:, j:j + 1]], axis=1)
        sign = np.concatenate([sign, -sign])
    return float(np.dot(sign, np.prod(sums, axis=0)))
