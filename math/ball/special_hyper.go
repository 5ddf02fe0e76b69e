package ball

import "math"

// maxTerms bounds the terms of any one series, tooLong the argument of an entire one, whose
// terms grow until about |x|.
func (c calc) maxTerms() int64 { return 2000 + 40*int64(c) }

func (c calc) tooLong(x *Complex) bool {
	return !x.IsFinite() || x.magUpper().float64Upper() > float64(c.maxTerms()/8)
}

// exploded tells whether terms became so large that no cancellation at a reasonable
// precision would leave anything of the sum.
func (c calc) exploded(largest mag) bool { return largest.e > 40*int64(c)+10000 }

// Hypergeometric sets z to pFq(a₁, …; b₁, …; x) (DLMF 16.2): the series where it converges or
// ends, and the principal continuation for 2F1, 1F0 and large arguments of pF(p−1).
// Indeterminate where a b is 0, −1, … before an a ends the series, and where no method is
// known here.
func (z *Complex) Hypergeometric(a, b []Complex, x *Complex, prec uint) *Complex {
	u, v, w := append([]Complex(nil), a...), append([]Complex(nil), b...), *x
	return refine(z, prec, func(c calc) Complex { return c.hyper(u, v, w) })
}

// HypergeometricU sets z to Tricomi's U(a, b, x) (DLMF 13.2.6), principal in x.
func (z *Complex) HypergeometricU(a, b, x *Complex, prec uint) *Complex {
	u, v, w := *a, *b, *x
	return refine(z, prec, func(c calc) Complex { return c.hyperU(u, v, w) })
}

func (c calc) hyper(a, b []Complex, x Complex) Complex {
	a, b = cancelParameters(a, b)
	end, ends := seriesEnd(a)
	for i := range b {
		if m, ok := nonPositiveInt(&b[i]); ok && (!ends || m < end) {
			return indeterminate()
		}
	}
	p, q := len(a), len(b)
	switch {
	case x.IsZero():
		return c.int(1)
	case ends:
		return c.hyperSeries(a, b, x)
	case p == 0 && q == 0:
		return c.exp(x)
	case p == 1 && q == 0:
		return c.pow(c.sub(c.int(1), x), c.neg(a[0]))
	case p == 0 && q == 1:
		return c.hyper0F1(b[0], x)
	case p == 1 && q == 1:
		return c.hyper1F1(a[0], b[0], x)
	case p == 2 && q == 1:
		return c.hyper2F1(a[0], a[1], b[0], x)
	case p <= q || p == q+1 && x.magUpper().log2() < -0.001:
		return c.hyperSeries(a, b, x)
	case p == q+1 && x.magLower().log2() > 0.001:
		return c.hyperInverse(a, b, x)
	}
	return indeterminate()
}

// cancelParameters drops pairs of exactly equal parameters above and below.
func cancelParameters(a, b []Complex) ([]Complex, []Complex) {
	a, b = append([]Complex(nil), a...), append([]Complex(nil), b...)
	for i := 0; i < len(a); i++ {
		for j := range b {
			if _, pole := nonPositiveInt(&b[j]); !pole && a[i].IsExact() && sameBall(&a[i], &b[j]) {
				a = append(a[:i], a[i+1:]...)
				b = append(b[:j], b[j+1:]...)
				i--
				break
			}
		}
	}
	return a, b
}

func sameBall(x, y *Complex) bool { return x.Re.Equal(&y.Re) && x.Im.Equal(&y.Im) }

// seriesEnd is the last index of a series that an upper parameter 0, −1, … ends.
func seriesEnd(a []Complex) (int64, bool) {
	end, ends := int64(0), false
	for i := range a {
		if m, ok := nonPositiveInt(&a[i]); ok && (!ends || m < end) {
			end, ends = m, true
		}
	}
	return end, ends
}

