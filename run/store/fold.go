package store

import (
	"encoding/json"
	"slices"

	"github.com/assay-physics/assay/run/model"
)

// history is a trial's header and its events in the order in which they were
// recorded; checks and outcomes in order of scoring.
type history struct {
	Trial
	calls    []Call
	checks   []CheckDone
	outcomes []Outcome
}

// fold makes the one record of a trial from its events.
func (h *history) fold() Trial {
	t := h.Trial
	t.Accepted = -1
	t.Rounds = []Round{}
	cost, known := 0.0, true
	for i, c := range h.calls {
		if i == 0 {
			t.Started = c.Started
		}
		t.WallSeconds += c.Seconds
		if r := c.Response; r != nil {
			t.Usage = t.Usage.Add(r.Usage)
			switch {
			case r.CostUSD != nil:
				cost += *r.CostUSD
			case c.Answered() || r.Usage != (model.Usage{}):
				known = false
			}
		}
		if c.Answered() {
			t.Rounds = append(t.Rounds, c.round())
			continue
		}
		t.Broken = append(t.Broken, c)
		if c.Ended.IsZero() {
			t.Unanswered++
		}
	}
	if known && len(h.calls) > 0 {
		t.CostUSD = &cost
	}
	for _, c := range h.checks {
		h.check(&t, c)
	}
	for _, r := range t.Rounds {
		t.WallSeconds += r.CheckSeconds
	}
	t.WallSeconds += t.JudgeSeconds
	if n := len(h.outcomes); n > 0 {
		o := h.outcomes[n-1]
		t.Terminal, t.Cause, t.Error, t.Accepted, t.Finished = o.Terminal, o.Cause, o.Error, o.Accepted, o.Finished
		t.Earlier = slices.Clone(h.outcomes[:n-1])
		if len(t.Earlier) == 0 {
			t.Earlier = nil
		}
	}
	return t
}

// check enters a check into the trial; a later scoring replaces what was found, not
// what was shown.
func (h *history) check(t *Trial, c CheckDone) {
	if c.Round == Judge {
		cert := c.Checked.Certificate
		t.Final, t.FinalMeasures, t.FinalLabels, t.JudgeSeconds = &cert, c.Checked.Measures, c.Checked.Labels, c.Seconds
		return
	}
	i := slices.IndexFunc(t.Rounds, func(r Round) bool { return r.Index == c.Round })
	if i < 0 {
		return // the store's keys make this impossible; a foreign file may still hold it
	}
	r := &t.Rounds[i]
	first := !r.Checked()
	r.Claim, r.Certificate, r.Measures, r.Labels = c.Checked.Claim, c.Checked.Certificate, c.Checked.Measures, c.Checked.Labels
	r.CheckSeconds = c.Seconds
	if first {
		r.View, r.Feedback = c.View, c.Feedback
	}
}

// round is the reply that an answered call brought, not yet scored.
func (c Call) round() Round {
	r := Round{Index: c.Round, Sample: c.Sample, Call: c.Number, Prompt: c.Prompt, Started: c.Started, Seconds: c.Seconds, Claim: json.RawMessage("null")}
	if a := c.Response; a != nil {
		r.Reply, r.Reasoning, r.StopReason = a.Message.Answer(), a.Message.Reasoning, a.StopReason
		r.Usage, r.CostUSD, r.Attempts, r.Ignored, r.AnsweredBy = a.Usage, a.CostUSD, a.Attempts, a.Ignored, a.Model
	}
	if c.Refused() {
		r.Reply, r.Refusal, r.StopReason = "", c.Fault.Message, string(c.Fault.Kind)
	}
	return r
}
