def f(env):
    line = "x" * (1 << 20)
    for _ in range(10 << 10):
        print(line)
    return 1
