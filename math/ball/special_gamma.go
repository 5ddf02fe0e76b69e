package ball

import (
	"math"
	"math/big"
)

// maxShift bounds recurrences that walk an argument along the integers.
const maxShift = 3000

// Gamma sets z to Γ(x) (DLMF 5.2), indeterminate at the poles 0, −1, −2, …
func (z *Complex) Gamma(x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.gamma(a) })
}

// Gamma sets z to Γ(x).
func (z *Real) Gamma(x *Real, prec uint) *Real {
	w := Complex{Re: *x}
	return setRealPart(z, w.Gamma(&w, prec))
}

// RGamma sets z to 1/Γ(x), which is entire: 0 at 0, −1, −2, …
func (z *Complex) RGamma(x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.rgamma(a) })
}

// LogGamma sets z to log Γ(x), the branch that is continuous off (−∞, 0] and real for
// positive x; on the cut it is continuous from above. It is not log(Γ(x)).
func (z *Complex) LogGamma(x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.logGamma(a) })
}

// Digamma sets z to ψ(x) = Γ'(x)/Γ(x) (DLMF 5.2.2).
func (z *Complex) Digamma(x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.digamma(a) })
}

// Digamma sets z to ψ(x).
func (z *Real) Digamma(x *Real, prec uint) *Real {
	w := Complex{Re: *x}
	return setRealPart(z, w.Digamma(&w, prec))
}

// Polygamma sets z to ψ⁽ᵐ⁾(x), the m-th derivative of ψ, for m ≥ 0 (DLMF 5.15).
func (z *Complex) Polygamma(m int, x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.polygamma(int64(m), a) })
}

// Beta sets z to B(x, y) = Γ(x)Γ(y)/Γ(x+y).
func (z *Complex) Beta(x, y *Complex, prec uint) *Complex {
	a, b := *x, *y
	return refine(z, prec, func(c calc) Complex { return c.beta(a, b) })
}

// Rising sets z to the Pochhammer symbol (a)_n = Γ(a+n)/Γ(a).
func (z *Complex) Rising(a, n *Complex, prec uint) *Complex {
	x, y := *a, *n
	return refine(z, prec, func(c calc) Complex { return c.rising(x, y) })
}

// Binomial sets z to Γ(n+1)/(Γ(k+1)Γ(n−k+1)); for an integer k ≥ 0 it is the polynomial
// n(n−1)…(n−k+1)/k! for every n, and for an integer k < 0 it is 0.
func (z *Complex) Binomial(n, k *Complex, prec uint) *Complex {
	x, y := *n, *k
	return refine(z, prec, func(c calc) Complex { return c.binomial(x, y) })
}

// gammaShift chooses the number of unit steps that take x to where Stirling's series of
// log Γ has terms below 2^−prec, about |x| > 0.2 prec; false when it is too far.
func gammaShift(x *Complex, prec uint) (int64, bool) {
	need := 0.2*float64(prec) + 2
	re, im := x.Re.approx(), x.Im.approx()
	if math.Abs(im) > need {
		need = 1
	} else {
		need = math.Sqrt(need*need - im*im)
	}
	if re >= need {
		return 0, x.IsFinite()
	}
	r := math.Ceil(need - re)
	return int64(r), r <= maxShift && x.IsFinite()
}

// product is x(x+1)…(x+n−1).
func (c calc) product(x Complex, n int64) Complex {
	if n <= 0 {
		return c.int(1)
	}
	p := x
	if x.IsReal() {
		var f Real
		for k := int64(1); k < n; k++ {
			p.Re.Mul(&p.Re, f.AddInt64(&x.Re, k, uint(c)), uint(c))
		}
		return p
	}
	for k := int64(1); k < n; k++ {
		p = c.mul(p, c.addInt(x, k))
	}
	return p
}

// gamma uses Stirling's series after a shift to the right, and the reflection formula
// Γ(x)Γ(1−x) = π/sin πx to the left of ½.
func (c calc) gamma(x Complex) Complex {
	if n, ok := exactInt(&x); ok && n < int64(c)+100 {
		if n <= 0 {
			return indeterminate()
		}
		return c.factorialInt(n - 1)
	}
	if isWide(&x) {
		if z, ok := c.gammaWide(x, 1); ok {
			return z
		}
	}
	if x.Re.approx() < 0.5 {
		return c.div(c.pi(), c.mul(c.sinPi(x), c.gammaRight(c.sub(c.int(1), x))))
	}
	return c.gammaRight(x)
}

