"""The warm interpreter: imports once, then forks one jailed process per job.

Runs inside the pool's namespaces (where the machine has them), as an unprivileged user. It never sees a
job's source or answer: those go between the parent and the job over a channel of their own, whose end
arrives here as a file descriptor and is passed on by the fork. Nothing a candidate
does reaches this process: a job cannot signal it, trace it or write to its memory.

The bootstrap put CONFIG (see stage2.go) and RUNNER_SOURCE into this namespace.
"""

import array
import ctypes
import gc
import json
import os
import posix
import resource
import select
import signal
import socket
import struct
import sys
import time

CLONE_NEWNS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID = 0x20000, 0x8000000, 0x10000000, 0x20000000
MS_NOSUID, MS_NODEV, MS_NOEXEC = 2, 4, 8
PR_SET_PDEATHSIG, PR_SET_DUMPABLE = 1, 4
PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 38, 47, 4
SECCOMP_SET_MODE_FILTER = 1

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
libc.mount.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_ulong, ctypes.c_char_p]


class Fprog(ctypes.Structure):
    _fields_ = [("len", ctypes.c_ushort), ("filter", ctypes.c_void_p)]


def program(path_fd):
    """Reads an assembled filter (8 bytes an instruction) and keeps it where the kernel can read it."""
    raw = b""
    while True:
        part = os.read(path_fd, 1 << 16)
        if not part:
            break
        raw += part
    os.close(path_fd)
    if not raw:
        return None
    buffer = ctypes.create_string_buffer(raw, len(raw))
    prog = Fprog(len(raw) // 8, ctypes.addressof(buffer))
    prog.keep = buffer
    return prog


def check(what, result):
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, what + ": " + os.strerror(code))