// hyperSeries sums the series. After N terms the ratio of the following ones is at most
//
//	C = |x| ∏ (1 + |a_i − b_i|/|b_i + N|) ∏ 1/|b_j + N|,
//
// pairing each a with a b (k! counts as b = 1), once all Re b + N > 0, since then every
// factor decreases with N; the tail is |t_N|/(1 − C). (F. Johansson, "Computing
// hypergeometric functions rigorously", ACM Trans. Math. Softw. 45 (2019) 30, section 4.)
func (c calc) hyperSeries(a, b []Complex, x Complex) Complex {
	if x.IsReal() && allReal(a) && allReal(b) {
		return c.hyperSeriesReal(a, b, x)
	}
	end, ends := seriesEnd(a)
	if !c.hyperSettles(a, b, &x) {
		return indeterminate()
	}
	sum, t := c.int(1), newDisc(c.int(1))
	largest := magPow2(0)
	for k := int64(0); k < c.maxTerms(); k++ {
		if ends && k == end {
			return sum
		}
		q := x
		for i := range a {
			q = c.mul(q, c.addInt(a[i], k))
		}
		d := c.int(k + 1)
		for i := range b {
			d = c.mul(d, c.addInt(b[i], k))
		}
		t = c.discMul(t, c.div(q, d))
		size := t.magUpper()
		largest = magMax(largest, size)
		if c.exploded(largest) {
			return indeterminate()
		}
		if below(size, largest.e-int64(c)) {
			if err := hyperTail(a, b, &x, k+1, size); !err.isInf() {
				return c.widen(sum, err, false)
			}
		}
		sum = c.add(sum, t.ball())
	}
	return indeterminate()
}

// hyperSeriesReal is hyperSeries for real arguments; an upper parameter 1 cancels k!.
func (c calc) hyperSeriesReal(a, b []Complex, x Complex) Complex {
	end, ends := seriesEnd(a)
	if !c.hyperSettles(a, b, &x) {
		return indeterminate()
	}
	prec := uint(c)
	factorial := true
	up, down := make([]Real, 0, 4), make([]Real, 0, 4)
	for i := range a {
		if factorial && isOne(&a[i]) {
			factorial = false
			continue
		}
		up = append(up, a[i].Re)
	}
	for i := range b {
		down = append(down, b[i].Re)
	}
	var sum, t, d, f Real
	sum.SetInt64(1)
	t.SetInt64(1)
	largest := magPow2(0)
	for k := int64(0); k < c.maxTerms(); k++ {
		if ends && k == end {
			return Complex{Re: sum}
		}
		t.Mul(&t, &x.Re, prec)
		for i := range up {
			t.Mul(&t, f.AddInt64(&up[i], k, prec), prec)
		}
		d.SetInt64(1)
		if factorial {
			d.SetInt64(k + 1)
		}
		for i := range down {
			f.AddInt64(&down[i], k, prec)
			if i == 0 && !factorial {
				d = f
			} else {
				d.Mul(&d, &f, prec)
			}
		}
		t.Div(&t, &d, prec)
		size := t.magUpper()
		largest = magMax(largest, size)
		if c.exploded(largest) {
			return indeterminate()
		}
		if below(size, largest.e-int64(c)) {
			if err := hyperTail(a, b, &x, k+1, size); !err.isInf() {
				return c.widen(Complex{Re: sum}, err, true)
			}
		}
		sum.Add(&sum, &t, prec)
	}
	return indeterminate()
}

// hyperSettles tells whether the series ends or its ratio of terms is bounded below 1 within
// maxTerms. Without that it would be summed in vain, for hyperRatio falls with the index.
func (c calc) hyperSettles(a, b []Complex, x *Complex) bool {
	end, ends := seriesEnd(a)
	return ends && end < c.maxTerms() || !hyperTail(a, b, x, c.maxTerms(), magPow2(0)).isInf()
}

// hyperTail bounds the tail from the n-th term on, of that size; infinite when nothing can
// be said yet.
func hyperTail(a, b []Complex, x *Complex, n int64, size mag) mag {
	if size.isZero() {
		return size
	}
	gap := magPow2(0).subLower(hyperRatio(a, b, x, n))
	if gap.isZero() || gap.e < -8 {
		return magInf()
	}
	return size.div(gap)
}

func allReal(xs []Complex) bool {
	for i := range xs {
		if !xs[i].IsReal() {
			return false
		}
	}
	return true
}

