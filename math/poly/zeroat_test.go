package poly

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestZeroAt(t *testing.T) {
	r := testRing(t, "a", "b", "c", "x", "y")
	a, b, c, x, y := r.Var(0), r.Var(1), r.Var(2), r.Var(3), r.Var(4)
	values := []*Algebraic{sqrt(num(2)), sqrt(num(3)), sqrt(num(6)), nil, nil}
	square := must(must(sumOfProducts(a, x, b, y, NewBudget(1e6))).Pow(2, nil))
	right := must(sumOfProducts(must(r.Int(2).Mul(x, nil)), x, must(r.Int(3).Mul(y, nil)), y, NewBudget(1e6)))
	cross := must(must(r.Int(2).Mul(c, nil)).Mul(must(x.Mul(y, nil)), nil))
	for sign, want := range map[int64]bool{1: true, -1: false} {
		d := must(square.Sub(must(right.Add(cross.Scale(big.NewRat(sign, 1)), nil)), nil))
		if got, err := d.ZeroAt(values, nil); err != nil || got != want {
			t.Errorf("(√2x+√3y)² − 2x² − 3y² − %d·2√6xy is zero: %v %v", sign, got, err)
		}
	}
}

// The separation bound holds for a number and for all of its conjugates, which the roots of the minimal polynomial show.
func TestSeparationBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z, _ := drawAlgebraic(t, 3)
		b := NewBudget(1 << 22)
		m, err := z.MinPoly(b)
		if err != nil || m.Degree() == 1 && m.Coeff(0).Sign() == 0 {
			return // too large, or 0
		}
		roots, err := m.Roots(80, b)
		if err != nil {
			return
		}
		limit := new(big.Rat).SetFrac(one, new(big.Int).Lsh(one, uint(z.bound.separation())))
		for _, r := range roots {
			size := new(big.Rat).Add(new(big.Rat).Abs(r.Re), new(big.Rat).Abs(r.Im))
			if size.Add(size, r.Rad).Cmp(limit) < 0 {
				t.Fatalf("%v has a conjugate of the size %s, below its separation bound of 2^−%.1f", z, size.FloatString(30), z.bound.separation())
			}
		}
	})
}