// gammaWide is Γ or 1/Γ of a wide ball from its midpoint m: log Γ(x) − log Γ(m) is the integral
// of ψ over at most the radius.
func (c calc) gammaWide(x Complex, sign int) (Complex, bool) {
	psi := calc(32).digamma(x)
	if !psi.IsFinite() {
		return x, false
	}
	m := Complex{x.Re.mid(), x.Im.mid()}
	z := c.gamma(m)
	if sign < 0 {
		z = c.rgamma(m)
	}
	r := psi.magUpper().mul(x.Re.rad.add(x.Im.rad)).expm1()
	return c.widen(z, z.magUpper().mul(r), x.IsReal()), true
}

// rgamma is 1/Γ.
func (c calc) rgamma(x Complex) Complex {
	if _, ok := nonPositiveInt(&x); ok {
		return c.int(0)
	}
	if n, ok := exactInt(&x); ok && n < int64(c)+100 {
		return c.inv(c.factorialInt(n - 1))
	}
	if isWide(&x) {
		if z, ok := c.gammaWide(x, -1); ok {
			return z
		}
	}
	if x.Re.approx() < 0.5 {
		return c.div(c.mul(c.sinPi(x), c.gammaRight(c.sub(c.int(1), x))), c.pi())
	}
	r, ok := gammaShift(&x, uint(c))
	if !ok {
		return indeterminate()
	}
	y := c.addInt(x, r)
	return c.mul(c.product(x, r), c.exp(c.neg(c.more(&y).stirling(y))))
}

func (c calc) gammaRight(x Complex) Complex {
	r, ok := gammaShift(&x, uint(c))
	if !ok {
		return indeterminate()
	}
	y := c.addInt(x, r)
	g := c.exp(c.more(&y).stirling(y))
	if r == 0 {
		return g
	}
	return c.div(g, c.product(x, r))
}

// more is c with the bits that x log x takes before the point, so that its exponential
// keeps c's relative accuracy; at most twice the precision.
func (c calc) more(x *Complex) calc {
	e := max(x.Re.exp, x.Im.exp, 0)
	return c + calc(min(e+8, int64(c)+64))
}

// factorialInt is n! for n ≥ 0.
func (c calc) factorialInt(n int64) (z Complex) {
	if n > int64(c)+500 {
		return c.gammaRight(c.addInt(c.int(n), 1))
	}
	z.Re.SetInt(new(big.Int).MulRange(1, n))
	z.Re.SetRound(&z.Re, uint(c))
	return z
}

// stirling is Stirling's series of log Γ(x) for Re x > 0 (DLMF 5.11.1):
// (x−½) log x − x + ½ log 2π + Σ_{n<N} B₂ₙ/(2n(2n−1)x^{2n−1}). The remainder is at most the
// first omitted term times sec^{2N}(½ arg x) (DLMF 5.11(ii)), and cos²(½ arg x) =
// (1 + Re x/|x|)/2.
func (c calc) stirling(x Complex) Complex {
	s := c.mul(c.sub(x, c.rat(1, 2)), c.log(x))
	s = c.sub(s, x)
	s = c.add(s, c.constant(&constHalfLogTwoPi))
	sum, err := c.stirlingSum(x, coeffStirling)
	return c.widen(c.add(s, sum), err, x.IsReal())
}

// stirlingSum is Σ_{1≤n<N} cₙ x^{1−2n} for a sequence of coefficients, with the bound
// |c_N| |x|^{1−2N} sec^{2N+1}(½ arg x) of the remainder, N chosen for the precision.
func (c calc) stirlingSum(x Complex, kind coeffKind) (Complex, mag) {
	low := x.magLower()
	re := x.Re.lower(64)
	if low.isZero() || !re.IsPositive() {
		return indeterminate(), magInf()
	}
	// sec² = 2|x|/(|x| + Re x) is largest where Re x is smallest and |x| largest.
	up := x.magUpper()
	cos2 := re.magLower().addLower(up).divLower(up.mul2exp(1))
	sec2 := magPow2(0).div(cos2)
	q := magPow2(0).div(low.mulLower(low)).mul(sec2)
	terms := bernoullis.coeffs(kind, int(c)/4+4, uint(c))
	err := low.mul(sec2.sqrt()) // times c_n qⁿ is the remainder's bound
	n := 1
	for target := -float64(c); n < len(terms)-1; n++ {
		err = err.mul(q)
		if t := err.log2() + terms[n].log2(); t < target {
			break
		}
		if q.log2()+2*math.Log2(float64(n)/math.Pi) > 0 {
			break // the terms grow from here
		}
	}
	err = err.mul(terms[n].magUpper())
	w := c.inv(x)
	if n == 1 {
		return c.int(0), err
	}
	w2 := c.sqr(w)
	var s Complex
	s.Re = terms[n-1]
	for k := n - 2; k >= 1; k-- {
		if x.IsReal() {
			s.Re.Mul(&s.Re, &w2.Re, uint(c))
		} else {
			s = c.mul(s, w2)
		}
		s.Re.Add(&s.Re, &terms[k], uint(c))
	}
	return c.mul(s, w), err
}

