def f(env):
    def through(make):
        try:
            os.remove("/tmp/link")
        except OSError:
            pass
        make()
        return open("/tmp/link").read()

    return escaped(lambda: through(lambda: os.symlink("/etc/passwd", "/tmp/link")), lambda: through(lambda: os.symlink(env["store"], "/tmp/link")),
                   lambda: through(lambda: os.link(os.__file__, "/tmp/link")), lambda: through(lambda: os.symlink("/proc/self/exe", "/tmp/link")),
                   lambda: os.symlink("/etc", "/tmp/etc"), lambda: raw(env, "symlinkat", b"/etc", -100, b"/tmp/e"), lambda: raw(env, "linkat", -100, os.__file__.encode(), -100, b"/tmp/e", 0))
