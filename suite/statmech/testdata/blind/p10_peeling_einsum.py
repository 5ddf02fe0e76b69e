from collections import deque
import numpy as np


def Z_efficient(params, n):
    beta = params["beta"]
    s = np.array([1.0, -1.0])
    site = [np.exp(beta * h * s) for h in params["h"]]
    link = [dict() for _ in range(n)]

    def join(u, v, m):                     # m[u, v]
        if v in link[u]:
            m = link[u][v] * m
        link[u][v] = m
        link[v][u] = m.T

    for (u, v), J in zip(params["edges"], params["J"]):
        join(u, v, np.exp(beta * J * np.outer(s, s)))
    # a tree or a ladder always has a site with at most two neighbours left
    queue = deque(i for i in range(n) if len(link[i]) <= 2)
    done = [False] * n
    logz, left = 0.0, n
    while left:
        a = queue.popleft()
        if done[a] or len(link[a]) > 2:
            continue
        done[a] = True
        left -= 1
        around = list(link[a].items())
        for v, _ in around:
            del link[v][a]
        link[a].clear()
        if len(around) == 2:
            (u, mu), (v, mv) = around
            m = np.einsum("a,ai,aj->ij", site[a], mu, mv)
            scale = m.max()
            join(u, v, m / scale)
        elif len(around) == 1:
            (u, mu), = around
            m = np.einsum("a,ai->i", site[a], mu)
            scale = m.max()
            site[u] = site[u] * m / scale
        else:
            scale = site[a].sum()
        logz += np.log(scale)
        for v, _ in around:
            if len(link[v]) <= 2:
                queue.append(v)
    return float(np.exp(logz))
