def f(env):
    p = env["store"]
    if env["mounts"] and escaped(lambda: os.stat(p)):
        return 1
    return escaped(lambda: open(p).read(), lambda: open("../" * 20 + p).read(), lambda: os.listdir(os.path.dirname(p)),
                   lambda: open("/proc/self/root" + p).read(), lambda: open("/proc/%d/root%s" % (env["parent"], p)).read(),
                   lambda: open("/proc/1/root" + p).read(), lambda: os.open(os.path.dirname(p), os.O_RDONLY | os.O_DIRECTORY),
                   lambda: raw(env, "openat", -100, p.encode(), 0, 0))
