package poly

import (
	"fmt"
	"math/big"
	"math/bits"
)

const (
	fieldBits = 61
	fieldMask = 1<<fieldBits - 1
	// maxFieldGap keeps two folds enough in reduce.
	maxFieldGap = 1 << 28
)

// Field is the field GF(p) of a prime p = 2⁶¹ − c with c < 2²⁸. Its elements are the
// numbers 0 … p−1 as uint64; every argument must be one of them.
type Field struct{ p, c uint64 }

// Mersenne is GF(2⁶¹ − 1).
func Mersenne() Field { return Field{p: fieldMask, c: 1} }

// NewField is GF(p). The error says why p will not do.
func NewField(p uint64) (Field, error) {
	if p >= 1<<fieldBits || p < 1<<fieldBits-maxFieldGap {
		return Field{}, fmt.Errorf("poly: modulus %d is not between 2⁶¹ − 2²⁸ and 2⁶¹", p)
	}
	if !isPrime(p) {
		return Field{}, fmt.Errorf("poly: modulus %d is not a prime", p)
	}
	return Field{p: p, c: 1<<fieldBits - p}, nil
}

// FieldWithRoots is GF(p) for the largest supported prime p ≡ 1 mod n, which therefore has
// the n-th roots of unity (n = 4: √−1; n = 8: √2 too; n = 24: √3 too).
func FieldWithRoots(n uint64) (Field, error) {
	if n == 0 || n > 1<<20 {
		return Field{}, fmt.Errorf("poly: no field is kept ready with roots of unity of order %d", n)
	}
	for p := uint64(1<<fieldBits-1) - (1<<fieldBits-2)%n; p >= 1<<fieldBits-maxFieldGap; p -= n {
		if isPrime(p) {
			return NewField(p)
		}
	}
	return Field{}, fmt.Errorf("poly: no supported prime is 1 modulo %d", n)
}

// Next is the field of the next smaller prime.
func (f Field) Next() (Field, error) {
	for p := f.p - 2; p >= 1<<fieldBits-maxFieldGap; p -= 2 {
		if isPrime(p) {
			return NewField(p)
		}
	}
	return Field{}, fmt.Errorf("poly: no supported prime below %d", f.p)
}

// isPrime is exact for 64-bit numbers (Baillie–PSW, checked up to 2⁶⁴).
func isPrime(p uint64) bool { return new(big.Int).SetUint64(p).ProbablyPrime(0) }

// P is the characteristic.
func (f Field) P() uint64 { return f.p }

// Add is x + y.
func (f Field) Add(x, y uint64) uint64 {
	s := x + y
	if s >= f.p {
		s -= f.p
	}
	return s
}

// Sub is x − y.
func (f Field) Sub(x, y uint64) uint64 {
	d := x - y
	if x < y {
		d += f.p
	}
	return d
}

// Neg is −x.
func (f Field) Neg(x uint64) uint64 {
	if x == 0 {
		return 0
	}
	return f.p - x
}

// Mul is x·y. With 2⁶¹ ≡ c a product q·2⁶¹ + r folds to q·c + r: for c = 1 once, else
// twice, since q·c + r < 2⁹⁰ has a quotient below 2²⁹, whose fold is below 2⁵⁷ + 2⁶¹ < 2p.
func (f Field) Mul(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	q, s := hi<<3|lo>>fieldBits, lo&fieldMask
	if f.c == 1 {
		s += q
	} else {
		h, l := bits.Mul64(q, f.c)
		l, carry := bits.Add64(l, s, 0)
		s = ((h+carry)<<3|l>>fieldBits)*f.c + l&fieldMask
	}
	if s >= f.p {
		s -= f.p
	}
	return s
}

