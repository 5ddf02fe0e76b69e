package mapping

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/cmplx"
	"slices"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/sandbox"
)

// Deformable is a Problem whose sum runs over the products of some generators, and whose
// programs must also say which spin model it is: what the exponents of its weights are,
// and at which strength of its couplings the model is tied to its disorder.
type Deformable interface {
	Problem
	// SpinMappings lists what such functions must return, at sizes within reach of a list
	// of all choices. It is a pure function of the problem.
	SpinMappings() ([]SpinMapping, error)
	// CouplingsName and SpecialName are the functions that the task's text asks for, empty
	// where it asks for none.
	CouplingsName() string
	SpecialName() string
}

// SpinMapping is what an instance's spin model must reproduce.
type SpinMapping struct {
	// Call is the instance; only N and Params are used.
	Call Instance
	// Generators is their number, Choices some sets of them (all, where they are few) and
	// Log the logarithm of the weight of each, with its phase, all up to one constant.
	Generators int
	Choices    [][]int
	Log        []complex128
	// Special are the strengths that tie the model to its disorder, by name. An imaginary
	// part is meant modulo π: exp(2K) is what is compared.
	Special map[string]complex128
}

// maxCouplingTerms bounds the list that a program may return.
const maxCouplingTerms = 2000

// coupling is one term K ∏ s of a returned list.
type coupling struct {
	sites []int
	k     complex128
}

// wire is appended to a candidate: it writes what the two functions return as text, and
// the text as one integer, since a call may return a number only. repr of lists of
// numbers is JSON but for nan and inf, which are no couplings.
const wire = `

def assay_wire_couplings(params, n):
    rows = [[[int(i) for i in sites], complex(k).real, complex(k).imag] for sites, k in %s(params, n)]
    return int.from_bytes(repr(rows).encode(), "big")


def assay_wire_special(params, n, keys):
    out = %s(params, n)
    rows = [[complex(out[key]).real, complex(out[key]).imag] for key in keys]
    return int.from_bytes(repr(rows).encode(), "big")
`

// Mapped is what the two functions showed at one instance.
type Mapped struct {
	N int `json:"n"`
	// Couplings and Special are the largest relative deviations of weights and of exp(2K),
	// −1 when there is no value; Reason says why, or what was wrong with the form.
	Couplings       float64 `json:"couplings"`
	Special         float64 `json:"special"`
	CouplingsReason string  `json:"couplings_reason,omitempty"`
	SpecialReason   string  `json:"special_reason,omitempty"`
	Choices         int     `json:"choices"`
	Stalled         bool    `json:"stalled,omitempty"`
}

// Mappings is what the two functions showed at all instances.
type Mappings struct {
	Results []Mapped        `json:"results"`
	Touched []sandbox.Touch `json:"touched,omitempty"`
}

func (ms Mappings) undisturbed() bool {
	return !slices.ContainsFunc(ms.Results, func(m Mapped) bool { return m.Stalled })
}

// runMappings calls both functions at every instance.
func runMappings(ctx context.Context, r Runner, p Problem, code string) (Mappings, error) {
	if !asksMapping(p) {
		return Mappings{}, nil
	}
	d := p.(Deformable)
	instances, err := d.SpinMappings()
	if err != nil {
		return Mappings{}, fmt.Errorf("mapping: task %s: spin mappings: %w", p.ID(), err)
	}
	var out Mappings
	source := code + fmt.Sprintf(wire, d.CouplingsName(), d.SpecialName())
	for _, in := range instances {
		keys := sortedKeys(in.Special)
		raw, err := json.Marshal(keys)
		if err != nil {
			return out, fmt.Errorf("mapping: task %s: names of strengths: %w", p.ID(), err)
		}
		first, second := newJob(source, in.Call, auditCPU), newJob(source, in.Call, auditCPU)
		first.Entry, second.Entry = "assay_wire_couplings", "assay_wire_special"
		second.Args = append(second.Args, raw)
		res := Mapped{N: in.Call.N, Couplings: -1, Special: -1, Choices: len(in.Choices)}
		var text [2][]byte
		var why [2]string
		for i, job := range []sandbox.Job{first, second} {
			outcomes, err := runSize(ctx, r, []sandbox.Job{job})
			if err != nil {
				return out, fmt.Errorf("mapping: running the candidate: %w", err)
			}
			o := outcomes[0]
			res.Stalled = res.Stalled || stalled(o, job)
			out.Touched = mergeTouches(out.Touched, o.Touched)
			text[i], why[i] = unwire(o)
		}
		if res.CouplingsReason = why[0]; why[0] == "" {
			res.Couplings, res.CouplingsReason = in.couplings(text[0])
		}
		if res.SpecialReason = why[1]; why[1] == "" {
			res.Special, res.SpecialReason = in.special(text[1], keys)
		}
		out.Results = append(out.Results, res)
	}
	return out, nil
}

