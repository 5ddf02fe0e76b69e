package statmech

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/assay-physics/assay/verify/mapping"
)

// tfimTask is P07.
func tfimTask() Task {
	return Task{
		ID: "P07", Title: "Transverse-field Ising chain, open",
		Hamiltonian: `H = -\sum_{i=0}^{n-2} J_i \sigma^z_i \sigma^z_{i+1} - \sum_{i=0}^{n-1} h_i \sigma^x_i`,
		Gold:        mapping.Gold{Class: "free_fermion", Complexity: "O(n^3)"},
		Also: []Route{
			{"pfaffian", "O(n^3)", "a thermal trace of a Majorana quadratic form is a determinant, S. Bravyi, Quantum Inf. Comput. 5, 216 (2005)"},
		},
		Sources: []string{"E. Lieb, T. Schultz and D. Mattis, Ann. Phys. 16, 407 (1961)", "P. Pfeuty, Ann. Phys. 57, 79 (1970)"},
		Hint:    "Write the terms in a row, A and B by turns, and ask which of them commute with which.",
		Domain:  "at least 2", Sizes: []int{4, 6, 8},
		least: 2, step: 1, most: 768, aside: []int{3, 5, 7}, scale: []int{16, 24, 48, 96, 160},
		ladder: []int{4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 20, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768}, beta: smallBeta(),
		far:   &far{400, 1000, span{0.04, 0.09}},
		model: tfim{},
		instruments: instruments{
			reference:  claimed{"free_fermion", "O(n^3)", "After the Jordan-Wigner transformation the energy is quadratic in fermions; the singular values of one bidiagonal n x n matrix are the mode energies, and Z is a product over modes."},
			bruteforce: claimed{"no_efficient_known", "O(8^n)", "All eigenvalues of the 2^n x 2^n matrix are computed."}, enumerated: []string{"overclaim_P07"},
			mislabel:  "rbim_nishimori", // couplings are given, nothing is averaged
			overclaim: claimed{class: "free_fermion", complexity: "O(n^3)"},
			mistake:   "half",
		},
	}
}

// tfim is the quantum Ising chain in a transverse field.
type tfim struct{}

func (tfim) draw(_ Task, d drawing) (instance, error) {
	in := quantumRow{n: d.n, beta: d.beta}
	j, field := strength(d.s, d.regime, d.stratum)
	for range d.n - 1 {
		in.j = append(in.j, round(float64(d.s.sign())*j*(0.6+0.4*d.s.unit())))
	}
	for range d.n {
		in.h = append(in.h, round(field*(2*d.s.unit()-1)))
	}
	return in, nil
}

func (tfim) conventions() []convention { return allConventions }
func (tfim) forms() []string           { return nil }
func (tfim) roles(string) []string     { return []string{"beta", "J", "h"} }
func (tfim) arguments() string         { return "n, beta, J, h" }

func (tfim) write(w *writer) {
	w.para(w.pick(
		"A trace is wanted, of a power series in an array that is built from small ones.",
		"This is about the trace of a function of a large symmetric array.",
		"Compute with Kronecker products of 2 by 2 arrays, and take a trace at the end."))
	w.para(fmt.Sprintf(w.pick(
		"For each position %[1]s from %[2]s to %[3]s let A_%[1]s be the Kronecker product of n factors of size 2 by 2, in the order of the positions: the identity everywhere, except for [[1, 0], [0, -1]] at position %[1]s. B_%[1]s is the same with [[0, 1], [1, 0]] at position %[1]s.",
		"There are n positions, %[2]s to %[3]s. The symbol A_%[1]s stands for the 2^n by 2^n array that is a Kronecker product of 2 by 2 factors, [[1, 0], [0, -1]] at position %[1]s and the identity at all others; B_%[1]s has [[0, 1], [1, 0]] there instead.",
	), w.i, w.first(), w.last()))
	upper := "n-2"
	if w.b.origin == 1 {
		upper = "n-1"
	}
	w.para(fmt.Sprintf("    %s = %ssum_{%s=%s}^{%s} %s_%s A_%s A_%s%ssum_{%s=%s}^{%s} %s_%s B_%s",
		w.b.function, w.lead(), w.i, w.first(), upper, w.key("J"), w.i, w.i, subscript(w.i+"+1"),
		w.further(), w.i, w.first(), w.last(), w.key("h"), w.i, w.i))
	w.para(w.pick("Nothing joins the last position to the first.", "The last and the first position are not joined."))
	w.wanted()
	minus := "-"
	if w.b.convention == score {
		minus = ""
	}
	exponent := fmt.Sprintf("%s%s * %s", minus, w.key("beta"), w.b.function)
	if w.b.temperature {
		exponent = fmt.Sprintf("%s%s / %s", minus, w.b.function, w.key("beta"))
	}
	w.para(fmt.Sprintf("    Z = trace of exp(%s)", exponent))
	w.para(w.pick("where exp is the power series in the array.", "exp being the power series in the array, with products as of linear maps."))
}

