package ball

import (
	"math/big"
)

// Each function computes f at the midpoint, as a ball that covers the method's error, and
// adds a bound of |f(x) − f(mid)| over the ball. Where the ball is wide and f monotone, the
// two ends are computed instead.

// isWide tells whether the radius is so large that the ends are worth computing: rad > 2^−10
// when relative is false, else rad > 2^−10·|mid|.
func (z *Real) isWide(relative bool) bool {
	e := int64(-10)
	if relative {
		e += z.exp
	}
	return !z.rad.isZero() && z.rad.e > e
}

// monotone sets z to a ball around f([a, b]), where [a, b] is x and f, of exact arguments,
// is monotone there.
func (z *Real) monotone(x *Real, prec uint, f func(z, m *Real, prec uint) *Real) *Real {
	lo, hi := x.lower(prec+32), x.upper(prec+32)
	if !lo.IsFinite() || !hi.IsFinite() {
		return z.SetIndeterminate()
	}
	f(&lo, &lo, prec)
	f(&hi, &hi, prec)
	return z.Union(&lo, &hi, prec)
}

// Sqrt sets z to √x; indeterminate when x contains negative numbers.
func (z *Real) Sqrt(x *Real, prec uint) *Real {
	prec = clampPrec(prec)
	if x.IsZero() {
		return z.SetInt64(0)
	}
	if !x.IsNonnegative() {
		return z.SetIndeterminate()
	}
	if x.ContainsZero() { // [0, 2m]
		return z.setMag(x.magUpper().sqrt()).zeroTo()
	}
	if x.isWide(true) {
		return z.monotone(x, prec, (*Real).sqrtExact)
	}
	low, rad := x.magLower(), x.rad
	m := x.mid()
	z.sqrtExact(&m, prec)
	if !rad.isZero() {
		// |√x − √m| = |x−m|/(√x+√m)
		s := low.sqrtLower()
		z.addErr(z, rad.div(s.addLower(s)))
	}
	return z
}

// zeroTo sets z to [0, z] for an exact number z ≥ 0 that is a mag.
func (z *Real) zeroTo() *Real {
	u := z.midUpper().mul2exp(-1)
	z.setMag(u)
	z.rad = u
	return z
}

// sqrtExact is the square root of an exact number ≥ 0.
func (z *Real) sqrtExact(m *Real, prec uint) *Real {
	if m.mant[3] == 0 {
		return z.SetInt64(0)
	}
	if prec <= fastPrec && z.sqrtFast(m, prec) {
		return z
	}
	if prec <= 4*limbPrec && z.sqrtNewton(m, prec) {
		return z
	}
	// n·2^k with k even and n of at least 2·prec+4 bits; ⌊√n⌋ errs by less than 1.
	k := max(2*int64(prec)+4, int64(m.bitsUsed()))
	k += (m.exp - k) & 1
	f := m.mid()
	f.exp = 0
	n := f.toInt(k)
	s := new(big.Int).Sqrt(n)
	err := uint64(1)
	if n.Cmp(new(big.Int).Mul(s, s)) == 0 {
		err = 0
	}
	return z.setIntScaled(s, (m.exp-k)/2, err, prec)
}

// Exp sets z to e^x; indeterminate when x is too large for the exponent (about 10^18).
func (z *Real) Exp(x *Real, prec uint) *Real {
	prec = clampPrec(prec)
	if !x.IsFinite() {
		return z.SetIndeterminate()
	}
	if x.isWide(false) {
		return z.monotone(x, prec, (*Real).expExact)
	}
	m, rad := x.mid(), x.rad
	z.expExact(&m, prec)
	if !rad.isZero() {
		// |e^x − e^m| ≤ e^m·(e^rad − 1)
		z.addErr(z, z.magUpper().mul(rad.expm1()))
	}
	return z
}

