package ball

// Elliptic integrals of parameter m = k² (DLMF 19.2 has the modulus k), by Carlson's
// symmetric integrals (DLMF 19.16, 19.25, 19.36).

// EllipticK sets z to K(m) = ∫₀^{π/2} (1 − m sin²θ)^{−1/2} dθ, cut along (1, ∞).
func (z *Complex) EllipticK(m *Complex, prec uint) *Complex {
	a := *m
	return refine(z, prec, func(c calc) Complex { return c.ellipticK(a) })
}

// EllipticE sets z to E(m) = ∫₀^{π/2} (1 − m sin²θ)^{1/2} dθ, cut along (1, ∞).
func (z *Complex) EllipticE(m *Complex, prec uint) *Complex {
	a := *m
	return refine(z, prec, func(c calc) Complex { return c.ellipticE(a) })
}

// EllipticPi sets z to Π(n, m) = ∫₀^{π/2} (1 − m sin²θ)^{−1/2}/(1 − n sin²θ) dθ.
func (z *Complex) EllipticPi(n, m *Complex, prec uint) *Complex {
	a, b := *n, *m
	return refine(z, prec, func(c calc) Complex { return c.ellipticPi(a, b) })
}

// EllipticF sets z to F(φ, m), the integral of K's integrand from 0 to φ.
func (z *Complex) EllipticF(phi, m *Complex, prec uint) *Complex {
	a, b := *phi, *m
	return refine(z, prec, func(c calc) Complex { return c.ellipticF(a, b) })
}

// EllipticEInc sets z to E(φ, m), the integral of E's integrand from 0 to φ.
func (z *Complex) EllipticEInc(phi, m *Complex, prec uint) *Complex {
	a, b := *phi, *m
	return refine(z, prec, func(c calc) Complex { return c.ellipticEInc(a, b) })
}

// EllipticPiInc sets z to Π(n; φ, m), the integral of Π's integrand from 0 to φ.
func (z *Complex) EllipticPiInc(n, phi, m *Complex, prec uint) *Complex {
	a, b, d := *n, *phi, *m
	return refine(z, prec, func(c calc) Complex { return c.ellipticPiInc(a, b, d) })
}

// CarlsonRF sets z to R_F(x, y, w) = ½ ∫₀^∞ dt/√((t+x)(t+y)(t+w)) (DLMF 19.16.1), for arguments
// off (−∞, 0), at most one of them 0.
func (z *Complex) CarlsonRF(x, y, w *Complex, prec uint) *Complex {
	a, b, d := *x, *y, *w
	return refine(z, prec, func(c calc) Complex { return c.carlsonRF(a, b, d) })
}

// CarlsonRJ sets z to R_J(x, y, w, p) (DLMF 19.16.2), for arguments in the right half-plane, at
// most one of x, y, w being 0; R_D(x, y, w) = R_J(x, y, w, w).
func (z *Complex) CarlsonRJ(x, y, w, p *Complex, prec uint) *Complex {
	a, b, d, e := *x, *y, *w, *p
	return refine(z, prec, func(c calc) Complex { return c.carlsonRJ(a, b, d, e) })
}

// ellipticK is π/(2 M(1, √(1−m))) for real m < 1 (DLMF 19.8.5) and R_F(0, 1−m, 1) elsewhere.
func (c calc) ellipticK(m Complex) Complex {
	y := c.sub(c.int(1), m)
	if y.IsReal() && y.Re.IsPositive() {
		mean, _ := c.agm(m, y)
		return c.div(c.half(c.pi()), mean)
	}
	return c.carlsonRF(c.int(0), y, c.int(1))
}

// ellipticE is π/(2 M(1, √(1−m))) (1 − Σ 2^{n−1} c_n²) for real m < 1 (DLMF 19.8.6), and
// R_F − m/3 R_D of 0, 1−m, 1 elsewhere (DLMF 19.25.1).
func (c calc) ellipticE(m Complex) Complex {
	if isOne(&m) {
		return m
	}
	y := c.sub(c.int(1), m)
	if y.IsReal() && y.Re.IsPositive() {
		mean, sum := c.agm(m, y)
		return c.div(c.mul(c.half(c.pi()), c.sub(c.int(1), sum)), mean)
	}
	f := c.carlsonRF(c.int(0), y, c.int(1))
	d := c.carlsonRD(c.int(0), y, c.int(1))
	return c.sub(f, c.divInt(c.mul(m, d), 3))
}

