package tensor

import (
	"encoding/binary"
	"slices"
	"sort"
)

const (
	atomSymbol  atomKind = iota // a letter
	atomDot                     // u·v of two vectors
	atomRoot                    // principal q-th root of base; exponents 0 … q−1
	atomInverse                 // 1/base; nonnegative exponents
	atomOpaque                  // a function value that is only compared by its name and arguments
)

// power is an atom to a nonzero exponent, negative ones only for symbols and dots.
type power struct{ atom, exp int }

type monomial []power // by increasing atom

func (m monomial) key() string {
	b := make([]byte, 0, 4*len(m))
	for _, p := range m {
		b = binary.AppendUvarint(b, uint64(p.atom))
		b = binary.AppendVarint(b, int64(p.exp))
	}
	return string(b)
}

type polyTerm struct {
	mono monomial
	c    gauss
}

// poly is a Laurent polynomial in the atoms of its engine over the Gaussian rationals,
// keyed by monomial, without zero terms. It is changed only while it is made.
type poly map[string]polyTerm

func constPoly(c gauss) poly {
	if c.isZero() {
		return poly{}
	}
	return poly{"": {nil, c}}
}

func intPoly(n int64) poly { return constPoly(gaussInt(n)) }

// constant is the value of a polynomial without atoms.
func (p poly) constant() (gauss, bool) {
	switch len(p) {
	case 0:
		return gaussInt(0), true
	case 1:
		if t, ok := p[""]; ok {
			return t.c, true
		}
	}
	return gauss{}, false
}

func (p poly) addTerm(t polyTerm) {
	k := t.mono.key()
	if old, ok := p[k]; ok {
		t.c = old.c.add(t.c)
		if t.c.isZero() {
			delete(p, k)
			return
		}
	}
	if !t.c.isZero() {
		p[k] = t
	}
}

