package poly

import (
	"fmt"
	"math/big"
	"strings"
)

// Uni is a polynomial in one variable with integer coefficients.
type Uni struct{ c []*big.Int } // constant term first, no leading zeros; never changed

// NewUni has the coefficients of 1, x, x², ….
func NewUni(coefficients ...*big.Int) *Uni {
	c := make([]*big.Int, len(coefficients))
	for i, x := range coefficients {
		c[i] = new(big.Int).Set(x)
	}
	return trimUni(c)
}

// UniInt64 has the coefficients of 1, x, x², ….
func UniInt64(coefficients ...int64) *Uni {
	c := make([]*big.Int, len(coefficients))
	for i, x := range coefficients {
		c[i] = big.NewInt(x)
	}
	return trimUni(c)
}

func trimUni(c []*big.Int) *Uni {
	for len(c) > 0 && c[len(c)-1].Sign() == 0 {
		c = c[:len(c)-1]
	}
	return &Uni{c}
}

// Uni is the primitive part of p as a polynomial in xᵢ; ok is false where another variable occurs.
func (p *Poly) Uni(i int) (u *Uni, ok bool) {
	c := make([]*big.Int, p.Degree(i)+1)
	for k := range c {
		c[k] = zeroInt
	}
	for k, x := range p.terms.coefs {
		e := exponent(p.terms.exp(k), i)
		rest := append([]uint64(nil), p.terms.exp(k)...)
		setExponent(rest, i, 0)
		if !isOne(rest) {
			return nil, false
		}
		c[e] = x
	}
	return trimUni(c).Primitive(), true
}

// Poly is u in the variable xᵢ of the ring.
func (u *Uni) Poly(r *Ring, i int) (*Poly, error) {
	if u.Degree() > maxExponent {
		return nil, overflow()
	}
	t := terms{words: r.words}
	exp := make([]uint64, r.words)
	for k := len(u.c) - 1; k >= 0; k-- {
		if u.c[k].Sign() != 0 {
			setExponent(exp, i, k)
			t.push(exp, u.c[k])
		}
	}
	return newPoly(r, t, one), nil
}

// terms is u in a ring of one variable; the degree must not exceed maxExponent.
func (u *Uni) terms() terms {
	t := terms{words: 1}
	exp := make([]uint64, 1)
	for k := len(u.c) - 1; k >= 0; k-- {
		if u.c[k].Sign() != 0 {
			setExponent(exp, 0, k)
			t.push(exp, u.c[k])
		}
	}
	return t
}

func (t terms) uni() *Uni {
	if t.len() == 0 {
		return &Uni{}
	}
	c := make([]*big.Int, exponent(t.exp(0), 0)+1)
	for k := range c {
		c[k] = zeroInt
	}
	for k, x := range t.coefs {
		c[exponent(t.exp(k), 0)] = x
	}
	return &Uni{c}
}

// Degree is −1 for zero.
func (u *Uni) Degree() int { return len(u.c) - 1 }

// Coeff is the coefficient of xᵏ.
func (u *Uni) Coeff(k int) *big.Int {
	if k < 0 || k >= len(u.c) {
		return new(big.Int)
	}
	return new(big.Int).Set(u.c[k])
}

// Lead is the leading coefficient; 0 for zero.
func (u *Uni) Lead() *big.Int { return u.Coeff(u.Degree()) }

// Equal reports whether u = v.
func (u *Uni) Equal(v *Uni) bool {
	if len(u.c) != len(v.c) {
		return false
	}
	for i, x := range u.c {
		if x.Cmp(v.c[i]) != 0 {
			return false
		}
	}
	return true
}

// String writes u in x, as SymPy does.
func (u *Uni) String() string {
	if len(u.c) == 0 {
		return "0"
	}
	var b strings.Builder
	for k := len(u.c) - 1; k >= 0; k-- {
		c := u.c[k]
		if c.Sign() == 0 {
			continue
		}
		switch {
		case b.Len() == 0 && c.Sign() < 0:
			b.WriteString("-")
		case b.Len() > 0 && c.Sign() < 0:
			b.WriteString(" - ")
		case b.Len() > 0:
			b.WriteString(" + ")
		}
		a := new(big.Int).Abs(c)
		unit := a.Cmp(one) == 0
		if !unit || k == 0 {
			b.WriteString(a.String())
		}
		if k > 0 && !unit {
			b.WriteString("*")
		}
		switch {
		case k == 1:
			b.WriteString("x")
		case k > 1:
			fmt.Fprintf(&b, "x**%d", k)
		}
	}
	return b.String()
}

// Primitive is u over the gcd of its coefficients, with a positive leading one.
func (u *Uni) Primitive() *Uni {
	if len(u.c) == 0 {
		return u
	}
	g := new(big.Int)
	for _, x := range u.c {
		g.GCD(nil, nil, g, new(big.Int).Abs(x))
	}
	if u.c[len(u.c)-1].Sign() < 0 {
		g.Neg(g)
	}
	if g.Cmp(one) == 0 {
		return u
	}
	c := make([]*big.Int, len(u.c))
	for i, x := range u.c {
		c[i] = new(big.Int).Quo(x, g)
	}
	return &Uni{c}
}

