package statmech

import (
	"fmt"

	"github.com/assay-physics/assay/verify/mapping"
)

// The torus of T07 is the smallest one, of two rows and two columns; what grows is the
// number of rounds in which its checks are measured.
const (
	faultySide   = 2
	faultyQubits = 2 * faultySide * faultySide
	faultyChecks = faultySide * faultySide
)

// faultyTask is T07.
func faultyTask() Task {
	return Task{
		ID: "T07", Title: "Toric code of two rows and columns with faulty measurements",
		Hamiltonian: `Z = \sum_b P(E \prod_v A_{v,1}^{b_v} \prod_{l,t} G_{l,t}^{b_{l,t}}),\quad P = \prod_{\text{flips}} p^{d} (1-p)^{1-d} \prod_{\text{outcomes}} q^{d} (1-q)^{1-d}`,
		Gold:        mapping.Gold{Class: "treewidth_bounded", Complexity: "O(n)"},
		Also:        []Route{{"transfer_matrix", "O(n)", "from one round to the next"}},
		Sources:     []string{"E. Dennis, A. Kitaev, A. Landahl and J. Preskill, J. Math. Phys. 43, 4452 (2002)", "C. Wang, J. Harrington and J. Preskill, Ann. Phys. 303, 31 (2003)", "U. Bertelè and F. Brioschi, Nonserial Dynamic Programming, Academic Press (1972)"},
		Hint:        "Ask how many sets have to be remembered between one layer and the next.",
		Domain:      "at least 1", Sizes: []int{2, 3},
		least: 1, step: 1, aside: []int{1, 2, 3}, scale: []int{8, 16, 32, 64}, ladder: []int{1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 72, 80},
		most:  80,
		model: faulty{}, unordered: true,
		instruments: instruments{
			reference:  claimed{"treewidth_bounded", "O(n)", "The sets are summed over one after another, in an order that goes from round to round; the tables hold the sets at cuts of fixed size."},
			bruteforce: claimed{"no_efficient_known", "O(n 2^(8n))", "All choices are added up."}, enumerated: []string{"enumerate_deform", "bruteforce_T07"},
			mislabel:  "rbim_nishimori", // one error, no average
			overclaim: claimed{class: "treewidth_bounded", complexity: "O(n)"},
			mistake:   "error",
		},
	}
}

// faulty is the toric code of two rows and two columns under bit flips, its plaquettes
// measured in n rounds with wrong outcomes, the last round being perfect. Locations are
// numbered as by code.Faults: flips first, round by round, then wrong outcomes.
//
// The spin model is the random-plaquette gauge model in three dimensions (Dennis and
// others; Wang and others) in the temporal gauge. A star at a later time is the star at
// the time before it times the four generators along time at its qubits, so that the
// stars of the first time are enough for the whole group; with all of them every error
// would be counted 2^{4(n−1)} times as often, and no more than two rounds be enumerated.
// What is left couples, for a flip, two spins that follow each other in time, and for a
// wrong outcome the four around a plaquette.
type faulty struct{}

func (c faulty) draw(_ Task, d drawing) (instance, error) {
	rates := []float64{flipRate(d), flipRate(d)}
	flips := faultyQubits * d.n
	in := deformed{code: c, n: d.n, rates: rates, start: marks(d.s, flips+faultyChecks*(d.n-1), 0.25)}
	in.start[d.s.below(flips)] = true
	h := func(r, c int) int { return 2 * ((r+faultySide)%faultySide*faultySide + (c+faultySide)%faultySide) }
	v := func(r, c int) int { return h(r, c) + 1 }
	var beside [faultyQubits][]int // the checks of each qubit
	for r := range faultySide {
		for c := range faultySide {
			in.gens = append(in.gens, []int{h(r, c), h(r, c-1), v(r, c), v(r-1, c)})
			for _, q := range []int{h(r, c), h(r+1, c), v(r, c), v(r, c+1)} {
				beside[q] = append(beside[q], faultySide*r+c)
			}
		}
	}
	for t := range d.n - 1 {
		for q, checks := range beside {
			loop := []int{faultyQubits*t + q, faultyQubits*(t+1) + q}
			for _, i := range checks {
				loop = append(loop, flips+faultyChecks*t+i)
			}
			in.gens = append(in.gens, loop)
		}
	}
	return in, nil
}

func (faulty) rateRoles() []string       { return []string{"p", "q"} }
func (faulty) conventions() []convention { return []convention{energy} }
func (faulty) forms() []string           { return errorForms() }
func (faulty) roles(string) []string     { return []string{"p", "q", "sets", "start"} }
func (faulty) arguments() string         { return "n, p, q, sets, start" }

// special: flips and wrong outcomes have the strengths of independent flips.
func (faulty) special(in deformed) map[string]complex128 {
	return map[string]complex128{"K": nishimoriStrength(in.rates[0]), "L": nishimoriStrength(in.rates[1])}
}

