package statmech

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/cmplx"
	"slices"

	"github.com/assay-physics/assay/physics/spin"
	"github.com/assay-physics/assay/verify/mapping"
)

// The tasks T01 to T08 are about quantum codes: a sum of probabilities over all that the
// generators of a group make of one reference error. What they share is here: locations
// that are flipped or not, sets of locations that each generator flips, and a
// distribution that is a product of tables over few locations each. As a spin model
// (C. T. Chubb and S. T. Flammia, Ann. Inst. H. Poincaré D 8, 269 (2021)) it has one spin
// for each generator, and its couplings are the Walsh coefficients of the logarithms of
// the tables.

// deformed is an instance: a reference error, and what deforms it.
type deformed struct {
	code  code
	n     int     // as the text counts
	gens  [][]int // the locations that each generator flips
	start []bool  // the locations that the reference error flips
	rates []float64
	lines [][]int // along which flips are correlated, nil where they are not
}

// code is what the tasks differ in.
type code interface {
	// tables factorises ln P of an error, up to no constant.
	tables(in deformed) []weightTable
	// special are the strengths that tie the spin model to the rates.
	special(in deformed) map[string]complex128
	// beyond is the sum at sizes that are not enumerated.
	beyond(in deformed) (mapping.Reference, error)
	// relabelled draws other numbers for locations and generators.
	relabelled(in deformed, s *stream) deformed
	// witnesses says what is tractable about the sum.
	witnesses(in deformed) (mapping.Structure, error)
	related(in deformed) []relative
	rateRoles() []string
}

// weightTable is the logarithm of a weight for each state of some locations: bit j of the index
// says whether bits[j] is flipped. An imaginary part is the phase of an amplitude.
type weightTable struct {
	bits []int
	log  []complex128
}

// independentFlips is the table of each location that is flipped with a probability of its own.
func independentFlips(rate func(i int) float64, locations int) []weightTable {
	ts := make([]weightTable, locations)
	for i := range ts {
		p := rate(i)
		ts[i] = weightTable{[]int{i}, []complex128{complex(math.Log1p(-p), 0), complex(math.Log(p), 0)}}
	}
	return ts
}

// strength is the coupling at which a bond's weights are those of a flip of rate p:
// H. Nishimori, Prog. Theor. Phys. 66, 1169 (1981).
func nishimoriStrength(p float64) complex128 { return complex((math.Log1p(-p)-math.Log(p))/2, 0) }

func (in deformed) size() int     { return in.n }
func (in deformed) heat() float64 { return 0 }

// Forms in which the reference error is handed over.
const (
	formMarks   = "marks"   // one 0 or 1 for each location
	formFlipped = "flipped" // the locations that are flipped
)

func errorForms() []string { return []string{formMarks, formFlipped} }

func (in deformed) present(b binding, s *stream, _ []int, p map[string]any) {
	if b.renumbered {
		in = in.code.relabelled(in, s)
	}
	in.put(b, p)
}

// put hands the instance over as it is numbered.
func (in deformed) put(b binding, p map[string]any) {
	for i, role := range in.code.rateRoles() {
		p[b.keys[role]] = in.rates[i]
	}
	sets := make([][]int, len(in.gens))
	for k, g := range in.gens {
		sets[k] = shift(g, b.origin)
	}
	p[b.keys["sets"]] = sets
	if in.lines != nil {
		lines := make([][]int, len(in.lines))
		for k, line := range in.lines {
			lines[k] = shift(line, b.origin)
		}
		p[b.keys["lines"]] = lines
	}
	marks, flipped := make([]int, len(in.start)), []int{}
	for i, on := range in.start {
		if on {
			marks[i] = 1
			flipped = append(flipped, i+b.origin)
		}
	}
	p[b.keys["start"]] = marks
	if b.form == formFlipped {
		p[b.keys["start"]] = flipped
	}
}

// unpackError reads sets and reference error back, numbered from 0.
func (p *python) unpackError() {
	p.line("sets = [[%s for i in group] for group in %s]", p.at("i"), p.get("sets"))
	if p.b.form == formFlipped {
		p.line("start = [0] * (1 + max(i for group in sets for i in group))")
		p.line("for i in %s:", p.get("start"))
		p.line("    start[%s] = 1", p.at("i"))
		return
	}
	p.line("start = %s", p.get("start"))
}

