package ball

// maxDegree bounds the degree of polynomials evaluated by recurrence.
const maxDegree = 5000

// Legendre sets z to P_n(x): the polynomial for integer n, else the Legendre function
// 2F1(−n, n+1; 1; (1−x)/2) (DLMF 14.3.1).
func (z *Complex) Legendre(n, x *Complex, prec uint) *Complex {
	a, b := *n, *x
	return refine(z, prec, func(c calc) Complex { return c.legendre(a, b) })
}

// AssociatedLegendre sets z to the Ferrers function P_ℓ^m(x) with the Condon–Shortley phase
// (DLMF 14.3.1, 14.9.3), for integers ℓ and m.
func (z *Complex) AssociatedLegendre(l, m int, x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.assocLegendre(int64(l), int64(m), a) })
}

// SphericalHarmonic sets z to Y_ℓ^m(θ, φ) with the Condon–Shortley phase (DLMF 14.30.1).
func (z *Complex) SphericalHarmonic(l, m int, theta, phi *Complex, prec uint) *Complex {
	a, b := *theta, *phi
	return refine(z, prec, func(c calc) Complex { return c.ylm(int64(l), int64(m), a, b) })
}

// Hermite sets z to the physicists' H_n(x), for n not an integer 2ⁿ U(−n/2, ½, x²) continued
// (DLMF 13.6.17, 18.5.13).
func (z *Complex) Hermite(n, x *Complex, prec uint) *Complex {
	a, b := *n, *x
	return refine(z, prec, func(c calc) Complex { return c.hermite(a, b) })
}

// Laguerre sets z to L_n^{(α)}(x) (DLMF 18.5.12 also for n not an integer).
func (z *Complex) Laguerre(n, alpha, x *Complex, prec uint) *Complex {
	a, b, d := *n, *alpha, *x
	return refine(z, prec, func(c calc) Complex { return c.laguerre(a, b, d) })
}

// ChebyshevT sets z to T_n(x) = cos(n arccos x).
func (z *Complex) ChebyshevT(n, x *Complex, prec uint) *Complex {
	a, b := *n, *x
	return refine(z, prec, func(c calc) Complex { return c.chebyshev(a, b, false) })
}

// ChebyshevU sets z to U_n(x) = sin((n+1) arccos x)/sin(arccos x).
func (z *Complex) ChebyshevU(n, x *Complex, prec uint) *Complex {
	a, b := *n, *x
	return refine(z, prec, func(c calc) Complex { return c.chebyshev(a, b, true) })
}

// Gegenbauer sets z to C_n^{(a)}(x).
func (z *Complex) Gegenbauer(n, a, x *Complex, prec uint) *Complex {
	u, v, w := *n, *a, *x
	return refine(z, prec, func(c calc) Complex { return c.gegenbauer(u, v, w) })
}

// Jacobi sets z to P_n^{(a,b)}(x) (DLMF 18.5.7).
func (z *Complex) Jacobi(n, a, b, x *Complex, prec uint) *Complex {
	u, v, w, y := *n, *a, *b, *x
	return refine(z, prec, func(c calc) Complex { return c.jacobi(u, v, w, y) })
}

// degree is n when it is an integer whose polynomial a recurrence may evaluate.
func degree(n *Complex) (int64, bool) {
	k, ok := exactInt(n)
	return k, ok && k >= 0 && k <= maxDegree
}

// threeTerm runs p_{k+1} = next(k, p_k, p_{k−1}) from p_0 = 1 and p_1 to p_n.
func (c calc) threeTerm(n int64, p1 Complex, next func(k int64, p, q Complex) Complex) Complex {
	if n == 0 {
		return c.int(1)
	}
	p, q := p1, c.int(1)
	for k := int64(1); k < n; k++ {
		p, q = next(k, p, q), p
	}
	return p
}

// legendre: (k+1) P_{k+1} = (2k+1) x P_k − k P_{k−1}.
func (c calc) legendre(n, x Complex) Complex {
	if k, ok := exactInt(&n); ok && k < 0 {
		n = c.int(-k - 1)
	}
	if k, ok := degree(&n); ok {
		return c.threeTerm(k, x, func(k int64, p, q Complex) Complex {
			return c.divInt(c.sub(c.mulInt(c.mul(x, p), 2*k+1), c.mulInt(q, k)), k+1)
		})
	}
	y := c.half(c.sub(c.int(1), x))
	return c.hyper([]Complex{c.neg(n), c.addInt(n, 1)}, []Complex{c.int(1)}, y)
}

