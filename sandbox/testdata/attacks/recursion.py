def f(env):
    return f(env) + 1