// expExact is e^m of an exact number.
func (z *Real) expExact(m *Real, prec uint) *Real {
	switch {
	case m.mant[3] == 0:
		return z.SetInt64(1)
	case m.exp > 59: // |m| ≥ 2⁵⁹: e^−|m| < 2^(−2⁵⁹)
		if !m.neg {
			return z.SetIndeterminate()
		}
		*z = Real{rad: magPow2(-1 << 59)}
		return z
	case m.exp < -int64(prec)-2: // |e^m − 1 − m| ≤ m²
		err := m.midUpper()
		err = err.mul(err)
		z.AddInt64(m, 1, prec)
		return z.addErr(z, err)
	}
	switch {
	case prec <= fastPrec:
		return z.expFast(m, prec)
	case prec <= limbPrec:
		return z.expLimbs(m, prec)
	}
	return z.expWide(m, prec)
}

// Expm1 sets z to e^x − 1, accurate near 0.
func (z *Real) Expm1(x *Real, prec uint) *Real {
	prec = clampPrec(prec)
	if !x.IsFinite() {
		return z.SetIndeterminate()
	}
	if x.mant[3] != 0 && x.exp < -int64(prec)-2 || x.mant[3] == 0 && x.rad.e < -int64(prec) {
		// |e^x − 1 − x| ≤ x² for |x| < 1
		err := x.magUpper()
		if err.e < 0 {
			err = err.mul(err)
			z.SetRound(x, prec)
			return z.addErr(z, err)
		}
	}
	wp := prec + 4
	if x.exp < 0 {
		wp += uint(min(-x.exp, int64(prec)+8))
	}
	z.Exp(x, wp)
	return z.AddInt64(z, -1, prec)
}

// Log sets z to log x; indeterminate unless x is positive.
func (z *Real) Log(x *Real, prec uint) *Real {
	prec = clampPrec(prec)
	if !x.IsPositive() {
		return z.SetIndeterminate()
	}
	if x.isWide(true) {
		return z.monotone(x, prec, (*Real).logExact)
	}
	low, rad := x.magLower(), x.rad
	m := x.mid()
	z.logExact(&m, prec)
	if !rad.isZero() {
		// |log x − log m| ≤ |x−m|/min(x, m)
		z.addErr(z, rad.div(low))
	}
	return z
}

// logExact is the logarithm of an exact number > 0.
func (z *Real) logExact(m *Real, prec uint) *Real {
	if m.exp == 0 && m.mant[3] >= 0xfff8<<48 || m.exp == 1 && m.mant[3] < 0x8008<<48 {
		var d Real
		d.AddInt64(m, -1, m.bitsUsed()+2) // exact
		if d.mant[3] == 0 {
			return z.SetInt64(0)
		}
		if d.exp <= -14 {
			return z.log1pSeries(&d, prec)
		}
	}
	if prec <= fastPrec && z.logFast(m, prec) || prec > fastPrec && prec <= limbPrec && z.logLimbs(m, prec) {
		return z
	}
	return z.logWide(m, prec)
}

// Log1p sets z to log(1+x), accurate near 0; indeterminate unless x > −1.
func (z *Real) Log1p(x *Real, prec uint) *Real {
	prec = clampPrec(prec)
	if u := x.magUpper(); u.e <= -14 && !x.isWide(true) {
		return z.log1pSeries(x, prec)
	}
	wp := prec + 4
	if x.exp < 0 {
		wp += uint(min(-x.exp, int64(prec)+8))
	}
	var t Real
	t.AddInt64(x, 1, wp)
	return z.Log(&t, prec)
}

// maxTrigExp bounds the exponent of an argument that sine and cosine still reduce: beyond,
// the answer is [−1, 1].
func maxTrigExp(prec uint) int64 { return 1<<14 + 4*int64(prec) }

// Sin sets z to sin x.
func (z *Real) Sin(x *Real, prec uint) *Real {
	var c Real
	z.SinCos(&c, x, prec)
	return z
}

// Cos sets z to cos x.
func (z *Real) Cos(x *Real, prec uint) *Real {
	var s Real
	s.SinCos(z, x, prec)
	return z
}

// SinCos sets z to sin x and c to cos x.
func (z *Real) SinCos(c, x *Real, prec uint) {
	prec = clampPrec(prec)
	if !x.IsFinite() {
		z.SetIndeterminate()
		c.SetIndeterminate()
		return
	}
	if x.rad.e > 2 {
		*z, *c = Real{rad: magPow2(0)}, Real{rad: magPow2(0)}
		return
	}
	rad := x.rad
	m := x.mid()
	z.sinCosExact(c, &m, prec)
	if rad.isZero() {
		return
	}
	// |sin(m+h) − sin m| ≤ |h cos m| + h²/2, and at most |h|; likewise for cos.
	h2 := rad.mul(rad).mul2exp(-1)
	es := magMin(rad, rad.mul(c.magUpper()).add(h2))
	ec := magMin(rad, rad.mul(z.magUpper()).add(h2))
	z.addErr(z, es)
	c.addErr(c, ec)
	z.clampUnit(prec)
	c.clampUnit(prec)
}

