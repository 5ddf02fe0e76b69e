import numpy as np


def _unfold(params, n):
    """Columns of the space-time lattice: for each qubit its n positions in time, for each round but
    the last the four outcomes with the qubits next to each, and the star sets on the qubits."""
    stars, links = [], []
    for s in params["sets"]:
        (links if any(i >= 8 * n for i in s) else stars).append(s)
    beside, checks = {}, {}
    for s in links:
        a, b = [i for i in s if i < 8 * n]
        outcomes = [i for i in s if i >= 8 * n]
        beside.setdefault(a, []).append((b, outcomes))
        beside.setdefault(b, []).append((a, outcomes))
    first = sorted({i for s in stars for i in s})
    chains, seen = [], []
    for i in first:
        chain, hit, back = [i], [], None
        while True:
            onward = [(j, o) for j, o in beside.get(chain[-1], []) if j != back]
            if not onward:
                break
            back = chain[-1]
            chain.append(onward[0][0])
            hit.append(onward[0][1])
        chains.append(chain)
        seen.append(hit)
    star_words = [sum(1 << first.index(i) for i in s) for s in stars]
    return chains, seen, star_words


def _walsh(v):
    v = v.copy()
    h = 1
    while h < len(v):
        v = v.reshape(-1, 2, h)
        v = np.stack([v[:, 0] + v[:, 1], v[:, 0] - v[:, 1]], axis=1).reshape(-1)
        h *= 2
    return v


def Z_efficient(params, n):
    p, q, e = params["p"], params["q"], params["start"]
    chains, seen, stars = _unfold(params, n)
    N = len(chains)
    word = np.arange(1 << N)
    ones = sum((word >> k) & 1 for k in range(N))
    spread = (1.0 - 2.0 * p) ** ones          # one round of independent flips, in the dual basis
    # x = taken deviation from the reference after each round: stars first
    x = np.zeros(1 << N)
    for subset in range(1 << len(stars)):
        w = 0
        for k, s in enumerate(stars):
            if subset >> k & 1:
                w ^= s
        x[w] += 1.0
    log = 0.0
    for t in range(n):
        ref = sum(int(e[chains[k][t]]) << k for k in range(N))
        # deviation y of the next boundary: flips before this round are ref ^ x ^ y
        y = _walsh(_walsh(x) * spread) / (1 << N)
        y = y[word ^ ref]
        if t == n - 1:
            return float(np.exp(log) * y[0])
        outcomes = sorted({o for k in range(N) for o in seen[k][t]})
        for o in outcomes:
            mask = sum(1 << k for k in range(N) if o in seen[k][t])
            parity = sum(((word & mask) >> k) & 1 for k in range(N)) % 2
            wrong = (parity + e[o]) % 2
            y = y * np.where(wrong == 1, q, 1.0 - q)
        top = y.max()
        log += np.log(top)
        x = y / top


def special(params, n):
    p, q = params["p"], params["q"]
    return {"K": float(np.log((1 - p) / p) / 2), "L": float(np.log((1 - q) / q) / 2)}


def exponents(params, n):
    s = special(params, n)
    held = [[] for _ in params["start"]]
    for k, members in enumerate(params["sets"]):
        for i in members:
            held[i].append(k)
    return [[held[i], (s["K"] if i < 8 * n else s["L"]) * (1 - 2 * int(params["start"][i]))]
            for i in range(len(held))]
