"""Times the chiral-ring tables beside the same counts in Python, on the same theories, in one run.

    python bench/duality/ring.py                 a Markdown table on stdout
    python bench/duality/ring.py --lab DIR       also the degree-by-degree engine jacobi_ring.py of DIR

The Go figures are the minimum of several runs of `go test -bench` (two goroutines a pair).
"by words" is the definition written down below: all cyclic words, all F-terms in all
contexts, sparse elimination modulo a prime. The dimensions are compared, so that nobody is
fast and wrong unnoticed. Theories: physics/quiver/chiralring/testdata/cells.jsonl.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections import defaultdict
from fractions import Fraction

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CELLS = os.path.join(ROOT, "physics", "quiver", "chiralring", "testdata", "cells.jsonl")
PRIME = (1 << 61) - 1


def load():
    with open(CELLS, encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def fields_of(cell):
    out = {}
    for line in cell["fields"]:
        name, s, t, r = line.split()
        out[name] = (int(s), int(t), Fraction(r))
    return out


def terms_of(cell):
    for line in cell["w"]:
        c, *word = line.split()
        yield Fraction(c), tuple(word)


def rotation(w):
    return min(w[i:] + w[:i] for i in range(len(w)))


def by_words(cell, top):
    """Dimensions by R-charge from the definition; loops are U(N) matrices."""
    fields, terms = fields_of(cell), list(terms_of(cell))
    out = defaultdict(list)
    for x, (s, t, r) in fields.items():
        out[s].append((x, t, r))
    paths = defaultdict(list)
    stack = [(v, v, Fraction(0), ()) for v in range(len(cell["ranks"]))]
    while stack:
        s, v, r, p = stack.pop()
        paths[s, v, r].append(p)
        stack += [(s, t, r + q, p + (x,)) for x, t, q in out[v] if r + q <= top]
    words = defaultdict(dict)
    for (s, t, r), list_ in paths.items():
        if s == t and r > 0:
            for p in list_:
                words[r].setdefault(rotation(p), len(words[r]))
    dims = {}
    for r, index in words.items():
        pivots = {}
        for x, (s, t, q) in fields.items():
            derivative = [(c, w[i + 1:] + w[:i]) for c, w in terms for i, y in enumerate(w) if y == x]
            for context in paths.get((s, t, r - 2 + q), ()):
                row = defaultdict(int)
                for c, p in derivative:
                    k = index[rotation(context + p)]
                    row[k] = (row[k] + c.numerator * pow(c.denominator, -1, PRIME)) % PRIME
                row = {k: c for k, c in row.items() if c}
                while row:
                    k = min(row)
                    if k not in pivots:
                        inverse = pow(row[k], -1, PRIME)
                        pivots[k] = {j: c * inverse % PRIME for j, c in row.items()}
                        break
                    f = row[k]
                    for j, c in pivots[k].items():
                        d = (row.get(j, 0) - f * c) % PRIME
                        if d:
                            row[j] = d
                        else:
                            row.pop(j, None)
        if len(index) > len(pivots):
            dims[r] = len(index) - len(pivots)
    return dims


def lab_engine(directory):
    sys.path.insert(0, directory)
    import jacobi_ring

    def run(cell, top):
        theory = jacobi_ring.Th(cell["ranks"], fields_of(cell), [(w, c) for c, w in terms_of(cell)])
        return jacobi_ring.Jac(theory, Fraction(top)).hh0all()

    return run


def timed(engine, pairs, top):
    begin = time.perf_counter()
    results = [[engine(c, top) for c in pair] for pair in pairs]
    seconds = time.perf_counter() - begin
    for pair, (a, b) in zip(pairs, results):
        if a != b:
            raise SystemExit(f"{pair[0]['name']} and {pair[1]['name']}: {a} against {b}")
    return seconds


def assay():
    out = subprocess.run(
        ["go", "test", "./physics/quiver/chiralring", "-run", "^$", "-bench", "Cells28|^BenchmarkDP0", "-count", "6", "-benchtime", "300ms"],
        cwd=ROOT, check=True, capture_output=True, text=True).stdout
    best = {}
    for name, ns in re.findall(r"^Benchmark(\w+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op", out, re.M):
        best[name] = min(best.get(name, float("inf")), float(ns) * 1e-9)
    return best


def show(seconds):
    if seconds is None:
        return ""
    return f"{seconds * 1e3:.2f} ms" if seconds < 1 else f"{seconds:.1f} s"


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--lab", help="directory with jacobi_ring.py")
    options = arguments.parse_args()
    cells = load()
    phase = {c["phase"]: c for c in cells if c["name"] == c["phase"]}
    duals = [(phase[c["phase"]], c) for c in cells if c["name"] != c["phase"]]
    go = assay()
    lab = lab_engine(options.lab) if options.lab else None
    rows = [
        ("dP0 and its dual at node 0, to R = 4", "DP0PairR4", duals[:1], 4, True),
        ("dP0 and its dual at node 0, to R = 6", "DP0PairR6", duals[:1], 6, False),
        (f"{len(duals)} duals, each beside its phase, to R = 4", "Cells28", duals, 4, False),
    ]
    print("| | assay | degree by degree, Python | by words, Python |\n| --- | --- | --- | --- |")
    for name, key, pairs, top, words in rows:
        peer = timed(lab, pairs, top) if lab else None
        definition = timed(by_words, pairs, top) if words else None
        print(f"| {name} | {show(go[key])} | {show(peer)} | {show(definition)} |", flush=True)


if __name__ == "__main__":
    main()
