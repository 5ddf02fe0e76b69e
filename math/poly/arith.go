package poly

import (
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"sort"
)

// ErrRing says that operands belong to different rings.
var ErrRing = errors.New("poly: operands of different rings")

// ErrDivision says that a divisor is zero.
var ErrDivision = errors.New("poly: division by zero")

// newPoly brings terms over den to the form that Poly promises.
func newPoly(r *Ring, t terms, den *big.Int) *Poly {
	if t.len() == 0 {
		return r.Zero()
	}
	if den.Sign() < 0 {
		den = new(big.Int).Neg(den)
		t = t.scale(big.NewInt(-1))
	}
	if isUnit(den) {
		return &Poly{ring: r, terms: t, den: one}
	}
	g := commonDivisor(den, t.coefs)
	if isUnit(g) {
		return &Poly{ring: r, terms: t, den: den}
	}
	return &Poly{ring: r, terms: t.divInt(g), den: new(big.Int).Quo(den, g)}
}

// Neg is −p.
func (p *Poly) Neg() *Poly {
	return &Poly{ring: p.ring, terms: p.terms.scale(minusOne), den: p.den}
}

// Scale is c·p.
func (p *Poly) Scale(c *big.Rat) *Poly {
	switch {
	case c.Sign() == 0:
		return p.ring.Zero()
	case isUnit(c.Num()) && isUnit(c.Denom()):
		return p
	}
	return newPoly(p.ring, p.terms.scale(c.Num()), new(big.Int).Mul(p.den, c.Denom()))
}

// Add is p + q.
func (p *Poly) Add(q *Poly, b *Budget) (*Poly, error) {
	switch {
	case p.ring != q.ring:
		return nil, ErrRing
	case p.IsZero():
		return q, nil
	case q.IsZero():
		return p, nil
	}
	if err := b.orDefault().spend(int64(p.Len()+q.Len()), "a sum of polynomials"); err != nil {
		return nil, err
	}
	if p.den.Cmp(q.den) == 0 {
		return newPoly(p.ring, combine(p.terms, nil, q.terms, nil), p.den), nil
	}
	g := new(big.Int).GCD(nil, nil, p.den, q.den)
	cp, cq := new(big.Int).Quo(q.den, g), new(big.Int).Quo(p.den, g)
	return newPoly(p.ring, combine(p.terms, cp, q.terms, cq), new(big.Int).Mul(p.den, cp)), nil
}

// Sub is p − q.
func (p *Poly) Sub(q *Poly, b *Budget) (*Poly, error) { return p.Add(q.Neg(), b) }

// Mul is p·q.
func (p *Poly) Mul(q *Poly, b *Budget) (*Poly, error) {
	if p.ring != q.ring {
		return nil, ErrRing
	}
	switch {
	case p.isOne():
		return q, nil
	case q.isOne():
		return p, nil
	}
	t, err := p.terms.mul(q.terms, b.orDefault())
	if err != nil {
		return nil, err
	}
	if isUnit(p.den) && isUnit(q.den) {
		return &Poly{ring: p.ring, terms: t, den: one}, nil
	}
	return newPoly(p.ring, t, new(big.Int).Mul(p.den, q.den)), nil
}

// isPrimitive reports whether p has integer coefficients without common divisor, the leading
// one positive.
func (p *Poly) isPrimitive() bool {
	if !isUnit(p.den) || p.terms.len() == 0 || p.terms.coefs[0].Sign() < 0 {
		return false
	}
	return isUnit(p.terms.coefs[0]) || isUnit(p.terms.content())
}

func isUnit(n *big.Int) bool { return n.IsInt64() && n.Int64() == 1 }

func (p *Poly) isOne() bool {
	return p.terms.len() == 1 && isUnit(p.terms.coefs[0]) && isUnit(p.den) && isOne(p.terms.exps)
}

// Pow is pⁿ for n ≥ 0. A power whose expansion would exceed the budget is refused before anything is expanded.
func (p *Poly) Pow(n int, b *Budget) (*Poly, error) {
	if n < 0 {
		return nil, fmt.Errorf("poly: power with the negative exponent %d", n)
	}
	if n == 0 {
		return p.ring.Int(1), nil
	}
	b = b.orDefault()
	if p.Len() <= 1 {
		return p.powMonomial(n, b)
	}
	if terms := p.expansion(n); n > 1 && terms > b.left {
		return nil, b.spend(terms, fmt.Sprintf("a polynomial of %d terms to the power %d", p.Len(), n))
	}
	result, square := (*Poly)(nil), p
	for {
		var err error
		if n&1 == 1 {
			if result == nil {
				result = square
			} else if result, err = result.Mul(square, b); err != nil {
				return nil, err
			}
		}
		if n >>= 1; n == 0 {
			return result, nil
		}
		if square, err = square.Mul(square, b); err != nil {
			return nil, err
		}
	}
}

