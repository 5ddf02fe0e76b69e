package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/assay-physics/assay/physics/partition"
)

// ErrIntractable says that no exact evaluator is within the budget and that no estimate
// exists for the kind of model.
var ErrIntractable = errors.New("no exact method within the budget")

// Result is ln Z and how it was found.
type Result struct {
	partition.LogZ
	// Plan is what gave the value.
	Plan Plan
	// Considered are all plans that applied, cheapest first; Refused those that did not.
	Considered []Plan
	Refused    []Refusal
	// Failed says of plans that were tried before what went wrong.
	Failed []Refusal
	// Check is the value of a second method, nil if none ran; CheckMethod its name.
	Check       *partition.LogZ
	CheckMethod string
	// Unchecked says why no second method ran although one was asked for.
	Unchecked string

	rounding float64 // see System.rounding
}

// rounding bounds what the numbers of the file lost when they became float64 numbers, a
// part of the bound of every evaluator of spin models. For others it is not known here.
func (s *System) rounding() float64 {
	if s.Spin == nil {
		return 0
	}
	return s.Spin.Rounding
}

// ErrRounded says that a result was asked for to more digits than the numbers of the file
// carry after they were rounded to float64.
var ErrRounded = errors.New("more than the numbers of the file carry")

// carries refuses what no evaluator can reach: with |ln Z| ≤ n ln 2 + Σ|βJ|, a bound on
// its relative error below what the rounding of the file's numbers makes of it.
func (s *System) carries(o Options) error {
	lost := s.rounding()
	if lost == 0 {
		return nil
	}
	size := float64(s.Spin.N) * math.Ln2
	for _, t := range s.Spin.Terms {
		size += math.Abs(s.Spin.Beta * t.J)
	}
	least := lost / max(1, size*(1+1e-9))
	if math.IsInf(size, 1) || o.tolerance() >= least {
		return nil
	}
	return fmt.Errorf("engine: %w: couplings and temperature are rounded to float64, which can move ln Z by %.2g, so that no method gets below %.1e relative (a precision of at most %.0f bits); ask for less, or write numbers that are exact in binary",
		ErrRounded, lost, least, math.Floor(4-math.Log2(least)))
}

// crossCheckLog2Cost is the cost below which a second method always runs, and
// crossCheckSites the size.
const (
	crossCheckLog2Cost = 21
	crossCheckSites    = 400
)

// LogZ evaluates a model. The result has ErrorBound ≤ tolerance·max(1, |ln Z|), or
// Exact false.
func LogZ(ctx context.Context, s *System, o Options) (Result, error) {
	if o.Method != "" && o.Method != "auto" && !slices.Contains(Methods(), o.Method) {
		return Result{}, fmt.Errorf("engine: method %q is not auto or one of %s", o.Method, strings.Join(Methods(), ", "))
	}
	if err := s.carries(o); err != nil {
		return Result{}, err
	}
	plans, refused, err := Plans(s, o)
	if err != nil {
		return Result{}, err
	}
	out := Result{Considered: plans, Refused: refused, rounding: s.rounding()}
	auto := o.Method == "" || o.Method == "auto"
	best, err := out.try(ctx, o, -1, nil)
	if err != nil {
		return Result{}, err
	}
	if auto && (best < 0 || !good(out.LogZ, o) && !out.spent(o)) && !o.all {
		// Planning may have stopped at the plans that failed.
		rest := o
		rest.all = true
		tried := out.Considered
		if out.Considered, out.Refused, err = Plans(s, rest); err != nil {
			return Result{}, err
		}
		if best >= 0 {
			best = slices.IndexFunc(out.Considered, out.Plan.same)
		}
		if best, err = out.try(ctx, o, best, tried); err != nil {
			return Result{}, err
		}
	}
	if best < 0 && auto {
		if z, p, err := sample(ctx, out.Considered, o); err == nil {
			out.LogZ, out.Plan = z, p
			if o.CrossCheck {
				out.Unchecked = "an estimate is held against the bounds of annealed importance sampling only"
			}
			return out, nil
		} else if ctx.Err() != nil {
			return Result{}, ctx.Err()
		} else if !errors.Is(err, ErrIntractable) {
			out.Failed = append(out.Failed, Refusal{Estimate, err.Error()})
		}
	}
	if best < 0 {
		return out, out.hopeless(o)
	}
	if !good(out.LogZ, o) {
		out.Exact = false
	}
	return out, out.crossCheck(ctx, s, best, o)
}

// spent reports whether the rounding of the file's numbers alone misses the tolerance, so
// that no other plan can do better.
func (r *Result) spent(o Options) bool {
	return o.tolerance()*(scale(r.LogZ)+r.ErrorBound) < r.rounding
}

