package poly

import (
	"errors"
	"math"
	"math/big"
	"math/cmplx"
	"testing"

	"pgregory.net/rapid"
)

func rat(n, d int64) *Algebraic { return NewAlgebraic(big.NewRat(n, d)) }
func num(n int64) *Algebraic    { return rat(n, 1) }
func sqrt(z *Algebraic) *Algebraic {
	return must(z.Sqrt(nil))
}
func root(z *Algebraic, n int) *Algebraic { return must(z.Root(n, nil)) }
func realRoot(z *Algebraic, n int) *Algebraic {
	return must(z.RealRoot(n, nil))
}
func cosPi(p, q int64) *Algebraic { return must(CosPi(big.NewRat(p, q))) }
func sinPi(p, q int64) *Algebraic { return must(SinPi(big.NewRat(p, q))) }
func sum(first *Algebraic, rest ...*Algebraic) *Algebraic {
	for _, z := range rest {
		first = first.Add(z)
	}
	return first
}

func TestNestedRadicals(t *testing.T) {
	i := sqrt(num(-1))
	gauss := func(sign int64) *Algebraic { return sqrt(num(34).Add(num(2 * sign).Mul(sqrt(num(17))))) }
	over := func(a, b *Algebraic) *Algebraic { return must(a.Div(b, nil)) }
	for _, c := range []struct {
		name string // with the source of the identity
		a, b *Algebraic
	}{
		{"√(5+2√6) = √2+√3, squaring", sqrt(num(5).Add(num(2).Mul(sqrt(num(6))))), sqrt(num(2)).Add(sqrt(num(3)))},
		{"√(2+√(2+√2)) = 2cos(π/16), half angles", sqrt(num(2).Add(sqrt(num(2).Add(sqrt(num(2)))))), num(2).Mul(cosPi(1, 16))},
		{"(1+√5)/2 = 2cos(π/5)", num(1).Add(sqrt(num(5))).Mul(rat(1, 2)), num(2).Mul(cosPi(1, 5))},
		{"sin(π/12) = (√6−√2)/4", sinPi(1, 12), sqrt(num(6)).Sub(sqrt(num(2))).Mul(rat(1, 4))},
		{"Cardano: ∛(2+√5) + ∛(2−√5) = 1, real roots", root(num(2).Add(sqrt(num(5))), 3).Add(must(num(2).Sub(sqrt(num(5))).RealRoot(3, nil))), num(1)},
		{"Ramanujan: ∛(∛2−1) = ∛(1/9)−∛(2/9)+∛(4/9)", root(root(num(2), 3).Sub(num(1)), 3), sum(root(rat(1, 9), 3), root(rat(2, 9), 3).Neg(), root(rat(4, 9), 3))},
		{"Ramanujan: √(∛5−∛4) = (∛2+∛20−∛25)/3", sqrt(root(num(5), 3).Sub(root(num(4), 3))), sum(root(num(2), 3), root(num(20), 3), root(num(25), 3).Neg()).Mul(rat(1, 3))},
		{"√(19+3√2+6√3−√10)… SymPy issue 21599 in the shape √(16−2√29+2√(55−10√29)) = √(22+2√5)−√(11+2√29)+√5, Shanks 1974",
			sum(sqrt(num(5)), sqrt(num(22).Add(num(2).Mul(sqrt(num(5)))))),
			sum(sqrt(num(11).Add(num(2).Mul(sqrt(num(29))))), sqrt(sum(num(16), num(-2).Mul(sqrt(num(29))), num(2).Mul(sqrt(sum(num(55), num(-10).Mul(sqrt(num(29)))))))))},
		{"cos(2π/7)cos(4π/7)cos(6π/7) = 1/8", cosPi(2, 7).Mul(cosPi(4, 7)).Mul(cosPi(6, 7)), rat(1, 8)},
		{"Gauss: 16cos(2π/17) in square roots", num(16).Mul(cosPi(2, 17)), sum(num(-1), sqrt(num(17)), gauss(-1),
			num(2).Mul(sqrt(sum(num(17), num(3).Mul(sqrt(num(17))), gauss(-1).Neg(), num(-2).Mul(gauss(1))))))},
		{"e^{iπ/4} = (1+i)/√2", must(RootOfUnity(1, 8)), over(num(1).Add(i), sqrt(num(2)))},
		{"√i", sqrt(i), over(num(1).Add(i), sqrt(num(2)))},
		{"principal ∛(−8) = 1+i√3", root(num(-8), 3), num(1).Add(i.Mul(sqrt(num(3))))},
		{"√(−3+4i) = 1+2i", sqrt(num(-3).Add(num(4).Mul(i))), num(1).Add(num(2).Mul(i))},
		{"√(−3−4i) = 1−2i", sqrt(num(-3).Sub(num(4).Mul(i))), num(1).Sub(num(2).Mul(i))},
		{"x³−15x−4, Bombelli: ∛(2+11i)+∛(2−11i) = 4", root(num(2).Add(num(11).Mul(i)), 3).Add(root(num(2).Sub(num(11).Mul(i)), 3)), num(4)},
		{"1/(√2+√3+√5)", over(num(1), sum(sqrt(num(2)), sqrt(num(3)), sqrt(num(5)))), sum(num(3).Mul(sqrt(num(2))), num(2).Mul(sqrt(num(3))), sqrt(num(30)).Neg()).Mul(rat(1, 12))},
		{"tan(3π/11) + 4sin(2π/11) = √11, a Gauss sum", over(sinPi(3, 11), cosPi(3, 11)).Add(num(4).Mul(sinPi(2, 11))), sqrt(num(11))},
		{"cos(π/7) − cos(2π/7) + cos(3π/7) = 1/2", sum(cosPi(1, 7), cosPi(2, 7).Neg(), cosPi(3, 7)), rat(1, 2)},
		{"Ramanujan: real ∛cos(2π/7) + ∛cos(4π/7) + ∛cos(8π/7) = ∛((5−3∛7)/2)",
			sum(root(cosPi(2, 7), 3), realRoot(cosPi(4, 7), 3), realRoot(cosPi(8, 7), 3)), realRoot(num(5).Sub(num(3).Mul(root(num(7), 3))).Mul(rat(1, 2)), 3)},
		{"|1+i| = √2", must(num(1).Add(i).Abs(nil)), sqrt(num(2))},
		{"tan(π/8) = √2−1", over(sinPi(1, 8), cosPi(1, 8)), sqrt(num(2)).Sub(num(1))},
		{"√z of a z that is real without looking so: √(ζ₅+ζ₅⁴+1)", sqrt(sum(must(RootOfUnity(1, 5)), must(RootOfUnity(4, 5)), num(1))), sqrt(num(1).Add(sqrt(num(5))).Mul(rat(1, 2)))},
		{"√ of a negative number that does not look real: √(ζ₅²+ζ₅³)", sqrt(must(RootOfUnity(2, 5)).Add(must(RootOfUnity(3, 5)))), i.Mul(sqrt(num(1).Add(sqrt(num(5))).Mul(rat(1, 2))))},
	} {
		equal, err := c.a.Equal(c.b, nil)
		if err != nil || !equal {
			t.Errorf("%s: %v, %v\n%v\n%v", c.name, equal, err, c.a, c.b)
		}
		near := c.b.Add(must(NewAlgebraic(big.NewRat(1, 10)).PowInt(60, nil)))
		if equal, err := c.a.Equal(near, nil); err != nil || equal {
			t.Errorf("%s: equal to the other side + 10⁻⁶⁰ (%v)", c.name, err)
		}
	}
}

