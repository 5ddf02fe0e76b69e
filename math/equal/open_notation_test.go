package equal

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/latex"
)

// TestMayBeOpen: what mayBeOpen passes by leaves nothing open, in every pair of the tables.
func TestMayBeOpen(t *testing.T) {
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no tables", err)
	}
	pairs, passed := 0, 0
	for _, f := range files {
		if _, err := os.Stat(f); err != nil {
			t.Fatal(err)
		}
		for _, r := range readRows(t, filepath.Base(f)) {
			pairs++
			if mayBeOpen(r.Reference) || mayBeOpen(r.Candidate) {
				continue
			}
			passed++
			pool := expr.NewPool()
			a, b := latex.NotationOf(pool, r.Reference, nil), latex.NotationOf(pool, r.Candidate, nil)
			if a == nil || b == nil {
				continue
			}
			g := &grading{pool: pool}
			if heads := appliedHeads(a, b); len(heads) > 0 {
				t.Errorf("%s: %v stand before brackets in %s and %s", r.ID, heads, r.Reference, r.Candidate)
			}
			zero := pool.Int(0)
			if heads, _ := g.indexedHeads(a, b, zero, zero); len(heads) > 0 {
				t.Errorf("%s: %v carry superscripts in %s and %s", r.ID, heads, r.Reference, r.Candidate)
			}
		}
	}
	if passed*3 < pairs {
		t.Errorf("only %d of %d pairs are passed by", passed, pairs)
	}
	t.Logf("%d of %d pairs are passed by", passed, pairs)
}

func TestMayBeOpenTexts(t *testing.T) {
	for s, want := range map[string]bool{
		`f(x)`: true, `f \left(x\right)`: true, `f_1(0)`: true, `x^{ij}`: true, `T^{00}`: true, `g(x-y)`: true, `\phi\left(2\right)`: true,
		`S^2\times S^1`: true, `x^i`: true, `\sin\left(x\right)`: false, `\frac{3}{2}\left(x+1\right)`: false, `4 \left(x\right)`: false,
		`x^{\frac{3}{2}}`: false, `x^{2 n}`: false, `x^{n+1}`: false, `g\left(3 \mu + 24\right)`: false, `\tanh{\left(\frac{t}{2} \right)}`: false,
	} {
		if mayBeOpen(s) != want {
			t.Errorf("%s: %v", s, !want)
		}
	}
}
