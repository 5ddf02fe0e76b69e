import numpy as np


def _restricted_growth(t):
    ids = {}
    return tuple(ids.setdefault(a, len(ids)) for a in t)


class Strip:
    def __init__(self, q, v, w):
        self.q, self.v, self.w = q, v, w
        self.basis = [(0, 1, 2), (0, 0, 1), (0, 1, 1), (0, 1, 0), (0, 0, 0)]
        self.number = {t: i for i, t in enumerate(self.basis)}

    def _operator(self, rule):
        m = np.zeros((5, 5))
        for j, t in enumerate(self.basis):
            for new, x in rule(t):
                m[self.number[_restricted_growth(new)], j] += x
        return m

    def join(self, i, x):
        return self._operator(lambda t: [(t, 1.0), ([t[i] if a == t[i + 1] else a for a in t], x)])

    def advance(self, i, x):
        return self._operator(lambda t: [(t, x), (t[:i] + (5,) + t[i + 1:], self.q if t.count(t[i]) == 1 else 1.0)])

    def column(self, c):
        m = np.eye(5)
        if c:
            for i in range(3):
                m = self.advance(i, self.v[i][c - 1]) @ m
        for i in range(2):
            m = self.join(i, self.w[i][c]) @ m
        return m

    def segment(self, a, b):
        """(matrix, log of its scale) of the columns a .. b-1"""
        if b - a == 1:
            m, s = self.column(a), 0.0
        else:
            mid = (a + b) // 2
            left, s1 = self.segment(a, mid)
            right, s2 = self.segment(mid, b)
            m, s = right @ left, s1 + s2
        top = m.max()
        return m / top, s + np.log(top)


def Z_efficient(params, n):
    strip = Strip(params["q"], params["v"], params["w"])
    m, s = strip.segment(0, n)
    close = np.array([params["q"] ** len(set(t)) for t in strip.basis])
    return float(np.exp(s + np.log(close @ m[:, 0])))
