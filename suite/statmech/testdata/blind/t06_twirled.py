import cmath
import math


def Z_efficient(params, n):
    """After the syndrome is measured the classes add incoherently: a qubit is flipped with
    probability sin(theta)^2."""
    p = math.sin(params["theta"]) ** 2
    e = params["start"]
    holders = [[] for _ in range(n)]
    for k, s in enumerate(params["sets"]):
        for i in s:
            holders[i].append(k)
    last = [max(s) for s in params["sets"]]
    table, names = {(): 1.0}, []
    for i in range(n):
        for k in holders[i]:
            if k not in names:
                names.append(k)
                table = {b + (x,): w for b, w in table.items() for x in (0, 1)}
        where = [names.index(k) for k in holders[i]]
        stay = [a for a, k in enumerate(names) if last[k] != i]
        new = {}
        for b, w in table.items():
            flipped = (e[i] + sum(b[a] for a in where)) & 1
            key = tuple(b[a] for a in stay)
            new[key] = new.get(key, 0.0) + w * (p if flipped else 1 - p)
        table, names = new, [names[a] for a in stay]
    return table[()]


def special(params, n):
    return {"K": 0.5 * cmath.log(-1j / math.tan(params["theta"]))}


def exponents(params, n):
    K = special(params, n)["K"]
    out = [[[], K * (1 - 2 * x)] for x in params["start"]]
    for k, s in enumerate(params["sets"]):
        for i in s:
            out[i][0].append(k)
    return out
