from fractions import Fraction
from math import log


def Z_efficient(params, n):
    p, q = Fraction(params["p"]), Fraction(params["q"])
    e, sets = params["start"], params["sets"]
    holders = [[] for _ in e]
    for k, s in enumerate(sets):
        for i in s:
            holders[i].append(k)
    order, open_, waiting = [], [], {i: len(h) for i, h in enumerate(holders)}
    left = set(range(len(sets)))
    # greedy order: the set that leaves the fewest unfinished positions behind
    begun = set()
    while left:
        def price(k):
            opened = sum(1 for i in sets[k] if i not in begun and len(holders[i]) > 1)
            closed = sum(1 for i in sets[k] if waiting[i] == 1)
            return (opened - closed, k)
        k = min(left, key=price)
        left.remove(k)
        order.append(k)
        for i in sets[k]:
            waiting[i] -= 1
            begun.add(i)
    # state: present marks of the positions that are begun and not finished
    todo = {i: len(h) for i, h in enumerate(holders)}
    live, table = [], {0: Fraction(1)}
    for k in order:
        for i in sets[k]:
            if i not in live:
                table = {(w << 1) | e[i]: x for w, x in table.items()}
                live = [i] + live
        mask = sum(1 << live.index(i) for i in sets[k])
        new = {}
        for w, x in table.items():
            for v in (w, w ^ mask):
                new[v] = new.get(v, 0) + x
        table = new
        for i in sets[k]:
            todo[i] -= 1
            if todo[i] == 0:
                at = live.index(i)
                rate = p if i < 8 * n else q
                new = {}
                for w, x in table.items():
                    v = (w & ((1 << at) - 1)) | (w >> (at + 1) << at)
                    new[v] = new.get(v, 0) + x * (rate if w >> at & 1 else 1 - rate)
                table = new
                live.pop(at)
    return float(table[0])


def special(params, n):
    p, q = params["p"], params["q"]
    return {"K": log((1 - p) / p) / 2, "L": log((1 - q) / q)}


def exponents(params, n):
    K, L = log((1 - params["p"]) / params["p"]) / 2, log((1 - params["q"]) / params["q"]) / 2
    out = []
    for i, mark in enumerate(params["start"]):
        ks = [k for k, s in enumerate(params["sets"]) if i in s]
        out.append([ks, (K if i < 8 * n else L) * (-1 if mark else 1)])
    return out
