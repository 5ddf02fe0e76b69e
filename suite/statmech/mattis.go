package statmech

import (
	"fmt"
	"slices"

	"github.com/assay-physics/assay/physics/spin"
	"github.com/assay-physics/assay/verify/mapping"
)

// mattisTask is P05.
func mattisTask() Task {
	return Task{
		ID: "P05", Title: "Mattis model, all to all",
		Hamiltonian: `H = -\tfrac12 \left[ \left( \sum_i \xi_i s_i \right)^2 - n \right]`,
		Gold:        mapping.Gold{Class: "gauge", Complexity: "O(n)"},
		Also: []Route{
			{"exactly_solvable_other", "O(n) per node", "Gaussian integral over one field, J. Hubbard, Phys. Rev. Lett. 3, 77 (1959)"},
		},
		Sources: []string{"D. C. Mattis, Phys. Lett. A 56, 421 (1976)"},
		Hint:    "Look for new sign variables, one for each old one, in which the given list of signs no longer appears.",
		Domain:  "at least 2", Sizes: []int{6, 10, 12},
		least: 2, step: 1, aside: []int{5, 7, 9, 13}, scale: []int{24, 48, 96, 160}, ladder: longLadder(), far: &far{400, 1000, span{0.2, 0.9}},
		beta:  map[regime]span{mapping.Probed: {0.05, 2}, mapping.Aside: {0.01, 2.5}, mapping.Scale: {0.2, 2}, mapping.AtGrowth: {0.8, 0.8}},
		perN:  map[regime]bool{mapping.Scale: true, mapping.AtGrowth: true, mapping.Far: true},
		model: mattis{},
		instruments: instruments{
			reference:  claimed{"gauge", "O(n)", "The change of variables t_i = xi_i s_i removes the pattern; only the number of negative t_i is left to sum over."},
			bruteforce: exhaustive, enumerated: []string{"bruteforce_P05"}, // the pattern's overlap, not n²/2 bonds
			mislabel:  "treewidth_bounded", // the complete graph
			overclaim: claimed{class: "gauge", complexity: "O(n)"},
			mistake:   "sign",
		},
	}
}

// mattis is the Mattis model on the complete graph.
type mattis struct{}

// Forms in which a sum over all pairs is written.
const (
	formSquare = "square" // the square of the sum
	formPairs  = "pairs"  // the sum over pairs
)

func (mattis) draw(_ Task, d drawing) (instance, error) {
	in := mattisSpins{n: d.n, beta: d.beta, xi: make([]int, d.n)}
	for i := range in.xi {
		in.xi[i] = d.s.sign()
	}
	in.xi[0], in.xi[d.n-1] = 1, -1 // never the plain all-to-all magnet, up to a flip of all
	return in, nil
}

// conventions: products of signs cannot absorb a minus.
func (mattis) conventions() []convention { return []convention{energy, score} }
func (mattis) forms() []string           { return []string{formSquare, formPairs} }
func (mattis) roles(string) []string     { return []string{"beta", "xi"} }
func (mattis) arguments() string         { return "n, beta, xi" }

func (mattis) write(w *writer) {
	w.signSum(func() (formula, remark string) {
		xi := w.key("xi")
		formula = fmt.Sprintf("%s(1/2) * [ ( sum_{%s=%s}^{%s} %s_%s %s )^2 - n ]", w.lead(), w.i, w.first(), w.last(), xi, w.i, w.at(w.i))
		if w.b.form == formPairs {
			formula = fmt.Sprintf("%ssum over all pairs %s < %s of %s_%s %s_%s %s %s", w.lead(), w.i, w.j, xi, w.i, xi, w.j, w.at(w.i), w.at(w.j))
		}
		return formula, w.pick("Nothing in it is divided by n.", "There is no division by n.")
	})
}

func (mattis) parameter(b binding, role string) string {
	return fmt.Sprintf("a list of n integers +1 or -1; `params[%q][%s]` is %s_i", b.keys[role], b.index("i"), b.keys[role])
}

func (mattis) unpack(p *python) { p.line("xi = %s", p.get("xi")) }

type mattisSpins struct {
	n    int
	beta float64
	xi   []int
}

func (in mattisSpins) size() int         { return in.n }
func (in mattisSpins) heat() float64     { return in.beta }
func (in mattisSpins) fields() []float64 { return nil }

// bonds lists all n(n−1)/2 pairs.
func (in mattisSpins) bonds() (out []bond) {
	for i := range in.n {
		for j := i + 1; j < in.n; j++ {
			out = append(out, bond{i, j, float64(in.xi[i] * in.xi[j])})
		}
	}
	return out
}

func (in mattisSpins) present(b binding, _ *stream, label []int, p map[string]any) {
	xi := make([]int, in.n)
	for i, x := range in.xi {
		xi[label[i]] = x
	}
	p[b.keys["xi"]] = xi
}

func (in mattisSpins) model() (*spin.Model, error) {
	xi := make([]int8, in.n)
	for i, x := range in.xi {
		xi[i] = int8(x)
	}
	return spin.NewMattis(in.beta, 1, xi)
}

func (in mattisSpins) reference() (mapping.Reference, error) {
	m, err := in.model()
	if err != nil {
		return mapping.Reference{}, err
	}
	return summed(m, func() (spin.LogZ, error) { return spin.MattisLogZ(in.beta, in.n) })
}

func (in mattisSpins) mistakes() (map[string]mapping.Reference, error) {
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

func (in mattisSpins) structure() (mapping.Structure, error) {
	m, err := in.model()
	if err != nil {
		return mapping.Structure{}, err
	}
	return structure(m)
}

// relatives: flipping a spin negates its sign in the pattern.
func (in mattisSpins) relatives() []relative {
	flipped, plain := in, in
	flipped.xi, plain.xi = slices.Clone(in.xi), slices.Clone(in.xi)
	flipped.xi[in.n/2] *= -1
	for i := range plain.xi {
		plain.xi[i] = 1
	}
	return []relative{
		same("gauge", "a change of sign of one variable negates its given sign", in, flipped),
		same("balanced", "all given signs can be made positive", in, plain),
	}
}