// clampUnit cuts what lies outside [−1, 1] off z when that matters.
func (z *Real) clampUnit(prec uint) {
	if z.rad.e > -10 && z.magUpper().cmp(magPow2(0)) > 0 {
		u := Real{rad: magPow2(0)}
		z.Intersect(z, &u, prec)
	}
}

// sinCosExact sets z to sin m and c to cos m of an exact number.
func (z *Real) sinCosExact(c, m *Real, prec uint) {
	if m.mant[3] == 0 {
		z.SetInt64(0)
		c.SetInt64(1)
		return
	}
	if m.exp > maxTrigExp(prec) {
		*z, *c = Real{rad: magPow2(0)}, Real{rad: magPow2(0)}
		return
	}
	if m.exp > -14 && m.exp < 60 {
		if prec <= fastPrec && z.sinCosFast(c, m, prec) {
			return
		}
		if prec > fastPrec && prec <= limbPrec && z.sinCosLimbs(c, m, prec) {
			return
		}
	}
	r, n := *m, 0
	if m.exp > 0 || m.exp == 0 && m.mant[3] > 0xc9<<56 { // |m| > 0.785
		r, n = reduceHalfPi(m, prec)
	}
	rad := r.rad
	if r.exp <= -14 || r.mant[3] == 0 {
		c.cosSeries(&r, prec)
		z.sinSeries(&r, prec)
	} else {
		r.rad = mag{}
		z.sinCosWide(c, &r, prec)
		z.addErr(z, rad)
		c.addErr(c, rad)
	}
	switch n & 3 {
	case 1:
		*z, *c = *c, *z
		c.Neg(c)
	case 2:
		z.Neg(z)
		c.Neg(c)
	case 3:
		*z, *c = *c, *z
		z.Neg(z)
	}
}

// reduceHalfPi is r = m − n·π/2 as a ball with |r| < 0.8 and n modulo 4. The precision of π
// grows until r is accurate to prec bits, or to prec bits after the point where r is not
// small; the distance of a number of b bits from all multiples of π/2 is hardly ever below
// 2^−(b+e), so two rounds are enough and four are the limit.
func reduceHalfPi(m *Real, prec uint) (r Real, n int) {
	e := max(m.exp, 0)
	for wp, i := prec+24, 0; i < 4; i++ {
		var h, q Real
		h.Pi(wp + uint(e))
		h.Mul2Exp(&h, -1)
		q.Div(m, &h, uint(e)+16)
		var half Real
		half.SetFloat64(0.5)
		q.Add(&q, &half, uint(e)+16)
		k := q.floorInt(false)
		q.SetInt(k)
		n = int(new(big.Int).And(k, big.NewInt(3)).Int64())
		h.Mul(&q, &h, wp+uint(e))
		r.Sub(m, &h, max(wp+uint(e), m.bitsUsed()))
		if r.RelAccuracyBits() >= int(prec)+4 || r.mant[3] != 0 && r.exp > -14 {
			break
		}
		wp = 2*wp + m.bitsUsed()
	}
	return r, n
}

// Tan sets z to tan x; indeterminate when x contains a pole.
func (z *Real) Tan(x *Real, prec uint) *Real {
	var s, c Real
	s.SinCos(&c, x, prec+6)
	return z.Div(&s, &c, prec)
}

// Cot sets z to cot x; indeterminate when x contains a pole.
func (z *Real) Cot(x *Real, prec uint) *Real {
	var s, c Real
	s.SinCos(&c, x, prec+6)
	return z.Div(&c, &s, prec)
}

