package ball

import (
	"math"
	"math/big"
	"sync"
)

// Polylog sets z to Li_s(x) (DLMF 25.12), cut along (1, ∞) and there continuous from below;
// indeterminate at x = 1 for Re s ≤ 1.
func (z *Complex) Polylog(s, x *Complex, prec uint) *Complex {
	a, b := *s, *x
	return refine(z, prec, func(c calc) Complex { return c.polylog(a, b) })
}

// Clausen sets z to Cl_n(θ) for n ≥ 1: Σ sin(kθ)/kⁿ for even n, Σ cos(kθ)/kⁿ for odd n. The
// angle must be real.
func (z *Complex) Clausen(n int, theta *Complex, prec uint) *Complex {
	a := *theta
	return refine(z, prec, func(c calc) Complex { return c.clausen(int64(n), a) })
}

// LerchPhi sets z to Φ(x, s, a) = Σ x^k (a+k)^{−s} (DLMF 25.14) for |x| < 1 and x = ±1.
func (z *Complex) LerchPhi(x, s, a *Complex, prec uint) *Complex {
	u, v, w := *x, *s, *a
	return refine(z, prec, func(c calc) Complex { return c.lerch(u, v, w) })
}

func (c calc) polylog(s, x Complex) Complex {
	if n, ok := exactInt(&s); ok && n > -100 {
		return c.polylogInt(n, x)
	}
	switch {
	case x.IsZero():
		return c.int(0)
	case isOne(&x):
		if positive(calc(64).addInt(s, -1)) {
			return c.zeta(s)
		}
		return indeterminate()
	case x.magUpper().log2() < -0.4:
		return c.polylogDirect(s, x)
	}
	return c.polylogHurwitz(s, x)
}

func isOne(x *Complex) bool {
	n, ok := exactInt(x)
	return ok && n == 1
}

// polylogInt chooses for integer order between the series in x, the series in log x, and
// the relations that lead to them.
func (c calc) polylogInt(n int64, x Complex) Complex {
	switch {
	case x.IsZero():
		return c.int(0)
	case !x.IsFinite():
		return indeterminate()
	case n == 1:
		return c.neg(c.log(c.sub(c.int(1), x)))
	case n <= 0:
		return c.polylogNegative(-n, x)
	case isOne(&x):
		return c.zetaInt(n)
	case n > 500:
		return c.polylogHigh(n, x)
	}
	switch size := x.magUpper().log2(); {
	case size < -3 || n > 40 && size < -0.5:
		return c.polylogDirect(c.int(n), x)
	case size > 1.5 && x.magLower().log2() > 0.5 || n > 40 && x.magLower().log2() > 0.5:
		return c.polylogInversion(n, x)
	case x.IsReal() && x.Re.IsNegative() && size > 0.01:
		return c.polylogInversion(n, x)
	case x.IsReal() && x.Re.IsNegative():
		// Li_n(x) + Li_n(−x) = 2^{1−n} Li_n(x²) keeps to real numbers.
		even := c.mul2(c.polylogInt(n, c.sqr(x)), 1-n)
		return c.sub(even, c.polylogInt(n, c.neg(x)))
	}
	return c.polylogLog(n, x)
}

// polylogDirect is Σ x^k/k^s with the tail after K terms at most |x|^K K^{−σ}/(1−q), where
// q = |x| max(1, ((K+1)/K)^{−σ}) bounds the ratio of terms.
func (c calc) polylogDirect(s, x Complex) Complex {
	r := x.magUpper()
	sigma := s.Re.approx()
	bits := -r.log2()
	if bits < 0.05 || math.Abs(sigma) > 1e4 {
		return indeterminate()
	}
	terms := int64(float64(c)/bits) + 2
	if sigma < 0 {
		terms += int64(-sigma*math.Log2(float64(terms)+2)/bits) + int64(-2*sigma/bits)
	}
	if terms > 100000 {
		return indeterminate()
	}
	n, isInt := exactInt(&s)
	minus := c.neg(s)
	sum, power := c.int(0), newDisc(c.int(1))
	for k := int64(1); k < terms; k++ {
		power = c.discMul(power, x)
		t := power.ball()
		switch {
		case isInt && n > 0 && float64(n)*math.Log2(float64(k)) < 62:
			t = c.divInt(t, int64(math.Round(math.Pow(float64(k), float64(n)))))
		default:
			t = c.mul(t, c.pow(c.int(k), minus))
		}
		sum = c.add(sum, t)
	}
	// first omitted term and ratio
	last := r.powUint(uint64(terms)).mul(bound(calc(64).pow(c.int(terms), minus)))
	q := r
	if !s.Re.IsNonnegative() {
		step := calc(64).div(c.int(terms+1), c.int(terms))
		up := calc(64).real(s.Re.lower(64))
		q = q.mul(bound(calc(64).pow(step, calc(64).neg(up))))
	}
	gap := magPow2(0).subLower(q)
	return c.widen(sum, last.div(gap), s.IsReal() && x.IsReal())
}

