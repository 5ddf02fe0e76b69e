import atexit


def f(env):
    atexit.register(lambda: (os.write(1, b"LATE"), os.write(3, b"R" + b"\0" * 80)))
    return 0
