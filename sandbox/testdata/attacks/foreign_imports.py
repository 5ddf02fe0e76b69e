def f(env):
    # Not contained but told of, by whichever way they come.
    import importlib

    import wave
    importlib.import_module("sched")
    ctypes.CDLL(None)
    return 0
