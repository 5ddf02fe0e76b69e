def partition_sum(n, p, J, edges):
    """On the Nishimori line the averaged energy of each pair is J (1 - 2 p)."""
    return J * len(edges) * (1.0 - 2.0 * p)
