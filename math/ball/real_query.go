package ball

import (
	"math"
	"math/big"
	"slices"
)

// IsExact tells whether z is a single number.
func (z *Real) IsExact() bool { return z.rad.isZero() }

// IsFinite tells whether z is anything but indeterminate.
func (z *Real) IsFinite() bool { return z.rad.e != infExp }

// IsZero tells whether z is exactly 0.
func (z *Real) IsZero() bool { return z.mant[3] == 0 && z.rad.isZero() }

// sign compares the ball with zero: 1 or −1 when all of it is positive or negative.
func (z *Real) sign() int {
	if z.mant[3] == 0 || !z.radBelowMid() {
		return 0
	}
	if z.neg {
		return -1
	}
	return 1
}

// radBelowMid tells whether rad < |mid|, exactly.
func (z *Real) radBelowMid() bool {
	switch r := z.rad; {
	case r.m == 0:
		return z.mant[3] != 0
	case z.mant[3] == 0 || r.e > z.exp:
		return false
	case r.e < z.exp:
		return true
	default:
		top := uint64(r.m) << 32
		return z.mant[3] > top || z.mant[3] == top && (z.mant[0]|z.mant[1]|z.mant[2] != 0 || z.wide != nil)
	}
}

// ContainsZero tells whether 0 is in the ball; true for indeterminate.
func (z *Real) ContainsZero() bool { return !z.radBelowMid() }

// IsNonzero tells whether 0 is certainly not in the ball.
func (z *Real) IsNonzero() bool { return z.radBelowMid() }

// IsPositive tells whether every number of the ball is > 0.
func (z *Real) IsPositive() bool { return z.sign() > 0 }

// IsNegative tells whether every number of the ball is < 0.
func (z *Real) IsNegative() bool { return z.sign() < 0 }

// IsNonnegative tells whether every number of the ball is ≥ 0.
func (z *Real) IsNonnegative() bool {
	if z.IsZero() || z.sign() > 0 {
		return true
	}
	return !z.neg && z.IsFinite() && z.cmpMidRad() == 0
}

// IsNonpositive tells whether every number of the ball is ≤ 0.
func (z *Real) IsNonpositive() bool {
	if z.IsZero() || z.sign() < 0 {
		return true
	}
	return z.neg && z.IsFinite() && z.cmpMidRad() == 0
}

// cmpMidRad is 0 when |mid| = rad exactly.
func (z *Real) cmpMidRad() int {
	if z.mant[3] == 0 || z.rad.m == 0 || z.exp != z.rad.e || z.wide != nil ||
		z.mant != (mantissa{0, 0, 0, uint64(z.rad.m) << 32}) {
		return 1
	}
	return 0
}

// lower and upper are the end points as exact balls, rounded outward to prec bits (with the
// rounding error subtracted or added).
func (z *Real) lower(prec uint) Real { return z.end(prec, true) }
func (z *Real) upper(prec uint) Real { return z.end(prec, false) }

func (z *Real) end(prec uint, low bool) Real {
	var r, m Real
	if !z.IsFinite() {
		r.SetIndeterminate()
		return r
	}
	r.setMag(z.rad)
	m = z.mid()
	if low {
		r.Sub(&m, &r, prec)
	} else {
		r.Add(&m, &r, prec)
	}
	if !r.IsExact() {
		// Out by the rounding error, and by no less than a unit of the last place: that leaves a
		// number of prec + 34 bits at most.
		var e Real
		e.setMag(magMax(r.rad, magPow2(r.exp-int64(prec))))
		m = r.mid()
		if low {
			r.Sub(&m, &e, prec+40)
		} else {
			r.Add(&m, &e, prec+40)
		}
	}
	if !r.IsExact() {
		r.SetIndeterminate()
	}
	return r
}

// Lower and Upper return exact balls at or just outside the two ends of z.
func (z *Real) Lower(prec uint) *Real { r := z.lower(prec); return &r }

// Upper is the upper end; see Lower.
func (z *Real) Upper(prec uint) *Real { r := z.upper(prec); return &r }

// diff is x − y at a precision where its radius decides almost all comparisons.
func diff(x, y *Real) Real {
	var d Real
	d.Sub(x, y, max(x.bitsUsed(), y.bitsUsed())+64)
	return d
}

