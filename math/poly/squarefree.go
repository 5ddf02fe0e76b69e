package poly

// Factor is one factor with its multiplicity.
type Factor struct {
	Base         *Poly
	Multiplicity int
}

// SquareFree writes p as c·∏ fᵢ^mᵢ with a rational c and primitive square-free fᵢ, none
// constant, prime to each other (Yun's algorithm in each variable in turn). The fᵢ need not be irreducible.
// So √p = √c·∏ √fᵢ^mᵢ shows all square factors.
func (p *Poly) SquareFree(b *Budget) (content *Poly, factors []Factor, err error) {
	b = b.orDefault()
	c, f := p.Primitive()
	if f.TotalDegree() == 1 {
		return p.ring.Rat(c), []Factor{{f, 1}}, nil
	}
	for i := range p.ring.names {
		if f.Degree(i) < 1 {
			continue
		}
		// What is free of xᵢ waits for its own variable.
		free, err := f.contentIn(i, b)
		if err != nil {
			return nil, nil, err
		}
		if f, err = quotient(f, free, b); err != nil {
			return nil, nil, err
		}
		if factors, err = yun(f, i, factors, b); err != nil {
			return nil, nil, err
		}
		f = free
	}
	return p.ring.Rat(c), mergeFactors(factors, b), nil
}

// contentIn is the gcd of the coefficients of the powers of xᵢ, primitive.
func (p *Poly) contentIn(i int, b *Budget) (*Poly, error) {
	t, err := gcdFold(terms{words: p.terms.words}, p.terms.coefficients(i), p.ring.Len(), b)
	if err != nil {
		return nil, err
	}
	return &Poly{ring: p.ring, terms: t, den: one}, nil
}

// yun appends the square-free parts of f, which has no factor free of xᵢ (MCA 14.6).
func yun(f *Poly, i int, list []Factor, b *Budget) ([]Factor, error) {
	df := f.Diff(i)
	g, err := f.GCD(df, b)
	if err != nil {
		return nil, err
	}
	v, err := quotient(f, g, b)
	if err != nil {
		return nil, err
	}
	w, err := quotient(df, g, b)
	if err != nil {
		return nil, err
	}
	for m := 1; v.Degree(i) > 0; m++ {
		if w, err = w.Sub(v.Diff(i), b); err != nil {
			return nil, err
		}
		h := v
		if !w.IsZero() {
			if h, err = v.GCD(w, b); err != nil {
				return nil, err
			}
		}
		if !h.IsConstant() {
			list = append(list, Factor{h, m})
		}
		if v, err = quotient(v, h, b); err != nil {
			return nil, err
		}
		if w.IsZero() {
			break
		}
		if w, err = quotient(w, h, b); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// mergeFactors multiplies the factors of one multiplicity where the budget allows.
func mergeFactors(list []Factor, b *Budget) []Factor {
	var merged []Factor
next:
	for _, f := range list {
		for k := range merged {
			if merged[k].Multiplicity != f.Multiplicity {
				continue
			}
			if product, err := merged[k].Base.Mul(f.Base, b); err == nil {
				merged[k].Base = product
				continue next
			}
		}
		merged = append(merged, f)
	}
	return merged
}
