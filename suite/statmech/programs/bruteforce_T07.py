

def partition_sum(n, p, q, sets, start):
    def weight_of(marks):
        weight = 1.0
        for i, mark in enumerate(marks):
            rate = p if i < 8 * n else q
            weight = weight * np.where(mark == 1, rate, 1.0 - rate)
        return weight

    return enumerate_choices(sets, start, weight_of)
