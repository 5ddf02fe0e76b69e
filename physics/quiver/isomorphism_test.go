package quiver_test

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/catalogue"
	"github.com/assay-physics/assay/physics/quiver/internal/sample"
)

// verify checks a map of fields on its own: ends, charges, words, and that the ratios of the
// coefficients are a rescaling (by Redefinition, which does no search).
func verify(t interface {
	Helper()
	Errorf(string, ...any)
}, a, b *quiver.Theory, iso *quiver.Isomorphism) {
	t.Helper()
	if iso.Conjugated {
		a = a.Conjugate()
	}
	for v, w := range iso.Nodes {
		if a.Nodes[v].Rank != b.Nodes[w].Rank {
			t.Errorf("node %d and its image %d have other ranks", v, w)
		}
	}
	image := b.Clone()
	image.W = nil
	for k, l := range iso.Arrows {
		x, y := a.Arrows[k], b.Arrows[l]
		if iso.Nodes[x.Source] != y.Source || iso.Nodes[x.Target] != y.Target || x.R.Cmp(y.R) != 0 {
			t.Errorf("arrow %d and its image %d differ", k, l)
		}
	}
	for _, term := range a.W {
		w := quiver.SuperpotentialTerm{Coefficient: new(big.Rat).Set(term.Coefficient)}
		for _, x := range term.Word {
			w.Word = append(w.Word, iso.Arrows[x])
			if iso.Signs != nil && iso.Signs[x] < 0 {
				w.Coefficient.Neg(w.Coefficient)
			}
		}
		for _, s := range term.Singlets {
			w.Singlets = append(w.Singlets, iso.Singlets[s])
			if iso.Signs != nil && iso.Signs[len(a.Arrows)+s] < 0 {
				w.Coefficient.Neg(w.Coefficient)
			}
		}
		image.W = append(image.W, w)
	}
	image.W = image.W.Normalize()
	r, err := quiver.Redefinition(image, b)
	if err != nil || !r.Exists {
		t.Errorf("the map does not take W to W: %v", err)
	}
	if iso.Signs != nil && err == nil {
		for i, term := range image.W {
			if term.Coefficient.Cmp(b.W.Normalize()[i].Coefficient) != 0 {
				t.Errorf("the signs do not take W to W")
			}
		}
	}
}

// A theory is isomorphic to every disguise of itself, its conjugate only if that is allowed,
// and fingerprints agree.
func TestDisguises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := sample.Theory(t)
		b := sample.Disguised(t, a)
		iso, err := quiver.FindIsomorphism(t.Context(), a, b, quiver.IsomorphismOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if iso == nil {
			t.Fatalf("a disguise was not recognized")
		}
		verify(t, a, b, iso)
		opt := quiver.IsomorphismOptions{Conjugation: true}
		c := b.Conjugate()
		if iso, err = quiver.FindIsomorphism(t.Context(), a, c, opt); err != nil || iso == nil {
			t.Fatalf("the conjugate was not recognized: %v", err)
		}
		verify(t, a, c, iso)
		if a.Fingerprint(quiver.IsomorphismOptions{}) != b.Fingerprint(quiver.IsomorphismOptions{}) || a.Fingerprint(opt) != c.Fingerprint(opt) {
			t.Fatal("isomorphic theories have different fingerprints")
		}
	})
}

// Small theories against trying every permutation.
func TestIsomorphismBruteForce(t *testing.T) {
	seen := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		a := sample.Theory(t)
		if len(a.Arrows) > 5 || len(a.Singlets) > 1 {
			t.Skip("too many permutations")
		}
		b := sample.Disguised(t, a)
		// Change one thing, sometimes.
		if len(b.W) > 0 {
			switch rapid.IntRange(0, 3).Draw(t, "change") {
			case 1:
				c := b.W[rapid.IntRange(0, len(b.W)-1).Draw(t, "term")].Coefficient
				c.Neg(c)
			case 2:
				c := b.W[rapid.IntRange(0, len(b.W)-1).Draw(t, "term")].Coefficient
				c.Mul(c, big.NewRat(2, 1))
			case 3:
				slices.Reverse(b.W[rapid.IntRange(0, len(b.W)-1).Draw(t, "term")].Singlets)
				if len(b.Arrows) > 1 {
					b.Arrows[0].R, b.Arrows[1].R = b.Arrows[1].R, b.Arrows[0].R
				}
			}
		}
		iso, err := quiver.FindIsomorphism(t.Context(), a, b, quiver.IsomorphismOptions{})
		if err != nil {
			t.Fatal(err)
		}
		want := bruteForce(a, b)
		seen[want]++
		if (iso != nil) != want {
			t.Fatalf("isomorphic: %v, by all permutations: %v", iso != nil, want)
		}
	})
	if seen[true] == 0 || seen[false] == 0 {
		t.Errorf("only one kind of pair was tried: %v", seen)
	}
}

