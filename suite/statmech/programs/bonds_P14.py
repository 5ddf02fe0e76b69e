

def partition_sum(n, beta, J, h):
    return enumerate_states(n, beta, [(i, j, J / n) for i in range(n) for j in range(i)], [h] * n)
