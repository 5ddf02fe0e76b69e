def f(env):
    b = ctypes.create_string_buffer(256)
    calls = [("io_uring_setup", 8, b), ("bpf", 0, b, 128), ("perf_event_open", b, 0, -1, -1, 0), ("userfaultfd", 0), ("userfaultfd", 1), ("keyctl", 0, -3, 0),
             ("add_key", b"user", b"x", b"y", 1, -3), ("request_key", b"user", b"x", 0, 0), ("kexec_load", 0, 0, 0, 0), ("init_module", b, 1, b""),
             ("finit_module", 3, b"", 0), ("delete_module", b"x", 0), ("open_by_handle_at", -100, b, 0), ("name_to_handle_at", -100, b"/", b, b, 0),
             ("fanotify_init", 0, 0), ("inotify_init1", 0), ("quotactl", 0, 0, 0, 0), ("swapon", b"/tmp/x", 0), ("reboot", 0xFEE1DEAD, 672274793, 0, 0),
             ("sethostname", b"x", 1), ("setdomainname", b"x", 1), ("settimeofday", b, 0), ("clock_settime", 0, b), ("adjtimex", b), ("acct", b"/tmp/x"),
             ("syslog", 3, b, 10), ("iopl", 3), ("ioperm", 0, 1, 1), ("modify_ldt", 1, b, 16), ("lookup_dcookie", 0, b, 10), ("vhangup",), ("nfsservctl", 0, 0, 0),
             ("mbind", 0, 0, 0, 0, 0, 0), ("move_pages", 0, 0, 0, 0, 0, 0), ("migrate_pages", 0, 0, 0, 0), ("remap_file_pages", 0, 0, 0, 0, 0), ("memfd_secret", 0),
             ("mlock", b, 10), ("mlockall", 1), ("epoll_create1", 0), ("eventfd2", 0, 0), ("signalfd4", -1, b, 8, 0), ("timerfd_create", 0, 0), ("timer_create", 0, b, b),
             ("pkey_alloc", 0, 0), ("setxattr", b"/tmp", b"user.x", b"y", 1, 0), ("io_setup", 1, b), ("vmsplice", 1, b, 1, 0), ("splice", 0, 0, 1, 0, 1, 0), ("tee", 0, 1, 1, 0)]
    return escaped(*[lambda c=c: raw(env, *c) for c in calls])
