package equal

import "github.com/assay-physics/assay/math/ball"

// Rigorous quadrature asks where a function is analytic. These predicates hold of balls
// that keep clear of the cuts, with the principal branches of DLMF 4.2, 4.23 and 4.37.

func everywhere([]*ball.Complex) bool { return true } // entire, or indeterminate at poles by itself
func nowhere([]*ball.Complex) bool    { return false }

// offNegativeAxis is clear of (−∞, 0].
func offNegativeAxis(x []*ball.Complex) bool {
	return x[0].Re.IsPositive() || x[0].Im.IsNonzero()
}

// offOuterReal is clear of the real numbers with |x| ≥ 1.
func offOuterReal(x []*ball.Complex) bool { return insideUnit(&x[0].Re) || x[0].Im.IsNonzero() }

// offOuterImaginary is clear of the imaginary numbers with |y| ≥ 1.
func offOuterImaginary(x []*ball.Complex) bool { return insideUnit(&x[0].Im) || x[0].Re.IsNonzero() }

// insideUnit reports whether −1 < x < 1.
func insideUnit(x *ball.Real) bool {
	var a, b ball.Real
	a.AddInt64(x, 1, 64)
	b.AddInt64(x, -1, 64)
	return a.IsPositive() && b.IsNegative()
}

// aboveOne is clear of (−∞, 1].
func aboveOne(x []*ball.Complex) bool {
	var a ball.Real
	a.AddInt64(&x[0].Re, -1, 64)
	return a.IsPositive() || x[0].Im.IsNonzero()
}

func domainOfAnalyticity(name string) func([]*ball.Complex) bool {
	switch name {
	case "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "coth", "sech", "csch", "exp", "sinc",
		"erf", "erfc", "erfi", "dawson", "fresnels", "fresnelc", "gamma", "digamma", "si", "shi", "airyai", "airybi",
		"airyaiprime", "airybiprime", "factorial":
		return everywhere
	case "log", "loggamma":
		return offNegativeAxis
	case "asin", "acos", "atanh":
		return offOuterReal
	case "atan", "asinh":
		return offOuterImaginary
	case "acosh":
		return aboveOne
	}
	if elementary[name] != nil {
		return nowhere
	}
	return func(x []*ball.Complex) bool {
		args := make([]ball.Complex, len(x))
		for i := range x {
			args[i] = *x[i]
		}
		return ball.Analytic(name, args)
	}
}
