os.write(3, b"L" + b"\0" * 16)


def f(env):
    return 0