// agm is the arithmetic–geometric mean of 1 and √y, y = 1−m > 0, and Σ_n 2^{n−1} c_n² with
// c_0² = m and c_{n+1} = (a_n − b_n)/2. It stops at |c_n| < 2^{−c/2−3} a_n. The mean lies between √(ab)
// and (a+b)/2, which differ by at most (a−b)²/(8 min(a,b)). From c_{n+1} = c_n²/(4a_{n+1}) the terms of
// the sum then fall by c_n²/(8a²) and faster, so that the rest is at most 2^{n−1}c_n² 2^{−c}.
func (c calc) agm(m, y Complex) (mean, sum Complex) {
	a, b := c.int(1), c.sqrt(y)
	sum = c.half(m)
	for n := int64(0); n < 64; n++ {
		d := c.half(c.sub(a, b))
		t := c.mul2(c.sqr(d), n)
		sum = c.add(sum, t)
		next := c.half(c.add(a, b))
		if below(bound(d), a.Re.exp-int64(c)/2-4) {
			low := magMin(a.magLower(), b.magLower())
			err := bound(d).mul(bound(d)).div(low).mul2exp(-1)
			return c.widen(next, err, true), c.widen(sum, bound(t).mul2exp(-int64(c)), true)
		}
		a, b = next, c.sqrt(c.mul(a, b))
	}
	return indeterminate(), indeterminate()
}

func (c calc) ellipticPi(n, m Complex) Complex {
	if n.IsZero() {
		return c.ellipticK(m)
	}
	one := c.int(1)
	y := c.sub(one, m)
	f := c.carlsonRF(c.int(0), y, one)
	j := c.carlsonRJ(c.int(0), y, one, c.sub(one, n))
	return c.add(f, c.divInt(c.mul(n, j), 3))
}

// reducePhase is φ = φ₀ + kπ with |Re φ₀| about ≤ π/2.
func (c calc) reducePhase(phi Complex) (Complex, int64, bool) {
	q := c.div(phi, c.pi())
	k, ok := nearestInt(&q.Re)
	if ok && k != 0 {
		phi = c.sub(phi, c.mulInt(c.pi(), k))
	}
	return phi, k, ok
}

// ellipticF is s R_F(c², 1−ms², 1) + 2k K(m), DLMF 19.25.5 and 19.2.10.
func (c calc) ellipticF(phi, m Complex) Complex {
	phi, k, ok := c.reducePhase(phi)
	if !ok {
		return indeterminate()
	}
	s, x, y := c.ellipticArgs(phi, m)
	z := c.mul(s, c.carlsonRF(x, y, c.int(1)))
	if k != 0 {
		z = c.add(z, c.mulInt(c.ellipticK(m), 2*k))
	}
	return z
}

// ellipticArgs are sin φ, cos² φ and 1 − m sin² φ.
func (c calc) ellipticArgs(phi, m Complex) (s, x, y Complex) {
	s = c.sin(phi)
	s2 := c.sqr(s)
	x = c.sqr(c.cos(phi))
	y = c.sub(c.int(1), c.mul(m, s2))
	return s, x, y
}

// ellipticEInc is s R_F − m s³/3 R_D(c², 1−ms², 1) + 2k E(m), DLMF 19.25.9.
func (c calc) ellipticEInc(phi, m Complex) Complex {
	phi, k, ok := c.reducePhase(phi)
	if !ok {
		return indeterminate()
	}
	s, x, y := c.ellipticArgs(phi, m)
	z := c.carlsonRF(x, y, c.int(1))
	d := c.carlsonRD(x, y, c.int(1))
	z = c.sub(z, c.divInt(c.mul(c.mul(m, c.sqr(s)), d), 3))
	z = c.mul(z, s)
	if k != 0 {
		z = c.add(z, c.mulInt(c.ellipticE(m), 2*k))
	}
	return z
}

// ellipticPiInc is s R_F + n s³/3 R_J(c², 1−ms², 1, 1−ns²) + 2k Π(n, m), DLMF 19.25.14.
func (c calc) ellipticPiInc(n, phi, m Complex) Complex {
	phi, k, ok := c.reducePhase(phi)
	if !ok {
		return indeterminate()
	}
	s, x, y := c.ellipticArgs(phi, m)
	s2 := c.sqr(s)
	z := c.carlsonRF(x, y, c.int(1))
	j := c.carlsonRJ(x, y, c.int(1), c.sub(c.int(1), c.mul(n, s2)))
	z = c.add(z, c.divInt(c.mul(c.mul(n, s2), j), 3))
	z = c.mul(z, s)
	if k != 0 {
		z = c.add(z, c.mulInt(c.ellipticPi(n, m), 2*k))
	}
	return z
}

// carlsonOrder is the number of terms of the final series.
func (c calc) carlsonOrder() int { return 6 + int(c)/24 }

