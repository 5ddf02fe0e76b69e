package ball

import "math"

// BesselJ sets z to J_ν(x) (DLMF 10.2.2), principal in x: cut along (−∞, 0) unless ν is an
// integer.
func (z *Complex) BesselJ(nu, x *Complex, prec uint) *Complex {
	a, b := *nu, *x
	return refine(z, prec, func(c calc) Complex { return c.besselJ(a, b) })
}

// BesselY sets z to Y_ν(x) (DLMF 10.2.3), principal in x.
func (z *Complex) BesselY(nu, x *Complex, prec uint) *Complex {
	a, b := *nu, *x
	return refine(z, prec, func(c calc) Complex { return c.besselY(a, b) })
}

// BesselI sets z to I_ν(x) (DLMF 10.25.2), principal in x.
func (z *Complex) BesselI(nu, x *Complex, prec uint) *Complex {
	a, b := *nu, *x
	return refine(z, prec, func(c calc) Complex { return c.besselI(a, b) })
}

// BesselK sets z to K_ν(x) (DLMF 10.25.3), principal in x.
func (z *Complex) BesselK(nu, x *Complex, prec uint) *Complex {
	a, b := *nu, *x
	return refine(z, prec, func(c calc) Complex { return c.besselK(a, b) })
}

// Hankel1 sets z to H⁽¹⁾_ν(x) = J_ν(x) + i Y_ν(x).
func (z *Complex) Hankel1(nu, x *Complex, prec uint) *Complex {
	a, b := *nu, *x
	return refine(z, prec, func(c calc) Complex { return c.add(c.besselJ(a, b), c.mulI(c.besselY(a, b))) })
}

// Hankel2 sets z to H⁽²⁾_ν(x) = J_ν(x) − i Y_ν(x).
func (z *Complex) Hankel2(nu, x *Complex, prec uint) *Complex {
	a, b := *nu, *x
	return refine(z, prec, func(c calc) Complex { return c.sub(c.besselJ(a, b), c.mulI(c.besselY(a, b))) })
}

// SphericalJ sets z to j_n(x) = √(π/2x) J_{n+½}(x) (DLMF 10.47.3).
func (z *Complex) SphericalJ(n, x *Complex, prec uint) *Complex {
	a, b := *n, *x
	return refine(z, prec, func(c calc) Complex { return c.spherical(a, b, calc.besselJ) })
}

// SphericalY sets z to y_n(x) = √(π/2x) Y_{n+½}(x) (DLMF 10.47.4).
func (z *Complex) SphericalY(n, x *Complex, prec uint) *Complex {
	a, b := *n, *x
	return refine(z, prec, func(c calc) Complex { return c.spherical(a, b, calc.besselY) })
}

func (c calc) spherical(n, x Complex, f func(calc, Complex, Complex) Complex) Complex {
	if x.IsZero() {
		if m, ok := exactInt(&n); ok && m >= 0 {
			var one, j Complex
			one.SetInt64(b2int(m == 0))
			if j = f(c, c.int(1), x); j.IsFinite() { // j_n, not y_n
				return one
			}
		}
		return indeterminate()
	}
	nu := c.add(n, c.rat(1, 2))
	return c.div(f(c, nu, x), c.sqrt(c.div(c.mul2(x, 1), c.pi())))
}

