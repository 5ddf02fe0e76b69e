package spin

import (
	"context"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/modelfile"
)

// The error bounds assume this of package math.
func TestElementaryFunctionsOfMath(t *testing.T) {
	p := precise.New(128)
	check := func(name string, got float64, want *big.Float) {
		t.Helper()
		d := p.New().Sub(p.Float(got), want)
		e, _ := d.Quo(d, want).Float64()
		if math.Abs(e) > elementary {
			t.Errorf("%s is off by %.2g units of 2^−53, %v are admitted", name, math.Abs(e)/unit, elementary/unit)
		}
	}
	for k := range uint64(3000) {
		x := 60 * (modelfile.Uniform(1, k) - 0.5)
		check("math.Exp", math.Exp(x), p.Exp(p.Float(x)))
		check("math.Exp", math.Exp(20*x), p.Exp(p.Float(20*x)))
		y := math.Exp(x)
		if math.Abs(x) > 0.1 {
			check("math.Log", math.Log(y), p.Log(p.Float(y)))
		}
		z := modelfile.Uniform(2, k)
		check("math.Log1p", math.Log1p(z), p.Log(p.New().Add(p.Int(1), p.Float(z))))
	}
}

// enumerateBig is the definition of Z in 128 bits, on exact exponents.
func enumerateBig(m *Model) *big.Float {
	p := precise.New(128)
	sum := p.New()
	for x := range 1 << m.N {
		e := p.New()
		for _, t := range m.Terms {
			k := p.New().Mul(p.Float(m.Beta), p.Float(t.J))
			for _, s := range t.Sites {
				if x>>s&1 == 1 {
					k.Neg(k)
				}
			}
			e.Add(e, k)
		}
		sum.Add(sum, p.Exp(e))
	}
	return p.Log(sum)
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
