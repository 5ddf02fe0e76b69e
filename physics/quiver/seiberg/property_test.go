package seiberg_test

import (
	"errors"
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/internal/sample"
	"github.com/assay-physics/assay/physics/quiver/seiberg"
)

// balanced gives a random theory one rank for all nodes and adds arrows until a node can be
// dualized: as many incoming as outgoing flavours, more than N + 1, no adjoints.
func balanced(t *rapid.T) (*quiver.Theory, int) {
	th := sample.Theory(t)
	v := rapid.IntRange(0, len(th.Nodes)-1).Draw(t, "node")
	if len(th.Loops(v)) > 0 || len(th.Nodes) == 1 {
		t.Skip("no node to dualize")
	}
	for i := range th.Nodes {
		th.Nodes[i].Rank = 2 + v%2
	}
	u := (v + 1) % len(th.Nodes)
	for {
		a := th.GaugeAnomalies()[v]
		if a.In == a.Out && a.In > a.Rank+1 {
			return th, v
		}
		arrow := quiver.Arrow{Label: fmt.Sprint("y", len(th.Arrows)), Source: u, Target: v, R: big.NewRat(1, 2)}
		if a.In > a.Out {
			arrow.Source, arrow.Target = v, u
		}
		th.Arrows = append(th.Arrows, arrow)
	}
}

// Whatever the theory, symmetries are mapped to symmetries, cubic anomalies of the other
// nodes stay what they are, 't Hooft anomalies agree wherever the gauge anomalies vanish,
// and the dual of the dual is the original without its massive fields, nearly always in the
// same form.
func TestDualOfAnything(t *testing.T) {
	dualized, returned, shifted := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		th, v := balanced(t)
		d, err := seiberg.Dualize(th, v, seiberg.Options{})
		var refusal *seiberg.Refusal
		var intractable *seiberg.IntractableError
		if errors.As(err, &refusal) || errors.As(err, &intractable) {
			t.Skip("refused")
		}
		if err != nil {
			t.Fatal(err)
		}
		dualized++
		s := th.Symmetries()
		f := s.Flavour()
		before, after := th.GaugeAnomalies(), d.Theory.GaugeAnomalies()
		for u := range before {
			if u != v && before[u].In-before[u].Out != after[u].In-after[u].Out {
				t.Fatalf("the cubic anomaly of node %d changed", u)
			}
		}
		for _, side := range []struct {
			theory *quiver.Theory
			m      seiberg.SymmetryMap
		}{{d.Theory, d.Map}, {d.Bare, d.BareMap}} {
			var image []quiver.Charges
			for _, q := range f {
				m := side.m.Flavour(q)
				if !side.theory.IsFlavour(m) {
					t.Fatal("a flavour symmetry is lost")
				}
				image = append(image, m)
			}
			if s.R == nil {
				continue
			}
			r := side.m.R(s.R)
			if !side.theory.IsAnomalyFreeR(r) {
				t.Fatal("the R-symmetry is lost")
			}
			if diff := th.Hooft(s.R, f).Compare(side.theory.Hooft(r, image)); len(diff) > 0 {
				t.Fatalf("'t Hooft anomalies differ: %v", diff)
			}
		}
		// An anomalous R-symmetry is mapped by the outgoing quarks alone, which is no involution.
		ignoreR := th.RAnomalies()[v].Sign() != 0
		back, err := seiberg.Dualize(d.Theory, v, seiberg.Options{})
		if errors.As(err, &refusal) || errors.As(err, &intractable) {
			t.Skip("no way back")
		}
		if err != nil {
			t.Fatal(err)
		}
		reduced, _, err := seiberg.IntegrateOut(th)
		if errors.As(err, &intractable) {
			t.Skip("massive")
		}
		if err != nil {
			t.Fatal(err)
		}
		iso, err := quiver.FindIsomorphism(t.Context(), reduced, back.Theory, quiver.IsomorphismOptions{IgnoreR: ignoreR, Rotations: true})
		if err != nil && !errors.Is(err, quiver.ErrUndecided) {
			t.Fatal(err)
		}
		switch {
		case iso != nil:
			returned++
		case err == nil:
			// Fields may be shifted by products of others, which isomorphisms do not see:
			// Tr Φ q q̃ + Tr q q̃ p p̃ is Tr Φ q q̃.
			shifted++
		}
	})
	if returned < 20*shifted || returned == 0 {
		t.Errorf("of %d theories %d came back as they were and %d in another form", dualized, returned, shifted)
	}
}
