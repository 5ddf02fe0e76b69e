package statmech

import (
	"fmt"
	"slices"

	"github.com/assay-physics/assay/physics/spin"
	"github.com/assay-physics/assay/verify/mapping"
)

// torusTask is P03.
func torusTask() Task {
	return Task{
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
		least: 9, aside: []int{9, 16}, scale: []int{25, 36, 49, 64, 100, 144, 256}, ladder: squareLadder(), far: &far{300, 961, span{0.08, 0.17}},
		beta:  map[regime]span{mapping.Probed: {0.05, 2}, mapping.Aside: {0.01, 2.5}, mapping.Scale: {0.2, 1.2}, mapping.AtGrowth: {0.3, 0.3}},
		model: torus{},
		instruments: instruments{
			// The program sums all 2^L eigenvalues of the row transfer matrix: the trace over
			// the closing row would otherwise cost another factor 2^L.
			reference:  claimed{"transfer_matrix", "O(2^L)", "Z is the trace of the L-th power of the row-to-row transfer matrix; all of its 2^L eigenvalues are summed."},
			bruteforce: exhaustive, enumerated: []string{"enumerate", "bonds_P03"},
			mislabel:          "rbim_nishimori", // there is no disorder whose line it could be
			overclaim:         claimed{class: "pfaffian", complexity: "O(n^3)"},
			mistake:           "sign",
			stumbleComplexity: "O(n 4^L)", // the row transfer with an open first row, as the program does it
		},
	}
}

// torus is the uniform ferromagnet on a periodic square lattice.
type torus struct{}

func (torus) draw(_ Task, d drawing) (instance, error) {
	j, _ := strength(d.s, d.regime, d.stratum)
	return torusSpins{n: d.n, beta: d.beta, j: j}, nil
}

func (torus) conventions() []convention { return allConventions }
func (torus) forms() []string           { return nil }
func (torus) roles(string) []string     { return []string{"beta", "J"} }
func (torus) arguments() string         { return "n, beta, J" }

func (torus) write(w *writer) {
	w.signSum(func() (formula, remark string) {
		x, over := w.b.variable, "L"
		if w.b.origin == 1 {
			over = "L+1"
		}
		return fmt.Sprintf("%s%s * sum_{r,c} [ %s_{r,c} %s_{r,c+1} + %s_{r,c} %s_{r+1,c} ]", w.lead(), w.key("J"), x, x, x, x),
			fmt.Sprintf(w.pick(
				"The sum runs over all L*L cells, and an index %s stands for %d again, in both directions, so that there are 2*L*L products.",
				"All L*L cells contribute. Wherever an index reaches %s it starts again at %d; this holds for rows and for columns and gives 2*L*L products.",
			), over, w.b.origin)
	})
}

func (torus) parameter(b binding, role string) string {
	if b.convention == cost {
		return b.keys[role] + ", a negative float"
	}
	return b.keys[role] + ", a positive float"
}

func (torus) unpack(p *python) { p.line("J = %s%s", p.minus(), p.get("J")) }

type torusSpins struct {
	n       int
	beta, j float64
}

func (in torusSpins) size() int         { return in.n }
func (in torusSpins) heat() float64     { return in.beta }
func (in torusSpins) fields() []float64 { return nil }

func (in torusSpins) bonds() (out []bond) {
	l, _ := side(in.n)
	for r := range l {
		for c := range l {
			out = append(out, bond{r*l + c, r*l + (c+1)%l, in.j}, bond{r*l + c, (r+1)%l*l + c, in.j})
		}
	}
	return out
}

func (in torusSpins) present(b binding, _ *stream, _ []int, p map[string]any) {
	p[b.keys["J"]] = b.sign() * in.j
}

func (in torusSpins) model() (*spin.Model, error) {
	l, _ := side(in.n)
	return spin.NewTorus(l, l, in.beta, in.j)
}

func (in torusSpins) reference() (mapping.Reference, error) {
	m, err := in.model()
	if err != nil {
		return mapping.Reference{}, err
	}
	l, _ := side(in.n)
	return summed(m, func() (spin.LogZ, error) { return spin.TorusKaufman(l, l, in.beta*in.j) })
}

// mistakes: the sign, and the torus cut open.
func (in torusSpins) mistakes() (map[string]mapping.Reference, error) {
	if in.n > bruteSize {
		return nil, nil
	}
	m, err := in.model()
	if err != nil {
		return nil, err
	}
	wrong := map[string]mapping.Reference{}
	if err := wrongly(wrong, "sign", negated(m), nil); err != nil {
		return nil, err
	}
	l, _ := side(in.n)
	row := func(n int) []float64 { return slices.Repeat([]float64{in.j}, n) }
	grid, err := spin.NewGrid(in.beta, slices.Repeat([][]float64{row(l - 1)}, l), slices.Repeat([][]float64{row(l)}, l-1))
	return wrong, wrongly(wrong, "boundary", grid, err)
}

func (in torusSpins) structure() (mapping.Structure, error) {
	m, err := in.model()
	if err != nil {
		return mapping.Structure{}, err
	}
	return structure(m)
}

// relatives: energy and temperature share one scale.
func (in torusSpins) relatives() []relative {
	heated := in
	heated.beta, heated.j = in.beta/2, 2*in.j
	return []relative{same("scale", "only the product of the two parameters enters", in, heated)}
}