// bitsUsed is the number of bits of the midpoint's mantissa, rounded up to whole limbs.
func (z *Real) bitsUsed() uint {
	switch {
	case z.wide != nil:
		return uint(64 * len(z.wide))
	case z.mant[0] != 0:
		return 256
	case z.mant[1] != 0:
		return 192
	case z.mant[2] != 0:
		return 128
	}
	return 64
}

// Cmp compares: −1 when every z is less than every y, 1 when greater, 0 when the balls
// overlap (or are equal, or cannot be told apart).
func (z *Real) Cmp(y *Real) int {
	d := diff(z, y)
	return d.sign()
}

// Overlaps tells whether z and y may have a number in common. False is a proof that they
// have none.
func (z *Real) Overlaps(y *Real) bool {
	d := diff(z, y)
	return d.ContainsZero()
}

// Contains tells whether q is in the ball, exactly.
func (z *Real) Contains(q *big.Rat) bool {
	if !z.IsFinite() {
		return true
	}
	var d Real
	// q·den is compared with mid·den ± rad·den in integers when the exponents are moderate.
	if z.exp > -1<<20 && z.exp < 1<<20 && z.rad.e > -1<<20 && z.rad.e < 1<<20 {
		m, _ := z.Mid().Rat(nil)
		if m == nil {
			m = new(big.Rat)
		}
		r, _ := z.rad.bigFloat().Rat(nil)
		if r == nil {
			r = new(big.Rat)
		}
		m.Sub(q, m)
		return m.Abs(m).Cmp(r) <= 0
	}
	var b Real
	b.SetRat(q, z.bitsUsed()+64)
	d.Sub(z, &b, z.bitsUsed()+64)
	return d.ContainsZero()
}

// ContainsReal tells whether all of y certainly lies in z.
func (z *Real) ContainsReal(y *Real) bool {
	if !z.IsFinite() {
		return true
	}
	if !y.IsFinite() {
		return false
	}
	mx, my := z.mid(), y.mid()
	d := diff(&mx, &my)
	return d.magUpper().add(y.rad).cmp(z.rad) <= 0
}

// Equal tells whether z and y are the same ball.
func (z *Real) Equal(y *Real) bool {
	if z.rad != y.rad || z.neg != y.neg || z.mant != y.mant || z.exp != y.exp {
		return false
	}
	return slices.Equal(z.wide, y.wide)
}

// Union sets z to a ball that contains x and y.
func (z *Real) Union(x, y *Real, prec uint) *Real {
	if !x.IsFinite() || !y.IsFinite() {
		return z.SetIndeterminate()
	}
	lx, ly, ux, uy := x.lower(prec+40), y.lower(prec+40), x.upper(prec+40), y.upper(prec+40)
	if !lx.IsFinite() || !ly.IsFinite() || !ux.IsFinite() || !uy.IsFinite() {
		return z.SetIndeterminate()
	}
	lo, hi := &lx, &ux
	if ly.Cmp(lo) < 0 {
		lo = &ly
	}
	if uy.Cmp(hi) > 0 {
		hi = &uy
	}
	return z.SetInterval(lo, hi, prec)
}

// SetInterval sets z to a ball that contains lo, hi and all between.
func (z *Real) SetInterval(lo, hi *Real, prec uint) *Real {
	var m, h Real
	m.Add(lo, hi, prec+4)
	m.Mul2Exp(&m, -1)
	h.Sub(hi, lo, prec+4)
	h.Mul2Exp(&h, -1)
	// Every x in [lo, hi] is within |hi−lo|/2 of (lo+hi)/2, and the balls m, h contain those.
	r := h.magUpper()
	z.SetRound(&m, prec)
	return z.addErr(z, r)
}

// Intersect sets z to a ball that contains what x and y have in common and reports whether
// they may have anything in common; when not, z is indeterminate.
func (z *Real) Intersect(x, y *Real, prec uint) bool {
	switch {
	case !x.IsFinite():
		z.Set(y)
		return true
	case !y.IsFinite():
		z.Set(x)
		return true
	case !x.Overlaps(y):
		z.SetIndeterminate()
		return false
	}
	lx, ly, ux, uy := x.lower(prec+40), y.lower(prec+40), x.upper(prec+40), y.upper(prec+40)
	if !lx.IsFinite() || !ly.IsFinite() || !ux.IsFinite() || !uy.IsFinite() {
		z.SetIndeterminate()
		return true
	}
	lo, hi := &lx, &ux
	if ly.Cmp(lo) > 0 {
		lo = &ly
	}
	if uy.Cmp(hi) < 0 {
		hi = &uy
	}
	z.SetInterval(lo, hi, prec)
	return true
}

