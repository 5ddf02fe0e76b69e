import numpy as np
from scipy.special import gammaln, logsumexp


def Z_efficient(params, n):
    b, J, h = params["beta"], params["J"], params["h"]
    k = np.arange(n + 1)
    m = 2 * k - n
    log_count = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)
    return float(np.exp(logsumexp(log_count + b * J * (m * m - n) / (2 * n) + b * h * m)))
