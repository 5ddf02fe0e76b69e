from math import log


def _layout(params):
    sets, lines = params["sets"], params["lines"]
    held = {}
    for k, s in enumerate(sets):
        for i in s:
            held.setdefault(i, []).append(k)
    factors = []
    for line in lines:
        before = None
        for i in line:
            factors.append((before, i))
            before = i
    return held, factors


def _order(params, held):
    """Column by column around the ring. The sets that meet on a line of three are a column;
    with three columns the rows do as well."""
    columns = []
    for line in params["lines"]:
        column = {k for i in line for k in held[i]}
        if len(line) == 3 and len(column) == 3 and not any(column & c for c in columns):
            columns.append(column)
    beside = {k: {v for i in s for v in held[i]} for k, s in enumerate(params["sets"])}
    here, order = columns.pop(0), []
    while True:
        order.extend(sorted(here))
        if not columns:
            return order
        near = set().union(*(beside[k] for k in here))
        here = columns.pop(next(x for x, c in enumerate(columns) if c & near))


def Z_efficient(params, n):
    p, r, e = params["p"], params["r"], params["start"]
    m = len(params["sets"])
    held, factors = _layout(params)
    scopes = [set(held[i]) | set(held.get(j, ())) for j, i in factors]
    order = _order(params, held)
    rank = {k: x for x, k in enumerate(order)}
    last = [0] * m
    due = [[] for _ in range(m)]
    for f, s in zip(factors, scopes):
        top = max(rank[k] for k in s)
        due[top].append(f)
        for k in s:
            last[k] = max(last[k], top)
    open_ = []
    table = {(): 1.0}
    for x, k in enumerate(order):
        names = open_ + [k]
        at = {v: y for y, v in enumerate(names)}
        todo = [(None if j is None else (e[j], [at[v] for v in held[j]]), e[i], [at[v] for v in held[i]])
                for j, i in due[x]]
        stay = [y for y, v in enumerate(names) if last[v] > x]
        fresh = {}
        for state, w in table.items():
            for b in (0, 1):
                full = state + (b,)
                weight = w
                for before, mark, ks in todo:
                    rate = p
                    if before is not None and (before[0] + sum(full[y] for y in before[1])) % 2:
                        rate = r
                    flipped = (mark + sum(full[y] for y in ks)) % 2
                    weight *= rate if flipped else 1.0 - rate
                key = tuple(full[y] for y in stay)
                fresh[key] = fresh.get(key, 0.0) + weight
        table = fresh
        open_ = [names[y] for y in stay]
    return table[()]


def special(params, n):
    p, r = params["p"], params["r"]
    a, b, c, d = log(1 - p), log(p), log(1 - r), log(r)
    return {"first": (a - b) / 2, "one": (a - b + c - d) / 4,
            "two": (a - b - c + d) / 4, "before": (a + b - c - d) / 4}


def exponents(params, n):
    held, factors = _layout(params)
    c = special(params, n)
    sign = [1 - 2 * x for x in params["start"]]
    out = []
    for j, i in factors:
        if j is None:
            out.append([held[i], c["first"] * sign[i]])
            continue
        out.append([held[i], c["one"] * sign[i]])
        out.append([sorted(set(held[i]) ^ set(held[j])), c["two"] * sign[i] * sign[j]])
        out.append([held[j], c["before"] * sign[j]])
    return out
