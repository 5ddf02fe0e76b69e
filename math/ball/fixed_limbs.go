package ball

import (
	"math/big"
	"math/bits"
	"sync"
)

// The kernels of fixed_192.go for any number of limbs up to maxLimbs. A fraction in [0,1) is a
// slice of n limbs, little-endian; one unit is 2^(−64n).

const (
	maxLimbs = 18
	// limbPrec is the highest precision of these kernels. Their errors stay below 2^10 units,
	// of which logarithm and arctangent can lose 20 bits more in relative terms.
	limbPrec  = 64*maxLimbs - limbGuard
	limbGuard = 40
)

// limbsFor is the number of limbs that a precision needs.
func limbsFor(prec uint) int { return int(prec+limbGuard+63) / 64 }

type limbs [maxLimbs]uint64

// top is the first n limbs of a fraction.
func (l *limbs) top(n int) []uint64 { return l[maxLimbs-n:] }

// limbTables are as tables192. A fraction of n limbs is the top of one with more, cut off.
type limbTables struct {
	exp, sin, ver [2][256]limbs
	inv           [limbTerms]limbs     // 1/k!, k ≥ 2
	factBits      [limbTerms]int       // ⌊log₂ k!⌋
	log2          [maxLimbs + 2]uint64 // log 2 in maxLimbs + 1 limbs of fraction
	halfPi        [maxLimbs + 2]uint64 // π/2, likewise
}

// limbTerms is enough for Taylor series at 2^−16: 16·k + log₂ k! > 64·maxLimbs + 2.
const limbTerms = 64

var limbTable = sync.OnceValue(func() *limbTables {
	t := new(limbTables)
	const prec = 64*maxLimbs + 128
	// x, whose radius is below 2^−64 units, less that much, is cut off.
	fill := func(x *Real, w []uint64) {
		var f [maxLimbs + 1]uint64
		x.toFixed(f[:], len(f))
		if !isZero(f[:]) {
			subLimbs(f[:], []uint64{1, len(f) - 1: 0})
		}
		copy(w, f[1:])
	}
	for level, e := range []int64{-8, -16} {
		var x, ex, s, c, pe, d Real
		var p, cis Complex
		x.SetInt64(1)
		x.Mul2Exp(&x, e)
		ex.expWide(&x, prec)
		s.sinCosAny(&c, &x, prec)
		cis = Complex{c, s}
		pe.SetInt64(1)
		p.SetInt64(1)
		for i := range 256 {
			if i < 178 || level == 1 {
				fill(d.AddInt64(&pe, -1, prec), t.exp[level][i][:])
			}
			fill(&p.Im, t.sin[level][i][:])
			d.AddInt64(&p.Re, -1, prec)
			d.neg = false
			fill(&d, t.ver[level][i][:])
			pe.Mul(&pe, &ex, prec)
			p.Mul(&p, &cis, prec)
		}
	}
	f := big.NewInt(1)
	one := new(big.Int).Lsh(f, 64*maxLimbs)
	for k := 2; k < limbTerms; k++ {
		f.Mul(f, big.NewInt(int64(k)))
		limbsOf(new(big.Int).Quo(one, f), t.inv[k][:])
		t.factBits[k] = f.BitLen() - 1
	}
	var l Real
	l.Log2(prec + 64)
	l = l.lower(prec + 64)
	limbsOf(l.toInt(64*(maxLimbs+1)), t.log2[:])
	l.Pi(prec + 64)
	l.Mul2Exp(&l, -1)
	l = l.lower(prec + 64)
	limbsOf(l.toInt(64*(maxLimbs+1)), t.halfPi[:])
	return t
})

// mulLimbs sets z to a·b for fractions of n limbs, z apart from a and b. It errs by less than
// 1 + n·2^−64 units, downwards: of the double-length product, the columns below n − 2
// are left out.
func mulLimbs(z, a, b []uint64) {
	n := len(z)
	a, b = a[:n], b[:n]
	var w [2*maxLimbs + 1]uint64
	for i, x := range a {
		if x == 0 {
			continue
		}
		j := max(0, n-2-i)
		row := w[i+j : i+n]
		bb := b[j:n]
		bb = bb[:len(row)]
		var carry uint64
		for k := range row {
			hi, lo := bits.Mul64(x, bb[k])
			var c uint64
			lo, c = bits.Add64(lo, row[k], 0)
			hi += c
			lo, c = bits.Add64(lo, carry, 0)
			row[k] = lo
			carry = hi + c
		}
		w[i+n] = carry
	}
	copy(z, w[n:2*n])
}