func TestBranches(t *testing.T) {
	if eq, err := sqrt(num(3).Sub(num(2).Mul(sqrt(num(2))))).Equal(num(1).Sub(sqrt(num(2))), nil); err != nil || eq {
		t.Errorf("√(3−2√2) = 1−√2: %v %v", eq, err)
	}
	if _, err := num(-2).RealRoot(4, nil); err == nil {
		t.Error("−2 has a real fourth root")
	}
	if s, err := sqrt(num(2)).Cmp(rat(665857, 470832), nil); err != nil || s != -1 {
		t.Errorf("√2 < 665857/470832: %d %v", s, err)
	}
	if _, err := must(RootOfUnity(1, 3)).Sign(nil); err == nil {
		t.Error("a complex number has a sign")
	}
	if _, err := sqrt(num(8)).Sub(num(2).Mul(sqrt(num(2)))).Inv(nil); !errors.Is(err, ErrDivision) {
		t.Errorf("1/(√8−2√2): %v", err)
	}
}

// drawAlgebraic draws a number together with its value in complex128.
func drawAlgebraic(t *rapid.T, depth int) (*Algebraic, complex128) {
	kind := rapid.IntRange(0, 6).Draw(t, "kind")
	if depth == 0 {
		kind %= 2
	}
	switch kind {
	case 0:
		n, d := rapid.Int64Range(-9, 9).Draw(t, "n"), rapid.Int64Range(1, 5).Draw(t, "d")
		return rat(n, d), complex(float64(n)/float64(d), 0)
	case 1:
		q := rapid.Int64Range(1, 9).Draw(t, "q")
		p := rapid.Int64Range(-9, 9).Draw(t, "p")
		return must(RootOfUnity(p, q)), cmplx.Exp(complex(0, 2*math.Pi*float64(p)/float64(q)))
	}
	x, fx := drawAlgebraic(t, depth-1)
	switch kind {
	case 2, 3:
		y, fy := drawAlgebraic(t, depth-1)
		if kind == 2 {
			return x.Add(y), fx + fy
		}
		return x.Mul(y), fx * fy
	case 4:
		inverse, err := x.Inv(NewBudget(1 << 24))
		if err != nil {
			return x.Neg(), -fx
		}
		return inverse, 1 / fx
	case 5:
		return x.Conj(), cmplx.Conj(fx)
	}
	n := rapid.IntRange(2, 3).Draw(t, "index")
	if imag(fx)*imag(fx) < 1e-12 {
		fx = complex(real(fx), 0) // no float knows on which side of the cut a real number is
	}
	return must(x.Root(n, NewBudget(1<<24))), cmplx.Pow(fx, complex(1/float64(n), 0))
}

