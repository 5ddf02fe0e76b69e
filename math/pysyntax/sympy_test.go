package pysyntax_test

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/pysyntax"
)

// testdata/sympy.jsonl holds 325 expressions as SymPy 1.14 prints them, str(e) and
// srepr(e) of the same object: random trees over 30 functions, and one of every structure.
func sympyLines(tb testing.TB) []struct{ Text, Repr string } {
	tb.Helper()
	f, err := os.Open("testdata/sympy.jsonl")
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	var out []struct{ Text, Repr string }
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		var line struct{ Text, Repr string }
		if err := json.Unmarshal(s.Bytes(), &line); err != nil {
			tb.Fatal(err)
		}
		out = append(out, line)
	}
	if s.Err() != nil || len(out) < 300 {
		tb.Fatal(len(out), s.Err())
	}
	return out
}

// Both texts of one object are read as the same expression, up to canonical form.
func TestSymPyTextAgreesWithRepr(t *testing.T) {
	for _, c := range sympyLines(t) {
		p := expr.NewPool()
		text, err := pysyntax.Parse(p, c.Text, nil)
		if err != nil {
			t.Errorf("%s: %v", c.Text, err)
			continue
		}
		repr, err := pysyntax.Parse(p, c.Repr, nil)
		if err != nil {
			t.Errorf("%s: %v", c.Repr, err)
			continue
		}
		if a, b := expr.Canon(p, text, nil), expr.Canon(p, repr, nil); a != b {
			t.Errorf("%s\n\ttext %s\n\trepr %s", c.Text, a, b)
		}
	}
}
