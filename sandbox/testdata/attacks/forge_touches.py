def f(env):
    for i in range(5000):
        os.write(3, b"T" + b"".join(len(x).to_bytes(4, "little") + x for x in (b"open", b"%d" % i, b"1")))
    return 0
