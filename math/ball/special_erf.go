package ball

// Erf sets z to erf x (DLMF 7.2.1).
func (z *Complex) Erf(x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.erf(a) })
}

// Erf sets z to erf x.
func (z *Real) Erf(x *Real, prec uint) *Real {
	w := Complex{Re: *x}
	return setRealPart(z, w.Erf(&w, prec))
}

// Erfc sets z to erfc x = 1 − erf x, accurate also where that is small.
func (z *Complex) Erfc(x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.erfc(a) })
}

// Erfi sets z to erfi x = −i erf(ix).
func (z *Complex) Erfi(x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.erfi(a) })
}

// Dawson sets z to Dawson's integral e^{−x²} ∫₀^x e^{t²} dt.
func (z *Complex) Dawson(x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.dawson(a) })
}

// FresnelS sets z to S(x) = ∫₀^x sin(πt²/2) dt (DLMF 7.2.8).
func (z *Complex) FresnelS(x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.fresnel(a, true) })
}

// FresnelC sets z to C(x) = ∫₀^x cos(πt²/2) dt (DLMF 7.2.7).
func (z *Complex) FresnelC(x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.fresnel(a, false) })
}

// erf is a series without cancellation (DLMF 7.6.1, 7.6.2) or, for large |x|, 1 − erfc.
func (c calc) erf(x Complex) Complex {
	if x.Re.approx() < 0 {
		return c.neg(c.erf(c.neg(x)))
	}
	if c.erfLarge(&x) {
		return c.sub(c.int(1), c.erfcLarge(x))
	}
	x2 := c.sqr(x)
	b := []Complex{c.rat(3, 2)}
	var s Complex
	if x2.Re.approx() >= 0 {
		s = c.mul(c.exp(c.neg(x2)), c.hyperSeries([]Complex{c.int(1)}, b, x2))
	} else {
		s = c.hyperSeries([]Complex{c.rat(1, 2)}, b, c.neg(x2))
	}
	return c.div(c.mul(c.mul2(x, 1), s), c.sqrt(c.pi()))
}

func (c calc) erfc(x Complex) Complex {
	if x.Re.approx() >= 0 && c.erfLarge(&x) {
		return c.erfcLarge(x)
	}
	return c.sub(c.int(1), c.erf(x))
}

// erfLarge tells whether the asymptotic series reaches the precision: its smallest term is
// about e^{−|x|²}. The ball must lie where the series is valid, on one side of x² < 0.
func (c calc) erfLarge(x *Complex) bool {
	if x2 := 2 * x.magLower().log2(); x2 < 40 && (x2 < 0 || float64(c)*0.7+4 > norm2(x)) {
		return false
	}
	return x.Re.IsPositive() || x.Re.IsZero()
}

// norm2 is about |x|².
func norm2(x *Complex) float64 {
	re, im := x.Re.approx(), x.Im.approx()
	return re*re + im*im
}

// erfcLarge is e^{−x²}/(x√π) U*(½, ½, x²) for Re x ≥ 0 (DLMF 7.11.5).
func (c calc) erfcLarge(x Complex) Complex {
	x2 := c.sqr(x)
	if x.Re.IsZero() {
		x2.Im = Real{}
	}
	h := c.rat(1, 2)
	u := c.mul(c.exp(c.neg(x2)), c.uStar(h, h, x2))
	return c.div(u, c.mul(x, c.sqrt(c.pi())))
}

func (c calc) erfi(x Complex) Complex {
	z := c.divI(c.erf(c.mulI(x)))
	if x.IsReal() {
		z.Im = Real{}
	}
	return z
}

func (c calc) dawson(x Complex) Complex {
	d := c.mul(c.exp(c.neg(c.sqr(x))), c.erfi(x))
	return c.half(c.mul(d, c.sqrt(c.pi())))
}

// fresnel is from C(x) ± iS(x) = ½(1±i) erf(½√π (1∓i)x), DLMF 7.5.8.
func (c calc) fresnel(x Complex, sine bool) Complex {
	one := c.int(1)
	plus, minus := c.add(one, c.mulI(one)), c.sub(one, c.mulI(one))
	y := c.half(c.mul(c.sqrt(c.pi()), x))
	u := c.mul(plus, c.erf(c.mul(minus, y)))
	if x.IsReal() {
		if sine {
			return c.real(c.half(u).Im)
		}
		return c.real(c.half(u).Re)
	}
	v := c.mul(minus, c.erf(c.mul(plus, y)))
	if sine {
		return c.mul2(c.divI(c.sub(u, v)), -2)
	}
	return c.mul2(c.add(u, v), -2)
}
