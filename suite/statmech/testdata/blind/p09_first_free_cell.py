from functools import lru_cache


def Z_efficient(params, n):
    L = int(n ** 0.5 + 0.5)
    x, y = params["x"], params["y"]
    full = (1 << n) - 1

    @lru_cache(maxsize=None)
    def weight(covered):
        if covered == full:
            return 1.0
        free = ~covered & full
        cell = (free & -free).bit_length() - 1
        r, c = divmod(cell, L)
        here = covered | (1 << cell)
        total = 0.0
        if c + 1 < L and not covered >> (cell + 1) & 1:
            total += x[r][c] * weight(here | 1 << (cell + 1))
        if r + 1 < L:
            total += y[r][c] * weight(here | 1 << (cell + L))
        return total

    return weight(0)
