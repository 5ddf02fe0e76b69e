

def partition_sum(n, theta, sets, start):
    def weight_of(marks):
        weight = 1.0 + 0.0j
        for mark in marks:
            weight = weight * np.where(mark == 1, 1j * np.sin(theta), np.cos(theta))
        return weight

    real = enumerate_choices(sets, start, lambda marks: weight_of(marks).real)
    imaginary = enumerate_choices(sets, start, lambda marks: weight_of(marks).imag)
    return real * real + imaginary * imaginary
