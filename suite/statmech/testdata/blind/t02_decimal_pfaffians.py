from decimal import Decimal, getcontext
from math import isqrt, log


def pfaffian(A):
    N = len(A)
    result = Decimal(1)
    for k in range(0, N, 2):
        row = A[k]
        best = max(range(k + 1, N), key=lambda j: abs(row[j]))
        if row[best] == 0:
            return Decimal(0)
        if best != k + 1:
            A[k + 1], A[best] = A[best], A[k + 1]
            for r in A:
                r[k + 1], r[best] = r[best], r[k + 1]
            result = -result
        pivot = A[k][k + 1]
        result *= pivot
        u = {j: A[k][j] / pivot for j in range(k + 2, N) if A[k][j] != 0}
        v = {j: A[k + 1][j] for j in range(k + 2, N) if A[k + 1][j] != 0}
        for i, ui in u.items():
            for j, vj in v.items():
                if i != j:
                    x = ui * vj
                    A[i][j] += -x
                    A[j][i] += x
    return result


CITY = [(0, 1, 1), (0, 2, -1), (0, 3, -1), (1, 2, 1), (1, 3, -1), (2, 3, 1)]


def sector(t, L, sx, sy):
    """t[r][c] = (weight to the right, weight downwards); sx, sy: sign of the closing bonds."""
    N = 4 * L * L
    A = [[Decimal(0)] * N for _ in range(N)]

    def put(i, j, x):
        A[i][j] += x
        A[j][i] -= x

    for r in range(L):
        for c in range(L):
            s = 4 * (r * L + c)
            for a, b, x in CITY:
                put(s + a, s + b, Decimal(x))
            right = 4 * (r * L + (c + 1) % L)
            down = 4 * (((r + 1) % L) * L + c)
            put(s, right + 1, t[r][c][0] * (sx if c == L - 1 else 1))
            put(s + 2, down + 3, t[r][c][1] * (sy if r == L - 1 else 1))
    return pfaffian(A)


def Z_efficient(params, n):
    L = isqrt(n)
    getcontext().prec = 50 + 2 * n
    x = 1 - 2 * Decimal(params["p"])
    sign = [1 - 2 * int(e) for e in params["start"]]
    t = [[(x * sign[2 * (r * L + c)], x * sign[2 * (r * L + c) + 1]) for c in range(L)] for r in range(L)]
    total = sector(t, L, -1, -1) + sector(t, L, -1, 1) + sector(t, L, 1, -1) - sector(t, L, 1, 1)
    if n % 2:
        total = -total
    # 2^n spins, a factor one half for each of the 2n qubits, one half for the four sectors
    return float(total / 2 / Decimal(2) ** n)


def special(params, n):
    p = params["p"]
    return {"K": 0.5 * log((1 - p) / p)}


def exponents(params, n):
    K = special(params, n)["K"]
    where = {i: [] for i in range(2 * n)}
    for k, s in enumerate(params["sets"]):
        for i in s:
            where[i].append(k)
    return [[where[i], -K if params["start"][i] else K] for i in range(2 * n)]
