package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-physics/assay/math/equal"
	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/pysyntax"
	"github.com/assay-physics/assay/sandbox"
)

// Every witness of `different` that gives two expressions at a point is evaluated by
// mpmath: the values differ, and they are the ones that were printed.
func TestWitnessesByMpmath(t *testing.T) {
	py, err := sandbox.FindPython(context.Background(), nil)
	if err != nil {
		t.Skipf("no Python with numpy, scipy and sympy: %v", err)
	}
	var lines bytes.Buffer
	asked, different := 0, 0
	for _, name := range tables {
		_, raw := readTable(t, name)
		got := assay(t, raw, "grade", "--jsonl", "-")
		for _, line := range strings.Split(strings.TrimSpace(got.stdout), "\n") {
			var g graded
			if err := json.Unmarshal([]byte(line), &g); err != nil {
				t.Fatal(err)
			}
			if g.Verdict != equal.Different {
				continue
			}
			different++
			w := g.Evidence.Witness
			if w == nil || w.ReferenceSymPy == "" || w.CandidateSymPy == "" {
				continue
			}
			asked++
			if err := json.NewEncoder(&lines).Encode(map[string]any{
				"id": g.ID, "reference": w.ReferenceSymPy, "candidate": w.CandidateSymPy, "at": sympyNames(t, w.At), "values": []string{w.Reference, w.Candidate},
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
	cmd := exec.Command(py.Path, filepath.Join("testdata", "witness.py"))
	cmd.Stdin = &lines
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	states := map[string]int{}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		var a struct{ ID, State string }
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatal(err)
		}
		kind, _, _ := strings.Cut(a.State, ":")
		states[kind]++
		switch kind {
		case "different":
		case "unable":
			t.Logf("%s: %s", a.ID, a.State)
		default:
			t.Errorf("%s: %s", a.ID, a.State)
		}
	}
	t.Logf("%d verdicts different, %d witnesses with a point and two expressions, by mpmath: %v", different, asked, states)
	if 20*states["different"] < 19*asked {
		t.Errorf("mpmath could evaluate only %d of %d witnesses", states["different"], asked)
	}
}

// sympyNames spells the symbols of a point as SymPy text does.
func sympyNames(t *testing.T, at map[string]string) map[string]string {
	t.Helper()
	pool := expr.NewPool()
	out := map[string]string{}
	for name, v := range at {
		text, err := pysyntax.Format(pool.Symbol(name))
		if err != nil {
			t.Fatal(err)
		}
		out[text] = v
	}
	return out
}
