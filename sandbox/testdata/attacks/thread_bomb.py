def f(env):
    import _thread
    lock = _thread.allocate_lock()
    lock.acquire()
    n = 0
    while n < 5000:
        try:
            _thread.start_new_thread(lock.acquire, ())
        except RuntimeError:
            break
        n += 1
    return 0 if n < env["threads"] else n