// polylogHigh is Li_n(x) for |x| ≤ 1 and large n: Σ_{k≥K} k^{−n} ≤ K^{−n}(1 + K/(n−1)) ≤ 2K^{−n}.
func (c calc) polylogHigh(n int64, x Complex) Complex {
	r := x.magUpper()
	if r.cmp(magPow2(0)) > 0 {
		return indeterminate()
	}
	sum, power := c.int(0), c.int(1)
	for k := int64(1); k < 500; k++ {
		power = c.mul(power, x)
		t := c.mul(power, c.powInt(c.int(k), -n))
		if size := bound(c.powInt(c.int(k), -n)); below(size, -int64(c)-8) {
			return c.widen(sum, size.mul2exp(1).mul(r), x.IsReal())
		}
		sum = c.add(sum, t)
	}
	return indeterminate()
}

// polylogNegative is Li_{−m}(x) = Σ_k k! S(m+1, k+1) (−1)^{m+k} … as the rational function
// (x d/dx)^m x/(1−x): with u = 1/(1−x), Li_0 = u − 1 and x d/dx u^j = j(u^{j+1} − u^j).
func (c calc) polylogNegative(m int64, x Complex) Complex {
	u := c.inv(c.sub(c.int(1), x))
	p := []*big.Int{big.NewInt(-1), big.NewInt(1)}
	for range m {
		next := make([]*big.Int, len(p)+1)
		for i := range next {
			next[i] = new(big.Int)
		}
		for j, a := range p {
			t := new(big.Int).Mul(a, big.NewInt(int64(j)))
			next[j].Sub(next[j], t)
			next[j+1].Add(next[j+1], t)
		}
		p = next
	}
	var z, f Complex
	for j := len(p) - 1; j >= 0; j-- {
		z = c.mul(z, u)
		f.Re.SetInt(p[j])
		z = c.add(z, f)
	}
	return z
}

// polylogCache keeps ζ(n−k)/k! for k = 0, 1, …, by n and precision; the entry k = n−1, where
// ζ has its pole, holds H_{n−1}/(n−1)!.
type polylogCache struct {
	mu sync.Mutex
	m  map[zetaKey][]Real
}

var polylogs = polylogCache{m: map[zetaKey][]Real{}}

func (t *polylogCache) get(n int64, count int, prec uint) []Real {
	key := zetaKey{n, (prec + 63) / 64 * 64}
	t.mu.Lock()
	s := t.m[key]
	t.mu.Unlock()
	if len(s) >= count {
		return s
	}
	count += 16
	c := calc(key.prec)
	s = make([]Real, count)
	f := c.int(1)
	for k := int64(0); k < int64(count); k++ {
		if k > 0 {
			f = c.divInt(f, k)
		}
		var v Complex
		if k == n-1 {
			v = c.harmonic(c.int(n - 1))
		} else {
			v = c.zetaInt(n - k)
		}
		s[k] = c.mul(v, f).Re
	}
	if n <= 64 && key.prec <= 4096 {
		t.mu.Lock()
		t.m[key] = s
		t.mu.Unlock()
	}
	return s
}

// polylogLog is, with μ = log x and |μ| < 2π (DLMF 25.12.12 in the limit of integer order),
//
//	Li_n(e^μ) = μ^{n−1}/(n−1)! (H_{n−1} − log(−μ)) + Σ_{k≠n−1} ζ(n−k) μ^k/k!.
//
// For k > n, |ζ(n−k)|/k! ≤ 4 (2π)^{n−1−k}, since |ζ(−m)| = |B_{m+1}|/(m+1) and |B_{2j}| ≤
// 4 (2j)!/(2π)^{2j}; so the tail from K on is at most 4 (2π)^{n−1} q^K/(1−q), q = |μ|/2π.
func (c calc) polylogLog(n int64, x Complex) Complex {
	mu := c.log(x)
	l := c.log(c.neg(mu))
	q := mu.magUpper().div(magTwoPiLower())
	bits := -q.log2()
	if bits < 0.05 || !l.IsFinite() {
		return indeterminate()
	}
	count := max(int((float64(c)+2.66*float64(n))/bits), int(n)) + 3
	coef := polylogs.get(n, count, uint(c))
	sum, power := c.int(0), c.int(1) // power is μ^k
	var pole Complex
	mu2 := c.sqr(mu)
	for k := int64(0); k < int64(count); {
		t := power
		t.MulReal(&t, &coef[k], uint(c))
		sum = c.add(sum, t)
		if k == n-1 {
			pole = c.mul(power, l)
		}
		if k <= n {
			power = c.mul(power, mu)
			k++
		} else { // ζ(−2), ζ(−4), … vanish
			power = c.mul(power, mu2)
			k += 2
		}
	}
	f := c.factorialInt(n - 1)
	sum = c.sub(sum, c.div(pole, f))
	err := q.powUint(uint64(count)).div(magPow2(0).subLower(q)).mul2exp(2)
	err = err.mul(magTwoPiUpper().powUint(uint64(n - 1)))
	return c.widen(sum, err, mu.IsReal() && mu.Re.IsNegative())
}

