import math


def partition_sum(n, beta, J):
    """Carry the two sums over configurations that end in +1 or in -1 along the row."""
    like, unlike = math.exp(beta * J), math.exp(-beta * J)
    up, down = 1.0, 1.0
    for _ in range(n - 1):
        up, down = like * up + unlike * down, unlike * up + like * down
    return up + down
