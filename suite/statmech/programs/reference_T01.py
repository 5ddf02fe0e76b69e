

def partition_sum(n, p, sets, start):
    """The sets generate every change of an even number of positions.

    Carry the weights of an even and of an odd number of changes from position to position.
    """
    even, odd = 1.0, 0.0
    for e in start:
        kept, turned = (p, 1.0 - p) if e else (1.0 - p, p)
        even, odd = even * kept + odd * turned, odd * kept + even * turned
    return even
