def f(env):
    import threading

    def spin():
        sum(range(10 ** 12))

    for _ in range(3):
        threading.Thread(target=spin).start()
    spin()