// Pow is xⁿ, with 0⁰ = 1, in 4-bit windows.
func (f Field) Pow(x, n uint64) uint64 {
	var table [16]uint64
	table[0] = 1
	top := (bits.Len64(n) + 3) / 4
	if top <= 1 {
		r := uint64(1)
		for ; n > 0; n-- {
			r = f.Mul(r, x)
		}
		return r
	}
	for i := 1; i < 16; i++ {
		table[i] = f.Mul(table[i-1], x)
	}
	r := table[n>>(4*(top-1))]
	for k := top - 2; k >= 0; k-- {
		for range 4 {
			r = f.Mul(r, r)
		}
		if d := n >> (4 * k) & 15; d != 0 {
			r = f.Mul(r, table[d])
		}
	}
	return r
}

// Inv is 1/x by Fermat's theorem; x must not be 0 (the result is then 0).
func (f Field) Inv(x uint64) uint64 { return f.Pow(x, f.p-2) }

// InvAll replaces every element by its inverse with one inversion (Montgomery's trick,
// Math. Comp. 48, 1987). It reports whether none is 0; else nothing is changed.
func (f Field) InvAll(x []uint64) bool {
	prefix := make([]uint64, len(x))
	product := uint64(1)
	for i, v := range x {
		if v == 0 {
			return false
		}
		prefix[i] = product
		product = f.Mul(product, v)
	}
	inverse := f.Inv(product)
	for i := len(x) - 1; i >= 0; i-- {
		v := x[i]
		x[i] = f.Mul(inverse, prefix[i])
		inverse = f.Mul(inverse, v)
	}
	return true
}

// FromInt64 is n mod p.
func (f Field) FromInt64(n int64) uint64 {
	if n >= 0 {
		return uint64(n) % f.p
	}
	return f.Neg((uint64(-(n + 1)) + 1) % f.p)
}

// FromInt is n mod p.
func (f Field) FromInt(n *big.Int) uint64 {
	var r uint64
	words := n.Bits()
	if bits.UintSize == 64 {
		for i := len(words) - 1; i >= 0; i-- {
			_, r = bits.Div64(r, uint64(words[i]), f.p)
		}
	} else {
		var m big.Int
		r = m.Mod(m.Abs(n), m.SetUint64(f.p)).Uint64()
	}
	if n.Sign() < 0 {
		return f.Neg(r)
	}
	return r
}

// FromRat is q mod p; ok is false where p divides the denominator.
func (f Field) FromRat(q *big.Rat) (x uint64, ok bool) {
	n := f.FromInt(q.Num())
	if q.IsInt() {
		return n, true
	}
	d := f.FromInt(q.Denom())
	if d == 0 {
		return 0, false
	}
	return f.Mul(n, f.Inv(d)), true
}

// RootOfUnity is an element of order n, the same in every call; ok is false where n does
// not divide p − 1 (or has two prime factors above 2²⁰). Its powers give compatible roots: RootOfUnity(12)³ has order 4.
func (f Field) RootOfUnity(n uint64) (w uint64, ok bool) {
	if n == 0 || (f.p-1)%n != 0 {
		return 0, false
	}
	factors, ok := distinctPrimes(n)
	if !ok {
		return 0, false
	}
	for a := uint64(2); ; a++ { // one in ∏ (1 − 1/q) of all a does
		w = f.Pow(a, (f.p-1)/n)
		full := true
		for _, q := range factors {
			full = full && f.Pow(w, n/q) != 1
		}
		if full {
			return w, true
		}
	}
}

// Sqrt is a square root of x; ok is false where x is not a square (Tonelli and Shanks).
func (f Field) Sqrt(x uint64) (y uint64, ok bool) {
	if x == 0 {
		return 0, true
	}
	if f.Pow(x, (f.p-1)/2) != 1 {
		return 0, false
	}
	s := bits.TrailingZeros64(f.p - 1)
	odd := (f.p - 1) >> s
	y = f.Pow(x, (odd+1)/2)
	if s == 1 {
		return y, true
	}
	w, _ := f.RootOfUnity(1 << s)
	t := f.Pow(x, odd) // t = y²/x has order 2^k, k < s
	for t != 1 {
		k := 0
		for u := t; u != 1; k++ {
			u = f.Mul(u, u)
		}
		for range s - k - 1 {
			w = f.Mul(w, w)
		}
		y = f.Mul(y, w)
		w = f.Mul(w, w)
		t, s = f.Mul(t, w), k
	}
	return y, true
}

