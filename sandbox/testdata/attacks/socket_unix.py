def f(env):
    import socket

    def connect(address):
        s = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        s.connect(address)

    return escaped(lambda: connect(env["unix"]), lambda: connect("\0" + env["abstract"]), lambda: socket.socketpair(),
                   lambda: raw(env, "socket", 1, 1, 0), lambda: raw(env, "socketpair", 1, 1, 0, ctypes.create_string_buffer(8)))
