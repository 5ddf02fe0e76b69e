def f(env):
    # A lock on a file that every job sees is a message to the others, and the kernel's memory.
    import fcntl
    import struct

    library = os.open(os.__file__, os.O_RDONLY)
    null = os.open("/dev/null", os.O_RDWR)
    whole = struct.pack("hhqqi4x", fcntl.F_RDLCK, os.SEEK_SET, 0, 0, 0)
    attempts = []
    for fd in (0, library, null):
        attempts += [lambda fd=fd, op=op: fcntl.flock(fd, op | fcntl.LOCK_NB) for op in (fcntl.LOCK_SH, fcntl.LOCK_EX, fcntl.LOCK_UN)]
        # the locks of a process, of an open file, a lease, notice of changes
        attempts += [lambda fd=fd, op=op: fcntl.fcntl(fd, op, whole) for op in (5, 6, 7, 36, 37, 38)]
        attempts += [lambda fd=fd, op=op: fcntl.fcntl(fd, op, 0) for op in (1024, 1025, 1026)]
    return escaped(*attempts)
