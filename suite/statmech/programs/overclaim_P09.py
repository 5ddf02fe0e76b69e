import math


def partition_sum(n, x, y):
    """Cover cell by cell, with all 2^L sets of cells that are taken already along the broken line."""
    L = math.isqrt(n)
    carried = [0.0] * (1 << L)
    carried[0] = 1.0
    for r in range(L):
        for c in range(L):
            new = [0.0] * (1 << L)
            for taken in range(1 << L):
                weight = carried[taken]
                if weight == 0.0:
                    continue
                if taken >> c & 1:
                    new[taken ^ (1 << c)] += weight
                    continue
                if c + 1 < L and not taken >> (c + 1) & 1:
                    new[taken | 1 << (c + 1)] += weight * x[r][c]
                if r + 1 < L:
                    new[taken | 1 << c] += weight * y[r][c]
            carried = new
    return carried[0]
