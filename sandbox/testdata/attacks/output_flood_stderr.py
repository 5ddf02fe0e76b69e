def f(env):
    block = b"y" * (1 << 20)
    while True:
        os.write(2, block)
