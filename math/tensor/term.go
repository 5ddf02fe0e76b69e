package tensor

import (
	"strconv"

	"github.com/assay-physics/assay/math/expr"
)

// space is what an index runs over.
type space uint8

const (
	lorentz space = iota
	euclid
	adjoint
	fundamental
	spaceCount
)

type labelKind uint8

const (
	freeIndex labelKind = iota
	dummyIndex
	vectorLabel // the slot is contracted with the vector of that name
	numberLabel // one component
	openVector  // the unwritten index of a vector expression such as a×b
)

// label fills a slot.
type label struct {
	kind  labelKind
	space space
	up    bool   // freeIndex: its position; false wherever positions do not matter
	name  string // freeIndex, vectorLabel
	id    int    // dummyIndex, numberLabel
}

// sameLabel ignores the position.
func sameLabel(a, b label) bool {
	a.up, b.up = false, false
	return a == b
}

func (l label) String() string {
	switch l.kind {
	case dummyIndex:
		return "ijklmnpqrs"[l.id%10:l.id%10+1] + strconv.Itoa(l.id/10)
	case numberLabel:
		return strconv.Itoa(l.id)
	case openVector:
		return "·"
	default:
		return l.name
	}
}

type factorKind uint8

const (
	metricFactor  factorKind = iota // g, η, δ: two slots
	epsilonFactor                   // Levi-Civita
	tensorFactor
	traceFactor // trace of generators, cyclic
	chainFactor // entry i, j of a product of generators: slots i, j, then the generators
)

// factor is a commuting tensor; its first deriv slots are derivatives.
type factor struct {
	kind     factorKind
	head     string
	symmetry symmetry
	deriv    int
	idx      []label
}

type letterKind uint8

// In the order in which letters of commuting algebras are written.
const (
	gammaLetter letterKind = iota // γ^μ or a slashed vector: one slot
	gamma5Letter
	cliffordLetter // γ^{[μ…ν]}, made by the Dirac reduction
	generatorLetter
	pauliLetter
	operatorLetter
	exponentialLetter // e to an operator
	spinorLetter
	ketLetter
	braLetter
)

// letter is a factor that does not commute.
type letter struct {
	kind  letterKind
	head  string // operator and spinor: the name; ket and bra: the key of its labels
	dag   bool
	slot  int // which factor of a tensor product it acts on
	idx   []label
	arg   []term  // exponentialLetter: the exponent; X^n: n
	of    *letter // operatorLetter: it is name(of)
	name  string
	parts []*expr.Node // ket and bra: the labels
}

// term is coef · factors · word.
type term struct {
	coef    poly
	factors []factor
	word    []letter
}

type sum []term

// eachLabel calls f on every slot of t, in place.
func (t *term) eachLabel(f func(*label)) {
	for i := range t.factors {
		for j := range t.factors[i].idx {
			f(&t.factors[i].idx[j])
		}
	}
	for i := range t.word {
		for j := range t.word[i].idx {
			f(&t.word[i].idx[j])
		}
	}
}

// clone copies everything that eachLabel may change.
func (t term) clone() term {
	c := term{coef: t.coef, factors: make([]factor, len(t.factors)), word: make([]letter, len(t.word))}
	copy(c.factors, t.factors)
	copy(c.word, t.word)
	for i := range c.factors {
		c.factors[i].idx = append([]label(nil), c.factors[i].idx...)
	}
	for i := range c.word {
		c.word[i].idx = append([]label(nil), c.word[i].idx...)
	}
	return c
}

func cloneSum(s sum) sum {
	out := make(sum, len(s))
	for i := range s {
		out[i] = s[i].clone()
	}
	return out
}

func scalarSum(p poly) sum {
	if len(p) == 0 {
		return nil
	}
	return sum{{coef: p}}
}

// asScalar is the coefficient of a sum without factors and words.
func (s sum) asScalar() (poly, bool) {
	p := poly{}
	for _, t := range s {
		if len(t.factors) > 0 || len(t.word) > 0 {
			return nil, false
		}
		p = p.plus(t.coef)
	}
	return p, true
}

func (e *engine) scaled(s sum, p poly) sum {
	if len(p) == 0 {
		return nil
	}
	out := make(sum, len(s))
	for i, t := range s {
		out[i] = t
		out[i].coef = e.times(t.coef, p)
	}
	return out
}

func (e *engine) negated(s sum) sum { return e.scaled(s, intPoly(-1)) }

// product multiplies in written order and contracts the indices that meet.
func (e *engine) product(a, b sum) sum {
	out := make(sum, 0, len(a)*len(b))
	for _, s := range a {
		for _, t := range b {
			if !e.spend(4 * (1 + len(s.word) + len(t.word) + len(s.factors) + len(t.factors))) {
				return nil
			}
			u := e.joined(s, t)
			if len(u.coef) > 0 {
				out = append(out, u)
			}
		}
	}
	if len(out) > 64 {
		return e.collected(out)
	}
	return out
}

func (e *engine) joined(s, t term) term {
	u := term{
		coef:    e.times(s.coef, t.coef),
		factors: append(append([]factor(nil), s.factors...), t.factors...),
		word:    append(append([]letter(nil), s.word...), t.word...),
	}
	if len(u.factors) == 0 && len(u.word) == 0 {
		return u
	}
	u = u.clone()
	e.contract(&u)
	return u
}

// rank lists the free indices of a term in canonical order, one string each.
func rank(t *term) []string {
	var names []string
	t.eachLabel(func(l *label) {
		switch l.kind {
		case freeIndex:
			pos := "_"
			if l.up {
				pos = "^"
			}
			names = append(names, pos+l.name)
		case openVector:
			names = append(names, "vector")
		default:
		}
	})
	return names
}
