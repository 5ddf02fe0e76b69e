package statmech

import (
	"context"
	"fmt"
	"math"

	"github.com/assay-physics/assay/physics/spin"
	"github.com/assay-physics/assay/verify/mapping"
)

// gridTask is P04.
func gridTask() Task {
	return Task{
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
		least: 4, aside: []int{4, 9, 16}, scale: []int{25, 36, 64, 100, 144, 256}, ladder: squareLadder(), far: &far{300, 961, span{0.08, 0.17}},
		beta:  map[regime]span{mapping.Probed: {0.05, 2}, mapping.Aside: {0.01, 2.5}, mapping.Scale: {0.2, 1.1}, mapping.AtGrowth: {0.3, 0.3}},
		model: grid{},
		instruments: instruments{
			reference:  claimed{"pfaffian", "O(n^3)", "Without biases and without crossings the loops of the high-temperature expansion are counted by one Pfaffian of a 4n x 4n skew matrix, by dense elimination."},
			bruteforce: exhaustive, enumerated: []string{"enumerate", "bonds_P04"},
			mislabel:  "gauge", // frustrated plaquettes
			overclaim: claimed{class: "pfaffian", complexity: "O(n^3)"},
			mistake:   "sign",
		},
	}
}

// grid is the ±J glass on an open square lattice.
type grid struct{}

// Forms in which the second bond list of a square table is handed over.
const (
	formRows    = "rows"    // by rows, as in the canonical text
	formColumns = "columns" // by columns
)

// draw draws signs until at least one cycle is frustrated, for without one they would be
// a disguised ferromagnet.
func (grid) draw(_ Task, d drawing) (instance, error) {
	l, _ := side(d.n)
	in := gridSpins{n: d.n, beta: d.beta}
	for {
		in.jh, in.jv = signs(d.s, l, l-1), signs(d.s, l-1, l)
		if frustrated(in.n, in.bonds()) {
			return in, nil
		}
	}
}

func (grid) conventions() []convention { return allConventions }
func (grid) forms() []string           { return []string{formRows, formColumns} }
func (grid) roles(string) []string     { return []string{"beta", "Jh", "Jv"} }
func (grid) arguments() string         { return "n, beta, Jh, Jv" }

func (grid) write(w *writer) {
	w.signSum(func() (formula, remark string) {
		x := w.b.variable
		formula = fmt.Sprintf("%ssum over horizontal neighbours of %s_{r,c} %s_{r,c} %s_{r,c+1}%ssum over vertical neighbours of %s_{r,c} %s_{r,c} %s_{r+1,c}",
			w.lead(), w.key("Jh"), x, x, w.further(), w.key("Jv"), x, x)
		return formula, w.pick(
			"Each pair of neighbours has a factor of its own, +1 or -1, and the table does not wrap around.",
			"The factors, one for each pair of neighbours, are +1 or -1. Cells on opposite sides of the table are not neighbours.")
	})
}

func (grid) parameter(b binding, role string) string {
	return b.neighbourFactors(role == "Jv", role, "factors", "numbers")
}

// neighbourFactors says how a factor for each pair of horizontal or vertical neighbours
// of a square table is handed over.
func (b binding) neighbourFactors(vertical bool, role, what, of string) string {
	name, r, c := b.keys[role], b.index("r"), b.index("c")
	switch {
	case !vertical:
		return fmt.Sprintf("the horizontal %s, a list of L lists of L-1 %s; `params[%q][%s][%s]` is %s_{r,c} and belongs to (r,c) and (r,c+1)", what, of, name, r, c, name)
	case b.form == formColumns:
		return fmt.Sprintf("the vertical %s, a list of L lists of L-1 %s, one list for each column; `params[%q][%s][%s]` is %s_{r,c} and belongs to (r,c) and (r+1,c)", what, of, name, c, r, name)
	}
	return fmt.Sprintf("the vertical %s, a list of L-1 lists of L %s; `params[%q][%s][%s]` is %s_{r,c} and belongs to (r,c) and (r+1,c)", what, of, name, r, c, name)
}

