def f(env):
    # brk, mremap and shared mappings: none goes round the limit on the address space.
    libc.mmap.restype = ctypes.c_void_p
    total = 0
    for flags in (0x22, 0x21, 0x4022):  # private, shared, noreserve
        while total < 1 << 35:
            p = libc.mmap(None, ctypes.c_size_t(64 << 20), 3, flags, -1, ctypes.c_long(0))
            if p is None or p == ctypes.c_void_p(-1).value:
                break
            total += 64 << 20
    return 0 if total <= 1200 << 20 else total
