def f(env):
    os._exit(0)
