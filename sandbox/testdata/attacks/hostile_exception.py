class Sly(Exception):
    def __str__(self):
        raise SystemExit(0)

    __repr__ = __str__

    @property
    def __traceback__(self):
        raise SystemExit(0)

    @property
    def __class__(self):
        raise SystemExit(0)


def f(env):
    raise Sly("x" * 10000000)
