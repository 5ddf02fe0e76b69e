def f(env):
    import socket
    return escaped(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0), lambda: socket.socket(17, socket.SOCK_RAW, 3),
                   lambda: socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM), lambda: socket.socket(38, socket.SOCK_SEQPACKET),
                   lambda: raw(env, "socket", 16, 3, 0), lambda: raw(env, "socket", 17, 3, 768), lambda: raw(env, "socket", 38, 5, 0))