func (tfim) parameter(b binding, role string) string {
	name := b.keys[role]
	if role == "J" {
		return fmt.Sprintf("a list of n-1 floats of either sign; `params[%q][%s]` is %s_k and belongs to the positions k and k+1", name, b.index("k"), name)
	}
	return fmt.Sprintf("a list of n floats of either sign; `params[%q][%s]` is %s_k", name, b.index("k"), name)
}

func (tfim) unpack(p *python) {
	if p.minus() != "" {
		p.line("J = [-g for g in %s]", p.get("J"))
		p.line("h = [-g for g in %s]", p.get("h"))
		return
	}
	p.line("J = %s", p.get("J"))
	p.line("h = %s", p.get("h"))
}

// quantumRow is H = −Σ J_i σz_i σz_{i+1} − Σ h_i σx_i.
type quantumRow struct {
	n    int
	beta float64
	j, h []float64
}

func (in quantumRow) size() int     { return in.n }
func (in quantumRow) heat() float64 { return in.beta }

// present: the templated variant may hand the row over from its other end.
func (in quantumRow) present(b binding, s *stream, _ []int, p map[string]any) {
	j, h := times(in.j, b.sign()), times(in.h, b.sign())
	if b.variant == Templated && s.below(2) == 1 {
		slices.Reverse(j)
		slices.Reverse(h)
	}
	p[b.keys["J"]], p[b.keys["h"]] = j, h
}

// denseSize is the longest chain whose 2^n energies are computed from the full matrix.
const denseSize = 8

func (in quantumRow) reference() (mapping.Reference, error) {
	if in.n <= denseSize {
		return in.dense(0)
	}
	return in.modes(), nil
}

