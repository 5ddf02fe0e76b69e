

def partition_sum(n, p, sets, start):
    """Each set is a sign; their couplings give the weights up to the constant sqrt(p (1-p)) of each position."""
    pairs, fields = [], [0.0] * len(sets)
    for ks, K in spin_couplings(n, p, sets, start):
        if len(ks) == 1:
            fields[ks[0]] += K
        else:
            pairs.append((ks[0], ks[1], K))
    return math.exp(log_sum(len(sets), pairs, fields) + 0.5 * len(start) * math.log(p * (1.0 - p)))
