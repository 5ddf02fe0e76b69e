

def partition_sum(n, p, sets, start):
    """Each set is a sign; the couplings give the weights up to one constant for each pair of positions."""
    K = special_strengths(n, p, sets, start)["K"]
    constant = 0.5 * len(start) * (math.log(p / 3.0) + K)  # of a pair with a mark: exp(-K) is left
    return math.exp(log_sum(len(sets), spin_couplings(n, p, sets, start)) + constant)
