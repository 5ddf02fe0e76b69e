package statmech

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/physics/spin"
	"github.com/assay-physics/assay/verify/mapping"
)

// curieWeissTask is P14.
func curieWeissTask() Task {
	return Task{
		ID: "P14", Title: "Curie–Weiss model in a field",
		Hamiltonian: `H = -\frac{J}{2n} \left[ \left( \sum_i s_i \right)^2 - n \right] - h \sum_i s_i`,
		Gold:        mapping.Gold{Class: "exactly_solvable_other", Complexity: "O(n)"},
		Also: []Route{
			{"transfer_matrix", "O(n^2)", "the partial magnetisation is the state"},
		},
		Sources: []string{"M. Kac, in Statistical Physics, Phase Transitions and Superfluidity, Gordon and Breach (1968)", "R. J. Baxter, Exactly Solved Models in Statistical Mechanics, Academic Press (1982), chapter 3"},
		Hint:    "Ask on how much of a configuration its weight depends.",
		Domain:  "at least 2", Sizes: []int{6, 10, 12},
		least: 2, step: 1, aside: []int{5, 7, 9, 13}, scale: []int{24, 48, 96, 160}, beta: smallBeta(), most: 384, far: &far{400, 1000, span{0.04, 0.09}},
		ladder: slices.DeleteFunc(longLadder(), func(n int) bool { return n > 384 }),
		model:  curieWeiss{},
		instruments: instruments{
			reference:  claimed{"exactly_solvable_other", "O(n)", "The weight depends on the number of negative variables alone; the configurations with k of them are counted by a binomial coefficient."},
			bruteforce: exhaustive, enumerated: []string{"enumerate", "bonds_P14"},
			mislabel:  "pfaffian", // a field, and the complete graph
			overclaim: claimed{class: "exactly_solvable_other", complexity: "O(n)"},
			mistake:   "sign",
		},
	}
}

// curieWeiss is the mean-field Ising model: equal couplings between all pairs, divided by
// n, and one field.
type curieWeiss struct{}

func (curieWeiss) draw(_ Task, d drawing) (instance, error) {
	j, field := strength(d.s, d.regime, d.stratum)
	return allPairs{n: d.n, beta: d.beta, j: float64(d.flip()*(1-2*(d.k%2))) * round(2*j), h: round(field * (2*d.s.unit() - 1))}, nil
}

func (curieWeiss) conventions() []convention { return allConventions }
func (curieWeiss) forms() []string           { return []string{formSquare, formPairs} }
func (curieWeiss) roles(string) []string     { return []string{"beta", "J", "h"} }
func (curieWeiss) arguments() string         { return "n, beta, J, h" }

func (curieWeiss) write(w *writer) {
	w.signSum(func() (formula, remark string) {
		j := w.key("J")
		formula = fmt.Sprintf("%s(%s / (2 n)) * [ ( sum_{%s=%s}^{%s} %s )^2 - n ]", w.lead(), j, w.i, w.first(), w.last(), w.at(w.i))
		if w.b.form == formPairs {
			formula = fmt.Sprintf("%s(%s / n) * sum over all pairs %s < %s of %s %s", w.lead(), j, w.i, w.j, w.at(w.i), w.at(w.j))
		}
		formula += w.further() + fmt.Sprintf("%s * sum_{%s=%s}^{%s} %s", w.key("h"), w.k, w.first(), w.last(), w.at(w.k))
		return formula, w.pick("The first factor is divided by n, the second is not.", "Mind the division by n in the first part; there is none in the second.")
	})
}

func (curieWeiss) parameter(b binding, role string) string { return b.keys[role] + ", " + eitherSign }

func (curieWeiss) unpack(p *python) {
	p.line("J = %s%s", p.minus(), p.get("J"))
	p.line("h = %s%s", p.minus(), p.get("h"))
}

type allPairs struct {
	n          int
	beta, j, h float64
}

func (in allPairs) size() int         { return in.n }
func (in allPairs) heat() float64     { return in.beta }
func (in allPairs) fields() []float64 { return slices.Repeat([]float64{in.h}, in.n) }

