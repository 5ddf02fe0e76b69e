"""What a job's own process does: load the candidate, call it, say what came of it.

Everything here is bound before the candidate loads, in a namespace with builtins of its own, and
nothing is looked up by name in a module that the candidate can patch. It cannot be
out of the candidate's reach altogether, sharing its process; but all that this process holds is its own
end of one channel, so that the most it can forge is its own answer.
"""

import _json
import _thread
import _tracemalloc
import decimal
import fractions
import gc
import io
import json
import mmap
import posix
import random
import sys
import threading
import types

FILE = "<candidate>"
MAX_INT_BITS = 332193
MAX_TOUCHED = 64

# What a candidate may import as it runs; all else is another's business.
NUMERICAL = frozenset(("math", "numpy", "scipy", "itertools", "functools", "operator", "fractions", "collections", "cmath",
                       "decimal", "dataclasses", "typing", "__future__"))


def prepare(prefixes, has_tmp):
    """Binds all that is needed, in the warm interpreter, and returns run().

    prefixes are the interpreter's own library folders, has_tmp says whether a job has a /tmp.
    """
    write, read, leave = posix.write, posix.read, posix._exit
    get_frame, get_trace, set_trace, add_hook = sys._getframe, sys.gettrace, sys.settrace, sys.addaudithook
    modules, stdout, stderr = sys.modules, sys.stdout, sys.stderr
    flush = io.TextIOWrapper.flush
    type_name = type.__dict__["__name__"].__get__
    traceback_of = BaseException.__dict__["__traceback__"].__get__
    syntax_message = SyntaxError.__dict__["msg"].__get__
    syntax_line = SyntaxError.__dict__["lineno"].__get__
    errno_of = OSError.__dict__["errno"].__get__
    float_hex, bit_length, int_bytes = float.hex, int.bit_length, int.to_bytes
    fraction = fractions.Fraction
    fraction_top = fraction.__dict__["_numerator"].__get__
    fraction_bottom = fraction.__dict__["_denominator"].__get__
    big_decimal = decimal.Decimal
    decimal_text, decimal_finite = big_decimal.__str__, big_decimal.is_finite
    loads = json.loads
    scan = _json.make_scanner(json.JSONDecoder())
    digits_bound = getattr(sys, "get_int_max_str_digits", int)
    bind_digits = getattr(sys, "set_int_max_str_digits", bool)
    memory_start, memory_now, memory_reset, memory_on = (
        _tracemalloc.start, _tracemalloc.get_traced_memory, _tracemalloc.reset_peak, _tracemalloc.is_tracing)
    gc_enable = gc.enable

    # Given back when memory has run out, so that this can be said. Untouched, it costs address space alone.
    give_back = mmap.mmap(-1, 1 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close

    numpy = modules.get("numpy")
    array = generic = None
    float_types = long_types = integer_types = ()
    if numpy is not None:
        array, generic = numpy.ndarray, numpy.generic
        array_item, generic_item = array.item, generic.item
        array_size = array.__dict__["size"].__get__
        array_dtype = array.__dict__["dtype"].__get__
        float_types = (numpy.float64, numpy.float32, numpy.float16)
        integer_types = tuple(numpy.dtype(c).type for c in "lLqQiIhHbB")
        long_types = (numpy.longdouble,)
        long_ratio = numpy.longdouble.as_integer_ratio

    library = tuple(p.rstrip("/") + "/" for p in prefixes)
    foreign = ("/", "<frozen", "<__array_function__", "<runner>", "<zygote>")
    folders = tuple(p.rstrip("/") + "/" for p in sys.path if p)
    # Library code that acts for whoever calls it, and library code that acts for itself.
    import_machinery = ("<frozen importlib", *[p + "importlib/" for p in folders])
    ctypes_machinery = tuple(p + d for p in folders for d in ("ctypes/", "numpy/ctypeslib"))
    numerical_code = tuple(p + d for p in folders for d in ("numpy/", "scipy/"))
    numerical, split = NUMERICAL, str.split

    # The channel.

    def send(packet):
        write(3, packet)

    def field(b):
        return int_bytes(len(b), 4, "little") + b

    def receive():
        parts = []
        while True:
            packet = read(3, 1 << 17)
            if not packet:
                leave(96)
            parts.append(packet[1:])
            if packet[:1] == b"e":
                return b"".join(parts)

    def number_text(n):
        return b"%d" % n

    def text_bytes(s, limit):
        return s[:limit].encode("utf-8", "replace")

    # What the candidate may have meant as a number.

    def describe(t):
        try:
            return text_bytes(type_name(t), 200)
        except BaseException:
            return b"?"

    def among(t, types):
        for x in types:  # by identity: a metaclass may call itself equal to anything
            if t is x:
                return True
        return False

    def encode(v, inner):
        """(status, kind, text) of a returned value, from the bits of the exact types alone."""
        t = type(v)
        if t is float:
            h = float_hex(v)
            if h == "nan" or h == "inf" or h == "-inf":
                return b"not-a-number", h.encode(), b""
            return b"ok", b"numpy" if inner else b"float", h.encode()
        if t is int:
            if bit_length(v) > MAX_INT_BITS:
                return b"not-a-number", b"int of more than 100000 digits", b""
            return b"ok", b"numpy" if inner else b"int", hex(v).encode()
        if t is fraction:
            p, q = fraction_top(v), fraction_bottom(v)
            if type(p) is not int or type(q) is not int or q <= 0:
                return b"not-a-number", b"Fraction", b""
            if bit_length(p) > MAX_INT_BITS or bit_length(q) > MAX_INT_BITS:
                return b"not-a-number", b"Fraction of more than 100000 digits", b""
            return b"ok", b"fraction", (hex(p) + "/" + hex(q)).encode()
        if t is big_decimal:
            text = decimal_text(v)
            if not decimal_finite(v):
                text = text.lower().replace("infinity", "inf")
                return b"not-a-number", b"nan" if "nan" in text else text.encode(), b""
            if len(text) > 100000:
                return b"not-a-number", b"Decimal of more than 100000 digits", b""
            return b"ok", b"decimal", text.upper().encode()
        if generic is not None:
            if among(t, float_types) or among(t, integer_types):
                return encode(generic_item(v), True)
            if among(t, long_types):
                try:
                    p, q = long_ratio(v)
                except OverflowError:
                    return b"not-a-number", b"-inf" if v < 0 else b"inf", b""
                except ValueError:
                    return b"not-a-number", b"nan", b""
                return b"ok", b"numpy", (hex(p) + "/" + hex(q)).encode()
            if t is array and not inner:
                if array_size(v) != 1:
                    return b"not-a-number", b"ndarray of %d elements" % array_size(v), b""
                kind = array_dtype(v).kind
                if kind not in "fiuO":
                    return b"not-a-number", b"ndarray of dtype kind " + kind.encode(), b""
                return encode(array_item(v), True)
        return b"not-a-number", describe(t), b""

    # What the candidate reached for.

    seen, state = set(), {"busy": False, "traced": False, "lost": False, "done": False}

    def touch(event, detail, allowed):
        if type(detail) is not str:
            detail = "?"
        key = (event, detail)
        if key in seen or len(seen) >= MAX_TOUCHED or state["done"]:
            return
        seen.add(key)
        send(b"T" + field(event.encode()) + field(text_bytes(detail, 200)) + field(b"1" if allowed else b"0"))

    def name_of(path):
        t = type(path)
        if t is str:
            return path
        if t is bytes:
            return path.decode("utf-8", "replace")
        if t is int:
            return "fd %d" % path
        return "?"

    def own(filename):
        return filename == FILE or not filename.startswith(foreign)

    def by_candidate(depth):
        # 0 is this function, 1 the handler, 2 the hook, 3 what raised the event
        return own(get_frame(depth).f_code.co_filename)

    def caller_past(machinery):
        """The file name of the innermost frame outside of the machinery, seen from a handler; "" if there is none."""
        frame = get_frame(3)
        while frame is not None:
            filename = frame.f_code.co_filename
            if not filename.startswith(machinery):
                return filename
            frame = frame.f_back
        return ""

    def temporary(path):
        inside = path.startswith(("/tmp/", "/job/tmp/")) or "/" not in path
        return has_tmp and inside and ".." not in path

    def on_open(event, args):
        path = name_of(args[0])
        if path.endswith(FILE):
            return  # a traceback looking for its source
        flags = args[2] if len(args) > 2 and type(args[2]) is int else 0
        mode = args[1] if len(args) > 1 else None
        writes = flags & 3 != 0 or type(mode) is str and ("w" in mode or "a" in mode or "+" in mode or "x" in mode)
        if not writes and path.startswith(library) and "/.." not in path:
            return
        touch("open", ("write " if writes else "read ") + path, temporary(path) or path == "/dev/null")

    def on_list(event, args):
        path = name_of(args[0]) if args and args[0] is not None else "."
        if not path.startswith(library):
            touch("list", path, temporary(path) or has_tmp and path in ("/tmp", "/job/tmp"))

    def on_file(event, args):
        path = name_of(args[0]) if args else "?"
        touch("file", event + " " + path, temporary(path))

    def on_socket(event, args):
        touch("socket", event, False)

    def on_process(event, args):
        touch("subprocess", event, False)

    def on_ctypes(event, args):
        if not caller_past(ctypes_machinery).startswith(numerical_code):
            touch("ctypes", event + (" " + args[0] if args and type(args[0]) is str else ""), False)

    def on_thread(event, args):
        touch("thread", "start", True)

    def watched(start):
        """A function that starts threads as start does, says so, and has them counted.

        Only newer interpreters raise an event for this.
        """
        def start_thread(function, *args, **kwargs):
            touch("thread", "start", True)
            if not state["traced"]:
                return start(function, *args, **kwargs)

            def run_traced(*a, **k):
                state["busy"] = True
                set_trace(trace)
                state["busy"] = False
                return function(*a, **k)

            return start(run_traced, *args, **kwargs)

        return start_thread

    def on_signal(event, args):
        touch("signal", event, False)

    def on_import(event, args):
        if args and type(args[0]) is str and own(caller_past(import_machinery)):
            touch("import", args[0], split(args[0], ".", 1)[0] in numerical)

    def on_exec(event, args):
        filename = get_frame(2).f_code.co_filename
        if own(filename):
            touch("exec", event, True)
        elif event == "exec" and filename.startswith("<frozen importlib"):
            on_module(get_frame(2))

    def on_module(frame):
        """A module's own code is about to run. importlib.import_module raises no event of import: this tells of it."""
        name = None
        while frame is not None and frame.f_code.co_filename.startswith(import_machinery):
            if name is None and frame.f_code.co_name == "_find_and_load":
                name = frame.f_locals.get("name")
            frame = frame.f_back
        if frame is not None and type(name) is str and own(frame.f_code.co_filename):
            if split(name, ".", 1)[0] not in numerical:
                touch("import", name, False)

    def on_frame(event, args):
        if by_candidate(3):
            touch("frame", event, True)

    def on_gc(event, args):
        touch("gc", event, True)

    def on_trace(event, args):
        if state["done"]:
            return
        if event != "sys.addaudithook":
            state["lost"] = True
        touch("trace", event, True)

    def on_limit(event, args):
        touch("limit", event, False)

    def on_mmap(event, args):
        if by_candidate(3):
            touch("mmap", event, True)

    handlers = {"open": on_open, "import": on_import, "exec": on_exec, "compile": on_exec, "mmap.__new__": on_mmap,
                "sys._getframe": on_frame, "sys._current_frames": on_frame,
                "sys.settrace": on_trace, "sys.setprofile": on_trace, "sys.addaudithook": on_trace,
                "sys.monitoring.register_callback": on_trace,
                "resource.setrlimit": on_limit, "resource.prlimit": on_limit,
                "_thread.start_new_thread": on_thread, "_thread.start_joinable_thread": on_thread,
                "os.kill": on_signal, "os.killpg": on_signal, "signal.pthread_kill": on_signal,
                "os.listdir": on_list, "os.scandir": on_list, "os.walk": on_list, "os.fwalk": on_list, "glob.glob": on_list,
                "gc.get_objects": on_gc, "gc.get_referrers": on_gc, "gc.get_referents": on_gc}
    for e in ("os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "subprocess.Popen", "pty.spawn"):
        handlers[e] = on_process
    for e in ("os.chmod", "os.chown", "os.link", "os.lockf", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink",
              "os.truncate", "os.utime", "os.chflags", "os.setxattr", "os.getxattr", "os.listxattr", "os.removexattr",
              "os.chdir", "os.fchdir", "os.unshare", "os.setns", "shutil.copyfile", "shutil.move", "shutil.rmtree",
              "tempfile.mkstemp", "tempfile.mkdtemp"):
        handlers[e] = on_file
    for e in ("socket.__new__", "socket.connect", "socket.bind", "socket.getaddrinfo", "socket.gethostbyname",
              "socket.gethostname", "socket.sendto", "socket.sethostname", "syslog.openlog", "ensurepip.bootstrap"):
        handlers[e] = on_socket
    for e in ("ctypes.dlopen", "ctypes.dlsym", "ctypes.dlsym/handle", "ctypes.call_function", "ctypes.string_at",
              "ctypes.wstring_at", "ctypes.addressof", "ctypes.cdata", "ctypes.cdata/buffer", "ctypes.create_string_buffer",
              "ctypes.PyObj_FromPtr"):
        handlers[e] = on_ctypes
    handler_of = handlers.get

    def hook(event, args):
        handle = handler_of(event)
        if handle is None or state["busy"]:
            return
        state["busy"] = True  # what a handler itself does raises events too
        try:
            handle(event, args)
        except BaseException:
            pass  # an event that cannot be reported must not become an error of the candidate
        finally:
            state["busy"] = False

    # Counting, when asked to.

    lines = 0

    def count(frame, event, arg):
        nonlocal lines
        if event == "line":
            lines += 1
        elif event == "return" and not frame.f_trace_lines:
            state["lost"] = True
        return count

    def trace(frame, event, arg):
        return count if own(frame.f_code.co_filename) else None

    # The job.

    def innermost_line(error):
        line, tb = 0, traceback_of(error)
        for _ in range(100000):
            if tb is None:
                break
            if tb.tb_frame.f_code.co_filename == FILE:
                line = tb.tb_lineno
            tb = tb.tb_next
        return line

    def message_of(error):
        try:
            text = str(error)
            return text_bytes(text, 2000) if type(text) is str else b"<unprintable>"
        except BaseException:
            return b"<unprintable>"

    def run():
        nonlocal lines
        send(b"H")
        header = loads(receive())
        nonce, entry, traced, tool = bytes.fromhex(header["nonce"]), header["entry"], header["trace"], header["tool"]
        source = receive()
        load_lines, peak, base = 0, 0, 0
        phase = b"load"

        main = types.ModuleType("__main__")
        module = types.ModuleType("candidate")
        module.__file__ = FILE
        space = module.__dict__
        modules["__main__"], modules["candidate"] = main, module
        random.seed(20240229)
        if numpy is not None:
            numpy.random.seed(20240229)
        for name in ("start_new_thread", "start_new", "start_joinable_thread"):
            if hasattr(_thread, name):
                wrapped = watched(getattr(_thread, name))
                setattr(_thread, name, wrapped)
                if hasattr(threading, "_" + name):
                    setattr(threading, "_" + name, wrapped)
        gc_enable()
        add_hook(hook)

        def report(status, kind=b"", text=b"", line=0):
            counted = lines - (load_lines if phase == b"call" else 0)
            lost = False
            if traced:
                lost = state["lost"] or get_trace() is not trace or not memory_on()
            packet = (b"R" + nonce + field(status) + field(kind) + field(text) + field(number_text(line)) + field(phase)
                      + field(number_text(counted if phase == b"call" else 0))
                      + field(number_text(load_lines if phase == b"call" else counted))
                      + field(number_text(peak)) + field(b"1" if lost else b"0"))
            state["done"] = True
            if traced:
                set_trace(None)
            send(packet)
            for stream in (stdout, stderr):
                try:
                    flush(stream)
                except BaseException:
                    pass  # the candidate closed it
            leave(0)

        def failed(error, status):
            t = type(error)
            if issubclass(t, MemoryError) or issubclass(t, OSError) and errno_of(error) == 12:
                status = b"memory-limit"
            elif issubclass(t, SystemExit):
                status = b"exited"
            report(status, describe(t), message_of(error), innermost_line(error))

        try:
            try:
                code = compile(source, FILE, "exec", 0, True)
            except SyntaxError as error:
                line = syntax_line(error)
                message = syntax_message(error)
                report(b"syntax-error", describe(type(error)), text_bytes(message if type(message) is str else "", 2000),
                       line if type(line) is int and line > 0 else 0)
            except (ValueError, RecursionError, OverflowError, MemoryError) as error:
                # a null byte, or nesting that the compiler's own stack does not hold
                report(b"syntax-error", describe(type(error)), message_of(error))
            if traced:
                state["busy"] = True  # our own events are none of the candidate's
                memory_start(1)
                set_trace(trace)
                state["busy"], state["traced"] = False, True
            try:
                exec(code, space)
            except BaseException as error:
                give_back()
                failed(error, b"load-error")
            load_lines = lines
            function = space.get(entry)
            if function is None or not callable(function):
                report(b"no-entry")
            del source, code
            send(b"L" + nonce)
            message = receive()
            nonce = message[:16]
            if tool:
                arguments = [message[16:]]
            else:
                # Arguments may be integers longer than Python reads by default; the candidate keeps the default.
                bound = digits_bound()
                bind_digits(0)
                arguments = scan(message[16:].decode(), 0)[0]
                bind_digits(bound)
            del message
            phase = b"call"
            if traced:
                memory_reset()
                base = memory_now()[0]
            try:
                value = function(*arguments)
            except BaseException as error:
                give_back()
                if traced and memory_on():
                    peak = max(0, memory_now()[1] - base)
                failed(error, b"exception")
            if traced and memory_on():
                peak = max(0, memory_now()[1] - base)
            if tool:
                if type(value) is not bytes:
                    report(b"not-a-number", describe(type(value)))
                for i in range(0, len(value), 49152):
                    send(b"D" + value[i:i + 49152])
                report(b"ok", b"bytes", number_text(len(value)))
            report(*encode(value, False))
        except BaseException:
            leave(95)  # the report itself failed: there is no valid result

    return run
