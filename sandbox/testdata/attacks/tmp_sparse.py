def f(env):
    def sparse():
        with open("/tmp/sparse", "wb") as file:
            file.truncate(1 << 40)
    return escaped(sparse)