// hyperRatio bounds |t_{k+1}/t_k| for all k ≥ n; infinite when nothing can be said yet.
func hyperRatio(a, b []Complex, x *Complex, n int64) mag {
	const c = calc(64)
	ratio := x.magUpper()
	one := c.int(1)
	for i := range max(len(a), len(b)+1) {
		below := &one
		if i < len(b) {
			below = &b[i]
		} else if i > len(b) {
			return magInf()
		}
		shifted := c.addInt(*below, n)
		if !shifted.Re.IsPositive() {
			return magInf()
		}
		low := shifted.magLower()
		if i < len(a) {
			d := c.sub(a[i], *below)
			ratio = ratio.mul(d.magUpper().div(low).add(magPow2(0)))
		} else {
			ratio = ratio.div(low)
		}
	}
	return ratio
}

// hyper0F1 is the series; for arguments so large that it would be long, the Bessel function
// (DLMF 10.16.9): 0F1(; b; x) = Γ(b) (−x)^{(1−b)/2} J_{b−1}(2√−x).
func (c calc) hyper0F1(b, x Complex) Complex {
	if x.magUpper().log2() < 18 {
		return c.hyperSeries(nil, []Complex{b}, x)
	}
	y := c.sqrt(c.neg(x))
	nu := c.addInt(b, -1)
	j := c.besselJ(nu, c.mul2(y, 1))
	return c.mul(c.mul(c.gamma(b), c.pow(y, c.neg(nu))), j)
}

// hyper1F1 is the series, or for large |x| the asymptotic connection DLMF 13.2.41.
func (c calc) hyper1F1(a, b, x Complex) Complex {
	size := x.magUpper().float64Upper()
	if size > 0.5*float64(c) && x.IsFinite() {
		z := c.hyper1F1Large(a, b, x)
		if z.RelAccuracyBits() >= int(c)-24 || c.tooLong(&x) {
			return z
		}
	}
	if c.tooLong(&x) {
		return indeterminate()
	}
	if size > 20 {
		onlyReal := a.IsReal() && b.IsReal() && x.IsReal()
		always := func([]Complex) bool { return true } // meromorphic; poles are not finite
		return c.settle([]Complex{a, b, x}, onlyReal, always, func(c calc, v []Complex) Complex {
			z := c.hyper1F1Series(v[0], v[1], v[2])
			if c <= 64 {
				return smaller(z, c.hyper1F1Large(v[0], v[1], v[2]))
			}
			return z
		})
	}
	return c.hyper1F1Series(a, b, x)
}

// hyper1F1Series is the series, to the left after Kummer's transformation M(a,b,x) =
// e^x M(b−a,b,−x).
func (c calc) hyper1F1Series(a, b, x Complex) Complex {
	if x.Re.approx() < 0 {
		d := c.sub(b, a)
		return c.mul(c.exp(x), c.hyperSeries([]Complex{d}, []Complex{b}, c.neg(x)))
	}
	return c.hyperSeries([]Complex{a}, []Complex{b}, x)
}

func (c calc) hyper1F1Large(a, b, x Complex) Complex {
	d := c.sub(b, a)
	minus := c.neg(x)
	z := c.mul(c.rgamma(d), c.mul(c.pow(minus, c.neg(a)), c.uStar(a, b, x)))
	w := c.mul(c.rgamma(a), c.mul(c.mul(c.exp(x), c.pow(x, c.neg(d))), c.uStar(d, b, minus)))
	z = c.mul(c.add(z, w), c.gamma(b))
	if a.IsReal() && b.IsReal() && x.IsReal() {
		z.Im = Real{}
	}
	return z
}

