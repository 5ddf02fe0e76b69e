package wide

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// drawn is a normalised double-double of moderate exponent; special significands and
// cancelling low parts are frequent.
func drawn(t *rapid.T, name string) DD {
	part := func(low string) float64 { return significand(t, name+low) }
	hi := math.Ldexp(part(" high"), rapid.IntRange(-120, 120).Draw(t, name+" exponent"))
	lo := part(" low") / 4 * (math.Nextafter(math.Abs(hi), math.Inf(1)) - math.Abs(hi))
	s, e := TwoSum(hi, lo)
	return DD{s, e}
}

// significand is 0 or between 2⁻⁵² and 2 in modulus: the bounds hold barring underflow.
func significand(t *rapid.T, name string) float64 {
	return rapid.OneOf(
		rapid.Map(rapid.Int64Range(-1<<53, 1<<53), func(k int64) float64 { return float64(k) * 0x1p-52 }),
		rapid.SampledFrom([]float64{0, 1, -1, 1 + 0x1p-52, 1 - 0x1p-53, -1.5}),
	).Draw(t, name)
}

func exact(x DD) *big.Float { return new(big.Float).SetPrec(4000).Set(x.Big()) }

// relative is |got − want|/|want| in units of u² = 2⁻¹⁰⁶.
func relative(got DD, want *big.Float) float64 {
	if want.Sign() == 0 {
		if got == (DD{}) {
			return 0
		}
		return math.Inf(1)
	}
	d := new(big.Float).SetPrec(4000).Sub(exact(got), want)
	f, _ := d.Quo(d, want).Float64()
	return math.Abs(f) * 0x1p106
}

func TestArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := drawn(t, "x"), drawn(t, "y")
		if rapid.IntRange(0, 3).Draw(t, "near") == 0 {
			y = DD{-x.Hi, y.Lo * math.Abs(x.Hi) * 0x1p-60}
			s, e := TwoSum(y.Hi, y.Lo)
			y = DD{s, e}
		}
		num := func() *big.Float { return new(big.Float).SetPrec(4000) }
		check := func(name string, got DD, want *big.Float, bound float64) {
			if r := relative(got, want); r > bound {
				t.Fatalf("%s of %v and %v: %v is off by %.3g u², bound %g", name, x, y, got, r, bound)
			}
			if got.Hi+got.Lo != got.Hi {
				t.Fatalf("%s: %v is not normalised", name, got)
			}
		}
		check("sum", x.Add(y), num().Add(exact(x), exact(y)), 3.001)
		check("difference", x.Sub(y), num().Sub(exact(x), exact(y)), 3.001)
		check("product", x.Mul(y), num().Mul(exact(x), exact(y)), 5)
		check("float product", x.MulFloat(y.Hi), num().Mul(exact(x), num().SetFloat64(y.Hi)), 3)
		if y.Sign() != 0 {
			check("quotient", x.Div(y), num().Quo(exact(x), exact(y)), 15.001)
		}
		check("root", x.Abs().Sqrt(), num().Sqrt(exact(x.Abs())), 25./8+0.001)
		check("negation", x.Neg(), num().Neg(exact(x)), 0)
		check("modulus", x.Abs(), num().Abs(exact(x)), 0)
		if got, want := x.Cmp(y), exact(x).Cmp(exact(y)); got != want {
			t.Fatalf("%v against %v: %d, want %d", x, y, got, want)
		}
		if got, want := x.Sign(), exact(x).Sign(); got != want {
			t.Fatalf("sign of %v: %d, want %d", x, got, want)
		}
		if got := FromBig(x.Big()); got != x {
			t.Fatalf("%v came back as %v", x, got)
		}
	})
}

