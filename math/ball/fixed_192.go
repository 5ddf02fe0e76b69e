package ball

import (
	"math"
	"math/big"
	"math/bits"
	"sync"
)

// fix3 is a fraction in [0,1) of 192 bits, little-endian. Errors below are counted in units
// of 2^−192, and "errs by e" means: computed − true is in [−e, 0] where nothing else is said.
//
// These are the kernels behind the elementary functions up to fastPrec bits: tables for
// the first 16 bits of the argument, then a Taylor series at less than 2^−16. They do not
// allocate.
type fix3 [3]uint64

// fastPrec is the highest precision at which the 192-bit kernels are used. The least
// accurate, the arctangent, has 166 bits.
const fastPrec = 160

// mul3 is ⌊a·b⌋: it errs by less than 1 beyond what a and b do.
func mul3(a, b *fix3) (z fix3) {
	h00, _ := bits.Mul64(a[0], b[0]) // nothing is added to the low half, so it carries nothing
	h01, l01 := bits.Mul64(a[0], b[1])
	h10, l10 := bits.Mul64(a[1], b[0])
	h02, l02 := bits.Mul64(a[0], b[2])
	h20, l20 := bits.Mul64(a[2], b[0])
	h11, l11 := bits.Mul64(a[1], b[1])
	h12, l12 := bits.Mul64(a[1], b[2])
	h21, l21 := bits.Mul64(a[2], b[1])
	h22, l22 := bits.Mul64(a[2], b[2])
	var c uint64
	s1, c1 := bits.Add64(h00, l01, 0)
	_, c = bits.Add64(s1, l10, 0)
	c1 += c
	s2, c2 := bits.Add64(h01, h10, 0)
	s2, c = bits.Add64(s2, l02, 0)
	c2 += c
	s2, c = bits.Add64(s2, l20, 0)
	c2 += c
	s2, c = bits.Add64(s2, l11, 0)
	c2 += c
	_, c = bits.Add64(s2, c1, 0)
	c2 += c
	s3, c3 := bits.Add64(h02, h20, 0)
	s3, c = bits.Add64(s3, h11, 0)
	c3 += c
	s3, c = bits.Add64(s3, l12, 0)
	c3 += c
	s3, c = bits.Add64(s3, l21, 0)
	c3 += c
	s3, c = bits.Add64(s3, c2, 0)
	c3 += c
	s4, c4 := bits.Add64(h12, h21, 0)
	s4, c = bits.Add64(s4, l22, 0)
	c4 += c
	s4, c = bits.Add64(s4, c3, 0)
	c4 += c
	z[0], z[1], z[2] = s3, s4, h22+c4
	return z
}

// mul2 is the same of two limbs, high and low.
func mul2(a1, a0, b1, b0 uint64) (z1, z0 uint64) {
	h00, _ := bits.Mul64(a0, b0)
	h01, l01 := bits.Mul64(a0, b1)
	h10, l10 := bits.Mul64(a1, b0)
	h11, l11 := bits.Mul64(a1, b1)
	s, c1 := bits.Add64(h00, l01, 0)
	_, c2 := bits.Add64(s, l10, 0)
	z0, c := bits.Add64(h01, h10, 0)
	z1 = h11 + c
	z0, c = bits.Add64(z0, l11, 0)
	z1 += c
	z0, c = bits.Add64(z0, c1+c2, 0)
	return z1 + c, z0
}

func add3(a, b *fix3) (z fix3, carry uint64) {
	z[0], carry = bits.Add64(a[0], b[0], 0)
	z[1], carry = bits.Add64(a[1], b[1], carry)
	z[2], carry = bits.Add64(a[2], b[2], carry)
	return z, carry
}

func sub3(a, b *fix3) (z fix3, borrow uint64) {
	z[0], borrow = bits.Sub64(a[0], b[0], 0)
	z[1], borrow = bits.Sub64(a[1], b[1], borrow)
	z[2], borrow = bits.Sub64(a[2], b[2], borrow)
	return z, borrow
}

// sum3 is a + b where that is known to be less than 1.
func sum3(a, b *fix3) fix3 { z, _ := add3(a, b); return z }

// dif3 is a − b where that is known not to be negative.
func dif3(a, b *fix3) fix3 { z, _ := sub3(a, b); return z }

