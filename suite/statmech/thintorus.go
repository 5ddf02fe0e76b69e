package statmech

import (
	"context"
	"fmt"
	"math"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/physics/factor"
	"github.com/assay-physics/assay/physics/spin"
	"github.com/assay-physics/assay/verify/mapping"
)

// The toric codes of T04 and T05 have couplings of more than two spins, which leave no
// Pfaffian: with the number of rows fixed the width of an elimination is.
const (
	depolarizingRows = 2
	thinRows         = 3
)

// depolarizingTask is T04.
func depolarizingTask() Task {
	return Task{
		ID: "T04", Title: "Toric code of two rows under depolarizing noise",
		Hamiltonian: `Z = \sum_b P(E \prod_v A_v^{b_v} \prod_f B_f^{b_f}),\quad P(X) = P(Y) = P(Z) = p/3`,
		Gold:        mapping.Gold{Class: "treewidth_bounded", Complexity: "O(n)"},
		Also:        []Route{{"transfer_matrix", "O(n)", "from one column to the next, the first one kept"}},
		Sources:     []string{"H. Bombin, R. S. Andrist, M. Ohzeki, H. G. Katzgraber and M. A. Martin-Delgado, Phys. Rev. X 2, 021004 (2012)", "U. Bertelè and F. Brioschi, Nonserial Dynamic Programming, Academic Press (1972)"},
		Hint:        "Ask how many sets have to be remembered where the ring of columns is cut in two places.",
		Domain:      "at least 2", Sizes: []int{2, 3, 4},
		least: 2, step: 1, aside: []int{2, 3, 5}, scale: []int{8, 16, 32, 64}, ladder: []int{2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 120},
		most:  120,
		model: depolarizing{}, unordered: true,
		instruments: instruments{
			reference:  claimed{"treewidth_bounded", "O(n)", "The sets are summed over one after another, in an order that goes round the ring; the tables hold the sets at two cuts of fixed size."},
			bruteforce: claimed{"no_efficient_known", "O(n^2 2^(4n))", "All choices are added up."}, enumerated: []string{"enumerate_deform", "bruteforce_T04"},
			mislabel:  "rbim_nishimori", // one error, no average
			overclaim: claimed{class: "treewidth_bounded", complexity: "O(n)"},
			mistake:   "error",
		},
	}
}

// depolarizing is the toric code of two rows and n columns under depolarizing noise.
// Location i of the 4n qubits says whether qubit i has a bit flip, location 4n+i whether
// it has a phase flip. Stars flip bits and plaquettes phases: two Ising models, coupled
// by terms of four spins (Bombin and others).
type depolarizing struct{}

func (c depolarizing) draw(_ Task, d drawing) (instance, error) {
	rate := flipRate(d)
	if d.regime == mapping.Aside && d.stratum == 2 {
		rate = round(0.76 + (rate-0.6)*0.6) // beyond 3/4, where the identity is the least likely
	}
	qubits := 2 * depolarizingRows * d.n
	in := deformed{code: c, n: d.n, rates: []float64{rate}, start: marks(d.s, 2*qubits, 0.25)}
	in.start[d.s.below(qubits)] = true
	h := func(r, c int) int { return 2 * ((r+depolarizingRows)%depolarizingRows*d.n + (c+d.n)%d.n) }
	v := func(r, c int) int { return h(r, c) + 1 }
	for c := range d.n {
		for r := range depolarizingRows {
			in.gens = append(in.gens, []int{h(r, c), h(r, c-1), v(r, c), v(r-1, c)},
				[]int{qubits + h(r, c), qubits + h(r+1, c), qubits + v(r, c), qubits + v(r, c+1)})
		}
	}
	return in, nil
}

func (depolarizing) rateRoles() []string       { return []string{"p"} }
func (depolarizing) conventions() []convention { return []convention{energy} }
func (depolarizing) forms() []string           { return errorForms() }
func (depolarizing) roles(string) []string     { return []string{"p", "sets", "start"} }
func (depolarizing) arguments() string         { return "n, p, sets, start" }

// special: the three couplings of a qubit are equal, ¼ ln(3(1−p)/p).
func (depolarizing) special(in deformed) map[string]complex128 {
	p := in.rates[0]
	return map[string]complex128{"K": complex(math.Log(3*(1-p)/p)/4, 0)}
}

func (depolarizing) strengths(b binding) string {
	i := fmt.Sprintf("%d to 4n", b.origin)
	if b.origin == 0 {
		i = "0 to 4n-1"
	}
	return fmt.Sprintf("Write u_i for (-1)^(e_i) times the product of t_k over the sets k that hold i. Its entry \"K\" is the number K, as a function of `params[%q]`, for which the weights exp( K * sum over i from %s of [ u_i + u_{i+4n} + u_i u_{i+4n} ] ) are proportional to P(b) for every start e.", b.keys["p"], i)
}