// Atan sets z to arctan x in (−π/2, π/2).
func (z *Real) Atan(x *Real, prec uint) *Real {
	prec = clampPrec(prec)
	if !x.IsFinite() {
		return z.SetIndeterminate()
	}
	if x.isWide(true) && x.isWide(false) {
		return z.monotone(x, prec, (*Real).atanExact)
	}
	m, rad, low := x.mid(), x.rad, x.magLower()
	z.atanExact(&m, prec)
	if !rad.isZero() {
		// The derivative is 1/(1+x²).
		d := magPow2(0).addLower(low.mulLower(low))
		z.addErr(z, rad.div(d))
	}
	return z
}

func (z *Real) atanExact(m *Real, prec uint) *Real {
	var one Real
	return z.atan2Exact(m, one.SetInt64(1), prec)
}

// atan2Exact is the argument of x + iy for exact numbers, 0 for x = y = 0.
func (z *Real) atan2Exact(y, x *Real, prec uint) *Real {
	switch {
	case y.mant[3] == 0:
		if x.neg {
			return z.Pi(prec)
		}
		return z.SetInt64(0)
	case x.mant[3] == 0:
		neg := y.neg
		z.Pi(prec)
		z.Mul2Exp(z, -1)
		return z.negIf(neg)
	case x.exp == y.exp && x.mant == y.mant && x.wide == nil && y.wide == nil: // |x| = |y|
		neg, ref := y.neg, x.neg
		z.Pi(prec + 2)
		if ref {
			z.MulInt64(z, 3, prec)
		}
		z.Mul2Exp(z, -2)
		z.SetRound(z, prec)
		return z.negIf(neg)
	}
	d := y.exp - x.exp
	if d < 20 && d > -20 {
		if prec <= fastPrec && z.atan2Fast(y, x, prec) ||
			prec > fastPrec && prec <= limbPrec && z.atan2Limbs(y, x, prec) {
			return z
		}
		return z.atan2Wide(y, x, prec)
	}
	var q, t Real
	wp := prec + 8
	if d < 0 { // θ = arctan(y/x), or π ± that
		neg, ref := y.neg, x.neg
		q.Div(y, x, wp)
		z.atanSeries(&q, wp)
		if ref {
			z.Add(z, t.Pi(wp).negIf(neg), wp)
		}
		return z.SetRound(z, prec)
	}
	// θ = ±π/2 − arctan(x/y)
	neg := y.neg
	q.Div(x, y, wp)
	q.atanSeries(&q, wp)
	t.Pi(wp)
	t.Mul2Exp(&t, -1)
	return z.Sub(t.negIf(neg), &q, prec)
}

func (z *Real) negIf(neg bool) *Real {
	if neg {
		return z.Neg(z)
	}
	return z
}

// Atan2 sets z to the argument of x + iy in (−π, π]. A ball that crosses the cut (y = 0,
// x < 0) gives a hull of both sides; one that contains the origin gives the hull over the
// quadrants it meets, and exactly 0 for y, x exactly 0.
func (z *Real) Atan2(y, x *Real, prec uint) *Real {
	prec = clampPrec(prec)
	if !x.IsFinite() || !y.IsFinite() {
		return z.SetIndeterminate()
	}
	if y.IsExact() && x.IsExact() {
		return z.atan2Exact(y, x, prec)
	}
	if x.IsNonnegative() && y.IsZero() {
		return z.SetInt64(0)
	}
	if x.ContainsZero() && y.ContainsZero() || !x.IsNonnegative() && !y.IsNonnegative() && !y.IsNegative() {
		return z.quadrants(y, x, prec)
	}
	c := Complex{*x, *y}
	low := c.magLower()
	if rad := magMax(x.rad, y.rad); !low.isZero() && rad.mul2exp(10).cmp(low) < 0 {
		// dθ = (x dy − y dx)/|z|²
		d := x.rad.mul(y.magUpper()).add(y.rad.mul(x.magUpper())).div(low.mulLower(low))
		mx, my := x.mid(), y.mid()
		z.atan2Exact(&my, &mx, prec)
		return z.addErr(z, d)
	}
	// The argument has no extremum inside: its range is that over the corners. Where an upper
	// or lower end is 0 it stays on its side of the cut, because y ≥ 0 there.
	var hull Real
	xs := [2]Real{x.lower(prec + 32), x.upper(prec + 32)}
	ys := [2]Real{y.lower(prec + 32), y.upper(prec + 32)}
	for i := range 2 {
		if !xs[i].IsFinite() || !ys[i].IsFinite() {
			return z.SetIndeterminate()
		}
	}
	if y.IsNegative() && ys[1].IsNonnegative() || y.IsNonnegative() && ys[0].IsNegative() {
		return z.SetIndeterminate() // rounding outwards crossed the cut: cannot be at sane radii
	}
	for i := range xs {
		for j := range ys {
			var t Real
			t.atan2Exact(&ys[j], &xs[i], prec)
			if i+j == 0 {
				hull = t
			} else {
				hull.Union(&hull, &t, prec)
			}
		}
	}
	*z = hull
	return z
}

