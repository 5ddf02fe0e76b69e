import math


def partition_sum(n, x, y):
    """Cover the first free cell in both ways, again and again."""
    L = math.isqrt(n)

    def cover(k, taken):
        while taken >> k & 1:
            k += 1
        if k == n:
            return 1.0
        r, c = k // L, k % L
        total = 0.0
        if c + 1 < L and not taken >> (k + 1) & 1:
            total += x[r][c] * cover(k + 1, taken | 3 << k)
        if r + 1 < L:
            total += y[r][c] * cover(k + 1, taken | 1 << k | 1 << (k + L))
        return total

    return cover(0, 0)
