package factor

import (
	"context"
	"fmt"
	"math"
	"math/bits"

	"github.com/assay-physics/assay/physics/partition"
	"github.com/assay-physics/assay/physics/spin"
)

// maxSpinTerm bounds the order of the terms that FromSpin writes out.
const maxSpinTerm = 24

// FromSpin writes an Ising model as tables: value 0 of a variable is s = +1, value 1 is
// s = −1, and each term with J ≠ 0 becomes one factor exp(βJ ∏ s). What the products
// β·J lose in rounding is in the Err of the factors, and the Rounding of m is kept.
func FromSpin(m *spin.Model) (*Model, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	out := &Model{Card: make([]int, m.N), Rounding: m.Rounding}
	for v := range out.Card {
		out.Card[v] = 2
	}
	kept, entries := 0, 0
	for _, t := range m.Terms {
		if t.J != 0 && m.Beta != 0 {
			if len(t.Sites) > maxSpinTerm {
				return nil, fmt.Errorf("factor: a term of %d spins would need a table of 2^%d entries, the limit is %d spins: %w",
					len(t.Sites), len(t.Sites), maxSpinTerm, ErrTooWide)
			}
			kept++
			entries += 1 << len(t.Sites)
		}
	}
	out.Factors = make([]Factor, 0, kept)
	flat := make([]float64, entries)
	for _, t := range m.Terms {
		if t.J == 0 || m.Beta == 0 {
			continue
		}
		k := m.Beta * t.J
		table := flat[: 1<<len(t.Sites) : 1<<len(t.Sites)]
		flat = flat[len(table):]
		for x := range table {
			table[x] = k
			if bits.OnesCount(uint(x))&1 == 1 {
				table[x] = -k
			}
		}
		lost := math.Abs(math.FMA(m.Beta, t.J, -k))
		if math.Abs(k) < 0x1p-960 {
			lost += 0x1p-1074 // which may have underflowed itself
		}
		out.Factors = append(out.Factors, Factor{Sites: t.Sites, Log: table, Err: lost})
	}
	return out, nil
}

// Thermodynamics of a model with real energies: ln Z, the mean energy ⟨H⟩ and the
// variance ⟨H²⟩ − ⟨H⟩², which is the heat capacity over β² (in units of Boltzmann's
// constant), with bounds on the absolute errors.
type Thermodynamics struct {
	LogZ                        partition.LogZ
	Energy, EnergyBound         float64
	Variance, VarianceBound     float64
	HeatCapacity, CapacityBound float64
}

// Thermal returns the thermodynamics of an Ising model of small width. To the bounds of
// SumMoments comes what the numbers of the model lost when they were rounded. Let every βH
// be off by at most ε: weights relative to each other change by factors within e^(±2ε), so
// that ⟨H⟩ moves by at most (e^(2ε) − 1)·σ(H), beside the error of H itself, and σ(βH) by
// at most ε beside a factor within e^(±ε).
func Thermal(ctx context.Context, m *spin.Model, opt Options) (Thermodynamics, error) {
	hot := spin.Model{N: m.N, Beta: 1, Terms: m.Terms}
	if m.Beta != 0 {
		hot.Beta = m.Beta
	}
	f, err := FromSpin(&hot)
	if err != nil {
		return Thermodynamics{}, err
	}
	f.Rounding = m.Rounding
	g := make([][]float64, 0, len(f.Factors))
	for _, t := range m.Terms {
		if t.J == 0 {
			continue
		}
		energy := make([]float64, 1<<len(t.Sites))
		for x := range energy {
			energy[x] = -t.J
			if bits.OnesCount(uint(x))&1 == 1 {
				energy[x] = t.J
			}
		}
		g = append(g, energy)
	}
	if m.Beta == 0 { // the same factors with weight 1
		for i := range f.Factors {
			f.Factors[i].Log, f.Factors[i].Err = make([]float64, len(f.Factors[i].Log)), 0
		}
	}
	var out Thermodynamics
	if out.LogZ, err = LogZ(ctx, f, opt); err != nil {
		return Thermodynamics{}, err
	}
	moments, err := SumMoments(ctx, f, g, opt)
	if err != nil {
		return Thermodynamics{}, err
	}
	out.Energy, out.EnergyBound = moments.Mean, moments.MeanBound
	out.Variance, out.VarianceBound = moments.Variance, moments.VarianceBound
	square := m.Beta * m.Beta
	out.HeatCapacity = square * moments.Variance
	out.CapacityBound = square*moments.VarianceBound + 8*unit*math.Abs(out.HeatCapacity)
	lost, reach := 0.0, 0.0 // of H, and its largest possible size
	for _, t := range m.Terms {
		reach += math.Abs(t.J)
	}
	if m.Rounding > 0 {
		lost = 2 * unit * reach
		if m.Beta != 0 {
			lost += m.Rounding / math.Abs(m.Beta)
		}
	}
	input := f.inputError() + m.Rounding
	spread := min(math.Sqrt(max(0, moments.Variance+moments.VarianceBound)), reach)
	out.EnergyBound += 2*unit*math.Abs(out.Energy) + lost + math.Expm1(2*input)*spread
	out.VarianceBound += 2*unit*math.Abs(out.Variance) +
		math.Expm1(2*input)*spread*spread + 2*lost*math.Exp(input)*spread + lost*lost
	out.CapacityBound += capacityRounding(out.HeatCapacity+out.CapacityBound, input)
	return out, nil
}

// capacityRounding is how far a heat capacity of at most c can move when every βH does by at
// most lost.
func capacityRounding(c, lost float64) float64 {
	c = max(c, 0)
	return math.Expm1(2*lost)*c + 2*lost*math.Exp(lost)*math.Sqrt(c) + lost*lost
}

// Magnetizations returns ⟨s⟩ for each spin, and a bound on the absolute error of any of
// them.
func Magnetizations(ctx context.Context, m *spin.Model, opt Options) (s []float64, bound float64, err error) {
	f, err := FromSpin(m)
	if err != nil {
		return nil, 0, err
	}
	p, bound, err := Marginals(ctx, f, opt)
	if err != nil {
		return nil, 0, err
	}
	s = make([]float64, len(p))
	for v := range p {
		s[v] = p[v][0] - p[v][1]
	}
	return s, 2*bound + unit, nil
}

// Correlations returns ⟨s_a s_b⟩ for each pair, and a bound on the absolute error of any
// of them. For the cost see PairMarginals.
func Correlations(ctx context.Context, m *spin.Model, pairs [][2]int, opt Options) (ss []float64, bound float64, err error) {
	f, err := FromSpin(m)
	if err != nil {
		return nil, 0, err
	}
	p, bound, err := PairMarginals(ctx, f, pairs, opt)
	if err != nil {
		return nil, 0, err
	}
	ss = make([]float64, len(pairs))
	for k, q := range p {
		ss[k] = q[0] + q[3] - q[1] - q[2]
	}
	return ss, 4*bound + 4*unit, nil
}

// SampleSpins draws k independent configurations of spins ±1; see Sample.
func SampleSpins(ctx context.Context, m *spin.Model, seed uint64, k int, opt Options) ([][]int8, error) {
	f, err := FromSpin(m)
	if err != nil {
		return nil, err
	}
	states, err := Sample(ctx, f, seed, k, opt)
	if err != nil {
		return nil, err
	}
	out := make([][]int8, k)
	for a, state := range states {
		out[a] = make([]int8, m.N)
		for v, x := range state {
			out[a][v] = int8(1 - 2*x)
		}
	}
	return out, nil
}
