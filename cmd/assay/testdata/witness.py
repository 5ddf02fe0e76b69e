"""Evaluates the witnesses of `different` with mpmath, 50 digits, line by line: {"id","reference","candidate","at","values"}.

Answers {"id","state"}: "different" when both sides have values that differ, and those that were printed;
"same" when they do not differ; "other" when a value is not the printed one; "unable" with the reason.
"""

import json
import re
import signal
import sys

import mpmath
import sympy as sp

mpmath.mp.dps = 50
NAMES = {"Symbol": sp.Symbol, "Rational": sp.Rational, "Float": sp.Float, "I": sp.I, "E": sp.E, "oo": sp.oo, "pi": sp.pi}


TERM = re.compile(r"([-+]?[0-9.]+(?:e[-+]?[0-9]+)?(?:/[0-9]+)?)(?:±([0-9.]+(?:e[-+]?[0-9]+)?))?(i?)")


def number(text):
    """'1/3', '0.25', '1.5 ± 1e-30', '2.1 ± 1e-3+0.5 ± 1e-4i' as a value and its error."""
    text = text.replace(" ", "")
    if TERM.sub("", text):
        raise ValueError(text)
    exact, error = sp.Integer(0), mpmath.mpf(0)
    for digits, radius, unit in TERM.findall(text):
        exact += sp.Rational(digits) * (sp.I if unit else 1)
        error += mpmath.mpf(radius) if radius else 0
    return exact, error


def value(text, at):
    e = sp.sympify(text, locals=dict(NAMES), rational=True)
    point = {sp.sympify(k, locals=dict(NAMES)): number(v)[0] for k, v in at.items() if "±" not in v}
    e = e.subs(point)
    if e.free_symbols:
        raise ValueError(f"no value for {e.free_symbols}")
    v = sp.N(e, 50)
    return mpmath.mpmathify(v)


def late(signum, frame):
    raise TimeoutError("2 s")


signal.signal(signal.SIGALRM, late)
for line in sys.stdin:
    row = json.loads(line)
    signal.alarm(2)
    try:
        r, k = value(row["reference"], row["at"]), value(row["candidate"], row["at"])
        if not (mpmath.isfinite(r) and mpmath.isfinite(k)):
            raise ValueError("no finite value")
        scale = max(abs(r), abs(k))
        state = "different" if abs(r - k) > scale * mpmath.mpf(10) ** -40 else "same"
        for mine, printed in zip((r, k), row["values"]):
            try:
                want, error = number(printed)
            except ValueError:
                continue
            want = mpmath.mpmathify(sp.N(want, 50))
            if abs(mine - want) > error + abs(want) * mpmath.mpf(10) ** -28 and abs(mine - want) > mpmath.mpf(10) ** -28 * scale:
                state = f"other: {mpmath.nstr(mine, 30)} for {printed}"
        answer = {"id": row["id"], "state": state}
    except Exception as e:  # one line must not end the others
        answer = {"id": row["id"], "state": f"unable: {type(e).__name__} {e}"[:200]}
    signal.alarm(0)
    print(json.dumps(answer), flush=True)
