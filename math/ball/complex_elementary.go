package ball

// Branches. Cuts as in DLMF 4.2, 4.23 and 4.37; on a cut the value is that of the formulas
// in terms of the principal logarithm with imaginary part in (−π, π], which is
// counterclockwise continuous: √(−1) = i, arcsin 2 = π/2 − i arcosh 2, artanh 2 =
// ½ log 3 − iπ/2. A ball that crosses a cut gives the hull of both sides.

// Hypot sets z to √(x² + y²).
func (z *Real) Hypot(x, y *Real, prec uint) *Real {
	prec = clampPrec(prec)
	switch {
	case y.IsZero():
		return z.absRound(x, prec)
	case x.IsZero():
		return z.absRound(y, prec)
	}
	var n Real
	n.norm(&Complex{*x, *y}, prec+8)
	return z.Sqrt(&n, prec)
}

func (z *Real) absRound(x *Real, prec uint) *Real {
	z.Abs(x)
	return z.SetRound(z, prec)
}

// Abs sets z to |x|, with imaginary part exactly 0.
func (z *Complex) Abs(x *Complex, prec uint) *Complex {
	z.Re.Hypot(&x.Re, &x.Im, prec)
	z.Im = Real{}
	return z
}

// Arg sets z to the argument of x in (−π, π], with imaginary part exactly 0; see Real.Atan2.
func (z *Complex) Arg(x *Complex, prec uint) *Complex {
	z.Re.Atan2(&x.Im, &x.Re, prec)
	z.Im = Real{}
	return z
}

// Sqrt sets z to the principal √x: Re ≥ 0, and √x = i√|x| for x < 0.
func (z *Complex) Sqrt(x *Complex, prec uint) *Complex {
	prec = clampPrec(prec)
	if !x.IsFinite() {
		return z.SetIndeterminate()
	}
	if x.Im.IsZero() {
		if x.Re.IsNonnegative() {
			z.Re.Sqrt(&x.Re, prec)
			z.Im = Real{}
			return z
		}
		if x.Re.IsNonpositive() {
			z.Im.Neg(&x.Re)
			z.Im.Sqrt(&z.Im, prec)
			z.Re = Real{}
			return z
		}
	}
	if t, ok := sqrtOff0(x, prec); ok {
		*z = t
		return z
	}
	// Around 0: |√x| ≤ √max|x|, the real part is not negative, and the imaginary part has
	// the sign of Im x (+ for 0).
	u := x.magUpper().sqrt()
	nonneg := x.Im.IsNonnegative()
	z.Re.setMag(u).zeroTo()
	if nonneg {
		z.Im = z.Re
	} else {
		z.Im = Real{rad: u}
	}
	return z
}

// sqrtOff0 is √x where a + ib = √x can be had without dividing by a ball around 0, from
// a² = (|x| + Re x)/2, b² = (|x| − Re x)/2 and 2ab = Im x: the larger of a and b by a root,
// the other by division.
func sqrtOff0(x *Complex, prec uint) (z Complex, ok bool) {
	var m, t Real
	wp := prec + 8
	m.Hypot(&x.Re, &x.Im, wp)
	if !x.Re.neg {
		t.Add(&m, &x.Re, wp)
		t.Mul2Exp(&t, -1)
		if !t.IsPositive() {
			return z, false
		}
		z.Re.Sqrt(&t, wp)
		z.Im.Div(&x.Im, &z.Re, prec)
		z.Im.Mul2Exp(&z.Im, -1)
		z.Re.SetRound(&z.Re, prec)
		return z, z.IsFinite()
	}
	t.Sub(&m, &x.Re, wp)
	t.Mul2Exp(&t, -1)
	if !t.IsPositive() {
		return z, false
	}
	var b Real
	b.Sqrt(&t, wp)
	if !x.Re.IsNegative() {
		// Im x is away from 0, or t would not be: nothing is on the cut.
		if x.Im.ContainsZero() {
			return z, false
		}
	}
	im := x.Im
	im.Abs(&im)
	z.Re.Div(&im, &b, prec)
	z.Re.Mul2Exp(&z.Re, -1)
	b.SetRound(&b, prec)
	switch {
	case x.Im.IsNonnegative():
		z.Im = b
	case x.Im.IsNegative():
		z.Im.Neg(&b)
	default: // both sides of the cut
		z.Im = Real{rad: b.magUpper()}
	}
	return z, z.IsFinite()
}

