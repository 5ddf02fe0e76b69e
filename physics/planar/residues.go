package planar

import (
	"math/big"
	"math/bits"
)

// modulus is an odd prime below 2⁶³; its methods compute with residues.
type modulus uint64

// modulusBits is what every modulus has room for: they lie between 2⁶² and 2⁶³.
const modulusBits = 62

// moduli lists the largest primes below 2⁶³ whose product exceeds 2^size.
func moduli(size int) []modulus {
	var list []modulus
	// ProbablyPrime is proved to make no mistake below 2⁶⁴ (the Baillie–PSW test).
	for p := uint64(1<<63 - 1); len(list)*modulusBits <= size; p -= 2 {
		if new(big.Int).SetUint64(p).ProbablyPrime(0) {
			list = append(list, modulus(p))
		}
	}
	return list
}

func (p modulus) add(x, y uint64) uint64 {
	if x += y; x >= uint64(p) {
		x -= uint64(p)
	}
	return x
}

func (p modulus) sub(x, y uint64) uint64 {
	if x < y {
		x += uint64(p)
	}
	return x - y
}

func (p modulus) neg(x uint64) uint64 { return p.sub(0, x) }

func (p modulus) mul(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	_, r := bits.Div64(hi, lo, uint64(p)) // hi < p, as x and y are
	return r
}

// pow is x^e; negative powers are those of the inverse, of x ≠ 0.
func (p modulus) pow(x uint64, e int64) uint64 {
	if e < 0 {
		x, e = p.inverse(x), -e
	}
	y := uint64(1)
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			y = p.mul(y, x)
		}
		x = p.mul(x, x)
	}
	return y
}

// inverse is x^(p−2), of x ≠ 0.
func (p modulus) inverse(x uint64) uint64 { return p.pow(x, int64(p)-2) }

// value is a polynomial, lowest power first, at x.
func (p modulus) value(c []uint64, x uint64) uint64 {
	y := uint64(0)
	for i := len(c) - 1; i >= 0; i-- {
		y = p.add(p.mul(y, x), c[i])
	}
	return y
}

// interpolate finds the coefficients of the polynomial of degree below len(at) with the
// given values at distinct points (Lagrange), in a number of steps quadratic in len(at).
func (p modulus) interpolate(at, values []uint64) []uint64 {
	n := len(at)
	master := make([]uint64, 1, n+1) // ∏ (x − at[i])
	master[0] = 1
	for _, a := range at {
		master = append(master, 0)
		for k := len(master) - 1; k >= 0; k-- {
			below := uint64(0)
			if k > 0 {
				below = master[k-1]
			}
			master[k] = p.sub(below, p.mul(a, master[k]))
		}
	}
	out, quotient := make([]uint64, n), make([]uint64, n)
	for i, a := range at {
		carry := uint64(0) // master over x − a, by Horner
		for k := n - 1; k >= 0; k-- {
			carry = p.add(master[k+1], p.mul(a, carry))
			quotient[k] = carry
		}
		scale := p.mul(values[i], p.inverse(p.value(quotient, a)))
		for k, q := range quotient {
			out[k] = p.add(out[k], p.mul(scale, q))
		}
	}
	return out
}

// remainder collects an integer from its residues (Garner's form of the Chinese
// remainder theorem): after each one value is the only integer from 0 to product−1 that
// has all of them.
func remainder(value, product *big.Int, residue uint64, p modulus) {
	big64 := new(big.Int).SetUint64(uint64(p))
	known := new(big.Int).Mod(value, big64).Uint64()
	scale := new(big.Int).Mod(product, big64).Uint64()
	digit := p.mul(p.sub(residue, known), p.inverse(scale))
	value.Add(value, big64.Mul(product, big64.SetUint64(digit)))
}