func (depolarizing) write(w *writer) {
	ends := "0 to 4n-1"
	if w.b.origin == 1 {
		ends = "1 to 4n"
	}
	w.markSum(w.pick(
		"There are 8n positions, and i and i+4n belong together. Write the 4n pairs (i, i+4n) between the points of a ring of n columns with 2 points each, a column being closed as well: one between each point and its neighbour in the next column, and one between each point and the next one of its column. To each point belongs the set of the four positions i next to it, and to each square of four points the set of the positions i+4n of the four pairs along its sides; m = 4n. Neither the place of a pair nor the order of the sets is given.",
		"The 8n positions come in 4n pairs, i with i+4n. Imagine 2 rows and n columns of points that close on themselves in both directions, and a pair between any two points that are neighbours. There are m = 4n sets: for each point the four positions i of the pairs that end there, and for each square of four points the four positions i+4n of the pairs along its sides. Where a pair lies is not given, nor do the sets have an order."))
	w.para(w.pick("The weight of a choice is", "To a choice belongs the weight", "Each choice weighs"))
	w.para(fmt.Sprintf("    P(b) = product over i from %[2]s of [ 1 - %[1]s if d_i(b) = d_{i+4n}(b) = 0, %[1]s/3 otherwise ]", w.key("p"), ends))
	w.wanted()
	w.para("    Z = sum over all 2^m choices b of P(b)")
}

func (depolarizing) parameter(b binding, role string) string {
	if role == "p" {
		return b.keys[role] + ", a float between 0 and 1"
	}
	return b.errorParameter(role, "4n", "8n")
}

func (depolarizing) unpack(p *python) {
	p.line("p = %s", p.get("p"))
	p.unpackError()
}

func (depolarizing) tables(in deformed) []weightTable {
	qubits := len(in.start) / 2
	p := in.rates[0]
	none, some := complex(math.Log1p(-p), 0), complex(math.Log(p/3), 0)
	ts := make([]weightTable, qubits)
	for i := range ts {
		ts[i] = weightTable{[]int{i, qubits + i}, []complex128{none, some, some, some}}
	}
	return ts
}

func (depolarizing) beyond(in deformed) (mapping.Reference, error) { return in.evaluated(byTables) }

// byTables eliminates spins with tables.
func byTables(ctx context.Context, m *spin.Model) (spin.LogZ, error) {
	f, err := factor.FromSpin(m)
	if err != nil {
		return spin.LogZ{}, err
	}
	return factor.LogZ(ctx, f, factor.Options{})
}

// relabelled draws an order of the qubits, the same for both kinds of flips, and one of
// the generators.
func (depolarizing) relabelled(in deformed, s *stream) deformed {
	qubits := len(in.start) / 2
	label, order := s.perm(qubits), s.perm(len(in.gens))
	at := func(i int) int { return i/qubits*qubits + label[i%qubits] }
	out := in
	out.gens, out.start = make([][]int, len(in.gens)), make([]bool, len(in.start))
	for i, on := range in.start {
		out.start[at(i)] = on
	}
	for k, g := range in.gens {
		set := make([]int, len(g))
		for j, i := range g {
			set[j] = at(i)
		}
		out.gens[order[k]] = set
	}
	return out
}

// witnesses: a sweep keeps the four spins of the first column, and of the columns where it
// stands at most as many each.
func (depolarizing) witnesses(in deformed) (mapping.Structure, error) {
	return in.boundedWidth(6*depolarizingRows, depolarizingRows)
}

// boundedWidth witnesses an order of at most the given width.
func (in deformed) boundedWidth(most, rows int) (mapping.Structure, error) {
	s, err := in.skeleton(len(in.start))
	if err != nil {
		return s, err
	}
	m, _, err := in.model()
	if err != nil {
		return s, err
	}
	g, err := m.Interaction()
	if err != nil {
		return s, err
	}
	// The generators come column by column, which is a sweep.
	sweep := make([]int, m.N)
	for k := range sweep {
		sweep[k] = k
	}
	var order []int
	width := m.N
	for _, o := range [][]int{sweep, graph.MinFillOrder(g, spin.MaxWidth)} {
		w, err := graph.Width(g, o)
		if err != nil {
			return s, err
		}
		if order == nil || w < width {
			order, width = o, w
		}
	}
	if width > most {
		return s, fmt.Errorf("an order of width %d was found on a torus of %d rows", width, rows)
	}
	w, err := rawWitness(map[string]any{"order": order, "width": width})
	if err != nil {
		return s, err
	}
	s.Width = width
	s.Routes = []mapping.Route{
		{Class: "treewidth_bounded", Complexity: "O(n)", Why: fmt.Sprintf("an elimination order of width at most %d is witnessed at every size", most), Witness: w},
		{Class: "transfer_matrix", Complexity: "O(n)", Why: "a ring of columns of fixed height: the spins of one column are the state of the transfer", Witness: w},
	}
	return s, nil
}

