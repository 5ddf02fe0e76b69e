def f(env):
    # What one run leaves on an open file that the jobs share, the second run (of another job) finds.
    import fcntl

    def marked():
        assert any(fcntl.fcntl(fd, fcntl.F_GETFL) & (os.O_APPEND | os.O_NONBLOCK) for fd in range(3))

    n = escaped(marked)
    for fd in range(3):
        fcntl.fcntl(fd, fcntl.F_SETFL, os.O_APPEND)
    fcntl.fcntl(0, fcntl.F_SETFL, os.O_APPEND | os.O_NONBLOCK)

    def more(fd):
        os.fstat(fd)

    return n + escaped(*[lambda fd=fd: more(fd) for fd in range(4, 64)])
