package lattice

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
)

// field is arithmetic modulo an odd prime below 2^62, on residues in Montgomery's form
// x·2^64 mod p (Math. Comp. 44 (1985) 519).
type field struct {
	p       uint64
	inverse uint64 // −1/p mod 2^64
	one     uint64 // 2^64 mod p
	square  uint64 // 2^128 mod p
}

func newField(p uint64) *field {
	f := &field{p: p}
	inv := p // 1/p mod 2^3, doubled in length by each Newton step
	for range 5 {
		inv *= 2 - p*inv
	}
	f.inverse = -inv
	_, f.one = bits.Div64(1%p, 0, p)
	hi, lo := bits.Mul64(f.one, f.one)
	_, f.square = bits.Div64(hi%p, lo, p)
	return f
}

func (f *field) mul(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	h, l := bits.Mul64(lo*f.inverse, f.p)
	_, carry := bits.Add64(lo, l, 0)
	r := hi + h + carry
	if r >= f.p {
		r -= f.p
	}
	return r
}

func (f *field) add(a, b uint64) uint64 {
	r := a + b
	if r >= f.p {
		r -= f.p
	}
	return r
}

func (f *field) sub(a, b uint64) uint64 {
	r := a - b
	if a < b {
		r += f.p
	}
	return r
}

func (f *field) pow(a, e uint64) uint64 {
	r := f.one
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			r = f.mul(r, a)
		}
		a = f.mul(a, a)
	}
	return r
}

// inv is 1/a for a ≠ 0.
func (f *field) inv(a uint64) uint64 { return f.pow(a, f.p-2) }

// of is the residue of an integer, plain back to an ordinary residue.
func (f *field) of(x *big.Int) uint64 {
	m := new(big.Int).Mod(x, new(big.Int).SetUint64(f.p))
	return f.mul(m.Uint64(), f.square)
}

func (f *field) ofInt(x int64) uint64 { return f.of(big.NewInt(x)) }

// ofRat fails where the denominator vanishes modulo p.
func (f *field) ofRat(x *big.Rat) (uint64, bool) {
	d := f.of(x.Denom())
	if d == 0 {
		return 0, false
	}
	return f.mul(f.of(x.Num()), f.inv(d)), true
}

func (f *field) plain(a uint64) uint64 { return f.mul(a, 1) }

// determinant of a square matrix, which it destroys.
func (f *field) determinant(a [][]uint64) uint64 {
	det := f.one
	for k := range a {
		pivot := k
		for pivot < len(a) && a[pivot][k] == 0 {
			pivot++
		}
		if pivot == len(a) {
			return 0
		}
		if pivot != k {
			a[k], a[pivot] = a[pivot], a[k]
			det = f.sub(0, det)
		}
		det = f.mul(det, a[k][k])
		inverse := f.inv(a[k][k])
		for _, row := range a[k+1:] {
			if row[k] == 0 {
				continue
			}
			c := f.sub(0, f.mul(row[k], inverse))
			for j := k + 1; j < len(a); j++ {
				row[j] = f.add(row[j], f.mul(c, a[k][j]))
			}
		}
	}
	return det
}

// maxExactBits bounds the integers that are put together from residues.
const maxExactBits = 1 << 18

// fromResidues finds the integer x with |x| < 2^size from its residues modulo as many
// primes as that takes. eval returns the residue in Montgomery's form; it may decline a
// prime that is unlucky for it, a bounded number of times.
func fromResidues(ctx context.Context, size int, eval func(f *field) (residue uint64, ok bool, err error)) (*big.Int, error) {
	if size > maxExactBits {
		return nil, fmt.Errorf("an exact integer of up to %d bits, the limit is %d", size, maxExactBits)
	}
	x, modulus := new(big.Int), big.NewInt(1)
	candidate, declined := uint64(1)<<62-1, 0
	for modulus.BitLen() < size+2 { // room for the sign
		for ; ; candidate -= 2 {
			if new(big.Int).SetUint64(candidate).ProbablyPrime(0) { // no errors below 2^64
				break
			}
		}
		f := newField(candidate)
		candidate -= 2
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r, ok, err := eval(f)
		if err != nil {
			return nil, err
		}
		if !ok {
			if declined++; declined > 100 {
				return nil, fmt.Errorf("an exact integer: the method fails modulo %d primes", declined)
			}
			continue
		}
		// x + modulus·t ≡ r.
		t := f.mul(f.sub(r, f.of(x)), f.inv(f.of(modulus)))
		x.Add(x, new(big.Int).Mul(modulus, new(big.Int).SetUint64(f.plain(t))))
		modulus.Mul(modulus, new(big.Int).SetUint64(f.p))
	}
	if half := new(big.Int).Rsh(modulus, 1); x.Cmp(half) > 0 {
		x.Sub(x, modulus)
	}
	return x, nil
}
