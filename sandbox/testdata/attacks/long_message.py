def f(env):
    raise ValueError("x" * 10000000)