// tables192 are e^x − 1, sin x and 1 − cos x at x = i/2⁸ and x = i/2¹⁶, and 1/k!; each errs by
// at most 1, downwards.
type tables192 struct {
	exp, sin, ver [2][256]fix3
	inv           [13]fix3
	log2          [5]uint64 // ⌊2^320·log 2⌋
	halfPi        [6]uint64 // ⌊2^320·π/2⌋
}

var tables = sync.OnceValue(func() *tables192 {
	t := new(tables192)
	const prec = 320 // so the products below lose nothing that matters
	for level, e := range []int64{-8, -16} {
		var x, ex, s, c, pe Real
		var cis, p Complex
		x.SetInt64(1)
		x.Mul2Exp(&x, e)
		ex.expWide(&x, prec)
		s.sinCosAny(&c, &x, prec)
		cis = Complex{c, s}
		pe.SetInt64(1)
		p.SetInt64(1)
		for i := range 256 {
			var d Real
			d.AddInt64(&pe, -1, prec)
			if i < 178 || level == 1 { // e^x − 1 < 1
				t.exp[level][i] = d.fix3()
			}
			t.sin[level][i] = p.Im.fix3()
			d.AddInt64(&p.Re, -1, prec)
			d.neg = false
			t.ver[level][i] = d.fix3()
			pe.Mul(&pe, &ex, prec)
			p.Mul(&p, &cis, prec)
		}
	}
	f := big.NewInt(1)
	one := new(big.Int).Lsh(f, 192)
	for k := 2; k <= 12; k++ {
		f.Mul(f, big.NewInt(int64(k)))
		limbsOf(new(big.Int).Quo(one, f), t.inv[k][:])
	}
	var l Real
	l.Log2(400)
	l = l.lower(400)
	limbsOf(l.toInt(320), t.log2[:])
	l.Pi(400)
	l = l.lower(400)
	l.Mul2Exp(&l, -1)
	limbsOf(l.toInt(320), t.halfPi[:])
	return t
})

// sinCosAny is sinCosExact by series or integers, without the tables.
func (z *Real) sinCosAny(c, m *Real, prec uint) {
	if m.exp <= -14 {
		c.cosSeries(m, prec)
		z.sinSeries(m, prec)
		return
	}
	z.sinCosWide(c, m, prec)
}

// fix3 is the lower end, in [0,1), cut off: never more than the number meant.
func (z *Real) fix3() (f fix3) {
	lo := z.lower(z.bitsUsed())
	lo.toFixed(f[:], 3)
	return f
}

// expm1Fix is e^x − 1 for x in [0, log 2); it errs by less than 11.
//
// With r < 2^−16 below the tables, e^r − 1 = r + r²·s, s = Σ_{k=2}^{10} r^(k−2)/k!; the rest is
// below 2^−9 units. In Horner's scheme a step to n limbs errs by less than 3.1·2^(192−64n), for
// the product, r and 1/k! cut off, and counts r^k in the end: the steps k ≥ 9 to one limb and
// k ≥ 5 to two add less than 2^−12; the others err by less than 2 + 2^−15, so that s does;
// r²·s errs by less than 1 + ½ + 2^−30 and the sum p by less than 2. Then (1+a)(1+p) − 1 =
// p + a + a·p: with a < 2^−7 it errs by less than 2 + 1 + 1.1 = 4.1, and with a < 1
// (then p < 2^−7) by less than 4.1 + 1 for p and a, and 4.1 + 0.1 + 1 for the product. Since it errs
// downwards there is no overflow.
func (t *tables192) expm1Fix(x *fix3) fix3 {
	i, j := x[2]>>56, x[2]>>48&255
	r := *x
	r[2] &= 1<<48 - 1
	hi, _ := bits.Mul64(t.inv[10][2], r[2])
	s := fix3{0, 0, hi + t.inv[9][2]}
	for k := 8; k >= 5; k-- {
		s[2], s[1] = mul2(s[2], s[1], r[2], r[1])
		var c uint64
		s[1], c = bits.Add64(s[1], t.inv[k][1], 0)
		s[2] += t.inv[k][2] + c
	}
	for k := 4; k >= 2; k-- {
		s = mul3(&s, &r)
		s = sum3(&s, &t.inv[k])
	}
	r2 := mul3(&r, &r)
	s = mul3(&s, &r2)
	s = sum3(&s, &r)
	for _, a := range [2]*fix3{&t.exp[1][j], &t.exp[0][i]} {
		as := mul3(a, &s)
		s = sum3(&s, &as)
		s = sum3(&s, a)
	}
	return s
}

