import numpy as np


class RowOperator:
    """Row-to-row operator of the free-fermion vertex model, built vertex by vertex."""

    def __init__(self, E, S, C):
        self.vertices = [self._tensor(e, s, c) for e, s, c in zip(E, S, C)]

    @staticmethod
    def _tensor(e, s, c):
        t = np.zeros((2, 2, 2, 2))          # left, up, right, down
        t[0, 0, 0, 0], t[1, 1, 1, 1] = e
        t[1, 0, 1, 0], t[0, 1, 0, 1] = s
        t[0, 1, 1, 0] = c[0]
        t[1, 1, 0, 0] = c[1]
        t[1, 0, 0, 1] = c[2]
        t[0, 0, 1, 1] = c[3]
        return t

    def matrix(self):
        acc = np.zeros((1, 1, 2))
        acc[0, 0, 0] = 1.0
        for t in self.vertices:
            acc = np.einsum("xyl,lurd->xuydr", acc, t)
            a, b, c, d, e = acc.shape
            acc = acc.reshape(a * b, c * d, e)
        return acc[:, :, 0]


def Z_efficient(params, n):
    L = int(n ** 0.5 + 0.5)
    vector = None
    for r in range(L):
        T = RowOperator(params["E"][r], params["S"][r], params["C"][r]).matrix()
        vector = T[0] if vector is None else vector @ T
    return float(vector[0])
