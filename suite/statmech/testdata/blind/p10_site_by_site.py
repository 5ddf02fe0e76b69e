import numpy as np


class Factor:
    def __init__(self, scope, table):
        self.scope, self.table = scope, table

    def spread(self, scope):
        axes = [self.scope.index(v) for v in scope if v in self.scope]
        shape = [2 if v in self.scope else 1 for v in scope]
        return self.table.transpose(axes).reshape(shape)


def Z_efficient(params, n):
    beta = params["beta"]
    s = np.array([1.0, -1.0])
    pool = [Factor([i], np.exp(beta * h * s)) for i, h in enumerate(params["h"])]
    pool += [Factor([u, v], np.exp(beta * J * np.outer(s, s)))
             for (u, v), J in zip(params["edges"], params["J"])]
    # variable elimination: sum out one spin after another, keep the message to its neighbours
    log_z = 0.0
    for i in range(n):
        touching = [f for f in pool if i in f.scope]
        pool = [f for f in pool if i not in f.scope]
        scope = sorted(set().union(*(f.scope for f in touching)))
        table = np.ones([1] * len(scope))
        for f in touching:
            table = table * f.spread(scope)
        table = table.sum(axis=scope.index(i))
        top = table.max()
        log_z += np.log(top)
        scope.remove(i)
        if scope:
            pool.append(Factor(scope, table / top))
    return float(np.exp(log_z))
