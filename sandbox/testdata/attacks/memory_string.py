def f(env):
    s = "x"
    while True:
        s += s
