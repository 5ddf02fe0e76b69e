import math
import numpy as np
from scipy.linalg import eigh_tridiagonal


def Z_efficient(params, n):
    beta = float(params["beta"])
    J, h = params["J"], params["h"]
    # Jordan-Wigner: the 2n Majoranas form one open chain with hoppings h0, J0, h1, J1, ..., h_{n-1}
    hop = np.empty(2 * n - 1)
    hop[0::2] = h
    hop[1::2] = J
    spectrum = eigh_tridiagonal(np.zeros(2 * n), hop, eigvals_only=True)
    x = beta * np.abs(spectrum)                      # every mode energy appears twice, as +e and -e
    log_z = 0.5 * np.sum(x + np.log1p(np.exp(-2.0 * x)))
    return float(math.exp(log_z))