// Exp sets z to e^x.
func (z *Complex) Exp(x *Complex, prec uint) *Complex {
	if x.Im.IsZero() {
		z.Re.Exp(&x.Re, prec)
		z.Im = Real{}
		return z
	}
	var r, s, c Real
	s.SinCos(&c, &x.Im, prec+4)
	if x.Re.IsZero() {
		z.Re.SetRound(&c, prec)
		z.Im.SetRound(&s, prec)
		return z
	}
	r.Exp(&x.Re, prec+4)
	z.Re.Mul(&r, &c, prec)
	z.Im.Mul(&r, &s, prec)
	return z
}

// Expm1 sets z to e^x − 1, accurate near 0.
func (z *Complex) Expm1(x *Complex, prec uint) *Complex {
	if x.Im.IsZero() {
		z.Re.Expm1(&x.Re, prec)
		z.Im = Real{}
		return z
	}
	// e^x − 1 = (e^a − 1) cos b − 2 sin²(b/2) + i e^a sin b
	var e, s, c, h, t Real
	wp := prec + 8
	e.Expm1(&x.Re, wp)
	s.SinCos(&c, &x.Im, wp)
	h.Mul2Exp(&x.Im, -1)
	h.Sin(&h, wp)
	h.Sqr(&h, wp)
	h.Mul2Exp(&h, 1)
	t.Mul(&e, &c, wp)
	z.Re.Sub(&t, &h, prec)
	e.AddInt64(&e, 1, wp)
	z.Im.Mul(&e, &s, prec)
	return z
}

// Log sets z to the principal log x, Im in (−π, π]; indeterminate when x contains 0.
func (z *Complex) Log(x *Complex, prec uint) *Complex {
	prec = clampPrec(prec)
	if x.ContainsZero() {
		return z.SetIndeterminate()
	}
	if x.Im.IsZero() {
		neg := x.Re.neg
		z.Re.Abs(&x.Re)
		z.Re.Log(&z.Re, prec)
		z.Im = Real{}
		if neg {
			z.Im.Pi(prec)
		}
		return z
	}
	t := *x
	z.Re.logAbs(&t, prec)
	z.Im.Atan2(&t.Im, &t.Re, prec)
	return z
}

// logAbs sets z to log |x| where x does not contain 0.
func (z *Real) logAbs(x *Complex, prec uint) *Real {
	var n Real
	if x.Re.IsZero() {
		n.Abs(&x.Im)
		return z.Log(&n, prec)
	}
	n.norm(x, prec+8)
	if n.exp < 0 || n.exp > 1 || n.isWide(false) || n.exp == 0 && n.mant[3] < 0xe0<<56 || n.exp == 1 && n.mant[3] > 0x90<<56 {
		z.Log(&n, prec)
		return z.Mul2Exp(z, -1)
	}
	// Near |x| = 1: |x|² − 1 = (|a|−1)(|a|+1) + b² with |a| ≥ |b| loses less. The two terms
	// may cancel further, so a second round is exact unless b is tiny.
	a, b := x.Re, x.Im
	if b.mant[3] != 0 && b.exp > a.exp {
		a, b = b, a
	}
	a.Abs(&a)
	fp := 2*max(a.bitsUsed(), b.bitsUsed()) + 8
	for _, wp := range [2]uint{min(fp, max(prec+40, mantBits)), max(fp, prec+8)} {
		var p, q Real
		p.AddInt64(&a, -1, wp)
		q.AddInt64(&a, 1, wp)
		p.Mul(&p, &q, wp)
		q.Sqr(&b, wp)
		p.Add(&p, &q, wp)
		z.Log1p(&p, prec)
		if !x.IsExact() || z.RelAccuracyBits() >= int(prec)-4 {
			break
		}
	}
	return z.Mul2Exp(z, -1)
}

