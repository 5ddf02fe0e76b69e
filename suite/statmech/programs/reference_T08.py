

def partition_sum(n, p, sets, start):
    """The pairs are lines; along each, the weights of an even and of an odd number of changes are carried."""
    near = [[] for _ in range(n)]
    for i, j in sets:
        near[i].append(j)
        near[j].append(i)
    seen = [False] * n
    product = 1.0
    for first in range(n):
        if seen[first] or len(near[first]) > 1:
            continue
        even, odd = 1.0, 0.0
        i = first
        while i is not None:
            seen[i] = True
            kept, turned = (p, 1.0 - p) if start[i] else (1.0 - p, p)
            even, odd = even * kept + odd * turned, odd * kept + even * turned
            i = next((j for j in near[i] if not seen[j]), None)
        product *= even
    return product