// logGamma is Stirling's series after a shift; the logarithm of the product of the steps is
// taken in groups whose arguments add up to less than π, so that no turn is lost.
func (c calc) logGamma(x Complex) Complex {
	if n, ok := exactInt(&x); ok && (n == 1 || n == 2) {
		return c.int(0)
	}
	if _, pole := nonPositiveInt(&x); pole || !x.IsFinite() {
		return indeterminate()
	}
	if x.Re.approx() < 0.5 {
		return c.logGammaLeft(x)
	}
	r, ok := gammaShift(&x, uint(c))
	if !ok {
		return indeterminate()
	}
	y := c.addInt(x, r)
	s := c.stirling(y)
	group, turn := c.int(1), 0.0
	for k := int64(0); k < r; k++ {
		f := c.addInt(x, k)
		a := argBound(&f)
		if turn+a > 3 {
			s = c.sub(s, c.log(group))
			group, turn = c.int(1), 0
		}
		group = c.mul(group, f)
		turn += a
	}
	return c.sub(s, c.log(group))
}

// argBound is a bound of |arg x| over a ball in the right half-plane, at most π/2 when x
// does not reach zero; a ball that does gets π.
func argBound(x *Complex) float64 {
	if x.IsReal() && x.Re.IsPositive() {
		return 0
	}
	if !x.Re.IsPositive() {
		return math.Pi
	}
	t := x.Im.magUpper().div(x.Re.magLower())
	return math.Atan(t.float64Upper()) + 1e-9
}

// logGammaLeft is log π − log sin πx − log Γ(1−x) with the logarithm of the sine that is
// analytic in each half-plane: above, sin πx = ½i e^{−iπx}(1 − e^{2πix}).
func (c calc) logGammaLeft(x Complex) Complex {
	switch {
	case sector(&x) < 0:
		return c.conj(c.logGammaLeft(c.conj(x)))
	case sector(&x) > 0 || x.IsReal():
		return c.logGammaAbove(x)
	}
	// The ball meets the cut: the hull of both continuations, each valid across it.
	return c.union(c.logGammaAbove(x), c.conj(c.logGammaAbove(c.conj(x))))
}

func (c calc) logGammaAbove(x Complex) Complex {
	s := c.log(c.mul2(c.pi(), 1))
	if x.IsReal() {
		// |2 sin πx| and the turns: arg Γ changes by −π at every pole passed.
		sin := c.mul2(c.sinPi(x), 1)
		turns, ok := floorOf(&x.Re)
		if !ok || sin.ContainsZero() {
			return indeterminate()
		}
		sin.Re.Abs(&sin.Re)
		im := c.mulInt(c.pi(), turns)
		s = c.sub(s, c.log(sin))
		s.Im = im.Re
	} else {
		e := c.expPiI(c.mul2(x, 1))
		s = c.sub(s, c.log(c.sub(c.int(1), e)))
		s = c.add(s, c.mulI(c.mul(c.pi(), c.sub(x, c.rat(1, 2)))))
	}
	return c.sub(s, c.logGamma(c.sub(c.int(1), x)))
}

// floorOf is ⌊x⌋ when the ball determines it.
func floorOf(x *Real) (int64, bool) {
	var f Real
	f.Floor(x, 64)
	return exactRealInt(&f)
}

// digamma is log x − 1/(2x) − Σ B₂ₙ/(2n x^{2n}) after a shift (DLMF 5.11.2). Euler–Maclaurin
// summation gives the remainder as ∫₀^∞ (B̃₂ₙ(t) − B₂ₙ)/(x+t)^{2N+1} dt or with the
// last term kept, ∫ B̃₂ₙ(t)/(x+t)^{2N+1} dt; with |B̃₂ₙ| ≤ |B₂ₙ| and |x+t| ≥
// (|x|+t) cos(½ arg x) it is at most |B₂ₙ/(2N)| sec^{2N+1}/|x|^{2N}.
func (c calc) digamma(x Complex) Complex {
	if _, pole := nonPositiveInt(&x); pole || !x.IsFinite() {
		return indeterminate()
	}
	if x.Re.approx() < 0.5 {
		// ψ(x) = ψ(1−x) − π cot πx
		cot := c.div(c.cosPi(x), c.sinPi(x))
		return c.sub(c.digamma(c.sub(c.int(1), x)), c.mul(c.pi(), cot))
	}
	r, ok := gammaShift(&x, uint(c))
	if !ok {
		return indeterminate()
	}
	y := c.addInt(x, r)
	sum, err := c.stirlingSum(y, coeffDigamma)
	sum = c.add(sum, c.rat(1, 2))
	s := c.sub(c.log(y), c.div(sum, y))
	// The omitted term itself comes on top of the bound: twice.
	err = err.mul(magPow2(1)).div(y.magLower())
	s = c.widen(s, err, x.IsReal())
	if isWide(&x) {
		for k := range r {
			s = c.sub(s, c.inv(c.addInt(x, k)))
		}
	} else if r > 0 {
		// Σ 1/(x+k) as one fraction
		p, q := c.int(1), x
		for k := int64(1); k < r; k++ {
			f := c.addInt(x, k)
			p = c.add(c.mul(p, f), q)
			q = c.mul(q, f)
		}
		s = c.sub(s, c.div(p, q))
	}
	return s
}

