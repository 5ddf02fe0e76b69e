package catalogue

import (
	"fmt"
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
	if !tree.Complete || len(tree.Theories) < 4 {
		t.Fatalf("%d theories, complete: %v", len(tree.Theories), tree.Complete)
	}
	seen := make(map[string]bool)
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
	t.Log(len(tree.Theories), seen)
}

func TestExploreDP2(t *testing.T) {
	p, err := Find("dP2-I")
	if err != nil {
		t.Fatal(err)
	}
	tree, err := seiberg.Explore(t.Context(), p.Theory(2), seiberg.ExploreOptions{Depth: 2, Equal: quiver.IsomorphismOptions{Conjugation: true, IgnoreR: true}})
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range tree.Theories {
		t.Log(i, f.Path, f.Ranks(), len(f.Theory.Arrows), len(f.Theory.W), f.Digest[:8])
	}
}
