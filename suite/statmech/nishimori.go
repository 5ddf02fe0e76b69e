package statmech

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/assay-physics/assay/verify/mapping"
)

// nishimoriTask is P13.
func nishimoriTask() Task {
	return Task{
		ID: "P13", Title: "±J Ising model on the Nishimori line, mean energy",
		Hamiltonian: `Z = \sum_g P(g)\, \langle H_g \rangle_\beta,\quad H_g = -J \sum_k g_k s_{u_k} s_{v_k},\quad e^{-2\beta J} = p/(1-p)`,
		Gold:        mapping.Gold{Class: "rbim_nishimori", Complexity: "O(n)"},
		Also: []Route{
			{"gauge", "O(n)", "the average over the signs is invariant under changes of the variables, H. Nishimori, Prog. Theor. Phys. 66, 1169 (1981)"},
			{"exactly_solvable_other", "O(1) operations", "−J m (1 − 2p) for m pairs"},
		},
		Sources: []string{"H. Nishimori, Prog. Theor. Phys. 66, 1169 (1981)", "H. Nishimori, Statistical Physics of Spin Glasses and Information Processing, Oxford (2001), section 4.1"},
		Hint:    "Write the probability of the signs g as an exponent, and average over all that a change of signs of the variables makes of them.",
		Domain:  "even and at least 4", Sizes: []int{4, 8},
		least: 4, step: 2, most: 768, aside: []int{6, 10}, scale: []int{16, 24, 48, 96, 200},
		ladder: []int{4, 6, 8, 10, 12, 14, 16, 18, 20, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768},
		far:    &far{from: 300, to: 4000},
		model:  nishimori{},
		instruments: instruments{
			reference:  claimed{"rbim_nishimori", "O(n)", "beta and p are tied such that the distribution of the signs and the weights coincide; the averaged energy of each pair is then -J (1 - 2 p)."},
			bruteforce: claimed{"no_efficient_known", "O(n 2^(5n/2))", "All choices of the signs and of the variables are added up."}, enumerated: []string{"overclaim_P13"},
			mislabel:  "pfaffian", // the graphs are not planar
			overclaim: claimed{class: "rbim_nishimori", complexity: "O(n)"},
			mistake:   "sign",
		},
	}
}

// nishimori is the mean energy of ±J models on random 3-regular graphs, averaged over
// the signs, at the temperature of the Nishimori line.
type nishimori struct{}

// formEnds hands pairs over as two lists of ends.
const formEnds = "ends"

// draw keeps away from p = 1/2, where the energy vanishes and no relative error is
// defined; above it the temperature is negative and the identity holds as well.
func (nishimori) draw(_ Task, d drawing) (instance, error) {
	lo, hi := 0.05, 0.4
	if d.regime == mapping.Aside {
		lo, hi = []float64{0.01, 0.6, 0.8}[d.stratum], []float64{0.05, 0.8, 0.95}[d.stratum]
	}
	return signAverage{n: d.n, p: round(lo + (hi-lo)*d.s.unit()), j: round(0.3 + 1.2*d.s.unit()), edges: cubicGraph(d.s, d.n)}, nil
}

func (nishimori) conventions() []convention { return []convention{energy} }
func (nishimori) forms() []string           { return []string{formLists, formEnds} }

func (nishimori) roles(form string) []string {
	if form == formEnds {
		return []string{"p", "J", "from", "to"}
	}
	return []string{"p", "J", "edges"}
}

func (nishimori) arguments() string { return "n, p, J, edges" }