// unwire is the text that a call returned as an integer, or why there is none.
func unwire(o sandbox.Outcome) ([]byte, string) {
	if o.Status != sandbox.StatusOK {
		pr := Probe{Status: o.Status}
		if o.Exception != nil {
			pr.Exception = o.Exception.Type
		}
		return nil, "the call ended without a value of the form asked for: " + pr.bare()
	}
	x, ok := new(big.Int).SetString(o.Value.Text, 10)
	if o.Value.Kind != "int" || !ok {
		return nil, "the value is not of the form asked for"
	}
	return x.Bytes(), ""
}

// couplings is the largest relative deviation of exp(Σ K ∏ s) from the weights, up to one
// factor, over the choices.
func (in SpinMapping) couplings(text []byte) (float64, string) {
	var rows []json.RawMessage
	if err := json.Unmarshal(text, &rows); err != nil {
		return -1, "a coupling is not a finite number"
	}
	if len(rows) > maxCouplingTerms {
		return -1, fmt.Sprintf("the list has more than %d terms", maxCouplingTerms)
	}
	terms := make([]coupling, len(rows))
	for i, raw := range rows {
		var re, im float64
		if err := json.Unmarshal(raw, &[]any{&terms[i].sites, &re, &im}); err != nil {
			return -1, "a coupling is not a finite number"
		}
		terms[i].k = complex(re, im)
		for _, g := range terms[i].sites {
			if g < 0 || g >= in.Generators {
				return -1, fmt.Sprintf("a term speaks of generator %d of %d", g, in.Generators)
			}
		}
	}
	worst := 0.0
	var base complex128
	applied := make([]bool, in.Generators)
	for i, choice := range in.Choices {
		clear(applied)
		for _, g := range choice {
			applied[g] = true
		}
		var e complex128
		for _, t := range terms {
			odd := false
			for _, g := range t.sites {
				odd = odd != applied[g]
			}
			if odd {
				e -= t.k
			} else {
				e += t.k
			}
		}
		if e -= in.Log[i]; i == 0 {
			base = e
		}
		worst = max(worst, deviation(e-base))
	}
	return worst, ""
}

// deviation is |exp(x) − 1|, capped; NaN counts as the cap.
func deviation(x complex128) float64 {
	const most = 1e300
	if !(real(x) < 600) {
		return most
	}
	d := cmplx.Abs(cmplx.Exp(x) - 1)
	if cmplx.Abs(x) < 1e-5 { // exp(x) − 1 without cancellation
		d = cmplx.Abs(x + x*x/2)
	}
	if math.IsNaN(d) {
		return most
	}
	return d
}

// special is the largest relative deviation of exp(2K).
func (in SpinMapping) special(text []byte, keys []string) (float64, string) {
	var rows [][2]float64
	if err := json.Unmarshal(text, &rows); err != nil || len(rows) != len(keys) {
		return -1, "a strength is not a finite number"
	}
	worst := 0.0
	for i, key := range keys {
		worst = max(worst, deviation(2*(complex(rows[i][0], rows[i][1])-in.Special[key])))
	}
	return worst, ""
}

func sortedKeys(m map[string]complex128) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// physics judges the spin model that the program returns beside its value.
func (b *builder) physics(a *audit) {
	b.mapped(a, PhysicsCouplings, func(m Mapped) (float64, string) { return m.Couplings, m.CouplingsReason },
		"at n = %d the returned exponents do not give the weights of the choices",
		"exp(sum K s...s) is proportional to the weight of every choice tried")
	b.mapped(a, PhysicsRelation, func(m Mapped) (float64, string) { return m.Special, m.SpecialReason },
		"at n = %d the returned strengths do not tie the weights to the rates",
		"the strengths at which the weights are those of the disorder are right at all rates tried")
}

func (b *builder) mapped(a *audit, name string, of func(Mapped) (float64, string), wrong, right string) {
	switch {
	case !asksMapping(a.p):
		b.add(b.status(name, claim.NotApplicable, "the task asks for no spin model"))
		return
	case len(a.mappings.Results) == 0:
		b.add(b.status(name, claim.Unknown, "not reached: the program fails before"))
		return
	}
	b.measure(name, "mappings", a.mappings.Results)
	for _, m := range a.mappings.Results {
		d, why := of(m)
		switch {
		case m.Stalled:
			b.add(b.status(name, claim.Unknown, "a call at n = %d was stopped by a stalled machine", m.N))
			return
		case d < 0:
			b.add(b.status(name, claim.Failed, "at n = %d: %s", m.N, why))
			return
		case d >= Tolerance:
			b.add(b.status(name, claim.Failed, wrong, m.N))
			return
		}
	}
	b.add(b.status(name, claim.Certified, "%s, to 1e-6", right))
}

// asksMapping: the task's text asks for the two functions.
func asksMapping(p Problem) bool {
	d, ok := p.(Deformable)
	return ok && d.CouplingsName() != ""
}
