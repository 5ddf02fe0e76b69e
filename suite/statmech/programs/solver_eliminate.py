import math
import numpy as np


def log_sum(n, terms):
    """ln of the sum over n signs of exp(sum of K * product of the signs in sites), by variable elimination.

    The site with the fewest neighbours is summed over, and leaves a table over them.
    bucket[i] holds the tables whose scope contains site i. A table has one axis of length 2
    for each site of its scope, in ascending order; its entries are kept near 1.
    """
    near = [set() for _ in range(n)]
    bucket = [[] for _ in range(n)]
    log_scale = 0.0
    for sites, K in terms:
        scope = tuple(sorted(i for i in set(sites) if sites.count(i) % 2 == 1))  # a sign squared is 1
        sign = np.ones([2] * len(scope))
        for axis in range(len(scope)):
            sign = sign * np.array([1.0, -1.0]).reshape([2 if k == axis else 1 for k in range(len(scope))])
        for i in scope:
            near[i] |= set(scope) - {i}
            bucket[i].append((scope, np.exp(K * sign)))
        if not scope:
            log_scale += K
    waiting = [[] for _ in range(n)]  # sites by their number of neighbours; what has changed since is skipped
    for i in range(n):
        waiting[len(near[i])].append(i)
    eliminated = [False] * n
    least = 0
    for _ in range(n):
        while True:
            while not waiting[least]:
                least += 1
            site = waiting[least].pop()
            if not eliminated[site] and len(near[site]) == least:
                break
        eliminated[site] = True
        scope = sorted(near[site] | {site})
        product = np.ones([2] * len(scope))
        for sites, table in bucket[site]:
            product = product * table.reshape([2 if i in sites else 1 for i in scope])
        table = product.sum(axis=scope.index(site))
        top = float(table.max())
        log_scale += math.log(top)
        rest = tuple(i for i in scope if i != site)
        for i in rest:
            bucket[i] = [old for old in bucket[i] if site not in old[0]] + [(rest, table / top)]
            near[i] |= near[site]
            near[i] -= {i, site}
            waiting[len(near[i])].append(i)
        least = max(least - 1, 0)
    return log_scale
