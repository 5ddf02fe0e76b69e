def f(env):
    class Iovec(ctypes.Structure):
        _fields_ = [("base", ctypes.c_void_p), ("len", ctypes.c_size_t)]
    buffer = ctypes.create_string_buffer(64)
    local, remote = Iovec(ctypes.addressof(buffer), 64), Iovec(id(f), 64)
    n = 0
    for pid in (env["parent"], env["zygote"], os.getppid(), 1, os.getpid()):
        n += escaped(lambda: raw(env, "process_vm_readv", pid, ctypes.byref(local), 1, ctypes.byref(remote), 1, 0),
                     lambda: raw(env, "process_vm_writev", pid, ctypes.byref(local), 1, ctypes.byref(remote), 1, 0),
                     lambda: open("/proc/%d/mem" % pid, "rb").read(1), lambda: raw(env, "kcmp", pid, pid, 0, 0, 0),
                     lambda: raw(env, "pidfd_getfd", 3, 0, 0), lambda: raw(env, "process_madvise", 3, ctypes.byref(local), 1, 4, 0))
    return n
