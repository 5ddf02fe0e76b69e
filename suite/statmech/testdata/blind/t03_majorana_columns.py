import numpy as np


class Gaussian:
    """Pure even Gaussian state of N Ising sites, G[a, b] = <i c_a c_b>.

    X_j = i c_{2j} c_{2j+1}  and  Z_j Z_{j+1} = i c_{2j+1} c_{2j+2}.
    It starts as the superposition of all up and all down.
    """

    def __init__(self, sites):
        self.G = np.zeros((2 * sites, 2 * sites), dtype=np.longdouble)
        for j in range(sites - 1):
            self.G[2 * j + 1, 2 * j + 2], self.G[2 * j + 2, 2 * j + 1] = 1.0, -1.0
        self.G[0, -1], self.G[-1, 0] = 1.0, -1.0
        self.log = 0.0

    def weigh(self, a, b, s, t):
        """Apply s + t * i c_a c_b and normalise."""
        G = self.G
        g = G[a, b]
        norm = s * s + t * t + 2 * s * t * g
        self.log += 0.5 * np.log(norm)
        x, y = G[:, a].copy(), G[:, b].copy()
        f = (s * s - t * t) / norm
        G += (2 * s * t / norm) * (np.outer(y, x) - np.outer(x, y))
        for q, leg in ((a, x), (b, y)):
            G[:, q], G[q, :] = f * leg, -f * leg
        G[a, a] = G[b, b] = 0.0
        G[a, b] = ((s * s + t * t) * g + 2 * s * t) / norm
        G[b, a] = -G[a, b]

    def bond(self, j, s, t):
        self.weigh(2 * j + 1, 2 * j + 2, s, t)

    def renew(self, j):
        self.weigh(2 * j, 2 * j + 1, 1.0, 1.0)


def Z_efficient(params, n):
    L = int(round(n ** 0.5))
    x = 0.5 - np.longdouble(params["p"])
    e = np.array(params["start"]).reshape(L, L)
    # sites 0..L are the checks of rows -1..L-1 on the present front, site L+1 is the fixed outside
    psi = Gaussian(L + 2)
    for c in range(L + 1):
        for j in range((c + 1) % 2, L + 1, 2):
            psi.renew(j)
        if c < L:
            for r in range(L):
                psi.bond(r, 0.5, x if e[r, c] == 0 else -x)
    for j in range(L + 1):
        psi.bond(j, 0.5, 0.5)
    return float(np.exp(psi.log))


def special(params, n):
    p = params["p"]
    return {"K": float(np.log((1 - p) / p) / 2)}


def exponents(params, n):
    K = special(params, n)["K"]
    member = np.zeros((n, len(params["sets"])), dtype=bool)
    for k, s in enumerate(params["sets"]):
        member[s, k] = True
    sign = 1 - 2 * np.array(params["start"])
    return [[np.flatnonzero(member[i]).tolist(), K * float(sign[i])] for i in range(n)]
