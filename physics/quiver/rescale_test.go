package quiver_test

import (
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/catalogue"
)

// powers is a theory of singlets with W = Σ c S₀^i S₁^j, for any exponents.
func powers(exponents [][2]int, coefficients []*big.Rat) *quiver.Theory {
	th := &quiver.Theory{Name: "powers", Nodes: []quiver.Node{{Label: "n", Rank: 2}}, Singlets: []quiver.Singlet{{Label: "S0[0]", R: new(big.Rat)}, {Label: "S1[0]", R: new(big.Rat)}}}
	for i, e := range exponents {
		term := quiver.SuperpotentialTerm{Coefficient: coefficients[i]}
		for s, n := range e {
			for range n {
				term.Singlets = append(term.Singlets, s)
			}
		}
		th.W = append(th.W, term)
	}
	return th
}

// Signs of terms are removed by phases of the fields exactly if 24th roots of unity do it,
// where exponents are at most 2: the minors of the incidence matrix divide 12 then.
func TestPhases(t *testing.T) {
	seen := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		var exponents [][2]int
		var before, after []*big.Rat
		used := make(map[[2]int]bool)
		for range rapid.IntRange(1, 4).Draw(t, "terms") {
			e := [2]int{rapid.IntRange(0, 2).Draw(t, "i"), rapid.IntRange(0, 2).Draw(t, "j")}
			if e == [2]int{} || used[e] {
				continue
			}
			used[e] = true
			exponents = append(exponents, e)
			before = append(before, big.NewRat(1, 1))
			after = append(after, big.NewRat(rapid.SampledFrom([]int64{1, -1}).Draw(t, "sign"), 1))
		}
		a, b := powers(exponents, before), powers(exponents, after)
		r, err := quiver.Redefinition(a, b)
		if err != nil {
			t.Fatal(err)
		}
		const order = 24
		want, signs := false, false
		for x := range order {
			for y := range order {
				ok := true
				for i, e := range exponents {
					phase := (x*e[0] + y*e[1]) % order
					ok = ok && (after[i].Sign() > 0 && phase == 0 || after[i].Sign() < 0 && phase == order/2)
				}
				want = want || ok
				signs = signs || ok && x%(order/2) == 0 && y%(order/2) == 0
			}
		}
		seen[want]++
		if r.Exists != want || (r.Signs != nil) != signs {
			t.Fatalf("exponents %v, signs %v: exists %v, by signs %v; want %v, %v", exponents, after, r.Exists, r.Signs != nil, want, signs)
		}
		if !want && r.Ratio.Cmp(big.NewRat(-1, 1)) != 0 {
			t.Fatalf("the invariant changes by %v", r.Ratio)
		}
	})
	if seen[true] == 0 || seen[false] == 0 {
		t.Errorf("only one kind was tried: %v", seen)
	}
}

// Magnitudes: a rescaling with known factors is recognized, and with one more factor at a
// term that a relation contains it is not.
func TestMagnitudes(t *testing.T) {
	exponents := [][2]int{{2, 0}, {1, 1}, {0, 2}} // c₀ c₂ / c₁² is invariant
	of := func(c ...string) []*big.Rat {
		var list []*big.Rat
		for _, s := range c {
			r, ok := new(big.Rat).SetString(s)
			if !ok {
				t.Fatal(s)
			}
			list = append(list, r)
		}
		return list
	}
	a := powers(exponents, of("1", "1", "1"))
	for _, c := range []struct {
		to     []*big.Rat
		exists bool
		ratio  string
	}{
		{of("4", "6", "9"), true, ""},
		{of("4", "-6", "9"), true, ""},
		{of("2", "2", "2"), true, ""}, // by √2
		{of("1/12", "1/18", "1/27"), true, ""},
		{of("4", "6", "-9"), false, "-1"},
		{of("4", "6", "18"), false, "2"},
		{of("1/4", "1/2", "1"), true, ""},
		{of("1267650600228229401496703205376", "1125899906842624", "1"), true, ""}, // 2^100, 2^50, 1
	} {
		r, err := quiver.Redefinition(a, powers(exponents, c.to))
		if err != nil {
			t.Fatal(err)
		}
		if r.Exists != c.exists {
			t.Errorf("%v: exists %v", c.to, r.Exists)
		}
		if !c.exists && r.Ratio.RatString() != c.ratio && new(big.Rat).Inv(r.Ratio).RatString() != c.ratio {
			t.Errorf("%v: ratio %v, want %s or its inverse", c.to, r.Ratio, c.ratio)
		}
	}
}

// One flip in a toric phase is the β-deformation with β = −1, and the flip of two terms that
// share a field is no deformation.
func TestBeta(t *testing.T) {
	for _, p := range catalogue.Phases() {
		th := p.Theory(2)
		if list, err := th.CoefficientInvariants(); err != nil || len(list) != 1 {
			t.Errorf("%s: %v invariants of the coefficients, want 1 (%v)", p.Name, list, err)
		}
		for _, f := range th.Flips() {
			beta, ok := f.Theory.Beta()
			r, err := quiver.Redefinition(th, f.Theory)
			if err != nil || !ok || beta.RatString() != "-1" || r.Exists || r.Ratio.RatString() != "-1" {
				t.Errorf("%s: flip of term %d: β = %v, rescaling %+v (%v)", p.Name, f.Index, beta, r, err)
			}
			for _, g := range f.Theory.Flips() {
				r, err := quiver.Redefinition(th, g.Theory)
				if err != nil || !r.Exists || r.Signs == nil {
					t.Errorf("%s: flips of terms %d and %d are not removed", p.Name, f.Index, g.Index)
				}
			}
		}
	}
}

func TestPerturbations(t *testing.T) {
	p, err := catalogue.Find("conifold")
	if err != nil {
		t.Fatal(err)
	}
	th := p.Theory(2)
	before := fmt.Sprint(th.Text(th.W[0]), th.RCharges(), th.Nodes)
	if n := len(th.Drops()); n != 2 {
		t.Errorf("%d drops", n)
	}
	third := big.NewRat(1, 3)
	shifts := th.RShifts(third, new(big.Rat).Neg(third))
	if len(shifts) != 8 || shifts[1].Theory.Arrows[0].R.RatString() != "1/6" || shifts[1].Theory.Arrows[1].R.RatString() != "1/2" {
		t.Errorf("shifts of R: %v", shifts)
	}
	ranks := th.RankShifts(1, -1)
	if len(ranks) != 2 || ranks[0].Theory.Nodes[0] != (quiver.Node{Label: "SU(3)_0", Rank: 3}) {
		t.Errorf("shifts of ranks: %v", ranks)
	}
	if after := fmt.Sprint(th.Text(th.W[0]), th.RCharges(), th.Nodes); after != before {
		t.Error("perturbing changed the theory itself")
	}
}
