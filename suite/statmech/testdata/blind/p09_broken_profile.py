from collections import defaultdict
from math import isqrt


def Z_efficient(params, n):
    L = isqrt(n)
    x, y = params["x"], params["y"]
    # bit c of a profile: cell c of the frontier is already covered
    profiles = {0: 1.0}
    for r in range(L):
        for c in range(L):
            bit = 1 << c
            new = defaultdict(float)
            for mask, w in profiles.items():
                if mask & bit:
                    new[mask ^ bit] += w
                    continue
                if r + 1 < L:
                    new[mask | bit] += w * y[r][c]
                if c + 1 < L and not mask & (bit << 1):
                    new[mask | (bit << 1)] += w * x[r][c]
            profiles = new
    return float(profiles.get(0, 0.0))
