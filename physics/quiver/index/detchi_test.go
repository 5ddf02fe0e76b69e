package index_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/index"
)

func TestDetChiOfCatalogue(t *testing.T) {
	for _, c := range cells(t) {
		det, err := index.DetChi(c.theory)
		if err != nil {
			t.Fatal(err)
		}
		// The reference is in u = t^(3/D) with the D of the phase.
		want := map[string]int64{}
		for e, v := range c.Det.Poly {
			want[new(big.Rat).Quo(rat(e), big.NewRat(c.Det.D, 1)).RatString()] = v
		}
		got := map[string]int64{}
		for _, term := range det.Terms {
			got[new(big.Rat).SetFrac(big.NewInt(term.Exponent), det.D).RatString()] = term.Coefficient.Int64()
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: det χ = %s, want %v", c.Name, det, want)
		}
	}
}

func BenchmarkDetChi(b *testing.B) {
	list := cells(b)
	for b.Loop() {
		for _, c := range list {
			if _, err := index.DetChi(c.theory); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// For a toric theory det χ = ∏ (1 − t^(3 r)) over the extremal BPS mesons: dP0 has three of
// R = 2, the conifold four of R = 1; for ℂ³/(ℤ₂×ℤ₂) six of R = 4/3.
func TestSingleTrace(t *testing.T) {
	theories := map[string]*quiver.Theory{}
	for _, c := range cells(t) {
		theories[c.Name] = c.theory
	}
	for name, want := range map[string]struct{ every, value int }{
		"dP0": {6, 3}, "conifold": {2, 4}, "C3/Z2xZ2": {4, 6}, "F0-I": {4, 4},
	} {
		th := theories[name]
		if th == nil {
			t.Fatalf("no cell %q", name)
		}
		det, err := index.DetChi(th)
		if err != nil {
			t.Fatal(err)
		}
		s, err := index.SingleTrace(det, 40)
		if err != nil {
			t.Fatal(err)
		}
		for e, x := range s {
			w := 0
			if e > 0 && e%want.every == 0 {
				w = want.value
			}
			if x.Int64() != int64(w) {
				t.Errorf("%s: u^%d: %s, want %d", name, e, x, w)
			}
		}
	}
}
