class Sly(Exception):
    def __str__(self):
        while True:
            pass


def f(env):
    raise Sly
