import math


def Z_efficient(params, n):
    L = math.isqrt(n)
    x, y = params["x"], params["y"]
    half = L // 2
    # Kasteleyn matrix between the two colours, rows kept as sparse dictionaries
    rows = []
    for r in range(L):
        for c in range(r % 2, L, 2):
            row = {}
            sign = -1.0 if c % 2 else 1.0
            for a, b, w in ((r, c - 1, x[r][c - 1] if c > 0 else None),
                            (r, c + 1, x[r][c] if c < L - 1 else None),
                            (r - 1, c, sign * y[r - 1][c] if r > 0 else None),
                            (r + 1, c, sign * y[r][c] if r < L - 1 else None)):
                if w is not None:
                    row[a * half + b // 2] = w
            rows.append(row)
    log_z = 0.0
    N = len(rows)
    for k in range(N):
        # only rows within the band can hold column k
        best, where = 0.0, None
        for i in range(k, min(N, k + L + 1)):
            v = abs(rows[i].get(k, 0.0))
            if v > best:
                best, where = v, i
        if where is None:
            return 0.0
        rows[k], rows[where] = rows[where], rows[k]
        pivot_row = rows[k]
        p = pivot_row.pop(k)
        log_z += math.log(abs(p))
        for i in range(k + 1, min(N, k + L + 1)):
            v = rows[i].pop(k, None)
            if v:
                f = v / p
                target = rows[i]
                for col, w in pivot_row.items():
                    target[col] = target.get(col, 0.0) - f * w
    return math.exp(log_z)
