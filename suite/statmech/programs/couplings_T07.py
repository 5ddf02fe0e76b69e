def special_strengths(n, p, q, sets, start):
    """The Nishimori condition of either kind of fault."""
    from math import log

    return {"K": 0.5 * log((1.0 - p) / p), "L": 0.5 * log((1.0 - q) / q)}


def spin_couplings(n, p, q, sets, start):
    """One coupling for each position, of all sets that hold it."""
    strengths = special_strengths(n, p, q, sets, start)
    holding = [[] for _ in start]
    for k, group in enumerate(sets):
        for i in group:
            holding[i].append(k)
    terms = []
    for i, e in enumerate(start):
        strength = strengths["K"] if i < 8 * n else strengths["L"]
        terms.append([holding[i], -strength if e else strength])
    return terms
