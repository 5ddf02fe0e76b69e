def f(env):
    n = 0
    try:
        for n in range(100000):
            open("/tmp/%d" % n, "w").close()
    except OSError as error:
        print(error)
    return 0 if n < 2000 else n
