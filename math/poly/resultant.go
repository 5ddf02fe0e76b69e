package poly

import "fmt"

// Resultant is res(p, q) in the variable xᵢ, a polynomial in the others: the determinant
// of the Sylvester matrix. It vanishes where p and q have a common root or both leading coefficients do.
//
// The subresultant sequence keeps coefficients as small as determinants are (W. S. Brown,
// J. F. Traub, J. ACM 18, 1971; in the form of H. Cohen, A Course in Computational
// Algebraic Number Theory, algorithm 3.3.7, without the division by contents).
func (p *Poly) Resultant(q *Poly, i int, b *Budget) (*Poly, error) {
	if p.ring != q.ring {
		return nil, ErrRing
	}
	if i < 0 || i >= p.ring.Len() {
		return nil, fmt.Errorf("poly: there is no variable %d", i)
	}
	b = b.orDefault()
	m, n := p.Degree(i), q.Degree(i)
	switch {
	case m < 0 || n < 0:
		return p.ring.Zero(), nil
	case m == 0 && n == 0:
		return p.ring.Int(1), nil
	case n == 0:
		return q.Pow(m, b)
	case m == 0:
		return p.Pow(n, b)
	}
	negative := false
	if m < n {
		p, q, m, n = q, p, n, m
		negative = m%2 == 1 && n%2 == 1
	}
	g, h := p.ring.Int(1), p.ring.Int(1)
	for {
		if m%2 == 1 && n%2 == 1 {
			negative = !negative
		}
		d := m - n
		r, err := p.pseudoRem(q, i, b)
		if err != nil {
			return nil, err
		}
		if r.IsZero() {
			return r, nil
		}
		scale, err := h.Pow(d, b)
		if err != nil {
			return nil, err
		}
		if scale, err = scale.Mul(g, b); err != nil {
			return nil, err
		}
		if r, err = quotient(r, scale, b); err != nil {
			return nil, err
		}
		p, q = q, r
		m, n = n, q.Degree(i)
		g = p.Coeff(i, m)
		if h, err = powerOver(g, d, h, b); err != nil {
			return nil, err
		}
		if n == 0 {
			res, err := powerOver(q, m, h, b)
			if negative && err == nil {
				res = res.Neg()
			}
			return res, err
		}
	}
}

// powerOver is gᵈ/hᵈ⁻¹, which is a polynomial here; h for d = 0.
func powerOver(g *Poly, d int, h *Poly, b *Budget) (*Poly, error) {
	if d == 0 {
		return h, nil
	}
	num, err := g.Pow(d, b)
	if err != nil {
		return nil, err
	}
	den, err := h.Pow(d-1, b)
	if err != nil {
		return nil, err
	}
	return quotient(num, den, b)
}

// pseudoRem is the remainder of lc(q)^{m−n+1}·p by q in xᵢ, with degrees m ≥ n of p and q.
func (p *Poly) pseudoRem(q *Poly, i int, b *Budget) (*Poly, error) {
	n := q.Degree(i)
	lead := q.Coeff(i, n)
	r := p
	steps := p.Degree(i) - n + 1
	for ; r.Degree(i) >= n; steps-- {
		d := r.Degree(i)
		shift, err := r.Coeff(i, d).shift(i, d-n)
		if err != nil {
			return nil, err
		}
		if r, err = sumOfProducts(lead, r, shift.Neg(), q, b); err != nil {
			return nil, err
		}
	}
	scale, err := lead.Pow(max(steps, 0), b)
	if err != nil {
		return nil, err
	}
	return r.Mul(scale, b)
}

// shift is p·xᵢᵏ.
func (p *Poly) shift(i, k int) (*Poly, error) {
	m := constant(p.terms.words, one)
	setExponent(m.exps, i, k)
	t, err := m.mulTerm(p.terms)
	return &Poly{ring: p.ring, terms: t, den: p.den}, err
}

// Discriminant is (−1)^{n(n−1)/2}·res(p, ∂p/∂xᵢ)/lc(p) for the degree n ≥ 1 in xᵢ.
func (p *Poly) Discriminant(i int, b *Budget) (*Poly, error) {
	n := p.Degree(i)
	if n < 1 {
		return nil, fmt.Errorf("poly: the discriminant of %v, which is constant in variable %d", p, i)
	}
	b = b.orDefault()
	res, err := p.Resultant(p.Diff(i), i, b)
	if err != nil {
		return nil, err
	}
	if n*(n-1)/2%2 == 1 {
		res = res.Neg()
	}
	return quotient(res, p.Coeff(i, n), b)
}
