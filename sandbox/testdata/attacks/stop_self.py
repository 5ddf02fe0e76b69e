def f(env):
    import signal
    n = escaped(lambda: os.kill(os.getpid(), signal.SIGSTOP), lambda: os.kill(0, signal.SIGSTOP))
    try:
        raw(env, "tgkill", os.getpid(), raw(env, "gettid"), signal.SIGSTOP)
    except OSError:
        pass
    return n
