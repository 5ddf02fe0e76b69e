def f(env):
    import re
    return 1 if re.match(r"(a+)+$", "a" * 60 + "b") else 0
