package statmech

import (
	"context"
	"fmt"
	"slices"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/physics/spin"
	"github.com/assay-physics/assay/verify/mapping"
)

// cubicTask is P06.
func cubicTask() Task {
	return Task{
		ID: "P06", Title: "±J spin glass, random 3-regular graph",
		Hamiltonian: `H = -\sum_{k} J_k s_{u_k} s_{v_k},\quad J_k = \pm 1`,
		Gold:        mapping.Gold{Class: "no_efficient_known", Complexity: "O(2^n)"},
		Also: []Route{
			{"treewidth_bounded", "O(n 2^w), w the width of the order", "elimination; random cubic graphs have width of order n, A. V. Kostochka and L. S. Melnikov, Discrete Math. 100, 245 (1992)"},
		},
		Sources: []string{"F. Barahona, J. Phys. A 15, 3241 (1982)"},
		Hint:    "Test each kind of simplification against the given pairs before you rely on it, and say so if none of them applies.",
		Domain:  "even and at least 4", Sizes: []int{8, 10},
		least: 4, step: 2, aside: []int{6, 12, 14}, scale: []int{20, 28, 40},
		ladder: []int{6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 36, 44, 56, 72, 96, 128, 192, 256},
		beta:   map[regime]span{mapping.Probed: {0.05, 2}, mapping.Aside: {0.01, 2.5}, mapping.Scale: {0.2, 1.2}, mapping.AtGrowth: {0.3, 0.3}},
		model:  cubic{},
		instruments: instruments{
			reference:  claimed{"no_efficient_known", "O(n 2^n)", "The graph is not planar, the signs are frustrated and the width grows with n: no structure to use, so all configurations are added up."},
			bruteforce: exhaustive, enumerated: []string{"enumerate", "bonds_P06"},
			mislabel:  "free_fermion", // not planar
			overclaim: claimed{class: "treewidth_bounded", complexity: "O(n)"}, overclaimFile: "reference_P06",
			mistake: "sign",
		},
	}
}

// cubic is the ±J glass on a random 3-regular graph.
type cubic struct{}

// Forms in which weighted pairs are handed over.
const (
	formLists   = "lists"   // pairs and factors in two lists
	formTriples = "triples" // one list of [u, v, factor]
)

// draw draws signs until at least one cycle is frustrated.
func (cubic) draw(_ Task, d drawing) (instance, error) {
	in := pairSpins{n: d.n, beta: d.beta, edges: cubicGraph(d.s, d.n)}
	in.js = make([]float64, len(in.edges))
	for {
		for i := range in.js {
			in.js[i] = float64(d.s.sign())
		}
		if frustrated(in.n, in.bonds()) {
			return in, nil
		}
	}
}

func (cubic) conventions() []convention { return allConventions }
func (cubic) forms() []string           { return []string{formLists, formTriples} }

func (cubic) roles(form string) []string {
	if form == formTriples {
		return []string{"beta", "edges"}
	}
	return []string{"beta", "edges", "J"}
}

func (cubic) arguments() string { return "n, beta, edges, J" }

func (cubic) write(w *writer) {
	w.signSum(func() (formula, remark string) {
		return w.pairSum(), w.pick(
			"Each of the 3n/2 pairs has a factor g of its own, +1 or -1. No pair is listed twice, every index occurs in exactly three pairs, and the pairs are drawn at random for each parameter set.",
			"The 3n/2 pairs are drawn at random for each parameter set such that every index lies in exactly three of them and none is repeated; each has its own factor g, +1 or -1.")
	})
}

// pairSum is the sum over listed pairs.
func (w *writer) pairSum() string {
	return fmt.Sprintf("%ssum over the listed pairs {%s,%s} of g_{%s,%s} %s %s", w.lead(), w.i, w.j, w.i, w.j, w.at(w.i), w.at(w.j))
}

func (cubic) parameter(b binding, role string) string { return b.pairList(role, "3n/2") }

// pairList says how count weighted pairs are handed over.
func (b binding) pairList(role, count string) string {
	switch {
	case role == "J":
		return fmt.Sprintf("the factors, a list of %s numbers in the order of `params[%q]`", count, b.keys["edges"])
	case b.form == formTriples:
		return fmt.Sprintf("the pairs with their factors, a list of %s triples [i, j, g] with i and j from %d to %s", count, b.origin, b.last())
	}
	return fmt.Sprintf("the pairs, a list of %s pairs of integers from %d to %s", count, b.origin, b.last())
}

func (cubic) unpack(p *python) { p.pairs() }

