def f(env):
    import subprocess

    def bomb():
        for _ in range(200):
            if os.fork() == 0:
                while True:
                    os.fork()

    return escaped(bomb, lambda: raw(env, "fork"), lambda: raw(env, "vfork"), lambda: raw(env, "clone", 17, 0, 0, 0, 0),
                   lambda: raw(env, "clone3", ctypes.create_string_buffer(b"\0" * 32 + b"\x11", 88), 88),
                   lambda: os.posix_spawn("/usr/bin/true", ["true"], {}), lambda: subprocess.run(["/bin/sh", "-c", "id"]),
                   lambda: os.forkpty(), lambda: __import__("multiprocessing").get_context("fork").Process(target=print).start())
