package ball

import (
	"math/big"
	"sync"
	"testing"
)

func decimal(t *testing.T, s string, prec uint) (z Real) {
	t.Helper()
	if _, err := z.SetDecimal(s, prec); err != nil {
		t.Fatal(err)
	}
	return z
}

// Huge, tiny and meaningless arguments end quickly in something true.
func TestLimits(t *testing.T) {
	huge := decimal(t, "1e100000000000000000", 64) // 10^(10^17)
	tiny := decimal(t, "1e-100000000000000000", 64)
	googol := decimal(t, "1e1000", 64)
	nothing := new(Real).SetIndeterminate()
	for name, f := range realFuncs {
		for _, x := range []*Real{&huge, &tiny, &googol, nothing} {
			for _, neg := range []bool{false, true} {
				y := *x
				if neg {
					y.Neg(&y)
				}
				var z Real
				f(&z, &y, 128)
				if x == nothing && z.IsFinite() {
					t.Errorf("%s(indeterminate) = %v", name, &z)
				}
			}
		}
	}
	for name, f := range complexFuncs {
		for _, re := range []*Real{&huge, &tiny, &googol, nothing, new(Real)} {
			for _, im := range []*Real{&huge, &tiny, &googol, nothing, new(Real)} {
				z := Complex{*re, *im}
				f(&z, &z, 128)
				if (re == nothing || im == nothing) && z.IsFinite() {
					t.Errorf("%s(indeterminate) = %v + i %v", name, &z.Re, &z.Im)
				}
			}
		}
	}
	var z, w Real
	if z.Exp(&googol, 128); z.IsFinite() {
		t.Error("exp(10^1000) =", &z)
	}
	if z.Exp(w.Neg(&googol), 128); !z.IsFinite() || z.rad.e > -1000 {
		t.Error("exp(-10^1000) =", &z)
	}
	// 9^(9^9), of 369,693,100 digits: OEIS A243913 gives its first ones.
	z.SetInt64(9)
	z.PowInt(&z, 387420489, 128)
	lead := decimal(t, "4.28124773175747048036987115930563521339055482241443514174753e369693099", 300)
	lead.addErr(&lead, lead.magUpper().mul(magPow2(-190)))
	if !z.Overlaps(&lead) || z.RelAccuracyBits() < 120 {
		t.Error("9^9^9 =", &z)
	}
	// 9^(9^(9^9)) is beyond all exponents.
	z.SetInt64(9)
	w.SetInt64(9)
	w.PowInt(&w, 387420489, 128)
	if z.Pow(&z, &w, 128); z.IsFinite() {
		t.Error("9^9^9^9 =", &z)
	}
	// The sine of what cannot be reduced is in [−1, 1].
	far := decimal(t, "1e100000", 64)
	if z.Sin(&far, 128); !z.IsFinite() || z.Contains(big.NewRat(11, 10)) || !z.Contains(big.NewRat(1, 1)) {
		t.Error("sin(10^100000) =", &z)
	}
	if z.Log(&huge, 128); z.RelAccuracyBits() < 60 { // 10^17·log 10
		t.Error("log(10^(10^17)) =", &z)
	}
}

