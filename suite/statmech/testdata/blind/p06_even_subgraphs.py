import math


def Z_efficient(params, n):
    beta = params["beta"]
    edges, J = params["edges"], params["J"]
    # spanning forest, then one cycle for each further edge
    parent, depth, roots = {}, {}, 0
    near = [[] for _ in range(n)]
    for k, (u, v) in enumerate(edges):
        near[u].append((v, k))
        near[v].append((u, k))
    for root in range(n):
        if root in depth:
            continue
        roots += 1
        depth[root], parent[root], stack = 0, (None, None), [root]
        while stack:
            u = stack.pop()
            for v, k in near[u]:
                if v not in depth:
                    depth[v], parent[v] = depth[u] + 1, (u, k)
                    stack.append(v)
    tree = {k for _, k in parent.values() if k is not None}
    cycles = []
    for k, (u, v) in enumerate(edges):
        if k in tree:
            continue
        word = 1 << k
        while u != v:
            if depth[u] < depth[v]:
                u, v = v, u
            u, e = parent[u]
            word ^= 1 << e
        cycles.append(word)
    negative = sum(1 << k for k, j in enumerate(J) if j < 0)
    t = math.tanh(beta)
    size = [0.0] * (len(edges) + 1)
    word = 0
    for g in range(1 << len(cycles)):
        if g:
            word ^= cycles[(g & -g).bit_length() - 1]
        size[word.bit_count()] += -1.0 if (word & negative).bit_count() & 1 else 1.0
    total = math.fsum(w * t ** k for k, w in enumerate(size))
    return 2.0 ** n * math.cosh(beta) ** len(edges) * total
