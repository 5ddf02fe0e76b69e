package ball

import "math"

// UpperGamma sets z to Γ(a, x) = ∫_x^∞ t^{a−1} e^{−t} dt, principal in x (DLMF 8.2.2).
func (z *Complex) UpperGamma(a, x *Complex, prec uint) *Complex {
	u, v := *a, *x
	return refine(z, prec, func(c calc) Complex { return c.upperGamma(u, v) })
}

// LowerGamma sets z to γ(a, x) = ∫_0^x t^{a−1} e^{−t} dt = Γ(a) − Γ(a, x), principal in x.
func (z *Complex) LowerGamma(a, x *Complex, prec uint) *Complex {
	u, v := *a, *x
	return refine(z, prec, func(c calc) Complex { return c.lowerGamma(u, v) })
}

// ExpIntegral sets z to the generalized exponential integral E_s(x) (DLMF 8.19), principal.
func (z *Complex) ExpIntegral(s, x *Complex, prec uint) *Complex {
	u, v := *s, *x
	return refine(z, prec, func(c calc) Complex { return c.expint(u, v) })
}

// Ei sets z to Ei(x): the principal value, real for every real x ≠ 0 (DLMF 6.2.5), with its
// cut along (−∞, 0) elsewhere continuous to the sides.
func (z *Complex) Ei(x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.ei(a) })
}

// Li sets z to the logarithmic integral li(x) = Ei(log x).
func (z *Complex) Li(x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.ei(c.log(a)) })
}

// Si sets z to the sine integral ∫₀^x sin t/t dt.
func (z *Complex) Si(x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.si(a) })
}

// Ci sets z to the cosine integral γ + log x + ∫₀^x (cos t − 1)/t dt, principal.
func (z *Complex) Ci(x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.ci(a) })
}

// Shi sets z to the hyperbolic sine integral ∫₀^x sinh t/t dt.
func (z *Complex) Shi(x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.shi(a) })
}

// Chi sets z to the hyperbolic cosine integral γ + log x + ∫₀^x (cosh t − 1)/t dt, principal.
func (z *Complex) Chi(x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.chi(a) })
}

// largeAsymptotic tells whether an expansion with smallest term e^{−|x|} reaches the
// precision.
func (c calc) largeAsymptotic(x *Complex) bool {
	return x.magLower().log2() > 40 || norm2(x) > math.Pow(0.7*float64(c)+5, 2)
}

func (c calc) upperGamma(a, x Complex) Complex {
	if x.IsZero() && a.Re.IsPositive() {
		return c.gamma(a)
	}
	n, isInt := exactInt(&a)
	if ends := isInt && n > 0 && n < 200; ends || c.upperPays(&x) {
		z := c.upperGammaLarge(a, x)
		if z.RelAccuracyBits() > int(c)-60 || !isInt || n <= 0 {
			return z
		}
	}
	if isInt && n <= 0 && n > -1000 {
		return c.upperGammaPole(-n, x)
	}
	return c.sub(c.gamma(a), c.lowerGammaSeries(a, x))
}

// upperPays tells whether the expansion of Γ(a, x) for large x reaches the precision.
func (c calc) upperPays(x *Complex) bool {
	return c.largeAsymptotic(x) && (x.IsReal() || !x.Im.ContainsZero())
}

// upperGammaLarge is e^{−x} x^{a−1} U*(1−a, 1−a, x) (DLMF 8.11.2), which ends for a = 1, 2, …
func (c calc) upperGammaLarge(a, x Complex) Complex {
	d := c.sub(c.int(1), a)
	return c.mul(c.mul(c.exp(c.neg(x)), c.pow(x, c.neg(d))), c.uStar(d, d, x))
}

