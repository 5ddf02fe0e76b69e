package ball

// Function evaluates a named function of complex balls at a precision of prec bits.
type Function func(args []Complex, prec uint) Complex

// SpecialFunction finds the evaluator of a special function by its name in the naming of
// package expr, for that number of arguments. Arguments that must be integers (the order of
// a polygamma) and are not give an indeterminate result, like everything outside a domain.
// Elementary functions are methods of Complex; hypergeometric series with their lists of
// parameters are at [Complex.Hypergeometric].
func SpecialFunction(name string, args int) (Function, bool) {
	f, ok := specialTable[tableKey{name, args}]
	return f, ok
}

// finite tells whether all arguments carry information; nothing is computed otherwise.
func finite(args []Complex) bool {
	for i := range args {
		if !args[i].IsFinite() {
			return false
		}
	}
	return true
}

type tableKey struct {
	name string
	args int
}

func one(f func(calc, Complex) Complex) Function {
	return func(args []Complex, prec uint) (z Complex) {
		if !finite(args) {
			return indeterminate()
		}
		refine(&z, prec, func(c calc) Complex { return f(c, args[0]) })
		return z
	}
}

func two(f func(calc, Complex, Complex) Complex) Function {
	return func(args []Complex, prec uint) (z Complex) {
		if !finite(args) {
			return indeterminate()
		}
		refine(&z, prec, func(c calc) Complex { return f(c, args[0], args[1]) })
		return z
	}
}

func three(f func(calc, Complex, Complex, Complex) Complex) Function {
	return func(args []Complex, prec uint) (z Complex) {
		if !finite(args) {
			return indeterminate()
		}
		refine(&z, prec, func(c calc) Complex { return f(c, args[0], args[1], args[2]) })
		return z
	}
}

func four(f func(calc, Complex, Complex, Complex, Complex) Complex) Function {
	return func(args []Complex, prec uint) (z Complex) {
		if !finite(args) {
			return indeterminate()
		}
		refine(&z, prec, func(c calc) Complex { return f(c, args[0], args[1], args[2], args[3]) })
		return z
	}
}

// order is a function whose first argument must be an integer.
func order(f func(calc, int64, Complex) Complex) Function {
	return two(func(c calc, n, x Complex) Complex {
		if k, ok := exactInt(&n); ok {
			return f(c, k, x)
		}
		return indeterminate()
	})
}

// orders is a function whose first two arguments must be integers.
func orders(f func(calc, int64, int64, Complex) Complex) func(calc, Complex, Complex, Complex) Complex {
	return func(c calc, l, m, x Complex) Complex {
		j, ok := exactInt(&l)
		k, ok2 := exactInt(&m)
		if !ok || !ok2 {
			return indeterminate()
		}
		return f(c, j, k, x)
	}
}

