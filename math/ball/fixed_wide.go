package ball

import (
	"math/big"
	"math/bits"
)

// Midpoints of more than 256 bits are slices of limbs, little-endian, a fraction in [½,1) with
// its top bit set and its lowest limb not zero. They are never modified once stored.

// limbs is the mantissa without trailing zero limbs, to be read only; empty for 0.
func (z *Real) limbs() []uint64 {
	if z.wide != nil {
		return z.wide
	}
	for i, l := range z.mant {
		if l != 0 {
			return z.mant[i:]
		}
	}
	return nil
}

// setWide is setLimbs for any precision and any number of limbs ≥ 1. It may round w in
// place, but does not keep it.
func (z *Real) setWide(w []uint64, exp int64, neg bool, rad mag, prec uint) *Real {
	keep := int(prec+63) / 64
	if off := uint(keep)*64 - prec; len(w) > keep || len(w) == keep && off > 0 {
		low := w[:len(w)-keep]
		w = w[len(w)-keep:]
		lost := !isZero(low)
		var half uint64
		if off > 0 {
			lost = lost || w[0]<<(64-off) != 0
			half = w[0] >> (off - 1) & 1
			w[0] &^= 1<<off - 1
		} else {
			half = low[len(low)-1] >> 63
		}
		if lost {
			rad = rad.add(magPow2(exp - int64(prec) - 1))
		}
		if half != 0 {
			c := uint64(1) << off
			for i := range w {
				w[i], c = bits.Add64(w[i], c, 0)
			}
			if c != 0 { // all were ones
				w[len(w)-1] = 1 << 63
				exp++
			}
		}
	}
	for w[0] == 0 {
		w = w[1:]
	}
	var m mantissa
	n := copy(m[max(0, 4-len(w)):], w[max(0, len(w)-4):])
	if z.finish(m, exp, neg, rad); n < len(w) && z.mant[3] != 0 {
		z.wide = append([]uint64(nil), w...)
	}
	return z
}

// scratch is a zeroed slice of n limbs, in buf when that is long enough.
func scratch(buf *[64]uint64, n int) []uint64 {
	if n <= len(buf) {
		return buf[:n]
	}
	return make([]uint64, n)
}

// putShifted adds the fraction m·2^−d to nothing: it writes it to the top of the zeroed w and
// tells whether bits fell off the end.
func putShifted(w, m []uint64, d uint64) (lost bool) {
	off := d % 64
	for i := len(m) - 1; i >= 0; i-- {
		// Limb i of m sits at the top, less what is above it, less d.
		k := len(w) - len(m) + i - int(d/64)
		if k >= 0 {
			w[k] |= m[i] >> off
		} else if m[i]>>off != 0 {
			lost = true
		}
		if off > 0 {
			if k >= 1 {
				w[k-1] |= m[i] << (64 - off)
			} else if m[i]<<(64-off) != 0 {
				lost = true
			}
		}
	}
	return lost
}

// toFixed writes |mid|·2^(64·frac), cut off, to the zeroed f; it must fit.
func (z *Real) toFixed(f []uint64, frac int) {
	m := z.limbs()
	putShifted(f, m, uint64(64*int64(len(f)-frac)-z.exp))
}

// addWide is addSigned for any precision: the sum is exact before it is rounded.
func (z *Real) addWide(x, y *Real, yneg bool, rad mag, prec uint) *Real {
	xneg := x.neg
	if x.exp < y.exp {
		x, y = y, x
		xneg, yneg = yneg, xneg
	}
	d := x.exp - y.exp
	a, b := x.limbs(), y.limbs()
	var bufA, bufB [64]uint64
	if d > int64(prec)+2 && d > int64(64*len(a)) { // |y| < 2^(x.exp−prec−2) counts as error
		rad = rad.add(y.midUpper())
		w := scratch(&bufA, len(a))
		copy(w, a)
		return z.setWide(w, x.exp, xneg, rad, prec)
	}
	n := max(len(a), len(b)+int(d+63)/64)
	w, v := scratch(&bufA, n), scratch(&bufB, n)
	copy(w[n-len(a):], a)
	putShifted(v, b, uint64(d))
	exp := x.exp
	if xneg == yneg {
		if addLimbs(w, v) != 0 {
			// 1.w: one limb more holds the bit that the shift pushes out.
			w = append(w[:len(w):len(w)], 0)
			copy(w[1:], w)
			w[0] = 0
			for i := 0; i < n; i++ {
				w[i] = w[i]>>1 | w[i+1]<<63
			}
			w[n] = w[n]>>1 | 1<<63
			exp++
		}
		return z.setWide(w, exp, xneg, rad, prec)
	}
	if subLimbs(w, v) != 0 {
		c := uint64(1)
		for i := range w {
			w[i], c = bits.Add64(^w[i], 0, c)
		}
		xneg = !xneg
	}
	if isZero(w) {
		*z = Real{rad: rad}
		return z
	}
	exp -= normalize(w)
	return z.setWide(w, exp, xneg, rad, prec)
}