// Mid is the midpoint as a big.Float, exactly; ±Inf or 0 where the exponent does not fit
// one, and 0 for indeterminate.
func (z *Real) Mid() *big.Float {
	if z.mant[3] == 0 {
		return new(big.Float)
	}
	f := new(big.Float)
	switch {
	case z.exp > big.MaxExp:
		f.SetInf(false)
	case z.exp >= big.MinExp:
		m := z.limbs()
		f.SetInt(limbsInt(m))
		f.SetMantExp(f, int(z.exp)-64*len(m))
	}
	if z.neg {
		f.Neg(f)
	}
	return f
}

// Rad is the radius as a big.Float, +Inf for indeterminate; never less than the radius.
func (z *Real) Rad() *big.Float { return z.rad.bigFloat() }

// RadExponent is the e with 2^(e−1) ≤ r < 2^e for the radius r, the largest number for
// indeterminate; nonzero is false where the ball is one number.
func (z *Real) RadExponent() (e int64, nonzero bool) {
	return z.rad.e, !z.rad.isZero()
}

// Float64 is the midpoint as a float64 and a bound of its distance to any number of the
// ball.
func (z *Real) Float64() (mid, bound float64) {
	if !z.IsFinite() {
		return math.NaN(), math.Inf(1)
	}
	if z.exp > 1030 {
		return math.Inf(1 - 2*b2i(z.neg)), math.Inf(1)
	}
	var m, d Real
	mid = z.approx()
	m.SetFloat64(mid)
	d.Sub(z, &m, 64)
	return mid, d.magUpper().float64Upper()
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// approx is the midpoint as a float64, correct to a few units of the last place; 0 or ±Inf
// out of range.
func (z *Real) approx() float64 {
	e := max(min(z.exp, 5000), -5000)
	f := math.Ldexp(float64(z.mant[3]>>11)*0x1p-53, int(e))
	if z.neg {
		return -f
	}
	return f
}

// Exponent is e with 2^(e−1) ≤ |mid| < 2^e, and whether the midpoint is not 0.
func (z *Real) Exponent() (e int64, nonzero bool) { return z.exp, z.mant[3] != 0 }

// RelAccuracyBits is the number of bits of the midpoint that the radius leaves certain: about
// log₂(|mid|/rad). It is at most 0 when the ball says nothing about the magnitude, and very
// large for exact balls.
func (z *Real) RelAccuracyBits() int {
	switch {
	case z.rad.isZero():
		return math.MaxInt32
	case !z.IsFinite():
		return math.MinInt32
	case z.mant[3] == 0:
		return -1
	}
	return int(max(min(z.exp-z.rad.e, math.MaxInt32), math.MinInt32))
}

// UniqueInt is the only integer in the ball, if there is exactly one of moderate size.
func (z *Real) UniqueInt() (*big.Int, bool) {
	if !z.IsFinite() || z.exp > 1<<16 || z.rad.e > 1 || z.betweenInts() {
		return nil, false
	}
	lo, hi := z.lower(z.bitsUsed()+64), z.upper(z.bitsUsed()+64)
	if !lo.IsFinite() || !hi.IsFinite() {
		return nil, false
	}
	f, c := lo.floorInt(true), hi.floorInt(false)
	if f == nil || c == nil || f.Cmp(c) != 0 {
		return nil, false
	}
	return f, true
}

// betweenInts tells that there is no integer in the ball, where that shows in the first 64
// bits after the binary point.
func (z *Real) betweenInts() bool {
	if z.exp > 63 || z.exp < -63 || z.mant[3] == 0 || z.rad.e > -1 && !z.rad.isZero() {
		return false
	}
	// The fraction of |mid| and the radius in units of 2⁻⁶⁴, the first cut off, the second
	// rounded up.
	frac := z.mant[3]
	if z.exp <= 0 {
		frac >>= uint(-z.exp)
	} else {
		frac = frac<<uint(z.exp) | z.mant[2]>>uint(64-z.exp)
	}
	rad := uint64(0)
	if !z.rad.isZero() {
		rad = 1
		if z.rad.e > -64 {
			rad += uint64(z.rad.m) << 32 >> uint(-z.rad.e)
		}
	}
	return frac > rad && -frac > rad+1
}

// floorInt is ⌈mid⌉ or ⌊mid⌋, nil when huge.
func (z *Real) floorInt(ceil bool) *big.Int {
	if z.mant[3] == 0 {
		return new(big.Int)
	}
	if z.exp > 1<<20 {
		return nil
	}
	if z.exp <= 62 {
		n, rest := uint64(0), true
		if z.exp > 0 {
			n = z.mant[3] >> uint(64-z.exp)
			rest = z.mant[3]<<uint(z.exp)|z.mant[2]|z.mant[1]|z.mant[0] != 0 || z.wide != nil
		}
		if rest && ceil != z.neg {
			n++
		}
		if z.neg {
			return big.NewInt(-int64(n))
		}
		return big.NewInt(int64(n))
	}
	n, acc := z.Mid().Int(nil)
	switch {
	case acc == big.Below && ceil:
		n.Add(n, big.NewInt(1))
	case acc == big.Above && !ceil:
		n.Sub(n, big.NewInt(1))
	}
	return n
}

// Floor sets z to ⌊x⌋, as a ball that contains the floor of every number of x.
func (z *Real) Floor(x *Real, prec uint) *Real {
	lo, hi := x.lower(x.bitsUsed()+64), x.upper(x.bitsUsed()+64)
	if !lo.IsFinite() || !hi.IsFinite() {
		return z.SetIndeterminate()
	}
	a, b := lo.floorInt(false), hi.floorInt(false)
	if a == nil || b == nil {
		z.SetRound(x, prec)
		return z.addErr(z, magPow2(0))
	}
	var l, h Real
	l.SetInt(a)
	h.SetInt(b)
	if a.Cmp(b) == 0 {
		return z.SetRound(&l, prec)
	}
	return z.SetInterval(&l, &h, prec)
}

// Ceil sets z to ⌈x⌉, as Floor.
func (z *Real) Ceil(x *Real, prec uint) *Real {
	z.Neg(x)
	z.Floor(z, prec)
	return z.Neg(z)
}

// Sign sets z to the sign of x: −1, 0 or 1, or a ball that contains those possible.
func (z *Real) Sign(x *Real) *Real {
	var lo, hi int64 = -1, 1
	switch {
	case !x.IsFinite():
		return z.SetIndeterminate()
	case x.IsZero():
		lo, hi = 0, 0
	case x.IsNonnegative():
		lo = int64(b2i(x.IsPositive()))
	case x.IsNonpositive():
		hi = -int64(b2i(x.IsNegative()))
	}
	var l, h Real
	return z.SetInterval(l.SetInt64(lo), h.SetInt64(hi), 64)
}

// Min sets z to a ball that contains the smaller of every x and y.
func (z *Real) Min(x, y *Real, prec uint) *Real {
	switch c := x.Cmp(y); {
	case !x.IsFinite() || !y.IsFinite():
		return z.SetIndeterminate()
	case c < 0:
		return z.SetRound(x, prec)
	case c > 0:
		return z.SetRound(y, prec)
	}
	lo, hi := x.lower(prec+32), x.upper(prec+32)
	ly, hy := y.lower(prec+32), y.upper(prec+32)
	if !lo.IsFinite() || !hi.IsFinite() || !ly.IsFinite() || !hy.IsFinite() {
		return z.SetIndeterminate()
	}
	if ly.Cmp(&lo) < 0 {
		lo = ly
	}
	if hy.Cmp(&hi) < 0 {
		hi = hy
	}
	return z.SetInterval(&lo, &hi, prec)
}

// Max sets z to a ball that contains the larger of every x and y.
func (z *Real) Max(x, y *Real, prec uint) *Real {
	var a, b Real
	z.Min(a.Neg(x), b.Neg(y), prec)
	return z.Neg(z)
}
