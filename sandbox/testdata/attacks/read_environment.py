def f(env):
    def secret_in(path):
        with open(path, "rb") as file:
            if env["secret_half"].encode() not in file.read():
                raise LookupError("nothing there")

    def in_memory():
        # The start of the process's environment lies above its stack: reachable without /proc.
        environ = ctypes.POINTER(ctypes.c_char_p).in_dll(libc, "environ")
        i = 0
        while environ[i] is not None:
            if env["secret_half"].encode() in environ[i]:
                return environ[i]
            i += 1
        raise LookupError("nothing there")

    def in_os():
        if env["secret_half"] in repr(dict(os.environ)):
            return os.environ
        raise LookupError("nothing there")

    return escaped(lambda: secret_in("/proc/%d/environ" % env["parent"]), lambda: secret_in("/proc/self/environ"),
                   lambda: secret_in("/proc/1/environ"), lambda: secret_in("/proc/%d/environ" % os.getppid()), in_memory, in_os)
