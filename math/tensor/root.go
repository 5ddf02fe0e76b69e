package tensor

import "math/big"

// root is the principal q-th root of p, with positive rational and declared positive
// factors taken out.
func (e *engine) root(p poly, q int) poly {
	if len(p) == 0 {
		return p
	}
	if len(p) == 1 {
		for _, t := range p {
			return e.rootOfMonomial(t, q)
		}
	}
	content, rest := e.content(p)
	for _, t := range content {
		if t.c.isReal() && t.c.re.Sign() > 0 && e.allPositive(t.mono) {
			return e.times(e.rootOfMonomial(t, q), e.rootAtom(rest, q))
		}
		if t.c.isReal() && t.c.re.Sign() < 0 && e.allPositive(t.mono) {
			t.c = t.c.neg()
			return e.times(e.rootOfMonomial(t, q), e.rootAtom(rest.scaled(gaussInt(-1)), q))
		}
	}
	return e.rootAtom(p, q)
}

func (e *engine) allPositive(m monomial) bool {
	for _, w := range m {
		if !e.positive(w.atom) {
			return false
		}
	}
	return true
}

func (e *engine) rootAtom(p poly, q int) poly {
	return e.atomPoly(e.atomOf(atom{kind: atomRoot, key: "root" + string(rune('0'+q)) + p.key(), base: p, degree: q}))
}

func (e *engine) rootOfMonomial(t polyTerm, q int) poly {
	out := intPoly(1)
	var inside monomial
	for _, w := range t.mono {
		if !e.positive(w.atom) {
			inside = append(inside, w)
			continue
		}
		k := floorDiv(w.exp, q)
		out = e.times(out, e.power(e.atomPoly(w.atom), k))
		if r := w.exp - k*q; r > 0 {
			out = e.times(out, e.power(e.rootAtom(e.atomPoly(w.atom), q), r))
		}
	}
	c := t.c
	if c.isReal() && c.re.Sign() < 0 && q == 2 && len(inside) == 0 {
		out, c = out.scaled(imaginary(1)), c.neg()
	}
	if c.isReal() && c.re.Sign() > 0 {
		out = e.times(out, e.rootOfRational(c.re, q))
		c = gaussInt(1)
	}
	if len(inside) == 0 && c.equal(gaussInt(1)) {
		return out
	}
	return e.times(out, e.rootAtom(poly{inside.key(): {inside, c}}, q))
}

// rootOfRational is the q-th root of r > 0 as a rational times roots of primes; a factor
// without small primes stays whole.
func (e *engine) rootOfRational(r *big.Rat, q int) poly {
	// (a/b)^{1/q} = (a b^{q−1})^{1/q}/b
	n := new(big.Int).Exp(r.Denom(), big.NewInt(int64(q-1)), nil)
	n.Mul(n, r.Num())
	out := constPoly(gaussRat(new(big.Rat).SetFrac(big.NewInt(1), r.Denom())))
	if n.BitLen() > 4096 || q > 64 {
		e.fail("a root of a number of %d bits", n.BitLen())
		return out
	}
	var quo, rem big.Int
	for d := int64(2); d < 1000 && n.Cmp(big.NewInt(1)) > 0; d++ {
		k := 0
		for {
			quo.QuoRem(n, big.NewInt(d), &rem)
			if rem.Sign() != 0 {
				break
			}
			n.Set(&quo)
			k++
		}
		if k == 0 {
			continue
		}
		out = out.scaled(gaussRat(new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(d), big.NewInt(int64(k/q)), nil))))
		if k%q > 0 {
			out = e.times(out, e.power(e.rootAtom(intPoly(d), q), k%q))
		}
	}
	if n.Cmp(big.NewInt(1)) == 0 {
		return out
	}
	if q == 2 {
		if s := new(big.Int).Sqrt(n); new(big.Int).Mul(s, s).Cmp(n) == 0 {
			return out.scaled(gaussRat(new(big.Rat).SetInt(s)))
		}
	}
	return e.times(out, e.rootAtom(constPoly(gaussRat(new(big.Rat).SetInt(n))), q))
}

// nonnegative says that p is known to be real and not negative.
func (e *engine) nonnegative(p poly) bool {
	for _, t := range p {
		if !t.c.isReal() || t.c.re.Sign() < 0 {
			return false
		}
		for _, w := range t.mono {
			if !e.positive(w.atom) && w.exp%2 != 0 {
				return false
			}
		}
	}
	return true
}

// positive says that an atom is a positive number wherever it is not zero.
func (e *engine) positive(i int) bool {
	switch a := &e.atoms[i]; a.kind {
	case atomSymbol:
		return a.node != nil && e.ctx.Positive[a.node.Name]
	case atomDot:
		return sameLabel(a.u, a.v) && a.u.space == euclid
	case atomRoot:
		return e.nonnegative(a.base)
	case atomInverse:
		return e.nonnegative(a.base)
	default:
		return false
	}
}
