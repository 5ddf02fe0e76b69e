import math
from functools import lru_cache


def Z_efficient(params, n):
    """Dynamic programming over the sets; partial sums are memoised."""
    p, r = params["p"], params["r"]
    e, sets = params["start"], params["sets"]
    m = len(sets)
    previous = {}
    for line in params["lines"]:
        for a, b in zip(line, line[1:]):
            previous[b] = a
    held = [[k for k in range(m) if i in sets[k]] for i in range(len(e))]
    ready = [[] for _ in range(m)]
    for i in range(len(e)):
        ks = held[i] + (held[previous[i]] if i in previous else [])
        ready[max(ks)].append(i)

    def mark(i, taken):
        return (e[i] + sum(k in taken for k in held[i])) % 2

    @lru_cache(maxsize=None)
    def tail(k, taken):
        if k == m:
            return 1.0
        total = 0.0
        for choice in (taken, taken | {k}):
            w = 1.0
            for i in ready[k]:
                x = r if i in previous and mark(previous[i], choice) else p
                w *= x if mark(i, choice) else 1 - x
            total += w * tail(k + 1, choice)
        return total

    return tail(0, frozenset())


def special(params, n):
    lg = {s: math.log(x / (1 - x)) for s, x in (("p", params["p"]), ("r", params["r"]))}
    q = math.log(params["p"] * (1 - params["p"])) - math.log(params["r"] * (1 - params["r"]))
    return {"first": -lg["p"] / 2, "one": -(lg["p"] + lg["r"]) / 4,
            "two": (lg["r"] - lg["p"]) / 4, "before": q / 4}


def exponents(params, n):
    s = special(params, n)
    e, sets = params["start"], params["sets"]
    held = [[k for k in range(len(sets)) if i in sets[k]] for i in range(len(e))]
    pairs = []
    for line in params["lines"]:
        pairs.append([held[line[0]], s["first"] * (-1) ** e[line[0]]])
        for a, b in zip(line, line[1:]):
            both = [k for k in held[a] + held[b] if (k in held[a]) != (k in held[b])]
            pairs.append([held[b], s["one"] * (-1) ** e[b]])
            pairs.append([both, s["two"] * (-1) ** (e[a] + e[b])])
            pairs.append([held[a], s["before"] * (-1) ** e[a]])
    return pairs
