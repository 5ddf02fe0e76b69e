def f(env):
    os.closerange(0, 64)
    return 0
