def f(env):
    """The 32-bit system call gate, where numbers mean other calls: 2 is fork, 11 execve, 37 kill."""
    import mmap
    import platform
    if platform.machine() != "x86_64":
        return 0
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    n = 0
    for number, b, c in ((2, 0, 0), (120, 17, 0), (37, -1 & 0xFFFFFFFF, 0), (359, 2, 1), (20, 0, 0), (190, 0, 0)):
        # push rbx; mov eax, number; mov ebx, b; mov ecx, c; int 0x80; pop rbx; ret
        page.seek(0)
        page.write(b"\x53\xb8" + number.to_bytes(4, "little") + b"\xbb" + b.to_bytes(4, "little") + b"\xb9" + c.to_bytes(4, "little") + b"\xcd\x80\x5b\xc3")
        call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
        result = call()
        print(number, result)
        if result >= 0:
            n += 1
    return n
