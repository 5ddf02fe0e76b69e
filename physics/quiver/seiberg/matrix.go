package seiberg

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/physics/quiver"
)

// A field of a theory that is being worked on. Fields are numbered once and never
// renumbered; those that are gone are marked.
type field struct {
	source, target int // −1 for a singlet
	// full is an arrow with source = target that has a trace part; trace is the singlet that
	// was absorbed in it, or −1.
	full  bool
	trace int
	gone  bool
	// home is the node that a singlet is labelled by.
	home   int
	origin Origin
	charge Combination
	// r is the value of charge for the encoded R, which is computed beside it.
	r *big.Rat
}

func (f *field) singlet() bool { return f.source < 0 }

// A term is coefficient · singlets · Tr(word), the word in canonical rotation.
type term struct {
	coefficient *big.Rat
	singlets    []int
	word        []int
}

// A model is a theory whose adjoints may be full matrices.
type model struct {
	name   string
	nodes  []quiver.Node
	fields []*field
	terms  map[string]*term
	work   *int
	encR   bool
}

func key(singlets, word []int) string {
	b := make([]byte, 0, 2*(len(singlets)+len(word))+2)
	put := func(x int) { b = append(b, byte(x), byte(x>>8)) }
	for _, s := range singlets {
		put(s)
	}
	put(0xffff)
	for _, x := range word {
		put(x)
	}
	return string(b)
}

// add adds c · singlets · Tr(word) to W. The arguments become the model's own. Terms are never
// changed once they are made, so that models can share them.
func (m *model) add(c *big.Rat, singlets, word []int) {
	if len(word) == 1 && !m.fields[word[0]].full {
		return // the trace of a traceless adjoint
	}
	if len(word) == 0 && len(singlets) == 0 {
		return // a constant does nothing
	}
	word = quiver.CanonicalRotation(word)
	if !slices.IsSorted(singlets) {
		slices.Sort(singlets)
	}
	k := key(singlets, word)
	if t, ok := m.terms[k]; ok {
		c = new(big.Rat).Add(t.coefficient, c)
		if c.Sign() == 0 {
			delete(m.terms, k)
			return
		}
	}
	m.terms[k] = &term{c, singlets, word}
}

// sorted are the terms in an order that depends on nothing but W.
func (m *model) sorted() []*term {
	list := make([]*term, 0, len(m.terms))
	for _, t := range m.terms {
		list = append(list, t)
	}
	slices.SortFunc(list, compareTerms)
	return list
}

func compareTerms(a, b *term) int {
	return cmp.Or(
		cmp.Compare(len(a.word)+len(a.singlets), len(b.word)+len(b.singlets)),
		slices.Compare(a.singlets, b.singlets), slices.Compare(a.word, b.word))
}

func (m *model) addField(f *field) int {
	m.fields = append(m.fields, f)
	return len(m.fields) - 1
}

// newModel writes t with its adjoints traceless, as they are.
func newModel(t *quiver.Theory) *model {
	work := maxWork
	m := &model{name: t.Name, nodes: slices.Clone(t.Nodes), terms: make(map[string]*term), work: &work, encR: t.EncodesR}
	n := len(t.Arrows)
	for k, a := range t.Arrows {
		m.addField(&field{source: a.Source, target: a.Target, trace: -1,
			origin: Origin{Kind: Spectator, Fields: []int{k}}, charge: unit(k), r: a.R})
	}
	for k, s := range t.Singlets {
		home, _ := quiver.SingletGroup(s.Label)
		m.addField(&field{source: -1, target: -1, trace: -1, home: home,
			origin: Origin{Kind: Spectator, Fields: []int{n + k}}, charge: unit(n + k), r: s.R})
	}
	for _, w := range t.W {
		singlets := make([]int, len(w.Singlets))
		for i, s := range w.Singlets {
			singlets[i] = n + s
		}
		m.add(new(big.Rat).Set(w.Coefficient), singlets, w.Word)
	}
	return m
}