// addLimbs and subLimbs set z to z ± a, and return the carry or borrow.
func addLimbs(z, a []uint64) (c uint64) {
	a = a[:len(z)]
	for i := range z {
		z[i], c = bits.Add64(z[i], a[i], c)
	}
	return c
}

func subLimbs(z, a []uint64) (c uint64) {
	a = a[:len(z)]
	for i := range z {
		z[i], c = bits.Sub64(z[i], a[i], c)
	}
	return c
}

func halfLimbs(z []uint64) {
	for i := 0; i < len(z)-1; i++ {
		z[i] = z[i]>>1 | z[i+1]<<63
	}
	z[len(z)-1] >>= 1
}

func divLimbs(z []uint64, d uint64) {
	var r uint64
	for i := len(z) - 1; i >= 0; i-- {
		z[i], r = bits.Div64(r, z[i], d)
	}
}

// terms is the least K with r^(K+1)/(K+1)! below a unit of n limbs for all r < 2^−16.
func (t *limbTables) terms(n int) int {
	k := 2
	for k < limbTerms-1 && 16*k+t.factBits[k] < 64*n+2 {
		k++
	}
	return k
}

// expm1 sets z to e^x − 1 for x in [0, log 2), both of n limbs; it errs by less than 2^9 units,
// downwards.
//
// As expm1Fix, but s_k = 1/k! + r·s_{k+1}, which counts r^k < 2^−16k times in the end, is
// computed to n − ⌊k/4⌋ limbs only. Each s_k errs by less than 3.1 of its own last units (the
// product, r and 1/k! cut off), hence adds less than 3.1 units to the sum. With K ≤ 60 terms,
// r + r²·s errs by less than 200, and the two tables make that at most
// (200 + 3)·1.01 and then 2·204 + 3.
func (t *limbTables) expm1(z, x []uint64) {
	n := len(x)
	i, j := x[n-1]>>56, x[n-1]>>48&255
	var rr, ss, tt limbs
	r, s, u := rr.top(n), ss.top(n), tt.top(n)
	copy(r, x)
	r[n-1] &= 1<<48 - 1
	for k := t.terms(n); k >= 2; k-- {
		nk := max(n-k/4, 1)
		m := u[n-nk:]
		mulLimbs(m, s[n-nk:], r[n-nk:])
		copy(s[n-nk:], m)
		addLimbs(s[n-nk:], t.inv[k].top(nk))
	}
	mulLimbs(u, s, r)
	mulLimbs(s, u, r)
	addLimbs(s, r)
	for _, a := range [2]*limbs{&t.exp[1][j], &t.exp[0][i]} {
		mulLimbs(u, s, a.top(n))
		addLimbs(s, u)
		addLimbs(s, a.top(n))
	}
	copy(z, s)
}

// sinVer sets sin and ver to sin x and 1 − cos x for x in [0, 0.79], of n limbs; both err by
// less than 2^9 units. As sinVerFix; with errors of the series as in expm1, below 100 for each.
func (t *limbTables) sinVer(sin, ver, x []uint64) {
	n := len(x)
	i, j := x[n-1]>>56, x[n-1]>>48&255
	var a0, a1, a2, a3, a4 limbs
	r, r2, s, k, u := a0.top(n), a1.top(n), a2.top(n), a3.top(n), a4.top(n)
	copy(r, x)
	r[n-1] &= 1<<48 - 1
	mulLimbs(r2, r, r)
	// sin r = r − r·r²·(1/3! − r²(1/5! − …)), 1 − cos r = r²(1/2! − r²(1/4! − …))
	for m := t.terms(n); m >= 2; m-- {
		v := s
		if m&1 == 0 {
			v = k
		}
		nk := max(n-(m-2)/4, 1)
		p := u[n-nk:]
		mulLimbs(p, v[n-nk:], r2[n-nk:])
		copy(v[n-nk:], t.inv[m].top(nk))
		subLimbs(v[n-nk:], p)
	}
	mulLimbs(u, s, r2)
	mulLimbs(s, u, r)
	copy(u, r)
	subLimbs(u, s)
	copy(s, u)
	mulLimbs(u, k, r2)
	copy(k, u)
	for _, a := range [2][2]*limbs{{&t.sin[1][j], &t.ver[1][j]}, {&t.sin[0][i], &t.ver[0][i]}} {
		addAngleLimbs(s, k, a[0].top(n), a[1].top(n))
	}
	copy(sin, s)
	copy(ver, k)
}