// shiftRight4 is m >> d as an integer of four limbs.
func shiftRight4(m *mantissa, d uint64) (v [4]uint64) {
	if d >= 256 {
		return v
	}
	limbs, off := int(d/64), d%64
	for i := 0; i+limbs < 4; i++ {
		v[i] = m[i+limbs] >> off
		if off > 0 && i+limbs+1 < 4 {
			v[i] |= m[i+limbs+1] << (64 - off)
		}
	}
	return v
}

// mulSub1 subtracts n·w from v and returns the borrow; w and v have equal length.
func mulSub1(v, w []uint64, n uint64) uint64 {
	var carry, borrow uint64
	for i := range v {
		hi, lo := bits.Mul64(w[i], n)
		var c uint64
		lo, c = bits.Add64(lo, carry, 0)
		carry = hi + c
		v[i], borrow = bits.Sub64(v[i], lo, borrow)
	}
	return carry + borrow
}

// less tells whether v < w, of equal length.
func less(v, w []uint64) bool {
	for i := len(v) - 1; i >= 0; i-- {
		if v[i] != w[i] {
			return v[i] < w[i]
		}
	}
	return false
}

// expFast sets z to e^m for exact m ≠ 0 with |m| < 2⁵⁹ and prec ≤ fastPrec.
//
// |m| = n·log 2 + r: of |m| at least 196 bits after the point are kept, and log 2 is known to
// 2^−320, so that n·log 2 errs by less than 2^−260; r, in [0, log 2), is then cut to 192 bits
// and errs by less than 1.1. For negative m, e^m = 2^−(n+1)·e^(log 2 − r), where
// log 2 − r errs by less than 2. e^r − 1 then errs by less than 11 + 2·2.1 < 16 either way.
func (z *Real) expFast(m *Real, prec uint) *Real {
	t := tables()
	// F = |m|·2^320 in six limbs: the integer part and five limbs of fraction.
	var f [6]uint64
	if m.exp > 0 {
		v := shiftRight4(&m.mant, uint64(64-m.exp))
		copy(f[2:], v[:])
		if s := uint(m.exp); s < 64 {
			f[1] = m.mant[0] << s
		}
	} else {
		v := shiftRight4(&m.mant, uint64(-m.exp))
		copy(f[1:], v[:])
	}
	// n = ⌊|m|/log 2⌋ or one less, with 1/log 2 = 1 + 0x71547652b82fe177/2⁶⁴ + ….
	const invLog2 = 0x71547652b82fe177
	hi, lo := bits.Mul64(f[5], invLog2)
	fr, _ := bits.Mul64(f[4], invLog2)
	lo, c1 := bits.Add64(lo, f[4], 0)
	_, c2 := bits.Add64(lo, fr, 0)
	n := f[5] + hi + c1 + c2
	log2 := [6]uint64{t.log2[0], t.log2[1], t.log2[2], t.log2[3], t.log2[4], 0}
	mulSub1(f[:], log2[:], n)
	for !less(f[:], log2[:]) {
		mulSub1(f[:], log2[:], 1)
		n++
	}
	y := fix3{f[2], f[3], f[4]}
	e := int64(n)
	if m.neg {
		l := fix3{t.log2[2], t.log2[3], t.log2[4]}
		y = dif3(&l, &y)
		e = -e - 1
	}
	s := t.expm1Fix(&y)
	// 1 + s in four limbs
	w := [4]uint64{s[0] << 63, s[0]>>1 | s[1]<<63, s[1]>>1 | s[2]<<63, s[2]>>1 | 1<<63}
	return z.setLimbs(w[:], e+1, false, magPow2(e-188), prec)
}

