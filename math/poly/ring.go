package poly

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Exponents are packed four to a word, 16 bits each, the first variable on top. The highest
// bit of each is a guard: it is clear in every monomial, so words compare as monomials
// do in lexicographic order, add as monomials multiply, and show overflow.
const (
	slots       = 4
	slotBits    = 16
	slotMask    = 1<<slotBits - 1
	guards      = 0x8000800080008000
	maxExponent = 1<<(slotBits-1) - 1
)

// MaxVariables bounds the number of variables of a ring.
const MaxVariables = 256

// Ring is ℚ[x₁, …, xₙ] in lexicographic order with x₁ > x₂ > …: to eliminate or to
// rewrite a variable in terms of others, put it first.
type Ring struct {
	names []string
	words int
	unit  *Poly // 1
	vars  []Poly
}

// NewRing makes the ring in these variables.
func NewRing(names ...string) (*Ring, error) {
	if len(names) > MaxVariables {
		return nil, fmt.Errorf("poly: %d variables, at most %d are supported", len(names), MaxVariables)
	}
	if i := repeated(names); i >= 0 {
		return nil, fmt.Errorf("poly: variable %d: %q occurs twice", i, names[i])
	}
	r := &Ring{names: append([]string(nil), names...), words: max(1, (len(names)+slots-1)/slots)}
	r.unit = &Poly{ring: r, terms: constant(r.words, one), den: one}
	r.vars = make([]Poly, len(names))
	exps := make([]uint64, r.words*len(names))
	for i := range r.vars {
		t := terms{words: r.words, exps: exps[i*r.words : (i+1)*r.words : (i+1)*r.words], coefs: r.unit.terms.coefs}
		setExponent(t.exps, i, 1)
		r.vars[i] = Poly{ring: r, terms: t, den: one}
	}
	return r, nil
}

// repeated is the position of the first name that occurs before, or −1.
func repeated(names []string) int {
	if len(names) <= 16 {
		for i, n := range names {
			if slices.Contains(names[:i], n) {
				return i
			}
		}
		return -1
	}
	seen := make(map[string]bool, len(names))
	for i, n := range names {
		if seen[n] {
			return i
		}
		seen[n] = true
	}
	return -1
}

// Len is the number of variables.
func (r *Ring) Len() int { return len(r.names) }

// Name is the name of variable i.
func (r *Ring) Name(i int) string { return r.names[i] }

// Zero is 0.
func (r *Ring) Zero() *Poly { return &Poly{ring: r, terms: terms{words: r.words}, den: one} }

// Int is the constant n.
func (r *Ring) Int(n int64) *Poly {
	switch n {
	case 0:
		return r.Zero()
	case 1:
		return r.unit
	}
	return &Poly{ring: r, terms: constant(r.words, big.NewInt(n)), den: one}
}

// Rat is the constant q.
func (r *Ring) Rat(q *big.Rat) *Poly {
	if q.Sign() == 0 {
		return r.Zero()
	}
	if q.IsInt() {
		if isUnit(q.Num()) {
			return r.unit
		}
		return &Poly{ring: r, terms: constant(r.words, new(big.Int).Set(q.Num())), den: one}
	}
	return &Poly{ring: r, terms: constant(r.words, new(big.Int).Set(q.Num())), den: new(big.Int).Set(q.Denom())}
}

// Var is the variable with number i, from 0 to Len() − 1.
func (r *Ring) Var(i int) *Poly { return &r.vars[i] }

// Term is q·∏ xᵢ^eᵢ.
func (r *Ring) Term(q *big.Rat, exponents ...int) (*Poly, error) {
	if len(exponents) > r.Len() {
		return nil, fmt.Errorf("poly: %d exponents for %d variables", len(exponents), r.Len())
	}
	t := constant(r.words, nil)
	for i, e := range exponents {
		if e < 0 || e > maxExponent {
			return nil, fmt.Errorf("poly: exponent %d of %s is not between 0 and %d", e, r.names[i], maxExponent)
		}
		setExponent(t.exps, i, e)
	}
	p := *r.Rat(q)
	if !p.IsZero() {
		t.coefs = p.terms.coefs
		p.terms = t
	}
	return &p, nil
}

// Poly is a polynomial of a Ring: integer numerators over one positive denominator.
// The zero value is not usable; see Ring.
type Poly struct {
	ring  *Ring
	terms terms
	den   *big.Int // prime to the content of terms; 1 for zero
}

// Ring is the ring that p belongs to.
func (p *Poly) Ring() *Ring { return p.ring }

// Len is the number of terms.
func (p *Poly) Len() int { return p.terms.len() }

// IsZero reports whether p = 0.
func (p *Poly) IsZero() bool { return p.terms.len() == 0 }

// IsConstant reports whether p is a rational number.
func (p *Poly) IsConstant() bool { return p.terms.isConstant() }