// assocLegendre goes up from P_m^m = (−1)^m (2m−1)!! (1−x²)^{m/2} by
// (k−m+1) P_{k+1}^m = (2k+1) x P_k^m − (k+m) P_{k−1}^m (DLMF 14.10.3).
func (c calc) assocLegendre(l, m int64, x Complex) Complex {
	if l < 0 {
		l = -l - 1
	}
	if l > maxDegree || l < 0 {
		return indeterminate()
	}
	if m < 0 {
		if -m > l {
			return indeterminate()
		}
		// P_ℓ^{−m} = (−1)^m (ℓ−m)!/(ℓ+m)! P_ℓ^m
		m = -m
		z := c.assocLegendre(l, m, x)
		z = c.div(z, c.product(c.int(l-m+1), 2*m))
		if m&1 != 0 {
			z = c.neg(z)
		}
		return z
	}
	if m > l {
		return c.int(0)
	}
	s := c.sub(c.int(1), c.sqr(x))
	p := c.powInt(s, m/2)
	if m&1 != 0 {
		p = c.neg(c.mul(p, c.sqrt(s)))
	}
	for k := int64(3); k < 2*m; k += 2 {
		p = c.mulInt(p, k)
	}
	q := c.int(0)
	for k := m; k < l; k++ {
		next := c.sub(c.mulInt(c.mul(x, p), 2*k+1), c.mulInt(q, k+m))
		p, q = c.divInt(next, k-m+1), p
	}
	return p
}

// ylm is √((2ℓ+1)/4π (ℓ−m)!/(ℓ+m)!) P_ℓ^m(cos θ) e^{imφ}. The root of 1 − cos²θ in P is sin θ,
// so that the function is entire in θ.
func (c calc) ylm(l, m int64, theta, phi Complex) Complex {
	if l < 0 || l > maxDegree || m > l || m < -l {
		if l >= 0 && l <= maxDegree {
			return c.int(0)
		}
		return indeterminate()
	}
	a := m
	if a < 0 {
		a = -a
	}
	x, s := c.cos(theta), c.sin(theta)
	// P_ℓ^a without (1−x²)^{a/2}
	p := c.int(1)
	for k := int64(1); k < 2*a; k += 2 {
		p = c.mulInt(p, -k)
	}
	q := c.int(0)
	for k := a; k < l; k++ {
		next := c.sub(c.mulInt(c.mul(x, p), 2*k+1), c.mulInt(q, k+a))
		p, q = c.divInt(next, k-a+1), p
	}
	p = c.mul(p, c.powInt(s, a))
	norm := c.div(c.int(2*l+1), c.mul(c.mul2(c.pi(), 2), c.product(c.int(l-a+1), 2*a)))
	p = c.mul(p, c.sqrt(norm))
	if m < 0 && m&1 != 0 { // Y_ℓ^{−m} = (−1)^m conj Y_ℓ^m
		p = c.neg(p)
	}
	angle := c.mulInt(phi, m)
	return c.mul(p, c.add(c.cos(angle), c.mulI(c.sin(angle))))
}

// hermite: H_{k+1} = 2x H_k − 2k H_{k−1}; else 2ⁿ√π (M(−n/2, ½, x²)/Γ((1−n)/2) −
// 2x M((1−n)/2, 3/2, x²)/Γ(−n/2)).
func (c calc) hermite(n, x Complex) Complex {
	if k, ok := degree(&n); ok {
		x2 := c.mul2(x, 1)
		return c.threeTerm(k, x2, func(k int64, p, q Complex) Complex {
			return c.sub(c.mul(x2, p), c.mulInt(q, 2*k))
		})
	}
	h := c.neg(c.half(n))
	g := c.add(h, c.rat(1, 2))
	x2 := c.sqr(x)
	u := c.mul(c.rgamma(g), c.hyper1F1(h, c.rat(1, 2), x2))
	v := c.mul(c.mul2(c.mul(x, c.rgamma(h)), 1), c.hyper1F1(g, c.rat(3, 2), x2))
	return c.mul(c.mul(c.pow(c.int(2), n), c.sqrt(c.pi())), c.sub(u, v))
}