// errorParameter says in words how sets and reference error are handed over.
func (b binding) errorParameter(role, sets, locations string) string {
	name := b.keys[role]
	switch {
	case role == "sets":
		return fmt.Sprintf("the sets, a list of %s lists of positions, integers from %d; `params[%q][k]` is the set k, k counted from 0", sets, b.origin, name)
	case b.form == formFlipped:
		return "the list of all positions i with e_i = 1, in ascending order"
	}
	return fmt.Sprintf("a list of %s numbers, each 0 or 1; `params[%q][%s]` is e_i", locations, name, b.index("i"))
}

// permuted draws new numbers for all locations and a new order of the generators.
func permuted(in deformed, s *stream) deformed {
	label, order := s.perm(len(in.start)), s.perm(len(in.gens))
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
	if in.lines != nil {
		out.lines = make([][]int, len(in.lines))
		for k, line := range in.lines {
			for _, i := range line {
				out.lines[k] = append(out.lines[k], label[i])
			}
		}
	}
	return out
}

// flips is the error after some generators.
func (in deformed) flips(choice []int) []bool {
	out := slices.Clone(in.start)
	for _, k := range choice {
		for _, i := range in.gens[k] {
			out[i] = !out[i]
		}
	}
	return out
}

// logWeight is ln P of an error.
func logWeight(ts []weightTable, flips []bool) complex128 {
	var sum complex128
	for _, t := range ts {
		x := 0
		for j, i := range t.bits {
			if flips[i] {
				x |= 1 << j
			}
		}
		sum += t.log[x]
	}
	return sum
}

// moved is the instance with its error deformed by a generator.
func (in deformed) moved(k int) deformed {
	out := in
	out.start = in.flips([]int{k})
	return out
}

// total adds up all choices of generators in the order of a Gray code: the sum of the
// weights, and that of their sizes. Logarithms are added up anew for the tables that a
// step touches, and the sum is compensated.
func (in deformed) total() (sum complex128, size float64) {
	ts := in.code.tables(in)
	touches := make([][]int, len(in.gens))
	for k, g := range in.gens {
		for j, t := range ts {
			if slices.ContainsFunc(t.bits, func(i int) bool { return slices.Contains(g, i) }) {
				touches[k] = append(touches[k], j)
			}
		}
	}
	flips := slices.Clone(in.start)
	state := func(t weightTable) complex128 {
		x := 0
		for j, i := range t.bits {
			if flips[i] {
				x |= 1 << j
			}
		}
		return t.log[x]
	}
	now := make([]complex128, len(ts))
	for j, t := range ts {
		now[j] = state(t)
	}
	var lost complex128
	for step := uint64(1); ; step++ {
		var log complex128
		for _, x := range now {
			log += x
		}
		w := cmplx.Exp(log)
		size += cmplx.Abs(w)
		y := w - lost
		next := sum + y
		lost = (next - sum) - y
		sum = next
		k := 0
		for step>>k&1 == 0 {
			k++
		}
		if k >= len(in.gens) {
			return sum, size
		}
		for _, i := range in.gens[k] {
			flips[i] = !flips[i]
		}
		for _, j := range touches[k] {
			now[j] = state(ts[j])
		}
	}
}

// mostGenerators is the largest number of generators whose products are enumerated.
const mostGenerators = 20

// enumerated is the sum over all choices. Each weight is the exponential of a sum of
// len(tables) logarithms, each right to a rounding.
func (in deformed) enumerated() mapping.Reference {
	sum, size := in.total()
	var largest float64
	ts := in.code.tables(in)
	for _, t := range ts {
		most := 0.0
		for _, x := range t.log {
			most = max(most, cmplx.Abs(x))
		}
		largest += most
	}
	relative := (largest+2)*float64(len(ts)+4)*0x1p-52*size/cmplx.Abs(sum) + 4*0x1p-52
	if slices.ContainsFunc(ts, func(t weightTable) bool {
		return slices.ContainsFunc(t.log, func(x complex128) bool { return imag(x) != 0 })
	}) {
		return mapping.Reference{LogZ: 2 * math.Log(cmplx.Abs(sum)), ErrorBound: 2 * relative, Method: "sum of amplitudes over all choices of generators"}
	}
	return mapping.ReferenceTo(real(sum), relative, "sum over all choices of generators")
}

