def partition_sum(n, p, r):
    """Go through all sets of links."""
    links = [(i * n + c, i * n + c + 1, p[i][c]) for i in range(3) for c in range(n - 1)]
    links += [(i * n + c, i * n + n + c, r[i][c]) for i in range(2) for c in range(n)]
    total = 0.0
    for on in range(1 << len(links)):
        group = list(range(3 * n))
        weight = 1.0
        for k, (a, b, chance) in enumerate(links):
            if on >> k & 1:
                weight *= chance
                old, new = group[a], group[b]
                if old != new:
                    group = [new if g == old else g for g in group]
            else:
                weight *= 1.0 - chance
        if {group[0], group[n], group[2 * n]} & {group[n - 1], group[2 * n - 1], group[3 * n - 1]}:
            total += weight
    return total
