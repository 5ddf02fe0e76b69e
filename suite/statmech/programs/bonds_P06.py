

def partition_sum(n, beta, edges, J):
    return enumerate_states(n, beta, [(i, j, g) for (i, j), g in zip(edges, J)], [])
