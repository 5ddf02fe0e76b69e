package seiberg

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-physics/assay/physics/quiver"
)

// OriginKind says what a field of the dual theory is.
type OriginKind int

// The kinds of fields.
const (
	Spectator OriginKind = iota // a field of the electric theory that the node does not touch
	DualQuark
	Meson      // the product of an incoming and an outgoing arrow
	MesonTrace // the trace of a meson that begins and ends at one node
	Multiplier // what a massive traceless adjoint leaves behind: it flips an operator
)

// Origin names the electric fields, in the order of Charges, that a field comes from: one,
// or for mesons the incoming and the outgoing arrow.
type Origin struct {
	Kind   OriginKind
	Fields []int
}

func (o Origin) String() string {
	names := make([]string, len(o.Fields))
	for i, k := range o.Fields {
		names[i] = strconv.Itoa(k)
	}
	list := strings.Join(names, ", ")
	switch o.Kind {
	case DualQuark:
		return "dual quark of field " + list
	case Meson:
		return "meson of fields " + list
	case MesonTrace:
		return "trace of the meson of fields " + list
	case Multiplier:
		return "multiplier of the trace of field " + list
	default:
		return "field " + list
	}
}

// A SymmetryMap gives the charge of each field, in the order of Charges, as a combination of
// the charges of another theory.
type SymmetryMap []Combination

func symmetryMap(order []*field) SymmetryMap {
	s := make(SymmetryMap, len(order))
	for i, f := range order {
		s[i] = f.charge
	}
	return s
}

// Flavour maps the charges of a flavour symmetry.
func (s SymmetryMap) Flavour(q quiver.Charges) quiver.Charges {
	image := make(quiver.Charges, len(s))
	for i, c := range s {
		image[i] = c.Of(q)
	}
	return image
}

// R maps the charges of an R-symmetry.
func (s SymmetryMap) R(r quiver.Charges) quiver.Charges {
	image := make(quiver.Charges, len(s))
	for i, c := range s {
		image[i] = c.value(r)
	}
	return image
}

// Then is the map that results if next maps on from the theory that s arrives at.
func (s SymmetryMap) Then(next SymmetryMap) SymmetryMap {
	image := make(SymmetryMap, len(next))
	for i, c := range next {
		sum := Combination{nil, c.R}
		for k, a := range c.Coefficients {
			if a != nil && a.Sign() != 0 {
				sum = sum.plus(s[k].scaled(a))
			}
		}
		image[i] = sum
	}
	return image
}

// A Refusal says why a node has no dual of the kind computed here.
type Refusal struct {
	Theory string
	Node   int
	Label  string
	Reason RefusalReason
	// Colours, Flavours are N and N_f of the node.
	Colours, Flavours int
}

// RefusalReason classifies refusals.
type RefusalReason int

// The reasons.
const (
	HasAdjoint    RefusalReason = iota // needs a dual of Kutasov's kind
	Anomalous                          // Σ_in and Σ_out of flavours differ
	Confining                          // N_f = N + 1
	DeformedSpace                      // N_f = N
	NoVacuum                           // 0 < N_f < N
	NoFlavours                         // a pure gauge node
)

func (e *Refusal) Error() string {
	place := fmt.Sprintf("theory %q: node %s", e.Theory, e.Label)
	switch e.Reason {
	case HasAdjoint:
		return place + " has an adjoint: Seiberg duality needs a node without one"
	case Anomalous:
		if e.Colours == 2 {
			return fmt.Sprintf("%s is SU(2) with %d incoming flavours and another number of outgoing ones: orient its doublets such that they agree", place, e.Flavours)
		}
		return fmt.Sprintf("%s has not as many incoming as outgoing flavours (%d are incoming): it is anomalous", place, e.Flavours)
	case Confining:
		return fmt.Sprintf("%s has N_f = N + 1 = %d: it confines, with mesons and baryons and W = B M B̃ − det M, and has no dual gauge group", place, e.Flavours)
	case DeformedSpace:
		return fmt.Sprintf("%s has N_f = N = %d: it confines with the quantum constraint det M − B B̃ = Λ^2N, and has no dual gauge group", place, e.Flavours)
	case NoVacuum:
		return fmt.Sprintf("%s has N_f = %d < N = %d: its superpotential is generated dynamically, and it has no dual gauge group", place, e.Flavours, e.Colours)
	default:
		return place + " has no flavours"
	}
}