// uStar is x^a U(a, b, x) by its asymptotic series Σ (a)_s (a−b+1)_s/s! (−x)^{−s} with the
// error bounds of DLMF 13.7(ii): with r = |b−2a|, σ = r/|x|, ρ = |a²−ab+b/2| +
// σ(1+σ/4)/(1−σ)²,
//
//	|R_n| ≤ 2 |t_n| C_n/(1−σ) exp(2 C₁ ρ/((1−σ)|x|)),
//
// C_n = 1 for Re x ≥ r; √(1+πn/2) for |Im x| ≥ r or Re x ≥ 0, |x| ≥ r; and for |x| ≥ 2r, with
// ν = 1+2σ² and σν for σ elsewhere, (√(1+πn/2) + σν²n) νⁿ. It is exact when the series ends.
func (c calc) uStar(a, b, x Complex) Complex {
	a1 := c.addInt(c.sub(a, b), 1)
	end, ends := seriesEnd([]Complex{a, a1})
	w := c.neg(c.inv(x))
	if !w.IsFinite() {
		return w
	}
	sum, t := c.int(1), newDisc(c.int(1))
	n := int64(0)
	for last := magPow2(0); n < c.maxTerms(); {
		if ends && n == end {
			return sum
		}
		t = c.discMul(t, c.mul(c.mul(c.addInt(a, n), c.addInt(a1, n)), c.divInt(w, n+1)))
		n++
		size := t.magUpper()
		if size.isInf() {
			return indeterminate()
		}
		// past the smallest term, once the terms are on their way
		if below(size, -int64(c)) || size.cmp(last) > 0 && float64(n) > -2*math.Abs(a.Re.approx()) && size.e < 0 {
			break
		}
		if n > int64(4*c)+200 && !ends {
			break
		}
		last = size
		sum = c.add(sum, t.ball())
	}
	return c.widen(sum, uRemainder(a, b, x, t.magUpper(), n), a.IsReal() && b.IsReal() && x.IsReal() && x.Re.IsPositive())
}

// uRemainder is the bound above for a first omitted term of that size and index.
func uRemainder(a, b, x Complex, size mag, n int64) mag {
	const c = calc(64)
	d := c.sub(b, c.mul2(a, 1))
	r, low := d.magUpper(), x.magLower()
	sigma := r.div(low)
	rho0 := c.add(c.sub(c.sqr(a), c.mul(a, b)), c.half(b))
	one := magPow2(0)
	cn, c1 := one, one
	chi := func(n int64) mag { // √(1 + πn/2), and π/2 < 1.5708
		return magFloat(1.5708 * float64(n)).add(one).sqrt()
	}
	switch {
	case x.Re.IsPositive() && x.Re.magLower().cmp(r) >= 0:
	case x.Im.magLower().cmp(r) >= 0, x.Re.IsNonnegative() && low.cmp(r) >= 0:
		cn, c1 = chi(n), chi(1)
	case low.cmp(r.mul2exp(1)) >= 0:
		nu := one.add(sigma.mul(sigma).mul2exp(1))
		nu2 := nu.mul(nu)
		cn = chi(n).add(sigma.mul(nu2).mul(magUint(uint64(n)))).mul(nu.powUint(uint64(n)))
		c1 = chi(1).add(sigma.mul(nu2)).mul(nu)
		sigma = sigma.mul(nu)
	default:
		return magInf()
	}
	gap := one.subLower(sigma)
	if gap.isZero() {
		return magInf()
	}
	rho := rho0.magUpper().add(sigma.mul(one.add(sigma.mul2exp(-2))).div(gap.mulLower(gap)))
	e := c1.mul(rho).mul2exp(1).div(gap.mulLower(low)).expm1().add(one)
	return size.mul(cn).mul2exp(1).div(gap).mul(e)
}

