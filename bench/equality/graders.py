"""Grades the same table of answer pairs with `assay grade` and with the graders that can be installed, in one run.

    python bench/equality/graders.py [--seconds 10] [TABLE.jsonl …]      a Markdown table on stdout

Without a table: the tables in math/equal/testdata. Every peer runs in a process of its own, warm, one pair
after another, and is killed after --seconds on one pair. A peer knows two answers; "no" counts as right for
a pair that is different, a form violation or undecided. Peers that are not installed are named and skipped.

Peers: Math-Verify (default, and with units kept), SymPy's two LaTeX readers with
simplify(a - b) == 0.
"""

import argparse
import collections
import glob
import json
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ASSAY = os.path.join(ROOT, "bin", "assay")
TABLES = ("equality_cases.jsonl", "equality_cases_2.jsonl", "reports.jsonl")


def math_verify(tuned):
    from math_verify import parse, verify

    kwargs = {}
    if tuned:
        from math_verify import ExprExtractionConfig, LatexExtractionConfig
        from latex2sympy2_extended.math_normalization import NormalizationConfig

        kwargs["extraction_config"] = [
            LatexExtractionConfig(
                normalization_config=NormalizationConfig(units=False, malformed_operators=True, basic_latex=True, boxed="all")
            ),
            ExprExtractionConfig(),
        ]

    def grade(ref, cand):
        box = cand if "\\boxed" in cand else "\\boxed{" + cand + "}"
        a = parse("\\boxed{" + ref + "}", parsing_timeout=None, **kwargs)
        b = parse(box, parsing_timeout=None, **kwargs)
        if not a or not b:
            return None
        return bool(verify(a, b, timeout_seconds=None))

    return grade


def sympy_latex(backend):
    import sympy
    from sympy.parsing.latex import parse_latex

    def grade(ref, cand):
        inner = re.search(r"\\boxed\{(.*)\}", cand, re.S)
        try:
            a = parse_latex(ref, backend=backend)
            b = parse_latex(inner.group(1) if inner else cand, backend=backend)
        except Exception:
            return None
        try:
            return bool(sympy.simplify(a - b) == 0)
        except Exception:
            return None

    return grade


PEERS = {
    "Math-Verify, default": lambda: math_verify(False),
    "Math-Verify, units kept": lambda: math_verify(True),
    "SymPy parse_latex (antlr), simplify": lambda: sympy_latex("antlr"),
    "SymPy parse_latex (lark), simplify": lambda: sympy_latex("lark"),
}


def serve(make, conn):
    """One peer, warm: answers pairs until its end of the pipe closes."""
    try:
        grade = PEERS[make]()
        grade("x", "x")
    except Exception as e:  # the reason is printed by the parent
        conn.send(("broken", str(e)))
        return
    conn.send(("ready", ""))
    while True:
        pair = conn.recv()
        if pair is None:
            return
        start = time.perf_counter()
        try:
            verdict = grade(*pair)
        except Exception:
            verdict = None
        conn.send((verdict, time.perf_counter() - start))


def run_peer(name, rows, seconds):
    context = multiprocessing.get_context("spawn")
    verdicts, times, worker, conn = [], [], None, None
    for row in rows:
        if worker is None:
            conn, theirs = context.Pipe()
            worker = context.Process(target=serve, args=(name, theirs), daemon=True)
            worker.start()
            state, why = conn.recv()
            if state == "broken":
                return None, why
        conn.send((row["reference"], row["candidate"]))
        if conn.poll(seconds):
            verdict, took = conn.recv()
        else:
            verdict, took = None, seconds
            worker.kill()
            worker = None
        verdicts.append(verdict)
        times.append(took)
    if worker is not None:
        conn.send(None)
    return verdicts, times


def run_assay(rows):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", delete=False) as f:
        for row in rows:
            f.write(json.dumps({k: row[k] for k in ("id", "reference", "candidate", "context") if k in row}) + "\n")
    start = time.perf_counter()
    out = subprocess.run([ASSAY, "grade", "--jsonl", f.name], capture_output=True, text=True)
    took = time.perf_counter() - start
    os.unlink(f.name)
    answers = [json.loads(line) for line in out.stdout.splitlines()]
    if len(answers) != len(rows):
        sys.exit(f"assay grade answered {len(answers)} of {len(rows)} lines: {out.stderr}")
    return [a["verdict"] for a in answers], took


def quantile(times, q):
    times = sorted(times)
    return times[min(len(times) - 1, int(q * len(times)))] * 1e3


def main():
    arg = argparse.ArgumentParser()
    arg.add_argument("tables", nargs="*")
    arg.add_argument("--seconds", type=float, default=10)
    opt = arg.parse_args()
    tables = opt.tables or [os.path.join(ROOT, "math", "equal", "testdata", t) for t in TABLES]
    rows = [json.loads(line) for t in tables for line in open(t, encoding="utf-8")]
    want = [r["verdict"] for r in rows]
    equal = sum(w == "equivalent" for w in want)
    print(f"{len(rows)} pairs, {equal} of them equivalent. False positives are of {len(rows) - equal}, false negatives of {equal}.\n")
    print("| grader | right | false positives | said no to an equal pair | no answer | median | 99th percentile | total |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")

    verdicts, took = run_assay(rows)
    right = sum(v == w for v, w in zip(verdicts, want))
    fp = sum(v == "equivalent" != w for v, w in zip(verdicts, want))
    fn = sum(v in ("different", "form-violation") and w == "equivalent" for v, w in zip(verdicts, want))
    open_ = sum(v in ("undecided", "malformed") and v != w for v, w in zip(verdicts, want))
    print(f"| assay grade, whole process, two cores | {right} ({100 * right / len(rows):.1f} %) | {fp} | {fn} | {open_} | {1e3 * took / len(rows):.2f} ms a pair (mean) | | {took:.2f} s |")
    by_topic = collections.defaultdict(lambda: [0, 0])
    for row, v in zip(rows, verdicts):
        by_topic[row["topic"]][0] += v == row["verdict"]
        by_topic[row["topic"]][1] += 1

    for name in PEERS:
        print(f"… {name}", file=sys.stderr)
        verdicts, times = run_peer(name, rows, opt.seconds)
        if verdicts is None:
            print(f"| {name} | not installed: {times} | | | | | | |")
            continue
        right = sum((v is True) == (w == "equivalent") for v, w in zip(verdicts, want))
        fp = sum(v is True and w != "equivalent" for v, w in zip(verdicts, want))
        fn = sum(v is False and w == "equivalent" for v, w in zip(verdicts, want))
        none = sum(v is None for v in verdicts)
        print(
            f"| {name} | {right} ({100 * right / len(rows):.1f} %) | {fp} | {fn} | {none} | "
            f"{quantile(times, 0.5):.1f} ms | {quantile(times, 0.99):.0f} ms | {sum(times):.1f} s |"
        )
        sys.stdout.flush()

    print("\n| topic | assay right |\n| --- | --- |")
    for topic, (r, n) in sorted(by_topic.items()):
        print(f"| {topic} | {r} of {n} |")


if __name__ == "__main__":
    main()
