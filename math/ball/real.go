package ball

import (
	"math"
	"math/big"
	"math/bits"
)

// Real is a real ball: every number within the radius of the midpoint. The zero value is
// exactly 0. Reals may be copied and share nothing that changes.
//
// An infinite radius means indeterminate: nothing is known, not even that there is a value.
type Real struct {
	// |mid| = 0.mant × 2^exp; zero has mant[3] = 0. When wide is set it is the whole mantissa,
	// of more than 256 bits, and mant its leading 256 bits, cut off.
	mant mantissa
	exp  int64
	wide []uint64
	rad  mag
	neg  bool
}

// minPrec is the least precision: requests below are raised to it.
const minPrec = 2

// maxPrec bounds the precision: requests above are lowered to it.
const maxPrec = 1 << 24

func clampPrec(prec uint) uint { return min(max(prec, minPrec), maxPrec) }

// SetIndeterminate makes z the ball without information.
func (z *Real) SetIndeterminate() *Real {
	*z = Real{rad: magInf()}
	return z
}

// Set makes z a copy of x.
func (z *Real) Set(x *Real) *Real {
	*z = *x
	return z
}

// SetRound makes z the ball x with its midpoint rounded to prec bits.
func (z *Real) SetRound(x *Real, prec uint) *Real {
	prec = clampPrec(prec)
	switch {
	case !x.IsFinite():
		return z.SetIndeterminate()
	case x.mant[3] == 0:
		return z.Set(x)
	case x.wide != nil:
		if int(prec) >= 64*len(x.wide) {
			return z.Set(x)
		}
		return z.setWide(append([]uint64(nil), x.wide...), x.exp, x.neg, x.rad, prec)
	case prec >= mantBits:
		return z.Set(x)
	}
	return z.setLimbs(x.mant[:], x.exp, x.neg, x.rad, prec)
}

// SetInt64 makes z exactly n.
func (z *Real) SetInt64(n int64) *Real {
	*z = Real{neg: n < 0}
	u := uint64(n)
	if n < 0 {
		u = -u
	}
	return z.setUint64(u)
}

// SetUint64 makes z exactly n.
func (z *Real) SetUint64(n uint64) *Real {
	*z = Real{}
	return z.setUint64(n)
}

func (z *Real) setUint64(u uint64) *Real {
	if u != 0 {
		s := bits.LeadingZeros64(u)
		z.mant[3] = u << uint(s)
		z.exp = 64 - int64(s)
	}
	return z
}

// SetFloat64 makes z exactly f; indeterminate for infinities and NaN.
func (z *Real) SetFloat64(f float64) *Real {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return z.SetIndeterminate()
	}
	*z = Real{neg: f < 0}
	if f == 0 {
		return z
	}
	fr, e := math.Frexp(math.Abs(f))
	z.setUint64(uint64(math.Ldexp(fr, 53)))
	z.exp += int64(e) - 53
	return z
}

// SetInt makes z exactly n.
func (z *Real) SetInt(n *big.Int) *Real {
	*z = Real{}
	if n.Sign() == 0 {
		return z
	}
	return z.setIntScaled(n, 0, 0, maxPrec)
}

// SetFloat makes z exactly f; indeterminate for infinities.
func (z *Real) SetFloat(f *big.Float) *Real {
	if f.IsInf() {
		return z.SetIndeterminate()
	}
	if f.Sign() == 0 {
		*z = Real{}
		return z
	}
	m, p := new(big.Float), f.MinPrec()
	e := f.MantExp(m)
	n, _ := m.SetMantExp(m, int(p)).Int(nil) // exact
	return z.setIntScaled(n, int64(e)-int64(p), 0, maxPrec)
}

// SetRat makes z the ball of prec bits around q, exact when q fits.
func (z *Real) SetRat(q *big.Rat, prec uint) *Real {
	var d Real
	d.SetInt(q.Denom())
	z.SetInt(q.Num())
	return z.Div(z, &d, prec)
}

