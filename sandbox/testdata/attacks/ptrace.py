def f(env):
    targets = [env["parent"], env["zygote"], os.getppid(), 1, 2]
    return escaped(*[lambda p=p, r=r: raw(env, "ptrace", r, p, 0, 0) for p in targets for r in (16, 0x4206)], lambda: raw(env, "ptrace", 0, 0, 0, 0))