// dense sums over the spectrum of the full matrix, with a bond of strength closing from
// the last site to the first.
//
// The symmetric QR algorithm is backward stable: its energies are within a modest
// multiple of u‖H‖ of the true ones (Wilkinson), for which 2^n u‖H‖ is generous; ln Z
// moves by at most β times that.
func (in quantumRow) dense(closing float64) (mapping.Reference, error) {
	dim := 1 << in.n
	h := mat.NewSymDense(dim, nil)
	norm := math.Abs(closing)
	spin := func(state, i int) float64 { return 1 - 2*float64(state>>i&1) }
	for state := range dim {
		e := -closing * spin(state, 0) * spin(state, in.n-1)
		for i, j := range in.j {
			e -= j * spin(state, i) * spin(state, i+1)
		}
		h.SetSym(state, state, e)
		for i, x := range in.h {
			if other := state ^ 1<<i; other > state {
				h.SetSym(state, other, -x)
			}
		}
	}
	for _, x := range slices.Concat(in.j, in.h) {
		norm += math.Abs(x)
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(h, false) {
		return mapping.Reference{}, errors.New("the spectrum of the full matrix was not found")
	}
	energies := eigen.Values(nil)
	ground := slices.Min(energies)
	var sum float64
	for _, e := range energies {
		sum += math.Exp(-in.beta * (e - ground))
	}
	return mapping.Reference{LogZ: math.Log(sum) - in.beta*ground, ErrorBound: float64(dim) * 0x1p-50 * (1 + in.beta*norm), Method: "spectrum of the full matrix"}, nil
}

// modes is the product over the modes, 2 cosh(βε) each, with ε the singular values of
// the bidiagonal matrix of h and J (E. Lieb, T. Schultz and D. Mattis, Ann. Phys. 16, 407
// (1961)). They are found by bisection of the Golub–Kahan tridiagonal matrix with rows
// h_0, J_0, h_1, J_1, …, whose Sturm count is exact for entries changed by a few units in
// the last place (J. W. Demmel and W. Kahan, SIAM J. Sci. Stat. Comput. 11, 873 (1990)):
// each ε has a relative error of at most about 10 n u.
func (in quantumRow) modes() mapping.Reference {
	off := make([]float64, 0, 2*in.n-1)
	bound := 0.0
	for i, h := range in.h {
		off = append(off, math.Abs(h))
		if i < len(in.j) {
			off = append(off, math.Abs(in.j[i]))
		}
	}
	for i, x := range off {
		if i > 0 {
			bound = math.Max(bound, x+off[i-1])
		}
		bound = math.Max(bound, x)
	}
	// below counts the eigenvalues of the 2n × 2n matrix under x.
	below := func(x float64) (count int) {
		d := -x
		for i := 0; ; i++ {
			if d < 0 {
				count++
			}
			if i == len(off) {
				return count
			}
			if d == 0 {
				d = 0x1p-1000
			}
			d = -x - off[i]*off[i]/d
		}
	}
	var logZ, slack float64
	for k := range in.n {
		lo, hi := 0.0, 2*bound
		for {
			mid := lo + (hi-lo)/2
			if mid == lo || mid == hi || hi-lo < 1e-300 {
				break
			}
			if below(mid) > in.n+k {
				hi = mid
			} else {
				lo = mid
			}
		}
		x := in.beta * lo
		logZ += x + math.Log1p(math.Exp(-2*x))
		slack += x
	}
	return mapping.Reference{LogZ: logZ, ErrorBound: (slack + 1) * float64(in.n+4) * 0x1p-48, Method: "product over fermion modes"}
}

// mistakes: no sign of a coupling or field is visible, for a rotation of spins about an
// axis removes it. So the mistake is the factor of two between spins and Pauli matrices;
// and the ring.
func (in quantumRow) mistakes() (map[string]mapping.Reference, error) {
	if in.n > denseSize || in.n < 3 {
		return nil, nil
	}
	half := in
	half.beta = in.beta / 2
	a, err := half.dense(0)
	if err != nil {
		return nil, err
	}
	b, err := in.dense(in.j[0])
	return map[string]mapping.Reference{"half": a, "boundary": b}, err
}

// structure: in the row h_0 σx_0, J_0 σzσz, h_1 σx_1, … each term anticommutes with its
// neighbours and commutes with all others. A path is a line graph without claws, so that
// the terms are products of two Majorana operators (A. Chapman and S. T. Flammia, Quantum
// 4, 278 (2020)). The commutation of each pair is checked on the Pauli strings.
func (in quantumRow) structure() (mapping.Structure, error) {
	type pauli struct{ x, z []int }
	var terms []pauli
	var names []string
	for i := range in.n {
		terms, names = append(terms, pauli{x: []int{i}}), append(names, fmt.Sprintf("X%d", i))
		if i+1 < in.n {
			terms, names = append(terms, pauli{z: []int{i, i + 1}}), append(names, fmt.Sprintf("Z%d Z%d", i, i+1))
		}
	}
	overlap := func(a, b []int) (n int) {
		for _, x := range a {
			if slices.Contains(b, x) {
				n++
			}
		}
		return n
	}
	for a := range terms {
		for b := range a {
			anticommute := (overlap(terms[a].x, terms[b].z)+overlap(terms[a].z, terms[b].x))%2 == 1
			if anticommute != (a-b == 1) {
				return mapping.Structure{}, fmt.Errorf("the terms %s and %s are not where a path has them", names[a], names[b])
			}
		}
	}
	witness, err := rawWitness(map[string]any{"anticommuting_path": names, "majoranas": 2 * in.n})
	return mapping.Structure{
		Model: "quantum_chain", Sites: in.n, Bonds: len(in.j), Field: true,
		Routes: []mapping.Route{
			{Class: "free_fermion", Complexity: "O(n^3)", Why: "the terms form a path of anticommuting neighbours: by Jordan and Wigner each is a product of two Majorana operators", Witness: witness},
			{Class: "pfaffian", Complexity: "O(n^3)", Why: "the trace of a Gaussian of Majorana operators is a determinant of their 2n × 2n form", Witness: witness},
		},
		Obstructions: []mapping.Obstruction{nothingAveraged},
	}, err
}

// nothingAveraged refutes the Nishimori line for models with given couplings.
var nothingAveraged = mapping.Obstruction{Class: "rbim_nishimori", Why: "the parameters are given and nothing is averaged over: there is no line on which a distribution of them and the weights could coincide"}

// relatives: signs of single couplings and fields are removed by rotations of spins.
func (in quantumRow) relatives() []relative {
	a, b, heated := in, in, in
	a.j, b.h = slices.Clone(in.j), slices.Clone(in.h)
	a.j[len(a.j)/2] *= -1
	b.h[len(b.h)/2] *= -1
	heated.beta, heated.j, heated.h = in.beta/2, times(in.j, 2), times(in.h, 2)
	return []relative{
		same("gauge", "conjugation with a product of B negates one factor of the pairs", in, a),
		same("gauge", "conjugation with one A negates one bias", in, b),
		same("scale", "only the products of the heat parameter with the others enter", in, heated),
	}
}
