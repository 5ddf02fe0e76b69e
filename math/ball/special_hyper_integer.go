package ball

// maxGap bounds the integer differences of parameters for which the formulas are used: they
// start with a sum of that many terms.
const maxGap = 1000

// hyper2F1Gap is F/Γ(d) where the transformation meets an integer difference n of either sign: for
// a negative one the other order of a and b, or Euler's transformation F(a, b; d; x) =
// (1−x)^{d−a−b} F(d−a, d−b; d; x) (DLMF 15.8.1), which also serves where it ends the series.
func (c calc) hyper2F1Gap(a, b, d, x Complex, n int64, to int) Complex {
	da, db := c.sub(d, a), c.sub(d, b)
	euler := func(f Complex) Complex {
		return c.mul(f, c.pow(c.sub(c.int(1), x), c.sub(da, b)))
	}
	_, endsA := nonPositiveInt(&da)
	_, endsB := nonPositiveInt(&db)
	switch {
	case n > maxGap || n < -maxGap:
		return indeterminate()
	case endsA || endsB:
		return euler(c.mul(c.hyperSeries([]Complex{da, db}, []Complex{d}, x), c.rgamma(d)))
	case n >= 0:
		return c.hyper2F1Integer(a, b, d, x, n, to)
	case to == 3 || to == 4:
		return c.hyper2F1Integer(b, a, d, x, -n, to)
	}
	return euler(c.hyper2F1Integer(da, db, d, x, -n, to))
}

// hyper2F1Integer is F/Γ(d) by the transformations (numbered as in hyper2F1) whose two terms have
// poles that cancel: d − a − b = n for 2 and 5, b − a = n for 3 and 4, with an integer n ≥ 0. The
// formulas are DLMF 15.8.10, 15.8.11, 15.8.8 and 15.8.9. No series may end: no parameter a, b,
// d − a, d − b is 0, −1, …
func (c calc) hyper2F1Integer(a, b, d, x Complex, n int64, to int) Complex {
	one := c.int(1)
	y := c.sub(one, x)
	am := c.addInt(a, n)
	var s integerSeries
	var head Complex // the finite sum with its factor
	switch to {
	case 2:
		bm := c.addInt(b, n)
		s = integerSeries{upper: am, second: bm, w: y, log: c.log(y), sign: 1}
		s.factor = c.neg(c.mul(c.powInt(c.neg(y), n), c.mul(c.rgamma(a), c.rgamma(b))))
		head = c.mul(c.mul(c.rgamma(am), c.rgamma(bm)), c.integerHead(a, b, c.neg(y), n))
	case 4:
		da := c.sub(d, a)
		w, power := c.inv(y), c.pow(y, c.neg(a))
		s = integerSeries{upper: am, second: da, w: w, log: c.log(y), sign: -1}
		s.factor = c.mul(c.mul(power, c.powInt(c.neg(w), n)), c.mul(c.rgamma(a), c.rgamma(c.addInt(da, -n))))
		head = c.mul(c.mul(power, c.mul(c.rgamma(am), c.rgamma(da))), c.integerHead(a, c.addInt(da, -n), c.neg(w), n))
	case 5:
		w, power := c.sub(one, c.inv(x)), c.pow(x, c.neg(a))
		s = integerSeries{upper: am, falling: b, falls: true, w: c.neg(w), log: c.sub(c.log(y), c.log(x)), sign: 1}
		s.factor = c.neg(c.mul(c.mul(power, c.powInt(w, n)), c.rgamma(a)))
		head = c.mul(c.mul(power, c.rgamma(am)), c.integerHeadFalling(a, c.addInt(b, n), w, n))
	default:
		w, minus := c.inv(x), c.neg(x)
		power := c.pow(minus, c.neg(a))
		da := c.sub(d, a)
		s = integerSeries{upper: am, falling: c.addInt(da, -n), falls: true, w: c.neg(w), log: c.log(minus), sign: -1}
		s.factor = c.mul(c.mul(power, c.powInt(w, n)), c.rgamma(a))
		head = c.mul(c.mul(power, c.rgamma(am)), c.integerHeadFalling(a, da, w, n))
	}
	return c.add(head, c.mul(s.factor, c.integerTail(&s, n)))
}

// integerHead is Σ_{k<n} (a)_k (b)_k (n−k−1)!/k! w^k.
func (c calc) integerHead(a, b, w Complex, n int64) Complex {
	sum := c.int(0)
	if n == 0 {
		return sum
	}
	t := c.factorialInt(n - 1)
	for k := range n {
		sum = c.add(sum, t)
		if k+1 < n {
			t = c.mul(t, c.mul(c.mul(c.addInt(a, k), c.addInt(b, k)), w))
			t = c.divInt(t, (k+1)*(n-k-1))
		}
	}
	return sum
}

// integerHeadFalling is Σ_{k<n} (a)_k (n−k−1)!/(k! Γ(b−k)) w^k.
func (c calc) integerHeadFalling(a, b, w Complex, n int64) Complex {
	sum := c.int(0)
	if n == 0 {
		return sum
	}
	t := c.mul(c.factorialInt(n-1), c.rgamma(b))
	for k := range n {
		sum = c.add(sum, t)
		if k+1 < n { // 1/Γ(b−k−1) = (b−k−1)/Γ(b−k)
			t = c.mul(t, c.mul(c.mul(c.addInt(a, k), c.addInt(b, -k-1)), w))
			t = c.divInt(t, (k+1)*(n-k-1))
		}
	}
	return sum
}

