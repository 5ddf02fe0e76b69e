package action

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/partition"
	"github.com/assay-physics/assay/physics/spin"
)

// State is what stands before or after a step.
type State interface {
	// Form names the kind of state: "ising", "even_subgraphs", …
	Form() string
	// LogZ evaluates it by definition or nearly so; only small states allow it.
	LogZ(ctx context.Context) (partition.LogZ, error)
	// Describe is one line for a reader.
	Describe() string
}

// Ising is a spin model as a state.
type Ising struct{ *spin.Model }

// Form is "ising".
func (Ising) Form() string { return "ising" }

// LogZ is spin.Evaluate.
func (s Ising) LogZ(ctx context.Context) (partition.LogZ, error) {
	return spin.Evaluate(ctx, s.Model, spin.Budget{})
}

// Describe counts spins and terms.
func (s Ising) Describe() string {
	fields, bonds, more := 0, 0, 0
	for _, t := range s.Terms {
		switch {
		case t.J == 0:
		case len(t.Sites) == 1:
			fields++
		case len(t.Sites) == 2:
			bonds++
		default:
			more++
		}
	}
	parts := []string{count(s.N, "spin")}
	for _, p := range []struct {
		n    int
		what string
	}{{bonds, "bond"}, {fields, "field"}, {more, "term of higher order"}} {
		if p.n > 0 {
			parts = append(parts, count(p.n, p.what))
		}
	}
	return strings.Join(parts, ", ")
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	head, rest, more := strings.Cut(what, " ")
	if more {
		rest = " " + rest
	}
	return fmt.Sprintf("%d %ss%s", n, head, rest)
}

// Action is one rewriting. Its fields are its parameters; their JSON is what a Step
// records.
type Action interface {
	// Kind names the action: "gauge", "kramers_wannier", …
	Kind() string
	// apply carries the action out.
	apply(before State) (outcome, error)
}

// outcome is what an action returns.
type outcome struct {
	product  bool // Z is the product of the branches, not their sum
	branches []branch
	cert     any    // what makes the step valid; nil where the parameters say it all
	say      string // the step in words
}

// branch is one term: coefficient Sign·exp(Log) and a state.
type branch struct {
	log   float64 // ln|c|
	bound float64 // absolute bound on the error of log
	sign  int     // of c; 0 is read as +1
	after State
}

// Branch is one term of a step.
type Branch struct {
	// Log is ln|c|, Bound an absolute bound on its error, Sign the sign of c.
	Log   float64 `json:"log_scale"`
	Bound float64 `json:"log_scale_error"`
	Sign  int     `json:"sign"`
	// Form and After identify the state: SHA-256 of its canonical JSON.
	Form  string `json:"form"`
	After string `json:"after"`
}

// Step is an action that was carried out.
type Step struct {
	Kind string `json:"kind"`
	// Branch says on which of the states left by the previous steps this one acts: the
	// number of a branch, in the order in which they arose.
	Branch int             `json:"branch,omitempty"`
	Params json.RawMessage `json:"params"`
	Before string          `json:"before"`
	// Product: Z is the product of the branches; otherwise their sum.
	Product     bool            `json:"product,omitempty"`
	After       []Branch        `json:"branches"`
	Certificate json.RawMessage `json:"certificate,omitempty"`
	// Say is the step in words.
	Say string `json:"say"`
}

// Do carries an action out and records it.
func Do(before State, a Action) ([]State, Step, error) {
	out, err := a.apply(before)
	if err != nil {
		return nil, Step{}, fmt.Errorf("action: %s: %w", a.Kind(), err)
	}
	s := Step{Kind: a.Kind(), Product: out.product, Say: out.say}
	if s.Params, err = claim.Canonical(a); err != nil {
		return nil, Step{}, fmt.Errorf("action: %s: parameters: %w", a.Kind(), err)
	}
	if out.cert != nil {
		if s.Certificate, err = claim.Canonical(out.cert); err != nil {
			return nil, Step{}, fmt.Errorf("action: %s: certificate: %w", a.Kind(), err)
		}
	}
	if s.Before, err = digest(before); err != nil {
		return nil, Step{}, err
	}
	states := make([]State, len(out.branches))
	for i, b := range out.branches {
		states[i] = b.after
		sign := b.sign
		if sign == 0 {
			sign = 1
		}
		if math.IsNaN(b.log) || math.IsInf(b.log, 1) || math.IsNaN(b.bound) {
			return nil, Step{}, fmt.Errorf("action: %s: the scale %v ± %v is not a number", a.Kind(), b.log, b.bound)
		}
		d, err := digest(b.after)
		if err != nil {
			return nil, Step{}, err
		}
		s.After = append(s.After, Branch{Log: b.log, Bound: b.bound, Sign: sign, Form: b.after.Form(), After: d})
	}
	return states, s, nil
}