// powMonomial is pⁿ, n ≥ 1, for a p of at most one term.
func (p *Poly) powMonomial(n int, b *Budget) (*Poly, error) {
	if p.IsZero() || n == 1 {
		return p, nil
	}
	bits := int64(0)
	for _, c := range []*big.Int{p.terms.coefs[0], p.den} {
		if !isUnit(c) {
			bits += min(int64(n), 1<<24) * int64(c.BitLen())
		}
	}
	bits = min(bits, 1<<30)
	if err := b.spend(1+bits*bits/(64*64*16), "a power"); err != nil {
		return nil, err
	}
	t := terms{words: p.terms.words, exps: make([]uint64, p.terms.words)}
	for i := range p.ring.names {
		e := exponent(p.terms.exps, i)
		if e == 0 {
			continue
		}
		if n > maxExponent/e {
			return nil, overflow()
		}
		setExponent(t.exps, i, e*n)
	}
	power := func(c *big.Int) *big.Int {
		if isUnit(c) {
			return c
		}
		return new(big.Int).Exp(c, big.NewInt(int64(n)), nil)
	}
	t.coefs = []*big.Int{power(p.terms.coefs[0])}
	return &Poly{ring: p.ring, terms: t, den: power(p.den)}, nil
}

// expansion bounds the number of terms of pⁿ, times their size in words: at most
// C(n + t − 1, n) sums of n of its t monomials, and at most ∏ (n·dᵢ + 1) monomials of its degrees.
func (p *Poly) expansion(n int) int64 {
	const huge = 1 << 40
	choose := big.NewInt(1)
	for k := 1; k < p.Len() && choose.BitLen() < 40; k++ {
		choose.Mul(choose, big.NewInt(int64(n+k)))
		choose.Quo(choose, big.NewInt(int64(k)))
	}
	box := big.NewInt(1)
	for i := 0; i < p.ring.Len() && box.BitLen() < 40; i++ {
		box.Mul(box, big.NewInt(int64(n)*int64(max(p.Degree(i), 0))+1))
	}
	if box.Cmp(choose) < 0 {
		choose = box
	}
	// A coefficient of pⁿ can have n times the bits of those of p.
	words := int64(n) * (p.terms.size() + int64(bits.Len(uint(p.Len())))/8) / 4
	if choose.BitLen() > 40 || words > huge>>20 {
		return huge
	}
	return choose.Int64() * (1 + words/8)
}

// Diff is ∂p/∂xᵢ.
func (p *Poly) Diff(i int) *Poly {
	t := terms{words: p.terms.words}
	exp := make([]uint64, t.words)
	for k, c := range p.terms.coefs {
		copy(exp, p.terms.exp(k))
		if e := exponent(exp, i); e > 0 {
			setExponent(exp, i, e-1)
			t.push(exp, new(big.Int).Mul(c, big.NewInt(int64(e))))
		}
	}
	return newPoly(p.ring, t, p.den)
}

// Coeff is the coefficient of xᵢᵏ, a polynomial in the other variables.
func (p *Poly) Coeff(i, k int) *Poly {
	t := terms{words: p.terms.words}
	exp := make([]uint64, t.words)
	for j, c := range p.terms.coefs {
		if exponent(p.terms.exp(j), i) == k {
			copy(exp, p.terms.exp(j))
			setExponent(exp, i, 0)
			t.push(exp, c)
		}
	}
	return newPoly(p.ring, t, p.den)
}

