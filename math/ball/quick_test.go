package ball

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// genQuick draws doubles of all sizes, integers, halves, neighbours of multiples of π/4 and of
// 1, with and without a radius.
func genQuick() *rapid.Generator[Quick] {
	return rapid.Custom(func(t *rapid.T) Quick {
		var x float64
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			x = float64(rapid.IntRange(-12, 12).Draw(t, "halves")) / 2
		case 1:
			x = float64(rapid.IntRange(-2000, 2000).Draw(t, "quarters")) * math.Pi / 4
			x += rapid.Float64Range(-1e-9, 1e-9).Draw(t, "off")
		case 2:
			x = 1 + math.Ldexp(rapid.Float64Range(-1, 1).Draw(t, "off"), -rapid.IntRange(0, 50).Draw(t, "exp"))
			x = math.Copysign(x, rapid.Float64Range(-1, 1).Draw(t, "sign"))
		case 3:
			x = math.Ldexp(rapid.Float64Range(-1, 1).Draw(t, "m"), rapid.IntRange(-600, 600).Draw(t, "exp"))
		default:
			x = rapid.Float64Range(-40, 40).Draw(t, "x")
		}
		r := 0.0
		if rapid.IntRange(0, 2).Draw(t, "exact") > 0 {
			r = math.Abs(x) * math.Ldexp(rapid.Float64Range(0, 1).Draw(t, "r"), -rapid.IntRange(-1, 60).Draw(t, "width"))
		}
		return Quick{x, r}
	})
}

// quickPoint draws a number of the interval, exactly.
func quickPoint(t *rapid.T, a Quick, label string) Real {
	var h, p, m Real
	h.SetFloat64(a.rad)
	h.MulInt64(&h, int64(rapid.IntRange(-16, 16).Draw(t, label)), 200)
	h.Mul2Exp(&h, -4)
	m.SetFloat64(a.mid)
	p.Add(&m, &h, 2400)
	if !p.IsExact() {
		t.Fatalf("a point of %v is not exact", a)
	}
	return p
}

const quickReference = 400

func checkQuick(t *rapid.T, got Quick, want *Real, what string) {
	if !got.IsFinite() {
		return
	}
	// |want − mid| − rad, with the radius as an exact number.
	var d, m, r Real
	m.SetFloat64(got.mid)
	d.Sub(want, &m, 2400)
	d.Abs(&d)
	d.Sub(&d, r.SetFloat64(got.rad), 2400)
	if !want.IsFinite() || d.IsPositive() {
		t.Fatalf("%s = %v ± %v does not contain %v", what, got.mid, got.rad, want)
	}
}

var quickUnary = map[string]struct {
	quick func(Quick) Quick
	real  realFunc
}{
	"abs": {Quick.Abs, func(z, x *Real, _ uint) *Real { return z.Abs(x) }},
	"sqr": {Quick.Sqr, (*Real).Sqr}, "inv": {Quick.Inv, (*Real).Inv}, "sqrt": {Quick.Sqrt, (*Real).Sqrt},
	"exp": {Quick.Exp, (*Real).Exp}, "log": {Quick.Log, (*Real).Log},
	"sin":  {func(a Quick) Quick { s, _ := a.SinCos(); return s }, (*Real).Sin},
	"cos":  {func(a Quick) Quick { _, c := a.SinCos(); return c }, (*Real).Cos},
	"sinh": {Quick.Sinh, (*Real).Sinh}, "cosh": {Quick.Cosh, (*Real).Cosh}, "tanh": {Quick.Tanh, (*Real).Tanh},
	"asin": {Quick.Asin, (*Real).Asin}, "acos": {Quick.Acos, (*Real).Acos}, "atan": {Quick.Atan, (*Real).Atan},
	"asinh": {Quick.Asinh, (*Real).Asinh}, "acosh": {Quick.Acosh, (*Real).Acosh}, "atanh": {Quick.Atanh, (*Real).Atanh},
	"floor": {Quick.Floor, (*Real).Floor},
}

// TestQuickInclusion: for an interval x and a number p in it, f(p) in 400 bits is in f(x).
func TestQuickInclusion(t *testing.T) {
	for name, f := range quickUnary {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			a := genQuick().Draw(t, "a")
			p := quickPoint(t, a, "p")
			var want Real
			f.real(&want, &p, quickReference)
			checkQuick(t, f.quick(a), &want, name)
		}))
	}
	binary := map[string]struct {
		quick func(a, b Quick) Quick
		real  realFunc2
	}{
		"add": {Quick.Add, (*Real).Add}, "sub": {Quick.Sub, (*Real).Sub}, "mul": {Quick.Mul, (*Real).Mul}, "div": {Quick.Div, (*Real).Div},
	}
	for name, f := range binary {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			a, b := genQuick().Draw(t, "a"), genQuick().Draw(t, "b")
			if rapid.IntRange(0, 3).Draw(t, "related") == 0 { // cancellation
				b = Quick{-a.mid * (1 + math.Ldexp(1, -rapid.IntRange(1, 60).Draw(t, "bits"))), b.rad}
			}
			p, q := quickPoint(t, a, "p"), quickPoint(t, b, "q")
			var want Real
			f.real(&want, &p, &q, 2400)
			checkQuick(t, f.quick(a, b), &want, name)
		}))
	}
}

