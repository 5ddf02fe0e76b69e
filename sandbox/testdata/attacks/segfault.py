def f(env):
    return ctypes.string_at(16)
