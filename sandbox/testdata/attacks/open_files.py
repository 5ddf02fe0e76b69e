def f(env):
    files = []
    try:
        while len(files) < 10000:
            files.append(open("/dev/null"))
    except OSError as error:
        print(error)
    return 0 if len(files) < 64 else len(files)
