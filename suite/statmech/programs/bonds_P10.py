

def partition_sum(n, beta, edges, J, h):
    return enumerate_states(n, beta, [(i, j, g) for (i, j), g in zip(edges, J)], h)