// Log1p sets z to log(1+x), accurate near 0.
func (z *Complex) Log1p(x *Complex, prec uint) *Complex {
	prec = clampPrec(prec)
	if x.Im.IsZero() && x.Re.exp < 0 {
		z.Re.Log1p(&x.Re, prec)
		z.Im = Real{}
		return z
	}
	wp := max(prec+8, min(x.Re.bitsUsed()+uint(max(0, min(-x.Re.exp, int64(prec)+8))), 2*prec+2*mantBits))
	var t Complex
	t.AddInt64(x, 1, wp)
	if x.Re.exp > -8 && x.Re.mant[3] != 0 || x.Im.exp > -8 {
		return z.Log(&t, prec)
	}
	// |1+x|² − 1 = 2a + a² + b²
	var p, q Real
	im := x.Im
	p.norm(x, wp)
	q.Mul2Exp(&x.Re, 1)
	p.Add(&p, &q, wp)
	z.Re.Log1p(&p, prec)
	z.Re.Mul2Exp(&z.Re, -1)
	z.Im.Atan2(&im, &t.Re, prec)
	return z
}

// SinCos sets z to sin x and c to cos x.
func (z *Complex) SinCos(c, x *Complex, prec uint) {
	if x.Im.IsZero() {
		z.Re.SinCos(&c.Re, &x.Re, prec)
		z.Im, c.Im = Real{}, Real{}
		return
	}
	// sin(a+ib) = sin a cosh b + i cos a sinh b, cos(a+ib) = cos a cosh b − i sin a sinh b
	var sa, ca, sb, cb Real
	sa.SinCos(&ca, &x.Re, prec+4)
	sb.SinhCosh(&cb, &x.Im, prec+4)
	z.Re.Mul(&sa, &cb, prec)
	z.Im.Mul(&ca, &sb, prec)
	c.Re.Mul(&ca, &cb, prec)
	c.Im.Mul(&sa, &sb, prec)
	c.Im.Neg(&c.Im)
}

// Sin sets z to sin x.
func (z *Complex) Sin(x *Complex, prec uint) *Complex {
	var c Complex
	z.SinCos(&c, x, prec)
	return z
}

// Cos sets z to cos x.
func (z *Complex) Cos(x *Complex, prec uint) *Complex {
	var s Complex
	s.SinCos(z, x, prec)
	return z
}

// Tan sets z to tan x; indeterminate when x contains a pole.
func (z *Complex) Tan(x *Complex, prec uint) *Complex {
	if x.Im.IsZero() {
		return z.setRealOrNothing(new(Real).Tan(&x.Re, prec))
	}
	return z.tanCot(x, prec, false)
}

// Cot sets z to cot x; indeterminate when x contains a pole.
func (z *Complex) Cot(x *Complex, prec uint) *Complex {
	if x.Im.IsZero() {
		return z.setRealOrNothing(new(Real).Cot(&x.Re, prec))
	}
	return z.tanCot(x, prec, true)
}

func (z *Complex) setRealOrNothing(x *Real) *Complex {
	if !x.IsFinite() {
		return z.SetIndeterminate()
	}
	return z.SetReal(x)
}

// tanCot uses tan(a+ib) = (sin a cos a + i sinh b cosh b)/(cos²a + sinh²b) and
// cot(a+ib) = (sin a cos a − i sinh b cosh b)/(sin²a + sinh²b), which do not cancel.
func (z *Complex) tanCot(x *Complex, prec uint, cot bool) *Complex {
	prec = clampPrec(prec)
	if !x.IsFinite() {
		return z.SetIndeterminate()
	}
	wp := prec + 8
	if b := x.Im.magLower(); b.e > 1 && (b.e > 40 || b.float64Upper() > float64(prec)) {
		// |tan x ∓ i| = 2e^(−2|b|)/|1+e^(2i(a+i|b|))| < 4·2^(−2.8·prec), likewise for cot
		neg := x.Im.neg != cot
		*z = Complex{}
		z.Im.SetInt64(1)
		z.Im.negIf(neg)
		return z.addErr(z, magPow2(2-2*int64(prec)))
	}
	var sa, ca, sb, cb, d, t Real
	sa.SinCos(&ca, &x.Re, wp)
	sb.SinhCosh(&cb, &x.Im, wp)
	d.Sqr(&sb, wp)
	if cot {
		t.Sqr(&sa, wp)
	} else {
		t.Sqr(&ca, wp)
	}
	d.Add(&d, &t, wp)
	t.Mul(&sa, &ca, wp)
	z.Re.Div(&t, &d, prec)
	t.Mul(&sb, &cb, wp)
	z.Im.Div(&t, &d, prec)
	if cot {
		z.Im.Neg(&z.Im)
	}
	if !z.IsFinite() {
		return z.SetIndeterminate()
	}
	return z
}

