package poly

import (
	"fmt"
	"math/big"
)

// Ideal is an ideal of relations f = 0 by its reduced Gröbner basis in the order of the ring: of two equal
// monomials up to relations the smaller is written. For relations whose leading monomials are
// powers of different variables (i² + 1, r² − a, s² − b·r) that is no work. The order decides: with the
// radicals last, the same relations can be out of reach; Poly.In reorders.
type Ideal struct {
	ring  *Ring
	basis []terms // primitive
}

// NewIdeal makes the ideal that the relations generate (B. Buchberger, 1965; MCA 21).
// All of one ring; zero relations are allowed.
func NewIdeal(r *Ring, relations []*Poly, b *Budget) (*Ideal, error) {
	b = b.orDefault()
	g := &Ideal{ring: r}
	for i, f := range relations {
		if f.ring != r {
			return nil, fmt.Errorf("relation %d: %w", i, ErrRing)
		}
		if !f.IsZero() {
			g.basis = append(g.basis, f.terms.primitive())
		}
	}
	if err := g.complete(b); err != nil {
		return nil, err
	}
	return g, g.interreduce(b)
}

// Basis lists the reduced Gröbner basis, primitive polynomials.
func (g *Ideal) Basis() []*Poly {
	list := make([]*Poly, len(g.basis))
	for i, t := range g.basis {
		list[i] = &Poly{ring: g.ring, terms: t, den: one}
	}
	return list
}

// IsUnit reports whether the relations contradict each other (1 = 0 follows over ℂ).
func (g *Ideal) IsUnit() bool { return len(g.basis) == 1 && g.basis[0].isConstant() }

// Reduce is the normal form of p: equal for two polynomials exactly if the relations make
// them equal.
func (g *Ideal) Reduce(p *Poly, b *Budget) (*Poly, error) {
	if p.ring != g.ring {
		return nil, ErrRing
	}
	t, den, err := normalForm(p.terms, g.basis, b.orDefault())
	if err != nil {
		return nil, err
	}
	return newPoly(p.ring, t, den.Mul(den, p.den)), nil
}

// complete adds the remainders of S-polynomials until all are 0. Pairs with coprime leading
// monomials are skipped (Buchberger's first criterion).
func (g *Ideal) complete(b *Budget) error {
	type pair struct{ i, j int }
	var pairs []pair
	for j := range g.basis {
		for i := range j {
			pairs = append(pairs, pair{i, j})
		}
	}
	for len(pairs) > 0 {
		next := 0 // the pair of the smallest lcm
		var smallest []uint64
		for k, q := range pairs {
			if l := lcmExp(g.basis[q.i].exp(0), g.basis[q.j].exp(0)); smallest == nil || compareExp(l, smallest) < 0 {
				next, smallest = k, l
			}
		}
		q := pairs[next]
		pairs = append(pairs[:next], pairs[next+1:]...)
		if err := b.spend(int64(1+len(pairs)), "a Gröbner basis"); err != nil {
			return err
		}
		f, h := g.basis[q.i], g.basis[q.j]
		if coprimeExp(f.exp(0), h.exp(0)) {
			continue
		}
		s, err := sPolynomial(f, h, smallest, b)
		if err != nil {
			return err
		}
		if s, _, err = normalForm(s, g.basis, b); err != nil {
			return err
		}
		if s.len() == 0 {
			continue
		}
		s = s.primitive()
		if s.isConstant() {
			g.basis = []terms{constant(g.ring.words, one)}
			return nil
		}
		for i := range g.basis {
			pairs = append(pairs, pair{i, len(g.basis)})
		}
		g.basis = append(g.basis, s)
	}
	return nil
}

// interreduce drops what others generate and brings each to normal form modulo the others.
func (g *Ideal) interreduce(b *Budget) error {
	var minimal []terms
	scratch := make([]uint64, g.ring.words)
	for i, f := range g.basis {
		needed := true
		for j, h := range g.basis {
			if i == j || !subExp(scratch, f.exp(0), h.exp(0)) {
				continue
			}
			// Of two with one leading monomial the first stays.
			if compareExp(f.exp(0), h.exp(0)) != 0 || j < i {
				needed = false
			}
		}
		if needed {
			minimal = append(minimal, f)
		}
	}
	for i := range minimal {
		others := append(append([]terms(nil), minimal[:i]...), minimal[i+1:]...)
		t, _, err := normalForm(minimal[i], others, b)
		if err != nil {
			return err
		}
		minimal[i] = t.primitive()
	}
	g.basis = minimal
	return nil
}

// normalForm is t/den modulo the basis: no monomial of t is divisible by a leading one.
func normalForm(t terms, basis []terms, b *Budget) (terms, *big.Int, error) {
	den := big.NewInt(1)
	done := terms{words: t.words}
	quo := make([]uint64, t.words)
next:
	for t.len() > 0 {
		for _, f := range basis {
			if !subExp(quo, t.exp(0), f.exp(0)) {
				continue
			}
			price := int64(t.len()+f.len()+done.len()) * (1 + t.size()*f.size()/16)
			if err := b.spend(price, "a normal form"); err != nil {
				return t, nil, err
			}
			g := new(big.Int).GCD(nil, nil, new(big.Int).Abs(t.coefs[0]), f.coefs[0])
			ct, cf := new(big.Int).Quo(f.coefs[0], g), new(big.Int).Quo(t.coefs[0], g)
			m := terms{words: t.words, exps: quo, coefs: []*big.Int{cf.Neg(cf)}}
			shifted, err := m.mulTerm(f)
			if err != nil {
				return t, nil, err
			}
			if isUnit(ct) {
				t = combine(t, nil, shifted, nil)
				continue next
			}
			t = combine(t, ct, shifted, nil)
			done = done.scale(ct)
			den.Mul(den, ct)
			continue next
		}
		done.push(t.exp(0), t.coefs[0])
		t = terms{words: t.words, exps: t.exps[t.words:], coefs: t.coefs[1:]}
	}
	return done, den, nil
}

// sPolynomial cancels the leading terms of f and h at their lcm.
func sPolynomial(f, h terms, lcm []uint64, b *Budget) (terms, error) {
	if err := b.spend(int64(f.len()+h.len())*(1+f.size()*h.size()/16), "a Gröbner basis"); err != nil {
		return terms{}, err
	}
	g := new(big.Int).GCD(nil, nil, new(big.Int).Abs(f.coefs[0]), new(big.Int).Abs(h.coefs[0]))
	multiple := func(f terms, c *big.Int) (terms, error) {
		m := terms{words: f.words, exps: make([]uint64, f.words), coefs: []*big.Int{new(big.Int).Quo(c, g)}}
		subExp(m.exps, lcm, f.exp(0))
		return m.mulTerm(f)
	}
	x, err := multiple(f, h.coefs[0])
	if err != nil {
		return terms{}, err
	}
	y, err := multiple(h, f.coefs[0])
	if err != nil {
		return terms{}, err
	}
	return combine(x, nil, y, big.NewInt(-1)), nil
}

func lcmExp(a, b []uint64) []uint64 {
	l := make([]uint64, len(a))
	for w := range l {
		for shift := 0; shift < 64; shift += slotBits {
			m := uint64(slotMask) << shift
			l[w] |= max(a[w]&m, b[w]&m)
		}
	}
	return l
}

func coprimeExp(a, b []uint64) bool {
	for w := range a {
		for shift := 0; shift < 64; shift += slotBits {
			m := uint64(slotMask) << shift
			if a[w]&m != 0 && b[w]&m != 0 {
				return false
			}
		}
	}
	return true
}