func bruteForce(a, b *quiver.Theory) bool {
	found := false
	permutations(len(a.Nodes), func(nodes []int) {
		for v, w := range nodes {
			if a.Nodes[v].Rank != b.Nodes[w].Rank {
				return
			}
		}
		permutations(len(a.Arrows), func(arrows []int) {
			if found {
				return
			}
			for k, l := range arrows {
				x, y := a.Arrows[k], b.Arrows[l]
				if nodes[x.Source] != y.Source || nodes[x.Target] != y.Target || x.R.Cmp(y.R) != 0 {
					return
				}
			}
			for s := range a.Singlets {
				if a.Singlets[s].R.Cmp(b.Singlets[s].R) != 0 {
					return
				}
			}
			image := b.Clone()
			image.W = a.W.Clone()
			for i := range image.W {
				for j, x := range image.W[i].Word {
					image.W[i].Word[j] = arrows[x]
				}
			}
			image.W = image.W.Normalize()
			r, err := quiver.Redefinition(image, b)
			found = found || err == nil && r.Exists
		})
	})
	return found
}

func permutations(n int, f func([]int)) {
	p := indices(n)
	var rec func(int)
	rec = func(k int) {
		if k == n {
			f(p)
			return
		}
		for i := k; i < n; i++ {
			p[k], p[i] = p[i], p[k]
			rec(k + 1)
			p[k], p[i] = p[i], p[k]
		}
	}
	rec(0)
}

// What is compared can be left out of the comparison.
func TestOptions(t *testing.T) {
	p, err := catalogue.Find("dP2-I")
	if err != nil {
		t.Fatal(err)
	}
	a, b := p.Theory(2), p.Theory(3)
	is := func(a, b *quiver.Theory, opt quiver.IsomorphismOptions) bool {
		t.Helper()
		iso, err := quiver.FindIsomorphism(t.Context(), a, b, opt)
		if err != nil {
			t.Fatal(err)
		}
		return iso != nil
	}
	if is(a, b, quiver.IsomorphismOptions{}) || !is(a, b, quiver.IsomorphismOptions{IgnoreRanks: true}) {
		t.Error("ranks")
	}
	c := a.Clone()
	c.Arrows[0].R.SetInt64(7)
	if is(a, c, quiver.IsomorphismOptions{}) || !is(a, c, quiver.IsomorphismOptions{IgnoreR: true}) {
		t.Error("R-charges")
	}
	if is(a, a.Conjugate(), quiver.IsomorphismOptions{}) || !is(a, a.Conjugate(), quiver.IsomorphismOptions{Conjugation: true}) {
		t.Error("conjugation")
	}
	if !is(a, a.Conjugate(), quiver.IsomorphismOptions{PseudoReal: true}) || is(b, b.Conjugate(), quiver.IsomorphismOptions{PseudoReal: true}) {
		t.Error("reversal of the arrows of SU(2) nodes")
	}
	// Without a superpotential single arrows can be reversed at SU(2) nodes.
	free := a.Clone()
	free.W = nil
	turned := free.Clone()
	turned.Arrows[3].Source, turned.Arrows[3].Target = turned.Arrows[3].Target, turned.Arrows[3].Source
	if is(free, turned, quiver.IsomorphismOptions{}) || !is(free, turned, quiver.IsomorphismOptions{PseudoReal: true}) {
		t.Error("reversal of one arrow")
	}
	// Any number of them: a doubled ring of eight nodes, drawn all round and drawn both ways.
	round, both := &quiver.Theory{}, &quiver.Theory{}
	for i := range 8 {
		for _, r := range []*quiver.Theory{round, both} {
			r.Nodes = append(r.Nodes, quiver.Node{Label: fmt.Sprint("v", i), Rank: 2})
		}
	}
	for i := range 16 {
		v, w := i%8, (i+1)%8
		arrow := quiver.Arrow{Label: fmt.Sprint("x", i), Source: v, Target: w, R: big.NewRat(1, 2)}
		round.Arrows = append(round.Arrows, arrow)
		if i >= 8 {
			arrow.Source, arrow.Target = w, v
		}
		both.Arrows = append(both.Arrows, arrow)
	}
	iso, err := quiver.FindIsomorphism(t.Context(), round, both, quiver.IsomorphismOptions{PseudoReal: true})
	if err != nil || iso == nil || len(iso.Reversed) != 8 {
		t.Errorf("reversal of eight arrows: %+v, %v", iso, err)
	}
	if is(round, both, quiver.IsomorphismOptions{}) {
		t.Error("directions count without PseudoReal")
	}
	for k := range both.Arrows {
		both.Nodes[both.Arrows[k].Source].Rank = 3
	}
	if is(round, both, quiver.IsomorphismOptions{PseudoReal: true}) {
		t.Error("ranks differ")
	}
}

// A search that reaches its budget says so.
func TestBudget(t *testing.T) {
	p, err := catalogue.Find("dP0")
	if err != nil {
		t.Fatal(err)
	}
	_, err = quiver.FindIsomorphism(t.Context(), p.Theory(2), p.Theory(2), quiver.IsomorphismOptions{Budget: 1})
	if !errors.Is(err, quiver.ErrUndecided) {
		t.Errorf("error %v, want ErrUndecided", err)
	}
}

func indices(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	return p
}
