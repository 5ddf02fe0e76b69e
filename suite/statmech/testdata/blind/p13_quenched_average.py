import numpy as np


def Z_efficient(params, n):
    p, J = params["p"], params["J"]
    e = np.asarray(params["edges"])
    beta = np.log((1 - p) / p) / (2 * J)
    rng = np.random.default_rng(20240607)
    # on the Nishimori line one planted configuration is an equilibrium sample of its own disorder
    sweeps, total = 4000, 0.0
    for _ in range(sweeps):
        g = np.where(rng.random(len(e)) < p, -1, 1)
        s = np.ones(n, dtype=int)
        sites = rng.permutation(n)
        for i in sites:
            touch = (e == i).any(axis=1)
            others = e[touch].sum(axis=1) - i
            field = J * np.dot(g[touch], s[others])
            s[i] = 1 if rng.random() < 1 / (1 + np.exp(-2 * beta * field)) else -1
        total += -J * np.sum(g * s[e[:, 0]] * s[e[:, 1]])
    return float(total / sweeps)
