import numpy as np


def Z_efficient(params, n):
    beta, J, h = params["beta"], params["J"], params["h"]
    # generating function of the magnetisation: (y^-1 e^{-bh} + y e^{bh})^n, by squaring
    one = np.array([np.exp(-beta * h), np.exp(beta * h)])
    one = one / one.sum()
    log_norm = n * np.log(2 * np.cosh(beta * h))
    power, result, e = one, np.ones(1), n
    while e:
        if e & 1:
            result = np.convolve(result, power)
        e >>= 1
        if e:
            power = np.convolve(power, power)
    m = np.arange(-n, n + 1, 2.0)
    x = beta * J * (m * m - n) / (2.0 * n)
    top = x.max()
    return float(np.exp(log_norm + top) * np.dot(result, np.exp(x - top)))
