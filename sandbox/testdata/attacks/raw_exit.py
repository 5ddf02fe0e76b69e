def f(env):
    libc._exit(0)