// Domain errors, poles and cuts.
func TestDomains(t *testing.T) {
	n := func(s string) *Real { x := decimal(t, s, 128); return &x }
	var z Real
	for name, f := range map[string]func() *Real{
		"√−1":            func() *Real { return z.Sqrt(n("-1"), 64) },
		"√[−1, 1]":       func() *Real { return z.Sqrt(n("0 ± 1"), 64) },
		"log 0":          func() *Real { return z.Log(n("0"), 64) },
		"log[−1, 3]":     func() *Real { return z.Log(n("1 ± 2"), 64) },
		"1/0":            func() *Real { return z.Inv(n("0"), 64) },
		"0/0":            func() *Real { return z.Div(n("0"), n("0"), 64) },
		"0^−1":           func() *Real { return z.PowInt(n("0"), -1, 64) },
		"0^−½":           func() *Real { return z.Pow(n("0"), n("-0.5"), 64) },
		"(−8)^0.3":       func() *Real { return z.Pow(n("-8"), n("0.3"), 64) },
		"arcsin 1.5":     func() *Real { return z.Asin(n("1.5"), 64) },
		"arccos[1, 1.1]": func() *Real { return z.Acos(n("1.05 ± 0.05"), 64) },
		"artanh 1":       func() *Real { return z.Atanh(n("1"), 64) },
		"arcosh ½":       func() *Real { return z.Acosh(n("0.5"), 64) },
		"cot 0":          func() *Real { return z.Cot(n("0"), 64) },
		"tan around π/2": func() *Real { return z.Tan(n("1.57 ± 0.01"), 64) },
		"⁴√−1":           func() *Real { return z.Root(n("-1"), 4, 64) },
		"⁰√2":            func() *Real { return z.Root(n("2"), 0, 64) },
	} {
		if f().IsFinite() {
			t.Errorf("%s = %v", name, &z)
		}
	}
	for want, got := range map[int64]*Real{
		-2: new(Real).Root(n("-8"), 3, 64),
		2:  new(Real).Sqrt(n("4"), 64),
		9:  new(Real).Pow(n("27"), new(Real).DivInt64(n("2"), 3, 64), 64),
		32: new(Real).Pow(n("4"), n("2.5"), 64),
		-8: new(Real).PowInt(n("-2"), 3, 64),
		1:  new(Real).PowInt(n("0"), 0, 64),
		0:  new(Real).Sqrt(n("0"), 64),
	} {
		if !got.Contains(big.NewRat(want, 1)) || got.RelAccuracyBits() < 55 {
			t.Errorf("got %v, want %d", got, want)
		}
	}
	// Wide balls come out as tight intervals, not as linear estimates.
	if z.Exp(n("0 ± 10"), 64); z.IsNegative() || z.ContainsZero() && z.Contains(big.NewRat(-1, 1)) {
		t.Error("exp[−10, 10] =", &z)
	}
	if z.Atan(n("0 ± 1e30"), 64); z.Contains(big.NewRat(8, 5)) {
		t.Error("arctan[−10³⁰, 10³⁰] =", &z)
	}
	if z.Sqrt(n("1 ± 1"), 64); !z.IsFinite() || z.Contains(big.NewRat(3, 2)) {
		t.Error("√[0, 2] =", &z)
	}
	if z.PowInt(n("0 ± 1"), 4, 64); z.Contains(big.NewRat(-1, 100)) || z.Contains(big.NewRat(11, 10)) {
		t.Error("[−1, 1]⁴ =", &z)
	}
}

// Constants are asked for from many goroutines, at rising and falling precisions.
func TestConstantsConcurrently(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for k := range 20 {
				prec := uint(100 + 90*((i*7+k*5)%20))
				for name, c := range constants {
					var a, b Real
					c(&a, prec)
					c(&b, 64)
					if !a.Overlaps(&b) || a.RelAccuracyBits() < int(prec)-2 {
						t.Errorf("%s to %d bits: %v", name, prec, &a)
					}
				}
			}
		}()
	}
	wg.Wait()
}

// Up to fastPrec bits nothing allocates.
func TestNoAllocations(t *testing.T) {
	x, y := benchBall(2.2, 128), benchBall(1.3, 128)
	z := Complex{x, y}
	for name, f := range realFuncs {
		a := &x
		if name == "acosh" {
			b := benchBall(7, 128)
			a = &b
		}
		var r Real
		if n := testing.AllocsPerRun(10, func() { f(&r, a, 128) }); n > 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
	for name, f := range complexFuncs {
		var r Complex
		if n := testing.AllocsPerRun(10, func() { f(&r, &z, 128) }); n > 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}
