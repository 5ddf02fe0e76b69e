

def partition_sum(n, beta, edges, J):
    return math.exp(log_sum(n, [((i, j), beta * g) for (i, j), g in zip(edges, J)]))
