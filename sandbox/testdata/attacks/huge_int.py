def f(env):
    return 1 << 400000
