def f(env):
    import socket

    def connect(family, address):
        s = socket.socket(family, socket.SOCK_STREAM)
        s.settimeout(2)
        s.connect(address)

    return escaped(lambda: connect(socket.AF_INET, ("127.0.0.1", env["port"])), lambda: connect(socket.AF_INET6, ("::1", env["port"])),
                   lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM), lambda: socket.create_connection(("127.0.0.1", env["port"]), 2),
                   lambda: socket.getaddrinfo("example.com", 80), lambda: raw(env, "socket", 2, 1, 0), lambda: raw(env, "socket", 2, 3, 1))
