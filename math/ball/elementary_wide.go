package ball

import (
	"math"
	"math/big"
	"math/bits"
)

// Elementary functions of exact arguments at any precision, on integers scaled by 2^wp.

// halvings is how often an argument is halved before a Taylor series: near √wp the
// number of series terms and of doublings balance.
func halvings(wp uint) uint { return uint(math.Sqrt(float64(wp))) * 2 / 3 }

// expInt is e^r·2^wp for r = x/2^wp in [0, log 2 + 2^(4−wp)), with error below 2 ulp.
//
// Inside, one unit is 2^−ip. The argument t = r/2^k is exact or cut off by less than a unit
// (which counts for less than 2 in the sum); a term T_i = ⌊⌊T_{i−1}·t⌋/i⌋ has error
// e_i ≤ e_{i−1}/2 + 2 ≤ 4; the rest after the first zero term is less than 4 units. So the sum
// of K terms errs by E₀ ≤ 4K + 6. A squaring of s ≤ 2.01 makes an error e into at most
// 4.02e + e²·2^−ip + 1 ≤ 5e: after k of them 5^k·E₀, which the choice of ip makes less than
// 2^(ip−wp).
func expInt(x *big.Int, wp uint) *big.Int {
	k := halvings(wp)
	ip := wp + 12*k/5 + 16 + uint(bits.Len(wp)) // log₂5 < 12/5; 4K+6 < 2^(16+len(wp))
	t := new(big.Int)
	if s := int(ip) - int(wp) - int(k); s >= 0 {
		t.Lsh(x, uint(s))
	} else {
		t.Rsh(x, uint(-s))
	}
	term := new(big.Int).Lsh(big.NewInt(1), ip)
	sum, d := new(big.Int).Set(term), new(big.Int)
	for i := int64(1); ; i++ {
		mulShift(term, term, t, ip)
		term.Quo(term, d.SetInt64(i))
		if term.Sign() == 0 {
			break
		}
		sum.Add(sum, term)
	}
	for range k {
		mulShift(sum, sum, sum, ip)
	}
	return sum.Rsh(sum, ip-wp)
}

// expWide sets z to e^m of an exact m ≠ 0 with |m| < 2^62.
//
// m = n·log 2 + r. With lp bits after the point, m errs by 1 unit and n·log 2 by |n| times the
// error of log 2, 2 units of 2^(−lp−64): in all less than 4 units of 2^−lp. The
// remainder is then cut to wp bits.
func (z *Real) expWide(m *Real, prec uint) *Real {
	wp := prec + 16
	lp := int64(wp) + 8
	var ln2 Real
	ln2.Log2(uint(lp) + 72) // error below 2^(−lp−71)
	l := ln2.toInt(lp + 64)
	x := m.toInt(lp)
	x.Lsh(x, 64)
	n := new(big.Int)
	r := new(big.Int)
	n.DivMod(x, l, r)
	r.Rsh(r, 72)
	e := expInt(r, wp)
	// 2 ulp from expInt and e^r ≤ 2.01 times the 2 ulp of r.
	return z.setIntScaled(e, n.Int64()-int64(wp), 8, prec)
}

// sinCosInt is sin r and cos r times 2^wp for r = x/2^wp in [0, 1], with errors below 2 ulp.
//
// As in expInt, with units of 2^−ip: both Taylor sums at t = r/2^k err by less than
// E₀ = 4K + 6. Doubling the angle by c² − s² = (c−s)(c+s) and 2cs makes errors e of both into
// at most 2√2·e + 2e²·2^−ip + 2 ≤ 5e.
func sinCosInt(x *big.Int, wp uint) (sin, cos *big.Int) {
	k := halvings(wp)
	ip := wp + 12*k/5 + 16 + uint(bits.Len(wp))
	t := new(big.Int)
	if s := int(ip) - int(wp) - int(k); s >= 0 {
		t.Lsh(x, uint(s))
	} else {
		t.Rsh(x, uint(-s))
	}
	term := new(big.Int).Lsh(big.NewInt(1), ip)
	c, s, d := new(big.Int).Set(term), new(big.Int), new(big.Int)
	for i := int64(1); ; i++ {
		mulShift(term, term, t, ip)
		term.Quo(term, d.SetInt64(i))
		if term.Sign() == 0 {
			break
		}
		switch i & 3 {
		case 0:
			c.Add(c, term)
		case 1:
			s.Add(s, term)
		case 2:
			c.Sub(c, term)
		case 3:
			s.Sub(s, term)
		}
	}
	u, v := new(big.Int), new(big.Int)
	for range k {
		u.Sub(c, s)
		v.Add(c, s)
		mulShift(s, s, c, ip-1)
		mulShift(c, u, v, ip)
	}
	return s.Rsh(s, ip-wp), c.Rsh(c, ip-wp)
}

