

def partition_sum(n, beta, xi):
    """t_i = xi_i s_i are signs again, and in them all pairs have the same coupling."""
    assert all(x * x == 1 for x in xi)
    return evaluate(n, beta, 0.0)