func (depolarizing) related(in deformed) []relative {
	moved := in
	moved.start = in.flips([]int{0, len(in.gens) - 1})
	swapped := in.dual()
	return []relative{in.sameClass(), same("two sets", "two sets applied to the start change the order of the terms only", in, moved),
		same("exchange", "where the two marks of every pair are exchanged, in the sets and in the start, every weight stays", in, swapped)}
}

// dual exchanges bit flips and phase flips.
func (in deformed) dual() deformed {
	half := len(in.start) / 2
	at := func(i int) int { return (i + half) % (2 * half) }
	out := in
	out.gens, out.start = make([][]int, len(in.gens)), make([]bool, len(in.start))
	for i, on := range in.start {
		out.start[at(i)] = on
	}
	for k, g := range in.gens {
		for _, i := range g {
			out.gens[k] = append(out.gens[k], at(i))
		}
	}
	return out
}

// correlatedTask is T05.
func correlatedTask() Task {
	return Task{
		ID: "T05", Title: "Toric code of three rows under correlated bit flips",
		Hamiltonian: `Z = \sum_b P(E \prod_v A_v^{b_v}),\quad P = \prod_{\text{lines}} P(d_1) \prod_j P(d_{j+1} \mid d_j)`,
		Gold:        mapping.Gold{Class: "treewidth_bounded", Complexity: "O(n)"},
		Also:        []Route{{"transfer_matrix", "O(n)", "from one column to the next, the first one kept"}},
		Sources:     []string{"C. T. Chubb and S. T. Flammia, Ann. Inst. H. Poincaré D 8, 269 (2021)", "U. Bertelè and F. Brioschi, Nonserial Dynamic Programming, Academic Press (1972)"},
		Hint:        "Ask how many sets have to be remembered where the ring of columns is cut in two places.",
		Domain:      "at least 2", Sizes: []int{3, 4},
		least: 2, step: 1, aside: []int{2, 3, 5}, scale: []int{10, 24, 48, 96}, ladder: []int{2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 112, 128, 144, 160},
		most:  160,
		model: correlated{}, unordered: true,
		instruments: instruments{
			reference:  claimed{"treewidth_bounded", "O(n)", "The sets are summed over one after another, in an order that goes round the ring; the tables hold the sets at two cuts of fixed size."},
			bruteforce: claimed{"no_efficient_known", "O(n^2 2^(3n))", "All choices are added up."}, enumerated: []string{"enumerate_deform", "bruteforce_T05"},
			mislabel:  "rbim_nishimori", // one error, no average
			overclaim: claimed{class: "treewidth_bounded", complexity: "O(n)"},
			mistake:   "error",
		},
	}
}

// correlated is the toric code of three rows and n columns under bit flips that are
// Markov chains along lines of locations on opposite sides of plaquettes, as in the
// correlated example of Chubb and Flammia: bonds of two spins, and terms of four spins.
type correlated struct{}

func (c correlated) draw(_ Task, d drawing) (instance, error) {
	rate := flipRate(d)
	after := round(min(0.95, rate+0.1+0.4*d.s.unit()))
	if d.regime == mapping.Aside && d.stratum == 1 {
		after = round(rate / 3) // a flip makes the next one less likely
	}
	in := deformed{code: c, n: d.n, rates: []float64{rate, after}, start: marks(d.s, 2*thinRows*d.n, 0.25)}
	h := func(r, c int) int { return 2 * ((r+thinRows)%thinRows*d.n + (c+d.n)%d.n) }
	v := func(r, c int) int { return h(r, c) + 1 }
	for c := range d.n {
		var line []int
		for r := range thinRows {
			in.gens = append(in.gens, []int{h(r, c), h(r, c-1), v(r, c), v(r-1, c)})
			line = append(line, h(r, c))
		}
		in.lines = append(in.lines, line)
	}
	for r := range thinRows {
		var line []int
		for c := range d.n {
			line = append(line, v(r, c))
		}
		in.lines = append(in.lines, line)
	}
	in.start[in.lines[0][0]] = true
	return in, nil
}

