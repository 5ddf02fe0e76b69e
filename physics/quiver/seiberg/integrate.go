package seiberg

import (
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/physics/quiver"
)

// A monomial is coefficient · singlets · path; the path is open, or empty: the identity.
type monomial struct {
	coefficient *big.Rat
	singlets    []int
	path        []int
}

// A polynomial of paths with the same ends replaces an arrow.
type polynomial []monomial

// merged adds up equal monomials.
func (p polynomial) merged() polynomial {
	if len(p) < 2 {
		return p
	}
	at := make(map[string]int, len(p))
	sum := p[:0]
	for _, x := range p {
		slices.Sort(x.singlets)
		k := key(x.singlets, x.path)
		if i, ok := at[k]; ok {
			sum[i].coefficient = new(big.Rat).Add(sum[i].coefficient, x.coefficient)
			continue
		}
		at[k] = len(sum)
		sum = append(sum, x)
	}
	return sum
}

// Caps on integrating out. A theory in which every field has R > 0 comes nowhere near: there
// the superpotential has finitely many terms of R = 2.
const (
	maxDegree = 128
	maxTerms  = 20_000
	maxWork   = 500_000 // products of monomials for one theory, and terms looked at for traces
	maxMesons = 4_096
)

// An IntractableError says that a dual, or the theory without its massive fields, does not
// fit within the caps.
type IntractableError struct {
	Theory string
	Fields string // the massive fields whose equations of motion do not end, if those are why
	Reason string
}

func (e *IntractableError) Error() string {
	if e.Fields == "" {
		return fmt.Sprintf("theory %q: %s", e.Theory, e.Reason)
	}
	return fmt.Sprintf("theory %q: the massive fields %s cannot be integrated out: %s", e.Theory, e.Fields, e.Reason)
}

// substitute replaces arrows by polynomials in every term of W.
func (m *model) substitute(image map[int]polynomial) (*model, error) {
	out := *m
	out.terms = maps.Clone(m.terms)
	var affected []*term
	for k, t := range m.terms {
		if slices.ContainsFunc(t.word, func(x int) bool { return image[x] != nil }) {
			affected = append(affected, t)
			delete(out.terms, k)
		}
	}
	for _, t := range affected {
		partial := polynomial{{t.coefficient, t.singlets, nil}}
		for _, x := range t.word {
			p := image[x]
			if p == nil {
				p = polynomial{{one, nil, []int{x}}}
			}
			if *m.work -= len(partial) * len(p); *m.work < 0 {
				return nil, fmt.Errorf("more than %d products", maxWork)
			}
			var next polynomial
			for _, a := range partial {
				for _, b := range p {
					next = append(next, monomial{
						product(a.coefficient, b.coefficient),
						slices.Concat(a.singlets, b.singlets), slices.Concat(a.path, b.path)})
				}
			}
			if partial = next.merged(); len(partial) > maxTerms {
				return nil, fmt.Errorf("more than %d terms", maxTerms)
			}
		}
		// A word whose letters all became numbers is the trace of the identity.
		trace := big.NewRat(int64(m.nodes[m.fields[t.word[0]].source].Rank), 1)
		for _, a := range partial {
			if len(a.path)+len(a.singlets) > maxDegree {
				return nil, fmt.Errorf("a term with more than %d factors", maxDegree)
			}
			if len(a.path) == 0 {
				a.coefficient = new(big.Rat).Mul(a.coefficient, trace)
			}
			if a.coefficient.Sign() != 0 {
				out.add(a.coefficient, slices.Clone(a.singlets), a.path)
			}
		}
		if len(out.terms) > maxTerms {
			return nil, fmt.Errorf("more than %d terms", maxTerms)
		}
	}
	return &out, nil
}

// integrate removes pairs of massive arrows until no mass term is left.
func (m *model) integrate() error {
	for {
		mass := m.massTerm()
		if mass == nil {
			return nil
		}
		a, b := mass.word[0], mass.word[1]
		if err := m.eliminate(a, b, mass.coefficient); err != nil {
			return &IntractableError{m.name, m.fields[a].origin.String() + ", " + m.fields[b].origin.String(), err.Error()}
		}
	}
}

// massTerm is a term Tr(A B) without singlets, the first in the order of the terms.
func (m *model) massTerm() *term {
	var best *term
	for _, t := range m.terms {
		if len(t.word) == 2 && len(t.singlets) == 0 && (best == nil || compareTerms(t, best) < 0) {
			best = t
		}
	}
	return best
}

// eliminate integrates out A and B of W = c A B + A·P + B·Q + rest. If P and Q contain
// neither, the equations of motion B = −P/c, A = −Q/c give rest − P Q/c; entries of a mass
// matrix beside c are linear parts of P and Q, and then that is one step of the Schur
// complement. Otherwise the shift A → A − Q/c, B → B − P/c is repeated, which moves what is
// left to higher degree, until it is gone.
func (m *model) eliminate(a, b int, c *big.Rat) error {
	minus := new(big.Rat).Inv(c)
	minus.Neg(minus)
	if a == b {
		minus.Mul(minus, big.NewRat(1, 2)) // c A² + A·P: A = −P/(2c)
	}
	const shifts = 64
	for range shifts {
		image, done := m.equations(a, b, minus)
		if done {
			delete(m.terms, key(nil, quiver.CanonicalRotation([]int{a, b})))
			m.fields[a].gone, m.fields[b].gone = true, true
			return nil
		}
		shifted, err := m.substitute(image)
		if err != nil {
			return err
		}
		m.terms = shifted.terms
	}
	return fmt.Errorf("the equations of motion did not end after %d substitutions", shifts)
}