// hyperU is U(a, b, x): asymptotic or ending series, else DLMF 13.2.42, which for integer b
// is a limit in b.
func (c calc) hyperU(a, b, x Complex) Complex {
	if !x.IsNonzero() {
		return indeterminate()
	}
	onlyReal := a.IsReal() && b.IsReal() && x.IsReal() && x.Re.IsPositive()
	size := x.magUpper().float64Upper()
	_, ends := seriesEnd([]Complex{a, c.addInt(c.sub(a, b), 1)})
	if ends || size > 0.3*float64(c) {
		z := c.uStar(a, b, x)
		if ends || z.RelAccuracyBits() > int(c)-30 || size > 3000 {
			return c.mul(z, c.pow(x, c.neg(a)))
		}
	}
	if n, ok := exactInt(&b); ok {
		if n < 1 { // U(a,b,x) = x^{1−b} U(a−b+1, 2−b, x), DLMF 13.2.40
			return c.mul(c.powInt(x, 1-n), c.hyperU(c.addInt(a, 1-n), c.int(2-n), x))
		}
		return c.limit([]Complex{a, x}, onlyReal, func(v []Complex) bool { return offCut(&v[1]) },
			func(c calc, v []Complex, e Complex) Complex {
				return c.hyperUConnect(v[0], c.add(c.int(n), e), v[1])
			})
	}
	return c.settle([]Complex{a, b, x}, onlyReal, func(v []Complex) bool { return offCut(&v[2]) },
		func(c calc, v []Complex) Complex { return c.hyperUConnect(v[0], v[1], v[2]) })
}

// offCut tells whether a ball does not meet (−∞, 0].
func offCut(x *Complex) bool { return x.Re.IsPositive() || x.Im.IsNonzero() }

// hyperUConnect is DLMF 13.2.42, unless the expansion for large x gives U roughly, which is
// enough to bound it.
func (c calc) hyperUConnect(a, b, x Complex) Complex {
	if c <= 64 {
		if z := c.uStar(a, b, x); z.IsFinite() && z.RelAccuracyBits() > 4 {
			return c.mul(z, c.pow(x, c.neg(a)))
		}
	}
	b1 := c.sub(c.int(1), b)
	a1 := c.add(a, b1)
	m1 := c.mul(c.mul(c.gamma(b1), c.rgamma(a1)), c.hyper1F1(a, b, x))
	m2 := c.mul(c.mul(c.gamma(c.neg(b1)), c.rgamma(a)), c.hyper1F1(a1, c.addInt(b1, 1), x))
	return c.add(m1, c.mul(m2, c.pow(x, b1)))
}

// limit is f(args, 0) for a function analytic for |ε| ≤ ¼ and args a little around their balls,
// whose formula fails at ε = 0 itself. With M the maximum of |f| for |ε| = ¼ (and so, by the
// maximum principle, for |ε| ≤ ¼), Schwarz's lemma for f(ε) − f(0) gives |f(ε) − f(0)| ≤
// 2M |ε|/¼; the same lemma bounds the effect of the radii of args, see inflate. M is found by
// covering the circle with balls.
//
// Where safe does not say that f is analytic on the inflated balls (they cross a cut), the
// balls themselves are used, for each point of which f is analytic in ε.
func (c calc) limit(args []Complex, onlyReal bool, safe func([]Complex) bool, f func(calc, []Complex, Complex) Complex) Complex {
	const arcs = 24
	const low = calc(64)
	mids, wide, share := inflate(args)
	if !share.isZero() && !safe(wide) {
		mids, wide, share = args, args, mag{}
	}
	var m mag
	for k := range arcs {
		phi := 2 * math.Pi * (float64(k) + 0.5) / arcs
		var e Complex
		e.Re.SetFloat64(0.25 * math.Cos(phi))
		e.Im.SetFloat64(0.25 * math.Sin(phi))
		// half an arc is 0.25·π/24 < 0.033
		e.addErr(&e, magFloat(0.0331))
		v := f(low, wide, e)
		m = magMax(m, v.magUpper())
		if m.isInf() {
			return indeterminate()
		}
	}
	shift := int64(c) + 8
	z := f(2*c+64, mids, c.mul2(c.int(1), -shift))
	return c.widen(z, m.mul2exp(3-shift).add(m.mul(share).mul2exp(1)), onlyReal)
}

// inflate takes balls apart for an evaluation at their midpoints: for a function f that is
// analytic on the wide balls and there at most M, |f(x) − f(mids)| ≤ 2M·share for every x in
// args. For t ↦ f(mids + t(x − mids)) is analytic for |t| ≤ 1/share, and Schwarz's lemma
// applies at t = 1.
func inflate(args []Complex) (mids, wide []Complex, share mag) {
	mids, wide = make([]Complex, len(args)), make([]Complex, len(args))
	for i := range args {
		x := &args[i]
		mids[i] = Complex{x.Re.mid(), x.Im.mid()}
		wide[i] = *x
		if r := x.Re.rad.add(x.Im.rad); !r.isZero() {
			big := magMax(mids[i].magUpper().mul2exp(-12), r.mul2exp(2))
			wide[i] = mids[i]
			wide[i].addErr(&wide[i], big)
			share = magMax(share, r.div(big))
		}
	}
	return mids, wide, share
}

