import numpy as np


def Z_efficient(params, n):
    L = int(round(np.sqrt(n)))
    e = np.reshape(params["start"], (L, L))
    theta = params["theta"]
    factor = np.array([np.cos(theta), 1j * np.sin(theta)])
    # psi[b_0, b_1, ...]: open checks of rows -1..L-1 on the present column; None where no check is open
    psi = np.array(1.0 + 0j)
    rows = []
    for c in range(L):
        # each qubit of the column adds its factor; the checks to the right are opened on the way
        for r in range(-1, L):
            exists = c < L - 1 and (r + c) % 2 == 0 and (0 <= r < L - 1 or r in (-1, L - 1))
            if exists:
                psi = np.stack([psi, psi], axis=-1)
                rows.append((r, c))
        for r in range(L):
            ends = [(r - 1, c - 1), (r, c)] if (r + c) % 2 == 0 else [(r - 1, c), (r, c - 1)]
            d = np.zeros(psi.shape, dtype=int) + e[r, c]
            for axis, name in enumerate(rows):
                if name in ends:
                    shape = [1] * psi.ndim
                    shape[axis] = 2
                    d = d + np.arange(2).reshape(shape)
            psi = psi * factor[d % 2]
        closing = tuple(a for a, (r, x) in enumerate(rows) if x < c)
        psi = psi.sum(axis=closing)
        rows = [name for name in rows if name[1] == c]
    psi = psi.sum()
    return float(abs(psi) ** 2)


def special(params, n):
    theta = params["theta"]
    return {"K": complex(0.5 * np.log(np.cos(theta) / (1j * np.sin(theta)) + 0j))}


def exponents(params, n):
    K = special(params, n)["K"]
    return [[[k for k, s in enumerate(params["sets"]) if i in s], K * (1 - 2 * int(params["start"][i]))]
            for i in range(n)]
