package factor

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/math/graph"
)

// Model is a product of tables over variables with finitely many values each. Its
// partition function is the sum of that product over all joint states; the empty
// product is 1, and without variables there is one joint state.
type Model struct {
	// Card holds the number of values of each variable, at least 1.
	Card    []int
	Factors []Factor
	// Rounding bounds how far ln Z can lie from that of the model as it was stated
	// beyond what the Err of the factors say, where an input format only knows the sum.
	Rounding float64
}

// Factor is a table of weights over the joint states of some variables.
type Factor struct {
	// Sites are distinct variables; none of them makes a constant.
	Sites []int
	// Log holds ln|w| for each joint state, row-major, the last site fastest; −Inf for
	// weight 0.
	Log []float64
	// Phase is nil where all weights are ≥ 0, else it holds arg w in (−π, π] for each
	// joint state. The float64 numbers nearest to π and ±π/2 stand for these angles
	// themselves, so that signs and quarter turns are exact.
	Phase []float64
	// Err bounds the absolute error of each entry of Log and Phase.
	Err float64

	exact []*big.Rat // the entries as they were read, nil where they are not kept
}

// ErrTooWide says that a table would exceed the memory or the work that the options
// allow.
var ErrTooWide = errors.New("the tables of the elimination are too large")

// ErrSigned says that a question about probabilities was asked of a model whose
// weights are not all ≥ 0, or whose weights are all zero.
var ErrSigned = errors.New("the weights are not those of a probability distribution")

// MaxVariables bounds the number of variables of a model.
const MaxVariables = math.MaxInt32 / 2

// maxSites bounds the sites of a factor. A table of so many could not exist but for
// variables of a single value.
const maxSites = 64

// MaxCard bounds the number of values of a variable: its table alone takes 8 bytes a value.
const MaxCard = 1 << 24

// Validate checks shapes and numbers: cardinalities of at least 1, sites in range and
// distinct, one logarithm (and phase) per joint state, none of them NaN or +Inf.
func (m *Model) Validate() error {
	if len(m.Card) > MaxVariables {
		return fmt.Errorf("factor: model of %d variables, the limit is %d", len(m.Card), MaxVariables)
	}
	for v, c := range m.Card {
		if c < 1 || c > MaxCard {
			return fmt.Errorf("factor: variable %d has %d values; between 1 and %d are possible", v, c, MaxCard)
		}
	}
	if math.IsNaN(m.Rounding) || m.Rounding < 0 {
		return fmt.Errorf("factor: rounding is %v", m.Rounding)
	}
	for i := range m.Factors {
		if err := m.Factors[i].validate(m.Card); err != nil {
			return fmt.Errorf("factor: factors[%d]: %w", i, err)
		}
	}
	return nil
}

func (f *Factor) validate(card []int) error {
	size := 1
	if len(f.Sites) > maxSites {
		return fmt.Errorf("%d sites, the limit is %d", len(f.Sites), maxSites)
	}
	for i, s := range f.Sites {
		if s < 0 || s >= len(card) {
			return fmt.Errorf("site %d is outside of 0 … %d", s, len(card)-1)
		}
		if slices.Contains(f.Sites[:i], s) {
			return fmt.Errorf("site %d occurs twice", s)
		}
		if card[s] > math.MaxInt32/size {
			return fmt.Errorf("the table over sites %v would have more than %d entries", f.Sites, math.MaxInt32)
		}
		size *= card[s]
	}
	if len(f.Log) != size {
		return fmt.Errorf("%d entries for %d joint states", len(f.Log), size)
	}
	for x, l := range f.Log {
		if math.IsNaN(l) || math.IsInf(l, 1) {
			return fmt.Errorf("the logarithm of entry %d is %v", x, l)
		}
	}
	if f.Phase != nil && len(f.Phase) != size {
		return fmt.Errorf("%d phases for %d joint states", len(f.Phase), size)
	}
	for x, p := range f.Phase {
		if !(p > -math.Pi-0x1p-50 && p <= math.Pi) {
			return fmt.Errorf("the phase of entry %d is %v, outside of (−π, π]", x, p)
		}
	}
	if math.IsNaN(f.Err) || f.Err < 0 {
		return fmt.Errorf("the error bound is %v", f.Err)
	}
	return nil
}

// rounded reports whether some weight is known up to an error only, so that a sum of zero
// proves nothing.
func (m *Model) rounded() bool {
	return m.Rounding > 0 || slices.ContainsFunc(m.Factors, func(f Factor) bool { return f.Err > 0 })
}

