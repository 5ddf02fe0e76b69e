import sys


def f(env):
    sys.settrace(None)
    x = 0
    for i in range(1000):
        x += i
    return 0