// kinds are the ranges of the two kinds of positions, in words.
func (faulty) kinds(b binding) (lines, squares string) {
	if b.origin == 1 {
		return "1 to 8n", "8n+1 to 12n-4"
	}
	return "0 to 8n-1", "8n to 12n-5"
}

func (c faulty) strengths(b binding) string {
	lines, squares := c.kinds(b)
	return fmt.Sprintf("Write u_i for (-1)^(e_i) times the product of t_k over the sets k that hold i. Its entries \"K\" and \"L\" are the numbers K, as a function of `params[%q]`, and L, as a function of `params[%q]`, for which the weights exp( K * sum over i from %s of u_i + L * sum over i from %s of u_i ) are proportional to P(b) for every start e and every n.", b.keys["p"], b.keys["q"], lines, squares)
}

func (c faulty) write(w *writer) {
	lines, squares := c.kinds(w.b)
	w.markSum(fmt.Sprintf(w.pick(
		"There are 12n-4 positions. Four points form 2 rows and 2 columns that close on themselves in both directions, with 8 lines between neighbours, two between any two, and 4 squares. This table is there in n layers: position i from %s is one line in one layer, and position i from %s one square between a layer and the next one. There are m = 8n-4 sets. To each point belongs the set of the positions in the first layer of the four lines that end there; to each line and each layer but the last the set of its positions in this layer and the next one, and of those that the two squares beside it have in between. Which position lies where is not given, nor do the sets have an order.",
		"Imagine n layers of the same 8 lines: those between neighbours among the four points of 2 rows and 2 columns that close on themselves in both directions, two between any two; they bound 4 squares. Each line has a position in each layer, i from %s, and each square one between any layer and the next one, i from %s; these are 12n-4 positions. The m = 8n-4 sets are: for each point the positions in the first layer of the four lines that end there, and for each line and each pair of layers in sequence its two positions there, and the two between these layers of the squares on its sides. Where a position lies is not given, and the order of the sets means nothing."),
		lines, squares))
	w.para(w.pick("The weight of a choice is", "To a choice belongs the weight", "Each choice weighs"))
	p, q := w.key("p"), w.key("q")
	w.para(fmt.Sprintf("    P(b) = product over i from %[3]s of [ %[1]s if d_i(b) = 1, 1 - %[1]s if d_i(b) = 0 ] * product over i from %[4]s of [ %[2]s if d_i(b) = 1, 1 - %[2]s if d_i(b) = 0 ]", p, q, lines, squares))
	w.para("The second product is 1 where n = 1.")
	w.wanted()
	w.para("    Z = sum over all 2^m choices b of P(b)")
}

func (faulty) parameter(b binding, role string) string {
	if role == "p" || role == "q" {
		return b.keys[role] + ", a float between 0 and 1"
	}
	return b.errorParameter(role, "8n-4", "12n-4")
}

func (faulty) unpack(p *python) {
	p.line("p = %s", p.get("p"))
	p.line("q = %s", p.get("q"))
	p.unpackError()
}

func (faulty) tables(in deformed) []weightTable {
	return independentFlips(func(i int) float64 {
		if i < faultyQubits*in.n {
			return in.rates[0]
		}
		return in.rates[1]
	}, len(in.start))
}

func (faulty) beyond(in deformed) (mapping.Reference, error) { return in.evaluated(byTables) }

// relabelled draws an order of the flips, one of the wrong outcomes, and one of the
// generators.
func (faulty) relabelled(in deformed, s *stream) deformed {
	flips := faultyQubits * in.n
	label := s.perm(flips)
	for _, i := range s.perm(len(in.start) - flips) {
		label = append(label, flips+i)
	}
	order := s.perm(len(in.gens))
	out := in
	out.gens, out.start = make([][]int, len(in.gens)), make([]bool, len(in.start))
	for i, on := range in.start {
		out.start[label[i]] = on
	}
	for k, g := range in.gens {
		set := make([]int, len(g))
		for j, i := range g {
			set[j] = label[i]
		}
		out.gens[order[k]] = set
	}
	return out
}

// witnesses: a sweep in time keeps the eight spins between two rounds; in the first round
// the last star but one is summed over beside the other and those eight.
func (faulty) witnesses(in deformed) (mapping.Structure, error) {
	s, err := in.boundedWidth(faultyQubits+1, faultySide)
	if err != nil {
		return s, err
	}
	for i, r := range s.Routes {
		if r.Class == "transfer_matrix" {
			s.Routes[i].Why = "a sequence of rounds on a torus of fixed size: the spins between two rounds are the state of the transfer"
		}
	}
	return s, nil
}

func (faulty) related(in deformed) []relative {
	moved := in
	moved.start = in.flips([]int{0, len(in.gens) - 1})
	return []relative{in.sameClass(), in.complementary(), same("two sets", "two sets applied to the start change the order of the terms only", in, moved)}
}
