import numpy as np
from math import log


def _order(sets, n):
    near = {i: [] for i in range(n)}
    for k, (a, b) in enumerate(sets):
        near[a].append((b, k))
        near[b].append((a, k))
    i = min(v for v in near if len(near[v]) == 1)
    line, used = [i], -1
    while len(line) < n:
        i, used = next((b, k) for b, k in near[i] if k != used)
        line.append(i)
    return line


def Z_efficient(params, n):
    p = params["p"]
    line = _order(params["sets"], n)
    e = [params["start"][i] for i in line]

    def block(marks, first, final):
        # block of the line: `first`/`final` tell whether the end link is missing on that side;
        # returns the 2 x 2 block between the choice on its left and the one on its right
        k = len(marks)
        M = np.zeros((2, 2))
        inner = np.arange(1 << (k - 1), dtype=np.int64)
        for left in (0,) if first else (0, 1):
            for right in (0,) if final else (0, 1):
                w = np.ones(inner.shape)
                before = left
                for x in range(k):
                    after = right if x == k - 1 else (inner >> x) & 1
                    d = (marks[x] + before + after) % 2
                    w = w * np.where(d == 1, p, 1.0 - p)
                    before = after
                M[left, right] = w.sum()
        return M

    h = n // 2
    return float((block(e[:h], True, False) @ block(e[h:], False, True))[0, 0])


def special(params, n):
    return {"K": 0.5 * log(1.0 / params["p"] - 1.0)}


def exponents(params, n):
    K = special(params, n)["K"]
    out = [[[], K * (1 - 2 * e)] for e in params["start"]]
    for k, pair in enumerate(params["sets"]):
        for i in pair:
            out[i][0].append(k)
    return out
