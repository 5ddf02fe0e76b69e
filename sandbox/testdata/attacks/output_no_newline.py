def f(env):
    print("z" * 3000000, end="")
    return 0
