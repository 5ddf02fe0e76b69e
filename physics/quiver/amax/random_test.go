package amax_test

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/physics/quiver/amax"
)

// Whatever the problem is, a result that was found solves the equations, has the a that follows
// from its charges, and the search never ends without a proof.
func TestRandomProblems(t *testing.T) {
	count := map[amax.Status]int{}
	rapid.Check(t, func(t *rapid.T) {
		p := &amax.Problem{Name: "random"}
		groups := rapid.IntRange(0, 2).Draw(t, "groups")
		for g := range groups {
			p.Groups = append(p.Groups, amax.SU(fmt.Sprint("g", g), rapid.IntRange(2, 6).Draw(t, "N")))
		}
		n := rapid.IntRange(1, 6).Draw(t, "fields")
		for i := range n {
			f := amax.Field{Label: fmt.Sprint("f", i), Dim: rapid.IntRange(1, 40).Draw(t, "dim")}
			for range groups {
				f.Index = append(f.Index, q(int64(rapid.IntRange(0, 6).Draw(t, "index")), 2))
			}
			p.Fields = append(p.Fields, f)
		}
		for range rapid.IntRange(0, 3).Draw(t, "terms") {
			var m amax.Monomial
			for range rapid.IntRange(1, 3).Draw(t, "factors") {
				m = append(m, amax.Power{Field: rapid.IntRange(0, n-1).Draw(t, "field"), Exponent: rapid.IntRange(1, 3).Draw(t, "exponent")})
			}
			p.Terms = append(p.Terms, m)
		}
		r, err := p.Maximize(context.Background(), amax.Options{})
		if err != nil {
			t.Fatal(err)
		}
		count[r.Status]++
		if r.Status != amax.Found {
			if r.Reason == "" {
				t.Fatalf("%s without a reason", r.Status)
			}
			return
		}
		near := func(what string, sum, rad, want *big.Rat) {
			d := new(big.Rat).Sub(sum, want)
			if d.Abs(d).Cmp(rad) > 0 {
				t.Fatalf("%s = %s, not %s", what, sum.FloatString(20), want.RatString())
			}
		}
		for i, m := range p.Terms {
			sum, rad := new(big.Rat), new(big.Rat)
			for _, x := range m {
				mid, r := r.R[x.Field].Enclosure()
				e := q(int64(x.Exponent), 1)
				sum.Add(sum, mid.Mul(mid, e))
				rad.Add(rad, r.Mul(r, e))
			}
			near(fmt.Sprint("R of term ", i), sum, rad, q(2, 1))
		}
		trR, trR3 := 0.0, 0.0
		for g, group := range p.Groups {
			sum, rad := new(big.Rat).Set(group.Casimir), new(big.Rat)
			for i, f := range p.Fields {
				mid, r := r.R[i].Enclosure()
				mid.Sub(mid, q(1, 1))
				sum.Add(sum, mid.Mul(mid, f.Index[g]))
				rad.Add(rad, r.Mul(r, f.Index[g]))
			}
			near("anomaly of "+group.Label, sum, rad, new(big.Rat))
			trR += float64(group.Dim)
			trR3 += float64(group.Dim)
		}
		for i, f := range p.Fields {
			s := r.R[i].Float64() - 1
			trR += float64(f.Dim) * s
			trR3 += float64(f.Dim) * s * s * s
		}
		if a := 3.0 / 32 * (3*trR3 - trR); a-r.A.Float64() > 1e-9 || r.A.Float64()-a > 1e-9 {
			t.Fatalf("a = %v, but %v from its charges", r.A, a)
		}
	})
	if count[amax.Found] == 0 || count[amax.NoSymmetry] == 0 || count[amax.Unproven] > 0 {
		t.Errorf("%v", count)
	}
	t.Log(count)
}