// Rat is the value of a constant; ok is false for others.
func (p *Poly) Rat() (q *big.Rat, ok bool) {
	if !p.IsConstant() {
		return nil, false
	}
	if p.IsZero() {
		return new(big.Rat), true
	}
	return newRat(p.terms.coefs[0], p.den), true
}

// newRat is a new num/den.
func newRat(num, den *big.Int) *big.Rat {
	if isUnit(den) {
		return new(big.Rat).SetInt(num)
	}
	return new(big.Rat).SetFrac(num, den)
}

// Equal reports whether p = q.
func (p *Poly) Equal(q *Poly) bool {
	return p.ring == q.ring && p.den.Cmp(q.den) == 0 && p.terms.equal(q.terms)
}

// Degree is the degree in variable i; −1 for zero.
func (p *Poly) Degree(i int) int {
	d := -1
	for k := range p.terms.len() {
		d = max(d, exponent(p.terms.exp(k), i))
	}
	return d
}

// TotalDegree is the largest sum of exponents; −1 for zero.
func (p *Poly) TotalDegree() int {
	d := -1
	for k := range p.terms.len() {
		sum := 0
		for i := range p.ring.names {
			sum += exponent(p.terms.exp(k), i)
		}
		d = max(d, sum)
	}
	return d
}

// Terms yields coefficients and exponents, leading term first. The exponents are reused.
func (p *Poly) Terms(yield func(c *big.Rat, exponents []int) bool) {
	e := make([]int, p.ring.Len())
	for k := range p.terms.len() {
		for i := range e {
			e[i] = exponent(p.terms.exp(k), i)
		}
		if !yield(newRat(p.terms.coefs[k], p.den), e) {
			return
		}
	}
}

// Monomials yields the signs of the coefficients and the exponents, leading term first. The
// exponents are reused.
func (p *Poly) Monomials(yield func(sign int, exponents []int) bool) {
	var room [24]int
	e := room[:]
	if p.ring.Len() > len(e) {
		e = make([]int, p.ring.Len())
	}
	e = e[:p.ring.Len()]
	for k := range p.terms.len() {
		for i := range e {
			e[i] = exponent(p.terms.exp(k), i)
		}
		if !yield(p.terms.coefs[k].Sign(), e) {
			return
		}
	}
}

// Lead is the leading coefficient; 0 for zero.
func (p *Poly) Lead() *big.Rat {
	if p.IsZero() {
		return new(big.Rat)
	}
	return newRat(p.terms.coefs[0], p.den)
}

// String writes p as SymPy does: 3/2*x**2*y - 1.
func (p *Poly) String() string {
	if p.IsZero() {
		return "0"
	}
	var b strings.Builder
	for k, c := range p.terms.coefs {
		switch {
		case c.Sign() < 0 && k == 0:
			b.WriteString("-")
		case c.Sign() < 0:
			b.WriteString(" - ")
		case k > 0:
			b.WriteString(" + ")
		}
		times := ""
		if !isUnit(p.den) || c.CmpAbs(one) != 0 || isOne(p.terms.exp(k)) {
			abs := newRat(c, p.den)
			b.WriteString(abs.Abs(abs).RatString())
			times = "*"
		}
		for i, name := range p.ring.names {
			e := exponent(p.terms.exp(k), i)
			if e == 0 {
				continue
			}
			b.WriteString(times)
			b.WriteString(name)
			if e > 1 {
				b.WriteString("**")
				b.WriteString(strconv.Itoa(e))
			}
			times = "*"
		}
	}
	return b.String()
}

// In is p in another ring, where variable i becomes variable to[i]. It renames and reorders: a
// tower of radicals wants those made last first (see Ideal and Triangular), in whatever order they were met.
func (p *Poly) In(r *Ring, to []int) (*Poly, error) {
	if len(to) != p.ring.Len() {
		return nil, fmt.Errorf("poly: %d new places for %d variables", len(to), p.ring.Len())
	}
	taken := make([]bool, r.Len())
	for i, j := range to {
		if j < 0 || j >= r.Len() || taken[j] {
			return nil, fmt.Errorf("poly: no place %d for %s in a ring of %d variables", j, p.ring.names[i], r.Len())
		}
		taken[j] = true
	}
	t := terms{words: r.words, exps: make([]uint64, r.words*p.Len()), coefs: slices.Clone(p.terms.coefs)}
	for k := range p.Len() {
		for from, j := range to {
			setExponent(t.exp(k), j, exponent(p.terms.exp(k), from))
		}
	}
	t.sort()
	return &Poly{ring: r, terms: t, den: p.den}, nil
}

func exponent(exp []uint64, i int) int {
	return int(exp[i/slots] >> (slotBits * (slots - 1 - i%slots)) & slotMask)
}

func setExponent(exp []uint64, i, e int) {
	shift := slotBits * (slots - 1 - i%slots)
	exp[i/slots] = exp[i/slots]&^(slotMask<<shift) | uint64(e)<<shift
}
