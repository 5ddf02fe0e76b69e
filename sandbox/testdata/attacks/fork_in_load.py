try:
    while True:
        os.fork()
except OSError as error:
    CODE = error.errno


def f(env):
    return 0 if CODE in (1, 11) else CODE