// addAngleLimbs is addAngles in place.
func addAngleLimbs(s, k, sa, ka []uint64) {
	n := len(s)
	var a0, a1, a2, a3 limbs
	sk, ks, kk, sss := a0.top(n), a1.top(n), a2.top(n), a3.top(n)
	mulLimbs(sk, sa, k)
	mulLimbs(ks, ka, s)
	mulLimbs(kk, ka, k)
	mulLimbs(sss, sa, s)
	addLimbs(s, sa)
	subLimbs(s, sk)
	subLimbs(s, ks)
	addLimbs(k, ka)
	subLimbs(k, kk)
	addLimbs(k, sss)
}

// reduce writes |m| = q·c + r: it returns q modulo 2⁶⁴ and leaves r in [0, c) in f, both f and
// c of n + 2 limbs, the top one being the integer part. inv is ⌊2⁶⁴/c⌋ without its integer
// part, which is whole. |m| < 2⁶⁰.
func reduce(m *Real, f, c []uint64, inv, whole uint64) (q uint64) {
	top := len(f) - 1
	m.toFixed(f, top)
	hi, lo := bits.Mul64(f[top], inv)
	fr, _ := bits.Mul64(f[top-1], inv)
	q = whole*f[top] + hi
	lo, c1 := bits.Add64(lo, fr, 0)
	q += c1
	if whole == 1 {
		_, c2 := bits.Add64(lo, f[top-1], 0)
		q += c2
	}
	mulSub1(f, c, q)
	for !less(f, c) {
		mulSub1(f, c, 1)
		q++
	}
	return q
}

// expLimbs is expFast to n limbs. log 2 and |m| have a limb more, so that the remainder errs by
// less than 2 units.
func (z *Real) expLimbs(m *Real, prec uint) *Real {
	t := limbTable()
	n := limbsFor(prec)
	var fb, cb [maxLimbs + 2]uint64
	f, c := fb[:n+2], cb[:n+2]
	copy(c, t.log2[maxLimbs-n:])
	e := int64(reduce(m, f, c, 0x71547652b82fe177, 1))
	y := f[1 : n+1]
	if m.neg {
		var g limbs
		l := g.top(n)
		copy(l, c[1:])
		subLimbs(l, y)
		copy(y, l)
		e = -e - 1
	}
	var w [maxLimbs + 1]uint64
	t.expm1(w[:n], y)
	w[n] = 1
	return z.setFixed(w[:n+1], e, false, 10, prec)
}

// setFixed sets z to ±w·2^exp, where the last limb of w is the integer part, with an error of
// 2^err units.
func (z *Real) setFixed(w []uint64, exp int64, neg bool, err int64, prec uint) *Real {
	n := int64(len(w) - 1)
	rad := magPow2(exp + err - 64*n)
	if isZero(w) {
		*z = Real{rad: rad}
		return z
	}
	return z.setLimbs(w, exp+64-normalize(w), neg, rad, prec)
}