// pairs reads edges and J.
func (p *python) pairs() {
	switch {
	case p.b.form == formTriples:
		p.line("edges = [(%s, %s) for i, j, g in %s]", p.at("i"), p.at("j"), p.get("edges"))
		p.line("J = [%sg for i, j, g in %s]", p.minus(), p.get("edges"))
	case p.b.variant == Templated:
		p.line("edges = [(%s, %s) for i, j in %s]", p.at("i"), p.at("j"), p.get("edges"))
		p.line("J = [%sg for g in %s]", p.minus(), p.get("J"))
	default:
		p.line("edges = %s", p.get("edges"))
		p.line("J = %s", p.get("J"))
	}
}

// pairSpins is an Ising model on a listed graph, with one coupling for each edge.
type pairSpins struct {
	n     int
	beta  float64
	edges [][2]int
	js    []float64
}

func (in pairSpins) size() int         { return in.n }
func (in pairSpins) heat() float64     { return in.beta }
func (in pairSpins) fields() []float64 { return nil }

func (in pairSpins) bonds() (out []bond) {
	for k, e := range in.edges {
		out = append(out, bond{e[0], e[1], in.js[k]})
	}
	return out
}

func (in pairSpins) present(b binding, s *stream, label []int, p map[string]any) {
	order := make([]int, len(in.edges))
	for i := range order {
		order[i] = i
	}
	if b.variant == Templated {
		order = s.perm(len(in.edges))
	}
	var edges [][]int
	var js []float64
	var triples [][]float64
	for _, e := range order {
		uv := []int{label[in.edges[e][0]] + b.origin, label[in.edges[e][1]] + b.origin}
		if b.variant == Templated {
			uv = pair(s, uv[0], uv[1])
		}
		edges, js = append(edges, uv), append(js, b.sign()*in.js[e])
		triples = append(triples, []float64{float64(uv[0]), float64(uv[1]), b.sign() * in.js[e]})
	}
	if b.form == formTriples {
		p[b.keys["edges"]] = triples
	} else {
		p[b.keys["edges"]], p[b.keys["J"]] = edges, js
	}
}

func (in pairSpins) model() (*spin.Model, error) {
	return spin.NewPairs(in.n, in.beta, in.edges, in.js)
}

func (in pairSpins) reference() (mapping.Reference, error) {
	m, err := in.model()
	if err != nil {
		return mapping.Reference{}, err
	}
	return summed(m, func() (spin.LogZ, error) { return eliminated(m) })
}

// eliminated is ln Z by variable elimination.
func eliminated(m *spin.Model) (spin.LogZ, error) {
	g, err := m.Interaction()
	if err != nil {
		return spin.LogZ{}, err
	}
	return spin.Eliminate(context.Background(), m, graph.MinFillOrder(g, spin.MaxWidth), spin.MaxWidth)
}

func (in pairSpins) mistakes() (map[string]mapping.Reference, error) {
	if in.n > bruteSize {
		return nil, nil
	}
	m, err := in.model()
	if err != nil {
		return nil, err
	}
	wrong := map[string]mapping.Reference{}
	return wrong, wrongly(wrong, "sign", negated(m), nil)
}

func (in pairSpins) structure() (mapping.Structure, error) {
	m, err := in.model()
	if err != nil {
		return mapping.Structure{}, err
	}
	return structure(m)
}

// relatives: flipping a spin negates its bonds; bonds that flips make positive.
func (in pairSpins) relatives() []relative {
	plain := in
	plain.js = slices.Repeat([]float64{1}, len(in.js))
	return []relative{
		same("gauge", "a change of sign of one variable negates the factors of its pairs", in, in.flip(in.n/2)),
		same("balanced", "factors that a change of signs of the variables makes positive give the value of positive ones", plain, plain.flip(0).flip(in.n-1)),
	}
}

// flip negates the couplings of one site.
func (in pairSpins) flip(site int) pairSpins {
	out := in
	out.js = slices.Clone(in.js)
	for k, e := range in.edges {
		if e[0] == site || e[1] == site {
			out.js[k] *= -1
		}
	}
	return out
}

// cubicGraph draws a simple 3-regular graph by the pairing model: three half-edges
// per vertex are matched at random until no loop and no double edge is left, which
// makes every simple labelled graph equally likely (Bollobás 1980). About one attempt
// in e² succeeds.
func cubicGraph(s *stream, n int) [][2]int {
	for {
		half := s.perm(3 * n)
		edges := make([][2]int, 0, 3*n/2)
		seen := make(map[[2]int]bool, 3*n/2)
		for i := 0; i < len(half); i += 2 {
			u, v := half[i]/3, half[i+1]/3
			if u > v {
				u, v = v, u
			}
			if u == v || seen[[2]int{u, v}] {
				break
			}
			seen[[2]int{u, v}] = true
			edges = append(edges, [2]int{u, v})
		}
		if len(edges) == 3*n/2 {
			return edges
		}
	}
}
