package ball

import "math"

// AiryAi sets z to Ai(x) (DLMF 9.2), entire.
func (z *Complex) AiryAi(x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.airyAi(a) })
}

// AiryBi sets z to Bi(x), entire.
func (z *Complex) AiryBi(x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.airyBi(a) })
}

// AiryAiPrime sets z to Ai'(x).
func (z *Complex) AiryAiPrime(x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.airyAiPrime(a) })
}

// AiryBiPrime sets z to Bi'(x).
func (z *Complex) AiryBiPrime(x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.airyBiPrime(a) })
}

// airyLarge tells whether the expansions in 1/ζ, ζ = ⅔x^{3/2}, reach the precision: their
// smallest term is about e^{−2|ζ|}.
func (c calc) airyLarge(x *Complex) bool {
	zeta := 2.0 / 3 * math.Pow(norm2(x), 0.75)
	return zeta > 0.36*float64(c)+2 || x.magLower().log2() > 12
}

// airyPair are the values at 0, Ai(0) = 3^{−2/3}/Γ(2/3) and −Ai'(0) = 3^{−1/3}/Γ(1/3).
func (c calc) airyPair() (Complex, Complex) {
	return c.constant(&constAiryAi0), c.constant(&constAiryAiPrime0)
}

// airySeries are f(x) = 0F1(; 2/3; x³/9) and g(x) = x 0F1(; 4/3; x³/9), or their derivatives
// ½x² 0F1(; 5/3; x³/9) and 0F1(; 1/3; x³/9) (DLMF 9.4).
func (c calc) airySeries(x Complex, derivative bool) (Complex, Complex) {
	if x.magUpper().log2() > 7.7 {
		return indeterminate(), indeterminate()
	}
	x2 := c.sqr(x)
	y := c.divInt(c.mul(x2, x), 9)
	series := func(p, q int64) Complex { return c.hyperSeries(nil, []Complex{c.rat(p, q)}, y) }
	if derivative {
		return c.mul(c.half(x2), series(5, 3)), series(1, 3)
	}
	return series(2, 3), c.mul(x, series(4, 3))
}

func (c calc) airyAi(x Complex) Complex {
	if c.airyLarge(&x) {
		if z := c.airyByRotation(x, calc.airyAiLarge, 1, 2); z.IsFinite() {
			return z
		}
	}
	f, g := c.airySeries(x, false)
	f0, g0 := c.airyPair()
	return c.sub(c.mul(f0, f), c.mul(g0, g))
}

func (c calc) airyAiPrime(x Complex) Complex {
	if c.airyLarge(&x) {
		if z := c.airyByRotation(x, calc.airyAiPrimeLarge, 2, 1); z.IsFinite() {
			return z
		}
	}
	f, g := c.airySeries(x, true)
	f0, g0 := c.airyPair()
	return c.sub(c.mul(f0, f), c.mul(g0, g))
}

func (c calc) airyBi(x Complex) Complex {
	if c.airyLarge(&x) {
		if z := c.airyBiLarge(x, false); z.IsFinite() {
			return z
		}
	}
	f, g := c.airySeries(x, false)
	f0, g0 := c.airyPair()
	return c.mul(c.sqrt(c.int(3)), c.add(c.mul(f0, f), c.mul(g0, g)))
}

func (c calc) airyBiPrime(x Complex) Complex {
	if c.airyLarge(&x) {
		if z := c.airyBiLarge(x, true); z.IsFinite() {
			return z
		}
	}
	f, g := c.airySeries(x, true)
	f0, g0 := c.airyPair()
	return c.mul(c.sqrt(c.int(3)), c.add(c.mul(f0, f), c.mul(g0, g)))
}

