package ball

import (
	"math"
	"math/big"
	"sync"
)

// Zeta sets z to the Riemann zeta function ζ(s), indeterminate at s = 1.
func (z *Complex) Zeta(s *Complex, prec uint) *Complex {
	a := *s
	return refine(z, prec, func(c calc) Complex { return c.zeta(a) })
}

// Zeta sets z to ζ(s).
func (z *Real) Zeta(s *Real, prec uint) *Real {
	w := Complex{Re: *s}
	return setRealPart(z, w.Zeta(&w, prec))
}

// HurwitzZeta sets z to ζ(s, a) = Σ_{k≥0} (a+k)^{−s}, continued in s (DLMF 25.11), with
// principal powers also where Re a < 0; indeterminate at s = 1 and a = 0, −1, −2, …
func (z *Complex) HurwitzZeta(s, a *Complex, prec uint) *Complex {
	x, y := *s, *a
	return refine(z, prec, func(c calc) Complex { return c.hurwitz(x, y) })
}

// DirichletEta sets z to η(s) = Σ (−1)^{k+1} k^{−s} = (1 − 2^{1−s}) ζ(s), entire.
func (z *Complex) DirichletEta(s *Complex, prec uint) *Complex {
	a := *s
	return refine(z, prec, func(c calc) Complex { return c.eta(a) })
}

// DirichletBeta sets z to β(s) = Σ (−1)^k (2k+1)^{−s}, entire.
func (z *Complex) DirichletBeta(s *Complex, prec uint) *Complex {
	a := *s
	return refine(z, prec, func(c calc) Complex { return c.dirichletBeta(a) })
}

// Harmonic sets z to the harmonic number H_x = ψ(x+1) + γ.
func (z *Complex) Harmonic(x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.harmonic(a) })
}

// HarmonicOrder sets z to H_x^{(s)} = Σ_{k≤x} k^{−s} = ζ(s) − ζ(s, x+1).
func (z *Complex) HarmonicOrder(x, s *Complex, prec uint) *Complex {
	a, b := *x, *s
	return refine(z, prec, func(c calc) Complex { return c.harmonicOrder(a, b) })
}

// BernoulliPolynomial sets z to B_n(x), with B₁(0) = −½.
func (z *Complex) BernoulliPolynomial(n int, x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.bernoulliPoly(int64(n), a) })
}

// EulerPolynomial sets z to E_n(x) (DLMF 24.2).
func (z *Complex) EulerPolynomial(n int, x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.eulerPoly(int64(n), a) })
}

// zetaCache keeps ζ at small integers, by precision.
type zetaCache struct{ m sync.Map }

type zetaKey struct {
	s    int64
	prec uint
}

var zetas zetaCache

func (t *zetaCache) get(s int64, prec uint) Real {
	key := zetaKey{s, (prec + 63) / 64 * 64}
	if v, ok := t.m.Load(key); ok {
		return v.(Real)
	}
	v := calc(key.prec).zetaPositive(s)
	if s <= 256 && key.prec <= 4096 {
		t.m.Store(key, v)
	}
	return v
}

func (c calc) zeta(s Complex) Complex {
	if n, ok := exactInt(&s); ok {
		return c.zetaInt(n)
	}
	if !s.IsFinite() {
		return indeterminate()
	}
	if s.Re.approx() < 0 {
		// ζ(s) = 2^s π^{s−1} sin(πs/2) Γ(1−s) ζ(1−s), DLMF 25.4.1
		r := c.sub(c.int(1), s)
		z := c.mul(c.pow(c.mul2(c.pi(), 1), s), c.div(c.sinPi(c.half(s)), c.pi()))
		return c.mul(c.mul(z, c.gamma(r)), c.zeta(r))
	}
	return c.hurwitz(s, c.int(1))
}

func (c calc) zetaInt(n int64) (z Complex) {
	switch {
	case n == 1:
		return indeterminate()
	case n > 1:
		z.Re = zetas.get(n, uint(c))
		return z
	}
	// ζ(−m) = −B_{m+1}/(m+1), DLMF 25.6.3 with B₁ = +½ at m = 0
	m := -n
	b := bernoulliNumber(m + 1)
	switch {
	case m == 0:
		return c.rat(-1, 2)
	case m%2 == 0:
		return z
	case b == nil:
		return indeterminate()
	}
	z.Re.SetRat(b, uint(c)+8)
	return c.neg(c.divInt(z, m+1))
}