// SinhCosh sets z to sinh x and c to cosh x.
func (z *Complex) SinhCosh(c, x *Complex, prec uint) {
	// sinh x = −i sin ix, cosh x = cos ix
	var t Complex
	t.MulI(x)
	z.SinCos(c, &t, prec)
	z.divI(z)
}

// Sinh sets z to sinh x.
func (z *Complex) Sinh(x *Complex, prec uint) *Complex {
	if x.Im.IsZero() {
		z.Re.Sinh(&x.Re, prec)
		z.Im = Real{}
		return z
	}
	var c Complex
	z.SinhCosh(&c, x, prec)
	return z
}

// Cosh sets z to cosh x.
func (z *Complex) Cosh(x *Complex, prec uint) *Complex {
	if x.Im.IsZero() {
		z.Re.Cosh(&x.Re, prec)
		z.Im = Real{}
		return z
	}
	var s Complex
	s.SinhCosh(z, x, prec)
	return z
}

// Tanh sets z to tanh x; indeterminate when x contains a pole.
func (z *Complex) Tanh(x *Complex, prec uint) *Complex {
	if x.Im.IsZero() {
		return z.setRealOrNothing(new(Real).Tanh(&x.Re, prec))
	}
	var t Complex
	z.Tan(t.MulI(x), prec)
	return z.divI(z)
}

// Coth sets z to coth x = i cot(ix); indeterminate when x contains a pole.
func (z *Complex) Coth(x *Complex, prec uint) *Complex {
	if x.Im.IsZero() {
		var t Real
		t.Tanh(&x.Re, prec+4)
		return z.setRealOrNothing(t.Inv(&t, prec))
	}
	var t Complex
	z.Cot(t.MulI(x), prec)
	return z.MulI(z)
}

// roots are √(1−x) and √(1+x).
func roots(x *Complex, prec uint) (m, p Complex) {
	wp := max(prec, x.Re.bitsUsed()) + 8
	p.AddInt64(x, 1, wp)
	m.Neg(x)
	m.AddInt64(&m, 1, wp)
	m.Sqrt(&m, prec)
	p.Sqrt(&p, prec)
	return m, p
}

// crossIm sets z to Im(conj(x)·y), crossRe to Re(conj(x)·y).
func (z *Real) crossIm(x, y *Complex, prec uint) *Real {
	var a, b Real
	a.Mul(&x.Re, &y.Im, prec)
	b.Mul(&x.Im, &y.Re, prec)
	return z.Sub(&a, &b, prec)
}

func (z *Real) crossRe(x, y *Complex, prec uint) *Real {
	var a, b Real
	a.Mul(&x.Re, &y.Re, prec)
	b.Mul(&x.Im, &y.Im, prec)
	return z.Add(&a, &b, prec)
}

// dotRe sets z to Re(x·y).
func (z *Real) dotRe(x, y *Complex, prec uint) *Real {
	var c Complex
	c.Conj(x)
	return z.crossRe(&c, y, prec)
}

// Asin sets z to arcsin x, cuts (−∞, −1) and (1, ∞).
//
// The real-variable formulas of this and the next are W. Kahan's, "Branch cuts for complex
// elementary functions" (1987): with m = √(1−x), p = √(1+x),
// arcsin x = arctan(Re x/Re(m·p)) + i arsinh Im(m̄·p).
func (z *Complex) Asin(x *Complex, prec uint) *Complex {
	prec = clampPrec(prec)
	if x.Im.IsZero() && x.Re.insideUnit() {
		z.Re.Asin(&x.Re, prec)
		z.Im = Real{}
		return z
	}
	wp := prec + 16
	m, p := roots(x, wp)
	var t, u Real
	t.dotRe(&m, &p, wp)
	u.crossIm(&m, &p, wp)
	re := x.Re
	z.Re.Atan2(&re, &t, prec)
	z.Im.Asinh(&u, prec)
	return z.clampHalfPi(&z.Re, prec)
}

