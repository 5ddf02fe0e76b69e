def f(env):
    os.abort()
