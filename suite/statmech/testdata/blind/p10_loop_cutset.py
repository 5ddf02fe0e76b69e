import math
from itertools import product


def _core(adj, dead):
    """sites that are left after leaves have been removed again and again"""
    degree = {i: sum(1 for j in adj[i] if j not in dead) for i in adj if i not in dead}
    stack = [i for i in degree if degree[i] <= 1]
    while stack:
        i = stack.pop()
        if i in degree:
            del degree[i]
            for j in adj[i]:
                if j in degree:
                    degree[j] -= 1
                    if degree[j] == 1:
                        stack.append(j)
    return degree


def Z_efficient(params, n):
    b, h = params["beta"], params["h"]
    adj = {i: {} for i in range(n)}
    for (u, v), J in zip(params["edges"], params["J"]):
        adj[u][v] = adj[v][u] = J
    cutset = set()
    while True:
        core = _core(adj, cutset)
        if not core:
            break
        cutset.add(max(core, key=core.get))
    cut = sorted(cutset)

    # order of the remaining forest, children before parents
    order, parent = [], {}
    for root in range(n):
        if root in cutset or root in parent:
            continue
        parent[root] = None
        stack = [root]
        while stack:
            i = stack.pop()
            order.append(i)
            for j in adj[i]:
                if j not in cutset and j not in parent:
                    parent[j] = i
                    stack.append(j)
    order.reverse()

    total = 0.0
    for values in product((1, -1), repeat=len(cut)):
        fixed = dict(zip(cut, values))
        log_w = b * sum(h[i] * s for i, s in fixed.items())
        log_w += b * sum(J * s * fixed[j] for i, s in fixed.items() for j, J in adj[i].items() if j in fixed) / 2
        local = {i: b * h[i] + b * sum(J * fixed[j] for j, J in adj[i].items() if j in fixed) for i in order}
        for i in order:
            f = local[i]
            if parent[i] is None:
                log_w += math.log(2.0 * math.cosh(f))
            else:
                k = b * adj[i][parent[i]]
                up, down = math.log(2 * math.cosh(f + k)), math.log(2 * math.cosh(f - k))
                local[parent[i]] += (up - down) / 2
                log_w += (up + down) / 2
        total += math.exp(log_w)
    return total
