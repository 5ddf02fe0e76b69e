package mapping

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/sandbox"
)

// Metamorphic is a Problem whose suite also states relations between the values of
// several instances: a sign moved by a change of variables leaves the value as it is,
// a value is linear in one weight. They need no reference, so that they hold the
// program against the model itself, at instances that no other probe looks at.
type Metamorphic interface {
	Problem
	// Relations lists them, at sizes within reach of brute force. They are a pure
	// function of the problem.
	Relations() ([]Relation, error)
}

// Relation is an identity Σ_t c_t · exp(l_t) · ∏_i Z_i = 0 between the values Z_i of
// some instances.
type Relation struct {
	// Name is a short word ("gauge", "linear"), Why the reason in words.
	Name string
	Why  string
	// Calls are the instances; only N and Params are used.
	Calls []Instance
	Terms []Term
}

// Term is one term of a relation.
type Term struct {
	Coefficient float64
	// Log is a factor exp(Log) beside the coefficient, for what a float cannot hold.
	Log float64
	// Of indexes the calls whose values are multiplied.
	Of []int
}

// Equal is the relation that two instances have the same value.
func Equal(name, why string, a, b Instance) Relation { return Proportional(name, why, a, b, 0) }

// Proportional is the relation Z_b = exp(log) · Z_a.
func Proportional(name, why string, a, b Instance, log float64) Relation {
	return Relation{Name: name, Why: why, Calls: []Instance{a, b}, Terms: []Term{{Coefficient: 1, Log: log, Of: []int{0}}, {Coefficient: -1, Of: []int{1}}}}
}

// Affine is the relation that exp(−log_i) Z_i is an affine function of a parameter,
// held at three different values of it.
func Affine(name, why string, at [3]float64, log [3]float64, calls [3]Instance) Relation {
	r := Relation{Name: name, Why: why, Calls: calls[:]}
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		r.Terms = append(r.Terms, Term{Coefficient: at[k] - at[j], Log: -log[i], Of: []int{i}})
	}
	return r
}

// Residual is |Σ| relative to the largest term, for the values of the calls.
func (r Relation) Residual(values []*big.Float) float64 {
	const bits = 256
	sum, most := new(big.Float).SetPrec(bits), new(big.Float).SetPrec(bits)
	for _, t := range r.Terms {
		x := new(big.Float).SetPrec(bits).SetFloat64(t.Coefficient)
		// exp(Log) as a power of two and a float, whose rounding is far below the tolerance.
		e := math.Floor(t.Log / math.Ln2)
		x.Mul(x, new(big.Float).SetMantExp(big.NewFloat(math.Exp(t.Log-e*math.Ln2)), int(e)))
		for _, i := range t.Of {
			x.Mul(x, values[i])
		}
		sum.Add(sum, x)
		if x.Abs(x).Cmp(most) > 0 {
			most.Set(x)
		}
	}
	if most.Sign() == 0 {
		return 0
	}
	f, _ := sum.Quo(sum.Abs(sum), most).Float64()
	return f
}

// Related is what the calls of one relation showed.
type Related struct {
	Name string `json:"name"`
	Why  string `json:"why"`
	N    int    `json:"n"`
	// Residual is relative to the largest term, −1 when a value is missing.
	Residual float64 `json:"residual"`
	// Missing says how the first call without a value ended.
	Missing string `json:"missing,omitempty"`
	Stalled bool   `json:"stalled,omitempty"`
}

// Relations is what the calls of all relations showed.
type Relations struct {
	Stated  bool            `json:"stated"`
	Results []Related       `json:"results"`
	Touched []sandbox.Touch `json:"touched,omitempty"`
}

func (rs Relations) undisturbed() bool {
	for _, r := range rs.Results {
		if r.Stalled {
			return false
		}
	}
	return true
}

// runRelations makes the calls of every relation, all together.
func runRelations(ctx context.Context, r Runner, p Problem, code string) (Relations, error) {
	m, ok := p.(Metamorphic)
	if !ok {
		return Relations{}, nil
	}
	relations, err := m.Relations()
	if err != nil {
		return Relations{}, fmt.Errorf("mapping: task %s: relations: %w", p.ID(), err)
	}
	out := Relations{Stated: len(relations) > 0}
	var jobs []sandbox.Job
	for _, rel := range relations {
		for _, c := range rel.Calls {
			jobs = append(jobs, newJob(code, c, auditCPU))
		}
	}
	if len(jobs) == 0 {
		return out, nil
	}
	outcomes, err := runSize(ctx, r, jobs)
	if err != nil {
		return out, fmt.Errorf("mapping: running the candidate: %w", err)
	}
	// A first call that ran into its limit stands for the rest.
	for len(outcomes) < len(jobs) {
		outcomes = append(outcomes, outcomes[0])
	}
	for _, rel := range relations {
		res := Related{Name: rel.Name, Why: rel.Why, Residual: -1}
		values := make([]*big.Float, len(rel.Calls))
		for i, c := range rel.Calls {
			o := outcomes[0]
			outcomes = outcomes[1:]
			res.N = max(res.N, c.N)
			res.Stalled = res.Stalled || stalled(o, newJob(code, c, auditCPU))
			out.Touched = mergeTouches(out.Touched, o.Touched)
			if o.Status == sandbox.StatusOK {
				if values[i], err = o.Value.Big(256); err == nil {
					continue
				}
				o.Status = sandbox.StatusNotANumber
			}
			if res.Missing == "" {
				pr := Probe{Status: o.Status}
				if o.Exception != nil {
					pr.Exception = o.Exception.Type
				}
				res.Missing = pr.bare()
			}
		}
		if res.Missing == "" {
			res.Residual = rel.Residual(values)
		}
		out.Results = append(out.Results, res)
	}
	return out, nil
}

// related judges the relations. A relation that is broken by more than a loss of
// digits refutes the program; a missing value is left to the findings about values.
func (b *builder) related(a *audit) {
	rs := a.relations
	if len(rs.Results) == 0 {
		switch {
		case a.growth.Stopped == "":
			b.add(b.status(NumbersRelations, claim.Unknown, "not reached: the program fails before"))
		case rs.Stated:
			b.add(b.status(NumbersRelations, claim.Unknown, "no relation could be tried"))
		default:
			b.add(b.status(NumbersRelations, claim.NotApplicable, "the suite states no relation for the task"))
		}
		return
	}
	b.measure(NumbersRelations, "relations", rs.Results)
	var open *Related
	for _, r := range rs.Results {
		switch {
		case r.Residual >= grossError:
			b.add(b.status(NumbersRelations, claim.Failed, "at n = %d the values break an identity (%s): %s", r.N, r.Name, r.Why))
			return
		case r.Residual < 0 || r.Residual >= Tolerance:
			if open == nil {
				open = &r
			}
		}
	}
	switch {
	case open == nil:
		b.add(b.status(NumbersRelations, claim.Certified, "%s between the values of related instances hold to 1e-6", plural(len(rs.Results), "identity")))
	case open.Residual < 0:
		b.add(b.status(NumbersRelations, claim.Unknown, "an identity (%s) at n = %d could not be tried: %s", open.Name, open.N, open.Missing))
	default:
		b.add(b.status(NumbersRelations, claim.Unknown, "an identity (%s) at n = %d loses digits: %s", open.Name, open.N, open.Why))
	}
}
