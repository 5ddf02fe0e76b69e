def f(env):
    import sys
    sys.exit("done")