// Values against complex128.
func TestAlgebraicValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z, want := drawAlgebraic(t, 3)
		d := must(z.Approx(60, NewBudget(1<<24)))
		re, _ := d.Re.Float64()
		im, _ := d.Im.Float64()
		if diff := cmplx.Abs(complex(re, im) - want); diff > 1e-6*(1+cmplx.Abs(want)) {
			t.Fatalf("%v = %v, float64 says %v", z, complex(re, im), want)
		}
	})
}

// (x+y)² = x² + 2xy + y², |x|² = x·x̄ and (ⁿ√x)ⁿ = x hold exactly.
func TestAlgebraicIdentities(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, _ := drawAlgebraic(t, 2)
		y, _ := drawAlgebraic(t, 1)
		zero := func(what string, z *Algebraic) {
			ok, err := z.IsZero(NewBudget(1 << 26))
			if err != nil && !errors.Is(err, ErrBudget) {
				t.Fatalf("%s: %v", what, err)
			}
			if err == nil && !ok {
				t.Fatalf("%s fails for x = %v, y = %v", what, x, y)
			}
		}
		s := x.Add(y)
		square := must(s.PowInt(2, nil))
		zero("(x+y)²", square.Sub(sum(must(x.PowInt(2, nil)), num(2).Mul(x).Mul(y), must(y.PowInt(2, nil)))))
		r := must(s.Root(3, NewBudget(1<<26)))
		zero("(∛x)³", r.Mul(r).Mul(r).Sub(s))
		zero("re + i im", s.Sub(s.Re().Add(must(RootOfUnity(1, 4)).Mul(s.Im()))))
	})
}

func BenchmarkNestedRadical(b *testing.B) {
	for b.Loop() {
		x := sqrt(num(5).Add(num(2).Mul(sqrt(num(6)))))
		if ok, err := x.Equal(sqrt(num(2)).Add(sqrt(num(3))), nil); err != nil || !ok {
			b.Fatal(ok, err)
		}
	}
}

func BenchmarkHalfAngles(b *testing.B) {
	for b.Loop() {
		x := sqrt(num(2).Add(sqrt(num(2).Add(sqrt(num(2))))))
		if ok, err := x.Equal(num(2).Mul(cosPi(1, 16)), nil); err != nil || !ok {
			b.Fatal(ok, err)
		}
	}
}

// The separation bound at its hardest in the public tables: degree 1458.
func BenchmarkRamanujan(b *testing.B) {
	for b.Loop() {
		x := sum(root(cosPi(2, 7), 3), realRoot(cosPi(4, 7), 3), realRoot(cosPi(8, 7), 3))
		y := realRoot(num(5).Sub(num(3).Mul(root(num(7), 3))).Mul(rat(1, 2)), 3)
		if ok, err := x.Equal(y, nil); err != nil || !ok {
			b.Fatal(ok, err)
		}
	}
}