// clampHalfPi cuts a part to [−π/2, π/2], where the function's values are.
func (z *Complex) clampHalfPi(part *Real, prec uint) *Complex {
	if part.rad.e > 0 && part.IsFinite() {
		var h Real
		h.Pi(prec)
		h.Mul2Exp(&h, -1)
		u := Real{rad: h.magUpper()}
		part.Intersect(part, &u, prec)
	}
	return z
}

// insideUnit tells whether z certainly lies in [−1, 1].
func (z *Real) insideUnit() bool {
	if z.magUpper().cmp(magPow2(0)) <= 0 {
		return true
	}
	return z.IsExact() && z.exp == 1 && z.mant == mantissa{0, 0, 0, 1 << 63} && z.wide == nil
}

// Acos sets z to arccos x, cuts (−∞, −1) and (1, ∞):
// arccos x = 2 arctan(Re m/Re p) + i arsinh Im(p̄·m).
func (z *Complex) Acos(x *Complex, prec uint) *Complex {
	prec = clampPrec(prec)
	if x.Im.IsZero() && x.Re.insideUnit() {
		z.Re.Acos(&x.Re, prec)
		z.Im = Real{}
		return z
	}
	wp := prec + 16
	m, p := roots(x, wp)
	var u Real
	u.crossIm(&p, &m, wp)
	z.Re.Atan2(&m.Re, &p.Re, prec)
	z.Re.Mul2Exp(&z.Re, 1)
	z.Im.Asinh(&u, prec)
	return z
}

// Atan sets z to arctan x = −i artanh(ix), cuts (−i∞, −i) and (i, i∞); indeterminate when x
// contains ±i.
func (z *Complex) Atan(x *Complex, prec uint) *Complex {
	if x.Im.IsZero() {
		z.Re.Atan(&x.Re, prec)
		z.Im = Real{}
		return z
	}
	var t Complex
	z.Atanh(t.MulI(x), prec)
	return z.divI(z)
}

// Asinh sets z to arsinh x = −i arcsin(ix), cuts (−i∞, −i) and (i, i∞).
func (z *Complex) Asinh(x *Complex, prec uint) *Complex {
	if x.Im.IsZero() {
		z.Re.Asinh(&x.Re, prec)
		z.Im = Real{}
		return z
	}
	var t Complex
	z.Asin(t.MulI(x), prec)
	return z.divI(z)
}

// Acosh sets z to arcosh x, cut (−∞, 1): with q = √(x−1) and p = √(x+1),
// arcosh x = arsinh Re(q̄·p) + 2i arctan(Im q/Re p).
func (z *Complex) Acosh(x *Complex, prec uint) *Complex {
	prec = clampPrec(prec)
	wp := prec + 16
	var q, p Complex
	fp := max(wp, x.Re.bitsUsed()) + 8
	q.AddInt64(x, -1, fp)
	if x.Im.IsZero() && q.Re.IsNonnegative() {
		z.Re.Acosh(&x.Re, prec)
		z.Im = Real{}
		return z
	}
	p.AddInt64(x, 1, fp)
	q.Sqrt(&q, wp)
	p.Sqrt(&p, wp)
	var u Real
	u.crossRe(&q, &p, wp)
	z.Re.Asinh(&u, prec)
	z.Im.Atan2(&q.Im, &p.Re, prec)
	z.Im.Mul2Exp(&z.Im, 1)
	return z
}

// Atanh sets z to artanh x = ½(log(1+x) − log(1−x)), cuts (−∞, −1) and (1, ∞);
// indeterminate when x contains ±1.
func (z *Complex) Atanh(x *Complex, prec uint) *Complex {
	prec = clampPrec(prec)
	if x.Im.IsZero() && x.Re.magUpper().cmp(magPow2(0)) < 0 {
		z.Re.Atanh(&x.Re, prec)
		z.Im = Real{}
		return z
	}
	var a, b Complex
	wp := prec + 8
	a.Log1p(x, wp)
	b.Neg(x)
	b.Log1p(&b, wp)
	z.Sub(&a, &b, prec)
	z.Mul2Exp(z, -1)
	if !z.IsFinite() {
		z.SetIndeterminate()
	}
	return z
}

