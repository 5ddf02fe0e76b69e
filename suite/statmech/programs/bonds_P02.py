

def partition_sum(n, beta, J, h):
    return enumerate_states(n, beta, [(i, i + 1, J) for i in range(n - 1)], h)