// sorted lists the terms in an order that does not depend on the map.
func (p poly) sorted() []polyTerm {
	keys := make([]string, 0, len(p))
	for k := range p {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	ts := make([]polyTerm, len(keys))
	for i, k := range keys {
		ts[i] = p[k]
	}
	return ts
}

func (p poly) key() string {
	var b []byte
	for _, t := range p.sorted() {
		b = append(b, t.c.String()...)
		b = append(b, '*')
		b = append(b, t.mono.key()...)
		b = append(b, '+')
	}
	return string(b)
}

func (p poly) plus(q poly) poly {
	if len(p) == 0 {
		return q
	}
	if len(q) == 0 {
		return p
	}
	sum := make(poly, len(p)+len(q))
	for k, t := range p {
		sum[k] = t
	}
	for _, t := range q {
		sum.addTerm(t)
	}
	return sum
}

func (p poly) scaled(c gauss) poly {
	if c.isZero() {
		return poly{}
	}
	out := make(poly, len(p))
	for k, t := range p {
		out[k] = polyTerm{t.mono, t.c.mul(c)}
	}
	return out
}

// times multiplies; powers of roots and of inverses are reduced to their bases.
func (e *engine) times(p, q poly) poly {
	if c, ok := q.constant(); ok {
		return p.scaled(c)
	}
	if c, ok := p.constant(); ok {
		return q.scaled(c)
	}
	out := make(poly, len(p)*len(q))
	for _, s := range p {
		for _, t := range q {
			if !e.spend(4 + len(s.mono) + len(t.mono)) {
				return out
			}
			e.addProduct(out, s, t)
		}
	}
	return out
}

func (e *engine) addProduct(out poly, s, t polyTerm) {
	mono := make(monomial, 0, len(s.mono)+len(t.mono))
	special := false
	add := func(p power) {
		if p.exp == 0 {
			return
		}
		mono = append(mono, p)
		switch a := &e.atoms[p.atom]; a.kind {
		case atomRoot:
			special = special || p.exp >= a.degree || p.exp < 0
		case atomInverse:
			special = special || p.exp < 0
		default:
		}
	}
	i, j := 0, 0
	for i < len(s.mono) && j < len(t.mono) {
		a, b := s.mono[i], t.mono[j]
		switch {
		case a.atom < b.atom:
			add(a)
			i++
		case a.atom > b.atom:
			add(b)
			j++
		default:
			add(power{a.atom, a.exp + b.exp})
			i++
			j++
		}
	}
	for ; i < len(s.mono); i++ {
		add(s.mono[i])
	}
	for ; j < len(t.mono); j++ {
		add(t.mono[j])
	}
	c := s.c.mul(t.c)
	if !special {
		out.addTerm(polyTerm{mono, c})
		return
	}
	for _, r := range e.reduceMonomial(mono, c) {
		out.addTerm(r)
	}
}

// reduceMonomial is c·mono with every root below its degree and no negative power of an
// inverse.
func (e *engine) reduceMonomial(mono monomial, c gauss) poly {
	plain := make(monomial, 0, len(mono))
	extra := intPoly(1)
	for _, p := range mono {
		a := &e.atoms[p.atom]
		switch {
		case a.kind == atomRoot && (p.exp >= a.degree || p.exp < 0):
			k := floorDiv(p.exp, a.degree)
			if r := p.exp - k*a.degree; r > 0 {
				plain = append(plain, power{p.atom, r})
			}
			extra = e.times(extra, e.power(a.base, k))
		case a.kind == atomInverse && p.exp < 0:
			extra = e.times(extra, e.power(a.base, -p.exp))
		default:
			plain = append(plain, p)
		}
	}
	return e.times(poly{plain.key(): {plain, c}}, extra)
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// power is p^n; a negative n inverts.
func (e *engine) power(p poly, n int) poly {
	if n < 0 {
		return e.power(e.inverse(p), -n)
	}
	out := intPoly(1)
	for ; n > 0 && e.err == nil; n >>= 1 {
		if n&1 == 1 {
			out = e.times(out, p)
		}
		if n > 1 {
			p = e.times(p, p)
		}
	}
	return out
}

// inverse is 1/p: exact for a monomial, else an atom of the polynomial divided by its
// content.
func (e *engine) inverse(p poly) poly {
	switch len(p) {
	case 0:
		e.fail("division by zero")
		return p
	case 1:
		for _, t := range p {
			inv := make(monomial, len(t.mono))
			for i, w := range t.mono {
				inv[i] = power{w.atom, -w.exp}
			}
			return e.reduceMonomial(inv, t.c.inv())
		}
	}
	content, rest := e.content(p)
	a := e.atomOf(atom{kind: atomInverse, key: "1/" + rest.key(), base: rest})
	return e.times(e.inverse(content), e.atomPoly(a))
}

// content splits p into a monomial and a polynomial with leading coefficient 1 that no
// atom divides.
func (e *engine) content(p poly) (content, rest poly) {
	ts := p.sorted()
	low := map[int]int{}
	for i, t := range ts {
		seen := map[int]int{}
		for _, w := range t.mono {
			if k := e.atoms[w.atom].kind; k == atomRoot || k == atomInverse {
				continue
			}
			seen[w.atom] = w.exp
		}
		for a, x := range seen {
			if y, ok := low[a]; !ok && i == 0 {
				low[a] = x
			} else if !ok && x < 0 || ok && x < y {
				low[a] = x
			}
		}
		for a, y := range low {
			if _, ok := seen[a]; !ok && y > 0 {
				low[a] = 0
			}
		}
	}
	var mono monomial
	for a, x := range low {
		if x != 0 {
			mono = append(mono, power{a, x})
		}
	}
	slices.SortFunc(mono, func(x, y power) int { return x.atom - y.atom })
	content = poly{mono.key(): {mono, ts[0].c}}
	return content, e.times(p, e.inverse(content))
}

// cleared multiplies p by what removes its inverse atoms, so that it is zero if and only
// if p is zero.
func (e *engine) cleared(p poly) poly {
	for round := 0; round < 16 && e.err == nil; round++ {
		most, which := 0, -1
		for _, t := range p {
			for _, w := range t.mono {
				if e.atoms[w.atom].kind == atomInverse && (w.atom > which || w.atom == which && w.exp > most) {
					most, which = w.exp, w.atom
				}
			}
		}
		if which < 0 {
			return p
		}
		out := poly{}
		for _, t := range p.sorted() {
			k := 0
			rest := make(monomial, 0, len(t.mono))
			for _, w := range t.mono {
				if w.atom == which {
					k = w.exp
				} else {
					rest = append(rest, w)
				}
			}
			out = out.plus(e.times(poly{rest.key(): {rest, t.c}}, e.power(e.atoms[which].base, most-k)))
		}
		p = out
	}
	return p
}