// sinCosLimbs is sinCosFast to n limbs.
func (z *Real) sinCosLimbs(c, m *Real, prec uint) bool {
	t := limbTable()
	n := limbsFor(prec)
	var fb, hb [maxLimbs + 2]uint64
	f, h := fb[:n+2], hb[:n+2]
	copy(h, t.halfPi[maxLimbs-n:])
	q := reduce(m, f, h, 0xa2f9836e4e441529, 0)
	neg := false
	if f[n+1] != 0 || f[n] > 0xc90fdaa22168c234 { // r > π/4
		subLimbs(h, f)
		f, neg = h, true
		q++
	}
	if f[n]>>50 == 0 {
		return false
	}
	var sb, kb [maxLimbs + 1]uint64
	s, k := sb[:n+1], kb[:n+1]
	t.sinVer(s[:n], k[:n], f[1:n+1])
	for i := range n { // 1 − k = −k as a fraction, because k > 0
		k[i] = ^k[i]
	}
	var one limbs
	one.top(n)[0] = 1
	addLimbs(k[:n], one.top(n))
	mneg := m.neg
	sinNeg, cosNeg := q&2 != 0, q&2 != 0
	if q&1 == 0 {
		sinNeg = sinNeg != neg
	} else {
		s, k = k, s
		cosNeg = cosNeg == neg
	}
	z.setFixed(s, 0, sinNeg != mneg, 10, prec)
	c.setFixed(k, 0, cosNeg, 10, prec)
	return true
}

// logLimbs is logFast to n limbs: y is now log(1+f) of 192 bits less a little, so that a few
// terms of the logarithm of 1 + w are enough.
//
// Errors: f and log 2 − y are cut by 1, g errs by 2^9 + 2, w by 2^9 + 5, its logarithm by a few
// units more, e·log 2 by 2.
func (z *Real) logLimbs(m *Real, prec uint) bool {
	t := limbTable()
	n := limbsFor(prec)
	var fb, gb, yb, wb, ub, vb limbs
	f, g, y, w, u, v := fb.top(n), gb.top(n), yb.top(n), wb.top(n), ub.top(n), vb.top(n)
	// f = m·2^−e − 1, cut off
	x := m.mid()
	x.exp = 1
	e := m.exp - 1
	var fw [maxLimbs + 1]uint64
	x.toFixed(fw[:n+1], n)
	copy(f, fw[:n])
	if f[n-1] < 1<<13 { // y = 0 will do
		copy(w, f)
	} else if !t.logStart(&x, y, w, f, g, v) {
		return false
	}
	// log(1+w) = w(1 − w(1/2 − w(1/3 − …))), here by adding up powers
	copy(u, w)
	copy(v, w)
	lead := 64*n - bitLenLimbs(w) // w < 2^−lead
	for k := 2; (k-1)*lead < 64*n+2; k++ {
		var p limbs
		mulLimbs(p.top(n), u, w)
		copy(u, p.top(n))
		divLimbs(p.top(n), uint64(k))
		if k&1 == 0 {
			subLimbs(v, p.top(n))
		} else {
			addLimbs(v, p.top(n))
		}
	}
	addLimbs(v, y)
	return z.setLogFixed(t, v, e, n, prec)
}

// logStart finds y for logLimbs, below log x with x = 1 + f, and w; g and v are for its use.
func (t *limbTables) logStart(x *Real, y, w, f, g, v []uint64) bool {
	n := len(f)
	// y is a lower end, and 16 units of 2^−192 less, so that w is certainly positive.
	var lg Real
	lg.SetRound(x, 250)
	lg.rad = mag{}
	if !lg.logFast(&lg, 192) {
		return false
	}
	lg = lg.lower(192)
	lf := lg.fix3()
	lf, borrow := sub3(&lf, &fix3{16, 0, 0})
	if lg.neg || borrow != 0 {
		return false
	}
	copy(y[n-3:], lf[:])
	l := t.log2[maxLimbs+1-n : maxLimbs+1]
	copy(g, l)
	if subLimbs(g, y) != 0 {
		return false
	}
	t.expm1(g, append(v[:0], g...))
	mulLimbs(w, f, g)
	if c := addLimbs(w, f) + addLimbs(w, g); c != 1 {
		return false
	}
	halfLimbs(w)
	return bitLenLimbs(w) <= 64*n-128
}

// setLogFixed sets z to e·log 2 + v.
func (z *Real) setLogFixed(t *limbTables, v []uint64, e int64, n int, prec uint) bool {
	var rb, lb [maxLimbs + 2]uint64
	r, l := rb[:n+2], lb[:n+2]
	copy(l, t.log2[maxLimbs-n:])
	ue := uint64(max(e, -e))
	var carry uint64
	for i := range r {
		hi, lo := bits.Mul64(l[i], ue)
		var c uint64
		r[i], c = bits.Add64(lo, carry, 0)
		carry = hi + c
	}
	r = r[1:]
	var w [maxLimbs + 1]uint64
	copy(w[:n], v)
	if e >= 0 {
		addLimbs(r, w[:n+1])
	} else if subLimbs(r, w[:n+1]) != 0 {
		return false
	}
	z.setFixed(r, 0, e < 0, 11, prec)
	return true
}

