package catalogue

import (
	"fmt"
	"slices"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/seiberg"
)

// All duals of dP0 have ranks (a, b, c) N with a² + b² + c² = 3abc, and 3a, 3b, 3c arrows
// between the nodes opposite (Cachazo, Fiol, Intriligator, Katz and Vafa, hep-th/0110028).
func TestMarkov(t *testing.T) {
	p, err := Find("dP0")
	if err != nil {
		t.Fatal(err)
	}
	const n = 2
	tree, err := seiberg.Explore(t.Context(), p.Theory(n), seiberg.ExploreOptions{Depth: 3, Equal: quiver.IsomorphismOptions{Conjugation: true, IgnoreR: true}})
	if err != nil {
		t.Fatal(err)
	}
	if !tree.Complete {
		t.Fatalf("%d theories, complete: %v", len(tree.Theories), tree.Complete)
	}
	seen := make(map[string]bool)
	// Up to conjugation: (1,1,1), (1,1,2), (1,2,5), (1,5,13), (2,5,29).
	for _, f := range tree.Theories {
		r := f.Ranks()
		a, b, c := r[0]/n, r[1]/n, r[2]/n
		if r[0] != a*n || r[1] != b*n || r[2] != c*n || a*a+b*b+c*c != 3*a*b*c {
			t.Errorf("path %v: ranks %v are no Markov triple", f.Path, r)
		}
		for v, x := range r {
			between := 0
			for _, arrow := range f.Theory.Arrows {
				if arrow.Source != v && arrow.Target != v {
					between++
				}
			}
			if between != 3*x/n {
				t.Errorf("path %v: %d arrows opposite node %d of rank %d", f.Path, between, v, x)
			}
		}
		seen[fmt.Sprint(r)] = true
		if !f.Theory.IsAnomalyFreeR(f.Theory.RCharges()) {
			t.Errorf("path %v: R is not anomaly-free", f.Path)
		}
	}
	if len(seen) != 5 || len(tree.Theories) != 5 {
		t.Errorf("%d theories with ranks %v, want 5", len(tree.Theories), seen)
	}
}

// dP2 has two toric phases, with 13 and 11 fields (Feng, Hanany and He, hep-th/0104259): no
// other dual has one rank for all nodes.
func TestToricPhases(t *testing.T) {
	p, err := Find("dP2-I")
	if err != nil {
		t.Fatal(err)
	}
	tree, err := seiberg.Explore(t.Context(), p.Theory(2), seiberg.ExploreOptions{Depth: 3, Equal: quiver.IsomorphismOptions{Conjugation: true, IgnoreR: true}})
	if err != nil {
		t.Fatal(err)
	}
	var toric [][2]int
	for _, f := range tree.Theories {
		if r := f.Ranks(); slices.Max(r) == slices.Min(r) {
			toric = append(toric, [2]int{len(f.Theory.Arrows), len(f.Theory.W)})
			if beta, ok := f.Theory.Beta(); !ok || beta.RatString() != "1" {
				t.Errorf("path %v: β = %v", f.Path, beta)
			}
		}
	}
	if want := [][2]int{{13, 8}, {11, 6}}; !slices.Equal(toric, want) {
		t.Errorf("toric phases with %v fields and terms, want %v", toric, want)
	}
	if len(tree.Theories) < 20 {
		t.Errorf("%d theories", len(tree.Theories))
	}
}
