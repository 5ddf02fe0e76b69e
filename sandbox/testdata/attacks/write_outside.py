def f(env):
    import numpy
    paths = ["/x", "/usr/lib/x", "/etc/x", "/job/x", "/dev/x", "/dev/shm/x", "/var/tmp/x", "/root/x", env["store"], env["store"] + ".new",
             numpy.__file__, os.path.join(os.path.dirname(os.__file__), "x.py"), "/usr/lib/x.so", "../x", "/tmp/../x"]
    return escaped(*[lambda p=p: open(p, "w").write("x") for p in paths], lambda: os.mkdir("/y"), lambda: os.rename("/usr", "/usr2"),
                   lambda: os.remove(env["store"]), lambda: os.chmod(numpy.__file__, 0o777), lambda: os.utime(numpy.__file__),
                   lambda: raw(env, "mknod", b"/tmp/null", 0o020666, 0x103), lambda: os.truncate(env["store"], 0))