func (grid) unpack(p *python) {
	p.line("Jh = %s", p.get("Jh"))
	p.line("Jv = %s", p.get("Jv"))
	if p.b.form == formColumns {
		p.line("Jv = [list(row) for row in zip(*Jv)]")
	}
	if p.minus() != "" {
		p.line("Jh = [[-g for g in row] for row in Jh]")
		p.line("Jv = [[-g for g in row] for row in Jv]")
	}
}

// gridSpins has jh [L][L−1] and jv [L−1][L].
type gridSpins struct {
	n      int
	beta   float64
	jh, jv [][]float64
}

func (in gridSpins) size() int         { return in.n }
func (in gridSpins) heat() float64     { return in.beta }
func (in gridSpins) fields() []float64 { return nil }

func (in gridSpins) bonds() (out []bond) {
	l, _ := side(in.n)
	for r := range l {
		for c := range l {
			if c+1 < l {
				out = append(out, bond{r*l + c, r*l + c + 1, in.jh[r][c]})
			}
			if r+1 < l {
				out = append(out, bond{r*l + c, (r+1)*l + c, in.jv[r][c]})
			}
		}
	}
	return out
}

func (in gridSpins) present(b binding, s *stream, _ []int, p map[string]any) {
	jh, jv := b.turned(s, in.jh, in.jv)
	p[b.keys["Jh"]], p[b.keys["Jv"]] = scale(jh, b.sign()), scale(jv, b.sign())
}

// turned applies a symmetry of the square in the templated variant, and the form of the
// second list.
func (b binding) turned(s *stream, h, v [][]float64) (_, _ [][]float64) {
	if b.variant == Templated {
		h, v = turn(s, h, v)
	}
	if b.form == formColumns {
		v = transpose(v)
	}
	return h, v
}

func (in gridSpins) model() (*spin.Model, error) { return spin.NewGrid(in.beta, in.jh, in.jv) }

func (in gridSpins) reference() (mapping.Reference, error) {
	m, err := in.model()
	if err != nil {
		return mapping.Reference{}, err
	}
	return summed(m, func() (spin.LogZ, error) {
		return spin.OpenGridTransfer(context.Background(), in.beta, in.jh, in.jv)
	})
}

// mistakes: a global change of sign only gauges the couplings of an open grid away, so
// that the mistake is to drop the signs.
func (in gridSpins) mistakes() (map[string]mapping.Reference, error) {
	if in.n > bruteSize {
		return nil, nil
	}
	m, err := in.model()
	if err != nil {
		return nil, err
	}
	for i := range m.Terms {
		m.Terms[i].J = math.Abs(m.Terms[i].J)
	}
	wrong := map[string]mapping.Reference{}
	return wrong, wrongly(wrong, "sign", m, nil)
}

func (in gridSpins) structure() (mapping.Structure, error) {
	m, err := in.model()
	if err != nil {
		return mapping.Structure{}, err
	}
	return structure(m)
}

// flip negates the factors around one cell: the change of variables that flips it.
func (in gridSpins) flip(r, c int) gridSpins {
	l, _ := side(in.n)
	out := in
	out.jh, out.jv = scale(in.jh, 1), scale(in.jv, 1)
	if c > 0 {
		out.jh[r][c-1] *= -1
	}
	if c+1 < l {
		out.jh[r][c] *= -1
	}
	if r > 0 {
		out.jv[r-1][c] *= -1
	}
	if r+1 < l {
		out.jv[r][c] *= -1
	}
	return out
}

// relatives: flipping a spin moves signs, and a ferromagnet disguised by flips has the
// value of the plain one (the instances of the probes are all frustrated; these are not).
func (in gridSpins) relatives() []relative {
	l, _ := side(in.n)
	plain := in
	plain.jh, plain.jv = scale(in.jh, 0), scale(in.jv, 0)
	for _, m := range [][][]float64{plain.jh, plain.jv} {
		for r := range m {
			for c := range m[r] {
				m[r][c] = 1
			}
		}
	}
	disguised := plain.flip(0, 0).flip(l-1, l/2).flip(l/2, l/2)
	return []relative{
		same("gauge", "a change of sign of one variable negates the factors around it", in, in.flip(l/2, l/2)),
		same("balanced", "factors that a change of signs of the variables makes positive give the value of positive ones", plain, disguised),
	}
}