// Options of a dualization.
type Options struct {
	// KeepMassive leaves the massive fields in Dual.Theory.
	KeepMassive bool
	// SkipBare leaves Dual.Bare and what belongs to it empty, which is faster.
	SkipBare bool
}

// Dual is the result of dualizing one node.
type Dual struct {
	Electric *quiver.Theory
	Node     int
	// Theory is the dual with its massive fields integrated out, Bare the one before; the
	// node keeps its number, and fields stand in the order of Relabel.
	Theory, Bare *quiver.Theory
	// Origins and Map say of each field of Theory, in the order of Charges, where it comes
	// from and what its charges are; BareOrigins and BareMap the same for Bare.
	Origins, BareOrigins []Origin
	Map, BareMap         SymmetryMap
	// Shift is the baryonic admixture b of the encoded R: R(q) = 1 − R(Q) ± b.
	Shift *big.Rat
	// Massive is the number of arrows that were integrated out.
	Massive int
}

// Dualize computes the Seiberg dual at a node. A *Refusal is the error of a node that has
// none. An SU(2) node with more incoming than outgoing doublets, or fewer, is dualized after
// bifundamentals of two SU(2) nodes have been turned round, if that makes them equal; then
// Dual.Electric is the theory with these directions.
func Dualize(t *quiver.Theory, node int, opt Options) (*Dual, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	if node < 0 || node >= len(t.Nodes) {
		return nil, fmt.Errorf("theory %q: there is no node %d: nodes are numbered 0 … %d", t.Name, node, len(t.Nodes)-1)
	}
	t = oriented(t, node)
	rank, err := dualRank(t, node)
	if err != nil {
		return nil, err
	}
	d := &Dual{Electric: t, Node: node}

	if mesons := len(t.In(node)) * len(t.Out(node)); mesons > maxMesons {
		return nil, &IntractableError{t.Name, "", fmt.Sprintf("node %s would have %d mesons, more than %d", t.Nodes[node].Label, mesons, maxMesons)}
	}
	m := newModel(t)
	if !opt.KeepMassive {
		m.fillTraces()
	}
	d.Shift = m.mutate(node, rank)
	if !opt.KeepMassive {
		if err = m.integrate(); err != nil {
			return nil, err
		}
	}
	theory, order, err := m.theory(opt.KeepMassive)
	if err != nil {
		return nil, err
	}
	d.Theory, d.Origins, d.Map = theory, origins(order), symmetryMap(order)
	for _, f := range m.fields {
		if f.gone && !f.singlet() && f.source != node && f.target != node {
			d.Massive++
		}
	}
	switch {
	case opt.KeepMassive:
		d.Bare, d.BareOrigins, d.BareMap = d.Theory, d.Origins, d.Map
	case !opt.SkipBare:
		bare, err := Dualize(t, node, Options{KeepMassive: true})
		if err != nil {
			return nil, err
		}
		d.Bare, d.BareOrigins, d.BareMap = bare.Bare, bare.BareOrigins, bare.BareMap
	}
	return d, nil
}

func origins(order []*field) []Origin {
	list := make([]Origin, len(order))
	for i, f := range order {
		list[i] = f.origin
	}
	return list
}

// oriented turns pseudo-real bifundamentals of SU(2) nodes round where that balances an
// SU(2) node.
func oriented(t *quiver.Theory, v int) *quiver.Theory {
	a := t.GaugeAnomalies()[v]
	if !a.SU2() || a.In == a.Out || !a.Cancels() {
		return t
	}
	for _, r := range t.Reorientations() {
		if a := r.GaugeAnomalies()[v]; a.In == a.Out {
			return r
		}
	}
	return t
}

