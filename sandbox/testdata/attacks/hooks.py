import sys


def f(env):
    def hook(event, args):
        raise RuntimeError("no more events")

    try:
        sys.addaudithook(hook)
    except RuntimeError:
        pass
    sys.setprofile(lambda *a: 1 / 0)
    return 0
