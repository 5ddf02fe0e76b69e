ONE = 1 << 64


def _relabel(labels):
    names, out = {0: 0}, []
    for a in labels:
        out.append(names.setdefault(a, len(names)))
    return tuple(out)


def Z_efficient(params, n):
    p, r = params["p"], params["r"]
    # label 0: tied to column 0. All weights are integers in units of 2^-64 per bond.
    states = {(0, 0, 0): 1}
    bonds = 0

    def bond(states, prob, open_map, closed_map):
        a = int(round(prob * ONE))
        new = {}
        for s, w in states.items():
            for t, f in ((open_map(s), a), (closed_map(s), ONE - a)):
                t = _relabel(t)
                new[t] = new.get(t, 0) + w * f
        return new

    for c in range(1, n):
        for row in range(3):
            states = bond(states, p[row][c - 1],
                          lambda s: s,
                          lambda s: s[:row] + (9,) + s[row + 1:])
            bonds += 1
        for row in range(2):
            def merge(s):
                lo, hi = sorted((s[row], s[row + 1]))
                return tuple(lo if a == hi else a for a in s)
            states = bond(states, r[row][c], merge, lambda s: s)
            bonds += 1
        states = {s: w for s, w in states.items() if 0 in s}
    return sum(states.values()) / (1 << (64 * bonds))