// dualRank is N_f − N, or a Refusal.
func dualRank(t *quiver.Theory, v int) (int, error) {
	a := t.GaugeAnomalies()[v]
	refuse := func(reason RefusalReason) (int, error) {
		return 0, &Refusal{t.Name, v, a.Label, reason, a.Rank, a.In}
	}
	switch {
	case a.Loops > 0:
		return refuse(HasAdjoint)
	case a.In != a.Out:
		return refuse(Anomalous)
	case a.In == 0:
		return refuse(NoFlavours)
	case a.In < a.Rank:
		return refuse(NoVacuum)
	case a.In == a.Rank:
		return refuse(DeformedSpace)
	case a.In == a.Rank+1:
		return refuse(Confining)
	}
	return a.In - a.Rank, nil
}

// mutate replaces the arrows at a node by dual quarks and mesons. It returns the shift b of
// the R-charges.
func (m *model) mutate(v, rank int) *big.Rat {
	var ins, outs []int
	for k, f := range m.fields {
		switch {
		case f.gone || f.singlet():
		case f.target == v:
			ins = append(ins, k)
		case f.source == v:
			outs = append(outs, k)
		}
	}
	// β + 1 = Σ_out N_t Q_b/(N_f − N) for an R-symmetry; without the 1 for any other.
	shift, rShift := Combination{nil, minusOne}, new(big.Rat).Set(minusOne)
	x := new(big.Rat)
	for _, b := range outs {
		weight := big.NewRat(int64(m.nodes[m.fields[b].target].Rank), int64(rank))
		shift = shift.plus(m.fields[b].charge.scaled(weight))
		rShift.Add(rShift, x.Mul(weight, m.fields[b].r))
	}
	m.nodes[v].Rank = rank

	quark := make(map[int]int)
	minusShift := shift.negated()
	for _, k := range slices.Concat(ins, outs) {
		f := m.fields[k]
		charge, r := f.charge.negated().plusR(1), new(big.Rat).Sub(one, f.r)
		if f.target == v {
			charge = charge.plus(minusShift)
			r.Sub(r, rShift)
		} else {
			charge = charge.plus(shift)
			r.Add(r, rShift)
		}
		quark[k] = m.addField(&field{source: f.target, target: f.source, trace: -1,
			origin: Origin{DualQuark, f.origin.Fields}, charge: charge, r: r})
	}
	meson := make(map[[2]int]int)
	terms := m.terms
	m.terms = make(map[string]*term)
	for _, a := range ins {
		for _, b := range outs {
			fa, fb := m.fields[a], m.fields[b]
			k := m.addField(&field{source: fa.source, target: fb.target, full: fa.source == fb.target, trace: -1,
				origin: Origin{Meson, slices.Concat(fa.origin.Fields, fb.origin.Fields)}, charge: fa.charge.plus(fb.charge), r: new(big.Rat).Add(fa.r, fb.r)})
			meson[[2]int{a, b}] = k
			m.add(one, nil, []int{k, quark[b], quark[a]})
		}
	}
	for _, t := range terms {
		word := t.word
		if len(word) > 0 && m.fields[word[0]].source == v {
			// Begin outside the node, so that no pass through it is cut.
			word = slices.Concat(word[len(word)-1:], word[:len(word)-1])
		}
		var image []int
		for i := 0; i < len(word); i++ {
			if m.fields[word[i]].target == v {
				image = append(image, meson[[2]int{word[i], word[i+1]}])
				i++
			} else {
				image = append(image, word[i])
			}
		}
		m.add(t.coefficient, t.singlets, image)
	}
	for _, k := range slices.Concat(ins, outs) {
		m.fields[k].gone = true
	}
	return rShift
}
