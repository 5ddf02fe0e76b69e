

def partition_sum(n, beta, Jh, Jv):
    L = round(n ** 0.5)
    bonds = [(r * L + c, r * L + c + 1, Jh[r][c]) for r in range(L) for c in range(L - 1)]
    bonds += [(r * L + c, (r + 1) * L + c, Jv[r][c]) for r in range(L - 1) for c in range(L)]
    return enumerate_states(n, beta, bonds, [])
