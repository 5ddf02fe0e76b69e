package statmech

import (
	"context"
	"fmt"
	"slices"

	"github.com/assay-physics/assay/physics/spin"
	"github.com/assay-physics/assay/verify/mapping"
)

// baconShorTask is T08.
func baconShorTask() Task {
	return Task{
		ID: "T08", Title: "Bacon–Shor subsystem code under bit flips",
		Hamiltonian: `Z = \sum_b P(E \prod_k g_k^{b_k}),\quad g_k = X_{r,c} X_{r+1,c}`,
		Gold:        mapping.Gold{Class: "transfer_matrix", Complexity: "O(n)"},
		Also: []Route{
			{"exactly_solvable_other", "O(n)", "a product over columns of ½(1 ± (1−2p)^L)"},
			{"treewidth_bounded", "O(n)", "paths have treewidth 1"},
		},
		Sources: []string{"D. Bacon, Phys. Rev. A 73, 012340 (2006)", "C. T. Chubb and S. T. Flammia, Ann. Inst. H. Poincaré D 8, 269 (2021)"},
		Hint:    "Draw a line for every set between its two positions, and see what falls apart.",
		Domain:  "n = L*L with L at least 2", Sizes: []int{9, 16},
		least: 4, aside: []int{4, 9, 16}, scale: []int{36, 64, 144, 400}, ladder: squareLadder(),
		most: 784, far: &far{from: 600, to: 2500},
		model: baconShor{}, unordered: true,
		instruments: instruments{
			reference:  claimed{"transfer_matrix", "O(n)", "The pairs fall apart into lines; along each of them the weights of an even and of an odd number of changes are carried from position to position."},
			bruteforce: claimed{"no_efficient_known", "O(n^2 2^n)", "All choices are added up."}, enumerated: []string{"enumerate_deform", "bruteforce_T01"},
			mislabel:  "rbim_nishimori", // one error, no average
			overclaim: claimed{class: "transfer_matrix", complexity: "O(n)"},
			mistake:   "error",
		},
	}
}

// baconShor is the subsystem code on L × L qubits. What deforms an error without touching
// the encoded qubit is its gauge group: under bit flips the pairs of neighbours in a
// column, so that the spin model is one Ising chain for each column (Chubb and Flammia's
// mapping with gauge generators in place of stabilizers).
type baconShor struct{}

func (c baconShor) draw(_ Task, d drawing) (instance, error) {
	l, _ := side(d.n)
	in := deformed{code: c, n: d.n, rates: []float64{rareFlips(d, l)}, start: marks(d.s, d.n, 0.4)}
	in.start[d.s.below(l)] = true
	for r := range l - 1 {
		for c := range l {
			in.gens = append(in.gens, []int{r*l + c, (r+1)*l + c})
		}
	}
	// At least one column is odd, so that a forgotten start shows.
	odd := false
	for r := range l {
		odd = odd != in.start[r*l]
	}
	if !odd {
		in.start[0] = !in.start[0]
	}
	return in, nil
}

func (baconShor) rateRoles() []string       { return []string{"p"} }
func (baconShor) conventions() []convention { return []convention{energy} }
func (baconShor) forms() []string           { return errorForms() }
func (baconShor) roles(string) []string     { return []string{"p", "sets", "start"} }
func (baconShor) arguments() string         { return "n, p, sets, start" }

func (baconShor) special(in deformed) map[string]complex128 {
	return map[string]complex128{"K": nishimoriStrength(in.rates[0])}
}

func (baconShor) strengths(b binding) string { return b.oneStrength() }

func (baconShor) write(w *writer) {
	w.flipSum(w.pick(
		"The n = L*L positions can be written into a table with L rows and L columns such that the sets are the pairs of neighbours in a column, m = L*(L-1) in all. Which position stands where is not given, and the sets are in no particular order.",
		"There are n = L*L positions and m = L*(L-1) sets of two. The positions stand in L columns of L, in an order that is not given, and each two that are neighbours in a column are a set; the order of the sets means nothing."),
		fmt.Sprintf("[ %[1]s if d_i(b) = 1, 1 - %[1]s if d_i(b) = 0 ]", w.key("p")))
}

func (baconShor) parameter(b binding, role string) string {
	if role == "p" {
		return b.keys[role] + ", a float between 0 and 1"
	}
	return b.errorParameter(role, "m", "n")
}

func (baconShor) unpack(p *python) {
	p.line("p = %s", p.get("p"))
	p.unpackError()
}

func (baconShor) tables(in deformed) []weightTable {
	return independentFlips(func(int) float64 { return in.rates[0] }, in.n)
}

func (baconShor) beyond(in deformed) (mapping.Reference, error) {
	return in.evaluated(func(_ context.Context, m *spin.Model) (spin.LogZ, error) { return eliminated(m) })
}

func (baconShor) relabelled(in deformed, s *stream) deformed { return permuted(in, s) }

func (baconShor) witnesses(in deformed) (mapping.Structure, error) {
	s, err := in.skeleton(in.n)
	if err != nil {
		return s, err
	}
	l, _ := side(in.n)
	var paths [][]int
	var parities []int
	for c := range l {
		var path []int
		flips := 0
		for r := range l {
			if in.start[r*l+c] {
				flips++
			}
			if r < l-1 {
				path = append(path, r*l+c)
			}
		}
		paths, parities = append(paths, path), append(parities, flips)
	}
	w, err := rawWitness(map[string]any{"generators_by_component": paths, "width": 1})
	if err != nil {
		return s, err
	}
	closed, err := rawWitness(map[string]any{"flips_by_component": parities, "value": "product of (1 + (-1)^flips (1-2p)^L)/2"})
	s.Width, s.WidthLower = 1, 1
	s.Routes = []mapping.Route{
		{Class: "transfer_matrix", Complexity: "O(n)", Why: "the generators fall apart into paths, one a column: two weights per location", Witness: w},
		{Class: "treewidth_bounded", Complexity: "O(n)", Why: "the generators fall apart into paths, of treewidth 1", Witness: w},
		{Class: "exactly_solvable_other", Complexity: "O(n)", Why: "the products of the generators are all even sets of flips in every column, whose probability has a closed form", Witness: closed},
	}
	return s, err
}

// related: beside the two general identities, a flip moved from one row to another within
// its column.
func (baconShor) related(in deformed) []relative {
	l, _ := side(in.n)
	moved := in
	moved.start = slices.Clone(in.start)
	moved.start[0], moved.start[(l-1)*l] = !moved.start[0], !moved.start[(l-1)*l]
	return []relative{in.sameClass(), in.complementary(), same("column", "two marks at the ends of one line turned over", in, moved)}
}
