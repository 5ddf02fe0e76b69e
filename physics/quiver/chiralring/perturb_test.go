package chiralring_test

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/chiralring"
)

// removable reports whether signs of fields undo the flip of term k: whether e_k is in the
// image of the exponents of W over 𝔽₂.
func removable(t *quiver.Theory, k int) bool {
	n := len(t.W)
	var basis []uint64 // vectors over the terms, reduced
	reduce := func(v uint64) uint64 {
		for _, b := range basis {
			v = min(v, v^b)
		}
		return v
	}
	if n > 64 {
		panic("too many terms")
	}
	for x := range t.Arrows {
		var v uint64
		for i, term := range t.W {
			for _, y := range term.Word {
				if y == x {
					v ^= 1 << i
				}
			}
		}
		if v = reduce(v); v != 0 {
			basis = append(basis, v)
			slices.SortFunc(basis, func(a, b uint64) int {
				if a > b {
					return -1
				}
				return 1
			})
		}
	}
	return reduce(1<<k) == 0
}

// Of the 26 duals of the six families every single dropped term is seen at R ≤ 4, and a
// flipped sign exactly if no field redefinition undoes it.
func TestDropsAndFlips(t *testing.T) {
	g := chiralring.Grading{TracePart: true}
	drops, flips, removed := 0, 0, 0
	var electric *quiver.Theory
	for _, c := range cells(t) {
		if c.Name == c.Phase {
			electric = c.theory
			continue
		}
		if c.Phase == "conifold" {
			continue
		}
		for k := range c.theory.W {
			dropped := c.theory.Clone()
			dropped.W = slices.Delete(dropped.W, k, k+1)
			drops++
			if d := compare(t, electric, dropped, g); d.Difference == nil {
				t.Errorf("%s: dropped term %d: %+v", c.Name, k, d)
			}
			flipped := c.theory.Clone()
			flipped.W[k].Coefficient.Neg(flipped.W[k].Coefficient)
			flips++
			d := compare(t, electric, flipped, g)
			if d.Equal() {
				removed++
			}
			if d.Equal() != removable(c.theory, k) {
				t.Errorf("%s: flipped term %d: equal %v, removable %v", c.Name, k, d.Equal(), removable(c.theory, k))
			}
		}
	}
	if drops != 202 || flips != 202 || removed != 54 {
		t.Errorf("%d drops, %d flips, %d of them removable; want 202, 202, 54", drops, flips, removed)
	}
}

func compare(tb testing.TB, a, b *quiver.Theory, g chiralring.Grading) *chiralring.Comparison {
	tb.Helper()
	c, err := chiralring.Compare(context.Background(), chiralring.Side{Theory: a, Grading: g}, chiralring.Side{Theory: b, Grading: g}, rat("4"), chiralring.Budget{})
	if err != nil {
		tb.Fatal(err)
	}
	if c.Difference != nil && !c.Difference.Exact {
		tb.Errorf("%s, %s: a difference that is not exact", a.Name, b.Name)
	}
	return c
}

// withTraces writes every loop as an SU(N) adjoint and a singlet: Φ → Φ + S.
func withTraces(t *quiver.Theory) *quiver.Theory {
	c := t.Clone()
	singlet := map[int]int{}
	for k, a := range t.Arrows {
		if a.IsLoop() {
			singlet[k] = len(c.Singlets)
			c.Singlets = append(c.Singlets, quiver.Singlet{Label: "S" + a.Label, R: a.R})
		}
	}
	c.W = nil
	for _, term := range t.W {
		var expand func(i int, word, singlets []int)
		expand = func(i int, word, singlets []int) {
			if i == len(term.Word) {
				slices.Sort(singlets)
				coefficient := new(big.Rat).Set(term.Coefficient)
				if len(word) == 0 && len(term.Word) > 0 { // Tr 1
					coefficient.Mul(coefficient, big.NewRat(int64(t.Nodes[t.Arrows[term.Word[0]].Source].Rank), 1))
				}
				c.W = append(c.W, quiver.SuperpotentialTerm{Coefficient: coefficient, Word: word, Singlets: singlets})
				return
			}
			x := term.Word[i]
			expand(i+1, append(slices.Clone(word), x), slices.Clone(singlets))
			if s, ok := singlet[x]; ok {
				expand(i+1, slices.Clone(word), append(slices.Clone(singlets), s))
			}
		}
		expand(0, nil, slices.Clone(term.Singlets))
	}
	return c
}

// An adjoint with the singlet that couples as its trace counts as the U(N) matrix. Without
// it the numbers are others, but for SPP: there the singlet takes one trace away (its F-term)
// and is one, at R = 1.
func TestTracesAreSinglets(t *testing.T) {
	for _, c := range cells(t) {
		if !slices.ContainsFunc(c.theory.Arrows, quiver.Arrow.IsLoop) {
			continue
		}
		want := levels(dimensions(t, c.theory, chiralring.Grading{TracePart: true}, "4"))
		if got := levels(dimensions(t, withTraces(c.theory), chiralring.Grading{}, "4")); got != want {
			t.Errorf("%s: with singlets %s, U(N) %s", c.Name, got, want)
		}
		if got := levels(dimensions(t, c.theory, chiralring.Grading{}, "4")); (got == want) != (c.Phase == "SPP") {
			t.Errorf("%s: without singlets %s as with them", c.Name, got)
		}
		// A singlet that lost one of its couplings.
		lost := withTraces(c.theory)
		for k, term := range lost.W {
			if len(term.Singlets) == 0 {
				continue
			}
			one := lost.Clone()
			one.W = slices.Delete(one.W, k, k+1)
			got := levels(dimensions(t, one, chiralring.Grading{}, "4"))
			// SPP: of the two terms S·Tr(XY) − S·Tr(ZV) each alone sets one trace to zero
			// instead of their difference: as many operators.
			if same := c.Phase == "SPP"; (got == want) != same {
				t.Errorf("%s: without term %d: %s, with it %s", c.Name, k, got, want)
			}
		}
	}
}

// The same for any theory, with singlets of its own and whatever couples them.
func TestTracesAreSingletsEverywhere(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		th := randomTheory(t)
		want, err := chiralring.Dimensions(ctx, th, chiralring.Grading{TracePart: true}, rat("8/3"), chiralring.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := chiralring.Dimensions(ctx, withTraces(th), chiralring.Grading{}, rat("8/3"), chiralring.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		if want.Untested != got.Untested || levels(got) != levels(want) {
			t.Fatalf("with singlets %s %q, U(N) %s %q", levels(got), got.Untested, levels(want), want.Untested)
		}
	})
}