func (in deformed) reference() (mapping.Reference, error) {
	if len(in.gens) <= mostGenerators {
		return in.enumerated(), nil
	}
	return in.code.beyond(in)
}

// mistakes: the reference error forgotten.
func (in deformed) mistakes() (map[string]mapping.Reference, error) {
	if len(in.gens) > mostGenerators {
		return nil, nil
	}
	clean := in
	clean.start = make([]bool, len(in.start))
	return map[string]mapping.Reference{"error": clean.enumerated()}, nil
}

func (in deformed) structure() (mapping.Structure, error) { return in.code.witnesses(in) }
func (in deformed) relatives() []relative                 { return in.code.related(in) }

// model is the spin model of real weights: ln Z of the sum is that of the model plus the
// offset. Terms on the same spins are added up.
func (in deformed) model() (m *spin.Model, offset float64, err error) {
	on := make([][]int, len(in.start))
	for k, g := range in.gens {
		for _, i := range g {
			on[i] = append(on[i], k)
		}
	}
	at := map[string]int{}
	m = &spin.Model{N: len(in.gens), Beta: 1}
	for _, t := range in.code.tables(in) {
		for sigma := range t.log {
			// The Walsh coefficient of sigma, and the product of spins that it multiplies.
			var j float64
			for x, log := range t.log {
				if parity(x & sigma) {
					j -= real(log)
				} else {
					j += real(log)
				}
			}
			j /= float64(len(t.log))
			odd := map[int]bool{}
			for b, i := range t.bits {
				if sigma>>b&1 == 0 {
					continue
				}
				if in.start[i] {
					j = -j
				}
				for _, k := range on[i] {
					odd[k] = !odd[k]
				}
			}
			var sites []int
			for k, yes := range odd {
				if yes {
					sites = append(sites, k)
				}
			}
			slices.Sort(sites)
			if len(sites) == 0 {
				offset += j
				continue
			}
			key := fmt.Sprint(sites)
			if k, ok := at[key]; ok {
				m.Terms[k].J += j
				continue
			}
			at[key] = len(m.Terms)
			m.Terms = append(m.Terms, spin.Term{Sites: sites, J: j})
		}
	}
	return m, offset, nil
}

func parity(x int) bool {
	odd := false
	for ; x != 0; x &= x - 1 {
		odd = !odd
	}
	return odd
}

// referenceTolerance is the relative error of ln Z that references at scale ask for:
// their bounds are to stay far below the 1e-6 to which programs are held.
const referenceTolerance = 1e-12

// evaluated is the sum by an evaluator of spin models. The couplings are rounded, which
// changes ln Z by less than the sum of their roundings.
func (in deformed) evaluated(by func(context.Context, *spin.Model) (spin.LogZ, error)) (mapping.Reference, error) {
	m, offset, err := in.model()
	if err != nil {
		return mapping.Reference{}, err
	}
	z, err := by(context.Background(), m)
	if err != nil {
		return mapping.Reference{}, err
	}
	rounding := math.Abs(offset)
	for _, t := range m.Terms {
		rounding += math.Abs(t.J)
	}
	return mapping.Reference{LogZ: z.Float64() + offset, ErrorBound: z.ErrorBound + 16*float64(1+len(in.start))*0x1p-52 + 16*rounding*0x1p-52, Method: z.Method}, nil
}

// choices lists sets of generators: all of them where there are at most 2^10, else none,
// each one, each pair of neighbours in the list, and some drawn from s.
func (in deformed) choices(s *stream) (out [][]int) {
	m := len(in.gens)
	if m <= 10 {
		for x := range 1 << m {
			set := []int{}
			for k := range m {
				if x>>k&1 == 1 {
					set = append(set, k)
				}
			}
			out = append(out, set)
		}
		return out
	}
	out = append(out, []int{})
	for k := range m {
		out = append(out, []int{k}, []int{k, (k + 1) % m})
	}
	for range 400 {
		set := []int{}
		for k := range m {
			if s.below(2) == 1 {
				set = append(set, k)
			}
		}
		out = append(out, set)
	}
	return out
}

