def f(env):
    header, data = ctypes.create_string_buffer(b"\x22\x05\x08\x20" + b"\0" * 4, 8), ctypes.create_string_buffer(b"\xff" * 24, 24)
    return escaped(lambda: os.setuid(0), lambda: os.setgid(0), lambda: os.setgroups([0]), lambda: os.setresuid(0, 0, 0), lambda: raw(env, "capset", header, data),
                   lambda: raw(env, "prctl", 47, 2, 21, 0, 0), lambda: raw(env, "prctl", 4, 1, 0, 0, 0), lambda: raw(env, "prctl", 22, 0, 0, 0, 0),
                   lambda: raw(env, "prctl", 1, 0, 0, 0, 0), lambda: raw(env, "seccomp", 1, 0, ctypes.create_string_buffer(16)),
                   lambda: raw(env, "prctl", (16 << 32) | 4, 0x5401, 0, 0, 0), lambda: raw(env, "landlock_create_ruleset", 0, 0, 1),
                   lambda: raw(env, "personality", 0x0040000))
