def partition_sum(n, q, v, w):
    """Go through all sets of links."""
    links = [(i * n + c, i * n + c + 1, v[i][c]) for i in range(3) for c in range(n - 1)]
    links += [(i * n + c, i * n + n + c, w[i][c]) for i in range(2) for c in range(n)]
    total = 0.0
    for on in range(1 << len(links)):
        group = list(range(3 * n))
        weight = 1.0
        for k, (a, b, factor) in enumerate(links):
            if on >> k & 1:
                weight *= factor
                old, new = group[a], group[b]
                if old != new:
                    group = [new if g == old else g for g in group]
        total += weight * q ** len(set(group))
    return total
