// Package wide computes with double-double numbers: [DD], an unevaluated sum of two
// float64 that carries about 106 bits at float64's exponent range.
//
// Algorithms and bounds, with u = 2⁻⁵³ and barring underflow and overflow:
//
//   - error-free sum and product: Knuth's TwoSum, Dekker's FastTwoSum, and the product
//     by a fused multiply–add (Muller et al., Handbook of Floating-Point Arithmetic, 2nd
//     ed., ch. 4);
//   - Add, Mul, Div: algorithms 6, 12 and 17 of Joldes, Muller, Popescu, "Tight and
//     rigorous error bounds for basic building blocks of double-word arithmetic", ACM
//     Trans. Math. Softw. 44 (2017), with relative errors 3u²+13u³, 5u² and 15u²+56u³;
//   - Sqrt: Lefèvre, Louvet, Muller, Picot, Rideau, "Accurate calculation of Euclidean
//     norms using double-word arithmetic", ACM Trans. Math. Softw. 49 (2023), with
//     relative error 25/8 u².
//
// A product underflows harmfully when its low part would, that is below about 2⁻⁹⁶⁹.
// An operation that overflows in the high part gives an infinity or a NaN, never a wrong
// finite number.
package wide

import (
	"math"
	"math/big"
)

// Unit bounds the relative error of one Add or Mul: 2⁻¹⁰³ > 5u².
const Unit = 0x1p-103

// DD is the number Hi + Lo, where |Lo| ≤ ulp(Hi)/2. The zero value is 0.
type DD struct{ Hi, Lo float64 }

// TwoSum returns s = fl(a+b) and the error e of that, so that s + e = a + b exactly.
func TwoSum(a, b float64) (s, e float64) {
	s = a + b
	t := s - a
	e = (a - (s - t)) + (b - t)
	return s, e
}

// FastTwoSum is TwoSum for |a| ≥ |b| or a = 0.
func FastTwoSum(a, b float64) (s, e float64) {
	s = a + b
	e = b - (s - a)
	return s, e
}

// TwoProd returns p = fl(a·b) and the error e of that, so that p + e = a·b exactly.
func TwoProd(a, b float64) (p, e float64) {
	p = a * b
	e = math.FMA(a, b, -p)
	return p, e
}

// FromFloat is x, exactly.
func FromFloat(x float64) DD { return DD{Hi: x} }

// FromBig is x rounded to a DD: the relative error is below 2⁻¹⁰⁶ while Lo does not
// underflow. Beyond float64's range it is an infinity.
func FromBig(x *big.Float) DD {
	hi, _ := x.Float64()
	if hi == 0 || math.IsInf(hi, 0) {
		return DD{Hi: hi}
	}
	rest := new(big.Float).SetPrec(x.Prec()+64).Sub(x, new(big.Float).SetFloat64(hi))
	lo, _ := rest.Float64()
	s, e := FastTwoSum(hi, lo)
	return DD{s, e}
}

// Big is x, exactly, except that a NaN becomes 0 as big.Float has none: test IsFinite
// first. Its precision is that of the widest gap that Hi and Lo can have.
func (x DD) Big() *big.Float {
	z := new(big.Float).SetPrec(2200)
	if math.IsNaN(x.Hi) || math.IsNaN(x.Lo) {
		return z
	}
	z.SetFloat64(x.Hi)
	if math.IsInf(x.Hi, 0) {
		return z
	}
	z.Add(z, new(big.Float).SetFloat64(x.Lo))
	return z.SetPrec(z.MinPrec() + 1)
}

// Float is x rounded to float64.
func (x DD) Float() float64 { return x.Hi }

// IsFinite is false for infinities and NaN.
func (x DD) IsFinite() bool { return x.Hi-x.Hi == 0 && x.Lo-x.Lo == 0 }

// Add is x + y with relative error at most 3u²+13u³, also where the two cancel.
func (x DD) Add(y DD) DD {
	s, e := TwoSum(x.Hi, y.Hi)
	t, f := TwoSum(x.Lo, y.Lo)
	s, e = FastTwoSum(s, e+t)
	s, e = FastTwoSum(s, e+f)
	return DD{s, e}
}

// Sub is x − y, as good as Add.
func (x DD) Sub(y DD) DD { return x.Add(DD{-y.Hi, -y.Lo}) }

// Mul is x·y with relative error at most 5u².
func (x DD) Mul(y DD) DD {
	p, e := TwoProd(x.Hi, y.Hi)
	e += math.FMA(x.Lo, y.Hi, x.Hi*y.Lo)
	p, e = FastTwoSum(p, e)
	return DD{p, e}
}

// MulFloat is x·y with relative error at most 3u² (algorithm 9 of the paper bounds this
// one by 2u²).
func (x DD) MulFloat(y float64) DD {
	p, e := TwoProd(x.Hi, y)
	p, e = FastTwoSum(p, math.FMA(x.Lo, y, e))
	return DD{p, e}
}

// Div is x/y with relative error at most 15u²+56u³. Division by zero gives a NaN or an
// infinity in Hi.
func (x DD) Div(y DD) DD {
	t := x.Hi / y.Hi
	r := y.MulFloat(t)
	d := (x.Hi - r.Hi) + (x.Lo - r.Lo)
	s, e := FastTwoSum(t, d/y.Hi)
	return DD{s, e}
}

// Sqrt is the square root with relative error at most 25/8 u²; NaN below zero.
func (x DD) Sqrt() DD {
	if x.Hi == 0 {
		return DD{}
	}
	s := math.Sqrt(x.Hi)
	if math.IsInf(s, 0) || math.IsNaN(s) {
		return DD{Hi: s}
	}
	d := math.FMA(-s, s, x.Hi) + x.Lo
	hi, lo := FastTwoSum(s, d/(2*s))
	return DD{hi, lo}
}

// Neg is −x.
func (x DD) Neg() DD { return DD{-x.Hi, -x.Lo} }

// Abs is |x|.
func (x DD) Abs() DD {
	if x.Hi < 0 {
		return DD{-x.Hi, -x.Lo}
	}
	return x
}

// Sign is −1, 0 or +1; 0 for a NaN.
func (x DD) Sign() int {
	switch {
	case x.Hi > 0:
		return 1
	case x.Hi < 0:
		return -1
	}
	return 0
}

// Cmp compares: −1 for x < y, 0 for x = y, +1 for x > y. It reads normalised numbers,
// which is what every function here returns.
func (x DD) Cmp(y DD) int {
	switch {
	case x.Hi < y.Hi:
		return -1
	case x.Hi > y.Hi:
		return 1
	case x.Lo < y.Lo:
		return -1
	case x.Lo > y.Lo:
		return 1
	}
	return 0
}
