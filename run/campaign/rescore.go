package campaign

import (
	"context"
	"errors"
	"fmt"

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
	i := 0
	for past, err := range c.Store.Trials(inner, run) {
		if err != nil {
			return errors.Join(err, group.Wait())
		}
		t := trials[i] // match has seen that the orders agree
		i++
		group.Go(func() error {
			events, err := agent.Rescore(inner, t.Trial, agent.Env{Subject: t.subject}, past, scoring)
			if err != nil || len(events) == 0 {
				return err
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
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("campaign: run %q: scoring %d: %w", run, scoring, err)
	}
	return session.PublishScoring(ctx, scoring)
}
