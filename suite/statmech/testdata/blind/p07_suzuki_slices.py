import numpy as np
from functools import reduce

SLICES = 64


def Z_efficient(params, n):
    beta = params["beta"]
    J, h = params["J"], params["h"]
    state = np.arange(1 << n)
    spin = 1 - 2 * ((state[:, None] >> np.arange(n)) & 1)
    bond = (spin[:, :-1] * spin[:, 1:]) @ np.asarray(J, float)

    def slice_matrix(t):
        d = np.exp(0.5 * t * bond)
        flips = reduce(np.kron, [np.array([[np.cosh(t * f), np.sinh(t * f)],
                                           [np.sinh(t * f), np.cosh(t * f)]]) for f in reversed(h)])
        return d[:, None] * flips * d[None, :]

    # fourth-order Suzuki formula: five slices per step of imaginary time
    dt = beta / SLICES
    s = 1.0 / (4.0 - 4.0 ** (1.0 / 3.0))
    outer = slice_matrix(s * dt)
    outer = outer @ outer
    T = outer @ slice_matrix((1.0 - 4.0 * s) * dt) @ outer
    return float(np.trace(np.linalg.matrix_power(T, SLICES)))