func (nishimori) write(w *writer) {
	x := w.b.variable
	w.para(w.pick(
		"A double average is wanted, over signs of pairs and over signs of variables.",
		"This is about an average of averages, over random signs.",
		"Two layers of signs: one is drawn at random, the other is averaged with weights that depend on it."))
	w.para(fmt.Sprintf(w.pick(
		"There are n variables %[1]s, ..., %[2]s, each +1 or -1, and 3n/2 pairs {%[3]s,%[4]s} of their indices, drawn at random for each parameter set such that every index lies in exactly three pairs and no pair is repeated. Each pair has a sign g, -1 with probability %[5]s and +1 otherwise, independently of the other pairs; P(g) is the probability of a choice of all 3n/2 signs.",
		"Take n variables %[1]s, ..., %[2]s with values +1 and -1. For each parameter set 3n/2 pairs {%[3]s,%[4]s} of indices are drawn, none twice and each index in exactly three of them. To each pair belongs a sign g; a choice of all 3n/2 signs has the probability P(g) in which each sign is -1 with probability %[5]s and +1 with the rest, independently.",
	), w.at(w.first()), w.at(w.last()), w.i, w.j, w.key("p")))
	w.para(fmt.Sprintf("    %[1]s(%[2]s) = -%[3]s * sum over the pairs {%[4]s,%[5]s} of g_{%[4]s,%[5]s} %[6]s %[7]s", w.b.function, x, w.key("J"), w.i, w.j, w.at(w.i), w.at(w.j)))
	w.para(fmt.Sprintf("    b = ln((1 - %[1]s) / %[1]s) / (2 * %[2]s)", w.key("p"), w.key("J")))
	w.para(fmt.Sprintf("    M(g) = [ sum over all 2^n %[1]s of %[2]s(%[1]s) exp(-b %[2]s(%[1]s)) ] / [ sum over all 2^n %[1]s of exp(-b %[2]s(%[1]s)) ]", x, w.b.function))
	w.wanted()
	w.para(fmt.Sprintf("    Z = sum over all 2^(3n/2) %s g of P(g) * M(g)", w.pick("choices of the signs", "assignments of signs")))
}

func (nishimori) parameter(b binding, role string) string {
	name := b.keys[role]
	switch role {
	case "p":
		return name + ", a float between 0 and 1"
	case "J":
		return name + ", a positive float"
	case "from":
		return fmt.Sprintf("one index of each pair, a list of 3n/2 integers from %d to %s", b.origin, b.last())
	case "to":
		return fmt.Sprintf("the other index of each pair, in the order of `params[%q]`", b.keys["from"])
	}
	return b.pairList(role, "3n/2")
}

func (nishimori) unpack(p *python) {
	p.line("p = %s", p.get("p"))
	p.line("J = %s", p.get("J"))
	switch {
	case p.b.form == formEnds:
		p.line("edges = [(%s, %s) for i, j in zip(%s, %s)]", p.at("i"), p.at("j"), p.get("from"), p.get("to"))
	case p.b.variant == Templated:
		p.line("edges = [(%s, %s) for i, j in %s]", p.at("i"), p.at("j"), p.get("edges"))
	default:
		p.line("edges = %s", p.get("edges"))
	}
}

type signAverage struct {
	n     int
	p, j  float64
	edges [][2]int
}

func (in signAverage) size() int     { return in.n }
func (in signAverage) heat() float64 { return 0 }

func (in signAverage) present(b binding, s *stream, label []int, p map[string]any) {
	p[b.keys["p"]], p[b.keys["J"]] = in.p, in.j
	var edges [][]int
	var from, to []int
	for _, e := range in.edges {
		uv := []int{label[e[0]] + b.origin, label[e[1]] + b.origin}
		if b.variant == Templated {
			uv = pair(s, uv[0], uv[1])
		}
		edges = append(edges, uv)
	}
	if b.variant == Templated {
		edges = shuffled(s, edges)
	}
	if b.form != formEnds {
		p[b.keys["edges"]] = edges
		return
	}
	for _, uv := range edges {
		from, to = append(from, uv[0]), append(to, uv[1])
	}
	p[b.keys["from"]], p[b.keys["to"]] = from, to
}

// averageSize is the largest number of spins for which signs and spins are both summed:
// 2^25 terms at n = 10.
const averageSize = 10

func (in signAverage) reference() (mapping.Reference, error) {
	if in.n <= averageSize {
		return in.enumerate(1), nil
	}
	// Nishimori's identity: exact but for the rounding of three products.
	return mapping.ReferenceTo(-in.j*float64(len(in.edges))*(1-2*in.p), 8*0x1p-52/math.Abs(1-2*in.p), "E = −J m (1 − 2p), Nishimori 1981"), nil
}

