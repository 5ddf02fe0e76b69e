package poly

import (
	"errors"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// Viète: the roots of a square-free polynomial have the sum and the product that its
// coefficients say, and each is a root.
func TestAlgebraicRoots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := drawUni(t, 4, "u")
		n := u.Degree()
		b := NewBudget(1 << 26)
		roots := must(u.AlgebraicRoots(b))
		if n < 1 || len(roots) < n {
			return // multiple roots
		}
		total, product := num(0), num(1)
		for _, z := range roots {
			total, product = total.Add(z), product.Mul(z)
			c, err := z.Conj().Conj().Equal(z, b)
			if err != nil || !c {
				t.Fatalf("the conjugate of the conjugate of %v: %v %v", z, c, err)
			}
		}
		lead := new(big.Rat).SetInt(u.Lead())
		ratio := func(k int) *big.Rat {
			q := new(big.Rat).SetInt(u.Coeff(k))
			return q.Quo(q, lead)
		}
		want := ratio(0)
		if n%2 == 1 {
			want.Neg(want)
		}
		for _, c := range []struct {
			name string
			z    *Algebraic
		}{
			{"sum", total.Add(NewAlgebraic(ratio(n - 1)))},
			{"product", product.Sub(NewAlgebraic(want))},
		} {
			ok, err := c.z.IsZero(b)
			if errors.Is(err, ErrBudget) {
				continue
			}
			if err != nil || !ok {
				t.Fatalf("%s of the roots of %v: %v %v", c.name, u, ok, err)
			}
		}
	})
}

func TestRootsAgainstRadicals(t *testing.T) {
	roots := must(UniInt64(1, 0, -10, 0, 1).AlgebraicRoots(nil)) // ±√2±√3
	if len(roots) != 4 {
		t.Fatal(roots)
	}
	if ok, err := roots[3].Equal(sqrt(num(2)).Add(sqrt(num(3))), nil); err != nil || !ok {
		t.Errorf("the largest root of x⁴ − 10x² + 1 is √2+√3: %v %v", ok, err)
	}
	if m := must(roots[1].MinPoly(nil)); m.String() != "x**4 - 10*x**2 + 1" {
		t.Errorf("minimal polynomial %v", m)
	}
	if m := must(roots[1].Mul(roots[2]).MinPoly(NewBudget(1 << 24))); m.String() != "x**2 - 10*x + 1" && m.String() != "x**2 + 10*x + 1" {
		t.Errorf("minimal polynomial %v of −(√3−√2)²", m)
	}
	// Heptagon: x³ + x² − 2x − 1 has the roots 2cos(2πk/7).
	seven := must(UniInt64(-1, -2, 1, 1).AlgebraicRoots(nil))
	if ok, err := seven[2].Equal(num(2).Mul(cosPi(2, 7)), nil); err != nil || !ok {
		t.Errorf("2cos(2π/7): %v %v", ok, err)
	}
	// x² + x + 1: e^{±2πi/3}
	cube := must(UniInt64(1, 1, 1).AlgebraicRoots(nil))
	if ok, err := cube[1].Equal(must(RootOfUnity(1, 3)), nil); err != nil || !ok {
		t.Errorf("e^{2πi/3}: %v %v", ok, err)
	}
}

func TestTriangular(t *testing.T) {
	// r = √((a+b)/c), s = √(r+1): the set is triangular in either order.
	ring := testRing(t, "s", "r", "a", "b", "c")
	s, r, a, b, c := ring.Var(0), ring.Var(1), ring.Var(2), ring.Var(3), ring.Var(4)
	s2, r2 := must(s.Pow(2, nil)), must(r.Pow(2, nil))
	forR := must(must(c.Mul(r2, nil)).Sub(must(a.Add(b, nil)), nil))
	forS := must(s2.Sub(must(r.Add(ring.Int(1), nil)), nil))
	set, err := NewTriangular(ring, []*Poly{forR, forS})
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		p, q := drawPoly(t, ring, 3, 1, "p"), drawPoly(t, ring, 3, 1, "q")
		budget := NewBudget(1 << 22)
		member := must(sumOfProducts(p, forR, q, forS, budget))
		if n := must(set.Reduce(member, budget)); !n.IsZero() {
			t.Fatalf("a member reduces to %v", n)
		}
		// What is of low degree and not 0 stays.
		low := must(drawPoly(t, ring, 3, 0, "low").Add(must(s.Mul(r, nil)), nil))
		if n := must(set.Reduce(must(low.Add(member, budget)), budget)); n.IsZero() {
			t.Fatalf("%v + a member reduces to 0", low)
		}
	})
	// (s²−1)²·c = a+b needs the leading coefficient c, which an ideal would not divide away.
	claim := must(must(must(s2.Sub(ring.Int(1), nil)).Pow(2, nil)).Mul(c, nil))
	claim = must(claim.Sub(must(a.Add(b, nil)), nil))
	if n := must(set.Reduce(claim, nil)); !n.IsZero() {
		t.Errorf("c(s²−1)² − (a+b) reduces to %v", n)
	}
	if _, err := NewTriangular(ring, []*Poly{forR, must(r2.Sub(a, nil))}); err == nil {
		t.Error("two relations for r")
	}
}