// logWide sets z to log m of an exact m > 0 that is not closer to 1 than 2^−17.
//
// m = 2^e·f with f in [0.7, 1.42). With y ≈ log f from float64 arithmetic, f·e^(−y) = 1 + w
// where w is about 2^−50, and log m = e·log 2 + y + 2 artanh(w/(2+w)). Nothing depends on how
// good y is but the number of terms.
func (z *Real) logWide(m *Real, prec uint) *Real {
	wp := prec + 48 // 17 bits can be lost where e = 0, and e·log 2 cannot cancel log f
	f, e := *m, m.exp
	f.exp = 0
	if f.mant[3] < 0xb5<<56 { // f < 0.707
		f.exp, e = 1, e-1
	}
	y := new(Real).SetFloat64(math.Log(f.approx()))
	var v Real
	v.Neg(y)
	v.expExact(&v, wp+4) // in (0.7, 1.42)
	v.Mul(&v, &f, wp+4)
	v.AddInt64(&v, -1, wp+4)
	z.log1pSeries(&v, wp)
	z.Add(z, y, wp)
	if e != 0 {
		var l Real
		l.Log2(wp + 64)
		l.MulInt64(&l, e, wp+64)
		z.Add(z, &l, wp)
	}
	return z.SetRound(z, prec)
}

// log1pSeries sets z to log(1+x) for a ball |x| < 2^−14, by Σ (−1)^(k+1) x^k/k. The rest
// after n terms is at most |x|^(n+1).
func (z *Real) log1pSeries(x *Real, prec uint) *Real {
	u := x.magUpper()
	if u.isZero() {
		return z.SetInt64(0)
	}
	if u.e > -13 {
		return z.SetIndeterminate()
	}
	n := int64(prec+8)/-u.e + 1 // |x|^n < 2^(−prec−8)
	t := *x
	rest := u.powUint(uint64(n) + 1)
	var s, c Real
	for k := n; k >= 1; k-- {
		// s = 1/k − x·s
		wp := max(int64(prec)+8+(k-1)*(u.e), 32)
		s.Mul(&s, &t, uint(wp))
		c.SetInt64(1)
		c.DivInt64(&c, k, uint(wp))
		s.Sub(&c, &s, uint(wp))
	}
	z.Mul(&s, &t, prec)
	return z.addErr(z, rest)
}

// atanSeries sets z to arctan x for a ball |x| < 2^−14, by Σ (−1)^k x^(2k+1)/(2k+1); the rest
// is at most the first term left out.
func (z *Real) atanSeries(x *Real, prec uint) *Real {
	u := x.magUpper()
	if u.isZero() {
		return z.SetInt64(0)
	}
	if u.e > -13 {
		return z.SetIndeterminate()
	}
	n := int64(prec+8)/(-2*u.e) + 1
	t := *x
	rest := u.powUint(2*uint64(n) + 1)
	var s, c, x2 Real
	x2.Sqr(x, prec+8)
	for k := n - 1; k >= 0; k-- {
		wp := max(int64(prec)+8+2*k*u.e, 32)
		s.Mul(&s, &x2, uint(wp))
		c.SetInt64(1)
		c.DivInt64(&c, 2*k+1, uint(wp))
		s.Sub(&c, &s, uint(wp))
	}
	z.Mul(&s, &t, prec)
	return z.addErr(z, rest)
}

