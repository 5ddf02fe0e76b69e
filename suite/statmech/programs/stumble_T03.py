import cmath
import math
import numpy as np


def closed_curves(L, sets, strengths):
    """Logarithm of the product of cosh, and of the size of the sum over closed curves: Kac and Ward.

    A point for each set, a line for each position between its two sets. Lines with one end
    go to a point far to the left or to the right; these two are one point, so that a line
    of full weight round the drawing joins them. strengths holds the coupling of each position.
    """
    middle = (L - 1) / 2.0
    where = []
    for group in sets:
        y = sum(i // L for i in group) / len(group)
        if len(group) == 2:
            y += -0.5 if group[0] < L else 0.5
        where.append((sum(i % L for i in group) / len(group), y))
    m = len(sets)
    where += [(-3.0, middle), (L + 2.0, middle)]
    holding = [[] for _ in range(L * L)]
    for k, group in enumerate(sets):
        for i in group:
            holding[i].append(k)
    lines = {}
    for i, ks in enumerate(holding):
        ends = tuple(ks) if len(ks) == 2 else (ks[0], m if i % L == 0 else m + 1)
        lines[ends] = lines.get(ends, 0.0) + strengths[i]
    log = 0.0
    directed = []  # from, to, weight, direction at the start, direction at the end, turning on the way
    for (u, v), K in lines.items():
        log += cmath.log(cmath.cosh(K)).real
        angle = math.atan2(where[v][1] - where[u][1], where[v][0] - where[u][0])
        back = math.atan2(where[u][1] - where[v][1], where[u][0] - where[v][0])
        directed.append((u, v, cmath.tanh(K), angle, angle, 0.0))
        directed.append((v, u, cmath.tanh(K), back, back, 0.0))
    directed.append((m, m + 1, 1.0, -math.pi / 2, math.pi / 2, math.pi))
    directed.append((m + 1, m, 1.0, -math.pi / 2, math.pi / 2, -math.pi))
    size = len(directed)
    leaving = [[] for _ in range(m + 2)]
    for f, line in enumerate(directed):
        leaving[line[0]].append(f)
    kac_ward = np.eye(size, dtype=complex)
    for e, (u, v, weight, _, end, turning) in enumerate(directed):
        for f in leaving[v]:
            if f == e ^ 1:
                continue
            turn = (directed[f][3] - end + math.pi) % (2.0 * math.pi) - math.pi
            kac_ward[e, f] -= weight * cmath.exp(0.5j * (turn + turning))
    return log, 0.5 * np.linalg.slogdet(kac_ward)[1]


def partition_sum(n, p, sets, start):
    K = 0.5 * math.log((1.0 - p) / p)
    log, curves = closed_curves(math.isqrt(n), sets, [K for e in start])
    return math.exp(len(sets) * math.log(2.0) + log + curves + 0.5 * n * math.log(p * (1.0 - p)))