// logFast sets z to log m for exact m > 0 not within 2^−17 of 1, and reports success;
// prec ≤ fastPrec.
//
// m = 2^e·(1+f) with f in [0,1). Let y be a little less than log(1+f), from float64
// arithmetic, a multiple of 2^−64. Then 2e^(−y) = 1 + g, and (1+f)(1+g)/2 = 1 + w with
// w = (f + g + fg − 1)/2 small and positive: that is checked, not assumed. log m =
// e·log 2 + y + (w − w²/2 + w³/3), where w < 2^−48 leaves less than ¼ unit.
//
// Errors: log 2 − y errs by 1, g by 11 + 2, f (cut) by 1; f + g + fg by at most 2·13 + 2 + 1 = 29,
// w by 15; the products by 2: less than 18, and e·log 2 by less than 2.
func (z *Real) logFast(m *Real, prec uint) bool {
	t := tables()
	// f: the mantissa without its leading bit, times two.
	f := fix3{m.mant[1]<<1 | m.mant[0]>>63, m.mant[2]<<1 | m.mant[1]>>63, m.mant[3]<<1 | m.mant[2]>>63}
	e := m.exp - 1
	var y uint64
	w := f // with y = 0
	if f[2] >= 1<<13 {
		y = logApprox(1 + float64(f[2]>>11)*0x1p-53)
		l := fix3{t.log2[2], t.log2[3], t.log2[4]}
		d, borrow := sub3(&l, &fix3{0, 0, y})
		if borrow != 0 {
			return false
		}
		g := t.expm1Fix(&d)
		fg := mul3(&f, &g)
		var c, c2 uint64
		w, c = add3(&f, &g)
		w, c2 = add3(&w, &fg)
		if c+c2 != 1 {
			return false // 1 + w < 1 (or ≥ 1.5)
		}
		w = fix3{w[0]>>1 | w[1]<<63, w[1]>>1 | w[2]<<63, w[2] >> 1}
		if w[2] >= 1<<16 {
			return false
		}
	}
	w2 := mul3(&w, &w)
	w3 := mul3(&w2, &w)
	w2 = fix3{w2[0]>>1 | w2[1]<<63, w2[1]>>1 | w2[2]<<63, w2[2] >> 1}
	var rem uint64
	for i := 2; i >= 0; i-- {
		w3[i], rem = bits.Div64(rem, w3[i], 3)
	}
	w = dif3(&w, &w2)
	w = sum3(&w, &w3)
	w = sum3(&w, &fix3{0, 0, y})
	// e·log 2 ± w with an integer limb; |e|·2^−320 is below 2^−260.
	v := [6]uint64{}
	log2 := [6]uint64{t.log2[0], t.log2[1], t.log2[2], t.log2[3], t.log2[4], 0}
	var carry uint64
	ue := uint64(max(e, -e))
	for i := range v {
		hi, lo := bits.Mul64(log2[i], ue)
		var k uint64
		v[i], k = bits.Add64(lo, carry, 0)
		carry = hi + k
	}
	r := [4]uint64{v[2], v[3], v[4], v[5]}
	var k uint64
	if e >= 0 {
		for i := range 3 {
			r[i], k = bits.Add64(r[i], w[i], k)
		}
		r[3] += k
	} else {
		for i := range 3 {
			r[i], k = bits.Sub64(r[i], w[i], k)
		}
		r[3] -= k
	}
	if isZero(r[:]) || r[3]>>63 != 0 {
		return false
	}
	exp := 64 - normalize(r[:])
	z.setLimbs(r[:], exp, e < 0, magFromUint64(20, -192, true), prec)
	return true
}

// sinVerFix is sin x and 1 − cos x for x in [0, 1); for x < 0.79 both err by less than 16 in
// either direction.
//
// At t < 2^−16: the coefficients err by 1, each step of Horner's scheme in t² then by less
// than 2.1, and the series stop with less than 1 left: sin t errs by less than 2.3,
// 1 − cos t by 1.6. Write s and k for sin and 1 − cos:
//
//	s(a+b) = s_a + s_b − s_a k_b − k_a s_b,   k(a+b) = k_a + k_b − k_a k_b + s_a s_b.
//
// With the table at 2^−16·j (values below 2^−8), both products err by less than 1.1:
// s by 1 + 2.3 + 2.2 = 5.5, k by 1 + 1.6 + 2.2 = 4.8. With the table at 2^−8·i, s_a ≤ 0.71 and
// k_a ≤ 0.3: s by 1 + 5.5 + (0.71·4.8 + 1.1) + (0.3·5.5 + 1.1) < 14, k by
// 1 + 4.8 + (0.3·4.8 + 1.1) + (0.71·5.5 + 1.1) < 14.
func (t *tables192) sinVerFix(x *fix3) (sin, ver fix3) {
	i, j := x[2]>>56, x[2]>>48&255
	r := *x
	r[2] &= 1<<48 - 1
	r2 := mul3(&r, &r)
	// r − r³(1/3! − r²(1/5! − r²(1/7! − r²/9!)))
	s := mul3(&t.inv[9], &r2)
	s = dif3(&t.inv[7], &s)
	s = mul3(&s, &r2)
	s = dif3(&t.inv[5], &s)
	s = mul3(&s, &r2)
	s = dif3(&t.inv[3], &s)
	r3 := mul3(&r, &r2)
	s = mul3(&s, &r3)
	s = dif3(&r, &s)
	// r²(1/2! − r²(1/4! − r²(1/6! − r²(1/8! − r²/10!))))
	k := mul3(&t.inv[10], &r2)
	k = dif3(&t.inv[8], &k)
	for n := 6; n >= 2; n -= 2 {
		k = mul3(&k, &r2)
		k = dif3(&t.inv[n], &k)
	}
	k = mul3(&k, &r2)
	s, k = addAngles(&t.sin[1][j], &t.ver[1][j], &s, &k)
	return addAngles(&t.sin[0][i], &t.ver[0][i], &s, &k)
}

