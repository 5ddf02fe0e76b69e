import math


def evaluate(n, K, field):
    """All pairs are alike, so that the weight depends on the number k of negative sites; they can be chosen in C(n, k) ways."""
    logs = []
    ways = 1
    for k in range(n + 1):
        m = n - 2 * k
        logs.append(math.log(ways) + 0.5 * K * (m * m - n) + field * m)
        ways = ways * (n - k) // (k + 1)
    top = max(logs)
    return math.exp(top + math.log(math.fsum(math.exp(x - top) for x in logs)))
