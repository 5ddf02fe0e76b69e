from collections import defaultdict


def canonical(labels):
    first = {}
    return tuple(first.setdefault(a, len(first)) for a in labels)


def Z_efficient(params, n):
    """Sweep from left to right; a state is the connectivity of the sites, merged by equal labels."""
    p, r = params["p"], params["r"]
    states = {(0, 0, 0): 1.0}
    for c in range(1, n):
        base = 3 * c
        grown = defaultdict(float)
        for s, w in states.items():
            grown[s + (base, base + 1, base + 2)] += w
        bonds = [(base - 3 + i, base + i, p[i][c - 1]) for i in range(3)]
        bonds += [(base + i, base + i + 1, r[i][c]) for i in range(2)]
        for u, v, q in bonds:
            after = defaultdict(float)
            for s, w in grown.items():
                after[s] += (1.0 - q) * w
                a, b = s[u], s[v]
                t = s if a == b else tuple(min(a, b) if k == max(a, b) else k for k in s)
                after[t] += q * w
            grown = after
        states = defaultdict(float)
        for s, w in grown.items():
            states[canonical(s)] += w
    return float(sum(w for s, w in states.items() if 0 in s[-3:]))
