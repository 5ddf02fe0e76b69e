import math
import numpy as np
from scipy.optimize import brentq


def Z_efficient(params, n):
    """Z = Gamma(n/2) / (2 pi i) * integral of e^z prod_k (z - a_k)^(-1/2), a_k = beta J n cos(2 pi k / n)."""
    K = params["beta"] * params["J"] * n
    a = [K * math.cos(2 * math.pi * k / n) for k in range(n)]
    top = max(a)
    saddle = brentq(lambda x: 0.5 * sum(1.0 / (x - t) for t in a) - 1.0, top + 0.4, top + n / 2 + 1.0, xtol=1e-12)
    gap = saddle - top
    c = 0.25 / gap
    reach = math.sqrt(45.0 / c)
    y = np.linspace(-reach, reach, 4001)
    z = saddle + 1j * y - c * y * y
    exponent = z.copy()
    for t in a:
        exponent -= 0.5 * np.log(z - t)
    centre = exponent[2000].real
    integrand = np.exp(exponent - centre) * (1j - 2 * c * y)
    integral = (integrand.sum() * (y[1] - y[0]) / (2j * math.pi)).real
    return math.exp(math.lgamma(n / 2) + centre + math.log(integral))
