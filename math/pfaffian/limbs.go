package pfaffian

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/bits"
)

// limb is a mantissa of a fixed number of words, the lowest first.
type limb interface {
	[2]uint64 | [3]uint64 | [4]uint64 | [6]uint64 | [8]uint64 | [16]uint64 | [32]uint64 | [64]uint64 | [128]uint64
}

// float is s·m·2^(e−64·len(m)) with s = ±1 and the top bit of m set, or 0 where s = 0.
// Unlike big.Float it is a value: rows of them are one block of memory. Results are
// truncated. A product or quotient is off by less than 2^(4−64·len(m)) of itself, a sum
// by less than that of the larger operand: sums here are always bounded by their terms.
type float[L limb] struct {
	m L
	e int64
	s int64
}

// limbBinade is the binary logarithm of what bounds the errors above.
func limbBinade(words int) int { return 4 - 64*words }

// limbUnit is that bound, or what of it is within float64's range.
func limbUnit(words int) float64 { return max(math.Ldexp(1, limbBinade(words)), leastUnit) }

// leastUnit stands for units below the range of float64 in bounds that need no better one.
const leastUnit = 0x1p-1000

func (x float[L]) zero() bool { return x.s == 0 }

func (x float[L]) negated() float[L] {
	x.s = -x.s
	return x
}

func (x float[L]) exponent() int { return int(x.e) }

func (x float[L]) scaled(shift int) float[L] {
	x.e -= int64(shift)
	return x
}

func (x float[L]) size() float64 {
	if x.s == 0 {
		return 0
	}
	f := math.Ldexp(float64(x.m[len(x.m)-1]), int(max(min(x.e, 1<<20), -1<<20))-64)
	return max(f, math.SmallestNonzeroFloat64)
}

func (x float[L]) parts() (re, im float64) {
	f, _ := x.big().Float64()
	return f, 0
}

func (float[L]) of(re, _ float64) float[L] { return limbsOf[L](new(big.Float).SetFloat64(re)) }

func (x float[L]) plus(y float[L]) float[L] {
	switch {
	case y.s == 0:
		return x
	case x.s == 0:
		return y
	case x.e < y.e || x.e == y.e && less(&x.m, &y.m):
		x, y = y, x
	}
	d := x.e - y.e
	n := len(x.m)
	if d >= int64(64*n) {
		return x
	}
	words, shift := int(d>>6), uint(d&63)
	if x.s == y.s {
		var carry uint64
		for i := range n {
			var w uint64
			if k := i + words; k < n {
				w = y.m[k] >> shift
				if k+1 < n {
					w |= y.m[k+1] << (64 - shift) // 0 where shift is 0: Go shifts out
				}
			}
			x.m[i], carry = bits.Add64(x.m[i], w, carry)
		}
		if carry != 0 {
			for i := range n - 1 {
				x.m[i] = x.m[i]>>1 | x.m[i+1]<<63
			}
			x.m[n-1] = x.m[n-1]>>1 | 1<<63
			x.e++
		}
		return x
	}
	var borrow uint64
	for i := range n {
		var w uint64
		if k := i + words; k < n {
			w = y.m[k] >> shift
			if k+1 < n {
				w |= y.m[k+1] << (64 - shift)
			}
		}
		x.m[i], borrow = bits.Sub64(x.m[i], w, borrow)
	}
	return x.normal()
}

func less[L limb](x, y *L) bool {
	for i := len(*x) - 1; i >= 0; i-- {
		if (*x)[i] != (*y)[i] {
			return (*x)[i] < (*y)[i]
		}
	}
	return false
}

// normal moves the highest bit to the top.
func (x float[L]) normal() float[L] {
	n := len(x.m)
	top := n - 1
	for top >= 0 && x.m[top] == 0 {
		top--
	}
	if top < 0 {
		return float[L]{}
	}
	words, shift := n-1-top, uint(bits.LeadingZeros64(x.m[top]))
	if words == 0 && shift == 0 {
		return x
	}
	for i := n - 1; i >= 0; i-- {
		var w uint64
		if k := i - words; k >= 0 {
			w = x.m[k] << shift
			if k > 0 {
				w |= x.m[k-1] >> (64 - shift)
			}
		}
		x.m[i] = w
	}
	x.e -= int64(64*words) + int64(shift)
	return x
}

