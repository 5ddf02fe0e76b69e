import math


def partition_sum(n, beta, xi):
    """With t_i = xi_i s_i the pattern drops out, and only the number of t_i = -1 matters."""
    assert all(x * x == 1 for x in xi)  # t_i is +-1 again, so the sum over t is the sum over s
    total = 0.0
    ways = 1
    for k in range(n + 1):
        total += ways * math.exp(-0.5 * beta * ((n - 2 * k) ** 2 - n))
        ways = ways * (n - k) // (k + 1)
    return total