func addAngles(sa, ka, sb, kb *fix3) (s, k fix3) {
	p, q := mul3(sa, kb), mul3(ka, sb)
	s = sum3(sa, sb)
	s = dif3(&s, &p)
	s = dif3(&s, &q)
	p, q = mul3(ka, kb), mul3(sa, sb)
	k = sum3(ka, kb)
	k = dif3(&k, &p)
	k = sum3(&k, &q)
	return s, k
}

// sinCosFast sets z and c to sin m and cos m for exact m with 2^−14 ≤ |m| < 2⁶⁰ whose distance
// from all multiples of π/2 is at least 2^−14, else it reports false; prec ≤ fastPrec.
//
// |m| = n·π/2 + r in 320 bits after the point (of |m|, at least 196 bits are kept, and n times
// the error of π/2 is below 2^−260); r in [0, π/4], or its distance from π/2, is cut to
// 192 bits and errs by 2: the sine and 1 − cos err by less than 16 + 2.
func (z *Real) sinCosFast(c, m *Real, prec uint) bool {
	t := tables()
	var f [6]uint64
	if m.exp > 0 {
		v := shiftRight4(&m.mant, uint64(64-m.exp))
		copy(f[2:], v[:])
		f[1] = m.mant[0] << uint(m.exp)
	} else {
		v := shiftRight4(&m.mant, uint64(-m.exp))
		copy(f[1:], v[:])
	}
	// n = ⌊|m|·2/π⌋ or one less, with 2/π = 0xa2f9836e4e441529/2⁶⁴ + ….
	const invHalfPi = 0xa2f9836e4e441529
	hi, lo := bits.Mul64(f[5], invHalfPi)
	fr, _ := bits.Mul64(f[4], invHalfPi)
	_, c1 := bits.Add64(lo, fr, 0)
	n := hi + c1
	mulSub1(f[:], t.halfPi[:], n)
	for !less(f[:], t.halfPi[:]) {
		mulSub1(f[:], t.halfPi[:], 1)
		n++
	}
	neg := false                                // the sign of r after reflection
	if f[5] != 0 || f[4] > 0xc90fdaa22168c234 { // r > π/4
		g := t.halfPi
		mulSub1(g[:], f[:], 1)
		f, neg = g, true
		n++
	}
	if f[4]>>50 == 0 {
		return false
	}
	y := fix3{f[2], f[3], f[4]}
	s, k := t.sinVerFix(&y)
	err := magFromUint64(18, -192, true)
	sw := [4]uint64{0, s[0], s[1], s[2]}
	var one fix3
	cos, _ := sub3(&one, &k) // 1 − k as a fraction, because k > 0
	cw := [4]uint64{0, cos[0], cos[1], cos[2]}
	se, ce := -normalize(sw[:]), -normalize(cw[:])
	// sin(|m|) = Re/Im parts of i^n·(cos r ± i sin r)
	mneg := m.neg
	sinNeg, cosNeg := n&2 != 0, n&2 != 0
	if n&1 == 0 {
		sinNeg = sinNeg != neg
		z.setLimbs(sw[:], se, sinNeg != mneg, err, prec)
		c.setLimbs(cw[:], ce, cosNeg, err, prec)
	} else {
		cosNeg = cosNeg == neg
		z.setLimbs(cw[:], ce, sinNeg != mneg, err, prec)
		c.setLimbs(sw[:], se, cosNeg, err, prec)
	}
	return true
}