// upperGammaPole is Γ(−n, x) = (−1)ⁿ/n! (ψ(n+1) − log x) − x^{−n} Σ_{k≠n} (−x)^k/(k!(k−n)),
// DLMF 8.4.15.
func (c calc) upperGammaPole(n int64, x Complex) Complex {
	if c.tooLong(&x) {
		return indeterminate()
	}
	z := c.sub(c.digamma(c.int(n+1)), c.log(x))
	z = c.div(z, c.factorialInt(n))
	if n%2 != 0 {
		z = c.neg(z)
	}
	sum, t, m := c.int(0), c.int(1), c.neg(x)
	r := x.magUpper()
	for k := int64(0); k < c.maxTerms(); k++ {
		if k > 0 {
			t = c.divInt(c.mul(t, m), k)
		}
		if k == n {
			continue
		}
		sum = c.add(sum, c.divInt(t, k-n))
		// the following terms shrink at least as fast as (|x|/(k+1))^j
		ratio := r.div(magUint(uint64(k + 1)))
		if k > n && ratio.e < 0 && t.magUpper().e < sum.magUpper().e-int64(c) {
			err := t.magUpper().mul(ratio).mul2exp(1)
			sum = c.widen(sum, err, x.IsReal())
			return c.sub(z, c.mul(sum, c.powInt(x, -n)))
		}
	}
	return indeterminate()
}

func (c calc) lowerGamma(a, x Complex) Complex {
	if _, pole := nonPositiveInt(&a); pole {
		return indeterminate()
	}
	if x.IsZero() && a.Re.IsPositive() {
		return x
	}
	if c.upperPays(&x) && norm2(&x) > 1e5 {
		return c.sub(c.gamma(a), c.upperGammaLarge(a, x))
	}
	return c.lowerGammaSeries(a, x)
}

// lowerGammaSeries is x^a/a e^{−x} M(1, a+1, x) or x^a/a M(a, a+1, −x), whichever does not cancel
// (DLMF 8.5.1).
func (c calc) lowerGammaSeries(a, x Complex) Complex {
	if c.tooLong(&x) {
		return indeterminate()
	}
	b := c.addInt(a, 1)
	var m Complex
	if x.Re.approx() > 0 {
		m = c.mul(c.exp(c.neg(x)), c.hyperSeries([]Complex{c.int(1)}, []Complex{b}, x))
	} else {
		m = c.hyperSeries([]Complex{a}, []Complex{b}, c.neg(x))
	}
	return c.mul(c.div(c.pow(x, a), a), m)
}

// expint is x^{s−1} Γ(1−s, x).
func (c calc) expint(s, x Complex) Complex {
	d := c.addInt(s, -1)
	if x.IsZero() {
		if d.Re.IsPositive() {
			return c.inv(d)
		}
		return indeterminate()
	}
	if c.upperPays(&x) {
		return c.mul(c.div(c.exp(c.neg(x)), x), c.uStar(s, s, x))
	}
	f := func(c calc, v []Complex) Complex {
		d := c.addInt(v[0], -1)
		if c <= 64 { // roughly, to bound it
			z := c.mul(c.div(c.exp(c.neg(v[1])), v[1]), c.uStar(v[0], v[0], v[1]))
			if z.IsFinite() && z.RelAccuracyBits() > 4 {
				return z
			}
		}
		return c.mul(c.pow(v[1], d), c.upperGamma(c.neg(d), v[1]))
	}
	return c.settle([]Complex{s, x}, s.IsReal() && x.IsReal() && x.Re.IsPositive(),
		func(v []Complex) bool { return offCut(&v[1]) }, f)
}

func (c calc) e1(x Complex) Complex { return c.expint(c.int(1), x) }

func (c calc) ei(x Complex) Complex {
	if !x.IsNonzero() {
		return indeterminate()
	}
	if c.upperPays(&x) {
		z := c.neg(c.e1(c.neg(x)))
		switch {
		case x.IsReal():
			z.Im = Real{}
		case sector(&x) > 0:
			z = c.add(z, c.mulI(c.pi()))
		default:
			z = c.sub(z, c.mulI(c.pi()))
		}
		return z
	}
	if c.tooLong(&x) {
		return indeterminate()
	}
	l := x
	if x.IsReal() {
		l.Re.Abs(&l.Re)
	}
	one, two := c.int(1), c.int(2)
	s := c.mul(x, c.hyperSeries([]Complex{one, one}, []Complex{two, two}, x))
	return c.add(c.add(s, c.log(l)), c.euler())
}

