"""Times `assay logz` beside what a user would pick instead, on the same instances, in one run.

Every row runs assay as a whole process (start, reading, evaluation) and prints also the
seconds of the evaluation alone; the peer is timed in this process without its imports.
Both values of ln Z are compared, so that nobody is fast and wrong unnoticed.

    python bench/structure/peers.py            all rows, a Markdown table on stdout
    python bench/structure/peers.py --quick    without the rows of a minute

Peers: NumPy and SciPy, networkx, quimb with cotengra, toulbar2; one that is not installed
is skipped and named.
"""

import argparse
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ASSAY = os.path.join(ROOT, "bin", "assay")


def splitmix64(seed, k):
    m = (1 << 64) - 1
    z = (seed + (k + 1) * 0x9E3779B97F4A7C15) & m
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & m
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & m
    return z ^ (z >> 31)


def splitmix64_array(seed, n):
    """The first n outputs at once."""
    with np.errstate(over="ignore"):
        z = np.uint64(seed) + (np.arange(n, dtype=np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


def pm1_grid(rows, cols, seed):
    """The ±1 bonds of the open grid in the order of the model format."""
    jh = np.zeros((rows, cols - 1))
    jv = np.zeros((rows - 1, cols))
    s = 1.0 - 2.0 * (splitmix64_array(seed, 2 * rows * cols) >> np.uint64(63)).astype(float)
    k = 0
    for r in range(rows):
        for c in range(cols):
            if c + 1 < cols:
                jh[r, c] = s[k]
                k += 1
            if r + 1 < rows:
                jv[r, c] = s[k]
                k += 1
    return jh, jv


def assay(model, *flags):
    """ln Z, whole-process seconds, seconds of the evaluation."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as f:
        json.dump(model, f)
    try:
        t = time.perf_counter()
        out = subprocess.run([ASSAY, "logz", f.name, "--json", *flags], capture_output=True, text=True)
        wall = time.perf_counter() - t
    finally:
        os.unlink(f.name)
    if out.returncode != 0:
        raise RuntimeError(out.stderr.strip())
    v = json.loads(out.stdout)
    return float(v["log_z"]), wall, v["seconds"], v


# ---- peers


def splu_grid(L, beta, seed, spec):
    """The 4n × 4n McCoy–Wu matrix and SciPy's sparse LU, float64."""
    import scipy.sparse as sp
    import scipy.sparse.linalg as sla

    jh, jv = pm1_grid(L, L, seed)
    t = time.perf_counter()
    n = L * L
    site = np.arange(n).reshape(L, L)
    block = np.array([[0, 1, -1, -1], [-1, 0, 1, -1], [1, -1, 0, 1], [1, 1, -1, 0]], float)
    i, j = np.nonzero(block)
    rows = [(4 * site.ravel()[:, None] + i).ravel()]
    cols = [(4 * site.ravel()[:, None] + j).ravel()]
    vals = [np.tile(block[i, j], n)]
    th, tv = np.tanh(beta * jh).ravel(), np.tanh(beta * jv).ravel()
    a, b = 4 * site[:, :-1].ravel(), 4 * site[:, 1:].ravel() + 1  # R of the left, L of the right
    rows += [a, b]
    cols += [b, a]
    vals += [th, -th]
    a, b = 4 * site[:-1].ravel() + 2, 4 * site[1:].ravel() + 3  # U of the upper, D of the lower
    rows += [a, b]
    cols += [b, a]
    vals += [tv, -tv]
    A = sp.csc_matrix((np.concatenate(vals), (np.concatenate(rows), np.concatenate(cols))), shape=(4 * n, 4 * n))
    lu = sla.splu(A, permc_spec=spec)
    half = 0.5 * np.log(np.abs(lu.U.diagonal())).sum()
    z = n * math.log(2) + np.log(np.cosh(beta * jh)).sum() + np.log(np.cosh(beta * jv)).sum() + half
    return z, time.perf_counter() - t


def brute_numpy(n, edges, J, beta):
    t = time.perf_counter()
    total, chunk = 0.0, 1 << min(n, 18)
    for start in range(0, 1 << n, chunk):
        x = np.arange(start, start + chunk, dtype=np.int64)
        e = np.zeros(chunk)
        for (a, b), j in zip(edges, J):
            e += j * (1 - 2 * (((x >> a) ^ (x >> b)) & 1))
        total += np.exp(beta * e).sum()
    return math.log(total), time.perf_counter() - t


def transfer_numpy(jh, jv, h, beta):
    """Site by site over one row of 2^L states, float64."""
    rows, cols = h.shape
    t = time.perf_counter()
    size = 1 << cols
    v, log = np.ones(size), 0.0
    s = np.array([1.0, -1.0])
    for r in range(rows):
        for c in range(cols):
            v = v.reshape(1 << (cols - 1 - c), 2, 1 << c)
            if r > 0:  # the spin at (r, c) takes the place of the one above it
                w = np.exp(beta * jv[r - 1, c] * np.outer(s, s))
                v = np.einsum("ab,xby->xay", w, v)
            v = v * np.exp(beta * h[r, c] * s)[None, :, None]
            if c > 0:
                v = v.reshape(1 << (cols - 1 - c), 2, 2, 1 << (c - 1))
                v = v * np.exp(beta * jh[r, c - 1] * np.outer(s, s))[None, :, :, None]
        v = v.reshape(size)
        m = v.max()
        v /= m
        log += math.log(m)
    return log + math.log(v.sum()), time.perf_counter() - t


def quimb_ising(n, edges, J, h, beta):
    import quimb.tensor as qtn

    t = time.perf_counter()
    s = np.array([1.0, -1.0])
    near = [[] for _ in range(n)]
    tensors, log = [], 0.0
    for k, ((a, b), j) in enumerate(zip(edges, J)):
        near[a].append(f"{k}a")
        near[b].append(f"{k}b")
        w = np.exp(beta * j * np.outer(s, s))
        tensors.append(qtn.Tensor(w / w.max(), [f"{k}a", f"{k}b"]))
        log += math.log(w.max())
    for v in range(n):
        d = len(near[v])
        w = np.zeros((2,) * d)
        f = np.exp(beta * (h[v] if h is not None else 0.0) * s)
        w[(0,) * d], w[(1,) * d] = f[0], f[1]
        tensors.append(qtn.Tensor(w, near[v]))
    z = qtn.TensorNetwork(tensors).contract(all, optimize="auto-hq", strip_exponent=True)
    mantissa, exponent = z
    return math.log(abs(float(mantissa))) + float(exponent) * math.log(10) + log, time.perf_counter() - t


def toulbar2(n, edges, J, h, beta, limit=30):
    exe = shutil.which("toulbar2")
    if exe is None:
        raise RuntimeError("toulbar2 is not installed")
    lines = ["MARKOV", str(n), " ".join(["2"] * n)]
    scopes, tables = [], []
    for (a, b), j in zip(edges, J):
        p, m = math.exp(beta * j), math.exp(-beta * j)
        scopes.append(f"2 {a} {b}")
        tables.append(f"4\n{p!r} {m!r} {m!r} {p!r}")
    for v in range(n):
        x = h[v] if h is not None else 0.0
        scopes.append(f"1 {v}")
        tables.append(f"2\n{math.exp(beta * x)!r} {math.exp(-beta * x)!r}")
    lines += [str(len(scopes)), *scopes, "", "\n".join(tables)]
    with tempfile.NamedTemporaryFile("w", suffix=".uai", delete=False) as f:
        f.write("\n".join(lines) + "\n")
    try:
        t = time.perf_counter()
        try:
            out = subprocess.run([exe, "-logz", f.name], capture_output=True, text=True, timeout=limit)
        except subprocess.TimeoutExpired:
            return None, float(limit)
        took = time.perf_counter() - t
    finally:
        os.unlink(f.name)
    m = re.search(r"<= Log\(Z\) <= ([-+0-9.einf]+)", out.stdout) or re.search(r"Log\(Z\)[^-+0-9]*([-+0-9.einf]+)", out.stdout)
    return (float(m.group(1)) if m else None), took


# ---- rows

TABLE = []


def row(what, ours, name, peer):
    """Runs both sides and keeps a line of the table."""
    print(f"… {what}: assay", file=sys.stderr, flush=True)
    z, wall, inner, v = ours()
    print(f"… {what}: {name}", file=sys.stderr, flush=True)
    try:
        pz, took = peer()
    except Exception as e:  # a peer that cannot run is reported, not hidden
        TABLE.append((what, f"{inner:.3g} s ({wall:.3g} s)", v["evaluator"], f"{v['error_bound']:.1g}", name, f"did not run: {str(e).splitlines()[0][:80]}", "", ""))
        return
    if pz is None:
        diff, took_text, ratio = "no value", f"> {took:.3g} s", f"> {took / inner:.0f}"
    else:
        diff, took_text, ratio = f"{abs(pz - z):.1g}", f"{took:.3g} s", f"{took / inner:.1f}"
    TABLE.append((what, f"{inner:.3g} s ({wall:.3g} s)", v["evaluator"], f"{v['error_bound']:.1g}", name, took_text, ratio, diff))


def go_bench(pkg, pattern):
    out = subprocess.run(["go", "test", pkg, "-run", "^$", "-bench", pattern, "-benchtime", "3x"], capture_output=True, text=True, cwd=ROOT)
    return {m.group(1): float(m.group(2)) / 1e9 for m in re.finditer(r"^Benchmark(\S+?)-\d+\s+\d+\s+([0-9.]+) ns/op", out.stdout, re.M)}


def regular(n, seed):
    import networkx as nx

    g = nx.random_regular_graph(3, n, seed=seed)
    edges = sorted(tuple(sorted(e)) for e in g.edges())
    return edges, [1.0 - 2.0 * (splitmix64(seed, k) >> 63) for k in range(len(edges))]


def explicit(n, edges, J, beta, h=None):
    terms = [{"sites": list(e), "J": j} for e, j in zip(edges, J)]
    if h is not None:
        terms += [{"sites": [i], "J": float(x)} for i, x in enumerate(h)]
    return {"model": "ising", "n": n, "beta": beta, "terms": terms}


def grid(L, beta, seed, fields=False):
    m = {"model": "ising", "lattice": "square", "size": [L, L], "boundary": "open", "couplings": {"pm1": seed}, "beta": beta}
    if fields:
        m["fields"] = {"uniform": [-1, 1], "seed": seed + 1000}
    return m


def fields(L, seed):
    u = (splitmix64_array(seed + 1000, L * L) >> np.uint64(11)).astype(float) * 2.0**-53
    return (-1 + 2 * u).reshape(L, L)


def grid_edges(L, jh, jv):
    edges, J = [], []
    for r in range(L):
        for c in range(L):
            if c + 1 < L:
                edges.append((r * L + c, r * L + c + 1))
                J.append(jh[r, c])
            if r + 1 < L:
                edges.append((r * L + c, (r + 1) * L + c))
                J.append(jv[r, c])
    return edges, J


def main():
    arg = argparse.ArgumentParser()
    arg.add_argument("--quick", action="store_true")
    quick = arg.parse_args().quick
    for L in (64, 128, 256) if quick else (64, 128, 256, 512):
        row(f"±J open grid, L = {L}, β = 1", lambda: assay(grid(L, 1, 1)), "SciPy splu, COLAMD", lambda: splu_grid(L, 1.0, 1, "COLAMD"))
    row("±J open grid, L = 64, β = 5", lambda: assay(grid(64, 5, 1)), "SciPy splu, COLAMD", lambda: splu_grid(64, 5.0, 1, "COLAMD"))
    if not quick:
        what = "±J open grid, L = 1024, β = 1"
        print("…", what, file=sys.stderr)
        z, wall, inner, v = assay(grid(1024, 1, 1))
        TABLE.append((what, f"{inner:.3g} s ({wall:.3g} s)", v["evaluator"], f"{v['error_bound']:.1g}", "", "", "", ""))
    for n in (20, 24, 26, 30):
        edges, J = regular(n, 5)
        model = explicit(n, edges, J, 1.0)
        if n <= 24:
            row(f"all states, 3-regular, n = {n}", lambda: assay(model, "--method", "brute"), "NumPy in chunks", lambda: brute_numpy(n, edges, J, 1.0))
        else:
            z, wall, inner, v = assay(model, "--method", "brute")
            TABLE.append((f"all states, 3-regular, n = {n}", f"{inner:.3g} s ({wall:.3g} s)", v["evaluator"], f"{v['error_bound']:.1g}", "", "", "", ""))
    for L in (12, 16, 20):
        jh, jv = pm1_grid(L, L, 11)
        h = fields(L, 11)
        row(f"grid with fields, {L} × {L}", lambda: assay(grid(L, 0.7, 11, True), "--method", "transfer"), "NumPy, site by site", lambda: transfer_numpy(jh, jv, h, 0.7))
    for L in (8, 10, 16):
        jh, jv = pm1_grid(L, L, 11)
        edges, J = grid_edges(L, jh, jv)
        h = fields(L, 11).ravel()
        row(f"grid with fields, {L} × {L}", lambda: assay(grid(L, 0.7, 11, True)), "quimb + cotengra", lambda: quimb_ising(L * L, edges, J, h, 0.7))
        if L <= 10:
            row(f"grid with fields, {L} × {L}", lambda: assay(grid(L, 0.7, 11, True)), "toulbar2 -logz", lambda: toulbar2(L * L, edges, J, h, 0.7))
    if not quick:
        z, wall, inner, v = assay(grid(24, 0.7, 11, True))
        TABLE.append(("grid with fields, 24 × 24", f"{inner:.3g} s ({wall:.3g} s)", v["evaluator"], f"{v['error_bound']:.1g}", "", "", "", ""))
    for n in (40, 60, 80):
        edges, J = regular(n, 7)
        row(f"±J, 3-regular, n = {n}", lambda: assay(explicit(n, edges, J, 1.0)), "quimb + cotengra", lambda: quimb_ising(n, edges, J, None, 1.0))
        if n == 40:
            row(f"±J, 3-regular, n = {n}", lambda: assay(explicit(n, edges, J, 1.0)), "toulbar2 -logz", lambda: toulbar2(n, edges, J, None, 1.0))
    print("\n| instance | assay (whole process) | evaluator | bound | instead | takes | ratio | values differ by |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for line in TABLE:
        print("| " + " | ".join(line) + " |")
    graphs(quick)


def graphs(quick):
    import networkx as nx

    ours = go_bench("./math/graph", "Planarity|Kuratowski|Orders")
    print("\n| graph | assay | networkx |\n| --- | --- | --- |")
    t = time.perf_counter()
    nx.check_planarity(nx.grid_2d_graph(256, 256))
    print(f"| embedding, 256 × 256 grid | {ours.get('PlanarityGrid256/embed', float('nan')):.3g} s | {time.perf_counter() - t:.3g} s |")
    print(f"| embedding, 10⁶ edges | {ours.get('PlanarityMillion/embed', float('nan')):.3g} s | |")
    for n in (100,) if quick else (100, 1000):
        g = nx.random_regular_graph(3, n, seed=1)
        t = time.perf_counter()
        nx.check_planarity(g, counterexample=True)
        print(f"| Kuratowski subdivision, 3-regular, n = {n} | {ours.get(f'KuratowskiRegular/{n}', float('nan')):.3g} s | {time.perf_counter() - t:.3g} s |")
    for name, took in sorted(ours.items()):
        if name.startswith("Orders"):
            print(f"| {name} | {took:.3g} s | |")


main()
