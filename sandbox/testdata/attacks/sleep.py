def f(env):
    import time
    time.sleep(3600)
    return 1
