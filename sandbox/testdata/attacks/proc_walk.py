def f(env):
    def walk(top):
        found = set(os.listdir(top)) - {"alternatives", "ld.so.cache", ".cache", ".pyenv", "cache", "assay"}  # what the jail is built of
        if found:
            return found
        raise LookupError("empty")

    return escaped(*[lambda p=p: walk(p) for p in ("/proc", "/sys", "/home", "/root", "/etc", "/var", "/var/cache", "/run", "/boot", "/mnt", "/srv", "/dev/pts", "/dev/shm")],
                   *[lambda p=p: open(p).read() for p in ("/proc/self/maps", "/proc/self/status", "/proc/self/cmdline", "/proc/1/cmdline", "/proc/version", "/proc/self/mountinfo")],
                   lambda: walk("/proc/self/fd"), lambda: walk("/proc/%d" % env["parent"]))
