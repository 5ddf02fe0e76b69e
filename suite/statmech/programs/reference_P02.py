import math


def partition_sum(n, beta, J, h):
    """Carry the two sums over configurations that end in +1 or in -1 along the row."""
    like, unlike = math.exp(beta * J), math.exp(-beta * J)
    up, down = math.exp(beta * h[0]), math.exp(-beta * h[0])
    for i in range(1, n):
        field = math.exp(beta * h[i])
        up, down = (like * up + unlike * down) * field, (unlike * up + like * down) / field
    return up + down