// zetaPositive is ζ(n) for n ≥ 2: for even n from the Bernoulli numbers (DLMF 25.6.2),
// else by P. Borwein's alternating series, "An efficient algorithm for the Riemann zeta
// function" (1995), algorithm 2, whose error is at most 3/((3+√8)^N (1 − 2^{1−n})) with N
// terms, or 1 + 2^{−n} + … when that is all the precision sees.
func (c calc) zetaPositive(n int64) Real {
	if n > int64(c) {
		// Σ_{k≥2} k^{−n} ≤ 2^{1−n} for n ≥ 3
		return c.widen(c.int(1), magPow2(1-n), true).Re
	}
	if n%2 == 0 {
		b := bernoulliNumber(n)
		if b == nil {
			return indeterminate().Re
		}
		var z Complex
		z.Re.SetRat(new(big.Rat).Abs(b), uint(c)+16)
		z = c.mul(z, c.powInt(c.mul2(c.pi(), 1), n))
		return c.half(c.div(z, c.factorialInt(n))).Re
	}
	// d_k = N Σ_{i≤k} (N+i−1)! 4^i/((N−i)! (2i)!); the sum runs over (−1)^k (d_k − d_N)/(k+1)^n.
	size := int64(float64(c)/2.5431066) + 4
	d := make([]*big.Int, size+1)
	term, sum := big.NewInt(1), big.NewInt(1)
	d[0] = new(big.Int).Set(sum)
	for i := int64(0); i < size; i++ {
		// ratio of consecutive terms: 4 (N+i)(N−i)/((2i+1)(2i+2))
		term.Mul(term, big.NewInt(2*(size+i)*(size-i)))
		term.Quo(term, big.NewInt((2*i+1)*(i+1)))
		sum.Add(sum, term)
		d[i+1] = new(big.Int).Set(sum)
	}
	// Fixed point: terms (d_N − d_k)·2^c/(k+1)^n, each cut off by less than one unit.
	var total, t, p big.Int
	for k := int64(0); k < size; k++ {
		t.Sub(d[size], d[k])
		t.Lsh(&t, uint(c))
		p.Exp(big.NewInt(k+1), big.NewInt(n), nil)
		t.Quo(&t, &p)
		if k%2 != 0 {
			t.Neg(&t)
		}
		total.Add(&total, &t)
	}
	var z, den Complex
	z.Re.SetInt(&total)
	z = c.widen(z, magUint(uint64(size)), true)
	z = c.mul2(z, -int64(c))
	den.Re.SetInt(d[size])
	z = c.div(z, den)
	z = c.div(z, c.sub(c.int(1), c.mul2(c.int(1), 1-n)))
	// (3+√8)^−N ≤ 2^{−2.543 N}, and 1/(1 − 2^{1−n}) ≤ 4/3 for n ≥ 3
	return c.widen(z, magPow2(2-int64(2.543*float64(size))), true).Re
}

