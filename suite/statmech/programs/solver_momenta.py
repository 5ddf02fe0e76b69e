import math


def log_products(L, K, offset):
    """ln of the products of 2 cosh(L e/2) and of 2 |sinh(L e/2)| over the L momenta, and the sign of the latter."""
    s = math.sinh(2.0 * K)
    log_cosh, log_sinh, sign = 0.0, 0.0, 1.0
    for k in range(L):
        half = (2 * k + offset) * math.pi / (2 * L)  # half the momentum
        if k == 0 and offset == 0:
            energy = 2.0 * (math.atanh(math.exp(-2.0 * K)) - K)  # changes its sign at the transition
            sign = math.copysign(1.0, energy)
        else:
            energy = 2.0 * math.asinh(math.sqrt((1.0 - s) ** 2 / (2.0 * s) + math.sin(half) ** 2))
        x = 0.5 * L * abs(energy)
        log_cosh += x + math.log1p(math.exp(-2.0 * x))
        log_sinh += x + math.log(max(-math.expm1(-2.0 * x), 1e-300))
    return log_cosh, log_sinh, sign


def partition_sum(n, beta, J):
    """Kaufman: the trace over both parity sectors of the fermions, with momenta in between or on the lattice ones."""
    L = math.isqrt(n)
    K = beta * J
    even_cosh, even_sinh, _ = log_products(L, K, 1)
    odd_cosh, odd_sinh, sign = log_products(L, K, 0)
    top = max(even_cosh, odd_cosh)
    total = math.exp(even_cosh - top) + math.exp(even_sinh - top) + math.exp(odd_cosh - top) - sign * math.exp(odd_sinh - top)
    return math.exp(0.5 * n * math.log(2.0 * math.sinh(2.0 * K)) + top + math.log(0.5 * total))
