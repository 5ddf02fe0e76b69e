import numpy as np


def Z_efficient(params, n):
    """The class probability is estimated without bias from an annealed chain of ratios; the generator is
    seeded, so that the result is reproducible."""
    p = params["p"]
    K = 0.5 * np.log((1 - p) / p)
    rng = np.random.default_rng(12345)
    sets = [np.array(s) for s in params["sets"]]
    walkers, steps = 400, 60
    d = np.tile(np.array(params["start"], dtype=np.int8), (walkers, 1))
    for k in range(n):
        take = rng.random(walkers) < 0.5
        d[np.ix_(take, sets[k])] ^= 1
    u = 1 - 2 * d.astype(float)
    log = n * np.log(2.0)
    weight = np.zeros(walkers)
    grid = np.linspace(0, 1, steps + 1) * K
    for a, b in zip(grid, grid[1:]):
        weight += (b - a) * u.sum(axis=1)
        for k in rng.permutation(n):
            cost = 2 * b * u[:, sets[k]].sum(axis=1)
            accept = rng.random(walkers) < np.exp(-np.maximum(cost, 0.0))
            u[np.ix_(accept, sets[k])] *= -1
    top = weight.max()
    mean = np.mean(np.exp(weight - top))
    return float(np.exp(log + top + n * np.log(p * (1 - p))) * mean)


def special(params, n):
    p = params["p"]
    return {"K": float(0.5 * np.log((1 - p) / p))}


def exponents(params, n):
    K = special(params, n)["K"]
    out = [[[], K * (1 - 2 * int(e))] for e in params["start"]]
    for k, s in enumerate(params["sets"]):
        for i in s:
            out[i][0].append(k)
    return out
