package agent

import (
	"context"
	"fmt"
	"time"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/store"
)

// Rescore checks the recorded replies of a finished trial again, with the verifier
// as it is now, and returns the events of the new scoring; no model is asked. The
// conversation stays what it was: a reply that would be accepted now does not undo
// the replies that followed it, but it is the one that the judge checks.
//
// A trial that a provider or a person broke has no events: it is not over. A limit
// stays a limit.
func Rescore(ctx context.Context, t Trial, env Env, past store.Trial, scoring int) ([]store.Event, error) {
	if !store.Final(past.Terminal) {
		return nil, nil
	}
	r := &runner{trial: t, env: env, unreached: true}
	kind := env.Subject.Kind()
	profile := profileFor(env.Subject, t.Policy)
	check := func(s Subject, round int, reply string, p claim.Profile) (store.CheckDone, error) {
		start := time.Now()
		checked, err := s.Check(ctx, reply, p)
		if err != nil {
			return store.CheckDone{}, fmt.Errorf("agent: trial %s: round %d: %w", t.Key, round, err)
		}
		view, err := kind.Project(checked.Certificate, t.Policy.Level)
		if err != nil {
			return store.CheckDone{}, fmt.Errorf("agent: trial %s: round %d: %w", t.Key, round, err)
		}
		return store.CheckDone{Key: t.Key, Scoring: scoring, Round: round, Checked: checked, View: view, Seconds: time.Since(start).Seconds()}, nil
	}

	var events []store.Event
	accepted := -1
	subjects := []Subject{env.Subject}
	for i, p := range past.Rounds {
		done, err := check(subjects[i], p.Index, p.Reply, profile)
		if err != nil {
			return nil, err
		}
		events = append(events, done)
		r.note(done.Checked.Claim, p.Refusal != "")
		if accepted < 0 && done.View.Accepted {
			accepted = p.Index
		}
		next, _ := after(subjects[i], t.Policy, p.Reply)
		subjects = append(subjects, next)
	}
	o := store.Outcome{Terminal: past.Terminal, Cause: past.Cause, Error: past.Error}
	if s, ok := env.Subject.(Standing); ok && past.Cause == CauseStanding {
		judged, err := check(env.Subject, store.Judge, s.Standing(), claim.Final)
		if err != nil {
			return nil, err
		}
		judged.View = claim.View{}
		events = append(events, judged)
	}
	if n := len(past.Rounds); n > 0 {
		i := accepted
		if i < 0 {
			i = n - 1
		}
		judged, err := check(subjects[i], store.Judge, past.Rounds[i].Reply, claim.Final)
		if err != nil {
			return nil, err
		}
		judged.View = claim.View{}
		events = append(events, judged)
		if past.Terminal != claim.Limit {
			o = r.conclude()
		}
	}
	o.Accepted, o.Scoring, o.Finished = accepted, scoring, time.Now()
	return append(events, store.Finished{Key: t.Key, Outcome: o}), nil
}