// equations are the shifts of A and B; done says that only their mass term contains them.
func (m *model) equations(a, b int, minus *big.Rat) (image map[int]polynomial, done bool) {
	shift := make(map[int]polynomial)
	for _, t := range m.terms {
		if len(t.word) == 2 && len(t.singlets) == 0 && (t.word[0] == a && t.word[1] == b || t.word[0] == b && t.word[1] == a) {
			continue
		}
		// What multiplies A is in the equation of motion of A, and so in the shift of B.
		other, i := b, slices.Index(t.word, a)
		if i < 0 {
			other, i = a, slices.Index(t.word, b)
		}
		if i < 0 {
			continue
		}
		path := slices.Concat(t.word[i+1:], t.word[:i])
		shift[other] = append(shift[other], monomial{product(t.coefficient, minus), t.singlets, path})
	}
	if len(shift) == 0 {
		return nil, true
	}
	for x, p := range shift {
		shift[x] = append(polynomial{{one, nil, []int{x}}}, p...)
	}
	return shift, false
}

// dropMultipliers makes traceless again every full adjoint whose trace a multiplier
// removes and that multiplier does nothing else.
func (m *model) dropMultipliers() {
	for s, f := range m.fields {
		if f.gone || f.origin.Kind != Multiplier {
			continue
		}
		var only *term
		n := 0
		for _, t := range m.terms {
			if slices.Contains(t.singlets, s) {
				only, n = t, n+1
			}
		}
		if n != 1 || len(only.singlets) != 1 || len(only.word) != 1 {
			continue
		}
		f.gone = true
		k := only.word[0]
		m.fields[k].full = false
		for _, t := range m.sorted() {
			if len(t.word) == 1 && t.word[0] == k {
				delete(m.terms, key(t.singlets, t.word)) // Tr Φ = 0 everywhere
			}
		}
	}
}

// splitTraces writes every full adjoint as M̂ + S.
func (m *model) splitTraces() error {
	for k, f := range m.fields {
		if f.gone || !f.full {
			continue
		}
		trace := f.trace
		if trace >= 0 {
			m.fields[trace].gone = false
			m.fields[trace].home = f.source
		} else {
			origin := f.origin
			if origin.Kind == Meson {
				origin.Kind = MesonTrace
			}
			trace = m.addField(&field{source: -1, target: -1, trace: -1, home: f.source, origin: origin, charge: f.charge, r: f.r})
		}
		f.full, f.trace = false, -1
		split, err := m.substitute(map[int]polynomial{k: {
			{one, nil, []int{k}}, {one, []int{trace}, nil},
		}})
		if err != nil {
			return &IntractableError{m.name, f.origin.String(), err.Error()}
		}
		m.terms = split.terms
	}
	return nil
}

// integrateSinglets removes massive singlets where the result is a single trace again:
// W = c S S' + S P + S' Q + rest becomes rest − P Q/c, and P or Q must be without a trace.
// Others stay in W with their mass term, which is the same theory.
func (m *model) integrateSinglets() {
	for m.integrateSinglet() {
	}
}

func (m *model) integrateSinglet() bool {
	for _, mass := range m.sorted() {
		if len(mass.word) != 0 || len(mass.singlets) != 2 {
			continue
		}
		a, b := mass.singlets[0], mass.singlets[1]
		c := mass.coefficient
		if a == b {
			c = product(c, big.NewRat(4, 1)) // c S² + S P: rest − P²/4c
		}
		p, okA := m.linearIn(a, b, mass)
		q, okB := m.linearIn(b, a, mass)
		if !okA || !okB {
			continue
		}
		single := true
		for _, x := range p {
			for _, y := range q {
				single = single && (len(x.word) == 0 || len(y.word) == 0)
			}
		}
		if !single {
			continue
		}
		delete(m.terms, key(mass.singlets, nil))
		for _, x := range slices.Concat(p, q) {
			delete(m.terms, key(x.singlets, x.word))
		}
		for _, x := range p {
			for _, y := range q {
				z := product(x.coefficient, y.coefficient)
				z = new(big.Rat).Quo(z, c)
				singlets := slices.Concat(without(x.singlets, a), without(y.singlets, b))
				m.add(z.Neg(z), singlets, slices.Concat(x.word, y.word))
			}
		}
		m.fields[a].gone, m.fields[b].gone = true, true
		return true
	}
	return false
}

// linearIn are the terms with a in them, mass left out; ok says that they are linear in a
// and free of b, if that is another.
func (m *model) linearIn(a, b int, mass *term) (list []*term, ok bool) {
	for _, t := range m.sorted() {
		if t == mass || !slices.Contains(t.singlets, a) {
			continue
		}
		if count(t.singlets, a) != 1 || a != b && slices.Contains(t.singlets, b) {
			return nil, false
		}
		list = append(list, t)
	}
	return list, true
}

func without(list []int, x int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(y int) bool { return y == x })
}

// IntegrateOut removes the massive arrows and singlets of t. Fields of the result are
// labelled anew; the map says what charge each has in terms of those of t.
func IntegrateOut(t *quiver.Theory) (*quiver.Theory, SymmetryMap, error) {
	if err := t.Validate(); err != nil {
		return nil, nil, err
	}
	m := newModel(t)
	m.fillTraces()
	if err := m.integrate(); err != nil {
		return nil, nil, err
	}
	out, order, err := m.theory(false)
	if err != nil {
		return nil, nil, err
	}
	return out, symmetryMap(order), nil
}
