package agent

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/store"
)

// ErrIncomplete is wrapped by the error of a replay whose components have not all come
// to their end.
var ErrIncomplete = errors.New("a component has not come to its end")

// Replay conducts a trial of a policy that replays others ([Policy.Replays]): the
// records of its components, in that order, up to the first whose last word the judge
// certified. Nothing is asked and nothing is checked: the trial holds the replies,
// prompts and certificates of the components as they are recorded, without tokens and
// without cost, which stand in the components' own records.
//
// The components must all be complete, also those that the replay does not reach;
// otherwise what came out would depend on which of them a provider broke.
func Replay(ctx context.Context, t Trial, rec Recorder, components []store.Trial, past store.Trial) (store.Outcome, error) {
	events, o, err := replayEvents(t, components, 0)
	if err != nil {
		return store.Outcome{}, err
	}
	if len(past.Rounds)+len(past.Broken) > 0 || past.Terminal != "" {
		return store.Outcome{}, fmt.Errorf("agent: trial %s: a replay is recorded in one step, and something is recorded already", t.Key)
	}
	if err := rec.Record(context.WithoutCancel(ctx), events...); err != nil {
		return store.Outcome{}, err
	}
	return o, nil
}

// RescoreReplay is [Rescore] for such a trial, from the new scoring of its components.
// The rounds are those that were replayed: when the new scoring certifies an earlier
// component, the trial ends with it.
func RescoreReplay(t Trial, components []store.Trial, past store.Trial, scoring int) ([]store.Event, error) {
	if !store.Final(past.Terminal) {
		return nil, nil
	}
	all, _, err := replayEvents(t, components, scoring)
	if err != nil {
		return nil, err
	}
	recorded := map[int]bool{store.Judge: true}
	for _, r := range past.Rounds {
		recorded[r.Index] = true
	}
	return slices.DeleteFunc(all, func(e store.Event) bool {
		switch e := e.(type) {
		case store.CallStarted, store.CallEnded:
			return true
		case store.CheckDone:
			return !recorded[e.Round]
		}
		return false
	}), nil
}

func replayEvents(t Trial, components []store.Trial, scoring int) ([]store.Event, store.Outcome, error) {
	for i, name := range t.Policy.Replays {
		if i >= len(components) || components[i].Policy != name {
			return nil, store.Outcome{}, fmt.Errorf("agent: trial %s: the replay needs the records of %v in this order", t.Key, t.Policy.Replays)
		}
	}
	for i, name := range t.Policy.Replays {
		if !store.Final(components[i].Terminal) {
			return nil, store.Outcome{}, fmt.Errorf("agent: trial %s: %s: %w", t.Key, name, ErrIncomplete)
		}
	}
	var events []store.Event
	o := store.Outcome{Accepted: -1, Scoring: scoring}
	round := 0
	var last store.Trial
	for _, c := range components[:len(t.Policy.Replays)] {
		last = c
		for i, r := range c.Rounds {
			events = append(events, replayed(t.Key, round+i, r, scoring)...)
		}
		if certified(c) {
			o.Terminal, o.Cause, o.Error = claim.OK, c.Cause, ""
			if c.Accepted >= 0 {
				o.Accepted = round + c.Accepted
			}
			break
		}
		// Without a success the best that any component came to is the trial's state.
		if o.Terminal == "" || c.Terminal == claim.OK {
			o.Terminal, o.Cause, o.Error = c.Terminal, c.Cause, c.Error
		}
		round += len(c.Rounds)
	}
	if last.Final != nil {
		judged := claim.Checked{Claim: []byte("null"), Certificate: *last.Final, Measures: last.FinalMeasures, Labels: last.FinalLabels}
		if i := last.Accepted; len(last.Rounds) > 0 {
			if i < 0 {
				i = len(last.Rounds) - 1
			}
			judged.Claim = last.Rounds[i].Claim
		}
		events = append(events, store.CheckDone{Key: t.Key, Scoring: scoring, Round: store.Judge, Checked: judged})
	}
	o.Finished = time.Now()
	return append(events, store.Finished{Key: t.Key, Outcome: o}), o, nil
}

// replayed are the events of a recorded round as the given round of another trial.
func replayed(key string, round int, r store.Round, scoring int) []store.Event {
	free := 0.0
	end := store.CallEnded{Key: key, Number: round, Ended: r.Started, Response: model.Response{
		Message:    model.Message{Role: model.Assistant, Content: r.Reply, Reasoning: r.Reasoning},
		StopReason: r.StopReason, Model: r.AnsweredBy, CostUSD: &free,
	}}
	if r.Refusal != "" {
		end.Fault = &model.Fault{Kind: model.ContentFilter, Message: r.Refusal}
	}
	return []store.Event{
		store.CallStarted{Key: key, Number: round, Round: round, Sample: r.Sample, Started: r.Started, Prompt: r.Prompt},
		end,
		store.CheckDone{Key: key, Scoring: scoring, Round: round, Checked: checkedOf(r), View: r.View, Feedback: r.Feedback},
	}
}

func certified(t store.Trial) bool {
	return t.Final != nil && t.Final.Verdict == claim.VerdictCertified
}
