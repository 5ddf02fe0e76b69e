import numpy as np

NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(32)


def Z_efficient(params, n):
    beta, J, h = params["beta"], params["J"], params["h"]
    # Hubbard-Stratonovich: exp(bJ M^2 / 2n) = < exp(sqrt(bJ/n) x M) > over a unit Gaussian x
    step = np.sqrt(complex(beta * J / n))
    f = (2.0 * np.cosh(beta * h + step * NODES)) ** n
    mean = np.dot(WEIGHTS, f) / np.sqrt(2.0 * np.pi)
    return float((np.exp(-beta * J / 2.0) * mean).real)
