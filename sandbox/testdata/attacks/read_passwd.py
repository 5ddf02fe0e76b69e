def f(env):
    paths = ["/etc/passwd", "/etc/shadow", "/etc/hosts", "/etc/hostname", "/etc/group", "/root/.bashrc", "/var/log/dpkg.log",
             "/etc/machine-id", "/usr/../etc/passwd", "/usr/lib/../../etc/passwd", "/lib/../etc/passwd", "/dev/../etc/passwd"]
    return escaped(*[lambda p=p: open(p, "rb").read() for p in paths], *[lambda p=p: os.open(p, os.O_PATH) for p in paths if env["mounts"]])
