def f(env):
    # F_SETOWN lets a process send signals by way of I/O: to itself alone, here.
    import fcntl
    r, w = os.pipe()

    def own(pid):
        fcntl.fcntl(r, fcntl.F_SETOWN, pid)
        fcntl.fcntl(r, 10, 9)  # F_SETSIG
        fcntl.fcntl(r, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
        os.write(w, b"x")

    return escaped(*[lambda p=p: own(p) for p in (env["parent"], env["zygote"], -env["zygote"])])
