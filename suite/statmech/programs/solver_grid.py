

def partition_sum(n, beta, Jh, Jv):
    L = math.isqrt(n)
    pairs = [(r * L + c, r * L + c + 1, beta * Jh[r][c]) for r in range(L) for c in range(L - 1)]
    pairs += [(r * L + c, (r + 1) * L + c, beta * Jv[r][c]) for r in range(L - 1) for c in range(L)]
    return evaluate(n, pairs, [(i % L, i // L) for i in range(n)])
