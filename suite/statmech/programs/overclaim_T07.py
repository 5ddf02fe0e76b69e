def partition_sum(n, p, q, sets, start):
    """One set is turned at a time, in the order of a Gray code."""
    d = list(start)
    most, rest = 8 * n, len(start) - 8 * n
    first, second = sum(d[:most]), sum(d[most:])
    weight = [[p ** a * (1.0 - p) ** (most - a) * q ** b * (1.0 - q) ** (rest - b) for b in range(rest + 1)] for a in range(most + 1)]
    total = weight[first][second]
    for step in range(1, 1 << len(sets)):
        for i in sets[(step & -step).bit_length() - 1]:
            d[i] ^= 1
            if i < most:
                first += 1 if d[i] else -1
            else:
                second += 1 if d[i] else -1
        total += weight[first][second]
    return total
