def f(env):
    import mmap
    m = mmap.mmap(-1, 8 << 30)
    return len(m)
