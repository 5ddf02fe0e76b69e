

def partition_sum(n, beta, J, h):
    return evaluate(n, beta * J / n, beta * h)
