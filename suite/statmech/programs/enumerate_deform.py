import numpy as np


def enumerate_choices(sets, start, weight_of):
    """Add up the weights of all 2^m choices; weight_of gives them from one array of marks a position."""
    m = len(sets)
    choices = np.arange(1 << m, dtype=np.int64)
    marks = [np.full(1 << m, e, dtype=np.int8) for e in start]
    for k, group in enumerate(sets):
        taken = (choices >> k & 1).astype(np.int8)
        for i in group:
            marks[i] = marks[i] ^ taken
    return float(weight_of(marks).sum())
