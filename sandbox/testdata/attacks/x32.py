def f(env):
    def x32(number, *args):
        result = libc.syscall(ctypes.c_long(0x40000000 | number), *args)
        if result == -1:
            raise OSError(ctypes.get_errno(), "x32 call")
        return result

    return escaped(lambda: x32(39), lambda: x32(57), lambda: x32(41, 2, 1, 0), lambda: x32(62, -1, 0), lambda: x32(56, 17, 0, 0, 0, 0))
