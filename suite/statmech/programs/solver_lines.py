

def partition_sum(n, p, r, lines, sets, start):
    """Each set is a sign; the couplings give the weights up to one constant for each factor of a line."""
    free, after = math.log(p * (1.0 - p)), math.log(r * (1.0 - r))
    constant = sum(0.5 * free + 0.25 * (len(line) - 1) * (free + after) for line in lines)
    return math.exp(log_sum(len(sets), spin_couplings(n, p, r, lines, sets, start)) + constant)
