package statmech

import (
	"fmt"
	"math"
	"slices"

	"github.com/assay-physics/assay/verify/mapping"
)

// Variant is a way to describe a task.
type Variant string

const (
	// Canonical names the model as a physicist would.
	Canonical Variant = "canonical"
	// Paraphrased keeps the sum literally and strips every name of physics.
	Paraphrased Variant = "paraphrased"
	// Templated draws names, index origin, labels, conventions and phrasing from the seed.
	Templated Variant = "templated"
)

// Variants lists the three variants in the order in which tables print them.
func Variants() []Variant { return []Variant{Canonical, Paraphrased, Templated} }

// Task is what a task is, whatever its wording.
type Task struct {
	// ID is the short name of the published benchmark, "P01" to "P06".
	ID string `json:"id"`
	// Title names the model for tables and reports; no prompt shows it.
	Title string `json:"title"`
	// Hamiltonian is H in LaTeX, for task cards.
	Hamiltonian string `json:"hamiltonian"`
	// Gold is the published label.
	Gold mapping.Gold `json:"gold"`
	// Also lists other classes under which the task is known to be tractable, with
	// the source of each: gold labels are not unique.
	Also []Route `json:"also,omitempty"`
	// Sources says where the gold label is derived.
	Sources []string `json:"sources"`
	// Hint points at the structure without giving the answer away; it is shown only
	// when a run asks for hints.
	Hint string `json:"hint"`
	// Domain says for which n the task is defined: "an integer, …".
	Domain string `json:"domain"`
	// Sizes are the announced ones.
	Sizes []int `json:"sizes"`

	least  int             // smallest n of the domain
	step   int             // n is a multiple of it; 0 when n is a square
	aside  []int           // unannounced sizes small enough for brute force
	scale  []int           // sizes with exact oracles far beyond brute force
	ladder []int           // sizes for the measurement of cost
	beta   map[regime]span // range of beta by regime; growth uses its lower end
	perN   map[regime]bool // the range is divided by n (all-to-all couplings)
}

// Route is another way to the same sum.
type Route struct {
	Class      string `json:"class"`
	Complexity string `json:"complexity"`
	Source     string `json:"source"`
}

type (
	regime = mapping.Regime
	span   struct{ lo, hi float64 }
)

// Classes a claim may name, each with the neutral line that the prompt shows.
var classes = []struct{ name, line string }{
	{"transfer_matrix", "the sum is built up by repeated application of a matrix from one layer of the system to the next"},
	{"free_fermion", "the sum reduces to independent fermionic modes"},
	{"pfaffian", "the sum is a Pfaffian or determinant, or a fixed number of them"},
	{"gauge", "a change of variables removes the disorder"},
	{"percolation", "the sum reduces to a count of connected clusters"},
	{"rbim_nishimori", "the parameters lie on a line where disorder and thermal weights coincide"},
	{"treewidth_bounded", "variables are eliminated one after another with tables of bounded size"},
	{"exactly_solvable_other", "another exact method"},
	{"no_efficient_known", "no method better than exhaustive effort is known"},
}

// Classes lists the nine classes that a claim may name.
func Classes() []string {
	names := make([]string, len(classes))
	for i, c := range classes {
		names[i] = c.name
	}
	return names
}

