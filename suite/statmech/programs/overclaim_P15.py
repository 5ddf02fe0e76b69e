import math

import numpy as np


def gauss_points(m, alpha):
    """Nodes and weights of Gauss's rule for (1 - u^2)^alpha, normalised."""
    k = np.arange(1, m)
    squares = np.full(m - 1, 0.25)
    if alpha == -0.5:
        squares[0] = 0.5
    else:
        squares = k * (k + 2 * alpha) / ((2 * k + 2 * alpha + 1) * (2 * k + 2 * alpha - 1))
    off = np.sqrt(squares)
    nodes, vectors = np.linalg.eigh(np.diag(off, 1) + np.diag(off, -1))
    return nodes, vectors[0] ** 2


def partition_sum(n, beta, J):
    """The sphere is covered by a product of quadratures, one for each angle; the last two are done at once."""
    a = n * beta * J
    m = 12 + math.ceil(2.4 * abs(a))
    rules = [gauss_points(m, 0.5 * (n - j - 3)) for j in range(n - 2)]
    phi = np.pi * np.arange(2 * m) / m
    u, weight = rules[-1]
    v = np.sqrt(1.0 - u * u)
    first = u[:, None] + 0.0 * phi
    second, third = v[:, None] * np.cos(phi), v[:, None] * np.sin(phi)
    inner = first * second + second * third

    def average(j, radius, points):
        if j == n - 3:
            q = sum(x * y for x, y in zip(points, points[1:])) + radius * radius * inner
            if points:
                q = q + radius * (points[-1] * first + points[0] * third)
            else:
                q = q + radius * radius * third * first
            return float((weight[:, None] * np.exp(a * q)).sum()) / (2 * m)
        total = 0.0
        nodes, weights = rules[j]
        for x, w in zip(nodes.tolist(), weights.tolist()):
            total += w * average(j + 1, radius * math.sqrt((1.0 - x) * (1.0 + x)), points + [radius * x])
        return total

    return average(0, 1.0, [])
