package poly

import (
	"fmt"
	"math/big"
)

// NumberField is ℚ(α) for a root α of an irreducible polynomial. Which of the roots is meant does not
// matter to its arithmetic.
type NumberField struct {
	ring *Ring
	min  *Poly
}

// NewNumberField is ℚ[x]/(m); an error if m is not irreducible.
func NewNumberField(m *Uni, b *Budget) (*NumberField, error) {
	factors, err := m.Factor(b)
	if err != nil {
		return nil, err
	}
	if len(factors) != 1 || factors[0].Multiplicity != 1 {
		return nil, fmt.Errorf("poly: %v is not irreducible", m)
	}
	ring, err := NewRing("α")
	if err != nil {
		return nil, err
	}
	relation, err := m.Primitive().Poly(ring, 0)
	if err != nil {
		return nil, err
	}
	return &NumberField{ring: ring, min: relation}, nil
}

// Degree is the dimension over ℚ.
func (k *NumberField) Degree() int { return k.min.Degree(0) }

// Element is a number of a NumberField: a polynomial in α of a smaller degree than the field.
type Element struct {
	field *NumberField
	p     *Poly
}

// Rat is the rational number q.
func (k *NumberField) Rat(q *big.Rat) *Element { return &Element{k, k.ring.Rat(q)} }

// Generator is α.
func (k *NumberField) Generator() (*Element, error) {
	if k.Degree() == 1 {
		root := new(big.Rat).Quo(k.min.Coeff(0, 0).Lead(), k.min.Lead())
		return k.Rat(root.Neg(root)), nil
	}
	return &Element{k, k.ring.Var(0)}, nil
}

// IsZero reports whether x = 0.
func (x *Element) IsZero() bool { return x.p.IsZero() }

// Equal reports whether x = y.
func (x *Element) Equal(y *Element) bool { return x.field == y.field && x.p.Equal(y.p) }

// String writes x as a polynomial in α.
func (x *Element) String() string { return x.p.String() }

// Neg is −x.
func (x *Element) Neg() *Element { return &Element{x.field, x.p.Neg()} }

// Add is x + y.
func (x *Element) Add(y *Element, b *Budget) (*Element, error) {
	p, err := x.p.Add(y.p, b)
	return &Element{x.field, p}, err
}

// Sub is x − y.
func (x *Element) Sub(y *Element, b *Budget) (*Element, error) { return x.Add(y.Neg(), b) }

// Mul is x·y.
func (x *Element) Mul(y *Element, b *Budget) (*Element, error) {
	b = b.orDefault()
	p, err := x.p.Mul(y.p, b)
	if err != nil {
		return nil, err
	}
	t, den, err := normalForm(p.terms, []terms{x.field.min.terms}, b)
	if err != nil {
		return nil, err
	}
	return &Element{x.field, newPoly(p.ring, t, den.Mul(den, p.den))}, nil
}

// Inv is 1/x by the extended Euclidean algorithm; ErrDivision for x = 0.
func (x *Element) Inv(b *Budget) (*Element, error) {
	if x.IsZero() {
		return nil, ErrDivision
	}
	b = b.orDefault()
	r0, r1 := x.field.min, x.p
	s0, s1 := x.field.ring.Zero(), x.field.ring.Int(1)
	for !r1.IsConstant() {
		q, r, err := r0.divRem(r1, b)
		if err != nil {
			return nil, err
		}
		s, err := q.Mul(s1, b)
		if err != nil {
			return nil, err
		}
		if s, err = s0.Sub(s, b); err != nil {
			return nil, err
		}
		r0, r1, s0, s1 = r1, r, s1, s
	}
	c, _ := r1.Rat() // not 0: the minimal polynomial has no factors
	return &Element{x.field, s1.Scale(c.Inv(c))}, nil
}

// Div is x/y; ErrDivision for y = 0.
func (x *Element) Div(y *Element, b *Budget) (*Element, error) {
	inverse, err := y.Inv(b)
	if err != nil {
		return nil, err
	}
	return x.Mul(inverse, b)
}

// Norm is the product of the conjugates of x, res(m, x)/lc(m)^deg x.
func (x *Element) Norm(b *Budget) (*big.Rat, error) {
	if x.IsZero() {
		return new(big.Rat), nil
	}
	b = b.orDefault()
	res, err := x.field.min.Resultant(x.p, 0, b)
	if err != nil {
		return nil, err
	}
	n, _ := res.Rat()
	lead := x.field.min.Lead()
	for range x.p.Degree(0) {
		n.Quo(n, lead)
	}
	return n, nil
}

// divRem is quotient and remainder over ℚ in a ring of one variable.
func (p *Poly) divRem(d *Poly, b *Budget) (q, r *Poly, err error) {
	q, r = p.ring.Zero(), p
	for r.Degree(0) >= d.Degree(0) {
		t, err := p.ring.Rat(new(big.Rat).Quo(r.Lead(), d.Lead())).shift(0, r.Degree(0)-d.Degree(0))
		if err != nil {
			return nil, nil, err
		}
		if q, err = q.Add(t, b); err != nil {
			return nil, nil, err
		}
		m, err := t.Mul(d, b)
		if err != nil {
			return nil, nil, err
		}
		if r, err = r.Sub(m, b); err != nil {
			return nil, nil, err
		}
	}
	return q, r, nil
}