// onCarlsonCut tells whether duplication may not start from x: the principal root must have
// a positive real part, or x be exactly 0, or lie on the cut itself as an exact real number.
func onCarlsonCut(x *Complex) bool {
	if x.IsZero() || x.Re.IsPositive() || x.Im.IsNonzero() {
		return false
	}
	return !x.IsReal() || !x.Re.IsNegative()
}

// carlsonRF duplicates (DLMF 19.26.18) until the arguments differ relatively by ε, then sums
//
//	R_F = A^{−1/2} Σ_N (½)_N/(3/2)_N T_N, with Σ T_N t^N = ∏ (1 − t x_i)^{−1/2},
//
// (DLMF 19.19.2, 19.19.7), where the N-th term is at most ε^N.
func (c calc) carlsonRF(x, y, w Complex) Complex {
	zeros := 0
	for _, v := range []*Complex{&x, &y, &w} {
		if v.IsZero() {
			zeros++
		}
		if onCarlsonCut(v) {
			return indeterminate()
		}
	}
	if zeros > 1 {
		return indeterminate()
	}
	order := c.carlsonOrder()
	target := -int64(c)/int64(order) - 1
	for range int(c)/2 + 100 { // a factor 4 each
		a := c.divInt(c.add(c.add(x, y), w), 3)
		v := []Complex{c.deviation(x, a), c.deviation(y, a), c.deviation(w, a)}
		if eps := maxBound(v); below(eps, target) {
			sum := c.carlsonSum(v, 1, order)
			onlyReal := x.IsReal() && y.IsReal() && w.IsReal()
			err := eps.powUint(uint64(order)).mul2exp(1)
			sum = c.widen(sum, err, onlyReal)
			return c.div(sum, c.sqrt(a))
		}
		rx, ry, rw := c.sqrt(x), c.sqrt(y), c.sqrt(w)
		lambda := c.add(c.mul(rx, c.add(ry, rw)), c.mul(ry, rw))
		x = c.mul2(c.add(x, lambda), -2)
		y = c.mul2(c.add(y, lambda), -2)
		w = c.mul2(c.add(w, lambda), -2)
		if !x.IsFinite() || !y.IsFinite() || !w.IsFinite() {
			break
		}
	}
	return indeterminate()
}

// deviation is 1 − x/a.
func (c calc) deviation(x, a Complex) Complex { return c.div(c.sub(a, x), a) }

func maxBound(v []Complex) (m mag) {
	for i := range v {
		m = magMax(m, v[i].magUpper())
	}
	return m
}

// carlsonSum is Σ_{N<order} (p/2)_N/(p/2+1)_N T_N for p = 1 or 3, where the factor
// is p/(p+2N); ∏ (1 − t v_i)^{−1/2} = P^{−1/2} gives with P = 1 + Σ p_j t^j the recurrence
// N T_N = −Σ_j p_j (N − j/2) T_{N−j}.
func (c calc) carlsonSum(v []Complex, p int64, order int) Complex {
	poly := []Complex{c.int(1)}
	for _, x := range v {
		poly = append(poly, Complex{})
		for j := len(poly) - 1; j > 0; j-- {
			poly[j] = c.sub(poly[j], c.mul(x, poly[j-1]))
		}
	}
	t := []Complex{c.int(1)}
	sum := c.int(1)
	for n := 1; n < order; n++ {
		s := c.int(0)
		for j := 1; j < len(poly) && j <= n; j++ {
			s = c.sub(s, c.mul(poly[j], c.mulInt(t[n-j], int64(2*n-j))))
		}
		s = c.divInt(s, int64(2*n))
		t = append(t, s)
		sum = c.add(sum, c.divInt(c.mulInt(s, p), p+2*int64(n)))
	}
	return sum
}

// carlsonRD is R_D(x, y, w) = R_J(x, y, w, w), DLMF 19.16.5.
func (c calc) carlsonRD(x, y, w Complex) Complex {
	if !w.IsNonzero() {
		return indeterminate()
	}
	for _, v := range []*Complex{&x, &y, &w} {
		if onCarlsonCut(v) {
			return indeterminate()
		}
	}
	if x.IsZero() && y.IsZero() {
		return indeterminate()
	}
	order := c.carlsonOrder()
	target := -int64(c)/int64(order) - 1
	total, scale := c.int(0), int64(0)
	for range int(c)/2 + 100 { // a factor 4 each
		a := c.divInt(c.add(c.add(x, y), c.mulInt(w, 3)), 5)
		dw := c.deviation(w, a)
		v := []Complex{c.deviation(x, a), c.deviation(y, a), dw, dw, dw}
		onlyReal := x.IsReal() && y.IsReal() && w.IsReal()
		if eps := maxBound(v); below(eps, target) {
			return c.add(total, c.mul2(c.carlsonFinish(v, a, eps, order, onlyReal), -2*scale))
		}
		rx, ry, rw := c.sqrt(x), c.sqrt(y), c.sqrt(w)
		lambda := c.add(c.mul(rx, c.add(ry, rw)), c.mul(ry, rw))
		term := c.div(c.int(3), c.mul(rw, c.add(w, lambda)))
		total = c.add(total, c.mul2(term, -2*scale))
		scale++
		x = c.mul2(c.add(x, lambda), -2)
		y = c.mul2(c.add(y, lambda), -2)
		w = c.mul2(c.add(w, lambda), -2)
		if !x.IsFinite() || !y.IsFinite() || !w.IsFinite() {
			break
		}
	}
	return indeterminate()
}