func digest(s State) (string, error) {
	var v any = s
	switch m := s.(type) {
	case Ising:
		v = m.Model
	case Quantum:
		v = m.Model
	case *FermionModes:
		v = m.Modes
	}
	d, err := claim.Digest(map[string]any{"form": s.Form(), "state": v})
	if err != nil {
		return "", fmt.Errorf("action: digest of a state: %w", err)
	}
	return d, nil
}

// Replay carries recorded steps out again, from their parameters alone, and returns the
// states that remain, in order. A step whose digests, scales or certificate come out
// differently is refused.
func Replay(start State, steps []Step) ([]State, error) {
	states := []State{start}
	for i, s := range steps {
		if s.Branch < 0 || s.Branch >= len(states) {
			return nil, fmt.Errorf("action: step %d acts on branch %d of %d", i, s.Branch, len(states))
		}
		a, err := s.action()
		if err != nil {
			return nil, fmt.Errorf("action: step %d: %w", i, err)
		}
		after, again, err := Do(states[s.Branch], a)
		if err != nil {
			return nil, fmt.Errorf("action: step %d: %w", i, err)
		}
		if err := s.same(again); err != nil {
			return nil, fmt.Errorf("action: step %d (%s): %w", i, s.Kind, err)
		}
		rest := append([]State{}, states[s.Branch+1:]...)
		states = append(append(states[:s.Branch:s.Branch], after...), rest...)
	}
	return states, nil
}

func (s Step) same(again Step) error {
	switch {
	case s.Before != again.Before:
		return errors.New("it was taken from another state")
	case s.Product != again.Product || len(s.After) != len(again.After):
		return errors.New("it splits into other branches")
	case !bytes.Equal(s.Certificate, again.Certificate):
		return errors.New("its certificate is not the one that the parameters give")
	}
	for i, b := range s.After {
		c := again.After[i]
		if b.After != c.After || b.Form != c.Form {
			return fmt.Errorf("branch %d leads to another state", i)
		}
		if b.Sign != c.Sign || !(math.Abs(b.Log-c.Log) <= b.Bound+c.Bound) {
			return fmt.Errorf("branch %d has the scale %+d·exp(%v), not %+d·exp(%v)", i, c.Sign, c.Log, b.Sign, b.Log)
		}
		if b.Bound < c.Bound {
			return fmt.Errorf("branch %d claims an error of %g, it is up to %g", i, b.Bound, c.Bound)
		}
	}
	return nil
}

// action reads the parameters back.
func (s Step) action() (Action, error) {
	empty, ok := kinds[s.Kind]
	if !ok {
		return nil, fmt.Errorf("there is no action %q", s.Kind)
	}
	a := empty()
	d := json.NewDecoder(bytes.NewReader(s.Params))
	d.DisallowUnknownFields()
	if err := d.Decode(a); err != nil {
		return nil, fmt.Errorf("parameters of %s: %w", s.Kind, err)
	}
	return a, nil
}

// kinds makes an empty action of each kind.
var kinds = map[string]func() Action{
	"gauge":                func() Action { return &Gauge{} },
	"merge":                func() Action { return &Merge{} },
	"split":                func() Action { return &Split{} },
	"decimate":             func() Action { return &Decimate{} },
	"star_triangle":        func() Action { return &StarTriangle{} },
	"kramers_wannier":      func() Action { return &KramersWannier{} },
	"high_temperature":     func() Action { return &HighTemperature{} },
	"hubbard_stratonovich": func() Action { return &HubbardStratonovich{} },
	"jordan_wigner":        func() Action { return &JordanWigner{} },
	"condition":            func() Action { return &Condition{} },
	"delete_contract":      func() Action { return &DeleteContract{} },
}

// Combine puts the values of a step's branches together to ln Z of what stood before.
func (s Step) Combine(branches []partition.LogZ) (partition.LogZ, error) {
	if len(branches) != len(s.After) {
		return partition.LogZ{}, fmt.Errorf("action: %s: %d values for %d branches", s.Kind, len(branches), len(s.After))
	}
	const prec = 256
	terms := make([]partition.Term, len(branches))
	for i, b := range s.After {
		log := new(big.Float).SetPrec(prec).SetFloat64(b.Log)
		log.Add(log, branches[i].Value)
		terms[i] = partition.Term{Log: log, Negative: (b.Sign < 0) != branches[i].Negative, Bound: b.Bound + branches[i].ErrorBound}
		if b.Sign == 0 {
			return partition.LogZ{}, fmt.Errorf("action: %s: branch %d has no sign", s.Kind, i)
		}
	}
	var z partition.LogZ
	if s.Product {
		z = partition.Multiply(terms)
	} else {
		z = partition.Add(terms)
	}
	z.Method, z.Exact = s.Kind, true
	for _, b := range branches {
		z.Exact = z.Exact && b.Exact
	}
	return z, nil
}
