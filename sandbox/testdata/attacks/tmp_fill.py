def f(env):
    total = 0
    try:
        for i in range(100):
            with open("/tmp/fill%d" % i, "wb") as file:
                for _ in range(64):
                    total += file.write(b"x" * (1 << 20))
    except OSError as error:
        print(error)
    return 0 if total <= 17 << 20 else total