// atanFast sets z to arctan t for a fraction t in [2^−21, 1) that errs by at most 1 in either
// direction, and reports success. The error of the result is less than 64 units.
//
// Let θ be a little less than arctan t, from float64 arithmetic, and s, c its sine and cosine.
// With a = t·c − s, checked to be positive and less than 2^−45,
//
//	tan(arctan t − θ) = a/(c + t·s) = a·c/(1 + a·s) =: w,   arctan t = θ + w − w³/3 + …,
//
// where 1/(1+x) = 1 − x + x² − x³ leaves less than 2^−180·w, and w⁵ is below 2^−224.
// Errors: a by 18 + 2 + 16 = 36, everything after it by less than 10.
func (t *tables192) atanFast(x *fix3) (z fix3, ok bool) {
	y := atanApprox(float64(x[2]>>11) * 0x1p-53)
	theta := fix3{0, 0, y}
	s, k := t.sinVerFix(&theta)
	var a fix3
	kx := mul3(&k, x)
	a = dif3(x, &kx) // t·c
	a, borrow := sub3(&a, &s)
	if borrow != 0 || a[2] >= 1<<19 {
		return z, false
	}
	u := mul3(&a, &s)
	u2 := mul3(&u, &u)
	u3 := mul3(&u2, &u)
	ka := mul3(&k, &a)
	w := dif3(&a, &ka) // a·c
	q := dif3(&u, &u2)
	q = sum3(&q, &u3) // 1 − 1/(1+u)
	q = mul3(&q, &w)
	w = dif3(&w, &q)
	w2 := mul3(&w, &w)
	w3 := mul3(&w2, &w)
	var rem uint64
	for i := 2; i >= 0; i-- {
		w3[i], rem = bits.Div64(rem, w3[i], 3)
	}
	w = dif3(&w, &w3)
	return sum3(&theta, &w), true
}

// atan2Fast sets z to the argument of x + iy for exact x, y ≠ 0 whose exponents differ by less
// than 20, and reports success; prec ≤ fastPrec.
func (z *Real) atan2Fast(y, x *Real, prec uint) bool {
	t := tables()
	u, v := x, y
	swap := y.exp > x.exp || y.exp == x.exp && less(x.mant[:], y.mant[:])
	if swap {
		u, v = y, x
	}
	// v/u = q·2^(−320)·2^(v.exp − u.exp)
	q, _ := divMant(&v.mant, &u.mant)
	w := [4]uint64{q[2], q[3], q[4], q[5]} // v/u·2^d in units of 2^−192, d = u.exp − v.exp
	if d := uint(u.exp - v.exp); d > 0 {
		for i := range 3 {
			w[i] = w[i]>>d | w[i+1]<<(64-d)
		}
		w[3] >>= d
	}
	if w[3] != 0 { // |y| = |x|, or as good as
		return false
	}
	a, ok := t.atanFast(&fix3{w[0], w[1], w[2]})
	if !ok {
		return false
	}
	// The angle in the first quadrant, then in its own.
	r := [4]uint64{a[0], a[1], a[2], 0}
	h := [4]uint64{t.halfPi[2], t.halfPi[3], t.halfPi[4], t.halfPi[5]}
	if swap {
		g := h
		mulSub1(g[:], r[:], 1)
		r = g
	}
	if x.neg {
		g := h
		mulSub1(g[:], r[:], 1) // π − r = π/2 + (π/2 − r)
		var c uint64
		for i := range g {
			r[i], c = bits.Add64(g[i], h[i], c)
		}
	}
	neg := y.neg
	exp := 64 - normalize(r[:])
	z.setLimbs(r[:], exp, neg, magFromUint64(70, -192, true), prec)
	return true
}

// logApprox is a multiple of 2^−64 a little less than log x, x in [1,2), in those units.
func logApprox(x float64) uint64 { return slightlyLess(math.Log(x)) }

// atanApprox is a multiple of 2^−64 a little less than arctan x, x in [0,1], in those units.
func atanApprox(x float64) uint64 { return slightlyLess(math.Atan(x)) }

func slightlyLess(y float64) uint64 {
	if y -= 0x1p-51; y <= 0 {
		return 0
	}
	return uint64(y * 0x1p64)
}
