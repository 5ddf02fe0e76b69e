def f(env):
    import sys

    def from_memory():
        fd = os.memfd_create("x")
        with open(sys.executable or "/usr/bin/python3", "rb") as file:
            os.write(fd, file.read())
        os.execve(fd, ["x"], {})

    def from_tmp():
        with open("/tmp/x", "wb") as file:
            file.write(b"#!/usr/bin/python3\nprint(1)\n")
        os.chmod("/tmp/x", 0o755)

    loaders = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1", "/usr/bin/true", "/bin/sh", sys.executable]
    return escaped(from_memory, from_tmp, *[lambda p=p: os.execv(p, [p, "--help"]) for p in loaders if p],
                   lambda: raw(env, "execve", b"/bin/sh", 0, 0), lambda: raw(env, "execveat", -100, b"/bin/sh", 0, 0, 0), lambda: raw(env, "memfd_create", b"x", 0),
                   lambda: os.system("id") == 0 or 1 / 0, lambda: os.popen("id").read() or 1 / 0)
