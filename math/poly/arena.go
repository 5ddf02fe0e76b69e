package poly

import (
	"math"
	"math/big"
	"math/bits"
)

// arena makes the coefficients of one polynomial: those of one machine word, which most are, share
// one allocation.
type arena struct{ cells []cell }

// cell is a number and its storage, if it is of one word.
type cell struct {
	int  big.Int
	word [1]big.Word
}

func newArena(n int) *arena { return &arena{make([]cell, n)} }

func (a *arena) next() *cell {
	if len(a.cells) == 0 {
		return new(cell)
	}
	c := &a.cells[0]
	a.cells = a.cells[1:]
	return c
}

// word is v, with storage of exactly one word.
func (a *arena) word(v int64) *big.Int {
	c := a.next()
	z := &c.int
	switch {
	case v == 0:
		return z
	case bits.UintSize < 64:
		return z.SetInt64(v)
	case v > 0:
		c.word[0] = big.Word(v)
		return z.SetBits(c.word[:])
	}
	c.word[0] = big.Word(-uint64(v))
	return z.Neg(z.SetBits(c.word[:]))
}

func small(x, y *big.Int) (a, b int64, ok bool) {
	if !x.IsInt64() || !y.IsInt64() {
		return 0, 0, false
	}
	a, b = x.Int64(), y.Int64()
	return a, b, a != math.MinInt64 && b != math.MinInt64
}

// mul is x·y.
func (a *arena) mul(x, y *big.Int) *big.Int {
	if v, w, ok := small(x, y); ok {
		hi, lo := bits.Mul64(uint64(max(v, -v)), uint64(max(w, -w)))
		if hi == 0 && lo <= math.MaxInt64 {
			if (v < 0) != (w < 0) {
				return a.word(-int64(lo))
			}
			return a.word(int64(lo))
		}
	}
	return a.next().int.Mul(x, y)
}

// add is x + y.
func (a *arena) add(x, y *big.Int) *big.Int {
	if v, w, ok := small(x, y); ok {
		if s := v + w; (s > v) == (w > 0) {
			return a.word(s)
		}
	}
	return a.next().int.Add(x, y)
}

// quo is x/y where y divides x.
func (a *arena) quo(x, y *big.Int) *big.Int {
	if v, w, ok := small(x, y); ok {
		return a.word(v / w)
	}
	return a.next().int.Quo(x, y)
}

// commonDivisor is the gcd of g and the coefficients, positive unless all are 0.
func commonDivisor(g *big.Int, coefs []*big.Int) *big.Int {
	for k, c := range coefs {
		if v, w, ok := small(g, c); ok {
			d := gcd64(v, w)
			for _, c := range coefs[k+1:] {
				if d == 1 {
					return one
				}
				if d == 0 || !c.IsInt64() || c.Int64() == math.MinInt64 {
					return commonDivisor(big.NewInt(d), coefs[k+1:])
				}
				d = gcd64(d, c.Int64())
				k++
			}
			if d == 1 {
				return one
			}
			return big.NewInt(d)
		}
		g = new(big.Int).GCD(nil, nil, new(big.Int).Abs(g), new(big.Int).Abs(c))
	}
	return g
}
