import math


def partition_sum(n, E, S, C):
    """Every even set of links is the boundary of a set of squares: add them all up."""
    L = math.isqrt(n)
    M = L - 1
    total = 0.0
    for chosen in range(1 << (M * M)):
        square = [[0] * (L + 1) for _ in range(L + 1)]
        for k in range(M * M):
            square[k // M + 1][k % M + 1] = chosen >> k & 1
        product = 1.0
        for r in range(L):
            for c in range(L):
                right = square[r][c + 1] ^ square[r + 1][c + 1]
                up = square[r][c] ^ square[r][c + 1]
                left = square[r][c] ^ square[r + 1][c]
                down = square[r + 1][c] ^ square[r + 1][c + 1]
                if right and left:
                    product *= -E[r][c][1] if up else S[r][c][0]
                elif right:
                    product *= C[r][c][0] if up else C[r][c][3]
                elif left:
                    product *= C[r][c][1] if up else C[r][c][2]
                else:
                    product *= S[r][c][1] if up else E[r][c][0]
        total += product
    return total
