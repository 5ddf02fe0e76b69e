

def partition_sum(n, p, q, sets, start):
    """Each set is a sign; the couplings give the weights up to one constant for each position."""
    constant = 0.5 * (8 * n * math.log(p * (1.0 - p)) + (len(start) - 8 * n) * math.log(q * (1.0 - q)))
    return math.exp(log_sum(len(sets), spin_couplings(n, p, q, sets, start)) + constant)