// fillTraces makes every adjoint a full matrix: Φ̂ + αS = Φ where W depends on a singlet S
// in this combination only, and otherwise with a multiplier Λ of its trace.
func (m *model) fillTraces() {
	m.absorbTraces()
	for k, f := range m.fields {
		if f.singlet() || f.gone || f.source != f.target || f.full {
			continue
		}
		f.full = true
		multiplier := m.addField(&field{source: -1, target: -1, trace: -1, home: f.source,
			charge: f.charge.negated().plusR(2), origin: Origin{Kind: Multiplier, Fields: f.origin.Fields},
			r: new(big.Rat).Sub(big.NewRat(2, 1), f.r)})
		m.add(one, []int{multiplier}, []int{k})
	}
}

// A trace pairs an adjoint with the singlet that is its trace part: Φ = Φ̂ + alpha S.
type trace struct {
	adjoint, singlet int
	alpha            *big.Rat
}

// absorbTraces looks for adjoints Φ̂ and singlets S such that W is a function of the
// combinations Φ̂ + αS alone. If it is, Φ̂ = Φ − αS and Tr Φ = NαS remove S from W.
func (m *model) absorbTraces() {
	var pairs []trace
	taken := make(map[int]bool)
	for k, f := range m.fields {
		if f.singlet() || f.gone || f.source != f.target || f.full {
			continue
		}
		for s, g := range m.fields {
			if !g.singlet() || g.gone || taken[s] || f.r.Cmp(g.r) != 0 || *m.work < maxWork/2 {
				continue
			}
			*m.work -= len(m.terms)
			if alpha := m.traceRatio(k, s); alpha != nil {
				pairs = append(pairs, trace{k, s, alpha})
				taken[s] = true
				break
			}
		}
	}
	for len(pairs) > 0 {
		absorbed, err := m.withTraces(pairs)
		var rest []int // pairs that leave their singlet in W
		if err == nil {
			for i, p := range pairs {
				if absorbed.occurs(p.singlet) {
					rest = append(rest, i)
				}
			}
			if len(rest) == 0 {
				m.terms = absorbed.terms
				for _, p := range pairs {
					m.fields[p.singlet].gone = true
					m.fields[p.adjoint].trace = p.singlet
				}
				return
			}
		}
		for _, p := range pairs {
			m.fields[p.adjoint].full = false
		}
		drop := len(pairs) - 1
		if len(rest) > 0 {
			drop = rest[len(rest)-1]
		}
		pairs = slices.Delete(pairs, drop, drop+1)
	}
}

// withTraces is m with Φ − αS for Φ̂ and NαS for Tr Φ. It marks the adjoints as full.
func (m *model) withTraces(pairs []trace) (*model, error) {
	image := make(map[int]polynomial)
	for _, p := range pairs {
		m.fields[p.adjoint].full = true
		image[p.adjoint] = polynomial{{one, nil, []int{p.adjoint}}, {new(big.Rat).Neg(p.alpha), []int{p.singlet}, nil}}
	}
	out, err := m.substitute(image)
	if err != nil {
		return nil, err
	}
	for _, p := range pairs {
		n := big.NewRat(int64(m.nodes[m.fields[p.adjoint].source].Rank), 1)
		n.Mul(n, p.alpha)
		for _, t := range out.sorted() {
			if len(t.word) == 1 && t.word[0] == p.adjoint {
				delete(out.terms, key(t.singlets, t.word))
				out.add(product(t.coefficient, n), append(slices.Clone(t.singlets), p.singlet), nil)
			}
		}
	}
	return out, nil
}

