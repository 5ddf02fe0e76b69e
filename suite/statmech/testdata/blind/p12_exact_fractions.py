from fractions import Fraction


def shape(labels):
    names = {}
    return tuple(names.setdefault(a, len(names)) for a in labels)


def Z_efficient(params, n):
    q = Fraction(params["q"])
    v = [[Fraction(a) for a in row] for row in params["v"]]
    w = [[Fraction(a) for a in row] for row in params["w"]]
    weight = {(0, 1, 2): Fraction(1)}
    for c in range(n):
        if c > 0:
            for i in range(3):
                new = {}
                for s, z in weight.items():
                    new[s] = new.get(s, 0) + z * v[i][c - 1]
                    alone = s.count(s[i]) == 1
                    t = list(s)
                    t[i] = 7
                    t = shape(t)
                    new[t] = new.get(t, 0) + (z * q if alone else z)
                weight = new
        for i in range(2):
            new = {}
            for s, z in weight.items():
                new[s] = new.get(s, 0) + z
                t = shape([s[i] if a == s[i + 1] else a for a in s])
                new[t] = new.get(t, 0) + z * w[i][c]
            weight = new
    return float(sum(z * q ** len(set(s)) for s, z in weight.items()))