// bitLenLimbs is the number of bits up to the highest one set.
func bitLenLimbs(w []uint64) int {
	for i := len(w) - 1; i >= 0; i-- {
		if w[i] != 0 {
			return 64*i + bits.Len64(w[i])
		}
	}
	return 0
}

// atan2Limbs is atan2Fast to n limbs: θ is now an arctangent of 192 bits less a little, and
// d = x·cos θ − sin θ so small that a few terms of the series are enough.
//
// Errors: x by 2, sine and cosine by 2^9, so d and what follows by less than 2^10 + 2^4.
func (z *Real) atan2Limbs(y, x *Real, prec uint) bool {
	t := limbTable()
	n := limbsFor(prec)
	a, b := y.mid(), x.mid()
	a.neg, b.neg = false, false
	swap := a.Cmp(&b) > 0
	if swap {
		a, b = b, a
	}
	var ratio Real
	ratio.Div(&a, &b, uint(64*n))
	if ratio.exp > 0 {
		return false
	}
	var t3 fix3
	ratio.toFixed(t3[:], 3)
	th, ok := tables().atanFast(&t3)
	if !ok {
		return false
	}
	th = dif3(&th, &fix3{256, 0, 0}) // below the arctangent, and positive
	var xb, thb, sb, kb, ab, ub, vb, wb limbs
	xx, theta, s, k := xb.top(n), thb.top(n), sb.top(n), kb.top(n)
	u, v, w, d := ub.top(n), vb.top(n), wb.top(n), ab.top(n)
	ratio.toFixed(xx, n)
	copy(theta[n-3:], th[:])
	t.sinVer(s, k, theta)
	// d = x·cos θ − sin θ
	mulLimbs(u, xx, k)
	copy(d, xx)
	subLimbs(d, u)
	if subLimbs(d, s) != 0 || bitLenLimbs(d) > 64*n-128 {
		return false
	}
	// w = d·cos θ/(1 + d·sin θ)
	mulLimbs(u, d, k)
	copy(w, d)
	subLimbs(w, u)
	mulLimbs(u, d, s)
	copy(v, w) // v runs through w·u^k
	lead := 64*n - bitLenLimbs(d)
	for i := 1; (i+1)*lead < 64*n+2; i++ {
		var p limbs
		mulLimbs(p.top(n), v, u)
		copy(v, p.top(n))
		if i&1 == 1 {
			subLimbs(w, v)
		} else {
			addLimbs(w, v)
		}
	}
	// arctan w = w − w³/3 + w⁵/5 − …
	mulLimbs(u, w, w)
	copy(v, w)
	copy(d, w)
	for i := 1; (2*i+1)*lead < 64*n+2; i++ {
		var p limbs
		mulLimbs(p.top(n), v, u)
		copy(v, p.top(n))
		divLimbs(p.top(n), uint64(2*i+1))
		if i&1 == 1 {
			subLimbs(d, p.top(n))
		} else {
			addLimbs(d, p.top(n))
		}
	}
	addLimbs(theta, d)
	// The angle in the first quadrant, then in its own, with an integer limb.
	var rb, hb [maxLimbs + 1]uint64
	r, h := rb[:n+1], hb[:n+1]
	copy(r, theta)
	copy(h, t.halfPi[maxLimbs+1-n:])
	if swap {
		var g [maxLimbs + 1]uint64
		copy(g[:], h)
		subLimbs(g[:n+1], r)
		copy(r, g[:])
	}
	if x.neg { // π − r
		var g [maxLimbs + 1]uint64
		copy(g[:], h)
		addLimbs(g[:n+1], h)
		subLimbs(g[:n+1], r)
		copy(r, g[:])
	}
	z.setFixed(r, 0, y.neg, 12, prec)
	return true
}