// settle evaluates a formula that loses bits to cancellation of inexact arguments at the
// midpoints instead, when safe says of the wide balls that f is analytic there. The last
// argument is the one whose size makes the cancellation.
func (c calc) settle(args []Complex, onlyReal bool, safe func([]Complex) bool, f func(calc, []Complex) Complex) Complex {
	mids, wide, share := inflate(args)
	if x := &args[len(args)-1]; share.isZero() || x.magUpper().e < 4 || !safe(wide) {
		return f(c, args) // little is lost to cancellation below |x| = 8
	}
	rough := f(64, wide)
	if !rough.IsFinite() {
		return f(c, args)
	}
	return c.widen(f(c, mids), rough.magUpper().mul(share).mul2exp(1), onlyReal)
}

// smaller is the enclosure with the smaller bound of two of the same number.
func smaller(x, y Complex) Complex {
	if !x.IsFinite() || y.IsFinite() && y.magUpper().cmp(x.magUpper()) < 0 {
		return y
	}
	return x
}

// below tells whether a bound is less than 2^e.
func below(m mag, e int64) bool { return m.isZero() || m.e <= e }

// hyper2F1 chooses among the six linear transformations (DLMF 15.8) the one with the
// smallest argument: 0 for x itself, 1 x/(x−1), 2 1−x, 3 1/x, 4 1/(1−x), 5 1−1/x.
func (c calc) hyper2F1(a, b, d, x Complex) Complex {
	if isOne(&x) { // Gauss, DLMF 15.4.20
		s := c.sub(c.sub(d, a), b)
		if !s.Re.IsPositive() {
			return indeterminate()
		}
		g := c.mul(c.gamma(d), c.gamma(s))
		return c.mul(g, c.mul(c.rgamma(c.sub(d, a)), c.rgamma(c.sub(d, b))))
	}
	one := c.int(1)
	y := c.sub(one, x)
	size, to := x.magUpper().log2(), 0
	if size > -0.4 {
		try := func(l float64, k int) {
			if l < size-0.1 {
				size, to = l, k
			}
		}
		lx, ly := x.log2(), y.log2()
		try(lx-ly, 1)                // x/(x−1)
		try(y.magUpper().log2(), 2)  // 1−x
		try(-x.magLower().log2(), 3) // 1/x
		try(-y.magLower().log2(), 4) // 1/(1−x)
		try(ly-lx, 5)                // 1−1/x
	}
	if size > -0.3 && c.inCorner(&x) {
		return c.hyper2F1Corner(a, b, d, x)
	}
	if size > -0.02 {
		return indeterminate()
	}
	onlyReal := a.IsReal() && b.IsReal() && d.IsReal() && x.IsReal() && y.Re.IsPositive()
	switch to {
	case 0:
		return c.hyperSeries([]Complex{a, b}, []Complex{d}, x)
	case 1:
		// (1−x)^{−a} F(a, d−b; d; x/(x−1))
		z := c.hyper([]Complex{a, c.sub(d, b)}, []Complex{d}, c.neg(c.div(x, y)))
		return c.mul(z, c.pow(y, c.neg(a)))
	}
	gap := c.sub(b, a)
	if to == 2 || to == 5 {
		gap = c.sub(c.sub(d, a), b)
	}
	var z Complex
	if n, ok := exactInt(&gap); ok {
		z = c.hyper2F1Gap(a, b, d, x, n, to)
	} else if _, near := gap.Re.UniqueInt(); near && gap.Im.ContainsZero() {
		return indeterminate() // the two terms have poles in the ball of the parameters
	} else {
		z = c.hyper2F1Connect(a, b, d, x, to)
	}
	if onlyReal {
		z.Im = Real{}
	}
	return c.mul(z, c.gamma(d))
}

