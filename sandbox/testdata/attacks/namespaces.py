def f(env):
    flags = (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000, 0x80)
    return escaped(*[lambda x=x: raw(env, "unshare", x) for x in flags], *[lambda x=x: raw(env, "clone", x | 17, 0, 0, 0, 0) for x in flags],
                   *[lambda d=d: raw(env, "setns", d, 0) for d in range(12)])