def jail(job):
    """Turns this freshly forked process into a job's. After it returns there is no way back.

    The order matters: the private /tmp needs the capabilities, the user namespace (in which
    RLIMIT_NPROC counts this job alone) gives a full set of new ones, and only
    then are all of them dropped; the filter comes last, as it forbids most of the above.
    """
    if CONFIG["namespaces"]:
        check("unshare mount and ipc", libc.unshare(CLONE_NEWNS | CLONE_NEWIPC))
        options = b"size=%d,nr_inodes=512,mode=0700" % CONFIG["tmp_bytes"]
        check("mount /tmp", libc.mount(b"tmpfs", b"/job/tmp", b"tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, options))
        if CONFIG["job_userns"]:
            check("unshare user", libc.unshare(CLONE_NEWUSER))
        os.chdir("/job/tmp")
    # The bounding set is left alone: without exec, and with no new privileges, nothing is drawn from it.
    check("ambient capabilities", libc.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0))
    check("capset", libc.syscall(CONFIG["sys_capset"], CAP_HEADER, CAP_NONE))
    check("not dumpable", libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0))
    check("parent death signal", libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0))
    set_limit = resource.setrlimit
    set_limit(resource.RLIMIT_CORE, (0, 0))
    set_limit(resource.RLIMIT_FSIZE, (CONFIG["tmp_bytes"],) * 2)
    set_limit(resource.RLIMIT_NOFILE, (64, 64))
    set_limit(resource.RLIMIT_MEMLOCK, (0, 0))
    set_limit(resource.RLIMIT_MSGQUEUE, (0, 0))
    set_limit(resource.RLIMIT_NPROC, (job["threads"],) * 2)
    # Soft equals hard: the process is the first of its pid namespace, which SIGXCPU does not stop.
    set_limit(resource.RLIMIT_CPU, (job["cpu"],) * 2)
    set_limit(resource.RLIMIT_AS, (job["memory"],) * 2)
    check("no new privileges", libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    if CONFIG["landlock"]:
        check("landlock", libc.syscall(CONFIG["sys_landlock"], CONFIG["fd_rules"], CONFIG["landlock_flags"]))
    check("close_range", libc.syscall(CONFIG["sys_close_range"], 4, 0x7FFFFFFF, 0))
    if FILTER is not None:
        check("seccomp", libc.syscall(CONFIG["sys_seccomp"], SECCOMP_SET_MODE_FILTER, 0, ctypes.byref(FILTER)))


def become(fds, job):
    """The child's side of the fork: file descriptors, jail, runner. Never returns."""
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        channel, out, err = fds
        # A descriptor that a fork hands down is one open file with this process's: its flags and locks would
        # outlive the job. All four of a job's are its own: this one is opened here, the others came with the order.
        null = os.open("/dev/null", os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)
        os.dup2(out, 1)
        os.dup2(err, 2)
        os.dup2(channel, 3)
        jail(job)
    except BaseException as error:
        try:
            os.write(channel, b"F" + repr(error).encode()[:500])
        finally:
            os._exit(97)
    run()


def serve(control):
    """Forks on request and reaps, for as long as the parent lives. Returns only in a child, its orders."""
    live = {}
    wake_read, wake_write = os.pipe()
    os.set_blocking(wake_write, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
    poll = select.poll()
    poll.register(control.fileno(), select.POLLIN)
    poll.register(wake_read, select.POLLIN)
    own_pid_namespace = CONFIG["namespaces"]
    while True:
        for fd, _ in poll.poll():
            if fd == wake_read:
                os.read(wake_read, 512)
            else:
                text, ancillary, _, _ = control.recvmsg(4096, socket.CMSG_SPACE(16))
                if not text:
                    os._exit(0)
                fds = array.array("i")
                for _, _, data in ancillary:
                    fds.frombytes(data[: len(data) - len(data) % fds.itemsize])
                job = json.loads(text)
                pid = -1
                try:
                    if own_pid_namespace:
                        check("unshare pid", libc.unshare(CLONE_NEWPID))
                    pid = os.fork()
                except OSError as error:
                    control.send(json.dumps({"id": job["id"], "event": "fault", "text": str(error)}).encode())
                if pid == 0:
                    return list(fds), job
                if own_pid_namespace:  # else the next one would be born in this one's namespace
                    check("setns", libc.setns(CONFIG["fd_pidns"], CLONE_NEWPID))
                if pid > 0:
                    live[pid] = job["id"]
                    handle = os.pidfd_open(pid)
                    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [handle]))]
                    control.sendmsg([json.dumps({"id": job["id"], "event": "started"}).encode()], rights)
                    os.close(handle)
                for fd in fds:
                    os.close(fd)
            while live:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
                if pid == 0:
                    break
                control.send(json.dumps({
                    "id": live.pop(pid), "event": "ended", "status": status, "rss": usage.ru_maxrss << 10,
                    "cpu": round((usage.ru_utime + usage.ru_stime) * 1e9),
                }).encode())


def preload(control):
    """Imports what jobs are likely to need; says what could not be imported, and why."""
    missing = {}
    start = time.perf_counter()
    for name in CONFIG["preload"]:
        try:
            __import__(name)
        except Exception as error:
            missing[name] = type(error).__name__ + ": " + str(error)[:300]
    ready = {"event": "ready", "missing": missing, "version": sys.version.split()[0],
             "seconds": time.perf_counter() - start, "packages": {}}
    for name in ("numpy", "scipy", "sympy", "mpmath"):
        if name in sys.modules:
            ready["packages"][name] = str(getattr(sys.modules[name], "__version__", "?"))
    return ready


sys.path[:] = CONFIG["sys_path"]
sys.argv[:] = [""]
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal(signal.SIGPIPE, signal.SIG_IGN)
CAP_HEADER = ctypes.create_string_buffer(struct.pack("Ii", 0x20080522, 0), 8)
CAP_NONE = ctypes.create_string_buffer(24)
FILTER = program(CONFIG["fd_filter"])
control = socket.socket(fileno=CONFIG["fd_control"])
ready = preload(control)
space = {"__builtins__": dict(vars(__import__("builtins"))), "__name__": "runner"}
exec(compile(RUNNER_SOURCE, "<runner>", "exec"), space)
run = space["prepare"](CONFIG["prefixes"], CONFIG["namespaces"])
del space, preload, program
gc.collect()
gc.disable()
gc.freeze()
control.send(json.dumps(ready).encode())
become(*serve(control))
