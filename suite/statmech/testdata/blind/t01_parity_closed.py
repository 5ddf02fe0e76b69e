import math


def Z_efficient(params, n):
    # The pair flips connect every configuration with every other one of equal parity,
    # and each of them is reached exactly once.
    p = params["p"]
    odd = sum(int(x) for x in params["start"]) & 1
    q = 1.0 - 2.0 * p
    if not odd:
        return 0.5 * (1.0 + q ** n)
    if q > 0.0:
        return -0.5 * math.expm1(n * math.log1p(-2.0 * p))
    return 0.5 * (1.0 - q ** n)


def exponents(params, n):
    K = special(params, n)["K"]
    home = [[] for _ in range(n)]
    for k, s in enumerate(params["sets"]):
        for i in s:
            home[i].append(k)
    return [[home[i], K if params["start"][i] == 0 else -K] for i in range(n)]


def special(params, n):
    p = params["p"]
    return {"K": 0.5 * (math.log1p(-p) - math.log(p))}
