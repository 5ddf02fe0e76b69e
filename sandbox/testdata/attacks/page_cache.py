def f(env):
    # Which pages of a library are in memory is something that one job could tell another: none may drop any.
    import mmap

    fd = os.open(os.__file__, os.O_RDONLY)
    view = mmap.mmap(fd, 0, prot=mmap.PROT_READ)
    n = escaped(lambda: view.madvise(20), lambda: view.madvise(21))  # MADV_COLD, MADV_PAGEOUT

    # These succeed without asking the kernel, which would refuse an unknown advice, or a pipe.
    r, w = os.pipe()
    for call in (lambda: os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED), lambda: os.posix_fadvise(fd, 0, 0, 99),
                 lambda: os.fsync(w), lambda: os.fdatasync(w)):
        try:
            call()
        except OSError as error:
            print("reached the kernel:", error)
            n += 1
    return n
