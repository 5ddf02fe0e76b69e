import math


class Columns:
    def __init__(self, n):
        self.up = list(range(n))

    def find(self, i):
        while self.up[i] != i:
            self.up[i] = self.up[self.up[i]]
            i = self.up[i]
        return i

    def join(self, a, b):
        self.up[self.find(a)] = self.find(b)


def Z_efficient(params, n):
    p = params["p"]
    cols = Columns(n)
    for a, b in params["sets"]:
        cols.join(a, b)
    size, odd = {}, {}
    for i, e in enumerate(params["start"]):
        root = cols.find(i)
        size[root] = size.get(root, 0) + 1
        odd[root] = odd.get(root, 0) ^ e
    z = 1.0
    for root, k in size.items():
        if odd[root] and p < 0.5:
            z *= -0.5 * math.expm1(k * math.log1p(-2 * p))
        else:
            z *= 0.5 * (1 + (-1) ** odd[root] * (1 - 2 * p) ** k)
    return z


def special(params, n):
    return {"K": 0.5 * math.log((1 - params["p"]) / params["p"])}


def exponents(params, n):
    K = special(params, n)["K"]
    held = [[] for _ in range(n)]
    for k, s in enumerate(params["sets"]):
        for i in s:
            held[i].append(k)
    return [[held[i], -K if params["start"][i] else K] for i in range(n)]
