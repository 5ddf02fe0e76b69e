def special_strengths(n, p, r, lines, sets, start):
    """The Walsh coefficients of the logarithms of a line's first factor and of a step along it."""
    from math import log

    lp, lq, mp, mq = log(p), log(1.0 - p), log(r), log(1.0 - r)
    return {
        "first": 0.5 * (lq - lp),
        "one": 0.25 * (lq - lp + mq - mp),
        "two": 0.25 * (lq - lp - mq + mp),
        "before": 0.25 * (lq + lp - mq - mp),
    }


def spin_couplings(n, p, r, lines, sets, start):
    """Couplings of two spins for each position, and of four for two that follow each other on a line."""
    strengths = special_strengths(n, p, r, lines, sets, start)
    holding = [[] for _ in start]
    for k, group in enumerate(sets):
        for i in group:
            holding[i].append(k)
    sign = [-1.0 if e else 1.0 for e in start]
    terms = []
    for line in lines:
        terms.append([holding[line[0]], sign[line[0]] * strengths["first"]])
        for j, i in zip(line, line[1:]):
            terms.append([holding[i], sign[i] * strengths["one"]])
            terms.append([holding[j], sign[j] * strengths["before"]])
            terms.append([holding[j] + holding[i], sign[i] * sign[j] * strengths["two"]])
    return terms