var specialTable = map[tableKey]Function{
	{"gamma", 1}:          one(calc.gamma),
	{"loggamma", 1}:       one(calc.logGamma),
	{"digamma", 1}:        one(calc.digamma),
	{"polygamma", 2}:      order(calc.polygamma),
	{"beta", 2}:           two(calc.beta),
	{"factorial", 1}:      one(func(c calc, x Complex) Complex { return c.gamma(c.addInt(x, 1)) }),
	{"factorial2", 1}:     one(calc.doubleFactorial),
	{"subfactorial", 1}:   one(calc.subfactorial),
	{"binomial", 2}:       two(calc.binomial),
	{"pochhammer", 2}:     two(calc.rising),
	{"falling", 2}:        two(func(c calc, a, n Complex) Complex { return c.rising(c.addInt(c.sub(a, n), 1), n) }),
	{"uppergamma", 2}:     two(calc.upperGamma),
	{"lowergamma", 2}:     two(calc.lowerGamma),
	{"zeta", 1}:           one(calc.zeta),
	{"zeta", 2}:           two(calc.hurwitz),
	{"harmonic", 1}:       one(calc.harmonic),
	{"harmonic", 2}:       two(calc.harmonicOrder),
	{"dirichlet_eta", 1}:  one(calc.eta),
	{"dirichlet_beta", 1}: one(calc.dirichletBeta),
	{"polylog", 2}:        two(calc.polylog),
	{"clausen", 2}:        order(calc.clausen),
	{"lerch", 3}:          three(calc.lerch),
	{"erf", 1}:            one(calc.erf),
	{"erfc", 1}:           one(calc.erfc),
	{"erfi", 1}:           one(calc.erfi),
	{"dawson", 1}:         one(calc.dawson),
	{"fresnels", 1}:       one(func(c calc, x Complex) Complex { return c.fresnel(x, true) }),
	{"fresnelc", 1}:       one(func(c calc, x Complex) Complex { return c.fresnel(x, false) }),
	{"expint", 2}:         two(calc.expint),
	{"ei", 1}:             one(calc.ei),
	{"li", 1}:             one(func(c calc, x Complex) Complex { return c.ei(c.log(x)) }),
	{"si", 1}:             one(calc.si),
	{"ci", 1}:             one(calc.ci),
	{"shi", 1}:            one(calc.shi),
	{"chi", 1}:            one(calc.chi),
	{"besselj", 2}:        two(calc.besselJ),
	{"bessely", 2}:        two(calc.besselY),
	{"besseli", 2}:        two(calc.besselI),
	{"besselk", 2}:        two(calc.besselK),
	{"hankel1", 2}:        two(func(c calc, n, x Complex) Complex { return c.add(c.besselJ(n, x), c.mulI(c.besselY(n, x))) }),
	{"hankel2", 2}:        two(func(c calc, n, x Complex) Complex { return c.sub(c.besselJ(n, x), c.mulI(c.besselY(n, x))) }),
	{"sphericalj", 2}:     two(func(c calc, n, x Complex) Complex { return c.spherical(n, x, calc.besselJ) }),
	{"sphericaly", 2}:     two(func(c calc, n, x Complex) Complex { return c.spherical(n, x, calc.besselY) }),
	{"hyperu", 3}:         three(calc.hyperU),
	{"bernoulli", 1}:      one(calc.bernoulli),
	{"bernoulli", 2}:      order(calc.bernoulliPoly),
	{"euler", 1}:          one(calc.eulerNumber),
	{"euler", 2}:          order(calc.eulerPoly),
	{"fibonacci", 1}:      one(calc.fibonacci),
	{"airyai", 1}:         one(calc.airyAi),
	{"airybi", 1}:         one(calc.airyBi),
	{"airyaiprime", 1}:    one(calc.airyAiPrime),
	{"airybiprime", 1}:    one(calc.airyBiPrime),
	{"elliptick", 1}:      one(calc.ellipticK),
	{"elliptice", 1}:      one(calc.ellipticE),
	{"elliptice", 2}:      two(calc.ellipticEInc),
	{"ellipticf", 2}:      two(calc.ellipticF),
	{"ellipticpi", 2}:     two(calc.ellipticPi),
	{"ellipticpi", 3}:     three(calc.ellipticPiInc),
	{"legendre", 2}:       two(calc.legendre),
	{"assoc_legendre", 3}: three(orders(calc.assocLegendre)),
	{"ylm", 4}: four(func(c calc, l, m, theta, phi Complex) Complex {
		return orders(func(c calc, l, m int64, x Complex) Complex { return c.ylm(l, m, x, phi) })(c, l, m, theta)
	}),
	{"hermite", 2}:        two(calc.hermite),
	{"laguerre", 2}:       two(func(c calc, n, x Complex) Complex { return c.laguerre(n, c.int(0), x) }),
	{"assoc_laguerre", 3}: three(calc.laguerre),
	{"chebyshevt", 2}:     two(func(c calc, n, x Complex) Complex { return c.chebyshev(n, x, false) }),
	{"chebyshevu", 2}:     two(func(c calc, n, x Complex) Complex { return c.chebyshev(n, x, true) }),
	{"gegenbauer", 3}:     three(calc.gegenbauer),
	{"jacobi", 4}:         four(calc.jacobi),
	{"theta", 3}: three(func(c calc, n, x, q Complex) Complex {
		if k, ok := exactInt(&n); ok {
			return c.theta(k, x, q)
		}
		return indeterminate()
	}),
	{"lambertw", 1}: one(func(c calc, x Complex) Complex { return c.lambertW(0, x) }),
	{"lambertw", 2}: two(func(c calc, x, k Complex) Complex {
		if n, ok := exactInt(&k); ok {
			return c.lambertW(n, x)
		}
		return indeterminate()
	}),
	{"sinc", 1}: one(calc.sinc),
}
