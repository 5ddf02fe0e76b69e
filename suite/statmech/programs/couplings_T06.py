def spin_couplings(n, theta, sets, start):
    """One complex coupling for each position, between the spins of the sets that hold it."""
    from cmath import log
    from math import tan

    strength = -0.5 * log(1j * tan(theta))
    holding = [[] for _ in start]
    for k, group in enumerate(sets):
        for i in group:
            holding[i].append(k)
    return [[ks, -strength if e else strength] for ks, e in zip(holding, start)]


def special_strengths(n, theta, sets, start):
    """exp(2K) = -i cot(theta): the weights are the amplitudes of the errors."""
    from cmath import log
    from math import tan

    return {"K": -0.5 * log(1j * tan(theta))}
