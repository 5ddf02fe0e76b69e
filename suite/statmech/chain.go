package statmech

import (
	"fmt"
	"math"
	"slices"

	"github.com/assay-physics/assay/physics/spin"
	"github.com/assay-physics/assay/verify/mapping"
)

// chainTask is P01.
func chainTask() Task {
	return Task{
		ID: "P01", Title: "Ising chain, open",
		Hamiltonian: `H = -J \sum_{i=0}^{n-2} s_i s_{i+1}`,
		Gold:        mapping.Gold{Class: "transfer_matrix", Complexity: "O(n)"},
		Also: []Route{
			{"exactly_solvable_other", "O(1) operations", "bond variables are independent: Z = 2(2 cosh βJ)^(n−1)"},
			{"treewidth_bounded", "O(n)", "a path has treewidth 1"},
		},
		Sources: []string{"E. Ising, Z. Phys. 31, 253 (1925)", "H. A. Kramers and G. H. Wannier, Phys. Rev. 60, 252 (1941)"},
		Hint:    "Ask how much must be remembered about the first part of the row before the rest of the sum can be done.",
		Domain:  "at least 2", Sizes: []int{6, 10, 14},
		least: 2, step: 1, aside: []int{5, 8, 11, 13}, scale: []int{24, 64, 150, 256}, ladder: longLadder(), far: &far{520, 1000, span{0.04, 0.095}}, beta: smallBeta(),
		model: row{},
		instruments: instruments{
			reference:  claimed{"transfer_matrix", "O(n)", "One two-component vector is carried along the row and multiplied by the same 2 x 2 matrix at each step."},
			bruteforce: exhaustive, enumerated: []string{"enumerate", "bonds_P01"},
			mislabel:  "percolation", // a cluster of an Ising model has weight 2, and the program counts none
			overclaim: claimed{class: "transfer_matrix", complexity: "O(n)"},
			mistake:   "sign",
		},
	}
}

// fieldChainTask is P02.
func fieldChainTask() Task {
	return Task{
		ID: "P02", Title: "Ising chain in site fields, open",
		Hamiltonian: `H = -J \sum_{i=0}^{n-2} s_i s_{i+1} - \sum_{i=0}^{n-1} h_i s_i`,
		Gold:        mapping.Gold{Class: "transfer_matrix", Complexity: "O(n)"},
		Also:        []Route{{"treewidth_bounded", "O(n)", "a path has treewidth 1, with or without fields"}},
		Sources:     []string{"H. A. Kramers and G. H. Wannier, Phys. Rev. 60, 252 (1941)"},
		Hint:        "Ask how much must be remembered about the first part of the row before the rest of the sum can be done, and whether the biases change that.",
		Domain:      "at least 2", Sizes: []int{6, 10, 12},
		least: 2, step: 1, aside: []int{5, 7, 9, 13}, scale: []int{24, 64, 150, 256}, ladder: longLadder(), far: &far{520, 1000, span{0.04, 0.095}}, beta: smallBeta(),
		model: row{fields: true},
		instruments: instruments{
			reference:  claimed{"transfer_matrix", "O(n)", "One two-component vector is carried along the row; each step is a 2 x 2 matrix with the local bias."},
			bruteforce: exhaustive, enumerated: []string{"enumerate", "bonds_P02"},
			mislabel:  "pfaffian", // the fields break the even-subgraph expansion
			overclaim: claimed{class: "transfer_matrix", complexity: "O(n)"},
			mistake:   "sign",
		},
	}
}

// row is the open Ising chain, in site fields for P02.
type row struct{ fields bool }

// Forms in which P02 hands over the row.
const (
	formRoute = "route" // the order in which the row visits the labels
	formLinks = "links" // the neighbouring pairs, in no order
)

func (m row) draw(t Task, d drawing) (instance, error) {
	j, field := strength(d.s, d.regime, d.stratum)
	in := rowSpins{n: d.n, beta: d.beta, j: float64(d.flip()*(1-2*(d.k%2))) * j}
	if m.fields {
		for range d.n {
			in.h = append(in.h, round(field*(2*d.s.unit()-1)))
		}
	}
	return in, nil
}