// spinMapping is what a program's couplings must reproduce, under the labels of b.
func (in deformed) spinMapping(b binding, s *stream) (mapping.SpinMapping, map[string]any) {
	if b.renumbered {
		in = in.code.relabelled(in, s)
	}
	p := map[string]any{}
	in.put(b, p)
	out := mapping.SpinMapping{Generators: len(in.gens), Choices: in.choices(s), Special: in.code.special(in)}
	ts := in.code.tables(in)
	for _, c := range out.Choices {
		out.Log = append(out.Log, logWeight(ts, in.flips(c)))
	}
	return out, p
}

// lineWitness says how the couplings are tied to the rates, and refutes the class of
// disorder averages: the sum is about one error.
func (in deformed) lineWitness() (mapping.Obstruction, error) {
	names := []string{}
	for name := range in.code.special(in) {
		names = append(names, name)
	}
	slices.Sort(names)
	w, err := rawWitness(map[string]any{"condition": "every weight is the probability of an error", "strengths": names, "asked": "the weight of one class of errors"})
	return mapping.Obstruction{Class: "rbim_nishimori", Witness: w,
		Why: "the couplings are tied to the rates, which gives the mean energy of an average over all errors; the sum asked for is that of one error, and no average is taken"}, err
}

// oneWeight refutes percolation.
func (in deformed) oneWeight() (mapping.Obstruction, error) {
	w, err := rawWitness(map[string]any{"generators": len(in.gens), "locations": len(in.start)})
	return mapping.Obstruction{Class: "percolation", Witness: w, Why: "the cluster expansion of the spin model has weight 2 for every cluster; percolation is the limit of weight 1"}, err
}

// skeleton is the structure with the two obstructions that all tasks share.
func (in deformed) skeleton(bonds int) (mapping.Structure, error) {
	line, err := in.lineWitness()
	one, err2 := in.oneWeight()
	return mapping.Structure{Model: "deformations", Sites: in.n, Bonds: bonds, Nishimori: true, Obstructions: []mapping.Obstruction{line, one}}, errors.Join(err, err2)
}

// sameClass is the identity that a generator applied to the reference error changes
// nothing.
func (in deformed) sameClass() relative {
	return same("deform", "a set applied to the start changes the order of the terms only", in, in.moved(len(in.gens)/2))
}

// complementary is the identity that all flips exchanged, and every rate with its
// complement, leave the sum as it is.
func (in deformed) complementary() relative {
	out := in
	out.start, out.rates = slices.Clone(in.start), slices.Clone(in.rates)
	for i := range out.start {
		out.start[i] = !out.start[i]
	}
	for i, p := range out.rates {
		out.rates[i] = 1 - p
	}
	return same("complement", "with every mark and every rate exchanged for its complement each weight stays", in, out)
}

// marks draws a reference error of rate p.
func marks(s *stream, n int, p float64) []bool {
	out := make([]bool, n)
	for i := range out {
		out[i] = s.unit() < p
	}
	return out
}

// rareFlips is the rate far out of codes whose value is the parity of the flips on lines of
// so many positions: few flips a line, or all parities are equally likely.
func rareFlips(d drawing, length int) float64 {
	if d.regime != mapping.Far {
		return flipRate(d)
	}
	return round((0.2 + 0.8*d.s.unit()) / float64(length))
}

// flipRate draws a rate of flips: moderate ones as announced, and aside a small one, one
// near 1/2, and one above it, where all couplings have the opposite sign.
func flipRate(d drawing) float64 {
	lo, hi := 0.02, 0.35
	if d.regime == mapping.Aside {
		lo, hi = []float64{0.004, 0.36, 0.6}[d.stratum], []float64{0.02, 0.48, 0.9}[d.stratum]
	}
	switch d.regime {
	case mapping.Scale, mapping.AtGrowth:
		lo, hi = 0.06, 0.3
	case mapping.Far: // errors of small rates have probabilities below the smallest float
		lo, hi = 0.2, 0.35
	default: // the range of the announced sizes
	}
	return round(lo + (hi-lo)*d.s.unit())
}
