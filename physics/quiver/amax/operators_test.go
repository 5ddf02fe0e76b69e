package amax

import (
	"context"
	"math/big"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/catalogue"
	"github.com/assay-physics/assay/physics/quiver/chiralring"
	"github.com/assay-physics/assay/physics/quiver/seiberg"
)

// The traces that are held against the bound are the single-trace operators of the chiral
// ring, which package chiralring counts by another method; here up to R = 2 instead of 2/3,
// where F-terms matter.
func TestScanCounts(t *testing.T) {
	var list []*quiver.Theory
	for _, name := range []string{"dP0", "F0-I", "F0-II", "conifold", "C3/(Z2xZ2)"} {
		p, err := catalogue.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		th := p.Theory(9)
		list = append(list, th)
		d, err := seiberg.Dualize(th, 0, seiberg.Options{})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, d.Theory)
	}
	for _, th := range list {
		r, err := Maximize(th, Options{})
		if err != nil || r.Status != Found {
			t.Fatalf("%s: %v %+v", th.Name, err, r)
		}
		s := newScan(th, r, 2+1e-9)
		got := map[string]int{}
		for _, o := range s.mesons() {
			R, ok := r.Charge(o.Monomial).Rat()
			if !ok {
				t.Fatalf("%s: R(%s) is not rational", th.Name, o.Label)
			}
			got[R.RatString()] += o.Count
		}
		if s.cut {
			t.Errorf("%s: the scan was cut", th.Name)
		}
		var charges quiver.Charges
		for _, x := range r.R {
			v, ok := x.Rat()
			if !ok {
				t.Fatalf("%s: %v", th.Name, x)
			}
			charges = append(charges, v)
		}
		table, err := chiralring.Dimensions(context.Background(), th, chiralring.Grading{R: charges}, big.NewRat(2, 1), chiralring.Budget{})
		if err != nil || !table.Tested() {
			t.Fatalf("%s: %v %+v", th.Name, err, table)
		}
		total := 0
		for _, l := range table.Levels {
			if got[l.R.RatString()] != l.Dim {
				t.Errorf("%s: %d operators of R = %s, the ring has %d", th.Name, got[l.R.RatString()], l.R.RatString(), l.Dim)
			}
			total += got[l.R.RatString()]
			delete(got, l.R.RatString())
		}
		if len(got) > 0 || total == 0 {
			t.Errorf("%s: %d operators, and beyond the ring %v", th.Name, total, got)
		}
	}
}