// carlsonFinish is a^{−3/2} Σ 3/(3+2N) T_N over five deviations; the N-th term is at most
// (3/2)_N/N! ε^N ≤ (N+1) ε^N, and Σ_{N≥K} (N+1) ε^N ≤ 4(K+1) ε^K for ε ≤ ½.
func (c calc) carlsonFinish(v []Complex, a Complex, eps mag, order int, onlyReal bool) Complex {
	sum := c.carlsonSum(v, 3, order)
	err := eps.powUint(uint64(order)).mul(magUint(uint64(4 * (order + 1))))
	sum = c.widen(sum, err, onlyReal)
	return c.div(sum, c.mul(a, c.sqrt(a)))
}

// carlsonRJ duplicates with (DLMF 19.26.22 in the form of B. C. Carlson, Numer. Algorithms 10 (1995) 13)
//
//	R_J = Σ 6·4^{−n}/d_n R_C(1, 1+e_n) + 4^{−n} R_J(x_n, …), d = (√p+√x)(√p+√y)(√p+√w),
//	e_n = 4^{−3n}(p−x)(p−y)(p−w)/d_n².
func (c calc) carlsonRJ(x, y, w, p Complex) Complex {
	zeros := 0
	for _, v := range []*Complex{&x, &y, &w} {
		if v.IsZero() {
			zeros++
		} else if !v.Re.IsPositive() {
			return indeterminate()
		}
	}
	if zeros > 1 || !p.Re.IsPositive() {
		return indeterminate()
	}
	delta := c.mul(c.mul(c.sub(p, x), c.sub(p, y)), c.sub(p, w))
	order := c.carlsonOrder()
	target := -int64(c)/int64(order) - 1
	total, scale := c.int(0), int64(0)
	onlyReal := x.IsReal() && y.IsReal() && w.IsReal() && p.IsReal()
	for range int(c)/2 + 100 { // a factor 4 each
		a := c.divInt(c.add(c.add(c.add(x, y), w), c.mul2(p, 1)), 5)
		dp := c.deviation(p, a)
		v := []Complex{c.deviation(x, a), c.deviation(y, a), c.deviation(w, a), dp, dp}
		if eps := maxBound(v); below(eps, target) {
			return c.add(total, c.mul2(c.carlsonFinish(v, a, eps, order, onlyReal), -2*scale))
		}
		rx, ry, rw, rp := c.sqrt(x), c.sqrt(y), c.sqrt(w), c.sqrt(p)
		lambda := c.add(c.mul(rx, c.add(ry, rw)), c.mul(ry, rw))
		d := c.mul(c.mul(c.add(rp, rx), c.add(rp, ry)), c.add(rp, rw))
		e := c.mul2(c.div(delta, c.sqr(d)), -6*scale)
		term := c.mulInt(c.div(c.carlsonRC1(e), d), 6)
		total = c.add(total, c.mul2(term, -2*scale))
		scale++
		x = c.mul2(c.add(x, lambda), -2)
		y = c.mul2(c.add(y, lambda), -2)
		w = c.mul2(c.add(w, lambda), -2)
		p = c.mul2(c.add(p, lambda), -2)
		if !x.IsFinite() || !y.IsFinite() || !w.IsFinite() || !p.IsFinite() {
			break
		}
	}
	return indeterminate()
}

// carlsonRC1 is R_C(1, 1+e) = arctan(√e)/√e = Σ (−e)^k/(2k+1) where the series is short, else by
// R_F(1, 1+e, 1+e).
func (c calc) carlsonRC1(e Complex) Complex {
	r := e.magUpper()
	if r.isInf() {
		return indeterminate()
	}
	if below(r, -3) {
		sum, t, m := c.int(1), c.int(1), c.neg(e)
		for k := int64(1); ; k++ {
			t = c.mul(t, m)
			if size := t.magUpper(); below(size, -int64(c)) {
				return c.widen(sum, size.mul2exp(1), e.IsReal())
			}
			sum = c.add(sum, c.divInt(t, 2*k+1))
		}
	}
	y := c.addInt(e, 1)
	return c.carlsonRF(c.int(1), y, y)
}
