package poly

import (
	"fmt"
	"math/big"
	"slices"
)

// ZeroAt reports whether p vanishes identically when the variables with a value take it and those
// with nil stay free: whether all coefficients of monomials in the free ones are 0. So (√2·x + √3·y)² and
// 2x² + 2√6·xy + 3y² are seen to be equal although √6 was not written as √2·√3.
func (p *Poly) ZeroAt(values []*Algebraic, b *Budget) (bool, error) {
	if len(values) != p.ring.Len() {
		return false, fmt.Errorf("poly: %d values for %d variables", len(values), p.ring.Len())
	}
	b = b.orDefault()
	for _, coefficient := range p.terms.byFreeMonomial(values) {
		sum := algebraicInt(0)
		for k, c := range coefficient.coefs {
			term := NewAlgebraic(new(big.Rat).SetInt(c))
			for i, z := range values {
				e := exponent(coefficient.exp(k), i)
				if z == nil || e == 0 {
					continue
				}
				power, err := z.PowInt(e, b)
				if err != nil {
					return false, err
				}
				term = term.Mul(power)
			}
			sum = sum.Add(term)
		}
		if zero, err := sum.IsZero(b); err != nil || !zero {
			return false, err
		}
	}
	return true, nil
}

// byFreeMonomial groups the terms by their powers of the variables without a value, short groups first: they
// are the cheapest to refute.
func (t terms) byFreeMonomial(values []*Algebraic) []terms {
	index := map[string]int{}
	var groups []terms
	free := make([]uint64, t.words)
	for k, c := range t.coefs {
		copy(free, t.exp(k))
		for i, z := range values {
			if z != nil {
				setExponent(free, i, 0)
			}
		}
		key := monomialKey(free)
		g, ok := index[key]
		if !ok {
			g = len(groups)
			index[key] = g
			groups = append(groups, terms{words: t.words})
		}
		groups[g].push(t.exp(k), c)
	}
	slices.SortStableFunc(groups, func(x, y terms) int { return x.len() - y.len() })
	return groups
}
