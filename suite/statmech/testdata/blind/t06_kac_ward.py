import cmath
import math
import numpy as np


def _drawing(L):
    """Straight-line drawing: checks at the middles of their squares, and the outside as a path of
    copies of one fixed spin down the left, along the bottom and up the right, joined by bonds of weight 1."""
    def check(r, c):
        return (c + 0.5, r + 0.5)

    qubits, left, right = [], [], []
    for r in range(L):
        for c in range(L):
            a, b = [(r - 1, c - 1), (r, c)], [(r - 1, c), (r, c - 1)]
            ends = a if (r + c) % 2 == 0 else b
            points = []
            for (y, x) in ends:
                if x < 0:
                    q = (-1.0, y + 0.5)
                    left.append(q)
                elif x > L - 2:
                    q = (L + 0.0, y + 0.5)
                    right.append(q)
                else:
                    q = check(y, x)
                points.append(q)
            qubits.append(tuple(points))
    left = sorted(set(left), key=lambda q: q[1])
    right = sorted(set(right), key=lambda q: -q[1])
    path = left + [(-1.0, L + 1.0), (L + 0.0, L + 1.0)] + right
    return qubits, list(zip(path, path[1:]))


def Z_efficient(params, n):
    L = math.isqrt(n)
    theta = params["theta"]
    e = params["start"]
    qubits, walls = _drawing(L)
    # factor of a qubit: (alpha + beta u)  with u = +1 for no mark
    stay, turn = math.cos(theta), 1j * math.sin(theta)
    alpha, beta = (stay + turn) / 2, (stay - turn) / 2
    edges = [(a, b, beta / alpha * (1 - 2 * e[i])) for i, (a, b) in enumerate(qubits)]
    edges += [(a, b, 1.0) for a, b in walls]
    directed = []
    for a, b, w in edges:
        directed.append((a, b, w))
        directed.append((b, a, w))
    N = len(directed)
    leaving = {}
    for x, (a, b, w) in enumerate(directed):
        leaving.setdefault(a, []).append(x)
    M = np.eye(N, dtype=complex)
    for x, (a, b, w) in enumerate(directed):
        head = complex(b[0] - a[0], b[1] - a[1])
        for y in leaving[b]:
            c = directed[y][1]
            if c == a and (y ^ 1) == x:
                continue
            turn = cmath.phase(complex(c[0] - b[0], c[1] - b[1]) / head)
            M[x, y] -= w * cmath.exp(0.5j * turn)
    _, logdet = np.linalg.slogdet(M)
    m = len(params["sets"])
    return float(math.exp(2 * n * math.log(abs(alpha)) + 2 * m * math.log(2.0) + logdet))


def special(params, n):
    theta = params["theta"]
    return {"K": 0.5 * cmath.log(math.cos(theta) / (1j * math.sin(theta)))}


def exponents(params, n):
    K = special(params, n)["K"]
    out = [[[], K * (1 - 2 * e)] for e in params["start"]]
    for k, s in enumerate(params["sets"]):
        for i in s:
            out[i][0].append(k)
    return out
