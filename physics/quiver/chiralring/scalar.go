package chiralring

import (
	"errors"
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/poly"
)

// errOverflow says that a rational number did not fit the small form.
var errOverflow = errors.New("chiralring: a coefficient does not fit 31 bits")

// Method says how a table is known.
type Method string

// The three arithmetics. A dimension modulo one prime can only be too large; Exact ones are
// those over ℚ.
const (
	Exact     Method = "exact"
	TwoPrimes Method = "two primes"
)

type mode uint8

const (
	smallRational mode = iota
	modular
	bigRational
)

// scalars is a field whose elements are written in 64 bits, zero as 0.
//   - small rationals: numerator (int32) in the upper half, denominator − 1 in the lower;
//   - modular: the residue;
//   - big rationals: 1 + index into values.
type scalars struct {
	mode     mode
	overflow bool
	field    poly.Field
	values   []*big.Rat
	// Work on big rationals: beyond the limit every new one is 0, and exhausted says that
	// all results are void.
	work, limit int64
	exhausted   bool
}

const smallOne = uint64(1) << 32

func newScalars(m mode, f poly.Field) *scalars {
	s := &scalars{mode: m, field: f}
	if m == bigRational {
		s.values = []*big.Rat{big.NewRat(1, 1), big.NewRat(-1, 1)}
	}
	return s
}

func (s *scalars) one() uint64 {
	if s.mode == smallRational {
		return smallOne
	}
	return 1
}

// of is the scalar x.
func (s *scalars) of(x *big.Rat) uint64 {
	switch s.mode {
	case smallRational: // below
	case modular:
		r, ok := s.field.FromRat(x)
		if !ok {
			// The prime divides a denominator: it is of no use for this theory.
			s.overflow = true
		}
		return r
	case bigRational:
		return s.intern(new(big.Rat).Set(x))
	}
	if !x.Num().IsInt64() || !x.Denom().IsInt64() {
		s.overflow = true
		return 0
	}
	return s.pack(x.Num().Int64(), x.Denom().Int64())
}

func (s *scalars) intern(x *big.Rat) uint64 {
	if x.Sign() == 0 {
		return 0
	}
	if x.IsInt() && x.Num().IsInt64() {
		switch x.Num().Int64() {
		case 1:
			return 1
		case -1:
			return 2
		}
	}
	// A gcd of w words costs w² steps beside what the memory costs.
	w := int64(x.Num().BitLen()+x.Denom().BitLen())/64 + 1
	if s.work += 16 + w*w; s.work > s.limit {
		s.exhausted = true
		return 0
	}
	s.values = append(s.values, x)
	return uint64(len(s.values))
}

// pack is n/d in lowest terms, d > 0.
func (s *scalars) pack(n, d int64) uint64 {
	if n == 0 {
		return 0
	}
	if d != 1 {
		g := gcd(n, d)
		n, d = n/g, d/g
	}
	if n > math.MaxInt32 || n < -math.MaxInt32 || d > math.MaxInt32 {
		s.overflow = true
		return 0
	}
	return uint64(uint32(n))<<32 | uint64(d-1)
}

func unpack(x uint64) (n, d int64) { return int64(int32(x >> 32)), int64(x&(1<<32-1)) + 1 }

func gcd(a, b int64) int64 {
	if a < 0 {
		a = -a
	}
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func (s *scalars) mul(x, y uint64) uint64 {
	switch s.mode {
	case smallRational: // below
	case modular:
		return s.field.Mul(x, y)
	case bigRational:
		if x == 0 || y == 0 || s.exhausted {
			return 0
		}
		return s.intern(new(big.Rat).Mul(s.values[x-1], s.values[y-1]))
	}
	if x == smallOne {
		return y
	}
	if y == smallOne {
		return x
	}
	// 31 × 31 bits do not overflow.
	a, b := unpack(x)
	c, d := unpack(y)
	return s.pack(a*c, b*d)
}

// add is x + y.
func (s *scalars) add(x, y uint64) uint64 {
	if x == 0 {
		return y
	}
	if y == 0 {
		return x
	}
	switch s.mode {
	case smallRational: // below
	case modular:
		return s.field.Add(x, y)
	case bigRational:
		if s.exhausted {
			return 0
		}
		return s.intern(new(big.Rat).Add(s.values[x-1], s.values[y-1]))
	}
	a, b := unpack(x)
	c, d := unpack(y)
	if b == 1 && d == 1 {
		return s.pack(a+c, 1)
	}
	return s.pack(a*d+c*b, b*d)
}

func (s *scalars) neg(x uint64) uint64 {
	if x == 0 {
		return 0
	}
	switch s.mode {
	case smallRational: // below
	case modular:
		return s.field.Neg(x)
	case bigRational:
		if s.exhausted {
			return 0
		}
		return s.intern(new(big.Rat).Neg(s.values[x-1]))
	}
	return uint64(-uint32(x>>32))<<32 | x&(1<<32-1)
}

// inv is 1/x, x ≠ 0.
func (s *scalars) inv(x uint64) uint64 {
	switch s.mode {
	case smallRational: // below
	case modular:
		return s.field.Inv(x)
	case bigRational:
		if s.exhausted {
			return 0
		}
		return s.intern(new(big.Rat).Inv(s.values[x-1]))
	}
	n, d := unpack(x)
	if n < 0 {
		n, d = -n, -d
	}
	return s.pack(d, n)
}

// isOne reports whether x is 1, so that a product with it needs no work.
func (s *scalars) isOne(x uint64) bool { return x == s.one() }
