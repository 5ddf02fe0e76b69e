import numpy as np

PARTS = ["123", "112", "122", "121", "111"]       # non-crossing partitions of three rows


def _norm(t):
    seen = []
    for a in t:
        if a not in seen:
            seen.append(a)
    return "".join(str(1 + seen.index(a)) for a in t)


def _join(i):
    m = np.zeros((5, 5))
    for a, t in enumerate(PARTS):
        lo, hi = sorted((t[i], t[i + 1]))
        m[PARTS.index(_norm([lo if k == hi else k for k in t])), a] = 1.0
    return m


def _detach(i, q):
    """replace site i by the next one without the bond: a lost singleton is a finished cluster"""
    m = np.zeros((5, 5))
    for a, t in enumerate(PARTS):
        new = list(t)
        new[i] = "9"
        m[PARTS.index(_norm(new)), a] = q if t.count(t[i]) == 1 else 1.0
    return m


def Z_efficient(params, n):
    q, v, w = params["q"], params["v"], params["w"]
    J = [_join(0), _join(1)]
    D = [_detach(i, q) for i in range(3)]
    I = np.eye(5)
    x = np.zeros(5)
    x[0] = 1.0
    log_scale = 0.0
    for c in range(n):
        if c:
            for i in range(3):
                x = (v[i][c - 1] * I + D[i]) @ x
        for i in range(2):
            x = (I + w[i][c] * J[i]) @ x
        s = x.max()
        x = x / s
        log_scale += np.log(s)
    clusters = np.array([3, 2, 2, 2, 1])
    return float(np.exp(log_scale + np.log(np.dot(x, float(q) ** clusters))))