// sinSeries sets z to sin x for a ball |x| < 2^−14, sinhSeries to sinh x, cosSeries and
// coshSeries likewise.
func (z *Real) sinSeries(x *Real, prec uint) *Real  { return z.oddSeries(x, true, prec) }
func (z *Real) sinhSeries(x *Real, prec uint) *Real { return z.oddSeries(x, false, prec) }
func (z *Real) cosSeries(x *Real, prec uint) *Real  { return z.evenSeries(x, true, prec) }
func (z *Real) coshSeries(x *Real, prec uint) *Real { return z.evenSeries(x, false, prec) }

// oddSeries sets z to Σ (±1)^k x^(2k+1)/(2k+1)! over k < n. The rest is less than twice the
// first term left out, hence less than |x|^(2n+1) because n ≥ 1.
func (z *Real) oddSeries(x *Real, alternating bool, prec uint) *Real {
	u := x.magUpper()
	if u.isZero() {
		return z.SetInt64(0)
	}
	if u.e > -13 {
		return z.SetIndeterminate()
	}
	n := int64(prec+8)/(-2*u.e) + 1
	t := *x
	rest := u.powUint(2*uint64(n) + 1)
	var s Real
	s.factorialSeries(&t, n, 1, alternating, u.e, prec)
	z.Mul(&s, &t, prec)
	return z.addErr(z, rest)
}

// evenSeries sets z to Σ (±1)^k x^(2k)/(2k)!, as oddSeries.
func (z *Real) evenSeries(x *Real, alternating bool, prec uint) *Real {
	u := x.magUpper()
	if u.isZero() {
		return z.SetInt64(1)
	}
	if u.e > -13 {
		return z.SetIndeterminate()
	}
	n := int64(prec+8)/(-2*u.e) + 1
	rest := u.powUint(2 * uint64(n))
	t := *x
	z.factorialSeries(&t, n, 0, alternating, u.e, prec)
	return z.addErr(z, rest)
}

// factorialSeries sets z to Σ (±x²)^k d!/(2k+d)! over k < n, for d = 0 or 1 and |x| < 2^e.
func (z *Real) factorialSeries(x *Real, n, d int64, alternating bool, e int64, prec uint) {
	var x2, one Real
	x2.Sqr(x, prec+8)
	if alternating {
		x2.Neg(&x2)
	}
	one.SetInt64(1)
	*z = one
	for k := n - 2; k >= 0; k-- {
		wp := uint(max(int64(prec)+8+2*(k+1)*e, 32))
		z.Mul(z, &x2, wp)
		z.DivInt64(z, (2*k+d+1)*(2*k+d+2), wp)
		z.Add(&one, z, uint(max(int64(prec)+8+2*k*e, 32)))
	}
}

// atan2Wide sets z to the argument of x + iy for exact x, y ≠ 0 whose exponents differ by
// less than 20.
//
// With θ from float64 arithmetic, (x + iy)e^(−iθ) = a(1 + iw) where w is about 2^−50, and the
// argument is θ + arctan w.
func (z *Real) atan2Wide(y, x *Real, prec uint) *Real {
	wp := prec + 40
	e := max(x.exp, y.exp)
	var u, v, s, c, a, b, t Real
	u.Mul2Exp(x, -e)
	v.Mul2Exp(y, -e)
	theta := new(Real).SetFloat64(math.Atan2(v.approx(), u.approx()))
	s.sinCosExact(&c, theta, wp)
	a.Mul(&u, &c, wp)
	t.Mul(&v, &s, wp)
	a.Add(&a, &t, wp) // x cos θ + y sin θ
	b.Mul(&v, &c, wp)
	t.Mul(&u, &s, wp)
	b.Sub(&b, &t, wp) // y cos θ − x sin θ
	b.Div(&b, &a, wp)
	b.atanSeries(&b, wp)
	z.Add(theta, &b, wp)
	return z.SetRound(z, prec)
}

// sinCosWide sets z and c to sin r and cos r for exact |r| < 1, not smaller than 2^−17.
func (z *Real) sinCosWide(c, r *Real, prec uint) *Real {
	wp := prec + 32
	t := *r
	t.neg = false
	neg := r.neg
	sn, cn := sinCosInt(t.toInt(int64(wp)), wp)
	// 2 ulp from sinCosInt, 1 from cutting r.
	c.setIntScaled(cn, -int64(wp), 3, prec)
	z.setIntScaled(sn, -int64(wp), 3, prec)
	if neg {
		z.Neg(z)
	}
	return z
}