// A disc at low precision and one at high precision have the number in common.
func TestApproxEncloses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z, _ := drawAlgebraic(t, 3)
		low, high := must(z.Approx(20, NewBudget(1<<24))), must(z.Approx(700, NewBudget(1<<26)))
		re, im := new(big.Rat).Sub(low.Re, high.Re), new(big.Rat).Sub(low.Im, high.Im)
		d := re.Add(re.Mul(re, re), im.Mul(im, im))
		reach := new(big.Rat).Add(low.Rad, high.Rad)
		if d.Cmp(reach.Mul(reach, reach)) > 0 {
			t.Fatalf("%v: discs %v and %v are apart", z, low, high)
		}
	})
}

func TestAlgebraicPowers(t *testing.T) {
	pow := func(z *Algebraic, p, q int64) *Algebraic { return must(z.Pow(big.NewRat(p, q), nil)) }
	big2 := must(num(2).PowInt(300, nil))
	prime := num(1009 * 1013)
	for _, c := range []struct {
		name string
		a, b *Algebraic
	}{
		{"8^{2/3} = 4", pow(num(8), 2, 3), num(4)},
		{"4^{1/4} = √2", root(num(4), 4), sqrt(num(2))},
		{"(9/4)^{−3/2} = 8/27", pow(rat(9, 4), -3, 2), rat(8, 27)},
		{"(−1)^{2/3} = e^{2πi/3}", pow(num(-1), 2, 3), must(RootOfUnity(1, 3))},
		{"(2³⁰⁰)^{1/100} = 8", root(big2, 100), num(8)},
		{"(p²)^{1/4} = √p for p without small factors", root(prime.Mul(prime), 4), sqrt(prime)},
		{"(p³)^{1/6} = √p", root(prime.Mul(prime).Mul(prime), 6), sqrt(prime)},
		{"√2⁴ = 4", must(sqrt(num(2)).PowInt(4, nil)), num(4)},
		{"(1+√2)^{−3} = 5√2 − 7", must(num(1).Add(sqrt(num(2))).PowInt(-3, nil)), num(5).Mul(sqrt(num(2))).Sub(num(7))},
		{"|1−√2| = √2−1", must(num(1).Sub(sqrt(num(2))).Abs(nil)), sqrt(num(2)).Sub(num(1))},
		{"|ζ₇| = 1", must(must(RootOfUnity(1, 7)).Abs(nil)), num(1)},
		{"|3+4i| = 5", must(num(3).Add(num(4).Mul(must(RootOfUnity(1, 4)))).Abs(nil)), num(5)},
		{"ζ₅³·ζ₅² = 1", must(must(RootOfUnity(1, 5)).PowInt(3, nil)).Mul(must(RootOfUnity(2, 5))), num(1)},
	} {
		if equal, err := c.a.Equal(c.b, nil); err != nil || !equal {
			t.Errorf("%s: %v %v (%v, %v)", c.name, equal, err, c.a, c.b)
		}
	}
	if _, err := num(3).PowInt(1<<30, nil); !errors.Is(err, ErrBudget) {
		t.Errorf("3^(2³⁰): %v", err)
	}
	if _, err := RootOfUnity(1, 1<<40); !errors.Is(err, ErrBudget) {
		t.Errorf("a root of unity of order 2⁴⁰: %v", err)
	}
	if _, err := num(0).PowInt(-1, nil); !errors.Is(err, ErrDivision) {
		t.Errorf("1/0: %v", err)
	}
	if s := sqrt(num(2)).Add(num(1)).String(); s != "((2)**(1/2) + (1))" && s != "((1) + (2)**(1/2))" {
		t.Errorf("√2+1 is written %s", s)
	}
}

// One of the formal conjugates has the root of 0: √(√2 + √3·√6/3) = √(2√2), where √6 → −√6
// makes the radicand vanish.
func TestMinPolyWithVanishingConjugate(t *testing.T) {
	z := sqrt(sqrt(num(2)).Add(sqrt(num(3)).Mul(sqrt(num(6))).Mul(rat(1, 3))))
	if m := must(z.MinPoly(NewBudget(1 << 24))); m.String() != "x**4 - 8" {
		t.Errorf("minimal polynomial %v", m)
	}
}