// Eval is the value where xᵢ = x[i].
func (p *Poly) Eval(x []*big.Rat, b *Budget) (*big.Rat, error) {
	if len(x) != p.ring.Len() {
		return nil, fmt.Errorf("poly: %d values for %d variables", len(x), p.ring.Len())
	}
	b = b.orDefault()
	sum, term, power := new(big.Rat), new(big.Rat), new(big.Rat)
	for k, c := range p.terms.coefs {
		term.SetInt(c)
		for i := range x {
			e := exponent(p.terms.exp(k), i)
			if e == 0 {
				continue
			}
			words := int64(e) * int64(x[i].Num().BitLen()+x[i].Denom().BitLen()) / 64
			if err := b.spend(1+words, "an evaluation"); err != nil {
				return nil, err
			}
			n, d := big.NewInt(int64(e)), big.NewInt(int64(e))
			power.SetFrac(n.Exp(x[i].Num(), n, nil), d.Exp(x[i].Denom(), d, nil))
			term.Mul(term, power)
		}
		sum.Add(sum, term)
	}
	return sum.Quo(sum, new(big.Rat).SetInt(p.den)), nil
}

// EvalMod is the value modulo the characteristic of f where xᵢ = x[i]; ok is false where
// the denominator of p vanishes there, or the number of values is wrong.
func (p *Poly) EvalMod(f Field, x []uint64) (v uint64, ok bool) {
	if len(x) != p.ring.Len() {
		return 0, false
	}
	for k, c := range p.terms.coefs {
		t := f.FromInt(c)
		for i := range x {
			if e := exponent(p.terms.exp(k), i); e > 0 {
				t = f.Mul(t, f.Pow(x[i], uint64(e)))
			}
		}
		v = f.Add(v, t)
	}
	if isUnit(p.den) {
		return v, true
	}
	d := f.FromInt(p.den)
	return f.Mul(v, f.Inv(d)), d != 0
}

// Subst replaces xᵢ by q (Horner's rule).
func (p *Poly) Subst(i int, q *Poly, b *Budget) (*Poly, error) {
	if p.ring != q.ring {
		return nil, ErrRing
	}
	b = b.orDefault()
	coefs := p.coefficients(i)
	result := p.ring.Zero()
	for k := len(coefs) - 1; k >= 0; k-- {
		var err error
		if result, err = result.Mul(q, b); err != nil {
			return nil, err
		}
		if result, err = result.Add(coefs[k], b); err != nil {
			return nil, err
		}
	}
	return result, nil
}

// coefficients lists the coefficients of xᵢ⁰, xᵢ¹, …; none for zero.
func (p *Poly) coefficients(i int) []*Poly {
	split := p.terms.coefficients(i)
	list := make([]*Poly, len(split))
	for k, t := range split {
		list[k] = newPoly(p.ring, t, p.den)
	}
	return list
}

func (t terms) coefficients(i int) []terms {
	d := -1
	for k := range t.len() {
		d = max(d, exponent(t.exp(k), i))
	}
	list := make([]terms, d+1)
	for k := range list {
		list[k].words = t.words
	}
	exp := make([]uint64, t.words)
	for k, c := range t.coefs {
		copy(exp, t.exp(k))
		e := exponent(exp, i)
		setExponent(exp, i, 0)
		list[e].push(exp, c)
	}
	return list
}

func (t terms) sort() { sort.Sort(byMonomial(t)) }

type byMonomial terms

func (t byMonomial) Len() int           { return len(t.coefs) }
func (t byMonomial) Less(i, j int) bool { return compareExp(terms(t).exp(i), terms(t).exp(j)) > 0 }
func (t byMonomial) Swap(i, j int) {
	t.coefs[i], t.coefs[j] = t.coefs[j], t.coefs[i]
	a, b := terms(t).exp(i), terms(t).exp(j)
	for k := range a {
		a[k], b[k] = b[k], a[k]
	}
}

// Div is p/q if q divides p, the quotient and true; else false.
func (p *Poly) Div(q *Poly, b *Budget) (quotient *Poly, exact bool, err error) {
	if p.ring != q.ring {
		return nil, false, ErrRing
	}
	if q.IsZero() {
		return nil, false, ErrDivision
	}
	c := q.terms.content()
	t, ok, err := p.terms.divideExact(q.terms.divInt(c), b.orDefault())
	if err != nil || !ok {
		return nil, false, err
	}
	return newPoly(p.ring, t.scale(q.den), new(big.Int).Mul(p.den, c)), true, nil
}

// Primitive splits p into its content and the primitive part, which has integer
// coefficients without a common divisor and a positive leading one.
func (p *Poly) Primitive() (content *big.Rat, part *Poly) {
	if p.IsZero() {
		return new(big.Rat), p
	}
	c := p.terms.content()
	if p.terms.coefs[0].Sign() < 0 {
		c = new(big.Int).Neg(c)
	}
	return newRat(c, p.den), &Poly{ring: p.ring, terms: p.terms.divInt(c), den: one}
}
