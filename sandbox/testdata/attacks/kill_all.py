def f(env):
    import signal
    targets = [-1, 0, 1, env["parent"], env["zygote"], os.getppid(), os.getpid()] + list(range(2, 60))
    n = escaped(*[lambda p=p, s=s: os.kill(p, s) for p in targets for s in (0, signal.SIGTERM, signal.SIGKILL)])
    n += escaped(*[lambda p=p: os.killpg(p, 9) for p in (1, env["parent"], env["zygote"])])
    for p in (env["parent"], env["zygote"], os.getppid(), 2, 3):
        n += escaped(lambda: raw(env, "tgkill", p, p, 9), lambda: raw(env, "tkill", p, 9), lambda: raw(env, "pidfd_open", p, 0),
                     lambda: raw(env, "rt_sigqueueinfo", p, 9, ctypes.create_string_buffer(128)),
                     lambda: raw(env, "rt_tgsigqueueinfo", p, p, 9, ctypes.create_string_buffer(128)))
    return n
