def f(env):
    return len(bytearray(4 << 30))
