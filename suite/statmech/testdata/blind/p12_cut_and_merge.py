def Z_efficient(params, n):
    q, v, w = params["q"], params["v"], params["w"]
    # bonds column by column, so that the recursion walks along the strip
    bonds = []
    for c in range(n):
        bonds += [((0, c), (1, c), w[0][c]), ((1, c), (2, c), w[1][c])]
        if c + 1 < n:
            bonds += [((r, c), (r, c + 1), v[r][c]) for r in range(3)]

    def transfer(k, block):
        if k == len(bonds):
            return q ** len(set(block.values()))
        a, b, x = bonds[k]
        without = transfer(k + 1, block)
        i, j = block[a], block[b]
        if i == j:
            return (1.0 + x) * without
        merged = {s: (i if t == j else t) for s, t in block.items()}
        return without + x * transfer(k + 1, merged)

    sites = [(r, c) for c in range(n) for r in range(3)]
    return float(transfer(0, {s: k for k, s in enumerate(sites)}))