// hurwitz is Euler–Maclaurin summation: N terms, the integral, M correction terms
// B₂ₖ/(2k)! (s)_{2k−1} (a+N)^{1−s−2k}, and for the remainder (F. Johansson, "Rigorous high-
// precision computation of the Hurwitz zeta function and its derivatives", Numer. Algorithms
// 69 (2015) 253)
//
//	4 |(s)_{2M}| (2π)^{−2M} ∫₀^∞ |(a+N+t)^{−s−2M}| dt,
//
// whose integral hurwitzTail bounds; it needs Re(a+N) > 0.
func (c calc) hurwitz(s, a Complex) Complex {
	if n, ok := exactInt(&s); ok {
		if n == 1 {
			return indeterminate()
		}
		if one, ok := exactInt(&a); ok && one == 1 {
			return c.zetaInt(n)
		}
		if n <= 0 && n > -200 {
			return c.divInt(c.bernoulliPoly(1-n, a), n-1)
		}
	}
	if _, ok := nonPositiveInt(&a); ok || !s.IsFinite() || !a.IsFinite() {
		return indeterminate()
	}
	big := math.Max(math.Abs(s.Re.approx()), math.Abs(s.Im.approx()))
	if big > 2000 || math.Abs(a.Re.approx()) > maxShift && a.Re.approx() < 0 {
		return indeterminate()
	}
	// Steps so that |a+N| is about 0.15 bits + |s|/2; the correction terms then shrink fast.
	want := 0.15*float64(c) + 0.6*big + 2
	steps := int64(0)
	if re := a.Re.approx(); re < want {
		steps = int64(math.Ceil(want - re))
	}
	total := c.int(0)
	minus := c.neg(s)
	for k := int64(0); k < steps; k++ {
		total = c.add(total, c.pow(c.addInt(a, k), minus))
	}
	x := c.addInt(a, steps)
	if !x.Re.IsPositive() {
		return indeterminate()
	}
	power := c.pow(x, minus) // (a+N)^{−s}
	total = c.add(total, c.div(c.mul(power, x), c.addInt(s, -1)))
	total = c.add(total, c.half(power))
	terms := bernoullis.coeffs(coeffFactorial, int(c)/4+int(big)/2+8, uint(c))
	target := total.magUpper().log2() - float64(c)
	inv := c.inv(x)
	inv2 := c.sqr(inv)
	// t = (s)_{2k−1} (a+N)^{1−s−2k}
	t := c.mul(c.mul(power, inv), s)
	m := int64(0)
	sum := c.int(0)
	for int(m) < len(terms)-2 {
		m++
		u := t
		u.MulReal(&u, &terms[m], uint(c))
		sum = c.add(sum, u)
		t = c.mul(t, c.mul(c.addInt(s, 2*m-1), c.addInt(s, 2*m)))
		t = c.mul(t, inv2)
		if t.magUpper().log2()+terms[m+1].log2() < target || !t.IsFinite() {
			break
		}
	}
	total = c.add(total, sum)
	_, sInt := exactInt(&s)
	onlyReal := s.IsReal() && a.IsReal() && (sInt || a.Re.IsPositive())
	return c.widen(total, c.hurwitzTail(s, x, t, m), onlyReal)
}

// hurwitzTail bounds the remainder after M correction terms; t = (s)_{2M+1} x^{−1−s−2M}.
func (c calc) hurwitzTail(s, x, t Complex, m int64) mag {
	// |(s)_{2M} x^{−s−2M}| = |t|·|x|/|s+2M|. Along the path the argument shrinks to 0, so
	// that |(x+t)^{−s}| ≤ |x+t|^{−σ} e^{τ arg x} e^{|τ||arg x|}.
	low := calc(64).addInt(s, 2*m)
	sigma := low.Re.lower(64)
	sigma.AddInt64(&sigma, -1, 64)
	if !sigma.IsPositive() {
		return magInf()
	}
	err := t.magUpper().div(low.magLower()).mul(x.magUpper())
	if !s.IsReal() && !x.IsReal() {
		e := s.Im.magUpper().mul(magFloat(argBound(&x)))
		err = err.mul(e.expm1().add(magPow2(0)))
	}
	// ∫₀^∞ (|x|/|x+t|)^p dt = |x|/(p−1) for x > 0, p = σ+2M
	err = err.mul(x.magUpper()).div(sigma.magLower())
	if !x.IsReal() {
		// |x+t| ≥ (|x|+t) cos(½ arg x), and cos² = (1 + Re x/|x|)/2
		up := x.magUpper()
		cos2 := x.Re.magLower().addLower(up).divLower(up.mul2exp(1))
		p := uint64(math.Ceil(low.Re.magUpper().float64Upper()))
		err = err.mul(magPow2(0).div(cos2).sqrt().powUint(p))
	}
	// 4/(2π)^{2M}
	q := magPow2(0).div(magTwoPiLower())
	return err.mul(q.powUint(uint64(2 * m))).mul2exp(2)
}

