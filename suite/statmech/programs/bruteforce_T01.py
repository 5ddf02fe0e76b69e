

def partition_sum(n, p, sets, start):
    def weight_of(marks):
        weight = 1.0
        for mark in marks:
            weight = weight * np.where(mark == 1, p, 1.0 - p)
        return weight

    return enumerate_choices(sets, start, weight_of)