// SetMidRad makes z the ball with the midpoint of m and radius rad plus that of m; a
// negative, infinite or NaN radius makes it indeterminate.
func (z *Real) SetMidRad(m *Real, rad float64) *Real {
	r := magInf()
	if rad >= 0 {
		r = magFloat(rad)
	}
	return z.addErr(m, r)
}

// addErr is x with its radius enlarged by err.
func (z *Real) addErr(x *Real, err mag) *Real {
	r := x.rad.add(err)
	if r.isInf() {
		return z.SetIndeterminate()
	}
	*z = *x
	z.rad = r
	return z
}

// AddError widens z by the ball |x|: afterwards z contains z ± e for all |e| ≤ max |x|.
func (z *Real) AddError(x *Real) *Real { return z.addErr(z, x.magUpper()) }

// setMag makes z exactly the number a.
func (z *Real) setMag(a mag) *Real {
	if a.isInf() {
		return z.SetIndeterminate()
	}
	*z = Real{}
	if a.m != 0 {
		z.mant[3] = uint64(a.m) << 32
		z.exp = a.e
	}
	return z
}

// setLimbs makes z ± the normalized fraction w × 2^exp, rounded to prec, with radius rad
// plus the rounding error. w has at least four limbs and may be rounded in place.
func (z *Real) setLimbs(w []uint64, exp int64, neg bool, rad mag, prec uint) *Real {
	if prec > mantBits {
		return z.setWide(w, exp, neg, rad, prec)
	}
	m, carry, inexact := roundMant(w, prec)
	if inexact {
		rad = rad.add(magPow2(exp - int64(prec) - 1))
	}
	return z.finish(m, exp+carry, neg, rad)
}

// finish stores a midpoint after checking the exponent's range.
func (z *Real) finish(m mantissa, exp int64, neg bool, rad mag) *Real {
	if rad.isInf() || exp > maxExp {
		return z.SetIndeterminate()
	}
	if exp < -maxExp {
		*z = Real{rad: rad.add(magPow2(-maxExp))}
		return z
	}
	z.mant, z.exp, z.wide, z.rad, z.neg = m, exp, nil, rad, neg
	return z
}

// midUpper and midLower bound |mid|, magUpper and magLower bound |z| over the ball.
func (z *Real) midUpper() mag {
	top := z.mant[3]
	if top == 0 {
		return mag{}
	}
	if top<<32|z.mant[2]|z.mant[1]|z.mant[0] == 0 && z.wide == nil {
		return mag{z.exp, uint32(top >> 32)}
	}
	if top>>32 == math.MaxUint32 {
		return magCheck(z.exp+1, 1<<31)
	}
	return mag{z.exp, uint32(top>>32) + 1}
}

func (z *Real) midLower() mag {
	if z.mant[3] == 0 {
		return mag{}
	}
	return mag{z.exp, uint32(z.mant[3] >> 32)}
}

func (z *Real) magUpper() mag { return z.midUpper().add(z.rad) }
func (z *Real) magLower() mag { return z.midLower().subLower(z.rad) }

// mid is the midpoint as an exact ball.
func (z *Real) mid() Real {
	m := *z
	m.rad = mag{}
	return m
}

// Neg sets z to −x.
func (z *Real) Neg(x *Real) *Real {
	*z = *x
	z.neg = !x.neg && x.mant[3] != 0
	return z
}

// Abs sets z to |x|. A ball across zero becomes [0, max |x|].
func (z *Real) Abs(x *Real) *Real {
	if x.ContainsZero() && !x.rad.isZero() {
		if !x.IsFinite() {
			return z.SetIndeterminate()
		}
		u := x.magUpper().mul2exp(-1)
		z.setMag(u)
		z.rad = u
		return z
	}
	*z = *x
	z.neg = false
	return z
}