// PowInt sets z to xⁿ; x⁰ is 1.
func (z *Complex) PowInt(x *Complex, n int64, prec uint) *Complex {
	prec = clampPrec(prec)
	if x.Im.IsZero() {
		z.Re.PowInt(&x.Re, n, prec)
		z.Im = Real{}
		if !z.Re.IsFinite() {
			z.SetIndeterminate()
		}
		return z
	}
	u := uint64(n)
	if n < 0 {
		u = -u
	}
	wp := prec + 8 + 2*uint(bitLen(u))
	t := *x
	var r Complex
	r.SetInt64(1)
	for {
		if u&1 != 0 {
			r.Mul(&r, &t, wp)
		}
		if u >>= 1; u == 0 {
			break
		}
		t.Sqr(&t, wp)
	}
	if n < 0 {
		return z.Inv(&r, prec)
	}
	return z.SetRound(&r, prec)
}

// Pow sets z to the principal x^y = exp(y log x); to PowInt for integer y. 0^y is 0 for
// Re y > 0 and indeterminate else.
func (z *Complex) Pow(x, y *Complex, prec uint) *Complex {
	prec = clampPrec(prec)
	if y.Im.IsZero() {
		if n, ok := y.Re.exactInt64(); ok {
			return z.PowInt(x, n, prec)
		}
		if x.Im.IsZero() && x.Re.IsPositive() {
			z.Re.Pow(&x.Re, &y.Re, prec)
			z.Im = Real{}
			return z
		}
		if y.Re.exactHalf() {
			n, _ := new(Real).Mul2Exp(&y.Re, 1).exactInt64()
			var s Complex
			s.Sqrt(x, prec+8)
			return z.PowInt(&s, n, prec)
		}
	}
	if x.ContainsZero() {
		return z.powAround0(x, y, prec)
	}
	var l Complex
	wp := prec + 8
	if e := max(y.Re.exp, y.Im.exp); e > 0 {
		wp += uint(min(e, 64))
	}
	if e := max(x.Re.exp, x.Im.exp); e > 16 || e < -16 {
		wp += uint(bitLen(uint64(max(e, -e))))
	}
	l.Log(x, wp)
	l.Mul(&l, y, wp)
	return z.Exp(&l, prec)
}

// powAround0 bounds |x^y| = |x|^(Re y)·e^(−Im y·arg x) by max(|x|)^(Re y)·e^(π|Im y|), for
// Re y > 0.
func (z *Complex) powAround0(x, y *Complex, prec uint) *Complex {
	if !x.IsFinite() || !y.IsFinite() || !y.Re.IsPositive() {
		return z.SetIndeterminate()
	}
	if x.IsZero() {
		*z = Complex{}
		return z
	}
	// r^a is monotone in a, so the ball of r^(Re y) holds its largest value.
	var r, p Real
	r.setMag(x.magUpper())
	r.Pow(&r, &y.Re, 64)
	if !y.Im.IsZero() {
		var t Real
		t.setMag(y.Im.magUpper())
		t.Mul(&t, p.Pi(64), 64)
		t.Exp(&t, 64)
		r.Mul(&r, &t, 64)
	}
	u := r.magUpper()
	if u.isInf() {
		return z.SetIndeterminate()
	}
	nonneg := x.Im.IsZero() && x.Re.IsNonnegative() && y.Im.IsZero()
	if nonneg {
		z.Re.setMag(u).zeroTo()
		z.Im = Real{}
		return z
	}
	z.Re, z.Im = Real{rad: u}, Real{rad: u}
	return z
}

// Root sets z to the principal n-th root of x, n ≥ 1; see Real.Root for the real one.
func (z *Complex) Root(x *Complex, n int64, prec uint) *Complex {
	prec = clampPrec(prec)
	switch {
	case n < 1:
		return z.SetIndeterminate()
	case n == 1:
		return z.SetRound(x, prec)
	case n == 2:
		return z.Sqrt(x, prec)
	case x.Im.IsZero() && x.Re.IsNonnegative():
		z.Re.Root(&x.Re, n, prec)
		z.Im = Real{}
		return z
	}
	var y Complex
	y.Re.SetInt64(1)
	y.Re.DivInt64(&y.Re, n, prec+8)
	return z.Pow(x, &y, prec)
}
