import cmath
import math
import numpy as np


def evaluate(n, pairs, place):
    """Kac and Ward: closed walks on a drawing with straight lines and no crossings.

    One row for each directed pair; from a pair one may go on to any that leaves its end,
    except back, with the tangent of the coupling and half the turning angle as a phase.
    Then Z = 2^n * prod(cosh K) * sqrt(det(1 - W)), and the determinant is a square.
    """
    steps = [(i, j, K) for i, j, K in pairs] + [(j, i, K) for i, j, K in pairs]
    leaving = [[] for _ in range(n)]
    for a, (i, j, K) in enumerate(steps):
        leaving[i].append(a)
    angle = [math.atan2(place[j][1] - place[i][1], place[j][0] - place[i][0]) for i, j, K in steps]
    A = np.eye(len(steps), dtype=complex)
    for a, (i, j, K) in enumerate(steps):
        for b in leaving[j]:
            if steps[b][1] != i:
                turn = (angle[b] - angle[a] + math.pi) % (2.0 * math.pi) - math.pi
                A[a, b] -= math.tanh(K) * cmath.exp(0.5j * turn)
    log_det = np.linalg.slogdet(A)[1]
    return math.exp(n * math.log(2.0) + math.fsum(math.log(math.cosh(K)) for i, j, K in pairs) + 0.5 * log_det)
