package duality

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/catalogue"
	"github.com/assay-physics/assay/physics/quiver/seiberg"
)

// What was moved away from a positive point is moved back to one, and what no move can raise
// is not.
func TestRaise(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(r, "components")
		moves := make([]quiver.Charges, rapid.IntRange(0, 5).Draw(r, "moves"))
		values := zeros(n)
		for k := range values {
			values[k].SetFrac64(int64(rapid.IntRange(1, 9).Draw(r, "value")), int64(rapid.IntRange(1, 9).Draw(r, "over")))
		}
		for i := range moves {
			moves[i] = zeros(n)
			by := big.NewRat(int64(rapid.IntRange(-9, 9).Draw(r, "by")), 7)
			for k := range moves[i] {
				moves[i][k].SetInt64(int64(rapid.IntRange(-3, 3).Draw(r, "move")))
				values[k].Add(values[k], new(big.Rat).Mul(by, moves[i][k]))
			}
		}
		if rapid.Bool().Draw(r, "stuck") {
			// A component that no move changes stays where it is.
			values[0].SetInt64(int64(-rapid.IntRange(0, 3).Draw(r, "low")))
			for i := range moves {
				moves[i][0].SetInt64(0)
			}
			if x, ok := raise(values, moves); ok {
				r.Fatalf("%v raises a fixed component", x)
			}
			return
		}
		x, ok := raise(values, moves)
		if !ok {
			r.Fatalf("no positive point was found for %v with %v", values, moves)
		}
		for k := range values {
			sum := new(big.Rat).Set(values[k])
			for i := range moves {
				sum.Add(sum, new(big.Rat).Mul(x[i], moves[i][k]))
			}
			if sum.Sign() <= 0 {
				r.Fatalf("component %d is %v at %v", k, sum, x)
			}
		}
	})
}

// A true dual whose encoded R, moved far along a mesonic flavour symmetry, leaves closed
// words with R < 0 on both sides: the rings are ordered by another R-symmetry.
func TestRegradedRing(t *testing.T) {
	phase, err := catalogue.Find("dP1")
	if err != nil {
		t.Fatal(err)
	}
	e := phase.Theory(3)
	s := e.Symmetries()
	i := slices.IndexFunc(s.Mesonic, func(q quiver.Charges) bool {
		// It must charge a meson: some closed word of the quiver.
		return slices.ContainsFunc(q, func(x *big.Rat) bool { return x.Sign() != 0 })
	})
	r := e.RCharges()
	for k := range r {
		r[k] = new(big.Rat).Add(r[k], new(big.Rat).Mul(big.NewRat(5, 1), s.Mesonic[i][k]))
	}
	e.SetRCharges(r)
	d, err := seiberg.Dualize(e, 2, seiberg.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		edit func(*quiver.Theory)
		want claim.Verdict
	}{{func(*quiver.Theory) {}, claim.VerdictCertified}, {drop(0), claim.VerdictUndecided}} {
		m := d.Theory.Clone()
		tt.edit(m)
		cert, err := Verifier{}.CheckPair(context.Background(), e, m, claim.Interaction)
		if err != nil {
			t.Fatal(err)
		}
		f, _ := cert.Finding(ChiralRing)
		if cert.Verdict != tt.want {
			t.Errorf("%s (%s), want %s; the ring: %s", cert.Verdict, cert.Reason, tt.want, f.Message)
		}
		if tt.want == claim.VerdictCertified && !slices.Contains(Flags(cert), FlagRingRegraded) {
			t.Errorf("the ring was not regraded: %s", f.Message)
		}
	}
}