// quadrants sets z to the hull of the arguments in the quadrants that x + iy may be in.
func (z *Real) quadrants(y, x *Real, prec uint) *Real {
	lo, hi := int64(-2), int64(2) // in units of π/2
	if x.IsNonnegative() {
		lo, hi = -1, 1
	}
	switch {
	case y.IsNonnegative():
		lo = 0
	case y.IsNonpositive() && x.IsNonnegative():
		hi = 0
	}
	var h, a, b Real
	h.Pi(prec + 4)
	h.Mul2Exp(&h, -1)
	a.MulInt64(&h, lo, prec+4)
	b.MulInt64(&h, hi, prec+4)
	return z.Union(&a, &b, prec)
}

// Asin sets z to arcsin x in [−π/2, π/2]; indeterminate when x leaves [−1, 1].
func (z *Real) Asin(x *Real, prec uint) *Real {
	prec = clampPrec(prec)
	if x.magUpper().cmp(magPow2(-1)) > 0 && x.isWide(false) {
		return z.monotone(x, prec, (*Real).asinExact)
	}
	return z.asinExact(x, prec)
}

// asinExact is arctan2(x, √((1−x)(1+x))).
func (z *Real) asinExact(x *Real, prec uint) *Real {
	var c Real
	if !c.cathetus(x, prec+8) {
		return z.SetIndeterminate()
	}
	return z.Atan2(x, &c, prec)
}

// Acos sets z to arccos x in [0, π]; indeterminate when x leaves [−1, 1].
func (z *Real) Acos(x *Real, prec uint) *Real {
	prec = clampPrec(prec)
	if x.magUpper().cmp(magPow2(-1)) > 0 && x.isWide(false) {
		return z.monotone(x, prec, (*Real).acosExact)
	}
	return z.acosExact(x, prec)
}

func (z *Real) acosExact(x *Real, prec uint) *Real {
	var c Real
	if !c.cathetus(x, prec+8) {
		return z.SetIndeterminate()
	}
	return z.Atan2(&c, x, prec)
}

// cathetus sets z to √(1−x²) and reports whether −1 ≤ x ≤ 1.
func (z *Real) cathetus(x *Real, prec uint) bool {
	var one, a, b Real
	one.SetInt64(1)
	wp := max(prec, x.bitsUsed()) + 8
	a.Sub(&one, x, wp)
	b.Add(&one, x, wp)
	if !a.IsNonnegative() || !b.IsNonnegative() {
		return false
	}
	a.Mul(&a, &b, prec)
	z.Sqrt(&a, prec)
	return z.IsFinite()
}

// SinhCosh sets z to sinh x and c to cosh x.
func (z *Real) SinhCosh(c, x *Real, prec uint) {
	prec = clampPrec(prec)
	if !x.IsFinite() {
		z.SetIndeterminate()
		c.SetIndeterminate()
		return
	}
	if x.isWide(false) {
		t := *x
		z.monotone(&t, prec, (*Real).sinhExact)
		a := t
		a.Abs(&a)
		c.monotone(&a, prec, (*Real).coshExact)
		return
	}
	m, rad := x.mid(), x.rad
	z.sinhCoshExact(c, &m, prec)
	if !rad.isZero() {
		// sinh(m+h) − sinh m = sinh m (cosh h − 1) + cosh m sinh h, both of cosh h − 1 and
		// sinh h are at most e^h − 1, and cosh h − 1 ≤ h(e^h − 1).
		e := rad.expm1()
		h := e.mul(rad)
		s, k := z.magUpper(), c.magUpper()
		z.addErr(z, s.mul(h).add(k.mul(e)))
		c.addErr(c, k.mul(h).add(s.mul(e)))
	}
}