// schoolLimbs is the number of limbs from which math/big's multiplication is faster than
// the plain one here.
const schoolLimbs = 24

// mulWide sets z to the product of the midpoints' magnitudes, rounded to prec.
func (z *Real) mulWide(x, y *Real, exp int64, neg bool, rad mag, prec uint) *Real {
	a, b := x.limbs(), y.limbs()
	if min(len(a), len(b)) > schoolLimbs {
		p := limbsInt(a)
		p.Mul(p, limbsInt(b))
		w := intLimbs(p)
		exp += int64(64*(len(w)-len(a)-len(b))) - normalize(w)
		return z.setWide(w, exp, neg, rad, prec)
	}
	var buf [64]uint64
	w := scratch(&buf, len(a)+len(b))
	for i, u := range a {
		row := w[i : i+len(b)]
		var carry uint64
		for j, v := range b[:len(row)] {
			hi, lo := bits.Mul64(u, v)
			var c uint64
			lo, c = bits.Add64(lo, row[j], 0)
			hi += c
			lo, c = bits.Add64(lo, carry, 0)
			row[j] = lo
			carry = hi + c
		}
		w[i+len(b)] = carry
	}
	exp -= normalize(w)
	return z.setWide(w, exp, neg, rad, prec)
}

// divWide sets z to the quotient of the midpoints' magnitudes, rounded to prec.
func (z *Real) divWide(x, y *Real, exp int64, neg bool, rad mag, prec uint) *Real {
	a, b := x.limbs(), y.limbs()
	// ⌊a·2^(64k)/b⌋ as integers with at least prec + 2 bits
	k := max(int(prec+2+63)/64+1+len(b)-len(a), 0)
	num := make([]uint64, k+len(a))
	copy(num[k:], a)
	q, r := new(big.Int), new(big.Int)
	q.QuoRem(limbsInt(num), limbsInt(b), r)
	w := intLimbs(q)
	// a/b as fractions is q·2^(−64k)·2^(64(len b − len a))
	unit := exp + int64(64*(len(b)-len(a)-k))
	exp = unit + int64(64*len(w)) - normalize(w)
	if r.Sign() != 0 { // less than one unit of q, which has prec + 2 bits or more
		rad = rad.add(magPow2(unit))
	}
	return z.setWide(w, exp, neg, rad, prec)
}

// limbsInt is w as an integer, intLimbs the reverse.
func limbsInt(w []uint64) *big.Int {
	if bits.UintSize == 64 {
		b := make([]big.Word, len(w))
		for i, x := range w {
			b[i] = big.Word(x)
		}
		return new(big.Int).SetBits(b)
	}
	b := make([]big.Word, 2*len(w))
	for i, x := range w {
		b[2*i], b[2*i+1] = big.Word(x&(1<<32-1)), big.Word(x>>32)
	}
	return new(big.Int).SetBits(b)
}

func intLimbs(n *big.Int) []uint64 {
	w := make([]uint64, max(1, (n.BitLen()+63)/64))
	limbsOf(n, w)
	return w
}

// limbsOf writes |n| into w, little-endian.
func limbsOf(n *big.Int, w []uint64) {
	clear(w)
	for i, x := range n.Bits() {
		if bits.UintSize == 64 {
			w[i] = uint64(x)
		} else {
			w[i/2] |= uint64(x) << (32 * (i & 1))
		}
	}
}
