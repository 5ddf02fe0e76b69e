import math


def Z_efficient(params, n):
    b, h = params["beta"], params["h"]
    near = [[] for _ in range(n)]
    for (u, v), J in zip(params["edges"], params["J"]):
        near[u].append((v, J))
        near[v].append((u, J))
    s = [1] * n
    energy = -sum(params["J"]) - sum(h)
    z = [math.exp(-b * energy)]
    for step in range(1, 1 << n):
        i = (step & -step).bit_length() - 1
        energy += 2 * s[i] * (h[i] + sum(J * s[j] for j, J in near[i]))
        s[i] = -s[i]
        z.append(math.exp(-b * energy))
        if len(z) == 1024:
            z = [math.fsum(z)]
    return math.fsum(z)
