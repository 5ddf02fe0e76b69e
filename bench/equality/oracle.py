"""Makes pairs of expressions whose verdict SymPy and mpmath know, as a table for `assay grade`.

    python bench/equality/oracle.py --pairs 2000 --seed 1 > math/equal/testdata/oracle.jsonl

An expression is drawn at random. An equivalent partner is made by a chain of rewritings that are
identities on the declared domain; a different one by one mutation of a node. Whatever the intention,
mpmath has the last word: both sides are evaluated with 60 digits at six points of the domain; a pair
that is meant to be equal must agree to 50 digits at all of them, one that is meant to differ must
differ by more than 1e-20 (relative) at one at least, else it is thrown away.
"""

import argparse
import json
import random

import mpmath
import sympy as sp

NAMES = ["a", "b", "x", "y", "m", "\\mu", "g", "\\lambda", "r_0", "t"]


def leaf(rng, syms):
    if rng.random() < 0.7:
        return rng.choice(syms)
    return rng.choice([sp.Integer(rng.randint(1, 9)), sp.Rational(rng.randint(1, 9), rng.randint(2, 9)), sp.pi, sp.sqrt(rng.choice([2, 3, 5]))])


def tree(rng, syms, depth):
    if depth == 0:
        return leaf(rng, syms)
    a = tree(rng, syms, depth - 1)
    b = tree(rng, syms, depth - 1 if rng.random() < 0.6 else 0)
    k = rng.randrange(13)
    if k < 3:
        return a + rng.choice([1, -1, 2, 3]) * b
    if k < 6:
        return a * b
    if k < 8:
        return a / b
    if k == 8:
        return a ** rng.choice([2, 3, -1, -2, sp.Rational(1, 2), sp.Rational(3, 2)])
    f = [sp.exp, sp.log, sp.sin, sp.cos, sp.sqrt, sp.cosh, sp.tanh, sp.atan, sp.sinh][rng.randrange(9)]
    inner = leaf(rng, syms) * rng.choice([1, 2, sp.Rational(1, 2)])
    return f(inner) * b


REWRITINGS = [
    sp.expand,
    sp.together,
    lambda e: sp.expand(e, trig=True),
    sp.factor_terms,
    lambda e: sp.expand_log(e),
    lambda e: sp.logcombine(e),
    lambda e: e.rewrite(sp.exp),
    lambda e: e.rewrite(sp.cos),
    lambda e: e.replace(sp.tanh, lambda z: sp.sinh(z) / sp.cosh(z)),
    lambda e: e.replace(sp.sin, lambda z: 2 * sp.sin(z / 2) * sp.cos(z / 2)),
    lambda e: e.replace(sp.cosh, lambda z: 1 + 2 * sp.sinh(z / 2) ** 2),
    lambda e: sp.powsimp(e),
    lambda e: sp.powdenest(e, force=False),
    lambda e: sp.cancel(e) if e.count_ops() < 30 else e,
    lambda e: sp.apart(e, sorted(e.free_symbols, key=str)[0]) if e.free_symbols and e.is_rational_function() else e,
]


def rewrite(rng, e):
    for _ in range(rng.randint(1, 4)):
        try:
            e = rng.choice(REWRITINGS)(e)
        except Exception:  # a rewriting that does not fit this expression
            continue
    return e


def mutate(rng, e, syms):
    nodes = [n for n in sp.preorder_traversal(e)]
    n = rng.choice(nodes)
    if n.is_Symbol:
        new = rng.choice([s for s in syms if s != n] + [2 * n, n**2, -n])
    elif n.is_Number:
        new = n + rng.choice([1, -1, sp.Rational(1, 2)]) if rng.random() < 0.7 else -n
    elif n.is_Add:
        args = list(n.args)
        args[rng.randrange(len(args))] *= rng.choice([-1, 2, 0])
        new = sp.Add(*args)
    elif n.is_Mul:
        new = n * rng.choice([2, -1, sp.pi, sp.Rational(1, 2)])
    elif n.is_Pow:
        new = n.base ** (n.exp + rng.choice([1, -1]))
    elif n.is_Function:
        new = n.func(2 * n.args[0])
    else:
        new = 2 * n
    return e.xreplace({n: new})


def value(f, point):
    with mpmath.workdps(60):
        try:
            v = mpmath.mpmathify(f(*point))
        except Exception:  # outside the domain of a function
            return None
        return v if mpmath.isfinite(v) else None


def compare(rng, a, b, syms):
    """The largest relative difference over six points where both are finite, or None."""
    with mpmath.workdps(60):
        fa, fb = (sp.lambdify(syms, e, "mpmath") for e in (a, b))
        worst, seen = mpmath.mpf(0), 0
        for _ in range(12):
            point = [mpmath.mpf(rng.randint(100, 3000)) / 997 for _ in syms]
            va, vb = value(fa, point), value(fb, point)
            if va is None or vb is None:
                continue
            seen += 1
            scale = max(abs(va), abs(vb))
            if scale:
                worst = max(worst, abs(va - vb) / scale)
            if seen == 6:
                return worst
    return None


def main():
    arg = argparse.ArgumentParser()
    arg.add_argument("--pairs", type=int, default=2000)
    arg.add_argument("--seed", type=int, default=1)
    opt = arg.parse_args()
    rng = random.Random(opt.seed)
    made = 0
    while made < opt.pairs:
        names = rng.sample(NAMES, rng.randint(1, 3))
        syms = [sp.Symbol(n, positive=True) for n in names]
        a = tree(rng, syms, rng.randint(1, 3))
        if not a.free_symbols or a.has(sp.zoo, sp.nan, sp.oo) or a.count_ops() > 40:
            continue
        same = rng.random() < 0.85  # most rewritings leave an expression as it is and are thrown away
        b = rewrite(rng, a if same else mutate(rng, a, syms))
        if b == a or b.has(sp.zoo, sp.nan, sp.oo) or b.count_ops() > 80:
            continue
        gap = compare(rng, a, b, syms)
        if gap is None or (same and gap > mpmath.mpf(10) ** -50) or (not same and gap < mpmath.mpf(10) ** -20):
            continue
        made += 1
        print(
            json.dumps(
                {
                    "id": f"S{made:04d}",
                    "reference": sp.latex(a),
                    "candidate": sp.latex(b),
                    "verdict": "equivalent" if same else "different",
                    "topic": "oracle",
                    "context": {"symbols": {n: "positive" for n in names}},
                }
            )
        )


if __name__ == "__main__":
    main()
