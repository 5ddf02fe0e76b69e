def f(env):
    import resource
    n = 0
    for r in (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_NPROC, resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE, resource.RLIMIT_CORE, resource.RLIMIT_STACK):
        soft, hard = resource.getrlimit(r)
        n += escaped(lambda: resource.setrlimit(r, (-1, -1)), lambda: resource.setrlimit(r, (hard, -1)), lambda: resource.prlimit(env["parent"], r, (0, 0)),
                     lambda: resource.prlimit(0, r, (-1, -1)), lambda: raw(env, "setrlimit", r, ctypes.create_string_buffer(b"\xff" * 16, 16)),
                     lambda: raw(env, "prlimit64", 0, r, ctypes.create_string_buffer(b"\xff" * 16, 16), 0))
    return n + escaped(lambda: os.nice(-5), lambda: os.sched_setaffinity(0, {0}), lambda: os.setpriority(os.PRIO_PROCESS, env["zygote"], 19),
                       lambda: os.sched_setscheduler(0, 1, os.sched_param(1)), lambda: raw(env, "ioprio_set", 1, 0, 0))
