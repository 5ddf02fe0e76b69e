package claim

import (
	"encoding/json"
	"fmt"
)

// Evidence is one typed piece of what a finding rests on.
type Evidence struct {
	// Kind says how to read Data: "table", "witness", "residuals", "growth", …
	Kind string `json:"kind"`
	// Data is canonical JSON.
	Data json.RawMessage `json:"data"`
}

// NewEvidence encodes v as canonical JSON. A value that JSON cannot hold (a NaN, a
// channel) is a fault of the verifier and comes back as an error.
func NewEvidence(kind string, v any) (Evidence, error) {
	data, err := Canonical(v)
	if err != nil {
		return Evidence{}, fmt.Errorf("claim: evidence %q: %w", kind, err)
	}
	return Evidence{Kind: kind, Data: data}, nil
}

// Magnitude is the size of a numeric disagreement, without any of its values.
type Magnitude struct {
	// Failed of Total probes disagree.
	Failed int `json:"failed"`
	Total  int `json:"total"`
	// Errors holds at most three relative errors, largest first, in two significant
	// digits: a sharper figure beside the agent's own value would give the reference away.
	Errors []string `json:"errors,omitempty"`
}

// Finding is the outcome of one obligation.
type Finding struct {
	Obligation string `json:"obligation"`
	Status     Status `json:"status"`
	// Message is one sentence that a physicist can act on. It must not contain
	// anything that belongs into Private.
	Message   string     `json:"message"`
	Magnitude *Magnitude `json:"magnitude,omitempty"`
	Evidence  []Evidence `json:"evidence,omitempty"`
	// Private holds what no agent may see: reference values, probe parameters, gold
	// labels. No view reads it; Public removes it.
	Private []Evidence `json:"private,omitempty"`
}

// Measurement is a timing or a measured count. It differs from run to run, so it
// stands beside the findings and outside of the bytes that must repeat.
type Measurement struct {
	Obligation string          `json:"obligation"`
	Name       string          `json:"name"`
	Data       json.RawMessage `json:"data"`
}

// NewMeasurement encodes v as canonical JSON.
func NewMeasurement(obligation, name string, v any) (Measurement, error) {
	data, err := Canonical(v)
	if err != nil {
		return Measurement{}, fmt.Errorf("claim: measurement %q of %q: %w", name, obligation, err)
	}
	return Measurement{Obligation: obligation, Name: name, Data: data}, nil
}
