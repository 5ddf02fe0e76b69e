package poly

import (
	"fmt"
	"slices"
)

// Triangular is a triangular set of relations: each defines its leading variable (the first
// of the ring that occurs in it) over the variables after it, as c·r² − a defines r = √(a/c). It is
// what a tower of radicals gives, and reduces without any Gröbner basis.
type Triangular struct {
	ring      *Ring
	variables []int
	relations []*Poly // by increasing variable
}

// NewTriangular checks that the leading variables differ. Their order in the relations
// does not matter.
func NewTriangular(r *Ring, relations []*Poly) (*Triangular, error) {
	t := &Triangular{ring: r, relations: slices.Clone(relations)}
	for k, f := range relations {
		if f.ring != r {
			return nil, fmt.Errorf("relation %d: %w", k, ErrRing)
		}
		if f.IsConstant() {
			return nil, fmt.Errorf("poly: relation %d is the constant %v", k, f)
		}
	}
	slices.SortStableFunc(t.relations, func(f, g *Poly) int { return f.leadingVariable() - g.leadingVariable() })
	for k, f := range t.relations {
		i := f.leadingVariable()
		if k > 0 && t.variables[k-1] == i {
			return nil, fmt.Errorf("poly: two relations for %s", r.Name(i))
		}
		t.variables = append(t.variables, i)
	}
	return t, nil
}

// leadingVariable is the first that occurs; p is not constant.
func (p *Poly) leadingVariable() int {
	for i := range p.ring.names {
		if exponent(p.terms.exp(0), i) > 0 {
			return i
		}
	}
	return p.ring.Len()
}

// Reduce is the pseudo-remainder of p (J. F. Ritt, W.-T. Wu): a combination of c·p and the
// relations, where c is a product of leading coefficients of relations, of lower degree in each leading variable.
// If it is 0, then p = 0 wherever the relations hold and those coefficients do not vanish: a proof,
// for whatever branches the radicals stand. If it is not, nothing follows unless the
// relations are irreducible one over the other.
func (t *Triangular) Reduce(p *Poly, b *Budget) (*Poly, error) {
	if p.ring != t.ring {
		return nil, ErrRing
	}
	b = b.orDefault()
	for k, f := range t.relations {
		i := t.variables[k]
		n := f.Degree(i)
		lead := f.Coeff(i, n)
		for d := p.Degree(i); d >= n; d = p.Degree(i) {
			// Only what lead and the coefficient do not share has to be multiplied.
			g, err := p.Coeff(i, d).GCD(lead, b)
			if err != nil {
				return nil, err
			}
			factor, err := quotient(lead, g, b)
			if err != nil {
				return nil, err
			}
			top, err := quotient(p.Coeff(i, d), g, b)
			if err != nil {
				return nil, err
			}
			if top, err = top.shift(i, d-n); err != nil {
				return nil, err
			}
			if p, err = sumOfProducts(factor, p, top.Neg(), f, b); err != nil {
				return nil, err
			}
		}
	}
	if p.IsZero() {
		return p, nil
	}
	_, p = p.Primitive()
	return p, nil
}