func (x float[L]) minus(y float[L]) float[L] {
	y.s = -y.s
	return x.plus(y)
}

func (x float[L]) times(y float[L]) float[L] {
	z := float[L]{s: x.s * y.s}
	if z.s == 0 {
		return z
	}
	z.e = x.e + y.e
	n := len(x.m)
	if n == 2 { // known when this is compiled
		h0, l0 := bits.Mul64(x.m[0], y.m[1])
		h1, l1 := bits.Mul64(x.m[1], y.m[0])
		hi, lo := bits.Mul64(x.m[1], y.m[1])
		low, _ := bits.Mul64(x.m[0], y.m[0])
		var c, d uint64
		low, c = bits.Add64(low, l0, 0)
		low, d = bits.Add64(low, l1, 0)
		lo, c = bits.Add64(lo, h0, c)
		lo, d = bits.Add64(lo, h1, d)
		hi += c + d
		if hi>>63 == 0 {
			hi, lo = hi<<1|lo>>63, lo<<1|low>>63
			z.e--
		}
		z.m[0], z.m[1] = lo, hi
		return z
	}
	// Column by column from the second below the result: what lies lower is less than
	// n·2^(−64) units of the result's last place.
	var a0, a1, a2, below uint64
	for c := max(n-2, 0); c <= 2*n-2; c++ {
		for i := max(0, c-n+1); i <= min(c, n-1); i++ {
			hi, lo := bits.Mul64(x.m[i], y.m[c-i])
			var carry uint64
			a0, carry = bits.Add64(a0, lo, 0)
			a1, carry = bits.Add64(a1, hi, carry)
			a2 += carry
		}
		switch {
		case c >= n:
			z.m[c-n] = a0
		case c == n-1:
			below = a0
		}
		a0, a1, a2 = a1, a2, 0
	}
	z.m[n-1] = a0
	if a0>>63 == 0 {
		for i := n - 1; i > 0; i-- {
			z.m[i] = z.m[i]<<1 | z.m[i-1]>>63
		}
		z.m[0] = z.m[0]<<1 | below>>63
		z.e--
	}
	return z
}

// over goes through big.Float: there are few divisions.
func (x float[L]) over(y float[L]) float[L] {
	if x.s == 0 {
		return x
	}
	q := new(big.Float).SetPrec(uint(64*len(x.m) + 8))
	return limbsOf[L](q.Quo(x.big(), y.big()))
}

// limbsOf truncates a finite x.
func limbsOf[L limb](x *big.Float) float[L] {
	var z float[L]
	if x.Sign() == 0 {
		return z
	}
	z.s = int64(x.Sign())
	n := len(z.m)
	mant := new(big.Float).Abs(x)
	e := mant.MantExp(mant)
	z.e = int64(e)
	i, _ := mant.SetMantExp(mant, 64*n).Int(nil)
	buf := i.FillBytes(make([]byte, 8*n))
	for k := range n {
		z.m[k] = binary.BigEndian.Uint64(buf[8*(n-1-k):])
	}
	return z
}

// big is x, exactly while its exponent fits.
func (x float[L]) big() *big.Float {
	n := len(x.m)
	z := new(big.Float).SetPrec(uint(64 * n))
	if x.s == 0 {
		return z
	}
	buf := make([]byte, 8*n)
	for k := range n {
		binary.BigEndian.PutUint64(buf[8*(n-1-k):], x.m[k])
	}
	z.SetInt(new(big.Int).SetBytes(buf))
	z.SetMantExp(z, int(x.e)-64*n)
	if x.s < 0 {
		z.Neg(z)
	}
	return z
}
