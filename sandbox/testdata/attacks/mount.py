def f(env):
    buffer = ctypes.create_string_buffer(64)
    return escaped(lambda: raw(env, "mount", b"t", b"/tmp", b"tmpfs", 0, 0), lambda: raw(env, "mount", b"/", b"/tmp", 0, 4096, 0),
                   lambda: raw(env, "mount", b"proc", b"/tmp", b"proc", 0, 0), lambda: raw(env, "umount2", b"/tmp", 2),
                   lambda: raw(env, "chroot", b"/tmp"), lambda: raw(env, "pivot_root", b"/tmp", b"/tmp"), lambda: raw(env, "open_tree", -100, b"/", 1),
                   lambda: raw(env, "fsopen", b"tmpfs", 0), lambda: raw(env, "mount_setattr", -100, b"/", 0, buffer, 32), lambda: raw(env, "fspick", -100, b"/", 0))