// polygamma is (−1)^{m+1} m! ζ(m+1, x) (DLMF 25.11.12).
func (c calc) polygamma(m int64, x Complex) Complex {
	if m == 0 {
		return c.digamma(x)
	}
	if _, ok := nonPositiveInt(&x); ok || m < 0 || m > int64(c) {
		return indeterminate()
	}
	z := c.mul(c.factorialInt(m), c.hurwitz(c.int(m+1), x))
	if m%2 == 0 {
		z = c.neg(z)
	}
	return z
}

func (c calc) rising(a, n Complex) Complex {
	if k, ok := exactInt(&n); ok && k > -maxShift && k < maxShift {
		if k >= 0 {
			return c.product(a, k)
		}
		return c.inv(c.product(c.addInt(a, k), -k))
	}
	return c.mul(c.gamma(c.add(a, n)), c.rgamma(a))
}

func (c calc) binomial(n, k Complex) Complex {
	if j, ok := exactInt(&k); ok {
		if j < 0 {
			return c.int(0)
		}
		if m, ok := exactInt(&n); ok && m >= j && m-j < j {
			j = m - j // symmetric
		}
		if j < maxShift {
			p := c.product(c.addInt(n, 1-j), j)
			return c.div(p, c.factorialInt(j))
		}
	}
	d := c.sub(n, k)
	return c.mul(c.mul(c.gamma(c.addInt(n, 1)), c.rgamma(c.addInt(k, 1))), c.rgamma(c.addInt(d, 1)))
}

func (c calc) beta(x, y Complex) Complex {
	return c.mul(c.mul(c.gamma(x), c.gamma(y)), c.rgamma(c.add(x, y)))
}

// doubleFactorial is n!!: exactly for integers (odd negative ones by n!! = (n+2)!!/(n+2)),
// else 2^{x/2} (2/π)^{(1−cos πx)/4} Γ(x/2+1), the entire-in-between continuation of W. Gosper
// that mpmath and SymPy have too.
func (c calc) doubleFactorial(x Complex) Complex {
	h := c.half(x)
	if n, ok := exactInt(&x); ok && n > -2000 && n < 2000 {
		if n%2 == 0 {
			return c.mul(c.powInt(c.int(2), n/2), c.gamma(c.addInt(h, 1)))
		}
		z := c.int(1)
		for k := n; k > 1; k -= 2 {
			z = c.mulInt(z, k)
		}
		for k := n + 2; k < 0; k += 2 {
			z = c.divInt(z, k)
		}
		return z
	}
	e := c.mul2(c.sub(c.int(1), c.cosPi(x)), -2)
	z := c.mul(c.pow(c.int(2), h), c.gamma(c.addInt(h, 1)))
	return c.mul(z, c.pow(c.div(c.int(2), c.pi()), e))
}

// subfactorial is Γ(n+1, −1)/e, for integers n ≥ 0 by !n = n !(n−1) + (−1)ⁿ.
func (c calc) subfactorial(x Complex) Complex {
	if n, ok := exactInt(&x); ok && n >= 0 && n < 2000 {
		z := c.int(1)
		for k := int64(1); k <= n; k++ {
			z = c.addInt(c.mulInt(z, k), 1-2*(k&1))
		}
		return z
	}
	return c.div(c.upperGamma(c.addInt(x, 1), c.int(-1)), c.exp(c.int(1)))
}

// fibonacci is (φ^x − cos(πx) φ^{−x})/√5.
func (c calc) fibonacci(x Complex) Complex {
	r := c.sqrt(c.int(5))
	phi := c.half(c.addInt(r, 1))
	p := c.pow(phi, x)
	return c.div(c.sub(p, c.div(c.cosPi(x), p)), r)
}
