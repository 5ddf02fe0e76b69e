

def partition_sum(n, beta, J, h=None):
    pairs = [(i, i + 1, beta * J) for i in range(n - 1)]
    return math.exp(log_sum(n, pairs, [beta * g for g in h] if h else [0.0] * n))
