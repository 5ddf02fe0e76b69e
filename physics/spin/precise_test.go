package spin

import (
	"context"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// Digits from the usual tables (OEIS A002162, A000796, A001113, A002392) and, for the
// exponentials, from Python's decimal module.
func TestPreciseConstants(t *testing.T) {
	p := newPrecise(192)
	for _, c := range []struct {
		name string
		got  *big.Float
		want string
	}{
		{"ln 2", p.ln2, "0.693147180559945309417232121458176568075500134360255254120680009"},
		{"pi", p.pi, "3.14159265358979323846264338327950288419716939937510582097494459"},
		{"e", p.exp(p.int(1)), "2.71828182845904523536028747135266249775724709369995957496696763"},
		{"ln 10", p.log(p.int(10)), "2.30258509299404568401799145468436420760110148862877297603332790"},
		{"exp(100)", p.exp(p.int(100)), "26881171418161354484126255515800135873611118.773741922415191608"},
		{"exp(-20)", p.exp(p.int(-20)), "2.0611536224385578279659403801558209763758072755991036929722447e-9"},
		{"1-cos(pi)", p.versine(p.pi), "2"},
		{"1-cos(pi/3)", p.versine(p.new().Quo(p.pi, p.int(3))), "0.5"},
		{"exp(0)", p.exp(p.int(0)), "1"},
		{"versine(0)", p.versine(p.int(0)), "0"},
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
	p := newPrecise(128)
	near := func(t *rapid.T, name string, a, b *big.Float, digits int) {
		d := p.new().Sub(a, b)
		if d.Sign() != 0 && d.MantExp(nil) > b.MantExp(nil)-digits {
			t.Fatalf("%s: %v against %v", name, a.Text('g', 45), b.Text('g', 45))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		x := p.float(rapid.Float64Range(-1e6, 1e6).Draw(t, "x"))
		y := p.float(rapid.Float64Range(-50, 50).Draw(t, "y"))
		near(t, "exp(x+y) = exp x·exp y", p.exp(p.new().Add(x, y)), p.new().Mul(p.exp(x), p.exp(y)), 120)
		if f, _ := x.Float64(); math.Abs(f) > 1e-3 { // log is good to an absolute error
			near(t, "log exp x = x", p.log(p.exp(x)), x, 90)
		}
		// versine(2a) = 2v(2−v), and against the float64 sine.
		a := rapid.Float64Range(1e-12, math.Pi/2).Draw(t, "a")
		v := p.versine(p.float(a))
		w := p.new().Mul(v, p.new().Sub(p.int(2), v))
		near(t, "versine(2a)", p.versine(p.float(2*a)), w.Mul(w, p.int(2)), 110)
		f, _ := v.Float64()
		if s := math.Sin(a / 2); math.Abs(f-2*s*s) > 1e-14*f {
			t.Fatalf("1−cos %v = %v, want %v", a, f, 2*s*s)
		}
	})
	if x := p.exp(p.float(-1e12)); x.Sign() != 0 {
		t.Errorf("exp(−1e12) = %v", x)
	}
	if x := p.exp(p.float(1e12)); !x.IsInf() {
		t.Errorf("exp(1e12) = %v", x)
	}
}

// The error bounds assume this of package math.
func TestElementaryFunctionsOfMath(t *testing.T) {
	p := newPrecise(128)
	check := func(name string, got float64, want *big.Float) {
		t.Helper()
		d := p.new().Sub(p.float(got), want)
		e, _ := d.Quo(d, want).Float64()
		if math.Abs(e) > elementary {
			t.Errorf("%s is off by %.2g units of 2^−53, %v are admitted", name, math.Abs(e)/unit, elementary/unit)
		}
	}
	for k := range uint64(3000) {
		x := 60 * (Uniform(1, k) - 0.5)
		check("math.Exp", math.Exp(x), p.exp(p.float(x)))
		check("math.Exp", math.Exp(20*x), p.exp(p.float(20*x)))
		y := math.Exp(x)
		if math.Abs(x) > 0.1 {
			check("math.Log", math.Log(y), p.log(p.float(y)))
		}
		z := Uniform(2, k)
		check("math.Log1p", math.Log1p(z), p.log(p.new().Add(p.int(1), p.float(z))))
	}
}

// enumerateBig is the definition of Z in 128 bits, on exact exponents.
func enumerateBig(m *Model) *big.Float {
	p := newPrecise(128)
	sum := p.new()
	for x := range 1 << m.N {
		e := p.new()
		for _, t := range m.Terms {
			k := p.new().Mul(p.float(m.Beta), p.float(t.J))
			for _, s := range t.Sites {
				if x>>s&1 == 1 {
					k.Neg(k)
				}
			}
			e.Add(e, k)
		}
		sum.Add(sum, p.exp(e))
	}
	return p.log(sum)
}

// TestBoundsHold holds every evaluator to its own error bound.
func TestBoundsHold(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(1, 3).Draw(t, "rows")
		cols := rapid.IntRange(1, 6/rows).Draw(t, "cols")
		kind := rapid.IntRange(0, 2).Draw(t, "couplings")
		Jh, Jv := make([][]float64, rows), make([][]float64, rows-1)
		for r := range rows {
			for range cols - 1 {
				Jh[r] = append(Jh[r], drawCoupling(t, kind, "Jh"))
			}
			for range cols {
				if r+1 < rows {
					Jv[r] = append(Jv[r], drawCoupling(t, kind, "Jv"))
				}
			}
		}
		m, err := NewGrid(drawBeta(t), Jh, Jv)
		if err != nil {
			t.Fatal(err)
		}
		want := enumerateBig(m)
		hold := func(name string, z LogZ, err error) {
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			d := new(big.Float).SetPrec(192).Sub(z.Value, want)
			f, _ := d.Abs(d).Float64()
			if size, _ := want.Float64(); f > z.ErrorBound+1e-33*(1+math.Abs(size)) {
				t.Fatalf("%s: off by %.3g, the bound is %.3g", name, f, z.ErrorBound)
			}
		}
		z, err := BruteForce(ctx, m)
		hold("brute force", z, err)
		z, err = OpenGridTransfer(ctx, m.Beta, Jh, Jv)
		hold("grid", z, err)
		z, err = Eliminate(ctx, m, naturalOrder(m.N), 0)
		hold("elimination", z, err)
		z, err = eliminateLog(ctx, m, naturalOrder(m.N), "")
		hold("logarithms", z, err)
		z, err = Evaluate(ctx, m, Budget{})
		hold("evaluate", z, err)
		if rows == 1 {
			z, err = ChainLogZ(m.Beta, Jh[0], nil)
			hold("chain", z, err)
		}
	})
}

func TestCompensatedSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s compensated
		exact := new(big.Float).SetPrec(2200)
		for _, x := range rapid.SliceOf(rapid.Float64Range(-1e10, 1e10)).Draw(t, "x") {
			s.add(x)
			exact.Add(exact, new(big.Float).SetFloat64(x))
			y := x * 1e-9
			s.addProduct(x, y)
			exact.Add(exact, new(big.Float).SetPrec(200).Mul(new(big.Float).SetFloat64(x), new(big.Float).SetFloat64(y)))
		}
		d := new(big.Float).SetPrec(2200).Sub(exact, new(big.Float).SetFloat64(s.hi))
		d.Sub(d, new(big.Float).SetFloat64(s.lo))
		if f, _ := d.Abs(d).Float64(); f > s.bound()+1e-300 {
			t.Fatalf("sum is off by %g, the bound is %g", f, s.bound())
		}
	})
}
