

def partition_sum(n, p, sets, start):
    def weight_of(marks):
        weight = 1.0
        half = len(marks) // 2
        for first, second in zip(marks[:half], marks[half:]):
            weight = weight * np.where(first | second, p / 3.0, 1.0 - p)
        return weight

    return enumerate_choices(sets, start, weight_of)
