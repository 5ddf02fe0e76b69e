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
	r      quiver.Charges // R-charges of the theory that the charges refer to
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

// add adds c · singlets · Tr(word) to W. The slices become the model's own.
func (m *model) add(c *big.Rat, singlets, word []int) {
	if len(word) == 1 && !m.fields[word[0]].full {
		return // the trace of a traceless adjoint
	}
	word = quiver.CanonicalRotation(word)
	slices.Sort(singlets)
	k := key(singlets, word)
	t, ok := m.terms[k]
	if !ok {
		m.terms[k] = &term{new(big.Rat).Set(c), singlets, word}
		return
	}
	if t.coefficient.Add(t.coefficient, c).Sign() == 0 {
		delete(m.terms, k)
	}
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
	m := &model{name: t.Name, nodes: slices.Clone(t.Nodes), terms: make(map[string]*term), r: t.RCharges(), encR: t.EncodesR}
	n := len(t.Arrows)
	for k, a := range t.Arrows {
		m.addField(&field{source: a.Source, target: a.Target, trace: -1,
			origin: Origin{Kind: Spectator, Fields: []int{k}}, charge: unit(k)})
	}
	for k, s := range t.Singlets {
		home, _ := quiver.SingletGroup(s.Label)
		m.addField(&field{source: -1, target: -1, trace: -1, home: home,
			origin: Origin{Kind: Spectator, Fields: []int{n + k}}, charge: unit(n + k)})
	}
	for _, w := range t.W {
		singlets := make([]int, len(w.Singlets))
		for i, s := range w.Singlets {
			singlets[i] = n + s
		}
		m.add(w.Coefficient, singlets, slices.Clone(w.Word))
	}
	return m
}

// fillTraces makes every adjoint a full matrix: Φ̂ + αS = Φ where W depends on a singlet S
// in this combination only, and otherwise with a multiplier Λ of its trace.
func (m *model) fillTraces() {
	for k, f := range m.fields {
		if f.singlet() || f.gone || f.source != f.target || f.full {
			continue
		}
		f.full = true
		if m.absorbTrace(k) {
			continue
		}
		multiplier := m.addField(&field{source: -1, target: -1, trace: -1, home: f.source,
			charge: f.charge.times(-1).plusR(2), origin: Origin{Kind: Multiplier, Fields: f.origin.Fields}})
		m.add(big.NewRat(1, 1), []int{multiplier}, []int{k})
	}
}

// absorbTrace looks for a singlet S and an α such that W is a function of Φ + αS alone; the
// shift Φ → Φ − αS then removes S.
func (m *model) absorbTrace(k int) bool {
	for s, f := range m.fields {
		if !f.singlet() || f.gone || f.charge.value(m.r).Cmp(m.fields[k].charge.value(m.r)) != 0 {
			continue
		}
		alpha := m.traceRatio(k, s)
		if alpha == nil {
			continue
		}
		shifted, err := m.substitute(map[int]polynomial{k: {
			{big.NewRat(1, 1), nil, []int{k}},
			{new(big.Rat).Neg(alpha), []int{s}, nil},
		}})
		if err != nil || shifted.occurs(s) {
			continue
		}
		m.terms = shifted.terms
		f.gone = true
		m.fields[k].trace = s
		return true
	}
	return false
}

// traceRatio is α read off one pair of terms S·Tr(w) and Tr(Φ w), w without Φ and S.
func (m *model) traceRatio(k, s int) *big.Rat {
	for _, t := range m.sorted() {
		if len(t.singlets) == 0 || count(t.singlets, s) != 1 || count(t.word, k) != 0 || len(t.word) == 0 {
			continue
		}
		rest := slices.DeleteFunc(slices.Clone(t.singlets), func(x int) bool { return x == s })
		for i, x := range t.word {
			if m.fields[x].source != m.fields[k].source {
				continue
			}
			w := append([]int{k}, t.word[i:]...)
			w = quiver.CanonicalRotation(append(w, t.word[:i]...))
			if u, ok := m.terms[key(rest, w)]; ok {
				return new(big.Rat).Quo(t.coefficient, u.coefficient)
			}
		}
	}
	return nil
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
	m.dropMultipliers()
	if err := m.splitTraces(); err != nil {
		return nil, nil, err
	}
	if !keepMassive {
		m.integrateSinglets()
	}

	t := &quiver.Theory{Name: m.name, Nodes: slices.Clone(m.nodes), EncodesR: m.encR}
	for i := range t.Nodes {
		t.Nodes[i].Label = fmt.Sprintf("SU(%d)_%d", t.Nodes[i].Rank, i)
	}
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
		t.Arrows = append(t.Arrows, quiver.Arrow{Label: fmt.Sprint("x", i), Source: f.source, Target: f.target, R: f.charge.value(m.r)})
	}
	multiplicity := make(map[int]int)
	for i, k := range singlets {
		f := m.fields[k]
		at[k] = i
		order = append(order, f)
		label := fmt.Sprintf("S%d[%d]", f.home, multiplicity[f.home])
		multiplicity[f.home]++
		t.Singlets = append(t.Singlets, quiver.Singlet{Label: label, R: f.charge.value(m.r)})
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
	t = t.Relabel() // arrows and singlets are in its order already
	return t, order, t.Validate()
}