func b2int(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// hankelPays tells whether to try the expansions for large argument: from |x| where their
// smallest term, about e^{−2|x|}, may suffice, and always for half-integer order, where
// they end.
func (c calc) hankelPays(nu, x *Complex) bool {
	twice := c.mul2(*nu, 1)
	if n, ok := exactInt(&twice); ok && n&1 != 0 {
		return math.Abs(float64(n)) < 2+8*math.Sqrt(norm2(x)) || norm2(x) > 1
	}
	size := math.Sqrt(norm2(x))
	return size > 0.36*float64(c)+2 && size > 0.2*norm2(nu)/(1+0.1*math.Sqrt(norm2(nu)))
}

// good tells whether an expansion delivered nearly the precision.
func (c calc) good(z *Complex) bool { return z.IsFinite() && z.RelAccuracyBits() > int(c)-40 }

func (c calc) besselJ(nu, x Complex) Complex {
	n, isInt := exactInt(&nu)
	if isInt && n < 0 {
		z := c.besselJ(c.int(-n), x)
		if n&1 != 0 {
			z = c.neg(z)
		}
		return z
	}
	if c.hankelPays(&nu, &x) {
		if z := c.besselLarge(nu, x, false); c.good(&z) || c.tooLong(&x) {
			return z
		}
	}
	if c.tooLong(&x) {
		return indeterminate()
	}
	return c.besselSeries(nu, x, -1)
}

// besselSeries is (x/2)^ν/Γ(ν+1) 0F1(; ν+1; ±x²/4): J for −1, I for 1.
func (c calc) besselSeries(nu, x Complex, sign int64) Complex {
	n, isInt := exactInt(&nu)
	if x.IsZero() {
		switch {
		case isInt && n == 0:
			return c.int(1)
		case isInt || nu.Re.IsPositive():
			return c.int(0)
		}
		return indeterminate()
	}
	h := c.half(x)
	b := c.addInt(nu, 1)
	s := c.hyperSeries(nil, []Complex{b}, c.mulInt(c.sqr(h), sign))
	return c.mul(c.mul(c.pow(h, nu), c.rgamma(b)), s)
}

// besselLarge is J or Y from the two Hankel functions (DLMF 10.17.5, 10.17.6)
//
//	H_ν(x) = √(2/πx) e^{±i(x − νπ/2 − π/4)} U*(ν+½, 2ν+1, ∓2ix)
//
// for Re x > 0, and from there to the other half-plane by DLMF 10.11.1 and 10.11.2.
func (c calc) besselLarge(nu, x Complex, second bool) Complex {
	if !x.Re.IsPositive() {
		if x.Re.IsNegative() {
			return c.besselLeft(nu, x, second)
		}
		if !x.Re.IsZero() {
			return indeterminate()
		}
		if second || !x.Im.IsNonzero() {
			return indeterminate()
		}
	}
	h := c.rat(1, 2)
	a, b := c.add(nu, h), c.addInt(c.mul2(nu, 1), 1)
	w := c.mul2(c.mulI(x), 1)
	turn := c.half(a) // (νπ/2 + π/4)/π
	phase := c.mul(c.exp(c.mulI(x)), c.expPiI(c.neg(turn)))
	u := c.mul(phase, c.uStar(a, b, c.neg(w)))
	var v Complex
	if x.IsReal() && nu.IsReal() {
		v = c.conj(u)
	} else {
		v = c.mul(c.inv(phase), c.uStar(a, b, w))
	}
	if second {
		u = c.divI(c.sub(u, v))
	} else {
		u = c.add(u, v)
	}
	z := c.div(u, c.sqrt(c.mul2(c.mul(c.pi(), x), 1)))
	if x.IsReal() && nu.IsReal() {
		z.Im = Real{}
	}
	return z
}

func (c calc) besselLeft(nu, x Complex, second bool) Complex {
	m := c.neg(x)
	n, isInt := exactInt(&nu)
	if isInt && !second {
		z := c.besselLarge(nu, m, false)
		if n&1 != 0 {
			z = c.neg(z)
		}
		return z
	}
	// x = e^{±iπ}(−x), + above the cut and on it
	sign := int64(1)
	switch {
	case x.Im.IsNegative():
		sign = -1
	case !x.IsReal() && !x.Im.IsPositive():
		return indeterminate()
	}
	turn := c.expPiI(c.mulInt(nu, sign))
	j := c.besselLarge(nu, m, false)
	if !second {
		return c.mul(turn, j)
	}
	// Y_ν(e^{±iπ}w) = e^{∓iνπ} Y_ν(w) ± 2i cos(νπ) J_ν(w)
	y := c.mul(c.inv(turn), c.besselLarge(nu, m, true))
	return c.add(y, c.mulInt(c.mulI(c.mul(c.cosPi(nu), j)), 2*sign))
}

func (c calc) besselY(nu, x Complex) Complex {
	if !x.IsNonzero() {
		return indeterminate()
	}
	if c.hankelPays(&nu, &x) {
		if z := c.besselLarge(nu, x, true); c.good(&z) || c.tooLong(&x) {
			return z
		}
	}
	if c.tooLong(&x) {
		return indeterminate()
	}
	if n, ok := exactInt(&nu); ok {
		if n < 0 {
			z := c.besselY(c.int(-n), x)
			if n&1 != 0 {
				z = c.neg(z)
			}
			return z
		}
		return c.besselYInt(n, x)
	}
	// (J_ν cos νπ − J_{−ν})/sin νπ
	d := c.sub(c.mul(c.besselSeries(nu, x, -1), c.cosPi(nu)), c.besselSeries(c.neg(nu), x, -1))
	return c.div(d, c.sinPi(nu))
}

// besselYInt is DLMF 10.8.1: with t = −x²/4,
//
//	πY_n = 2 log(x/2) J_n − (x/2)^{−n} Σ_{k<n} (n−k−1)!/k! (−t)^k
//	       − (x/2)ⁿ Σ_k (ψ(k+1) + ψ(n+k+1)) t^k/(k!(n+k)!).
func (c calc) besselYInt(n int64, x Complex) Complex {
	h := c.half(x)
	t := c.neg(c.sqr(h))
	log := c.mul2(c.mul(c.log(h), c.besselSeries(c.int(n), x, -1)), 1)
	z := c.sub(log, c.besselFinite(n, h, c.neg(t)))
	z = c.sub(z, c.besselPsi(n, h, t))
	return c.div(z, c.pi())
}

// besselFinite is h^{−n} Σ_{k<n} (n−k−1)!/k! s^k.
func (c calc) besselFinite(n int64, h, s Complex) Complex {
	if n == 0 {
		return c.int(0)
	}
	if n > 2000 {
		return indeterminate()
	}
	sum := c.int(0)
	t := c.factorialInt(n - 1)
	for k := int64(0); k < n; k++ {
		sum = c.add(sum, t)
		if k < n-1 {
			t = c.divInt(c.mul(t, s), (k+1)*(n-k-1))
		}
	}
	return c.mul(sum, c.powInt(h, -n))
}

// besselPsi is hⁿ Σ_k (ψ(k+1) + ψ(n+k+1)) t^k/(k!(n+k)!). Successive terms fall by at most
// 2|t|/((k+1)(n+k+1)) once k ≥ 2, since ψ grows by less than a factor 2 then.
func (c calc) besselPsi(n int64, h, t Complex) Complex {
	p := c.sub(c.harmonic(c.int(n)), c.mul2(c.euler(), 1)) // H_n − 2γ
	term := c.inv(c.factorialInt(n))
	sum := c.int(0)
	r := t.magUpper()
	largest := mag{}
	for k := int64(0); k < c.maxTerms(); k++ {
		u := c.mul(term, p)
		sum = c.add(sum, u)
		size := u.magUpper()
		largest = magMax(largest, size)
		ratio := r.mul2exp(1).div(magUint(uint64(k + 1)).mulLower(magUint(uint64(n + k + 1))))
		if k >= 2 && ratio.e < 0 && size.e < largest.e-int64(c) {
			sum = c.widen(sum, size.mul(ratio).mul2exp(1), t.IsReal())
			return c.mul(sum, c.powInt(h, n))
		}
		term = c.divInt(c.mul(term, t), (k+1)*(n+k+1))
		p = c.add(p, c.add(c.rat(1, k+1), c.rat(1, n+k+1)))
	}
	return indeterminate()
}

// besselI is the series, or J on the imaginary axis (DLMF 10.27.6) for large x.
func (c calc) besselI(nu, x Complex) Complex {
	n, isInt := exactInt(&nu)
	if isInt && n < 0 {
		return c.besselI(c.int(-n), x)
	}
	if c.hankelPays(&nu, &x) {
		if z := c.besselILarge(nu, x); c.good(&z) || c.tooLong(&x) {
			return z
		}
	}
	if c.tooLong(&x) {
		return indeterminate()
	}
	return c.besselSeries(nu, x, 1)
}

// besselILarge is e^x/√(2πx) (U*(ν+½, 2ν+1, −2x) + e^{−2x ± iπ(ν+½)} U*(ν+½, 2ν+1, 2x)), DLMF
// 10.40.5, with the sign of Im x, either for real x > 0.
func (c calc) besselILarge(nu, x Complex) Complex {
	if !x.Re.IsPositive() {
		return indeterminate()
	}
	if !x.IsReal() && x.Im.ContainsZero() {
		return indeterminate()
	}
	a := c.add(nu, c.rat(1, 2))
	b := c.mul2(a, 1)
	x2 := c.mul2(x, 1)
	turn := c.expPiI(a)
	if x.Im.IsNegative() {
		turn = c.inv(turn)
	}
	u := c.uStar(a, b, c.neg(x2))
	v := c.mul(c.mul(turn, c.exp(c.neg(x2))), c.uStar(a, b, x2))
	z := c.mul(c.add(u, v), c.exp(x))
	z = c.div(z, c.sqrt(c.mul(c.pi(), x2)))
	if x.IsReal() && nu.IsReal() {
		z.Im = Real{}
	}
	return z
}

func (c calc) besselK(nu, x Complex) Complex {
	if !x.IsNonzero() {
		return indeterminate()
	}
	n, isInt := exactInt(&nu)
	if isInt && n < 0 {
		return c.besselK(c.int(-n), x)
	}
	if c.hankelPays(&nu, &x) {
		z := c.besselKLarge(nu, x)
		if c.good(&z) || c.tooLong(&x) {
			return z
		}
	}
	if c.tooLong(&x) {
		return indeterminate()
	}
	if isInt {
		return c.besselKInt(n, x)
	}
	onlyReal := nu.IsReal() && x.IsReal() && x.Re.IsPositive()
	return c.settle([]Complex{nu, x}, onlyReal, func(v []Complex) bool { return offCut(&v[1]) }, calc.besselKConnect)
}

// besselKConnect is ½π (I_{−ν} − I_ν)/sin νπ (DLMF 10.27.4), unless the expansion for large x
// gives it roughly, which is enough to bound it.
func (c calc) besselKConnect(v []Complex) Complex {
	nu, x := v[0], v[1]
	if c <= 64 {
		if z := c.besselKLarge(nu, x); z.IsFinite() && z.RelAccuracyBits() > 4 {
			return z
		}
	}
	d := c.sub(c.besselSeries(c.neg(nu), x, 1), c.besselSeries(nu, x, 1))
	return c.div(c.half(c.mul(c.pi(), d)), c.sinPi(nu))
}

// besselKLarge is √(π/2x) e^{−x} U*(ν+½, 2ν+1, 2x), DLMF 10.40.2.
func (c calc) besselKLarge(nu, x Complex) Complex {
	a := c.add(nu, c.rat(1, 2))
	z := c.mul(c.exp(c.neg(x)), c.uStar(a, c.mul2(a, 1), c.mul2(x, 1)))
	return c.div(z, c.sqrt(c.div(c.mul2(x, 1), c.pi())))
}

// besselKInt is DLMF 10.31.1: with t = x²/4,
//
//	2K_n = (x/2)^{−n} Σ_{k<n} (n−k−1)!/k! (−t)^k + (−1)ⁿ (−2 log(x/2) I_n
//	       + (x/2)ⁿ Σ_k (ψ(k+1) + ψ(n+k+1)) t^k/(k!(n+k)!)).
func (c calc) besselKInt(n int64, x Complex) Complex {
	h := c.half(x)
	t := c.sqr(h)
	z := c.mul2(c.mul(c.log(h), c.besselSeries(c.int(n), x, 1)), 1)
	z = c.sub(c.besselPsi(n, h, t), z)
	if n&1 != 0 {
		z = c.neg(z)
	}
	return c.half(c.add(z, c.besselFinite(n, h, c.neg(t))))
}
