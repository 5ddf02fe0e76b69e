import math


def Z_efficient(params, n):
    beta, J, h = params["beta"], params["J"], params["h"]

    def degeneracy(k):
        row = [1]
        for _ in range(n):
            row = [1] + [row[i] + row[i + 1] for i in range(len(row) - 1)] + [1]
        return row[k]

    z = 0.0
    for k in range(n + 1):
        m = 2 * k - n
        z += degeneracy(k) * math.exp(beta * J * (m * m - n) / (2 * n) + beta * h * m)
    return z
