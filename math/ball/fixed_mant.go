package ball

import "math/bits"

// A mantissa is four limbs, little-endian, of a fraction in [½,1): bit 255 is set.
type mantissa [4]uint64

const mantBits = 256

// normalize shifts w left until its top bit is set and returns by how many bits; w must
// not be zero.
func normalize(w []uint64) int64 {
	n := len(w)
	k := n - 1
	for w[k] == 0 {
		k--
	}
	if skip := n - 1 - k; skip > 0 {
		for i := n - 1; i >= 0; i-- {
			if i >= skip {
				w[i] = w[i-skip]
			} else {
				w[i] = 0
			}
		}
	}
	s := uint(bits.LeadingZeros64(w[n-1]))
	if s > 0 {
		for i := n - 1; i > 0; i-- {
			w[i] = w[i]<<s | w[i-1]>>(64-s)
		}
		w[0] <<= s
	}
	return int64(n-1-k)*64 + int64(s)
}

// isZero tells whether all limbs are zero.
func isZero(w []uint64) bool {
	var or uint64
	for _, x := range w {
		or |= x
	}
	return or == 0
}

// roundMant rounds a normalized fraction w of at least four limbs to prec ≤ 256 bits, to
// nearest. It returns 1 in exp when rounding up reached 1, and whether anything was lost:
// then the error is at most half a unit of the last place, 2^(−prec−1).
func roundMant(w []uint64, prec uint) (m mantissa, exp int64, inexact bool) {
	n := len(w)
	top := w[n-4 : n]
	m = mantissa{top[0], top[1], top[2], top[3]}
	drop := mantBits - prec
	limb, off := drop/64, drop%64 // the last kept bit is bit off of limb
	var lost, half uint64
	for _, x := range w[:n-4] {
		lost |= x
	}
	if drop == 0 {
		if n > 4 {
			half = w[n-5] >> 63
		}
	} else {
		for i := range limb {
			lost |= m[i]
		}
		if off > 0 {
			lost |= m[limb] << (64 - off)
			half = m[limb] >> (off - 1) & 1
			m[limb] &^= 1<<off - 1
		} else {
			half = m[limb-1] >> 63
		}
		for i := range limb {
			m[i] = 0
		}
	}
	if lost == 0 {
		return m, 0, false
	}
	if half != 0 {
		var c uint64
		m[limb], c = bits.Add64(m[limb], 1<<off, 0)
		for i := limb + 1; i < 4; i++ {
			m[i], c = bits.Add64(m[i], 0, c)
		}
		if c != 0 {
			m[3] = 1 << 63
			exp = 1
		}
	}
	return m, exp, true
}

// mulMant is the exact product of two mantissas in eight limbs.
func mulMant(a, b *mantissa) (w [8]uint64) {
	if a[0]|a[1]|b[0]|b[1] == 0 { // up to 128 bits: the low four limbs are zero
		h00, l00 := bits.Mul64(a[2], b[2])
		h01, l01 := bits.Mul64(a[2], b[3])
		h10, l10 := bits.Mul64(a[3], b[2])
		h11, l11 := bits.Mul64(a[3], b[3])
		var c, d uint64
		w[4] = l00
		w[5], c = bits.Add64(h00, l01, 0)
		w[6], c = bits.Add64(l11, h01, c)
		w[7] = h11 + c
		w[5], d = bits.Add64(w[5], l10, 0)
		w[6], d = bits.Add64(w[6], h10, d)
		w[7] += d
		return w
	}
	for i, x := range a {
		if x == 0 {
			continue
		}
		var carry uint64
		for j, y := range b {
			hi, lo := bits.Mul64(x, y)
			var c uint64
			lo, c = bits.Add64(lo, w[i+j], 0)
			hi += c
			lo, c = bits.Add64(lo, carry, 0)
			w[i+j] = lo
			carry = hi + c
		}
		w[i+4] = carry
	}
	return w
}

// divMant is q = ⌊2^320·a/b⌋ in six limbs for two mantissas, and whether the division left
// a remainder: Knuth's algorithm D (The Art of Computer Programming 2, 4.3.1) with base 2⁶⁴.
// Since a/b is in (½, 2), q has 320 or 321 bits.
func divMant(a, b *mantissa) (q [6]uint64, inexact bool) {
	// Numerator u: a·2^(64·5), ten limbs with a zero on top; denominator b, four limbs
	// with its top bit set.
	var u [10]uint64
	copy(u[5:9], a[:])
	for j := 5; j >= 0; j-- {
		var qh uint64
		if u[j+4] >= b[3] {
			qh = ^uint64(0)
		} else {
			var r uint64
			qh, r = bits.Div64(u[j+4], u[j+3], b[3])
			for {
				hi, lo := bits.Mul64(qh, b[2])
				if hi < r || hi == r && lo <= u[j+2] {
					break
				}
				qh--
				var c uint64
				r, c = bits.Add64(r, b[3], 0)
				if c != 0 {
					break
				}
			}
		}
		// u[j..j+4] −= qh·b
		var borrow, carry uint64
		for i := range 4 {
			hi, lo := bits.Mul64(qh, b[i])
			var c uint64
			lo, c = bits.Add64(lo, carry, 0)
			carry = hi + c
			u[j+i], borrow = bits.Sub64(u[j+i], lo, borrow)
		}
		u[j+4], borrow = bits.Sub64(u[j+4], carry, borrow)
		for borrow != 0 { // qh was too large, by at most two
			qh--
			var c uint64
			for i := range 4 {
				u[j+i], c = bits.Add64(u[j+i], b[i], c)
			}
			u[j+4], c = bits.Add64(u[j+4], 0, c)
			borrow -= c
		}
		q[j] = qh
	}
	return q, !isZero(u[:5])
}
