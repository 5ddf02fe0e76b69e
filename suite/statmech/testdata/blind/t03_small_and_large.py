import math
import numpy as np


def _frontier(p, sets, e):
    last = [max(s) for s in sets]
    table, names = {(): 1.0}, []
    for i, mark in enumerate(e):
        mine = [k for k, s in enumerate(sets) if i in s]
        for k in mine:
            if k not in names:
                names.append(k)
                table = {b + (x,): w for b, w in table.items() for x in (0, 1)}
        stay = [a for a, k in enumerate(names) if last[k] > i]
        at = [names.index(k) for k in mine]
        new = {}
        for b, w in table.items():
            d = (mark + sum(b[a] for a in at)) % 2
            key = tuple(b[a] for a in stay)
            new[key] = new.get(key, 0.0) + w * (p if d else 1.0 - p)
        table, names = new, [names[a] for a in stay]
    return table[()]


def _blocks(p, sets, e):
    """Blocks of 2^12 choices at a time; the block index runs over the other sets."""
    n = len(e)
    words = [sum(1 << i for i in s) for s in sets]
    ref = sum(int(x) << i for i, x in enumerate(e))
    inner = np.zeros((1, n), dtype=np.int8)
    for w in words[:12]:
        v = np.array([w >> i & 1 for i in range(n)], dtype=np.int8)
        inner = np.concatenate([inner, inner ^ v])
    ratio = p / (1.0 - p)
    total = 0.0
    for g in range(1 << max(0, len(words) - 12)):
        w = ref
        for k in range(12, len(words)):
            if g >> (k - 12) & 1:
                w ^= words[k]
        v = np.array([w >> i & 1 for i in range(n)], dtype=np.int8)
        total += (ratio ** (inner ^ v).sum(axis=1)).sum()
    return total * math.exp(n * math.log1p(-p))


def Z_efficient(params, n):
    work = _frontier if n <= 25 else _blocks
    return float(work(params["p"], params["sets"], params["start"]))


def special(params, n):
    p = params["p"]
    return {"K": 0.5 * math.log((1.0 - p) / p)}


def exponents(params, n):
    K = special(params, n)["K"]
    return [[[k for k, s in enumerate(params["sets"]) if i in s], K * (1 - 2 * params["start"][i])]
            for i in range(n)]
