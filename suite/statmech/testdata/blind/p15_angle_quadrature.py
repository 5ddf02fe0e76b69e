import numpy as np
from scipy.special import roots_gegenbauer


def Z_efficient(params, n):
    K = params["beta"] * params["J"] * n
    # hyperspherical angles; each cosine has its own Gauss rule, the last angle is periodic
    spins, radius, weight = [], np.ones(1), np.ones(1)
    for j in range(n - 2):
        t, w = roots_gegenbauer(18, (n - 2 - j) / 2.0)
        w = w / w.sum()
        spins = [np.repeat(s, t.size) for s in spins]
        spins.append(np.outer(radius, t).ravel())
        radius = np.outer(radius, np.sqrt(1.0 - t * t)).ravel()
        weight = np.outer(weight, w).ravel()
    phi = 2 * np.pi * np.arange(32) / 32
    spins = [np.repeat(s, phi.size) for s in spins]
    spins.append(np.outer(radius, np.cos(phi)).ravel())
    spins.append(np.outer(radius, np.sin(phi)).ravel())
    weight = np.repeat(weight / phi.size, phi.size)
    action = sum(spins[i] * spins[(i + 1) % n] for i in range(n))
    return float(np.dot(weight, np.exp(K * action)))
