from decimal import Decimal, getcontext


def Z_efficient(params, n):
    getcontext().prec = 40
    p, J = Decimal(params["p"]), Decimal(params["J"])
    # gauge invariance: at this temperature g_k s_u s_v = +1 with probability 1-p on every bond
    happy, unhappy = 1 - p, p
    energy = Decimal(0)
    for _u, _v in params["edges"]:
        energy += happy * (-J) + unhappy * J
    return float(energy)