// Mul2Exp sets z to x·2^e, exactly.
func (z *Real) Mul2Exp(x *Real, e int64) *Real {
	if e > 2*maxExp || e < -2*maxExp {
		e = max(min(e, 2*maxExp), -2*maxExp)
	}
	w, rad := x.wide, x.rad.mul2exp(e)
	if x.mant[3] == 0 {
		*z = *x
		z.rad = rad
		return z
	}
	if z.finish(x.mant, x.exp+e, x.neg, rad); z.mant[3] != 0 {
		z.wide = w
	}
	return z
}

// Add sets z to x + y.
func (z *Real) Add(x, y *Real, prec uint) *Real { return z.addSigned(x, y, y.neg, prec) }

// Sub sets z to x − y.
func (z *Real) Sub(x, y *Real, prec uint) *Real { return z.addSigned(x, y, !y.neg, prec) }

// addSigned is x + y with the sign of y's midpoint replaced by yneg.
func (z *Real) addSigned(x, y *Real, yneg bool, prec uint) *Real {
	rad := x.rad.add(y.rad)
	prec = clampPrec(prec)
	switch {
	case rad.isInf():
		return z.SetIndeterminate()
	case y.mant[3] == 0:
		err := y.rad // z may be y
		z.SetRound(x, prec)
		return z.addErr(z, err)
	case x.mant[3] == 0:
		t := *y
		t.neg, t.rad = yneg, rad
		return z.SetRound(&t, prec)
	}
	if prec > mantBits || x.wide != nil || y.wide != nil {
		return z.addWide(x, y, yneg, rad, prec)
	}
	xneg := x.neg
	if x.exp < y.exp {
		x, y = y, x
		xneg, yneg = yneg, xneg
	}
	// Five limbs hold x and what remains of y after the shift; what falls off below is less
	// than a unit of the fifth limb.
	w := [5]uint64{0, x.mant[0], x.mant[1], x.mant[2], x.mant[3]}
	exp := x.exp
	v, lost := shiftRight5(&y.mant, uint64(exp-y.exp))
	if lost {
		rad = rad.add(magPow2(exp - 320))
	}
	var c uint64
	if xneg == yneg {
		for i := range w {
			w[i], c = bits.Add64(w[i], v[i], c)
		}
		if c != 0 {
			if w[0]&1 != 0 {
				rad = rad.add(magPow2(exp - 320))
			}
			for i := range 4 {
				w[i] = w[i]>>1 | w[i+1]<<63
			}
			w[4] = w[4]>>1 | 1<<63
			exp++
		}
		return z.setLimbs(w[:], exp, xneg, rad, prec)
	}
	for i := range w {
		w[i], c = bits.Sub64(w[i], v[i], c)
	}
	if c != 0 { // only with equal exponents
		c = 1
		for i := range w {
			w[i], c = bits.Add64(^w[i], 0, c)
		}
		xneg = !xneg
	}
	if w[4]>>63 == 0 {
		if isZero(w[:]) {
			*z = Real{rad: rad}
			return z
		}
		exp -= normalize(w[:])
	}
	return z.setLimbs(w[:], exp, xneg, rad, prec)
}

// shiftRight5 is m, put on top of a fifth limb, shifted right by d bits, and whether bits
// were lost.
func shiftRight5(m *mantissa, d uint64) (v [5]uint64, lost bool) {
	if d >= 320 {
		return v, true
	}
	if d == 0 {
		return [5]uint64{0, m[0], m[1], m[2], m[3]}, false
	}
	w := [6]uint64{0, m[0], m[1], m[2], m[3], 0}
	limbs, off := int(d/64), d%64
	for i := range 5 {
		if i+limbs < 5 {
			v[i] = w[i+limbs] >> off
			if off > 0 {
				v[i] |= w[i+limbs+1] << (64 - off)
			}
		}
	}
	var or uint64
	for i := range limbs {
		or |= w[i]
	}
	if off > 0 {
		or |= w[limbs] << (64 - off)
	}
	return v, or != 0
}