func TestErrorFree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := math.Ldexp(significand(t, "a"), rapid.IntRange(-60, 60).Draw(t, "e"))
		b := math.Ldexp(significand(t, "b"), rapid.IntRange(-60, 60).Draw(t, "f"))
		num := func(x float64) *big.Float { return new(big.Float).SetPrec(4000).SetFloat64(x) }
		add := func(x, y float64) *big.Float { return num(0).Add(num(x), num(y)) }
		s, e := TwoSum(a, b)
		if add(s, e).Cmp(add(a, b)) != 0 {
			t.Fatalf("%g + %g = %g + %g", a, b, s, e)
		}
		if math.Abs(a) >= math.Abs(b) {
			if s, e = FastTwoSum(a, b); add(s, e).Cmp(add(a, b)) != 0 {
				t.Fatalf("%g + %g = %g + %g", a, b, s, e)
			}
		}
		p, e := TwoProd(a, b)
		if add(p, e).Cmp(num(0).Mul(num(a), num(b))) != 0 {
			t.Fatalf("%g · %g = %g + %g", a, b, p, e)
		}
	})
}

// FromBig must round a number of any precision to 2⁻¹⁰⁶ of itself.
func TestFromBig(t *testing.T) {
	for _, text := range []string{"0", "1", "-1e-270", "0.1", "3.14159265358979323846264338327950288419716939937510582097", "1e300", "-1.0000000000000000000000000000000000001"} {
		x, _, err := big.ParseFloat(text, 10, 300, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		if r := relative(FromBig(x), new(big.Float).SetPrec(4000).Set(x)); r > 1 {
			t.Errorf("%s: off by %g u²", text, r)
		}
	}
	if x := FromBig(new(big.Float).SetMantExp(big.NewFloat(1), 5000)); !math.IsInf(x.Hi, 1) || x.IsFinite() {
		t.Errorf("2⁵⁰⁰⁰ became %v", x)
	}
}

func TestSpecial(t *testing.T) {
	one := FromFloat(1)
	if x := one.Div(DD{}); x.IsFinite() {
		t.Errorf("1/0 = %v", x)
	}
	if x := one.Neg().Sqrt(); x.IsFinite() {
		t.Errorf("√−1 = %v", x)
	}
	if x := FromFloat(math.MaxFloat64).Add(FromFloat(math.MaxFloat64)); x.IsFinite() {
		t.Errorf("an overflow gave %v", x)
	}
	if x := FromFloat(0x1p600).Mul(FromFloat(0x1p600)); x.IsFinite() {
		t.Errorf("an overflow gave %v", x)
	}
	if x := (DD{}).Sqrt(); x != (DD{}) {
		t.Errorf("√0 = %v", x)
	}
	if x := (DD{Hi: math.NaN()}); x.Sign() != 0 || x.Big().Sign() != 0 || x.Cmp(one) != 0 {
		t.Error("NaN has no order")
	}
	if x := FromFloat(math.Inf(-1)).Big(); !x.IsInf() || !x.Signbit() {
		t.Errorf("−∞ became %v", x)
	}
}

func ExampleDD() {
	// (1/3)·3 − 1 in about 106 bits.
	third := FromFloat(1).Div(FromFloat(3))
	rest := third.MulFloat(3).Sub(FromFloat(1))
	fmt.Println(math.Abs(rest.Float()) < Unit)
	fmt.Println(FromFloat(2).Sqrt().Big().Text('g', 30))
	// Output:
	// true
	// 1.41421356237309504880168872421
}

func BenchmarkAdd(b *testing.B) {
	b.ReportAllocs()
	x, y := DD{1, 0x1p-60}, DD{1e-3, 0x1p-70}
	for b.Loop() {
		x = x.Add(y)
	}
}

func BenchmarkMul(b *testing.B) {
	b.ReportAllocs()
	x, y := DD{1, 0x1p-60}, DD{1 - 0x1p-53, 0x1p-70}
	for b.Loop() {
		x = x.Mul(y)
	}
}

func BenchmarkDiv(b *testing.B) {
	b.ReportAllocs()
	x, y := DD{1, 0x1p-60}, DD{1 - 0x1p-53, 0x1p-70}
	for b.Loop() {
		x = x.Div(y)
	}
}
