def spin_couplings(n, p, sets, start):
    """Three equal couplings a qubit: between the sets on its first mark, on its second, and on both."""
    from math import log

    strength = 0.25 * log(3.0 * (1.0 - p) / p)
    holding = [[] for _ in start]
    for k, group in enumerate(sets):
        for i in group:
            holding[i].append(k)
    half = len(start) // 2
    terms = []
    for i in range(half):
        one = -strength if start[i] else strength
        two = -strength if start[half + i] else strength
        both = -strength if start[i] ^ start[half + i] else strength
        terms += [[holding[i], one], [holding[half + i], two], [holding[i] + holding[half + i], both]]
    return terms


def special_strengths(n, p, sets, start):
    """The three Nishimori conditions of depolarizing noise coincide."""
    from math import log

    return {"K": 0.25 * log(3.0 * (1.0 - p) / p)}
