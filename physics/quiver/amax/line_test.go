package amax_test

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/physics/quiver/amax"
)

// On a line of trial R-symmetries a is a cubic in one variable, and school mathematics says
// whether it has a local maximum, and where: W = Σ X^{a_i} Y_i^{b_i} leaves y = R(X) free and
// R(Y_i) = (2 − a_i y)/b_i.
func TestLine(t *testing.T) {
	count := map[amax.Status]int{}
	rapid.Check(t, func(t *rapid.T) {
		p := &amax.Problem{Name: "line", Fields: []amax.Field{{Label: "X", Dim: rapid.IntRange(1, 300).Draw(t, "dim X")}}}
		// a′ = Σ w u (9(r + u y)² − 1) = A y² + B y + C
		A, B, C := new(big.Rat), new(big.Rat), new(big.Rat)
		add := func(w int, u, r *big.Rat) {
			wu := new(big.Rat).Mul(big.NewRat(int64(w), 1), u)
			term := new(big.Rat).Mul(wu, new(big.Rat).Mul(u, u))
			A.Add(A, term.Mul(term, big.NewRat(9, 1)))
			term = new(big.Rat).Mul(wu, new(big.Rat).Mul(u, r))
			B.Add(B, term.Mul(term, big.NewRat(18, 1)))
			term = new(big.Rat).Mul(r, r)
			term.Mul(term, big.NewRat(9, 1)).Sub(term, big.NewRat(1, 1))
			C.Add(C, term.Mul(term, wu))
		}
		add(p.Fields[0].Dim, big.NewRat(1, 1), big.NewRat(-1, 1))
		for i := range rapid.IntRange(1, 4).Draw(t, "fields") {
			e, f := rapid.IntRange(1, 6).Draw(t, "a"), rapid.IntRange(1, 6).Draw(t, "b")
			if e == 1 && f == 1 {
				continue // a mass term
			}
			w := rapid.IntRange(1, 300).Draw(t, "dim")
			p.Fields = append(p.Fields, amax.Field{Label: fmt.Sprintf("Y%d", i), Dim: w})
			p.Terms = append(p.Terms, amax.Monomial{{Field: 0, Exponent: e}, {Field: len(p.Fields) - 1, Exponent: f}})
			add(w, big.NewRat(int64(-e), int64(f)), new(big.Rat).Sub(big.NewRat(2, int64(f)), big.NewRat(1, 1)))
		}
		r, err := p.Maximize(context.Background(), amax.Options{})
		if err != nil {
			t.Fatal(err)
		}
		disc := new(big.Rat).Mul(B, B)
		disc.Sub(disc, new(big.Rat).Mul(big.NewRat(4, 1), new(big.Rat).Mul(A, C)))
		exists := disc.Sign() > 0
		if A.Sign() == 0 {
			exists = B.Sign() < 0
		}
		if exists != (r.Status == amax.Found) {
			t.Fatalf("a′ = %v y² + %v y + %v: maximum %v, but %+v", A, B, C, exists, r)
		}
		count[r.Status]++
		if !exists {
			return
		}
		// 2Ay + B = −√disc at the maximum.
		mid, rad := r.R[0].Enclosure()
		v := new(big.Rat).Mul(A, mid)
		v.Mul(v, big.NewRat(2, 1)).Add(v, B)
		if v.Sign() >= 0 {
			t.Fatalf("y = %v is no maximum", r.R[0])
		}
		eq := new(big.Rat).Mul(v, v)
		eq.Sub(eq, disc)
		room := new(big.Rat).Abs(v)
		room.Add(room, big.NewRat(1, 1)).Mul(room, new(big.Rat).Abs(A)).Add(room, big.NewRat(1, 1)).Mul(room, rad).Mul(room, big.NewRat(8, 1))
		if eq.Abs(eq).Cmp(room) > 0 {
			t.Fatalf("(2Ay + B)² − disc = %v at y = %v", eq.FloatString(10), r.R[0])
		}
		if !r.R[0].Exact() {
			t.Fatalf("y = %v is not exact", r.R[0])
		}
	})
	if count[amax.Found] == 0 || count[amax.NoMaximum] == 0 {
		t.Errorf("only %v", count)
	}
}