func (z *Real) sinhExact(m *Real, prec uint) *Real {
	var c Real
	z.sinhCoshExact(&c, m, prec)
	return z
}

func (z *Real) coshExact(m *Real, prec uint) *Real {
	var s Real
	s.sinhCoshExact(z, m, prec)
	return z
}

func (z *Real) sinhCoshExact(c, m *Real, prec uint) {
	wp := prec + 6
	if m.exp <= -14 {
		// sinh m = m·(1 + m²/6 (1 + m²/20 (…))): as sin, with the signs of x² turned.
		t := *m
		c.coshSeries(&t, prec)
		z.sinhSeries(&t, prec)
		return
	}
	if m.exp < 0 {
		wp += uint(-m.exp)
	}
	var a, b Real
	a.expExact(m, wp)
	b.Inv(&a, wp)
	if !a.IsFinite() || !b.IsFinite() { // overflow
		z.SetIndeterminate()
		c.SetIndeterminate()
		return
	}
	z.Sub(&a, &b, prec)
	z.Mul2Exp(z, -1)
	c.Add(&a, &b, prec)
	c.Mul2Exp(c, -1)
}

// Sinh sets z to sinh x.
func (z *Real) Sinh(x *Real, prec uint) *Real {
	var c Real
	z.SinhCosh(&c, x, prec)
	return z
}

// Cosh sets z to cosh x.
func (z *Real) Cosh(x *Real, prec uint) *Real {
	var s Real
	s.SinhCosh(z, x, prec)
	return z
}

// Tanh sets z to tanh x.
func (z *Real) Tanh(x *Real, prec uint) *Real {
	prec = clampPrec(prec)
	if !x.IsFinite() {
		return z.SetIndeterminate()
	}
	if x.isWide(false) {
		return z.monotone(x, prec, (*Real).tanhExact)
	}
	m, rad := x.mid(), x.rad
	z.tanhExact(&m, prec)
	return z.addErr(z, rad) // |tanh′| ≤ 1
}

func (z *Real) tanhExact(m *Real, prec uint) *Real {
	if m.mant[3] != 0 && m.exp > 0 && (m.exp > 62 || m.approx() > float64(prec) || m.approx() < -float64(prec)) {
		// 1 − tanh |m| < 2e^(−2|m|) < 2^(1−2·prec)
		neg := m.neg
		z.SetInt64(1)
		z.negIf(neg)
		return z.addErr(z, magPow2(1-2*int64(prec)))
	}
	var s, c Real
	s.sinhCoshExact(&c, m, prec+4)
	return z.Div(&s, &c, prec)
}

// Asinh sets z to arsinh x.
func (z *Real) Asinh(x *Real, prec uint) *Real {
	prec = clampPrec(prec)
	if !x.IsFinite() {
		return z.SetIndeterminate()
	}
	if x.isWide(true) && x.isWide(false) {
		return z.monotone(x, prec, (*Real).asinhExact)
	}
	m, rad, low := x.mid(), x.rad, x.magLower()
	z.asinhExact(&m, prec)
	if !rad.isZero() { // the derivative is 1/√(1+x²)
		z.addErr(z, rad.div(magPow2(0).addLower(low.mulLower(low)).sqrtLower()))
	}
	return z
}

// asinhExact is log1p(|x| + x²/(1+√(1+x²))) with the sign of x.
func (z *Real) asinhExact(m *Real, prec uint) *Real {
	var a, s, q Real
	neg := m.neg
	wp := prec + 8
	a.Abs(m)
	q.Mul(&a, &a, wp)
	s.AddInt64(&q, 1, wp)
	s.Sqrt(&s, wp)
	s.AddInt64(&s, 1, wp)
	q.Div(&q, &s, wp)
	q.Add(&q, &a, wp)
	z.Log1p(&q, prec)
	return z.negIf(neg)
}

// Acosh sets z to arcosh x ≥ 0; indeterminate when x contains numbers below 1.
func (z *Real) Acosh(x *Real, prec uint) *Real {
	prec = clampPrec(prec)
	if x.isWide(false) && x.IsFinite() {
		return z.monotone(x, prec, (*Real).acoshExact)
	}
	return z.acoshExact(x, prec)
}

