package precise

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// Digits from the usual tables (OEIS A002162, A000796, A001113, A002392) and, for the
// exponentials, from Python's decimal module.
func TestPreciseConstants(t *testing.T) {
	p := New(192)
	for _, c := range []struct {
		name string
		got  *big.Float
		want string
	}{
		{"ln 2", p.Ln2, "0.693147180559945309417232121458176568075500134360255254120680009"},
		{"pi", p.Pi, "3.14159265358979323846264338327950288419716939937510582097494459"},
		{"e", p.Exp(p.Int(1)), "2.71828182845904523536028747135266249775724709369995957496696763"},
		{"ln 10", p.Log(p.Int(10)), "2.30258509299404568401799145468436420760110148862877297603332790"},
		{"exp(100)", p.Exp(p.Int(100)), "26881171418161354484126255515800135873611118.773741922415191608"},
		{"exp(-20)", p.Exp(p.Int(-20)), "2.0611536224385578279659403801558209763758072755991036929722447e-9"},
		{"1-cos(pi)", p.Versine(p.Pi), "2"},
		{"1-cos(pi/3)", p.Versine(p.New().Quo(p.Pi, p.Int(3))), "0.5"},
		{"exp(0)", p.Exp(p.Int(0)), "1"},
		{"versine(0)", p.Versine(p.Int(0)), "0"},
	} {
		want, _, err := big.ParseFloat(c.want, 10, 256, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		diff := new(big.Float).SetPrec(256).Sub(c.got, want)
		d, _ := diff.Abs(diff).Float64()
		size, _ := want.Float64()
		if d > 1e-57*size {
			t.Errorf("%s = %s, want %s", c.name, c.got.Text('g', 60), c.want)
		}
	}
}

func TestPreciseFunctions(t *testing.T) {
	p := New(128)
	near := func(t *rapid.T, name string, a, b *big.Float, digits int) {
		d := p.New().Sub(a, b)
		if d.Sign() != 0 && d.MantExp(nil) > b.MantExp(nil)-digits {
			t.Fatalf("%s: %v against %v", name, a.Text('g', 45), b.Text('g', 45))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		x := p.Float(rapid.Float64Range(-1e6, 1e6).Draw(t, "x"))
		y := p.Float(rapid.Float64Range(-50, 50).Draw(t, "y"))
		near(t, "exp(x+y) = exp x·exp y", p.Exp(p.New().Add(x, y)), p.New().Mul(p.Exp(x), p.Exp(y)), 120)
		if f, _ := x.Float64(); math.Abs(f) > 1e-3 { // log is good to an absolute error
			near(t, "log exp x = x", p.Log(p.Exp(x)), x, 90)
		}
		// versine(2a) = 2v(2−v), and against the float64 sine.
		a := rapid.Float64Range(1e-12, math.Pi/2).Draw(t, "a")
		v := p.Versine(p.Float(a))
		w := p.New().Mul(v, p.New().Sub(p.Int(2), v))
		near(t, "versine(2a)", p.Versine(p.Float(2*a)), w.Mul(w, p.Int(2)), 110)
		f, _ := v.Float64()
		if s := math.Sin(a / 2); math.Abs(f-2*s*s) > 1e-14*f {
			t.Fatalf("1−cos %v = %v, want %v", a, f, 2*s*s)
		}
	})
	if x := p.Exp(p.Float(-1e12)); x.Sign() != 0 {
		t.Errorf("exp(−1e12) = %v", x)
	}
	if x := p.Exp(p.Float(1e12)); !x.IsInf() {
		t.Errorf("exp(1e12) = %v", x)
	}
}
