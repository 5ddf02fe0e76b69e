package ball

import (
	"math"
	"math/bits"
)

// sqrtFast sets z to √m for exact m > 0 and reports success; prec ≤ fastPrec.
//
// m = f·4^k with f in [¼, 1). Two corrections s ← s + (f − s²)/(2s) take the float64 root to
// 128 and then to 192 bits. Neither the float64 root nor the first correction is trusted: the
// last residual is exact and its size is checked. With the fraction s of 128 bits and
// e = s² − f ≥ 0,
//
//	√f = s·√(1 − e/s²) = s − e/(2s) − δ,  0 ≤ δ ≤ e²/(8s³)·(1 + e/s²) < 2e²   (s ≥ ½),
//
// so that e < 2^−98 bounds δ by 2^−195.
func (z *Real) sqrtFast(m *Real, prec uint) bool {
	f, k := m.mant, (m.exp+m.exp&1)/2
	if m.exp&1 != 0 {
		if f[0]&1 != 0 {
			return false
		}
		for i := range 3 {
			f[i] = f[i]>>1 | f[i+1]<<63
		}
		f[3] >>= 1
	}
	if m.wide != nil {
		return false
	}
	// The first 53 bits of √f; that may be all.
	s0 := min(uint64(math.Sqrt(float64(f[3]>>10)*0x1p-54)*0x1p53), 1<<53-1) << 11
	if f[0]|f[1] == 0 {
		if hi, lo := bits.Mul64(s0, s0); hi == f[3] && lo == f[2] {
			z.setLimbs([]uint64{0, 0, 0, s0}, k, false, mag{}, prec)
			return true
		}
	}
	s0 = max(s0-1<<13, 1<<63) // now at most √f, by about 2^−51
	// d = f − s₀² ≥ 0; limbs 3 and 2 are dh and dl, limbs 1 and 0 those of f.
	hi, lo := bits.Mul64(s0, s0)
	dl, b := bits.Sub64(f[2], lo, 0)
	dh, b := bits.Sub64(f[3], hi, b)
	if b != 0 || dh >= 1<<19 {
		return false
	}
	// s = s₀ + d/(2s₀) is at least √f; cut off to 128 bits, it may be less than that by less
	// than two units.
	q2, r := bits.Div64(dh, dl, s0)
	q1, _ := bits.Div64(r, f[1], s0)
	var s mantissa
	var c uint64
	s[2], c = bits.Add64(q2<<63|q1>>1, 2, 0)
	s[3], c = bits.Add64(s0, q2>>1, c)
	if c != 0 { // √f is almost 1; then this is above it, or the check below fails
		s[2], s[3] = 1<<64-1, 1<<64-1
	}
	// e = s² − f, exactly
	w := mulMant(&s, &s)
	var e [4]uint64
	for i := range e {
		e[i], c = bits.Sub64(w[i+4], f[i], c)
	}
	if c != 0 || e[3] != 0 || e[2] >= 1<<30 {
		return false
	}
	// g = e/s in units of 2^−192. With s = sh + sl, sl < 2^−64: e/s = e/sh − (e/sh)·sl/sh + …;
	// the first quotient is g1·2⁶⁴ + g0, cut off by less than a unit, and the second
	// g1·sl/sh (in units), cut off by a unit after g0's share of less than 2 is left out.
	g1, r := bits.Div64(e[2], e[1], s[3])
	g0, _ := bits.Div64(r, e[0], s[3])
	hi, lo = bits.Mul64(g1, s[2])
	t, _ := bits.Div64(hi, lo, s[3])
	g0, b = bits.Sub64(g0, t, 0)
	g1, _ = bits.Sub64(g1, 0, b)
	// √f = s − g/2, within 4 units
	var v [4]uint64
	v[1], b = bits.Sub64(0, g1<<63|g0>>1, 0)
	v[2], b = bits.Sub64(s[2], g1>>1, b)
	v[3], _ = bits.Sub64(s[3], 0, b)
	k -= normalize(v[:])
	z.setLimbs(v[:], k, false, magPow2(k-188), prec)
	return true
}

// sqrtNewton sets z to √m for exact m > 0 by a step from an approximation s of half the
// precision, and reports success. With the residual e = m − s² and |e| ≤ s²/4,
//
//	√m = s·√(1 + e/s²) = s + e/(2s) − δ,  |δ| ≤ e²/(4s³).
func (z *Real) sqrtNewton(m *Real, prec uint) bool {
	var s, e, q Real
	half := prec/2 + 8
	if half <= fastPrec+24 {
		q.SetRound(m, 250)
		if !s.sqrtFast(&q, fastPrec+24) {
			return false
		}
	} else if !s.sqrtNewton(m, half) {
		return false
	}
	s.rad = mag{} // whatever s is, the residual tells
	e.Mul(&s, &s, 2*s.bitsUsed())
	e.Sub(m, &e, max(m.bitsUsed(), 2*s.bitsUsed())+64)
	u, low := e.magUpper(), s.midLower()
	u2 := u.mul(u)
	if u.mul2exp(2).cmp(low.mulLower(low)) > 0 {
		return false
	}
	delta := u2.div(low.mulLower(low.mulLower(low))).mul2exp(-2)
	q.Div(&e, &s, prec-half+16)
	q.Mul2Exp(&q, -1)
	z.Add(&s, &q, prec)
	z.addErr(z, delta)
	return true
}
