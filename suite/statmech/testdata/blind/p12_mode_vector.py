import math


def Z_efficient(params, n):
    q, v, w = params["q"], params["v"], params["w"]
    # amplitudes of the five planar pairings of three rows
    a, b, c, d, e = 1.0, 0.0, 0.0, 0.0, 0.0     # all apart, 12, 23, 13, all together
    shift = 0.0
    for k in range(n):
        if k:
            x, y, z = (v[i][k - 1] for i in range(3))
            a, b, c, d, e = (x + q) * a + b + d, x * b, (x + q) * c + e, x * d, x * e
            a, b, c, d, e = (y + q) * a + b + c, y * b, y * c, (y + q) * d + e, y * e
            a, b, c, d, e = (z + q) * a + c + d, (z + q) * b + e, z * c, z * d, z * e
        s, t = w[0][k], w[1][k]
        b, e = b + s * (a + b), e + s * (c + d + e)
        c, e = c + t * (a + c), e + t * (b + d + e)
        top = max(a, b, c, d, e)
        a, b, c, d, e = a / top, b / top, c / top, d / top, e / top
        shift += math.log(top)
    return math.exp(shift + math.log(q ** 3 * a + q * q * (b + c + d) + q * e))