// Root is an n-th root of x; ok is false where x has none (or where n
// has a prime factor above 2¹⁶ that divides p − 1). It is unique where n is prime to
// p − 1; else it is one of the gcd(n, p−1) roots.
func (f Field) Root(x, n uint64) (y uint64, ok bool) {
	if n == 0 {
		return 0, false
	}
	if x == 0 || n == 1 {
		return x, true
	}
	factors, ok := primePowers(n)
	for _, q := range factors {
		if !ok {
			break
		}
		x, ok = f.primeRoot(x, q)
	}
	return x, ok
}

// primeRoot is a q-th root for a prime q (Adleman, Manders and Miller, FOCS 1977). With
// p − 1 = q^s·t, q ∤ t, the part of x of order prime to q has an immediate root; the part of
// order q^k is a power of a root of unity, whose exponent is found digit by digit.
func (f Field) primeRoot(x, q uint64) (uint64, bool) {
	if q == 2 {
		return f.Sqrt(x)
	}
	t, s := f.p-1, 0
	for t%q == 0 {
		t /= q
		s++
	}
	if s == 0 {
		return f.Pow(x, invMod(q, f.p-1)), true
	}
	if f.Pow(x, (f.p-1)/q) != 1 || q > 1<<16 {
		return 0, false
	}
	// x = a·b with a of order dividing t, b of order dividing q^s: Bézout u·q^s + v·t ≡ 1.
	qs := (f.p - 1) / t
	a := f.Pow(x, mulMod(qs, invMod(qs%t, t), f.p-1))
	b := f.Mul(x, f.Inv(a))
	root := f.Pow(a, invMod(q%t, t))
	w, _ := f.RootOfUnity(qs)
	zeta := f.Pow(w, qs/q)
	// b = w^e; digit d_j of e in base q from b^(q^(s−1−j)); d₀ = 0 as b is a q-th power.
	rest, e, scale := b, uint64(0), uint64(1)
	winv := f.Inv(w)
	for j := range s {
		power := rest
		for range s - 1 - j {
			power = f.Pow(power, q)
		}
		var d uint64
		for z := uint64(1); z != power; d++ {
			if d == q {
				return 0, false
			}
			z = f.Mul(z, zeta)
		}
		rest = f.Mul(rest, f.Pow(winv, d*scale))
		e += d * scale
		scale *= q
	}
	return f.Mul(root, f.Pow(w, e/q)), true
}

// distinctPrimes lists the prime divisors of n; see primePowers.
func distinctPrimes(n uint64) (list []uint64, ok bool) {
	all, ok := primePowers(n)
	for i, q := range all {
		if i == 0 || all[i-1] != q {
			list = append(list, q)
		}
	}
	return list, ok
}

// primePowers lists the prime divisors of n with their multiplicities. Trial division stops
// at 2²⁰; ok is false where a composite rest may be left.
func primePowers(n uint64) (list []uint64, ok bool) {
	for q := uint64(2); q <= n/q; q++ {
		if q > 1<<20 {
			return nil, false
		}
		for n%q == 0 {
			list = append(list, q)
			n /= q
		}
	}
	if n > 1 {
		list = append(list, n)
	}
	return list, true
}

func mulMod(x, y, m uint64) uint64 {
	hi, lo := bits.Mul64(x%m, y%m)
	_, r := bits.Div64(hi, lo, m)
	return r
}

// invMod is 1/x modulo m for x prime to m; modulo 1 it is 0.
func invMod(x, m uint64) uint64 {
	if m == 1 {
		return 0
	}
	a, b := new(big.Int).SetUint64(x), new(big.Int).SetUint64(m)
	if a.ModInverse(a, b) == nil {
		return 0
	}
	return a.Uint64()
}
