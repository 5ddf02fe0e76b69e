def f(env):
    for i in range(10000):
        try:
            open("/nowhere/%d" % i)
        except OSError:
            pass
    return 0
