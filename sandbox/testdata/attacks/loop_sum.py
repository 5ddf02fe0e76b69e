def f(env):
    return sum(range(10 ** 12))
