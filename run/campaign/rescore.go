package campaign

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/assay-physics/assay/run/agent"
	"github.com/assay-physics/assay/run/store"
)

// Rescore checks every recorded reply of a run's finished trials again, with the
// verifier as it is now, and makes the new scoring the one that is read; no model is
// asked. It is all or nothing: when a check cannot be carried out, or the process
// dies, the scoring that was there stays. Earlier scorings are kept.
func (c *Campaign) Rescore(ctx context.Context, run string) (Result, error) {
	p, err := c.plan(ctx, run)
	if err != nil {
		return Result{}, err
	}
	suite, err := c.Suite(p.Suite)
	if err != nil {
		return Result{}, err
	}
	trials, err := p.expand(ctx, suite)
	if err != nil {
		return Result{}, err
	}
	headers, err := c.match(ctx, run, trials)
	if err != nil {
		return Result{}, err
	}
	session, err := c.Store.Acquire(ctx, run)
	if err != nil {
		return Result{Run: store.Run{ID: run}}, err
	}
	return c.close(ctx, run, session, c.rescore(ctx, run, trials, headers, session))
}

func (c *Campaign) rescore(ctx context.Context, run string, trials []trial, headers []store.Trial, session store.Session) error {
	scoring, err := session.BeginScoring(ctx)
	if err != nil {
		return err
	}
	p := &progress{run: run, watcher: c.Watcher, counts: count(headers, store.Spent{})}
	p.emit(Event{Kind: RunStarted}, nil)
	defer p.emit(Event{Kind: RunFinished}, nil)

	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(c.maxChecks())
	isPart := make([]bool, len(trials))
	for _, t := range trials {
		for _, j := range t.parts {
			isPart[j] = true
		}
	}
	// Replays follow their parts, whose new scoring cannot be read before it is published.
	rescored := make([]store.Trial, len(trials))
	record := func(t trial, past store.Trial, events []store.Event) error {
		if len(events) == 0 {
			return nil
		}
		if err := session.Record(inner, events...); err != nil {
			return err
		}
		header := t.header
		header.Run = run
		for _, e := range events {
			switch e := e.(type) {
			case store.CheckDone:
				if e.Round != store.Judge {
					p.emit(Event{Kind: RoundChecked, Trial: header, Check: &e}, nil)
				}
			case store.Finished:
				p.emit(Event{Kind: TrialFinished, Trial: header, Outcome: &e.Outcome}, func(n *Counts) {
					n.Terminals[past.Terminal]--
					n.Terminals[e.Outcome.Terminal]++
				})
			}
		}
		return nil
	}
	i := 0
	for past, err := range c.Store.Trials(inner, run) {
		if err != nil {
			return errors.Join(err, group.Wait())
		}
		position := i
		t := trials[i] // match has seen that the orders agree
		i++
		if isPart[position] || len(t.parts) > 0 {
			rescored[position] = past
		}
		if len(t.parts) > 0 {
			continue
		}
		group.Go(func() error {
			events, err := agent.Rescore(inner, t.Trial, agent.Env{Subject: t.subject}, past, scoring)
			if err != nil {
				return err
			}
			if isPart[position] {
				rescored[position] = withScoring(past, events)
			}
			return record(t, past, events)
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("campaign: run %q: scoring %d: %w", run, scoring, err)
	}
	inner = ctx // the group's own context has ended with it
	for i, t := range trials {
		if len(t.parts) == 0 {
			continue
		}
		var parts []store.Trial
		for _, j := range t.parts {
			parts = append(parts, rescored[j])
		}
		events, err := agent.RescoreReplay(t.Trial, parts, rescored[i], scoring)
		if err == nil {
			err = record(t, rescored[i], events)
		}
		if err != nil {
			return fmt.Errorf("campaign: run %q: scoring %d: %w", run, scoring, err)
		}
	}
	return session.PublishScoring(ctx, scoring)
}

// withScoring is the trial as the events of a new scoring make it.
func withScoring(t store.Trial, events []store.Event) store.Trial {
	t.Rounds = slices.Clone(t.Rounds)
	for _, e := range events {
		switch e := e.(type) {
		case store.CheckDone:
			c := e.Checked
			if e.Round == store.Judge {
				t.Final, t.FinalMeasures, t.FinalLabels = &c.Certificate, c.Measures, c.Labels
				continue
			}
			for i := range t.Rounds {
				if r := &t.Rounds[i]; r.Index == e.Round {
					r.Claim, r.Certificate, r.Measures, r.Labels = c.Claim, c.Certificate, c.Measures, c.Labels
				}
			}
		case store.Finished:
			t.Terminal, t.Cause, t.Error, t.Accepted = e.Outcome.Terminal, e.Outcome.Cause, e.Outcome.Error, e.Outcome.Accepted
		}
	}
	return t
}