func (row) conventions() []convention { return allConventions }

func (m row) forms() []string {
	if m.fields {
		return []string{formRoute, formLinks}
	}
	return nil
}

func (m row) roles(form string) []string {
	switch {
	case !m.fields:
		return []string{"beta", "J"}
	case form == "":
		return []string{"beta", "J", "h"}
	}
	return []string{"beta", "J", "h", form}
}

func (m row) arguments() string {
	if m.fields {
		return "n, beta, J, h"
	}
	return "n, beta, J"
}

func (m row) write(w *writer) {
	w.signSum(func() (formula, remark string) {
		formula = w.lead() + w.row()
		if m.fields {
			formula += w.further() + fmt.Sprintf("sum_{%s=%s}^{%s} %s_%s %s", w.k, w.first(), w.last(), w.key("h"), w.k, w.at(w.k))
		}
		return formula, w.unjoined()
	})
}

func (row) parameter(b binding, role string) string {
	switch role {
	case "J":
		return b.keys[role] + ", " + eitherSign
	case "h":
		return fmt.Sprintf("a list of n floats of either sign; `params[%q][%s]` is %s_k", b.keys[role], b.index("k"), b.keys[role])
	case formRoute:
		return fmt.Sprintf("the order, a list of n integers from %d to %s; `params[%q][%s]` is R(i)", b.origin, b.last(), b.keys[role], b.index("i"))
	case formLinks:
		return fmt.Sprintf("the links, a list of n-1 pairs of integers from %d to %s, in no particular order", b.origin, b.last())
	}
	return ""
}

func (m row) unpack(p *python) {
	p.line("J = %s%s", p.minus(), p.get("J"))
	if !m.fields {
		return
	}
	switch p.b.form {
	case "":
		p.line("h = %s", p.get("h"))
	case formRoute:
		p.line("h = [%s%s[%s] for i in %s]", p.minus(), p.get("h"), p.at("i"), p.get(formRoute))
	case formLinks:
		p.line("near = {}")
		p.line("for a, b in %s:", p.get(formLinks))
		p.line("    near.setdefault(a, []).append(b)")
		p.line("    near.setdefault(b, []).append(a)")
		p.line("row = [min(i for i in near if len(near[i]) == 1)]")
		p.line("for _ in range(n - 1):")
		p.line("    row.append(next(i for i in near[row[-1]] if i not in row[-2:]))")
		p.line("h = [%s%s[%s] for i in row]", p.minus(), p.get("h"), p.at("i"))
	}
}

// row is the sum over consecutive variables.
func (w *writer) row() string {
	upper := "n-2"
	if w.b.origin == 1 {
		upper = "n-1"
	}
	here, next := w.i, w.i+"+1"
	switch w.b.form {
	case formLinks:
		return fmt.Sprintf("%s * sum over the links {%s,%s} of %s %s", w.key("J"), w.i, w.j, w.at(w.i), w.at(w.j))
	case formRoute:
		here, next = "R("+here+")", "R("+next+")"
	}
	return fmt.Sprintf("%s * sum_{%s=%s}^{%s} %s %s", w.key("J"), w.i, w.first(), upper, w.at(here), w.at(next))
}

// unjoined says that the row has two ends.
func (w *writer) unjoined() string {
	switch w.b.form {
	case formRoute:
		return fmt.Sprintf(w.pick(
			"Here R(%s), ..., R(%s) are the labels %s to %s in a given order. The last label in this order is not joined to the first.",
			"R lists the labels: R(%s), ..., R(%s) is some ordering of %s, ..., %s, and nothing joins its last entry to its first.",
		), w.first(), w.last(), w.first(), w.last())
	case formLinks:
		return w.pick(
			"The n-1 links join the variables into a single row with two ends.",
			"Following the n-1 links from one end to the other visits every variable once; the two ends are not joined.")
	}
	return w.pick(
		"The last variable is not multiplied with the first.",
		"No product joins the last variable with the first.")
}

