package statmech

import (
	"fmt"
	"math"
	"slices"

	"github.com/assay-physics/assay/physics/spin"
	"github.com/assay-physics/assay/verify/mapping"
)

// thinTask is P10.
func thinTask() Task {
	return Task{
		ID: "P10", Title: "Random Ising model in site fields, ladder or tree",
		Hamiltonian: `H = -\sum_{k} J_k s_{u_k} s_{v_k} - \sum_{i=0}^{n-1} h_i s_i`,
		Gold:        mapping.Gold{Class: "treewidth_bounded", Complexity: "O(n)"},
		Sources:     []string{"U. Bertelè and F. Brioschi, Nonserial Dynamic Programming, Academic Press (1972)", "S. Arnborg and A. Proskurowski, Discrete Appl. Math. 23, 11 (1989)"},
		Hint:        "Find a variable that few others know about, and do the sum over it first.",
		Domain:      "even and at least 4", Sizes: []int{6, 10, 14},
		least: 4, step: 2, aside: []int{4, 8, 12}, scale: []int{24, 48, 96, 160},
		ladder: slices.DeleteFunc(longLadder(), func(n int) bool { return n > 512 }), beta: smallBeta(),
		most: 512, far: &far{520, 1000, span{0.04, 0.09}},
		model: thin{}, unordered: true,
		instruments: instruments{
			reference:  claimed{"treewidth_bounded", "O(n)", "A variable with at most two neighbours always exists; it is summed over, and leaves a table over the two."},
			bruteforce: exhaustive, enumerated: []string{"enumerate", "bonds_P10"},
			mislabel:  "pfaffian", // site fields
			overclaim: claimed{class: "treewidth_bounded", complexity: "O(n)"}, overclaimFile: "",
			mistake: "sign",
		},
	}
}

// thin is an Ising model in fields on a graph of treewidth at most two: a ladder or a
// tree, by the number of the sample.
type thin struct{}

// draw: the growth of cost is measured on ladders, the wider of the two.
func (thin) draw(_ Task, d drawing) (instance, error) {
	in := fieldPairs{pairSpins: pairSpins{n: d.n, beta: d.beta}}
	j, field := strength(d.s, d.regime, d.stratum)
	half := d.n / 2
	if (d.k+half)%2 == 0 || d.regime == mapping.AtGrowth {
		for i := range half {
			in.edges = append(in.edges, [2]int{i, half + i})
			if i+1 < half {
				in.edges = append(in.edges, [2]int{i, i + 1}, [2]int{half + i, half + i + 1})
			}
		}
	} else {
		for i := 1; i < d.n; i++ {
			in.edges = append(in.edges, [2]int{i - 1 - d.s.below(min(i, 8)), i})
		}
	}
	for range in.edges {
		in.js = append(in.js, round(float64(d.s.sign())*j*(0.6+0.4*d.s.unit())))
	}
	for range d.n {
		in.h = append(in.h, round(field*(2*d.s.unit()-1)))
	}
	return in, nil
}

func (thin) conventions() []convention { return allConventions }
func (thin) forms() []string           { return []string{formLists, formTriples} }

func (thin) roles(form string) []string {
	if form == formTriples {
		return []string{"beta", "edges", "h"}
	}
	return []string{"beta", "edges", "J", "h"}
}

func (thin) arguments() string { return "n, beta, edges, J, h" }

func (thin) write(w *writer) {
	w.signSum(func() (formula, remark string) {
		formula = w.pairSum() + w.further() + fmt.Sprintf("sum_{%s=%s}^{%s} %s_%s %s", w.k, w.first(), w.last(), w.key("h"), w.k, w.at(w.k))
		return formula, w.pick(
			"The pairs are drawn for each parameter set in one of two ways. Either the indices stand in two rows of n/2, in an order that is not given, and the pairs are all neighbours within a row and the two indices of each column, 3n/2-2 pairs; or each index but one is joined to one that came before it in some order, n-1 pairs. No pair is listed twice. Each has a factor g of its own, of either sign.",
			"Each pair has its own factor g, of either sign, and is listed once. For each parameter set there are either n-1 pairs, by which every index but one is tied to one that was there before it; or 3n/2-2 pairs, the neighbours in two rows of n/2 indices and the two indices of each of the n/2 columns. Which index stands where is not given.")
	})
}

func (thin) parameter(b binding, role string) string {
	if role == "h" {
		return fmt.Sprintf("a list of n floats of either sign; `params[%q][%s]` is %s_k", b.keys[role], b.index("k"), b.keys[role])
	}
	return b.pairList(role, "all")
}

func (thin) unpack(p *python) {
	p.pairs()
	if p.minus() != "" {
		p.line("h = [-g for g in %s]", p.get("h"))
	} else {
		p.line("h = %s", p.get("h"))
	}
}

// fieldPairs is an Ising model on a listed graph with a field at each site.
type fieldPairs struct {
	pairSpins
	h []float64
}

func (in fieldPairs) fields() []float64 { return in.h }

func (in fieldPairs) present(b binding, s *stream, label []int, p map[string]any) {
	in.pairSpins.present(b, s, label, p)
	h := make([]float64, in.n)
	for i, x := range in.h {
		h[label[i]] = b.sign() * x
	}
	p[b.keys["h"]] = h
}

func (in fieldPairs) model() (*spin.Model, error) {
	m, err := in.pairSpins.model()
	if err != nil {
		return nil, err
	}
	return withFields(m, in.h), nil
}

func (in fieldPairs) reference() (mapping.Reference, error) {
	m, err := in.model()
	if err != nil {
		return mapping.Reference{}, err
	}
	return summed(m, func() (spin.LogZ, error) { return eliminated(m) })
}

func (in fieldPairs) mistakes() (map[string]mapping.Reference, error) {
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

// structure: beside the general analysis, an order of bounded width.
func (in fieldPairs) structure() (mapping.Structure, error) {
	m, err := in.model()
	if err != nil {
		return mapping.Structure{}, err
	}
	s, err := structure(m)
	if err != nil {
		return mapping.Structure{}, err
	}
	if s.Width > 2 {
		return mapping.Structure{}, fmt.Errorf("an order of width %d was found on a ladder or tree", s.Width)
	}
	s.Routes = []mapping.Route{{Class: "treewidth_bounded", Complexity: "O(n)", Why: "an elimination order of width at most 2 is witnessed at every size", Witness: s.Witnesses["elimination_order"]}}
	return s, nil
}

// relatives: a flipped spin with its field, and the weight of one bond.
//
// exp(βJ ss') = cosh(βJ) (1 + ss' tanh(βJ)), so that Z / cosh(βJ) is affine in tanh(βJ).
func (in fieldPairs) relatives() []relative {
	flipped := in
	flipped.pairSpins = in.flip(in.n / 2)
	flipped.h = slices.Clone(in.h)
	flipped.h[in.n/2] *= -1
	var at, log [3]float64
	var of [3]instance
	for i, f := range []float64{-0.8, 0.5, 1} {
		one := in
		one.js = slices.Clone(in.js)
		one.js[0] *= f
		k := in.beta * one.js[0]
		at[i], log[i], of[i] = math.Tanh(k), math.Log(math.Cosh(k)), one
	}
	return []relative{
		same("gauge", "a change of sign of one variable negates its bias and the factors of its pairs", in, flipped),
		affine("linear", "over the hyperbolic cosine of one exponent the sum is affine in the hyperbolic tangent", at, log, of),
	}
}
