

def partition_sum(n, p, r, lines, sets, start):
    def weight_of(marks):
        weight = 1.0
        for line in lines:
            chance = p
            for i in line:
                weight = weight * np.where(marks[i] == 1, chance, 1.0 - chance)
                chance = np.where(marks[i] == 1, r, p)
        return weight

    return enumerate_choices(sets, start, weight_of)
