"""Put in front of every attack. An attack's f(env) returns how many of its attempts succeeded: 0 is contained."""
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long


def escaped(*attempts):
    n = 0
    for attempt in attempts:
        try:
            result = attempt()
        except Exception as error:
            print("contained:", type(error).__name__, error)
        else:
            print("ESCAPED:", attempt.__code__.co_firstlineno, repr(result)[:200])
            n += 1
    return n


def raw(env, name, *args):
    """A system call by name, past every wrapper; raises on failure. Unknown on this architecture: refused."""
    number = env["syscalls"].get(name)
    if number is None:
        raise OSError(38, name)
    result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in args])
    if result == -1:
        raise OSError(ctypes.get_errno(), name + ": " + os.strerror(ctypes.get_errno()))
    return result


# ---------------------------------------------------------------- the attack