// airyByRotation evaluates an expansion valid for |arg x| < 2π/3 there, and elsewhere by
// Ai(x) = −ω Ai(ωx) − ω² Ai(ω²x), Ai'(x) = −ω² Ai'(ωx) − ω Ai'(ω²x) with ω = e^{2πi/3}
// (DLMF 9.2.12): k, l are the powers of ω outside.
func (c calc) airyByRotation(x Complex, large func(calc, Complex) Complex, k, l int64) Complex {
	if x.Re.IsPositive() {
		return large(c, x)
	}
	omega := func(n int64) Complex { return c.expPiI(c.rat(2*n, 3)) }
	u := c.mul(omega(k), large(c, c.mul(omega(1), x)))
	v := c.mul(omega(l), large(c, c.mul(omega(2), x)))
	z := c.neg(c.add(u, v))
	if x.IsReal() {
		z.Im = Real{}
	}
	return z
}

// airyAiLarge is e^{−ζ}/(2√π x^{1/4}) U*(5/6, 5/3, 2ζ) (DLMF 9.6.2, 10.40.2), for |arg x| ≤ 2π/3,
// where |arg 2ζ| ≤ π.
func (c calc) airyAiLarge(x Complex) Complex {
	if !airySector(&x) {
		return indeterminate()
	}
	r := c.sqrt(x)
	zeta := c.divInt(c.mul2(c.mul(x, r), 1), 3)
	u := c.uStar(c.rat(5, 6), c.rat(5, 3), c.mul2(zeta, 1))
	d := c.mul2(c.sqrt(c.mul(c.pi(), r)), 1)
	return c.div(c.mul(c.exp(c.neg(zeta)), u), d)
}

// airyAiPrimeLarge is −x^{1/4} e^{−ζ}/(2√π) U*(7/6, 7/3, 2ζ) (DLMF 9.6.3).
func (c calc) airyAiPrimeLarge(x Complex) Complex {
	if !airySector(&x) {
		return indeterminate()
	}
	r := c.sqrt(x)
	zeta := c.divInt(c.mul2(c.mul(x, r), 1), 3)
	u := c.uStar(c.rat(7, 6), c.rat(7, 3), c.mul2(zeta, 1))
	d := c.mul2(c.sqrt(c.pi()), 1)
	return c.neg(c.div(c.mul(c.mul(c.exp(c.neg(zeta)), c.sqrt(r)), u), d))
}

// airySector tells whether |arg x| < 2π/3 − 0.02 over the ball, so that 2ζ = (4/3) x^{3/2} is
// the principal power and off its cut: Re x > −0.53 |Im x|.
func airySector(x *Complex) bool {
	if x.Re.IsPositive() {
		return true
	}
	return x.Im.IsNonzero() && x.Re.magUpper().cmp(x.Im.magLower().mulLower(magFloat(0.53))) < 0
}

// airyBiLarge is e^{πi/6} Ai(x e^{2πi/3}) + e^{−πi/6} Ai(x e^{−2πi/3}) (DLMF 9.2.10) and its
// derivative, or to the right √(x/3)(I_{−1/3}(ζ) + I_{1/3}(ζ)) and x/√3 (I_{−2/3}(ζ) + I_{2/3}(ζ))
// (DLMF 9.6.4, 9.6.5).
func (c calc) airyBiLarge(x Complex, derivative bool) Complex {
	if x.Re.IsPositive() && x.Im.magUpper().cmp(x.Re.magLower()) < 0 {
		r := c.sqrt(x)
		zeta := c.divInt(c.mul2(c.mul(x, r), 1), 3)
		nu, f := c.rat(1, 3), r
		if derivative {
			nu, f = c.rat(2, 3), x
		}
		i := c.add(c.besselILarge(c.neg(nu), zeta), c.besselILarge(nu, zeta))
		return c.div(c.mul(f, i), c.sqrt(c.int(3)))
	}
	f, turn := calc.airyAi, int64(1)
	if derivative {
		f, turn = calc.airyAiPrime, 5
	}
	rot := func(k int64) Complex { return c.expPiI(c.rat(k, 6)) }
	u := c.mul(rot(turn), f(c, c.mul(x, rot(4))))
	v := c.mul(rot(-turn), f(c, c.mul(x, rot(-4))))
	z := c.add(u, v)
	if x.IsReal() {
		z.Im = Real{}
	}
	return z
}
