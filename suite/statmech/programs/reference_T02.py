import math
import numpy as np


def skew_pfaffian(A):
    """Sign of Pf(A) and logarithm of |Pf(A)|, two rows at a time, the largest entry as pivot."""
    A = A.copy()
    size = len(A)
    sign, log = 1.0, 0.0
    for k in range(0, size, 2):
        q = k + 1 + int(np.argmax(np.abs(A[k, k + 1:])))
        if q != k + 1:
            A[[k + 1, q]] = A[[q, k + 1]]
            A[:, [k + 1, q]] = A[:, [q, k + 1]]
            sign = -sign
        pivot = A[k, k + 1]
        if pivot == 0.0:
            return 0.0, 0.0
        if pivot < 0.0:
            sign = -sign
        log += math.log(abs(pivot))
        x = A[k, k + 2:] / pivot
        y = A[k + 1, k + 2:].copy()
        A[k + 2:, k + 2:] += np.outer(y, x) - np.outer(x, y)
    return sign, log


def partition_sum(n, p, sets, start):
    """Spins on the points, couplings K or -K by the marks: closed curves on a torus, as four Pfaffians.

    Each point has four anticommuting variables (right, left, down, up). Curves round the
    torus are signed right by one Pfaffian against three, with the sign of the links over
    the two seams reversed in turn.
    """
    L = math.isqrt(n)
    K = 0.5 * math.log((1.0 - p) / p)
    t = math.tanh(K)
    A = np.zeros((4 * n, 4 * n))

    def link(i, j, w):
        A[i, j] += w
        A[j, i] -= w

    seams = [[], []]
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
            across = 4 * (r * L + (c + 1) % L) + 1
            below = 4 * ((r + 1) % L * L + c) + 3
            i = 2 * (r * L + c)
            link(right, across, -t if start[i] else t)
            link(down, below, -t if start[i + 1] else t)
            if c == L - 1:
                seams[0].append((right, across))
            if r == L - 1:
                seams[1].append((down, below))
    terms = []
    for vertical in (1.0, -1.0):
        for horizontal in (1.0, -1.0):
            B = A.copy()
            for seam, turn in ((seams[0], vertical), (seams[1], horizontal)):
                for i, j in seam:
                    B[i, j] *= turn
                    B[j, i] *= turn
            sign, log = skew_pfaffian(B)
            if n % 2 == 1:
                sign = -sign
            terms.append((-sign if vertical > 0 and horizontal > 0 else sign, log))
    top = max(log for sign, log in terms)
    curves = sum(sign * math.exp(log - top) for sign, log in terms)
    scale = (n - 1) * math.log(2.0) + 2 * n * (math.log(math.cosh(K)) + 0.5 * math.log(p * (1.0 - p)))
    return math.exp(scale + top) * curves
