package chiralring_test

import (
	"context"
	"math/big"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/catalogue"
	"github.com/assay-physics/assay/physics/quiver/chiralring"
)

// Every dual of the catalogue under an R-symmetry mixed so far with the mesonic symmetries
// that closed words have R ≤ 0: regraded by the map of symmetries both sides agree.
func TestRegrade(t *testing.T) {
	regraded := 0
	for _, p := range catalogue.Phases() {
		electric := p.Theory(3)
		flavours := electric.Symmetries().Mesonic
		r := make(quiver.Charges, len(electric.Arrows))
		for k, a := range electric.Arrows {
			r[k] = new(big.Rat).Set(a.R)
			for i, f := range flavours {
				r[k].Add(r[k], new(big.Rat).Mul(big.NewRat(int64(3+i), 2), f[k]))
			}
		}
		mixed := electric.Clone()
		for k := range mixed.Arrows {
			mixed.Arrows[k].R.Set(r[k])
		}
		for v := range electric.Nodes {
			if len(electric.Loops(v)) > 0 {
				continue
			}
			d := dualize(t, mixed, v)
			if c := compare(t, mixed, d.Theory, chiralring.Grading{}); c.Untested == "" {
				continue // still positive
			}
			regraded++
			var pairs []chiralring.Flavour
			for _, f := range flavours {
				pairs = append(pairs, chiralring.Flavour{First: f, Second: d.Map.Flavour(f)})
			}
			first, second, ok, err := chiralring.Regrade(mixed, d.Theory, pairs)
			if err != nil || !ok {
				t.Fatalf("%s at node %d: %v, %v", p.Name, v, ok, err)
			}
			a := chiralring.Side{Theory: mixed, Grading: chiralring.Grading{R: first}}
			b := chiralring.Side{Theory: d.Theory, Grading: chiralring.Grading{R: second}}
			// And split by the R-charges that the theories encode.
			a.Grading.Split = []quiver.Charges{r}
			b.Grading.Split = []quiver.Charges{encoded(d.Theory)}
			c, err := chiralring.Compare(context.Background(), a, b, rat("4"), chiralring.Budget{})
			if err != nil {
				t.Fatal(err)
			}
			if !c.Equal() || len(c.Tables[0].Levels) == 0 {
				t.Errorf("%s at node %d: %v %s", p.Name, v, c.Difference, c.Untested)
			}
			dropped := d.Theory.Clone()
			dropped.W = dropped.W[1:]
			b.Theory = dropped
			if c, err = chiralring.Compare(context.Background(), a, b, rat("4"), chiralring.Budget{}); err != nil || c.Equal() {
				t.Errorf("%s at node %d, a term dropped: %+v, %v", p.Name, v, c, err)
			}
		}
	}
	if regraded < 15 {
		t.Errorf("only %d pairs had closed words with R ≤ 0", regraded)
	}
	// Tr A B of R = 0, neutral under everything.
	low := build("low", []int{2, 2}, []string{"A 0 1 1/2", "B 1 0 -1/2"}, nil)
	if _, _, ok, err := chiralring.Regrade(low, low, nil); ok || err != nil {
		t.Errorf("low: %v, %v", ok, err)
	}
	if _, _, _, err := chiralring.Regrade(low, low, []chiralring.Flavour{{}}); err == nil {
		t.Error("no error for charges that are missing")
	}
}

func encoded(t *quiver.Theory) quiver.Charges {
	var r quiver.Charges
	for _, a := range t.Arrows {
		r = append(r, a.R)
	}
	for _, s := range t.Singlets {
		r = append(r, s.R)
	}
	return r
}
