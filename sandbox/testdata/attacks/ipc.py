def f(env):
    return escaped(lambda: raw(env, "shmget", 0, 4096, 0o1600), lambda: raw(env, "msgget", 0, 0o1600), lambda: raw(env, "semget", 0, 1, 0o1600),
                   lambda: raw(env, "mq_open", b"x", 0o102, 0o600, 0), lambda: open("/dev/shm/x", "w"), lambda: raw(env, "memfd_create", b"x", 0),
                   lambda: __import__("multiprocessing.shared_memory").shared_memory.SharedMemory("x", True, 100))