func (correlated) rateRoles() []string       { return []string{"p", "r"} }
func (correlated) conventions() []convention { return []convention{energy} }
func (correlated) forms() []string           { return errorForms() }
func (correlated) roles(string) []string     { return []string{"p", "r", "lines", "sets", "start"} }
func (correlated) arguments() string         { return "n, p, r, lines, sets, start" }

// special: the first location of a line has the strength of independent flips; a step from
// one location to the next has three couplings.
func (correlated) special(in deformed) map[string]complex128 {
	one, two, before := step(in.rates[0], in.rates[1])
	return map[string]complex128{"first": nishimoriStrength(in.rates[0]), "one": complex(one, 0), "two": complex(two, 0), "before": complex(before, 0)}
}

// step are the Walsh coefficients of ln P(b | a), where b is flipped with probability p
// after an a that is not, and r after one that is: of b, of a and b, and of a.
func step(p, r float64) (one, two, before float64) {
	lp, lq := math.Log(p), math.Log1p(-p)
	mp, mq := math.Log(r), math.Log1p(-r)
	return (lq - lp + mq - mp) / 4, (lq - lp - mq + mp) / 4, (lq + lp - mq - mp) / 4
}

func (correlated) strengths(b binding) string {
	return fmt.Sprintf("Write u and w for two signs, each +1 for a mark 0 and -1 for a mark 1. Its entry \"first\" is the number K for which exp( K*u ) is proportional to the factor of the first position of a line, with u for its mark. Its entries \"one\", \"two\" and \"before\" are the numbers for which exp( one*w + two*u*w + before*u ) is proportional to the factor of any further position, with w for its mark and u for the mark of the position before it. All are functions of `params[%q]` and `params[%q]`.", b.keys["p"], b.keys["r"])
}

func (correlated) write(w *writer) {
	w.markSum(w.pick(
		"There are 6n positions. They lie between the points of a ring of n columns with 3 points each, a column being closed as well: one between each point and its neighbour in the next column, and one between each point and the next one of its column. To each point belongs the set of the four positions next to it, m = 3n. Which position lies where is not given, nor do the sets have an order. The positions are also strung on n+3 lines, each on one of them.",
		"Imagine 3 rows and n columns of points that close on themselves in both directions, and one of the 6n positions between any two points that are neighbours. There are m = 3n sets, for each point the four positions next to it. Where a position lies is not given, and the order of the sets means nothing. Besides, every position is on exactly one of n+3 lines."))
	w.para(w.pick("The weight of a choice is", "To a choice belongs the weight", "Each choice weighs"))
	p, r := w.key("p"), w.key("r")
	w.para(fmt.Sprintf("    P(b) = product over all positions i of [ x_i if d_i(b) = 1, 1 - x_i if d_i(b) = 0 ]\n    x_i = %[2]s if d_j(b) = 1 for the position j just before i on its line, %[1]s if d_j(b) = 0 or if i is the first on its line", p, r))
	w.wanted()
	w.para("    Z = sum over all 2^m choices b of P(b)")
}

func (correlated) parameter(b binding, role string) string {
	switch role {
	case "p", "r":
		return b.keys[role] + ", a float between 0 and 1"
	case "lines":
		return fmt.Sprintf("the lines, a list of n+3 lists of positions, integers from %d, in their order on the line", b.origin)
	}
	return b.errorParameter(role, "3n", "6n")
}

func (correlated) unpack(p *python) {
	p.line("p = %s", p.get("p"))
	p.line("r = %s", p.get("r"))
	p.line("lines = [[%s for i in line] for line in %s]", p.at("i"), p.get("lines"))
	p.unpackError()
}

func (correlated) tables(in deformed) (ts []weightTable) {
	p, r := in.rates[0], in.rates[1]
	lp, lq, mp, mq := complex(math.Log(p), 0), complex(math.Log1p(-p), 0), complex(math.Log(r), 0), complex(math.Log1p(-r), 0)
	for _, line := range in.lines {
		ts = append(ts, weightTable{line[:1], []complex128{lq, lp}})
		for j := 1; j < len(line); j++ {
			ts = append(ts, weightTable{line[j-1 : j+1], []complex128{lq, mq, lp, mp}})
		}
	}
	return ts
}

func (correlated) beyond(in deformed) (mapping.Reference, error) { return in.evaluated(byTables) }
func (correlated) relabelled(in deformed, s *stream) deformed    { return permuted(in, s) }
func (correlated) witnesses(in deformed) (mapping.Structure, error) {
	return in.boundedWidth(3*thinRows, thinRows)
}

func (correlated) related(in deformed) []relative {
	moved := in
	moved.start = in.flips([]int{0, len(in.gens) - 1})
	return []relative{in.sameClass(), same("two sets", "two sets applied to the start change the order of the terms only", in, moved)}
}