// Mul sets z to x·y.
func (z *Real) Mul(x, y *Real, prec uint) *Real {
	prec = clampPrec(prec)
	var rad mag
	if !x.rad.isZero() || !y.rad.isZero() {
		// |xy − mx·my| ≤ |mx|·ry + (|my| + ry)·rx
		rad = x.midUpper().mul(y.rad).add(y.magUpper().mul(x.rad))
		if x.rad.isInf() || y.rad.isInf() {
			return z.SetIndeterminate()
		}
	}
	if x.mant[3] == 0 || y.mant[3] == 0 {
		if rad.isInf() {
			return z.SetIndeterminate()
		}
		*z = Real{rad: rad}
		return z
	}
	neg, exp := x.neg != y.neg, x.exp+y.exp
	if prec > mantBits || x.wide != nil || y.wide != nil {
		return z.mulWide(x, y, exp, neg, rad, prec)
	}
	w := mulMant(&x.mant, &y.mant)
	if w[7]>>63 == 0 {
		for i := 7; i > 0; i-- {
			w[i] = w[i]<<1 | w[i-1]>>63
		}
		w[0] <<= 1
		exp--
	}
	return z.setLimbs(w[:], exp, neg, rad, prec)
}

// Sqr sets z to x², which is never negative.
func (z *Real) Sqr(x *Real, prec uint) *Real {
	if x.ContainsZero() && !x.rad.isZero() {
		// [0, u²]
		u := x.magUpper()
		u = u.mul(u).mul2exp(-1)
		z.setMag(u)
		return z.addErr(z, u)
	}
	return z.Mul(x, x, prec)
}

// MulInt64 sets z to n·x.
func (z *Real) MulInt64(x *Real, n int64, prec uint) *Real {
	var y Real
	return z.Mul(x, y.SetInt64(n), prec)
}

// AddInt64 sets z to x + n.
func (z *Real) AddInt64(x *Real, n int64, prec uint) *Real {
	var y Real
	return z.Add(x, y.SetInt64(n), prec)
}

// DivInt64 sets z to x/n; indeterminate for n = 0.
func (z *Real) DivInt64(x *Real, n int64, prec uint) *Real {
	var y Real
	return z.Div(x, y.SetInt64(n), prec)
}

// Inv sets z to 1/x; indeterminate when x contains 0.
func (z *Real) Inv(x *Real, prec uint) *Real {
	var one Real
	return z.Div(one.SetInt64(1), x, prec)
}

// Div sets z to x/y; indeterminate when y contains 0.
func (z *Real) Div(x, y *Real, prec uint) *Real {
	prec = clampPrec(prec)
	low := y.magLower()
	if low.isZero() || x.rad.isInf() {
		return z.SetIndeterminate()
	}
	if y.isWide(true) { // 1/y is monotone: its ends are tighter than the bound below
		var a, b, one Real
		one.SetInt64(1)
		a, b = y.lower(prec+32), y.upper(prec+32)
		a.Div(&one, &a, prec+8)
		b.Div(&one, &b, prec+8)
		a.Union(&a, &b, prec+8)
		return z.Mul(x, &a, prec)
	}
	// |x/y − mx/my| = |(x−mx)·my − mx·(y−my)|/(|my·y|) ≤ (rx + ry·|mx/my|)/min |y|
	rad := x.rad
	if !y.rad.isZero() {
		rad = rad.add(y.rad.mul(x.midUpper().div(y.midLower())))
	}
	if !rad.isZero() {
		rad = rad.div(low)
	}
	if rad.isInf() {
		return z.SetIndeterminate()
	}
	if x.mant[3] == 0 {
		*z = Real{rad: rad}
		return z
	}
	neg, exp := x.neg != y.neg, x.exp-y.exp
	if prec > mantBits || x.wide != nil || y.wide != nil {
		return z.divWide(x, y, exp, neg, rad, prec)
	}
	// q = ⌊2^320·a/b⌋ has 320 or 321 bits of six limbs; the remainder is less than one unit,
	// 2^(exp−320).
	q, inexact := divMant(&x.mant, &y.mant)
	if inexact {
		rad = rad.add(magPow2(exp - 320))
	}
	exp += 64 - normalize(q[:])
	return z.setLimbs(q[:], exp, neg, rad, prec)
}
