def f(env):
    # Threads made past the C library: each lives on a stack of its own in a loop of pause(2) that never returns.
    import mmap
    n = 0
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    # fork-like clones through bogus flags: thread flags without CLONE_THREAD, and namespaces hidden in the upper half
    for flags in (0, 17, 0x100, 0x10000000, 0x20000 | 17, 0x00010F00 | 0x10000000, (1 << 32) | 17, 0x10000 << 32):
        try:
            if raw(env, "clone", flags, 0, 0, 0, 0) >= 0:
                n += 1
        except OSError as error:
            print(hex(flags), error)
    return n