// Tasks lists the six tasks in their published order.
func Tasks() []Task {
	// 0.05..2 is the published range of beta. Aside probes reach below and above it;
	// scale probes keep ln Z under 700, so that a float can hold Z.
	small := map[regime]span{mapping.Probed: {0.05, 2}, mapping.Aside: {0.01, 2.5}, mapping.Scale: {0.2, 1}, mapping.AtGrowth: {0.3, 0.3}}
	long := []int{6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768}
	squares := []int{9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225, 256, 324, 400, 484, 576, 676, 784}
	return []Task{
		{
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
			least: 2, step: 1, aside: []int{5, 8, 11, 13}, scale: []int{24, 64, 150, 256}, ladder: long, beta: small,
		},
		{
			ID: "P02", Title: "Ising chain in site fields, open",
			Hamiltonian: `H = -J \sum_{i=0}^{n-2} s_i s_{i+1} - \sum_{i=0}^{n-1} h_i s_i`,
			Gold:        mapping.Gold{Class: "transfer_matrix", Complexity: "O(n)"},
			Also:        []Route{{"treewidth_bounded", "O(n)", "a path has treewidth 1, with or without fields"}},
			Sources:     []string{"H. A. Kramers and G. H. Wannier, Phys. Rev. 60, 252 (1941)"},
			Hint:        "Ask how much must be remembered about the first part of the row before the rest of the sum can be done, and whether the biases change that.",
			Domain:      "at least 2", Sizes: []int{6, 10, 12},
			least: 2, step: 1, aside: []int{5, 7, 9, 13}, scale: []int{24, 64, 150, 256}, ladder: long, beta: small,
		},
		{
			ID: "P03", Title: "Ising torus, ferromagnetic",
			Hamiltonian: `H = -J \sum_{r,c} \left( s_{r,c} s_{r,c+1} + s_{r,c} s_{r+1,c} \right),\quad \text{indices mod } L`,
			Gold:        mapping.Gold{Class: "transfer_matrix", Complexity: "poly(L)*2^L"},
			Also: []Route{
				{"free_fermion", "O(L)", "B. Kaufman, Phys. Rev. 76, 1232 (1949)"},
				{"pfaffian", "O(n^3)", "genus 1: four signed Pfaffians, P. W. Kasteleyn, Physica 27, 1209 (1961)"},
				{"treewidth_bounded", "poly(L)*4^L", "elimination row by row, two rows wide"},
			},
			Sources: []string{"L. Onsager, Phys. Rev. 65, 117 (1944)", "B. Kaufman, Phys. Rev. 76, 1232 (1949)"},
			Hint:    "Look at what one row hands over to the next, and at what closing the last row onto the first adds to it.",
			Domain:  "n = L*L with L at least 3", Sizes: []int{9, 16},
			least: 9, aside: []int{9, 16}, scale: []int{25, 36, 49, 64, 100, 144, 256}, ladder: squares,
			beta: map[regime]span{mapping.Probed: {0.05, 2}, mapping.Aside: {0.01, 2.5}, mapping.Scale: {0.2, 1.2}, mapping.AtGrowth: {0.3, 0.3}},
		},
		{
			ID: "P04", Title: "±J spin glass, open grid",
			Hamiltonian: `H = -\sum_{r,c} J^h_{r,c} s_{r,c} s_{r,c+1} - \sum_{r,c} J^v_{r,c} s_{r,c} s_{r+1,c},\quad J = \pm 1`,
			Gold:        mapping.Gold{Class: "pfaffian", Complexity: "O(n^3)"},
			Also: []Route{
				{"exactly_solvable_other", "O(n^3)", "M. Kac and J. C. Ward, Phys. Rev. 88, 1332 (1952)"},
				{"transfer_matrix", "O(n 2^L)", "site by site; exponential in √n"},
				{"treewidth_bounded", "O(n 2^L)", "the L×L grid has treewidth L"},
			},
			Sources: []string{"P. W. Kasteleyn, J. Math. Phys. 4, 287 (1963)", "M. E. Fisher, J. Math. Phys. 7, 1776 (1966)"},
			Hint:    "Expand the product over neighbour pairs and ask which sets of pairs survive the sum over signs, and how such sets can be counted on a drawing without crossings.",
			Domain:  "n = L*L with L at least 2", Sizes: []int{9, 16},
			least: 4, aside: []int{4, 9, 16}, scale: []int{25, 36, 64, 100, 144, 256}, ladder: squares,
			beta: map[regime]span{mapping.Probed: {0.05, 2}, mapping.Aside: {0.01, 2.5}, mapping.Scale: {0.2, 1.1}, mapping.AtGrowth: {0.3, 0.3}},
		},
		{
			ID: "P05", Title: "Mattis model, all to all",
			Hamiltonian: `H = -\tfrac12 \left[ \left( \sum_i \xi_i s_i \right)^2 - n \right]`,
			Gold:        mapping.Gold{Class: "gauge", Complexity: "O(n)"},
			Also: []Route{
				{"exactly_solvable_other", "O(n) per node", "Gaussian integral over one field, J. Hubbard, Phys. Rev. Lett. 3, 77 (1959)"},
			},
			Sources: []string{"D. C. Mattis, Phys. Lett. A 56, 421 (1976)"},
			Hint:    "Look for new sign variables, one for each old one, in which the given list of signs no longer appears.",
			Domain:  "at least 2", Sizes: []int{6, 10, 12},
			least: 2, step: 1, aside: []int{5, 7, 9, 13}, scale: []int{24, 48, 96, 160}, ladder: long,
			beta: map[regime]span{mapping.Probed: {0.05, 2}, mapping.Aside: {0.01, 2.5}, mapping.Scale: {0.2, 2}, mapping.AtGrowth: {0.8, 0.8}},
			perN: map[regime]bool{mapping.Scale: true, mapping.AtGrowth: true},
		},
		{
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
		},
	}
}

// maxSize bounds every draw: ln Z >= n ln 2 whenever the mean energy over all
// configurations vanishes, so that no larger sum fits into a float.
const maxSize = 900

// taskByID finds a task.
func taskByID(id string) (Task, error) {
	for _, t := range Tasks() {
		if t.ID == id {
			return t, nil
		}
	}
	return Task{}, fmt.Errorf("statmech: unknown task %q; known: P01 to P06", id)
}

// admits reports why n lies outside the task's domain, or nil.
func (t Task) admits(n int) error {
	_, square := side(n)
	switch {
	case n < t.least, t.step > 0 && n%t.step != 0, t.step == 0 && !square:
		return fmt.Errorf("statmech: task %s: n = %d is outside its domain (%s)", t.ID, n, t.Domain)
	case n > maxSize:
		return fmt.Errorf("statmech: task %s: n = %d: sums over more than %d signs do not fit into a float", t.ID, n, maxSize)
	}
	return nil
}

func (t Task) square() bool { return t.step == 0 }

func (t Task) sizes(r mapping.Regime) []int {
	switch r {
	case mapping.Probed:
		return slices.Clone(t.Sizes)
	case mapping.Aside:
		return slices.Clone(t.aside)
	case mapping.Scale:
		return slices.Clone(t.scale)
	case mapping.AtGrowth:
		return slices.Clone(t.ladder)
	}
	return nil
}

// samples is how many instances of each size a regime draws; five is the published
// number, and three cover temperatures below, inside and above the published range.
func samples(r mapping.Regime) int {
	switch r {
	case mapping.Probed:
		return 5
	case mapping.Aside:
		return 3
	case mapping.Scale:
		return 2
	case mapping.AtGrowth:
		return 1
	}
	return 0
}

func side(n int) (int, bool) {
	l := int(math.Round(math.Sqrt(float64(n))))
	return l, l*l == n
}