// acoshExact is log1p(d + √(d(d+2))) with d = x − 1.
func (z *Real) acoshExact(x *Real, prec uint) *Real {
	var d, s Real
	wp := prec + 8
	d.AddInt64(x, -1, max(wp, x.bitsUsed())+8)
	if !d.IsNonnegative() {
		return z.SetIndeterminate()
	}
	s.AddInt64(&d, 2, wp)
	s.Mul(&s, &d, wp)
	s.Sqrt(&s, wp)
	d.Add(&d, &s, wp)
	return z.Log1p(&d, prec)
}

// Atanh sets z to artanh x; indeterminate unless −1 < x < 1.
func (z *Real) Atanh(x *Real, prec uint) *Real {
	prec = clampPrec(prec)
	if x.isWide(false) && x.IsFinite() {
		return z.monotone(x, prec, (*Real).atanhExact)
	}
	return z.atanhExact(x, prec)
}

// atanhExact is ½ log1p(2x/(1−x)).
func (z *Real) atanhExact(x *Real, prec uint) *Real {
	var one, d, t Real
	wp := prec + 8
	one.SetInt64(1)
	neg := x.neg
	t = *x
	t.neg = false
	d.Sub(&one, &t, max(wp, x.bitsUsed())+8)
	if !d.IsPositive() {
		return z.SetIndeterminate()
	}
	d.Div(&t, &d, wp)
	d.Mul2Exp(&d, 1)
	z.Log1p(&d, prec)
	z.Mul2Exp(z, -1)
	return z.negIf(neg)
}

// PowInt sets z to xⁿ; x⁰ is 1.
func (z *Real) PowInt(x *Real, n int64, prec uint) *Real {
	prec = clampPrec(prec)
	u := uint64(n)
	if n < 0 {
		u = -u
	}
	switch n {
	case 0:
		return z.SetInt64(1)
	case 1:
		return z.SetRound(x, prec)
	case 2:
		return z.Sqr(x, prec)
	}
	if x.isWide(true) && x.IsFinite() {
		return z.powIntWide(x, n, u, prec)
	}
	z.powUint(x, u, prec+8)
	if n < 0 {
		return z.Inv(z, prec)
	}
	return z.SetRound(z, prec)
}

// powIntWide computes the ends: xᵘ is monotone for odd u, and a function of |x| for even u.
func (z *Real) powIntWide(x *Real, n int64, u uint64, prec uint) *Real {
	t := *x
	if u&1 == 0 {
		t.Abs(&t)
	}
	if n < 0 && t.ContainsZero() {
		return z.SetIndeterminate()
	}
	lo, hi := t.lower(prec+32), t.upper(prec+32)
	if u&1 == 0 && lo.neg { // rounding outwards
		lo.SetInt64(0)
	}
	lo.powUint(&lo, u, prec+8)
	hi.powUint(&hi, u, prec+8)
	if n < 0 {
		lo.Inv(&lo, prec+8)
		hi.Inv(&hi, prec+8)
	}
	return z.Union(&lo, &hi, prec)
}

// powUint is xⁿ by binary powering; errors are the balls'. Guard bits for log₂ n steps.
func (z *Real) powUint(x *Real, n uint64, prec uint) *Real {
	wp := prec + 2*uint(bitLen(n))
	t := *x
	var r Real
	r.SetInt64(1)
	for first := true; ; {
		if n&1 != 0 {
			if first {
				r, first = t, false
			} else {
				r.Mul(&r, &t, wp)
			}
		}
		if n >>= 1; n == 0 {
			break
		}
		t.Sqr(&t, wp)
	}
	*z = r
	return z
}

func bitLen(n uint64) int { return big.NewInt(0).SetUint64(n).BitLen() }