// TestQuickComplexInclusion is the same for complex numbers, on and off the axes.
func TestQuickComplexInclusion(t *testing.T) {
	type reference = func(z, x *Complex, prec uint) *Complex
	unary := map[string]struct {
		quick func(QuickComplex) QuickComplex
		real  reference
	}{
		"sqr": {QuickComplex.Sqr, (*Complex).Sqr}, "inv": {QuickComplex.Inv, (*Complex).Inv}, "abs": {QuickComplex.Abs, (*Complex).Abs},
		"arg": {QuickComplex.Arg, (*Complex).Arg}, "sqrt": {QuickComplex.Sqrt, (*Complex).Sqrt}, "exp": {QuickComplex.Exp, (*Complex).Exp},
		"log":  {QuickComplex.Log, (*Complex).Log},
		"sin":  {func(a QuickComplex) QuickComplex { s, _ := a.SinCos(); return s }, (*Complex).Sin},
		"cos":  {func(a QuickComplex) QuickComplex { _, c := a.SinCos(); return c }, (*Complex).Cos},
		"sinh": {func(a QuickComplex) QuickComplex { s, _ := a.SinhCosh(); return s }, (*Complex).Sinh},
		"cosh": {func(a QuickComplex) QuickComplex { _, c := a.SinhCosh(); return c }, (*Complex).Cosh},
		"cube": {func(a QuickComplex) QuickComplex { return a.PowInt(-3) }, func(z, x *Complex, prec uint) *Complex { return z.PowInt(x, -3, prec) }},
	}
	gen := func(t *rapid.T, label string) QuickComplex {
		a := QuickComplex{genQuick().Draw(t, label+"re"), genQuick().Draw(t, label+"im")}
		switch rapid.IntRange(0, 3).Draw(t, label+"axis") {
		case 0:
			a.Im = Quick{}
		case 1:
			a.Re = Quick{}
		}
		return a
	}
	check := func(t *rapid.T, got QuickComplex, want *Complex, what string) {
		if got.IsFinite() {
			checkQuick(t, got.Re, &want.Re, "Re "+what)
			checkQuick(t, got.Im, &want.Im, "Im "+what)
		}
	}
	for name, f := range unary {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			a := gen(t, "a")
			p := Complex{quickPoint(t, a.Re, "p"), quickPoint(t, a.Im, "q")}
			var want Complex
			f.real(&want, &p, quickReference)
			check(t, f.quick(a), &want, name)
		}))
	}
	binary := map[string]struct {
		quick func(a, b QuickComplex) QuickComplex
		real  func(z, x, y *Complex, prec uint) *Complex
	}{"add": {QuickComplex.Add, (*Complex).Add}, "mul": {QuickComplex.Mul, (*Complex).Mul}, "div": {QuickComplex.Div, (*Complex).Div}}
	for name, f := range binary {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			a, b := gen(t, "a"), gen(t, "b")
			p := Complex{quickPoint(t, a.Re, "p"), quickPoint(t, a.Im, "q")}
			q := Complex{quickPoint(t, b.Re, "r"), quickPoint(t, b.Im, "s")}
			var want Complex
			f.real(&want, &p, &q, 2400)
			check(t, f.quick(a, b), &want, name)
		}))
	}
}

// TestQuickAllowance looks at how much of the allowance package math uses, over many exact
// arguments: a sixteenth at most. Each function has a value at a good part of them.
func TestQuickAllowance(t *testing.T) {
	for name, f := range quickUnary {
		state := uint64(1)
		worst, values := 0.0, 0
		for range 20000 {
			state = state*6364136223846793005 + 1442695040888963407
			x := math.Ldexp(float64(int64(state))/(1<<63), int(state>>20%24)-14)
			got := f.quick(Quick{x, 0})
			if !got.IsFinite() {
				continue
			}
			if values++; got.rad == 0 {
				continue
			}
			var p, want, m Real
			p.SetFloat64(x)
			f.real(&want, &p, 160)
			m.SetFloat64(got.mid)
			want.Sub(&want, &m, 160)
			worst = max(worst, want.magUpper().float64Upper()/got.rad)
		}
		limit := 1.0 / 16
		switch name {
		case "sqr", "inv", "sqrt", "abs", "floor": // the exact error of a rounding, read in 32 bits
			limit = 1 + 0x1p-30
		}
		if worst > limit {
			t.Errorf("%s: an error of %.3g of the radius", name, worst)
		}
		if values < 2000 {
			t.Errorf("%s: only %d of 20000 arguments have a value", name, values)
		}
	}
}

// TestQuickInterval: the ends are inside, with room for their neighbours.
func TestQuickInterval(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := genQuick().Draw(t, "a").mid, genQuick().Draw(t, "b").mid
		q := QuickInterval(a, b)
		for _, x := range []float64{a, b, a + (b-a)/3, math.Nextafter(a, a-1), math.Nextafter(b, b+1)} {
			var p Real
			checkQuick(t, q, p.SetFloat64(x), "the interval")
		}
	})
}
