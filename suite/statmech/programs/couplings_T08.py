def spin_couplings(n, p, sets, start):
    """One coupling for each position, between the spins of the sets that hold it."""
    from math import log

    strength = 0.5 * log((1.0 - p) / p)
    holding = [[] for _ in start]
    for k, group in enumerate(sets):
        for i in group:
            holding[i].append(k)
    return [[ks, -strength if e else strength] for ks, e in zip(holding, start)]


def special_strengths(n, p, sets, start):
    """On the line exp(-2K) = p/(1-p) the weights are the probabilities of the errors."""
    from math import log

    return {"K": 0.5 * log((1.0 - p) / p)}