// Pow sets z to x^y as a real number: for integer y as PowInt, else exp(y log x);
// indeterminate when x may be negative (or 0) and y is not exactly an integer, except 0^y = 0
// for y > 0.
func (z *Real) Pow(x, y *Real, prec uint) *Real {
	prec = clampPrec(prec)
	if n, ok := y.exactInt64(); ok {
		return z.PowInt(x, n, prec)
	}
	if y.exactHalf() && x.IsNonnegative() {
		n, _ := new(Real).Mul2Exp(y, 1).exactInt64()
		var s Real
		s.Sqrt(x, prec+8)
		return z.PowInt(&s, n, prec)
	}
	if x.IsZero() && y.IsPositive() {
		return z.SetInt64(0)
	}
	if x.IsNonnegative() && x.ContainsZero() && y.IsPositive() { // [0, max x^y]; monotone in y
		var u Real
		u.setMag(x.magUpper())
		u.Pow(&u, y, 64)
		if !u.IsFinite() {
			return z.SetIndeterminate()
		}
		return z.setMag(u.magUpper()).zeroTo()
	}
	var l Real
	wp := prec + 8
	if e := y.exp; e > 0 && y.mant[3] != 0 {
		wp += uint(min(e, 64))
	}
	// exp loses as many bits as its argument has before the point.
	if x.exp > 16 || x.exp < -16 {
		wp += uint(bitLen(uint64(max(x.exp, -x.exp))))
	}
	l.Log(x, wp)
	l.Mul(&l, y, wp)
	return z.Exp(&l, prec)
}

// exactInt64 is z when it is exactly an integer of moderate size.
func (z *Real) exactInt64() (int64, bool) {
	switch {
	case !z.IsExact() || z.exp > 63:
		return 0, false
	case z.mant[3] == 0:
		return 0, true
	case z.exp <= 0 || z.mant[0]|z.mant[1]|z.mant[2] != 0 || z.wide != nil:
		return 0, false
	}
	s := uint(64 - z.exp)
	n := int64(z.mant[3] >> s)
	if uint64(n)<<s != z.mant[3] {
		return 0, false
	}
	if z.neg {
		n = -n
	}
	return n, true
}

// exactHalf tells whether z is exactly half an integer of moderate size.
func (z *Real) exactHalf() bool {
	var t Real
	_, ok := t.Mul2Exp(z, 1).exactInt64()
	return ok && t.mant[3] != 0
}

// Root sets z to the real n-th root of x, n ≥ 1: of negative x for odd n; indeterminate when
// x contains negative numbers and n is even, or n < 1.
func (z *Real) Root(x *Real, n int64, prec uint) *Real {
	prec = clampPrec(prec)
	switch {
	case n < 1 || !x.IsFinite():
		return z.SetIndeterminate()
	case n == 1:
		return z.SetRound(x, prec)
	case n == 2:
		return z.Sqrt(x, prec)
	case x.IsZero():
		return z.SetInt64(0)
	case x.IsPositive():
		return z.rootPositive(x, n, prec)
	case n&1 == 1 && x.IsNegative():
		var t Real
		z.rootPositive(t.Neg(x), n, prec)
		return z.Neg(z)
	case n&1 == 1 || x.IsNonnegative():
		// Around zero: |ⁿ√x| ≤ ⁿ√max|x|.
		var u Real
		u.setMag(x.magUpper())
		u.rootPositive(&u, n, 64)
		nonneg := x.IsNonnegative()
		*z = Real{rad: u.magUpper()}
		if nonneg {
			z.Abs(z)
		}
		return z
	}
	return z.SetIndeterminate()
}

func (z *Real) rootPositive(x *Real, n int64, prec uint) *Real {
	if r, ok := x.exactRoot(n, prec); ok {
		*z = r
		return z
	}
	var l Real
	wp := prec + 8
	if x.exp > 16 || x.exp < -16 {
		wp += uint(bitLen(uint64(max(x.exp, -x.exp))))
	}
	l.Log(x, wp)
	l.DivInt64(&l, n, wp)
	return z.Exp(&l, prec)
}

// exactRoot finds the n-th root of an exact number when it has at most 64 bits.
func (z *Real) exactRoot(n int64, prec uint) (Real, bool) {
	var r, p Real
	if !z.IsExact() || z.exp%n != 0 && n > 64 || n > 1<<20 {
		return r, false
	}
	r.Log(z, 80)
	r.DivInt64(&r, n, 80)
	r.Exp(&r, 80)
	r.rad = mag{}
	r.SetRound(&r, min(prec, 30))
	r.rad = mag{}
	p.powUint(&r, uint64(n), z.bitsUsed())
	return r, p.IsExact() && p.Equal(z)
}
