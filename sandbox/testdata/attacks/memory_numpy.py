def f(env):
    import numpy
    return float(numpy.ones((40000, 40000)).sum())
