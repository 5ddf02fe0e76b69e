import numpy as np
from scipy.linalg import expm


def Z_efficient(params, n):
    beta, J, h = params["beta"], params["J"], params["h"]
    X = np.array([[0.0, 1.0], [1.0, 0.0]])
    Zm = np.diag([1.0, -1.0])
    K = beta * abs(J)
    dual = np.arctanh(np.exp(-2 * K))
    hop = np.sqrt(2 * np.sinh(2 * K)) * expm(dual * X)
    if J < 0:
        hop = hop @ X
    v = np.array([1.0, 1.0])
    scale = 0.0
    for i in range(n):
        if i:
            v = hop @ v
        v = expm(beta * h[i] * Zm) @ v
        top = v.max()
        scale += np.log(top)
        v /= top
    return float(np.exp(scale) * v.sum())