// rowSpins is an open chain: P01, and P02 where h is given.
type rowSpins struct {
	n       int
	beta, j float64
	h       []float64
}

func (in rowSpins) size() int         { return in.n }
func (in rowSpins) heat() float64     { return in.beta }
func (in rowSpins) fields() []float64 { return in.h }

func (in rowSpins) bonds() (out []bond) {
	for i := range in.n - 1 {
		out = append(out, bond{i, i + 1, in.j})
	}
	return out
}

func (in rowSpins) couplings() []float64 { return slices.Repeat([]float64{in.j}, in.n-1) }

func (in rowSpins) model() (*spin.Model, error) {
	return spin.NewChain(in.beta, in.couplings(), in.h)
}

func (in rowSpins) present(b binding, s *stream, label []int, p map[string]any) {
	sgn := b.sign()
	p[b.keys["J"]] = sgn * in.j
	if in.h == nil {
		return
	}
	h := make([]float64, in.n)
	for i, x := range in.h {
		h[label[i]] = sgn * x
	}
	p[b.keys["h"]] = h
	switch b.form {
	case formRoute:
		p[b.keys[formRoute]] = shift(label, b.origin)
	case formLinks:
		var links [][]int
		for i := range in.n - 1 {
			links = append(links, pair(s, label[i]+b.origin, label[i+1]+b.origin))
		}
		p[b.keys[formLinks]] = shuffled(s, links)
	}
}

func (in rowSpins) reference() (mapping.Reference, error) {
	m, err := in.model()
	if err != nil {
		return mapping.Reference{}, err
	}
	return summed(m, func() (spin.LogZ, error) { return spin.ChainLogZ(in.beta, in.couplings(), in.h) })
}

// mistakes: a global change of sign is invisible on an open chain without fields, whose
// couplings it only gauges away, so that in P01 the sign is the minus that the weight of
// unlike neighbours loses; and the chain closed into a ring.
func (in rowSpins) mistakes() (map[string]mapping.Reference, error) {
	if in.n > bruteSize {
		return nil, nil
	}
	wrong := map[string]mapping.Reference{}
	if in.h == nil {
		wrong["sign"] = mapping.Reference{LogZ: math.Ln2 + float64(in.n-1)*(math.Ln2+in.beta*in.j)}
	} else {
		m, err := in.model()
		if err != nil {
			return nil, err
		}
		if err := wrongly(wrong, "sign", negated(m), nil); err != nil {
			return nil, err
		}
	}
	ring, err := in.model()
	if err != nil {
		return nil, err
	}
	ring.Terms = append(ring.Terms, spin.Term{Sites: []int{0, in.n - 1}, J: in.j})
	return wrong, wrongly(wrong, "boundary", ring, nil)
}

func (in rowSpins) structure() (mapping.Structure, error) {
	m, err := in.model()
	if err != nil {
		return mapping.Structure{}, err
	}
	return structure(m)
}

// relatives: flipping every second spin negates the coupling and every second field;
// energy and temperature share one scale.
func (in rowSpins) relatives() []relative {
	flipped, heated := in, in
	flipped.j = -in.j
	flipped.h = slices.Clone(in.h)
	for i := 1; i < len(in.h); i += 2 {
		flipped.h[i] = -in.h[i]
	}
	heated.beta, heated.j, heated.h = in.beta/2, 2*in.j, times(in.h, 2)
	return []relative{
		same("gauge", "a change of sign of every second variable negates the factor and every second bias", in, flipped),
		same("scale", "only the products of the heat parameter with the others enter", in, heated),
	}
}

func times(xs []float64, by float64) []float64 {
	if xs == nil {
		return nil
	}
	out := make([]float64, len(xs))
	for i, x := range xs {
		out[i] = by * x
	}
	return out
}
