class Fine(SystemExit):
    code = 0

    def __str__(self):
        return "all well"


def f(env):
    raise Fine