// Eval is u(x).
func (u *Uni) Eval(x *big.Rat) *big.Rat {
	// Horner's rule on numerators: Σ cₖ·nᵏ·dᵐ⁻ᵏ over dᵐ.
	v, power := new(big.Int), big.NewInt(1)
	t := new(big.Int)
	for k := len(u.c) - 1; k >= 0; k-- {
		v.Mul(v, x.Num())
		v.Add(v, t.Mul(u.c[k], power))
		if k > 0 {
			power = new(big.Int).Mul(power, x.Denom())
		}
	}
	return new(big.Rat).SetFrac(v, power)
}

// Diff is the derivative.
func (u *Uni) Diff() *Uni {
	if len(u.c) < 2 {
		return &Uni{}
	}
	c := make([]*big.Int, len(u.c)-1)
	for k := range c {
		c[k] = new(big.Int).Mul(u.c[k+1], big.NewInt(int64(k+1)))
	}
	return &Uni{c}
}

// Mul is u·v.
func (u *Uni) Mul(v *Uni, b *Budget) (*Uni, error) {
	if err := u.check(v); err != nil {
		return nil, err
	}
	t, err := u.terms().mul(v.terms(), b.orDefault())
	return t.uni(), err
}

// Add is u + v.
func (u *Uni) Add(v *Uni) *Uni {
	c := make([]*big.Int, max(len(u.c), len(v.c)))
	for k := range c {
		c[k] = new(big.Int).Add(u.at(k), v.at(k))
	}
	return trimUni(c)
}

// Neg is −u.
func (u *Uni) Neg() *Uni {
	c := make([]*big.Int, len(u.c))
	for k, x := range u.c {
		c[k] = new(big.Int).Neg(x)
	}
	return &Uni{c}
}

func (u *Uni) at(k int) *big.Int {
	if k < len(u.c) {
		return u.c[k]
	}
	return zeroInt
}

// Div is u/v where v divides u in ℤ[x]; exact is false where it does not.
func (u *Uni) Div(v *Uni, b *Budget) (quotient *Uni, exact bool, err error) {
	if err := u.check(v); err != nil {
		return nil, false, err
	}
	if len(v.c) == 0 {
		return nil, false, ErrDivision
	}
	t, ok, err := u.terms().divideExact(v.terms(), b.orDefault())
	if err != nil || !ok {
		return nil, false, err
	}
	return t.uni(), true, nil
}

// GCD is the primitive greatest common divisor.
func (u *Uni) GCD(v *Uni, b *Budget) (*Uni, error) {
	if err := u.check(v); err != nil {
		return nil, err
	}
	t, err := gcdTerms(u.terms(), v.terms(), 1, b.orDefault())
	return t.uni(), err
}

func (u *Uni) check(v *Uni) error {
	if max(u.Degree(), v.Degree()) > maxExponent {
		return overflow()
	}
	return nil
}

// UniFactor is one factor with its multiplicity.
type UniFactor struct {
	Base         *Uni
	Multiplicity int
}

// SquareFree splits the primitive part of u into square-free factors that are prime to each
// other, by multiplicity (Yun, SYMSAC 1976; MCA 14.6). Constants are dropped.
func (u *Uni) SquareFree(b *Budget) ([]UniFactor, error) {
	b = b.orDefault()
	if u.Degree() < 1 {
		return nil, nil
	}
	f := u.Primitive()
	df := f.Diff()
	g, err := f.GCD(df, b)
	if err != nil {
		return nil, err
	}
	v, err := f.over(g, b)
	if err != nil {
		return nil, err
	}
	w, err := df.over(g, b)
	if err != nil {
		return nil, err
	}
	var list []UniFactor
	for m := 1; v.Degree() > 0; m++ {
		w = w.Add(v.Diff().Neg())
		if len(w.c) == 0 {
			return append(list, UniFactor{v, m}), nil
		}
		h, err := v.GCD(w, b)
		if err != nil {
			return nil, err
		}
		if h.Degree() > 0 {
			list = append(list, UniFactor{h, m})
		}
		if v, err = v.over(h, b); err != nil {
			return nil, err
		}
		if w, err = w.over(h, b); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// over is u/v for a v that divides u.
func (u *Uni) over(v *Uni, b *Budget) (*Uni, error) {
	q, ok, err := u.Div(v, b)
	if err == nil && !ok {
		err = fmt.Errorf("poly: %v does not divide %v", v, u)
	}
	return q, err
}

// Resultant is res(u, v) = lc(u)^deg v ∏ v(α) over the roots α of u, by the subresultant
// sequence (W. S. Brown, J. F. Traub, J. ACM 18, 1971).
func (u *Uni) Resultant(v *Uni, b *Budget) (*big.Int, error) {
	r, err := NewRing("x")
	if err != nil {
		return nil, err
	}
	p, err := u.Poly(r, 0)
	if err != nil {
		return nil, err
	}
	q, err := v.Poly(r, 0)
	if err != nil {
		return nil, err
	}
	res, err := p.Resultant(q, 0, b)
	if err != nil {
		return nil, err
	}
	c, _ := res.Rat()
	return c.Num(), nil
}

// Discriminant is (−1)^{n(n−1)/2}·res(u, u′)/lc(u) for the degree n ≥ 1.
func (u *Uni) Discriminant(b *Budget) (*big.Int, error) {
	n := u.Degree()
	if n < 1 {
		return nil, fmt.Errorf("poly: the discriminant of the constant %v", u)
	}
	res, err := u.Resultant(u.Diff(), b)
	if err != nil {
		return nil, err
	}
	res.Quo(res, u.c[n])
	if n*(n-1)/2%2 == 1 {
		res.Neg(res)
	}
	return res, nil
}
