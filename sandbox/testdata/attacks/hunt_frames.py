import sys


def f(env):
    """Whatever is found up the stack: no other job's data, no live descriptor, no secret."""
    frame, texts = sys._getframe(), []
    while frame is not None:
        texts += [repr(v)[:2000] for v in list(frame.f_locals.values()) + list(frame.f_globals.values())]
        frame = frame.f_back
    found = [t for t in texts if env["secret_half"] + env["secret_rest"] in t or env["store"] in t]
    # its own arguments are there, of course
    found = [t for t in found if "secret_rest" not in t and "syscalls" not in t]
    print(found)
    return len(found)