func (c calc) eta(s Complex) Complex {
	if n, ok := exactInt(&s); ok && n == 1 {
		return c.log(c.int(2))
	}
	f := c.sub(c.int(1), c.pow(c.int(2), c.sub(c.int(1), s)))
	return c.mul(f, c.zeta(s))
}

func (c calc) dirichletBeta(s Complex) Complex {
	if n, ok := exactInt(&s); ok && n == 1 {
		return c.mul2(c.pi(), -2)
	}
	d := c.sub(c.hurwitz(s, c.rat(1, 4)), c.hurwitz(s, c.rat(3, 4)))
	return c.mul(d, c.pow(c.int(4), c.neg(s)))
}

func (c calc) harmonic(x Complex) (z Complex) {
	if n, ok := exactInt(&x); ok && n >= 0 && n <= 200 {
		q := new(big.Rat)
		for k := int64(1); k <= n; k++ {
			q.Add(q, big.NewRat(1, k))
		}
		z.Re.SetRat(q, uint(c))
		return z
	}
	return c.add(c.digamma(c.addInt(x, 1)), c.euler())
}

func (c calc) harmonicOrder(x, s Complex) Complex {
	if n, ok := exactInt(&x); ok && n >= 0 && n <= 500 {
		z, minus := c.int(0), c.neg(s)
		for k := int64(1); k <= n; k++ {
			z = c.add(z, c.pow(c.int(k), minus))
		}
		return z
	}
	if n, ok := exactInt(&s); ok && n == 1 {
		return c.harmonic(x)
	}
	return c.sub(c.zeta(s), c.hurwitz(s, c.addInt(x, 1)))
}

// bernoulliPoly is Σ binom(n,k) B_k x^{n−k}.
func (c calc) bernoulliPoly(n int64, x Complex) Complex {
	if n < 0 || n > 1000 {
		return indeterminate()
	}
	z := c.int(0)
	binomial := big.NewInt(1)
	var q big.Rat
	var f Complex
	for k := int64(0); k <= n; k++ {
		b := bernoulliNumber(k)
		z = c.mul(z, x)
		if b.Sign() != 0 {
			f.Re.SetRat(q.Mul(b, q.SetInt(binomial)), uint(c))
			z = c.add(z, f)
		}
		binomial.Mul(binomial, big.NewInt(n-k))
		binomial.Quo(binomial, big.NewInt(k+1))
	}
	return z
}

// eulerPoly is 2^{n+1}/(n+1) (B_{n+1}((x+1)/2) − B_{n+1}(x/2)), DLMF 24.4.22.
func (c calc) eulerPoly(n int64, x Complex) Complex {
	x = c.half(x)
	d := c.sub(c.bernoulliPoly(n+1, c.add(x, c.rat(1, 2))), c.bernoulliPoly(n+1, x))
	return c.divInt(c.mul2(d, n+1), n+1)
}

// eulerNumber is E_n exactly, from 2^n E_n(½) = E_n: Σ over even k of binom(n,k) E_k = 0.
func eulerNumber(n int64) *big.Int {
	if n < 0 || n > 2000 {
		return nil
	}
	if n%2 != 0 {
		return new(big.Int)
	}
	e := []*big.Int{big.NewInt(1)}
	for m := int64(2); m <= n; m += 2 {
		sum, binomial := new(big.Int), big.NewInt(1)
		for k := int64(0); k < m; k += 2 {
			sum.Sub(sum, new(big.Int).Mul(binomial, e[k/2]))
			binomial.Mul(binomial, big.NewInt((m-k)*(m-k-1)))
			binomial.Quo(binomial, big.NewInt((k+1)*(k+2)))
		}
		e = append(e, sum)
	}
	return e[n/2]
}

// bernoulli is B_n for integers n ≥ 0.
func (c calc) bernoulli(x Complex) (z Complex) {
	n, ok := exactInt(&x)
	b := bernoulliNumber(n)
	if !ok || b == nil {
		return indeterminate()
	}
	z.Re.SetRat(b, uint(c))
	return z
}

func (c calc) eulerNumber(x Complex) (z Complex) {
	n, ok := exactInt(&x)
	e := eulerNumber(n)
	if !ok || e == nil {
		return indeterminate()
	}
	z.Re.SetInt(e)
	return z
}