// traceRatio is the α for which S ∂W/∂S is what Φ → Φ + αS adds to first order, or nil if
// there is none. Terms without a word are left out: there the traces of other adjoints meet.
func (m *model) traceRatio(k, s int) *big.Rat {
	byS, byTrace := *m, *m
	byS.terms, byTrace.terms = make(map[string]*term), make(map[string]*term)
	for _, t := range m.terms {
		if n := count(t.singlets, s); n > 0 && len(t.word) > 0 {
			i := slices.Index(t.singlets, s)
			byS.add(product(t.coefficient, big.NewRat(int64(n), 1)), slices.Delete(slices.Clone(t.singlets), i, i+1), t.word)
		}
		for i, x := range t.word {
			if x == k && len(t.word) > 1 {
				byTrace.add(t.coefficient, t.singlets, slices.Concat(t.word[i+1:], t.word[:i]))
			}
		}
	}
	if len(byS.terms) == 0 || len(byS.terms) != len(byTrace.terms) {
		return nil
	}
	var alpha *big.Rat
	for key, t := range byS.terms {
		u, ok := byTrace.terms[key]
		if !ok {
			return nil
		}
		ratio := new(big.Rat).Quo(t.coefficient, u.coefficient)
		if alpha == nil {
			alpha = ratio
		}
		if alpha.Cmp(ratio) != 0 {
			return nil
		}
	}
	return alpha
}

func count(list []int, x int) int {
	n := 0
	for _, y := range list {
		if x == y {
			n++
		}
	}
	return n
}

func (m *model) occurs(x int) bool {
	for _, t := range m.terms {
		if slices.Contains(t.word, x) || slices.Contains(t.singlets, x) {
			return true
		}
	}
	return false
}

// theory writes m as a quiver theory: full matrices are split into an adjoint and a singlet
// again, M = M̂ + S, or into the adjoint alone where a multiplier of the trace is all that
// its singlet does. Massive singlets are integrated out unless they are to be kept. It
// returns the fields of the theory in the order of its Charges.
func (m *model) theory(keepMassive bool) (*quiver.Theory, []*field, error) {
	for {
		m.dropMultipliers()
		if err := m.splitTraces(); err != nil {
			return nil, nil, err
		}
		if keepMassive {
			break
		}
		m.integrateSinglets()
		if m.massTerm() == nil {
			break
		}
		// The equation of motion of a singlet gave arrows a mass.
		m.fillTraces()
		if err := m.integrate(); err != nil {
			return nil, nil, err
		}
	}

	t := &quiver.Theory{Name: m.name, Nodes: slices.Clone(m.nodes), EncodesR: m.encR}
	var arrows, singlets []int
	for k, f := range m.fields {
		if f.gone {
			continue
		}
		if f.singlet() {
			singlets = append(singlets, k)
		} else {
			arrows = append(arrows, k)
		}
	}
	slices.SortStableFunc(arrows, func(i, j int) int {
		a, b := m.fields[i], m.fields[j]
		return cmp.Or(cmp.Compare(a.source, b.source), cmp.Compare(a.target, b.target))
	})
	slices.SortStableFunc(singlets, func(i, j int) int {
		return cmp.Compare(m.fields[i].home, m.fields[j].home)
	})
	at := make(map[int]int)
	var order []*field
	for i, k := range arrows {
		f := m.fields[k]
		at[k] = i
		order = append(order, f)
		t.Arrows = append(t.Arrows, quiver.Arrow{Label: fmt.Sprint("x", i), Source: f.source, Target: f.target, R: f.r})
	}
	for i, k := range singlets {
		f := m.fields[k]
		at[k] = i
		order = append(order, f)
		t.Singlets = append(t.Singlets, quiver.Singlet{Label: fmt.Sprintf("S%d[%d]", f.home, i), R: f.r})
	}
	for _, x := range m.sorted() {
		w := quiver.SuperpotentialTerm{Coefficient: new(big.Rat).Set(x.coefficient)}
		for _, k := range x.singlets {
			w.Singlets = append(w.Singlets, at[k])
		}
		for _, k := range x.word {
			w.Word = append(w.Word, at[k])
		}
		slices.Sort(w.Singlets)
		t.W = append(t.W, w)
	}
	// Arrows and singlets are in the order of Relabel already; it numbers them, the singlets by
	// the node in their label.
	t = t.Relabel()
	return t, order, t.Validate()
}
