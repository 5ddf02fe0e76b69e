import cmath
import math


def partition_sum(n, beta, J):
    """The form is diagonal in plane waves; the constraint is a contour integral, along a parabola through the saddle."""
    mu = [n * beta * J * math.cos(2.0 * math.pi * k / n) for k in range(n)]
    top = max(mu)
    low, high = 0.25, 0.5 * n + 1.0  # of z - top: the slope is positive at one end and negative at the other
    for _ in range(200):
        mid = 0.5 * (low + high)
        if sum(0.5 / (top + mid - x) for x in mu) > 1.0:
            low = mid
        else:
            high = mid
    z0 = top + low
    second = sum(0.5 / (z0 - x) ** 2 for x in mu)
    third = sum(1.0 / (z0 - x) ** 3 for x in mu)
    bend = third / (6.0 * second)
    steps = 160
    step = math.sqrt(40.0 / bend) / steps
    peak = z0 - 0.5 * sum(math.log(z0 - x) for x in mu)
    total = 0.5
    for k in range(1, steps + 1):
        s = k * step
        z = complex(z0 - bend * s * s, s)
        f = z - 0.5 * sum(cmath.log(z - x) for x in mu)
        total += (cmath.exp(f - peak) * complex(1.0, 2.0 * bend * s)).real
    return math.exp(math.lgamma(0.5 * n) + peak + math.log(step * total / math.pi))