// inCorner tells whether x is near e^{±iπ/3}, where no transformation makes the argument small.
func (c calc) inCorner(x *Complex) bool {
	y := c.sub(*x, cornerCentre(x))
	return x.Im.IsNonzero() && y.magUpper().log2() < -1
}

// cornerCentre is (1 ± i)/2, on the side of x.
func cornerCentre(x *Complex) (z Complex) {
	z.Re.SetFloat64(0.5)
	z.Im.SetFloat64(0.5)
	z.Im.neg = x.Im.neg
	return z
}

// hyper2F1Corner expands F around z = (1±i)/2, where the series for F and F' = ab/d F(a+1, b+1;
// d+1) converge, by the recurrence of the differential equation (DLMF 15.10.1)
//
//	z(1−z)(k+2)(k+1) f_{k+2} + (k+1)((1−2z)k + d − (a+b+1)z) f_{k+1} = (k+a)(k+b) f_k.
//
// The equation is F” = pF' + qF with p = −d/z + (a+b+1−d)/(1−z), q = ab(1/z + 1/(1−z)). With
// ν = 1/|z| = 1/|1−z| = √2 their Taylor coefficients are at most those of P/(1−νt) and
// Q/(1−νt)², P = ν(|d| + |a+b+1−d|), Q = 2ν|ab|. A(1−νt)^{−N} solves the equation with ≥ for =
// if N(N+1) ≥ NP/ν + Q/ν², as for N ≥ max(2P/ν, √(2Q)/ν); it is a majorant of F if A ≥ |f_0| and
// ANν ≥ |f_1|. The tail follows from the majorant's coefficients, whose ratio
// ν(N+k)/(k+1) decreases.
func (c calc) hyper2F1Corner(a, b, d, x Complex) Complex {
	z := cornerCentre(&x)
	t := c.sub(x, z)
	one := c.int(1)
	ab := c.mul(a, b)
	f0 := c.hyperSeries([]Complex{a, b}, []Complex{d}, z)
	f1 := c.hyperSeries([]Complex{c.addInt(a, 1), c.addInt(b, 1)}, []Complex{c.addInt(d, 1)}, z)
	f1 = c.mul(f1, c.div(ab, d))
	s1 := c.addInt(c.add(a, b), 1) // a+b+1
	nu := magFloat(math.Sqrt2 * (1 + 0x1p-40))
	pBound := bound(d).add(bound(c.sub(s1, d))).mul2exp(1) // 2P/ν
	qBound := bound(ab).mul2exp(2).sqrt()                  // √(2Q)/ν ≤ √(4|ab|)
	size := math.Ceil(magMax(magMax(pBound, qBound), magPow2(0)).float64Upper()) + 1
	if !(size < 1e6) || !f0.IsFinite() || !f1.IsFinite() {
		return indeterminate()
	}
	n := uint64(size)
	r := t.magUpper().mul(nu)
	// tail holds A binom(N+k−1, k) (ν|t|)^k
	tail := magMax(bound(f0), bound(f1).div(magFloatLower(math.Sqrt2)).div(magUint(n)))
	lead := c.inv(c.mul(z, c.sub(one, z)))
	w := c.sub(one, c.mul2(z, 1))
	v := c.sub(d, c.mul(s1, z))
	sum, power := f0, newDisc(one)
	for k := int64(0); k < c.maxTerms(); k++ {
		// f0, f1 are f_k, f_{k+1}; the sum holds the terms up to k
		ratio := r.mul(magUint(n + uint64(k))).div(magUint(uint64(k + 1)))
		tail = tail.mul(ratio) // of index k+1
		if gap := magPow2(0).subLower(ratio); !gap.isZero() && gap.e > -6 && below(tail, sum.magUpper().e-int64(c)) {
			return c.widen(sum, tail.div(gap), false)
		}
		power = c.discMul(power, t)
		sum = c.add(sum, c.mul(f1, power.ball()))
		g := c.mul(c.mul(c.addInt(a, k), c.addInt(b, k)), f0)
		h := c.mulInt(c.mul(c.add(c.mulInt(w, k), v), f1), k+1)
		f0, f1 = f1, c.divInt(c.mul(c.sub(g, h), lead), (k+2)*(k+1))
	}
	return indeterminate()
}

