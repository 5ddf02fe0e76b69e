os.write(3, b"Fthe machine is broken")


def f(env):
    return 0
