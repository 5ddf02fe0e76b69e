package statmech

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/assay-physics/assay/physics/spin"
	"github.com/assay-physics/assay/verify/mapping"
)

// repetitionTask is T01.
func repetitionTask() Task {
	return Task{
		ID: "T01", Title: "Repetition code under bit flips",
		Hamiltonian: `Z = \sum_b P(E\, g_1^{b_1} \cdots g_m^{b_m}),\quad g_k = X_i X_{i+1}`,
		Gold:        mapping.Gold{Class: "transfer_matrix", Complexity: "O(n)"},
		Also: []Route{
			{"exactly_solvable_other", "O(n)", "½(1 ± (1−2p)^n), the probability of an even or odd number of flips"},
			{"treewidth_bounded", "O(n)", "a chain has treewidth 1"},
		},
		Sources: []string{"E. Dennis, A. Kitaev, A. Landahl and J. Preskill, J. Math. Phys. 43, 4452 (2002)", "C. T. Chubb and S. T. Flammia, Ann. Inst. H. Poincaré D 8, 269 (2021)"},
		Hint:    "Ask what all products of the sets have in common, and what has to be remembered when the positions are passed one by one.",
		Domain:  "at least 3", Sizes: []int{6, 10, 14},
		least: 3, step: 1, aside: []int{4, 8, 12}, scale: []int{24, 48, 96, 200, 400},
		ladder: longLadder(), far: &far{from: 500, to: 3000},
		model: repetition{}, unordered: true,
		instruments: instruments{
			reference:  claimed{"transfer_matrix", "O(n)", "The products of the sets are all changes of an even number of positions: the weights of an even and of an odd number are carried from position to position."},
			bruteforce: claimed{"no_efficient_known", "O(n^2 2^n)", "All choices are added up."}, enumerated: []string{"enumerate_deform", "bruteforce_T01"},
			mislabel:  "rbim_nishimori", // one error, no average
			overclaim: claimed{class: "transfer_matrix", complexity: "O(n)"},
			mistake:   "error",
		},
	}
}

// repetition is the code of n qubits with stabilizers X_i X_{i+1}; bit flips deformed by
// them are an Ising chain.
type repetition struct{}

func (c repetition) draw(_ Task, d drawing) (instance, error) {
	in := deformed{code: c, n: d.n, rates: []float64{rareFlips(d, d.n)}, start: marks(d.s, d.n, 0.5)}
	in.start[d.s.below(d.n)] = true
	for i := range d.n - 1 {
		in.gens = append(in.gens, []int{i, i + 1})
	}
	// An even number of flips is in the class of none: some samples are odd.
	odd := false
	for _, on := range in.start {
		odd = odd != on
	}
	if odd != (d.k%2 == 0) {
		in.start[0] = !in.start[0]
	}
	return in, nil
}

func (repetition) rateRoles() []string       { return []string{"p"} }
func (repetition) conventions() []convention { return []convention{energy} }
func (repetition) forms() []string           { return errorForms() }
func (repetition) roles(string) []string     { return []string{"p", "sets", "start"} }
func (repetition) arguments() string         { return "n, p, sets, start" }
func (repetition) special(in deformed) map[string]complex128 {
	return map[string]complex128{"K": nishimoriStrength(in.rates[0])}
}

func (repetition) strengths(b binding) string { return b.oneStrength() }

func (repetition) write(w *writer) {
	w.flipSum(w.pick(
		fmt.Sprintf("The positions %s, ..., %s stand in a line in some order, and the n-1 sets are the pairs of neighbours in that line, in any order; m = n-1.", w.first(), w.last()),
		fmt.Sprintf("There are m = n-1 sets of two positions out of %s, ..., %s. Some order of all positions exists in which the sets are the pairs of neighbours; neither the order of the positions nor that of the sets is given.", w.first(), w.last())),
		fmt.Sprintf("[ %[1]s if d_i(b) = 1, 1 - %[1]s if d_i(b) = 0 ]", w.key("p")))
}

func (repetition) parameter(b binding, role string) string {
	if role == "p" {
		return b.keys[role] + ", a float between 0 and 1"
	}
	return b.errorParameter(role, "n-1", "n")
}

func (repetition) unpack(p *python) {
	p.line("p = %s", p.get("p"))
	p.unpackError()
}

func (repetition) tables(in deformed) []weightTable {
	return independentFlips(func(int) float64 { return in.rates[0] }, in.n)
}

// beyond: the positive sum over the spins of the chain loses no digits where the closed
// form cancels.
func (repetition) beyond(in deformed) (mapping.Reference, error) {
	return in.evaluated(func(_ context.Context, m *spin.Model) (spin.LogZ, error) { return eliminated(m) })
}

func (repetition) relabelled(in deformed, s *stream) deformed { return permuted(in, s) }

func (repetition) witnesses(in deformed) (mapping.Structure, error) {
	s, err := in.skeleton(in.n)
	if err != nil {
		return s, err
	}
	w, err := rawWitness(map[string]any{"chain": in.gens, "order": "one generator after the other", "width": 1})
	s.Width, s.WidthLower = 1, 1
	odd := 0
	for _, on := range in.start {
		if on {
			odd++
		}
	}
	closed, err2 := rawWitness(map[string]any{"flips": odd, "value": "(1 + (-1)^flips (1-2p)^n)/2"})
	if err == nil {
		err = err2
	}
	s.Routes = []mapping.Route{
		{Class: "transfer_matrix", Complexity: "O(n)", Why: "the generators form a path: two weights per location", Witness: w},
		{Class: "treewidth_bounded", Complexity: "O(n)", Why: "the generators form a path, of treewidth 1", Witness: w},
		{Class: "exactly_solvable_other", Complexity: "O(n)", Why: "the products of the generators are all even sets of flips, whose probability has a closed form", Witness: closed},
	}
	return s, err
}

// related: beside the two general identities, an even and an odd number of flips exhaust
// all errors.
func (repetition) related(in deformed) []relative {
	other := in
	other.start = slices.Clone(in.start)
	other.start[in.n/2] = !other.start[in.n/2]
	two := []instance{in, other}
	if in.closed().LogZ > other.closed().LogZ {
		slices.Reverse(two)
	}
	return []relative{in.sameClass(), in.complementary(),
		{"exhaust", "the two values for starts that differ in one mark add up to 1", two, func(c []mapping.Instance) mapping.Relation {
			return mapping.Relation{Name: "exhaust", Why: "the two values for starts that differ in one mark add up to 1", Calls: c,
				Terms: []mapping.Term{{Coefficient: 1, Of: []int{0}}, {Coefficient: 1, Of: []int{1}}, {Coefficient: -1}}}
		}},
	}
}

// closed is the closed form of the repetition code: the probability of an odd number of
// flips is (1 − (1−2p)^n)/2.
func (in deformed) closed() mapping.Reference {
	x := math.Pow(1-2*in.rates[0], float64(in.n))
	for _, on := range in.start {
		if on {
			x = -x
		}
	}
	return mapping.ReferenceTo((1+x)/2, 8*float64(in.n)*0x1p-52/(1+x), "closed form")
}
