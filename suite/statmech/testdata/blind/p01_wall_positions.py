from itertools import combinations
from math import exp


def Z_efficient(params, n):
    # a configuration is a first spin and the positions of its domain walls
    K = params["beta"] * params["J"]
    bonds = n - 1
    up, down = exp(K), exp(-K)
    sectors = (sum(1 for _ in combinations(range(bonds), walls)) * up ** (bonds - walls) * down ** walls
               for walls in range(bonds + 1))
    return 2.0 * sum(sectors)