// try runs the plans considered, but for those tried before, until one is good; it returns
// the index of the best.
func (r *Result) try(ctx context.Context, o Options, best int, tried []Plan) (int, error) {
	auto := o.Method == "" || o.Method == "auto"
	for i, p := range r.Considered {
		if !auto && p.Method != o.Method || p.Method == Estimate && (auto || best >= 0) || slices.ContainsFunc(tried, p.same) {
			continue
		}
		if p.Log2Cost > o.maxLog2Cost() {
			r.Failed = append(r.Failed, Refusal{p.Method, fmt.Sprintf("%s: about 2^%.0f steps, the limit is 2^%.0f", p.Name, p.Log2Cost, o.maxLog2Cost())})
			continue
		}
		z, err := p.run(ctx, o)
		if err != nil {
			if ctx.Err() != nil {
				return best, ctx.Err()
			}
			r.Failed = append(r.Failed, Refusal{p.Method, err.Error()})
			continue
		}
		if math.IsInf(z.ErrorBound, 1) {
			r.Failed = append(r.Failed, Refusal{p.Method, p.Name + ": the sum cannot be told from zero"})
			continue
		}
		if best < 0 || z.ErrorBound < r.ErrorBound {
			r.LogZ, r.Plan, best = z, p, i
		}
		if good(z, o) {
			break
		}
		r.Failed = append(r.Failed, Refusal{p.Method, fmt.Sprintf("%s: error bound %.2g, wanted %.2g", p.Name, z.ErrorBound, o.tolerance()*scale(z))})
		if r.spent(o) {
			break
		}
	}
	return best, nil
}

func scale(z partition.LogZ) float64 { return max(1, math.Abs(z.Float64())) }

func good(z partition.LogZ, o Options) bool {
	if z.Value.IsInf() { // Z = 0, exactly
		return z.ErrorBound == 0
	}
	return z.ErrorBound <= o.tolerance()*scale(z) && (z.Phase == nil || z.PhaseBound <= o.tolerance()*math.Pi)
}

// sample runs the sampling plan, if there is one.
func sample(ctx context.Context, plans []Plan, o Options) (partition.LogZ, Plan, error) {
	for _, p := range plans {
		if p.Method == Estimate {
			z, err := p.run(ctx, o)
			z.Exact = false
			return z, p, err
		}
	}
	return partition.LogZ{}, Plan{}, ErrIntractable
}

// conditions says what each method wants of a model.
var conditions = map[string]string{
	Reduction:    "a spin model whose sites of at most two terms leave little when they are summed out",
	Gauge:        "a spin model without fields whose signs can be gauged away, on a square torus, or all spins joined alike",
	ClosedForm:   "a model with a closed form: square, triangular or honeycomb tori of one coupling a direction, dimers, trees, gases",
	Symmetric:    "a spin model with few classes of exchangeable sites",
	Kernel:       "a spin model with few independent even sets of terms",
	Pfaffian:     "a spin model with a drawing in the plane or on a few handles",
	Levels:       "a planar spin model with couplings that are integers times one number",
	Transfer:     "a chain or a square lattice of spins, a vertex model, hard particles",
	Treewidth:    "a model that can be written as tables, with a narrow elimination order",
	Connectivity: "a Potts or random-cluster model",
	FreeFermion:  "a quantum chain or a vertex model of free fermions",
	Brute:        "a spin model of at most 34 spins",
	Estimate:     "a spin model",
}

// hopeless says why nothing could be returned.
func (r *Result) hopeless(o Options) error {
	why := slices.Concat(r.Failed, r.Refused)
	var lines []string
	for _, f := range why {
		if o.Method == "" || o.Method == "auto" || f.Method == o.Method {
			lines = append(lines, f.Method+": "+f.Why)
		}
	}
	if len(lines) == 0 && o.Method != "" && o.Method != "auto" {
		lines = append(lines, o.Method+" does not apply to this model; it takes "+conditions[o.Method])
	}
	return fmt.Errorf("engine: %w: %s", ErrIntractable, strings.Join(lines, "; "))
}

// crossCheck compares with a second method.
func (r *Result) crossCheck(ctx context.Context, s *System, chosen int, o Options) error {
	var why []string
	for i, p := range r.Considered {
		if i == chosen || p.Method == r.Plan.Method || p.Method == Estimate {
			continue
		}
		if o.CrossCheck && p.Log2Cost > o.maxLog2Cost() {
			why = append(why, fmt.Sprintf("%s takes about 2^%.0f steps, the limit is 2^%.0f", p.Method, p.Log2Cost, o.maxLog2Cost()))
		}
		if !o.CrossCheck && (p.Log2Cost > crossCheckLog2Cost || s.Sites() > crossCheckSites) || p.Log2Cost > o.maxLog2Cost() {
			continue
		}
		z, err := p.run(ctx, o)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			r.Failed = append(r.Failed, Refusal{p.Method, "cross-check: " + err.Error()})
			why = append(why, p.Method+" failed")
			continue
		}
		if math.IsInf(z.ErrorBound, 1) {
			why = append(why, p.Method+" certifies nothing")
			continue
		}
		r.Check, r.CheckMethod = &z, p.Name
		if !agree(r.LogZ, z) {
			return fmt.Errorf("engine: two methods disagree beyond their error bounds: %s says %s ± %.2g, %s says %s ± %.2g; please report this model",
				r.Plan.Name, r.Text(), r.ErrorBound, p.Name, z.Text(), z.ErrorBound)
		}
		return nil
	}
	if o.CrossCheck {
		r.Unchecked = "no second method applies within the budget"
		if len(why) > 0 {
			r.Unchecked += ": " + strings.Join(why, "; ")
		}
	}
	return nil
}

// agree reports whether two values are compatible with their error bounds.
func agree(a, b partition.LogZ) bool {
	if a.Value.IsInf() || b.Value.IsInf() {
		return a.Value.IsInf() && b.Value.IsInf()
	}
	d, _ := new(big.Float).Sub(a.Value, b.Value).Float64()
	if !(math.Abs(d) <= a.ErrorBound+b.ErrorBound+1e-30*scale(a)) {
		return false
	}
	return a.Phase != nil || b.Phase != nil || a.Negative == b.Negative
}
