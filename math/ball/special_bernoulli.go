package ball

import (
	"math/big"
	"sync"
)

// maxBernoulli bounds the even index of Bernoulli numbers that are computed: enough for
// asymptotic series at some ten thousand bits.
const maxBernoulli = 6000

// bernoulliCache holds what many functions share: exact Bernoulli numbers, and balls of
// series coefficients made from them, by precision. Values only ever get added.
type bernoulliCache struct {
	mu    sync.RWMutex
	exact []*big.Rat // B₀, B₂, B₄, …
	balls map[coeffKey][]Real
}

type coeffKey struct {
	kind coeffKind
	prec uint
}

// coeffKind names a sequence for n = 0, 1, 2, …
type coeffKind int

const (
	coeffStirling  coeffKind = iota // B₂ₙ/(2n(2n−1)): log Γ
	coeffDigamma                    // B₂ₙ/(2n): ψ
	coeffFactorial                  // B₂ₙ/(2n)!: Euler–Maclaurin
)

var bernoullis = bernoulliCache{balls: map[coeffKey][]Real{}}

// number is B₂ₙ; it must not be changed. n ≤ maxBernoulli/2.
func (b *bernoulliCache) number(n int) *big.Rat {
	b.mu.RLock()
	if n < len(b.exact) {
		defer b.mu.RUnlock()
		return b.exact[n]
	}
	b.mu.RUnlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.grow(n)
	return b.exact[n]
}

// grow computes B₂ₙ from the tangent numbers Tₙ by R. P. Brent and D. Harvey, "Fast
// computation of Bernoulli, tangent and secant numbers" (2011), algorithm 2:
// B₂ₙ = (−1)^{n−1} 2n Tₙ/(4ⁿ(4ⁿ−1)).
func (b *bernoulliCache) grow(n int) {
	if n < len(b.exact) {
		return
	}
	count := min(max(64, n+n/2), maxBernoulli/2)
	t := make([]*big.Int, count+1)
	t[1] = big.NewInt(1)
	for k := 2; k <= count; k++ {
		t[k] = new(big.Int).Mul(t[k-1], big.NewInt(int64(k-1)))
	}
	var p, q, f big.Int
	for k := 2; k <= count; k++ {
		for j := k; j <= count; j++ {
			p.Mul(t[j-1], f.SetInt64(int64(j-k)))
			q.Mul(t[j], f.SetInt64(int64(j-k+2)))
			t[j].Add(&p, &q)
		}
	}
	exact := make([]*big.Rat, count+1)
	exact[0] = big.NewRat(1, 1)
	for k := 1; k <= count; k++ {
		num := new(big.Int).Mul(t[k], big.NewInt(int64(2*k)))
		if k%2 == 0 {
			num.Neg(num)
		}
		den := new(big.Int).Lsh(big.NewInt(1), uint(2*k))
		den.Mul(den, new(big.Int).Sub(den, big.NewInt(1)))
		exact[k] = new(big.Rat).SetFrac(num, den)
	}
	b.exact = exact
}

// coeffs are the first n+1 coefficients of a kind as balls of at least prec bits.
func (b *bernoulliCache) coeffs(kind coeffKind, n int, prec uint) []Real {
	key := coeffKey{kind, (prec + 63) / 64 * 64}
	b.mu.RLock()
	s := b.balls[key]
	b.mu.RUnlock()
	if len(s) > n {
		return s
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if s = b.balls[key]; len(s) > n {
		return s
	}
	b.grow(n)
	count := len(b.exact) - 1
	if count > 4*n+64 {
		count = 4*n + 64
	}
	r := make([]Real, count+1)
	r[0].SetInt64(1)
	factorial := big.NewInt(1)
	var q big.Rat
	var d big.Int
	for k := 1; k <= count; k++ {
		switch kind {
		case coeffStirling:
			d.SetInt64(int64(2*k) * int64(2*k-1))
		case coeffDigamma:
			d.SetInt64(int64(2 * k))
		case coeffFactorial:
			factorial.Mul(factorial, d.SetInt64(int64(2*k)*int64(2*k-1)))
			d.Set(factorial)
		}
		q.SetFrac(b.exact[k].Num(), new(big.Int).Mul(b.exact[k].Denom(), &d))
		r[k].SetRat(&q, key.prec)
	}
	b.balls[key] = r
	return r
}

// bernoulliNumber is B_n, nil when n is out of reach.
func bernoulliNumber(n int64) *big.Rat {
	switch {
	case n < 0 || n > maxBernoulli:
		return nil
	case n == 1:
		return big.NewRat(-1, 2)
	case n&1 != 0:
		return new(big.Rat)
	}
	return bernoullis.number(int(n / 2))
}