func (in allPairs) bonds() (out []bond) {
	for i := range in.n {
		for j := i + 1; j < in.n; j++ {
			out = append(out, bond{i, j, in.j / float64(in.n)})
		}
	}
	return out
}

func (in allPairs) present(b binding, _ *stream, _ []int, p map[string]any) {
	p[b.keys["J"]], p[b.keys["h"]] = b.sign()*in.j, b.sign()*in.h
}

func (in allPairs) model() (*spin.Model, error) {
	bonds := in.bonds()
	edges, js := make([][2]int, len(bonds)), make([]float64, len(bonds))
	for k, b := range bonds {
		edges[k], js[k] = [2]int{b.i, b.j}, b.J
	}
	m, err := spin.NewPairs(in.n, in.beta, edges, js)
	if err != nil {
		return nil, err
	}
	return withFields(m, in.fields()), nil
}

func (in allPairs) reference() (mapping.Reference, error) {
	if in.n > bruteSize {
		return in.counted(), nil
	}
	m, err := in.model()
	if err != nil {
		return mapping.Reference{}, err
	}
	return summed(m, nil)
}

// counted sums over the number k of negative spins, with exact binomial coefficients. All
// terms are positive; each has the rounding of its exponent, a few u times its size, which
// is at most βn(|J| + |h|).
func (in allPairs) counted() mapping.Reference {
	n := float64(in.n)
	logs := make([]float64, in.n+1)
	for k := range logs {
		ways := new(big.Float).SetInt(new(big.Int).Binomial(int64(in.n), int64(k)))
		mantissa := new(big.Float)
		e := ways.MantExp(mantissa)
		f, _ := mantissa.Float64()
		m := n - 2*float64(k)
		logs[k] = math.Log(f) + float64(e)*math.Ln2 + in.beta*(in.j*(m*m-n)/(2*n)+in.h*m)
	}
	top := slices.Max(logs)
	var sum float64
	for _, l := range logs {
		sum += math.Exp(l - top)
	}
	bound := 8 * 0x1p-52 * (n + in.beta*n*(math.Abs(in.j)+math.Abs(in.h)))
	return mapping.Reference{LogZ: top + math.Log(sum), ErrorBound: bound, Method: "sum over the magnetisation"}
}

func (in allPairs) mistakes() (map[string]mapping.Reference, error) {
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

// structure: beside the general analysis, the symmetry: one coupling and one field. The
// transpositions of neighbours generate all permutations, and each is checked on the
// couplings by their being equal.
func (in allPairs) structure() (mapping.Structure, error) {
	m, err := in.model()
	if err != nil {
		return mapping.Structure{}, err
	}
	s, err := structure(m)
	if err != nil {
		return mapping.Structure{}, err
	}
	pairs := 0
	for _, t := range m.Terms {
		switch {
		case len(t.Sites) == 2 && t.J == m.Terms[0].J:
			pairs++
		case len(t.Sites) == 1 && t.J == in.h:
		default:
			return mapping.Structure{}, fmt.Errorf("the term on sites %v breaks the symmetry under permutations", t.Sites)
		}
	}
	if pairs != in.n*(in.n-1)/2 {
		return mapping.Structure{}, fmt.Errorf("%d of %d pairs are coupled", pairs, in.n*(in.n-1)/2)
	}
	w, err := rawWitness(map[string]any{"symmetry": "all permutations of the sites", "pairs": pairs, "orbits_of_configurations": in.n + 1})
	s.Routes = []mapping.Route{
		{Class: "exactly_solvable_other", Complexity: "O(n)", Why: "invariant under all permutations of the sites: n + 1 values of the magnetisation, counted by binomial coefficients", Witness: w},
		{Class: "transfer_matrix", Complexity: "O(n^2)", Why: "the partial magnetisation is the state of the transfer", Witness: w},
	}
	return s, err
}

// relatives: all spins flipped, and one scale of energy and temperature.
func (in allPairs) relatives() []relative {
	flipped, heated := in, in
	flipped.h = -in.h
	heated.beta, heated.j, heated.h = in.beta/2, 2*in.j, 2*in.h
	return []relative{
		same("flip", "a change of sign of all variables negates the bias", in, flipped),
		same("scale", "only the products of the heat parameter with the others enter", in, heated),
	}
}