// laguerre: (k+1) L_{k+1} = (2k+1+α−x) L_k − (k+α) L_{k−1}; else binom(n+α, n) M(−n, α+1, x).
func (c calc) laguerre(n, alpha, x Complex) Complex {
	if k, ok := degree(&n); ok {
		d := c.sub(alpha, x)
		return c.threeTerm(k, c.addInt(d, 1), func(k int64, p, q Complex) Complex {
			u := c.mul(c.addInt(d, 2*k+1), p)
			return c.divInt(c.sub(u, c.mul(c.addInt(alpha, k), q)), k+1)
		})
	}
	a1 := c.addInt(alpha, 1)
	g := c.mul(c.gamma(c.add(n, a1)), c.mul(c.rgamma(c.addInt(n, 1)), c.rgamma(a1)))
	return c.mul(g, c.hyper1F1(c.neg(n), a1, x))
}

// chebyshev: p_{k+1} = 2x p_k − p_{k−1}.
func (c calc) chebyshev(n, x Complex, second bool) Complex {
	if k, ok := exactInt(&n); ok && k < 0 {
		switch {
		case !second:
			n = c.int(-k)
		case k == -1:
			return c.int(0)
		default: // U_{−n} = −U_{n−2}
			return c.neg(c.chebyshev(c.int(-k-2), x, true))
		}
	}
	x2 := c.mul2(x, 1)
	if k, ok := degree(&n); ok {
		p1 := x
		if second {
			p1 = x2
		}
		return c.threeTerm(k, p1, func(_ int64, p, q Complex) Complex { return c.sub(c.mul(x2, p), q) })
	}
	y := c.half(c.sub(c.int(1), x))
	if second {
		z := c.hyper([]Complex{c.neg(n), c.addInt(n, 2)}, []Complex{c.rat(3, 2)}, y)
		return c.mul(z, c.addInt(n, 1))
	}
	return c.hyper([]Complex{c.neg(n), n}, []Complex{c.rat(1, 2)}, y)
}

// gegenbauer: (k+1) C_{k+1} = 2(k+a) x C_k − (k+2a−1) C_{k−1}.
func (c calc) gegenbauer(n, a, x Complex) Complex {
	a2 := c.mul2(a, 1)
	if k, ok := degree(&n); ok {
		return c.threeTerm(k, c.mul(a2, x), func(k int64, p, q Complex) Complex {
			u := c.mul(c.mul(c.addInt(a2, 2*k), x), p)
			return c.divInt(c.sub(u, c.mul(c.addInt(a2, k-1), q)), k+1)
		})
	}
	y := c.half(c.sub(c.int(1), x))
	g := c.mul(c.gamma(c.add(n, a2)), c.mul(c.rgamma(c.addInt(n, 1)), c.rgamma(a2)))
	f := c.hyper([]Complex{c.neg(n), c.add(n, a2)}, []Complex{c.add(a, c.rat(1, 2))}, y)
	return c.mul(g, f)
}

// jacobi is Σ binom(n+a, n−k) binom(n+b, k) ((x−1)/2)^k ((x+1)/2)^{n−k} (DLMF 18.5.8) for integer n,
// which has no denominators that could vanish.
func (c calc) jacobi(n, a, b, x Complex) Complex {
	k, ok := degree(&n)
	if !ok || k > 500 {
		a1 := c.addInt(a, 1)
		g := c.mul(c.gamma(c.add(n, a1)), c.mul(c.rgamma(c.addInt(n, 1)), c.rgamma(a1)))
		y := c.half(c.sub(c.int(1), x))
		f := c.hyper([]Complex{c.neg(n), c.addInt(c.add(c.add(n, a), b), 1)}, []Complex{a1}, y)
		return c.mul(g, f)
	}
	na, nb := c.add(n, a), c.add(n, b)
	u, v := c.half(c.addInt(x, -1)), c.half(c.addInt(x, 1))
	sum := c.int(0)
	for j := int64(0); j <= k; j++ {
		t := c.mul(c.binomial(na, c.int(k-j)), c.binomial(nb, c.int(j)))
		sum = c.add(sum, c.mul(t, c.mul(c.powInt(u, j), c.powInt(v, k-j))))
	}
	return sum
}