// Signed reports whether some weight is not a number ≥ 0.
func (m *Model) Signed() bool {
	for i := range m.Factors {
		f := &m.Factors[i]
		for x, p := range f.Phase {
			if p != 0 && !math.IsInf(f.Log[x], -1) {
				return true
			}
		}
	}
	return false
}

// Complex reports whether some weight is not real.
func (m *Model) Complex() bool {
	for i := range m.Factors {
		f := &m.Factors[i]
		for x, p := range f.Phase {
			if p != 0 && p != math.Pi && p != -math.Pi && !math.IsInf(f.Log[x], -1) {
				return true
			}
		}
	}
	return false
}

// Graph joins any two variables that share a factor: the graph whose treewidth decides
// the cost of elimination. Its edges are sorted.
func (m *Model) Graph() (*graph.Graph, error) {
	pairs := 0
	for i := range m.Factors {
		k := len(m.Factors[i].Sites)
		pairs += k * (k - 1) / 2
	}
	keys := make([]uint64, 0, pairs)
	for i := range m.Factors {
		sites := m.Factors[i].Sites
		for a, u := range sites {
			for _, v := range sites[:a] {
				keys = append(keys, uint64(min(u, v))<<32|uint64(max(u, v)))
			}
		}
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	edges := make([]graph.Edge, len(keys))
	for i, k := range keys {
		edges[i] = graph.Edge{int(k >> 32), int(k & 0xffffffff)}
	}
	g, err := graph.New(len(m.Card), edges)
	if err != nil {
		return nil, fmt.Errorf("factor: interaction graph: %w", err)
	}
	return g, nil
}

// Condition fixes variables: vars[i] takes the value states[i]. In the model that it
// returns these have a single value each, and ln Z is that of the weights of the joint
// states that agree. The factors that do not touch them are shared with m.
func (m *Model) Condition(vars, states []int) (*Model, error) {
	if len(vars) != len(states) {
		return nil, fmt.Errorf("factor: condition: %d variables with %d values", len(vars), len(states))
	}
	fixed := make([]int32, len(m.Card))
	for v := range fixed {
		fixed[v] = -1
	}
	card := slices.Clone(m.Card)
	for i, v := range vars {
		switch {
		case v < 0 || v >= len(m.Card):
			return nil, fmt.Errorf("factor: condition: variable %d is outside of 0 … %d", v, len(m.Card)-1)
		case states[i] < 0 || states[i] >= m.Card[v]:
			return nil, fmt.Errorf("factor: condition: variable %d has no value %d of %d", v, states[i], m.Card[v])
		case fixed[v] >= 0 && int(fixed[v]) != states[i]:
			return nil, fmt.Errorf("factor: condition: variable %d cannot be %d and %d", v, fixed[v], states[i])
		}
		fixed[v] = int32(states[i])
		card[v] = 1
	}
	out := &Model{Card: card, Factors: slices.Clone(m.Factors), Rounding: m.Rounding}
	for i := range out.Factors {
		f := &out.Factors[i]
		if slices.ContainsFunc(f.Sites, func(s int) bool { return fixed[s] >= 0 }) {
			out.Factors[i] = f.restrict(m.Card, fixed)
		}
	}
	return out, nil
}

// restrict keeps the entries in which every fixed variable has its value.
func (f *Factor) restrict(card []int, fixed []int32) Factor {
	stride := make([]int, len(f.Sites))
	for j, s := len(f.Sites)-1, 1; j >= 0; j-- {
		stride[j] = s
		s *= card[f.Sites[j]]
	}
	at := []int{0}
	for j, s := range f.Sites {
		lo, hi := 0, card[s]
		if fixed[s] >= 0 {
			lo, hi = int(fixed[s]), int(fixed[s])+1
		}
		next := make([]int, 0, len(at)*(hi-lo))
		for _, x := range at {
			for v := lo; v < hi; v++ {
				next = append(next, x+v*stride[j])
			}
		}
		at = next
	}
	out := Factor{Sites: f.Sites, Log: make([]float64, len(at)), Err: f.Err}
	if f.Phase != nil {
		out.Phase = make([]float64, len(at))
	}
	for i, x := range at {
		out.Log[i] = f.Log[x]
		if f.Phase != nil {
			out.Phase[i] = f.Phase[x]
		}
		if len(f.exact) == len(f.Log) {
			out.exact = append(out.exact, f.exact[x])
		}
	}
	return out
}
