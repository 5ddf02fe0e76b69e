package engine

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/assay-physics/assay/physics/partition"
)

// Options says what is wanted and what it may cost. The zero value asks for a relative
// error of 1e-10 by whatever method is cheapest.
type Options struct {
	// Method is auto (or empty), or one of Methods.
	Method string
	// Tolerance is the largest ErrorBound/max(1, |ln Z|) that is good enough; 0 means
	// DefaultTolerance.
	Tolerance float64
	// Precision asks for so many bits: a tolerance of 2^(4−Precision), if that is less
	// than Tolerance. 0: none.
	Precision uint
	// CrossCheck runs a second method and compares. Without it a second method runs only
	// where it is cheap next to nothing.
	CrossCheck bool
	// Workers is the number of goroutines of an evaluator, 0: one a CPU.
	Workers int
	// MaxLog2Cost bounds the steps of a plan; 0 means DefaultMaxLog2Cost.
	MaxLog2Cost float64
	// Seed drives estimates.
	Seed uint64

	all bool // list every plan, however good the first ones are
}

// Defaults of Options.
const (
	DefaultTolerance   = 1e-10
	DefaultMaxLog2Cost = 38
)

func (o Options) tolerance() float64 {
	t := o.Tolerance
	if t <= 0 {
		t = DefaultTolerance
	}
	if o.Precision > 0 {
		t = min(t, math.Ldexp(1, 4-int(o.Precision)))
	}
	return t
}

func (o Options) maxLog2Cost() float64 {
	if o.MaxLog2Cost <= 0 {
		return DefaultMaxLog2Cost
	}
	return o.MaxLog2Cost
}

// Method names of plans, as --method takes them.
const (
	Reduction    = "reduction"    // sites of few neighbours are summed out until none is left
	Gauge        = "gauge"        // signs gauged away, then a closed form or a count
	ClosedForm   = "closed"       // a closed form of a recognised model
	Symmetric    = "symmetric"    // counting over orbits of equivalent sites
	Kernel       = "kernel"       // the even sets of terms, enumerated over GF(2)
	Pfaffian     = "pfaffian"     // planar, or planar after a few sites are fixed, or of genus one
	Levels       = "exact-levels" // the density of states, by Pfaffians modulo primes
	Transfer     = "transfer"     // a transfer matrix along a lattice
	Treewidth    = "treewidth"    // variable elimination
	Connectivity = "connectivity" // a transfer over connectivity states
	FreeFermion  = "free_fermion" // modes of a quadratic form
	Brute        = "brute"        // all configurations
	Estimate     = "estimate"     // sampling; never exact
)

// Methods lists the names that Options.Method takes beside auto.
func Methods() []string {
	return []string{Brute, Reduction, ClosedForm, Gauge, Symmetric, Kernel, Pfaffian, Levels, Transfer, Treewidth, Connectivity, FreeFermion, Estimate}
}

// Plan is an evaluator that applies to a model.
type Plan struct {
	// Method is one of the names above.
	Method string `json:"method"`
	// Name is the evaluator in words.
	Name string `json:"name"`
	// Reason says which structure permits it.
	Reason string `json:"reason"`
	// Log2Cost is the binary logarithm of the number of elementary steps (about a
	// nanosecond each), roughly.
	Log2Cost float64 `json:"log2_cost"`
	// Class is the class of the mapping benchmark that the evaluator belongs to, and
	// Complexity what it costs on the family of models that this one stands for.
	Class      string `json:"class,omitempty"`
	Complexity string `json:"complexity,omitempty"`

	growth growth
	run    func(ctx context.Context, o Options) (partition.LogZ, error)
}

// same reports whether two plans of one model are one.
func (p Plan) same(q Plan) bool { return p.Method == q.Method && p.Name == q.Name }

// growth ranks how the cost of a plan grows with the family of models that an instance
// stands for.
type growth int

const (
	polynomial growth = iota
	rowwise           // exponential in the width of a strip or the side of a lattice
	exponential
)

// Refusal is an evaluator that does not apply, with the reason.
type Refusal struct {
	Method string `json:"method"`
	Why    string `json:"why"`
}

// Plans lists the evaluators that apply to a model, cheapest first, and the refusals.
func Plans(s *System, o Options) ([]Plan, []Refusal, error) {
	var p planner
	var err error
	switch {
	case s.Spin != nil:
		err = p.spin(s, o)
	case s.Factors != nil:
		err = p.factors(s.Factors)
	default:
		err = p.closed(s.Closed)
	}
	if err != nil {
		return nil, nil, err
	}
	slices.SortStableFunc(p.plans, func(a, b Plan) int { return cmp.Compare(a.Log2Cost, b.Log2Cost) })
	return p.plans, p.refusals, nil
}

// planner collects plans and refusals.
type planner struct {
	plans    []Plan
	refusals []Refusal
}

func (p *planner) add(plan Plan) { p.plans = append(p.plans, plan) }

func (p *planner) refuse(method, format string, args ...any) {
	p.refusals = append(p.refusals, Refusal{method, fmt.Sprintf(format, args...)})
}
