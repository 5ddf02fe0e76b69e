def f(env):
    import sys
    sys.setrecursionlimit(10 ** 9)

    class A:
        def __repr__(self):
            return repr(self)

        def __getattr__(self, name):
            return getattr(self, name + "x")
    x = []
    for _ in range(300000):
        x = [x]
    hash_me = x == [x]
    return repr(x) == repr(A()) or hash_me
