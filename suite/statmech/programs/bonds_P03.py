

def partition_sum(n, beta, J):
    L = round(n ** 0.5)
    bonds = []
    for r in range(L):
        for c in range(L):
            bonds.append((r * L + c, r * L + (c + 1) % L, J))
            bonds.append((r * L + c, (r + 1) % L * L + c, J))
    return enumerate_states(n, beta, bonds, [])
