def f(env):
    return 7 ** (10 ** 9) % 10