// integerSeries is factor · Σ_k t_k M_k with t_k = (upper)_k/(k!(k+n)!) w^k and, with both signs
// being sign,
//
//	M_k = log ∓ ψ(k+1) ∓ ψ(k+n+1) ± ψ(upper+k) ± ψ(second+k),  t_k having (second)_k as well, or
//	M_k = (log ∓ ψ(k+1) ∓ ψ(k+n+1) ± ψ(upper+k))/Γ(falling−k) ± ψ(falling−k)/Γ(falling−k).
type integerSeries struct {
	factor, upper, second, falling, w, log Complex
	sign                                   int
	falls                                  bool
}

// integerTail sums the series. The gammas of a falling argument are taken from their
// recurrences, in which no pole is met: with g_k = 1/Γ(f−k) and h_k = ψ(f−k) g_k,
//
//	g_{k+1} = (f−k−1) g_k,  h_{k+1} = (f−k−1) h_k − g_k.
//
// They are kept divided by p_k = ∏_{j<k} (f−j−1), which goes into the term t_k and makes it
// that of a hypergeometric series with the parameter 1−f and the argument −w: g_k/p_k = g_0
// and h_k/p_k = h_0 − g_0 Σ_{j<k} 1/(f−j−1), except where a factor of p_k vanishes, for a positive
// integer f: from there on g is 0, and h goes on with the factors.
//
// For k ≥ N, |t_k| ≤ |t_N| ρ^{k−N} with ρ from hyperRatio, and M changes from one k to the next by
// at most 4|g|/μ, where μ is the smallest of |N+1|, |upper+N|, |second+N| or |f−N−1|, which grow
// with N once their real parts have the sign of N. So the tail from N on is at most
// |t_N| (|M_N|/(1−ρ) + 4|g|/μ ρ/(1−ρ)²).
func (c calc) integerTail(s *integerSeries, n int64) Complex {
	sign := int64(s.sign)
	psi := c.sub(c.digamma(s.upper), c.add(c.digamma(c.int(1)), c.digamma(c.int(n+1))))
	g, other := c.int(1), s.second
	var h Complex
	if s.falls {
		g = c.rgamma(s.falling)
		h = c.mul(c.digamma(s.falling), g)
		other = c.sub(c.int(1), s.falling)
	} else {
		psi = c.add(psi, c.digamma(s.second))
	}
	up, down := []Complex{s.upper, other}, []Complex{c.int(n + 1)}
	ratioAt := s.w
	if !c.hyperSettles(up, down, &ratioAt) {
		return indeterminate()
	}
	step := s.w
	if s.falls { // (f−k−1) = −(other+k)
		step = c.neg(s.w)
	}
	sum, t := c.int(0), newDisc(c.inv(c.factorialInt(n)))
	var largest mag
	for k := int64(0); k < c.maxTerms(); k++ {
		m := c.add(c.mul(c.add(s.log, c.mulInt(psi, sign)), g), c.mulInt(h, sign))
		v := c.mul(t.ball(), m)
		size := v.magUpper()
		largest = magMax(largest, size)
		if c.exploded(largest) || !v.IsFinite() {
			return indeterminate()
		}
		// Positive integers f keep h alone once g has vanished; every factor is in t by then.
		u, o := c.addInt(s.upper, k), c.addInt(other, k)
		if below(size, largest.e-int64(c)) && u.Re.IsPositive() && o.Re.IsPositive() {
			if err := integerRest(up, down, &ratioAt, k, &t, m.magUpper(), g.magUpper(), &u, &o); below(err, largest.e-int64(c)+8) {
				return c.widen(sum, err, false)
			}
		}
		sum = c.add(sum, v)
		psi = c.add(psi, c.sub(c.inv(u), c.add(c.divInt(c.int(1), k+1), c.divInt(c.int(1), k+n+1))))
		factor := c.mul(u, step)
		switch {
		case !s.falls:
			psi = c.add(psi, c.inv(o))
			factor = c.mul(factor, o)
		case o.IsZero(): // f−k−1 = 0: g ends, h_{k+1} = −g_k
			g, h = c.int(0), c.neg(g)
			factor = c.neg(factor) // step holds the sign of the factor that is not there
		default:
			h = c.add(h, c.mul(g, c.inv(o))) // −g/(f−k−1)
			factor = c.mul(factor, o)
		}
		t = c.discMul(t, c.divInt(c.divInt(factor, k+1), k+n+1))
	}
	return indeterminate()
}

// integerRest is the bound of the tail from the k-th term on; infinite where nothing is
// known yet.
func integerRest(up, down []Complex, w *Complex, k int64, t *disc, m, g mag, u, o *Complex) mag {
	ratio := hyperRatio(up, down, w, k)
	gap := magPow2(0).subLower(ratio)
	if gap.isZero() || gap.e < -8 {
		return magInf()
	}
	mu := magMin(magMin(u.magLower(), o.magLower()), magUint(uint64(k+1)))
	if mu.isZero() {
		return magInf()
	}
	slope := g.mul2exp(2).div(mu).mul(ratio).div(gap.mulLower(gap))
	return t.magUpper().mul(m.div(gap).add(slope))
}
