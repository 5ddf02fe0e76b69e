import numpy as np


def _bond(K):
    # square root of the two-spin weight
    a = np.sqrt(np.exp(abs(K)) + np.exp(-abs(K)))
    b = np.sqrt(np.exp(abs(K)) - np.exp(-abs(K)))
    left = np.array([[a, b], [a, -b]]) / np.sqrt(2)
    right = left.copy()
    if K < 0:
        right[:, 1] *= -1
    return left, right


def Z_efficient(params, n):
    """Row transfer in matrix product form: a row of L tensors with a small bond."""
    L = int(round(n ** 0.5))
    beta, Jh, Jv = params["beta"], params["Jh"], params["Jv"]
    chi = 4
    log = 0.0
    state = [np.ones((1, 1, 1)) for _ in range(L)]
    for r in range(L):
        new = []
        for c in range(L):
            # site tensor: left, right, up, down
            T = np.ones((2, 1))
            west = _bond(beta * Jh[r][c - 1])[1] if c else np.ones((2, 1))
            east = _bond(beta * Jh[r][c])[0] if c < L - 1 else np.ones((2, 1))
            north = _bond(beta * Jv[r - 1][c])[1] if r else np.ones((2, 1))
            south = _bond(beta * Jv[r][c])[0] if r < L - 1 else np.ones((2, 1))
            T = np.einsum("sa,sb,su,sd->abud", west, east, north, south)
            A = np.einsum("xuy,abud->xadyb", state[c], T)
            x, a, d, y, b = A.shape
            new.append(A.reshape(x * a, d, y * b))
        # to canonical form from the left, then compress from the right
        for c in range(L - 1):
            x, d, y = new[c].shape
            q, R = np.linalg.qr(new[c].reshape(x * d, y))
            new[c] = q.reshape(x, d, -1)
            new[c + 1] = np.tensordot(R, new[c + 1], axes=1)
        for c in range(L - 1, 0, -1):
            x, d, y = new[c].shape
            u, s, v = np.linalg.svd(new[c].reshape(x, d * y), full_matrices=False)
            k = min(chi, len(s))
            new[c] = v[:k].reshape(k, d, y)
            new[c - 1] = np.tensordot(new[c - 1], u[:, :k] * s[:k], axes=1)
        top = np.abs(new[0]).max()
        log += np.log(top)
        new[0] = new[0] / top
        state = new
    v = np.ones((1, 1))
    for A in state:
        v = v @ A[:, 0, :]
    return float(np.exp(log) * v[0, 0])
