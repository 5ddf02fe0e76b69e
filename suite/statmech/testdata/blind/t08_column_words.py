from itertools import product
from math import log, prod


def Z_efficient(params, n):
    """The columns are independent, so the sum is a product over L columns."""
    p = params["p"]
    column = {i: [i] for i in range(n)}
    for a, b in params["sets"]:
        if column[a] is not column[b]:
            column[a].extend(column[b])
            for i in column[b]:
                column[i] = column[a]
    z = 1.0
    for col in {id(c): c for c in column.values()}.values():
        parity = sum(params["start"][i] for i in col) % 2
        part = 0.0
        for marks in product((0, 1), repeat=len(col)):
            if sum(marks) % 2 == parity:
                part += prod(p if x else 1.0 - p for x in marks)
        z *= part
    return z


def special(params, n):
    p = params["p"]
    return {"K": 0.5 * log((1.0 - p) / p)}


def exponents(params, n):
    K = special(params, n)["K"]
    return [[[k for k, s in enumerate(params["sets"]) if i in s], K * (1 - 2 * params["start"][i])]
            for i in range(n)]
