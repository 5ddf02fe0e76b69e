def f(env):
    import gc
    import socket
    n = 0
    for fd in range(4, 4096):
        try:
            os.fstat(fd)
            n += 1
            print("open:", fd)
        except OSError:
            pass
    for o in gc.get_objects():
        if type(o) is socket.socket:
            try:
                o.send(b"{}")
                n += 1
            except OSError as error:
                print("socket:", error)
    return n
