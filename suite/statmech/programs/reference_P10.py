import math


def partition_sum(n, beta, edges, J, h):
    """Variable elimination: each bucket is one variable with the tables of its scope, at most two neighbours."""
    near = [{} for _ in range(n)]  # near[i][j][a][b]: the weight of values a of i and b of j
    site = [[math.exp(beta * g), math.exp(-beta * g)] for g in h]
    for (i, j), g in zip(edges, J):
        like, unlike = math.exp(beta * g), math.exp(-beta * g)
        near[i][j] = near[j][i] = [[like, unlike], [unlike, like]]
    log_scale = 0.0
    bucket = [i for i in range(n) if len(near[i]) <= 2]
    eliminated = [False] * n
    while bucket:
        i = bucket.pop()
        if eliminated[i]:
            continue
        eliminated[i] = True
        scope = list(near[i])
        if len(scope) == 2:
            j, k = scope
            to_j, to_k = near[i][j], near[i][k]
            table = [[sum(site[i][a] * to_j[a][b] * to_k[a][c] for a in (0, 1)) for c in (0, 1)] for b in (0, 1)]
            old = near[j].get(k, [[1.0, 1.0], [1.0, 1.0]])
            table = [[table[b][c] * old[b][c] for c in (0, 1)] for b in (0, 1)]
            top = max(max(row) for row in table)
            table = [[x / top for x in row] for row in table]
            near[j][k] = table
            near[k][j] = [[table[b][c] for b in (0, 1)] for c in (0, 1)]
            del near[j][i], near[k][i]
        elif len(scope) == 1:
            j = scope[0]
            gained = [sum(site[i][a] * near[i][j][a][b] for a in (0, 1)) for b in (0, 1)]
            top = max(gained)
            site[j] = [site[j][b] * gained[b] / top for b in (0, 1)]
            del near[j][i]
        else:
            top = sum(site[i])
        log_scale += math.log(top)
        bucket.extend(j for j in scope if len(near[j]) <= 2)
    return math.exp(log_scale)