// rightHalf tells whether the ball lies where the formulas of Si and Ci with E₁(±ix) hold:
// Re x > 0, or the positive imaginary axis itself.
func rightHalf(x *Complex) bool {
	return x.Re.IsPositive() || x.Re.IsZero() && x.Im.IsPositive()
}

// si is x 1F2(½; 3/2, 3/2; −x²/4), or ½π − ½i(E₁(ix) − E₁(−ix)) (DLMF 6.5.5) for large x.
func (c calc) si(x Complex) Complex {
	if c.largeAsymptotic(&x) {
		minus := c.neg(x)
		switch {
		case rightHalf(&minus):
			return c.neg(c.si(minus))
		case rightHalf(&x):
			u, v := c.sinCosTails(x)
			z := c.divI(c.half(c.sub(u, v)))
			z = c.add(z, c.half(c.pi()))
			if x.IsReal() {
				z.Im = Real{}
			}
			if x.Re.IsZero() {
				z.Re = Real{}
			}
			return z
		}
	}
	if c.tooLong(&x) {
		return indeterminate()
	}
	b := c.rat(3, 2)
	y := c.neg(c.mul2(c.sqr(x), -2))
	return c.mul(x, c.hyperSeries([]Complex{c.rat(1, 2)}, []Complex{b, b}, y))
}

// sinCosTails are E₁(ix) and E₁(−ix) for x in the right half-plane.
func (c calc) sinCosTails(x Complex) (u, v Complex) {
	u = c.e1(c.mulI(x))
	if x.IsReal() {
		return u, c.conj(u)
	}
	return u, c.e1(c.divI(x))
}

// ci is γ + log x − x²/4 2F3(1,1; 2,2,3/2; −x²/4), or −½(E₁(ix) + E₁(−ix)) (DLMF 6.5.6).
func (c calc) ci(x Complex) Complex {
	if !x.IsNonzero() {
		return indeterminate()
	}
	if c.largeAsymptotic(&x) {
		minus := c.neg(x)
		switch {
		case rightHalf(&x):
			u, v := c.sinCosTails(x)
			z := c.neg(c.half(c.add(u, v)))
			if x.IsReal() {
				z.Im = Real{}
			}
			return z
		case rightHalf(&minus):
			turn := c.sub(c.log(x), c.log(minus)) // ±iπ
			return c.add(c.ci(minus), turn)
		}
	}
	if c.tooLong(&x) {
		return indeterminate()
	}
	return c.add(c.add(c.log(x), c.euler()), c.cin(c.sqr(x), -1))
}

// cin is ∫₀^x (cos t − 1)/t dt (sign −1) or ∫₀^x (cosh t − 1)/t dt (sign 1), by x².
func (c calc) cin(x2 Complex, sign int64) Complex {
	one, two := c.int(1), c.int(2)
	y := c.mul2(c.mulInt(x2, sign), -2)
	return c.mul(y, c.hyperSeries([]Complex{one, one}, []Complex{two, two, c.rat(3, 2)}, y))
}

// shi is −i Si(ix).
func (c calc) shi(x Complex) Complex {
	z := c.divI(c.si(c.mulI(x)))
	if x.IsReal() {
		z.Im = Real{}
	}
	return z
}

// chi is γ + log x + ∫₀^x (cosh t − 1)/t dt, or Ci(ix) + log x − log ix for large x.
func (c calc) chi(x Complex) Complex {
	if !x.IsNonzero() {
		return indeterminate()
	}
	if c.largeAsymptotic(&x) {
		y := c.mulI(x)
		z := c.add(c.ci(y), c.sub(c.log(x), c.log(y)))
		if x.IsReal() && x.Re.IsPositive() {
			z.Im = Real{}
		}
		return z
	}
	if c.tooLong(&x) {
		return indeterminate()
	}
	return c.add(c.add(c.log(x), c.euler()), c.cin(c.sqr(x), 1))
}
