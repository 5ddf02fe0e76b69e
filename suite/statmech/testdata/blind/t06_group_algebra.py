import cmath
import math
import numpy as np


def Z_efficient(params, n):
    """A qubit is one mode alpha + beta * v with v*v = 1; the modes are multiplied one by one."""
    c, s = math.cos(params["theta"]), 1j * math.sin(params["theta"])
    alpha, beta = 0.5 * (c + s), 0.5 * (c - s)
    words = [0] * n
    for k, members in enumerate(params["sets"]):
        for i in members:
            words[i] |= 1 << k
    m = len(params["sets"])
    state = np.zeros(2 ** m, dtype=complex)
    state[0] = 2.0 ** m
    slots = np.arange(2 ** m)
    for i in range(n):
        sign = -1.0 if params["start"][i] else 1.0
        state = alpha * state + sign * beta * state[slots ^ words[i]]
    return float(abs(state[0]) ** 2)


def special(params, n):
    return {"K": 0.5 * cmath.log(-1j / math.tan(params["theta"]))}


def exponents(params, n):
    K = special(params, n)["K"]
    return [[[k for k, s in enumerate(params["sets"]) if i in s], K if not params["start"][i] else -K]
            for i in range(n)]
