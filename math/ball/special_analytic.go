package ball

// Analytic tells whether a function of [SpecialFunction] is known to be analytic on a
// neighbourhood of the balls, as its evaluator computes it: off the cuts, and apart from
// poles, where the evaluator itself is indeterminate. This is what an [Integrand] is asked
// for. False means that it is not known.
func Analytic(name string, args []Complex) bool {
	if !finite(args) {
		return false
	}
	if f, ok := analyticTable[tableKey{name, len(args)}]; ok {
		return f(args)
	}
	return false
}

func entire([]Complex) bool { return true }

// cutAt says that argument i must keep clear of (−∞, 0].
func cutAt(i int) func([]Complex) bool {
	return func(x []Complex) bool { return offCut(&x[i]) }
}

// cutBelow says that argument i must keep clear of (−∞, −1], unless n, the first, is the degree
// of a polynomial.
func cutBelow(i int) func([]Complex) bool {
	return func(x []Complex) bool {
		y := calc(64).addInt(x[i], 1)
		_, polynomial := degree(&x[0])
		return polynomial || offCut(&y)
	}
}

// cutAbove says that argument i must keep clear of [1, ∞).
func cutAbove(i int) func([]Complex) bool {
	return func(x []Complex) bool {
		y := calc(64).sub(calc(64).int(1), x[i])
		return offCut(&y)
	}
}

// integerOrder says that a cut along (−∞, 0] is absent for integers.
func integerOrder(x []Complex) bool {
	_, ok := exactInt(&x[0])
	return ok || offCut(&x[1])
}

// legendreAnalytic: the elliptic integrals of φ, m (and n first) are analytic at least where
// |Re φ| < 3/2 and the real parts of 1 − m sin²φ and 1 − n sin²φ are positive.
func legendreAnalytic(phi, m, n int) func([]Complex) bool {
	return func(x []Complex) bool {
		const c = calc(64)
		if x[phi].Re.magUpper().cmp(magFloat(1.5)) >= 0 {
			return false
		}
		s2 := c.sqr(c.sin(x[phi]))
		ok := positive(c.sub(c.int(1), c.mul(x[m], s2)))
		return ok && (n < 0 || positive(c.sub(c.int(1), c.mul(x[n], s2))))
	}
}

var analyticTable = map[tableKey]func([]Complex) bool{
	{"gamma", 1}: entire, {"loggamma", 1}: cutAt(0), {"digamma", 1}: entire, {"polygamma", 2}: entire,
	{"beta", 2}: entire, {"factorial", 1}: entire, {"factorial2", 1}: entire, {"subfactorial", 1}: entire,
	{"binomial", 2}: entire, {"pochhammer", 2}: entire, {"falling", 2}: entire,
	{"uppergamma", 2}: cutAt(1), {"lowergamma", 2}: cutAt(1),
	{"zeta", 1}: entire, {"zeta", 2}: cutAt(1), {"harmonic", 1}: entire,
	{"dirichlet_eta", 1}: entire, {"dirichlet_beta", 1}: entire,
	{"polylog", 2}: cutAbove(1), {"lerch", 3}: cutAt(2),
	{"erf", 1}: entire, {"erfc", 1}: entire, {"erfi", 1}: entire, {"dawson", 1}: entire,
	{"fresnels", 1}: entire, {"fresnelc", 1}: entire,
	{"expint", 2}: cutAt(1), {"ei", 1}: cutAt(0), {"si", 1}: entire, {"shi", 1}: entire,
	{"ci", 1}: cutAt(0), {"chi", 1}: cutAt(0),
	{"li", 1}: func(x []Complex) bool {
		y := calc(64).addInt(x[0], -1)
		return offCut(&y)
	},
	{"besselj", 2}: integerOrder, {"besseli", 2}: integerOrder,
	{"bessely", 2}: cutAt(1), {"besselk", 2}: cutAt(1), {"hankel1", 2}: cutAt(1), {"hankel2", 2}: cutAt(1),
	{"sphericalj", 2}: cutAt(1), {"sphericaly", 2}: cutAt(1),
	{"airyai", 1}: entire, {"airybi", 1}: entire, {"airyaiprime", 1}: entire, {"airybiprime", 1}: entire,
	{"elliptick", 1}: cutAbove(0), {"elliptice", 1}: cutAbove(0),
	{"elliptice", 2}: legendreAnalytic(0, 1, -1), {"ellipticf", 2}: legendreAnalytic(0, 1, -1),
	{"ellipticpi", 3}: legendreAnalytic(1, 2, 0),
	{"legendre", 2}:   cutBelow(1), {"chebyshevt", 2}: cutBelow(1), {"chebyshevu", 2}: cutBelow(1),
	{"gegenbauer", 3}: cutBelow(2), {"jacobi", 4}: cutBelow(3),
	{"hermite", 2}: entire, {"laguerre", 2}: entire, {"assoc_laguerre", 3}: entire, {"ylm", 4}: entire,
	{"hyperu", 3}:    cutAt(2),
	{"bernoulli", 2}: entire, {"euler", 2}: entire, {"fibonacci", 1}: entire, {"sinc", 1}: entire,
	{"theta", 3}: cutAt(2),
	{"lambertw", 1}: func(x []Complex) bool {
		y := calc(64).add(x[0], calc(64).exp(calc(64).int(-1)))
		return offCut(&y)
	},
	{"lambertw", 2}: cutAt(0),
}