// polylogInversion is Li_n(x) = −(−1)ⁿ Li_n(1/x) − (2πi)ⁿ/n! B_n(½ + log(−x)/(2πi)), DLMF 25.12.4 for
// every n, off (0, 1).
func (c calc) polylogInversion(n int64, x Complex) Complex {
	l := c.log(c.neg(x))
	arg := c.div(l, c.mulI(c.mul2(c.pi(), 1)))
	b := c.bernoulliPoly(n, c.add(arg, c.rat(1, 2)))
	p := c.powInt(c.mulI(c.mul2(c.pi(), 1)), n)
	z := c.neg(c.div(c.mul(p, b), c.factorialInt(n)))
	li := c.polylogInt(n, c.inv(x))
	if n%2 == 0 {
		z = c.sub(z, li)
	} else {
		z = c.add(z, li)
	}
	if x.IsReal() && x.Re.IsNegative() {
		z.Im = Real{}
	}
	return z
}

// polylogHurwitz is Jonquière's formula for s not an integer (DLMF 25.13.3): with v = 1−s and
// y = ½ + log(−x)/(2πi),
//
//	Li_s(x) = Γ(v)/(2π)^v (i^v ζ(v, y) + i^{−v} ζ(v, 1−y)).
func (c calc) polylogHurwitz(s, x Complex) Complex {
	v := c.sub(c.int(1), s)
	l := c.log(c.neg(x))
	y := c.add(c.rat(1, 2), c.div(l, c.mulI(c.mul2(c.pi(), 1))))
	iv := c.expPiI(c.half(v))
	sum := c.add(c.mul(iv, c.hurwitz(v, y)), c.mul(c.inv(iv), c.hurwitz(v, c.sub(c.int(1), y))))
	g := c.mul(c.gamma(v), c.pow(c.mul2(c.pi(), 1), c.neg(v)))
	z := c.mul(g, sum)
	if s.IsReal() && x.IsReal() && positive(calc(64).sub(c.int(1), x)) {
		z.Im = Real{}
	}
	return z
}

func (c calc) clausen(n int64, theta Complex) Complex {
	if !theta.IsReal() || n < 1 || n > 1<<40 {
		return indeterminate()
	}
	fraction := c.div(theta, c.mul2(c.pi(), 1))
	turns, ok := nearestInt(&fraction.Re)
	if !ok {
		return indeterminate()
	}
	theta = c.sub(theta, c.mulInt(c.pi(), 2*turns))
	if n%2 == 0 && theta.IsZero() {
		return theta
	}
	e := c.add(c.cos(theta), c.mulI(c.sin(theta)))
	li := c.polylogInt(n, e)
	if n%2 == 0 {
		return c.real(li.Im)
	}
	return c.real(li.Re)
}

func (c calc) lerch(x, s, a Complex) Complex {
	if isOne(&x) {
		return c.hurwitz(s, a)
	}
	if minus := c.neg(x); isOne(&minus) {
		a = c.half(a)
		n, ok := exactInt(&s)
		if ok && n == 1 { // ½(ψ((a+1)/2) − ψ(a/2))
			return c.half(c.sub(c.digamma(c.add(a, c.rat(1, 2))), c.digamma(a)))
		}
		d := c.sub(c.hurwitz(s, a), c.hurwitz(s, c.add(a, c.rat(1, 2))))
		return c.mul(d, c.pow(c.int(2), c.neg(s)))
	}
	r := x.magUpper()
	bits := -r.log2()
	sigma := s.Re.approx()
	if bits < 0.002 || math.Abs(sigma) > 1e4 || !a.IsFinite() {
		return indeterminate()
	}
	terms := int64(float64(c)/bits) + int64(math.Max(0, -a.Re.approx())) + 4
	if sigma < 0 {
		terms += int64(-2 * sigma * math.Log2(float64(terms)+math.Abs(a.Re.approx())) / bits)
	}
	if terms > 20000 {
		return indeterminate()
	}
	minus := c.neg(s)
	sum, power := c.int(0), c.int(1)
	for k := range terms {
		sum = c.add(sum, c.mul(power, c.pow(c.addInt(a, k), minus)))
		power = c.mul(power, x)
	}
	// |(b+k+1)/(b+k)|^{−σ} e^{τ Δarg} ≤ (1 + 1/|b+k|)^{|s|} e^{…}: |log(1+1/w)| ≤ 1/(|w|−1)
	b := c.addInt(a, terms)
	w := b.Re.magLower().subLower(magPow2(0))
	if !b.Re.IsPositive() || w.isZero() {
		return indeterminate()
	}
	q := r.mul(s.magUpper().div(w).expm1().add(magPow2(0)))
	last := bound(c.mul(power, c.pow(b, minus)))
	onlyReal := s.IsReal() && x.IsReal() && a.IsReal() && a.Re.IsPositive()
	return c.widen(sum, last.div(magPow2(0).subLower(q)), onlyReal)
}