// enumerate averages over all choices of signs and all spins, at sign times the
// temperature of the line. The energy of spins s under signs g is −J (m − 2v) with v the
// violated pairs, bit by bit the unlike pairs of s but for the negative ones of g.
//
// Every sum over spins has positive terms; their weighted energies have both signs, so
// that the error is bounded by that of the mean of |E| <= J m.
func (in signAverage) enumerate(sign float64) mapping.Reference {
	m := len(in.edges)
	beta := sign * math.Log((1-in.p)/in.p) / (2 * in.j)
	energies, weights := make([]float64, m+1), make([]float64, m+1)
	for v := range m + 1 {
		energies[v] = -in.j * float64(m-2*v)
		weights[v] = math.Exp(-beta * energies[v])
	}
	unlike := make([]uint32, 1<<in.n)
	for s := range unlike {
		for k, e := range in.edges {
			unlike[s] |= uint32(s>>e[0]^s>>e[1]) & 1 << k
		}
	}
	var mean float64
	counts := make([]int, m+1)
	for g := range uint32(1) << m {
		clear(counts)
		for _, u := range unlike {
			counts[bits.OnesCount32(u^g)]++
		}
		var z, e float64
		for v, count := range counts {
			z += float64(count) * weights[v]
			e += float64(count) * weights[v] * energies[v]
		}
		negative := bits.OnesCount32(g)
		mean += math.Pow(in.p, float64(negative)) * math.Pow(1-in.p, float64(m-negative)) * e / z
	}
	size := in.j * float64(m) / math.Abs(mean)
	return mapping.ReferenceTo(mean, size*float64(4*m+1<<m)*0x1p-52, "sum over signs and spins")
}

// mistakes: the sign of the energy.
func (in signAverage) mistakes() (map[string]mapping.Reference, error) {
	if in.n > averageSize {
		return nil, nil
	}
	z := in.enumerate(1)
	z.Negative = !z.Negative
	return map[string]mapping.Reference{"sign": z}, nil
}

// structure: the condition of the line, and the graph.
func (in signAverage) structure() (mapping.Structure, error) {
	js := make([]float64, len(in.edges))
	for i := range js {
		js[i] = 1
	}
	graph, err := pairSpins{n: in.n, beta: 1, edges: in.edges, js: js}.structure()
	if err != nil {
		return mapping.Structure{}, err
	}
	beta := math.Log((1-in.p)/in.p) / (2 * in.j)
	if off := math.Abs(math.Exp(-2*beta*in.j)*(1-in.p)/in.p - 1); !(off < 1e-12) {
		return mapping.Structure{}, fmt.Errorf("the Nishimori condition is missed by %.1e", off)
	}
	witness, err := rawWitness(map[string]any{"condition": "exp(-2 beta J) = p / (1 - p)", "pairs": len(in.edges), "residual_below": "1e-12"})
	s := mapping.Structure{
		Model: "sign_average", Sites: in.n, Bonds: len(in.edges), Planar: graph.Planar, Width: graph.Width, WidthLower: graph.WidthLower, Nishimori: true,
		Routes: []mapping.Route{
			{Class: "rbim_nishimori", Complexity: "O(n)", Why: "the temperature is tied to the distribution of the signs: the mean energy of each pair is −J(1−2p)", Witness: witness},
			{Class: "gauge", Complexity: "O(n)", Why: "the average over the signs is invariant under changes of the variables, which on the Nishimori line does the sum", Witness: witness},
		},
	}
	if !graph.Planar {
		for _, class := range []string{"pfaffian", "free_fermion"} {
			s.Obstructions = append(s.Obstructions, mapping.Obstruction{Class: class, Witness: graph.Witnesses["kuratowski"],
				Why: fmt.Sprintf("not planar: an instance of %d sites contains a subdivision of K5 or K3,3, and the average runs over all signs", in.n)})
		}
	}
	return s, err
}

// relatives: the energy has one unit, and negative signs with probability 1 − p are those
// with p at the opposite temperature, where every energy is the opposite one.
func (in signAverage) relatives() []relative {
	unit, opposite := in, in
	unit.j = 2.5 * in.j
	opposite.p = 1 - in.p
	return []relative{
		scaled("scale", "the sum is proportional to the factor of the energy", in, unit, math.Log(2.5)),
		{"opposite", "with p and 1 - p exchanged the signs of all pairs are exchanged, and the temperature with them", []instance{in, opposite}, func(c []mapping.Instance) mapping.Relation {
			return mapping.Relation{Name: "opposite", Why: "the value at 1 - p is the opposite of that at p", Calls: c, Terms: []mapping.Term{{Coefficient: 1, Of: []int{0}}, {Coefficient: 1, Of: []int{1}}}}
		}},
	}
}