// hyper2F1Connect is F/Γ(d) by the transformations with two terms (DLMF 15.8.2 to 15.8.5).
func (c calc) hyper2F1Connect(a, b, d, x Complex, to int) Complex {
	one := c.int(1)
	y := c.sub(one, x)
	da, db := c.sub(d, a), c.sub(d, b)
	s := c.sub(da, b)
	ba := c.sub(b, a)
	regular := func(a, b, d, x Complex) Complex {
		return c.mul(c.hyperSeries([]Complex{a, b}, []Complex{d}, x), c.rgamma(d))
	}
	var u, v, sin Complex
	switch to {
	case 2:
		sin = c.sinPi(s)
		u = c.mul(c.mul(c.rgamma(da), c.rgamma(db)), regular(a, b, c.addInt(c.neg(s), 1), y))
		v = c.mul(c.mul(c.rgamma(a), c.rgamma(b)), regular(da, db, c.addInt(s, 1), y))
		v = c.mul(v, c.pow(y, s))
	case 5:
		sin = c.sinPi(s)
		w := c.sub(one, c.inv(x))
		u = c.mul(c.mul(c.rgamma(da), c.rgamma(db)), regular(a, c.sub(one, da), c.addInt(c.neg(s), 1), w))
		u = c.mul(u, c.pow(x, c.neg(a)))
		v = c.mul(c.mul(c.rgamma(a), c.rgamma(b)), regular(da, c.sub(one, a), c.addInt(s, 1), w))
		v = c.mul(v, c.mul(c.pow(y, s), c.pow(x, c.neg(da))))
	case 3:
		sin = c.sinPi(ba)
		w, m := c.inv(x), c.neg(x)
		u = c.mul(c.mul(c.rgamma(b), c.rgamma(da)), regular(a, c.sub(one, da), c.sub(one, ba), w))
		u = c.mul(u, c.pow(m, c.neg(a)))
		v = c.mul(c.mul(c.rgamma(a), c.rgamma(db)), regular(b, c.sub(one, db), c.addInt(ba, 1), w))
		v = c.mul(v, c.pow(m, c.neg(b)))
	default:
		sin = c.sinPi(ba)
		w := c.inv(y)
		u = c.mul(c.mul(c.rgamma(b), c.rgamma(da)), regular(a, db, c.sub(one, ba), w))
		u = c.mul(u, c.pow(y, c.neg(a)))
		v = c.mul(c.mul(c.rgamma(a), c.rgamma(db)), regular(b, da, c.addInt(ba, 1), w))
		v = c.mul(v, c.pow(y, c.neg(b)))
	}
	return c.mul(c.sub(u, v), c.div(c.pi(), sin))
}

// hyperInverse continues pF(p−1) to |x| > 1 when no two upper parameters differ by an
// integer (DLMF 16.8.8).
func (c calc) hyperInverse(a, b []Complex, x Complex) Complex {
	w, m := c.inv(x), c.neg(x)
	total := c.int(0)
	for j := range a {
		up, down := []Complex{a[j]}, []Complex{}
		g := c.pow(m, c.neg(a[j]))
		for i := range a {
			if i != j {
				d := c.sub(a[i], a[j])
				if _, ok := exactInt(&d); ok {
					return indeterminate()
				}
				g = c.mul(g, c.mul(c.gamma(d), c.rgamma(a[i])))
				down = append(down, c.sub(c.int(1), d))
			}
		}
		for i := range b {
			d := c.sub(b[i], a[j])
			g = c.mul(g, c.mul(c.gamma(b[i]), c.rgamma(d)))
			up = append(up, c.sub(c.int(1), d))
		}
		total = c.add(total, c.mul(g, c.hyperSeries(up, down, w)))
	}
	if x.IsReal() && x.Re.IsNegative() && allReal(a) && allReal(b) {
		total.Im = Real{}
	}
	return total
}
