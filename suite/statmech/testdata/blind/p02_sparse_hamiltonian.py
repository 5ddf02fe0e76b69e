import numpy as np
from scipy import sparse


def Z_efficient(params, n):
    """Transfer along the chain, site by site, with sparse diagonal operators."""
    beta, J, h = params["beta"], params["J"], params["h"]
    sz = sparse.diags([1.0, -1.0])
    H = sparse.csr_matrix((1, 1))
    edge = sparse.csr_matrix(np.ones((1, 1)))       # sigma of the last site
    for i in range(n):
        one = sparse.identity(2, format="csr")
        new_edge = sparse.kron(sparse.identity(H.shape[0]), sz, format="csr")
        H = sparse.kron(H, one, format="csr") - h[i] * new_edge
        if i:
            H = H - J * sparse.kron(edge, sz, format="csr")
        edge = new_edge
    d = H.diagonal()
    low = d.min()
    return float(np.exp(-beta * low) * np.exp(-beta * (d - low)).sum())
