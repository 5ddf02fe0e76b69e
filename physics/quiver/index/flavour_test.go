package index_test

import (
	"context"
	"math/big"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/catalogue"
	"github.com/assay-physics/assay/physics/quiver/index"
	"github.com/assay-physics/assay/physics/quiver/seiberg"
)

// Under the map of symmetries the duals of the catalogue have the index of the electric
// theory as a function of all fugacities, and under another one they do not.
func TestFlavouredDuals(t *testing.T) {
	exchanged := 0
	for _, p := range catalogue.Phases() {
		for v := range p.Theory(2).Nodes {
			electric := p.Theory(2)
			if len(electric.Loops(v)) > 0 {
				continue
			}
			d, err := seiberg.Dualize(electric, v, seiberg.Options{})
			if err != nil {
				t.Fatal(err)
			}
			flavours := electric.Symmetries().Flavour()
			var images []quiver.Charges
			for _, f := range flavours {
				images = append(images, d.Map.Flavour(f))
			}
			order := "2"
			if d.Theory.Nodes[v].Rank > 4 {
				order = "1"
			}
			compare := func(f, g []quiver.Charges) *index.FlavourComparison {
				a, err := index.WithCharges(electric, f)
				if err != nil {
					t.Fatal(err)
				}
				b, err := index.WithCharges(d.Theory, g)
				if err != nil {
					t.Fatal(err)
				}
				c, err := index.CompareFlavours(context.Background(), a, b, rat(order), index.Budget{})
				if err != nil {
					t.Fatal(err)
				}
				return c
			}
			if c := compare(flavours, images); c.Difference != nil || c.Untested != "" || !c.Complete {
				t.Errorf("%s at node %d: %+v", p.Name, v, c)
			}
			if order != "2" {
				continue
			}
			exchanged++
			images[0], images[1] = images[1], images[0]
			if c := compare(flavours, images); c.Difference == nil {
				t.Errorf("%s at node %d: two symmetries exchanged: %+v", p.Name, v, c)
			}
		}
	}
	if exchanged == 0 {
		t.Error("no two symmetries were exchanged")
	}
}

// SU(3) with five flavours: the baryon number of the dual quarks is 3/2 of that of the
// quarks.
func TestFlavouredSQCD(t *testing.T) {
	charged := func(g *index.Gauge, b string) *index.Gauge {
		q := rat(b)
		for k := range g.Matter {
			m := &g.Matter[k]
			m.Charges = []*big.Rat{new(big.Rat)}
			switch {
			case m.Target == 0:
				m.Charges[0].Set(q)
			case m.Source == 0:
				m.Charges[0].Neg(q)
			}
		}
		return g
	}
	for b, equal := range map[string]bool{"3/2": true, "-3/2": true, "1": false, "5/2": false} {
		c, err := index.CompareFlavours(context.Background(), charged(sqcd(3, 5, false), "1"), charged(sqcd(2, 5, true), b), rat("2"), index.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		if (c.Difference == nil) != equal || !c.Complete {
			t.Errorf("b = %s: %+v", b, c)
		}
		// Baryons have R = 6/5.
		if !equal && c.Difference.Cmp(rat("6/5")) != 0 {
			t.Errorf("b = %s: differ at R = %s, want 6/5", b, c.Difference.RatString())
		}
	}
	if _, err := index.CompareFlavours(context.Background(), charged(sqcd(3, 5, false), "1"), sqcd(2, 5, true), rat("2"), index.Budget{}); err == nil {
		t.Error("no error for charges that are missing")
	}
}
