package ball

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func genMag() *rapid.Generator[mag] {
	return rapid.Custom(func(t *rapid.T) mag {
		if rapid.IntRange(0, 9).Draw(t, "zero") == 0 {
			return mag{}
		}
		return mag{int64(rapid.IntRange(-40, 40).Draw(t, "e")), rapid.Uint32().Draw(t, "m") | 1<<31}
	})
}

func (a mag) rat() *big.Rat {
	q, _ := a.bigFloat().Rat(nil)
	if q == nil {
		q = new(big.Rat)
	}
	return q
}

// Bounds are on their side of the exact value, and within 2^−29 of it.
func TestMag(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := genMag().Draw(t, "a"), genMag().Draw(t, "b")
		p, q := a.rat(), b.rat()
		slack := big.NewRat(1, 1<<29)
		check := func(what string, got mag, want *big.Rat, side int) {
			t.Helper()
			d := new(big.Rat).Sub(got.rat(), want)
			if d.Sign() == -side || new(big.Rat).Abs(d).Cmp(new(big.Rat).Mul(want, slack)) > 0 {
				t.Fatalf("%s of %v, %v: %v, want %v", what, a, b, got.rat().FloatString(30), want.FloatString(30))
			}
		}
		sum, prod := new(big.Rat).Add(p, q), new(big.Rat).Mul(p, q)
		check("sum", a.add(b), sum, 1)
		check("sum below", a.addLower(b), sum, -1)
		check("product", a.mul(b), prod, 1)
		check("product below", a.mulLower(b), prod, -1)
		if b.m != 0 {
			quo := new(big.Rat).Quo(p, q)
			check("quotient", a.div(b), quo, 1)
			check("quotient below", a.divLower(b), quo, -1)
		}
		if low := a.subLower(b).rat(); low.Sign() != 0 && low.Cmp(new(big.Rat).Sub(p, q)) > 0 {
			t.Fatalf("%v − %v ≥ %v", p, q, low)
		}
		up, low := a.sqrt().rat(), a.sqrtLower().rat()
		if up.Mul(up, up).Cmp(p) < 0 || low.Mul(low, low).Cmp(p) > 0 {
			t.Fatalf("√%v is not between its bounds", p)
		}
		if c := a.cmp(b); c != p.Cmp(q) {
			t.Fatalf("cmp(%v, %v) = %d", p, q, c)
		}
		f, _ := p.Float64() // exact
		if g := magFloat(f); g.rat().Cmp(p) != 0 {
			t.Fatalf("%v becomes %v", p, g.rat())
		}
		if f < 300 {
			// e^a − 1 from below by the function itself
			var x Real
			x.setMag(a)
			x.Expm1(&x, 100)
			u := a.expm1()
			var y Real
			y.setMag(u)
			if y.Cmp(&x) < 0 || f > 1e-9 && f < 60 && u.float64Upper() > math.Expm1(f)*(1+1e-6) {
				t.Fatalf("e^%v − 1 ≤ %v, really %v", f, &y, &x)
			}
		}
	})
}

// RadExponent says what Rad says.
func TestRadExponent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := Real{rad: genMag().Draw(t, "radius")}
		e, nonzero := x.RadExponent()
		r := x.Rad()
		if nonzero != (r.Sign() > 0) || nonzero && e != int64(r.MantExp(nil)) {
			t.Fatalf("radius %v: exponent %d, nonzero %v", r, e, nonzero)
		}
	})
	if e, nonzero := new(Real).SetIndeterminate().RadExponent(); !nonzero || e != math.MaxInt64 {
		t.Errorf("indeterminate: exponent %d, nonzero %v", e, nonzero)
	}
}
