package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/agent"
	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/store"
)

// ErrInterrupted is wrapped by the error of a run that was stopped before its end
// and can be resumed.
var ErrInterrupted = errors.New("interrupted")

// Campaign is the means to run plans. Store, Suite and Model must be set.
type Campaign struct {
	Store store.Store
	// Suite returns the suite of that name.
	Suite func(name string) (Suite, error)
	// Model opens the model of that name.
	Model func(ctx context.Context, name string) (model.Model, error)
	// Prices help to reserve cost budgets; nil: from experience only.
	Prices *model.Prices
	// Watcher is told what happens; nil: nobody.
	Watcher Watcher
	// MaxChecks bounds the checks at work at once; 0: as many as there are CPUs.
	MaxChecks int
	// Version of the program, recorded with new runs.
	Version string
}

// Result is what a run came to.
type Result struct {
	Run store.Run `json:"run"`
	Counts
	// Open trials have no outcome yet, or one that a resume does not take as final.
	Open int `json:"open"`
	// Unanswered calls were under way when a process died: possibly billed twice.
	Unanswered int64 `json:"unanswered"`
}

// Start records a new run of the plan and runs it. The run's id is in the result,
// also when the error is not nil, unless the run could not be recorded. An error
// that wraps ErrInterrupted means that the run can be resumed.
func (c *Campaign) Start(ctx context.Context, p Plan) (Result, error) {
	p, err := p.withDefaults()
	if err != nil {
		return Result{}, err
	}
	w, err := c.prepare(ctx, p)
	if err != nil {
		return Result{}, err
	}
	plan, err := claim.Canonical(p)
	if err != nil {
		return Result{}, fmt.Errorf("campaign: %w", err)
	}
	run := store.Run{Suite: p.Suite, Seed: p.Seed, Plan: plan, Version: c.Version, Created: time.Now()}
	w.fresh = true
	headers := make([]store.Trial, len(w.trials))
	for i, t := range w.trials {
		headers[i] = t.header
	}
	if run.ID, err = c.create(ctx, run, headers); err != nil {
		return Result{}, err
	}
	return c.run(ctx, run.ID, w, headers)
}

// create records the run under an id that names suite and time.
func (c *Campaign) create(ctx context.Context, run store.Run, trials []store.Trial) (string, error) {
	base := run.Suite + "-" + run.Created.UTC().Format("20060102-150405")
	run.ID = base
	for n := 2; ; n++ {
		err := c.Store.Create(ctx, run, trials)
		if err == nil {
			return run.ID, nil
		}
		// Another run may have started in the same second.
		if _, lookup := c.Store.Run(ctx, run.ID); lookup != nil {
			return "", err
		}
		run.ID = fmt.Sprintf("%s-%d", base, n)
	}
}

// Resume continues a run: trials without an outcome, and those that ended as
// infrastructure or operator. New limits may be given; with them, trials that the
// budget had ended go on as well.
func (c *Campaign) Resume(ctx context.Context, run string, limits *Limits) (Result, error) {
	p, err := c.plan(ctx, run)
	if err != nil {
		return Result{}, err
	}
	if limits != nil {
		p.Limits = limits.withDefaults()
	}
	w, err := c.prepare(ctx, p)
	if err != nil {
		return Result{}, err
	}
	w.raised = limits != nil
	headers, err := c.match(ctx, run, w.trials)
	if err != nil {
		return Result{}, err
	}
	return c.run(ctx, run, w, headers)
}

// plan reads the plan that is stored with a run.
func (c *Campaign) plan(ctx context.Context, run string) (Plan, error) {
	r, err := c.Store.Run(ctx, run)
	if err != nil {
		return Plan{}, err
	}
	var p Plan
	if err := json.Unmarshal(r.Plan, &p); err != nil {
		return Plan{}, fmt.Errorf("campaign: run %q: plan: %w", run, err)
	}
	return p.withDefaults()
}

// match checks that the trials of the stored run are those that its plan expands to
// today: a task that has changed since would be another experiment.
func (c *Campaign) match(ctx context.Context, run string, trials []trial) ([]store.Trial, error) {
	headers, err := c.Store.Headers(ctx, run)
	if err != nil {
		return nil, err
	}
	if len(headers) != len(trials) {
		return nil, fmt.Errorf("campaign: run %q has %d trials, and its plan gives %d today: the suite has changed", run, len(headers), len(trials))
	}
	for i, h := range headers {
		t := trials[i].header
		if h.Key != t.Key {
			return nil, fmt.Errorf("campaign: run %q: trial %d (%s, %s, task %s %s) has changed since the run was started (task digest %.12s, now %.12s)",
				run, i, h.Model, h.Policy, h.Task, h.Variant, h.TaskDigest, t.TaskDigest)
		}
	}
	return headers, nil
}

// work is an expanded plan with its models.
type work struct {
	plan   Plan
	suite  Suite
	trials []trial
	models map[string]model.Model
	fresh  bool // the run was created by this campaign: nothing is recorded of its trials
	raised bool // the limits were changed by a resume
}

// prepare expands the plan and opens its models, so that a wrong name or a missing
// key is reported before anything starts.
func (c *Campaign) prepare(ctx context.Context, p Plan) (*work, error) {
	w := &work{plan: p, models: map[string]model.Model{}}
	var err error
	if w.suite, err = c.Suite(p.Suite); err != nil {
		return nil, err
	}
	if w.trials, err = p.expand(ctx, w.suite); err != nil {
		return nil, err
	}
	for _, name := range p.Models {
		if w.models[name], err = c.Model(ctx, name); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// run takes the run over and runs its trials to their outcomes.
func (c *Campaign) run(ctx context.Context, id string, w *work, headers []store.Trial) (Result, error) {
	session, err := c.Store.Acquire(ctx, id)
	if err != nil {
		return Result{Run: store.Run{ID: id}}, err
	}
	err = c.runTrials(ctx, id, w, headers, session)
	return c.close(ctx, id, session, err)
}

// close releases the run in the state that it came to and sums it up.
func (c *Campaign) close(ctx context.Context, id string, session store.Session, err error) (Result, error) {
	durable := context.WithoutCancel(ctx)
	result := Result{Run: store.Run{ID: id}}
	headers, readErr := c.Store.Headers(durable, id)
	state := store.Complete
	for _, h := range headers {
		if h.Terminal == "" {
			state = store.Interrupted
		}
	}
	if readErr != nil || ctx.Err() != nil {
		state = store.Interrupted
	}
	if !errors.Is(err, store.ErrLeaseLost) { // otherwise it is not ours any more
		err = errors.Join(err, session.Release(durable, state))
	}
	err = errors.Join(err, readErr)
	if spent, spentErr := c.Store.Spent(durable, id); spentErr == nil {
		result.Counts = count(headers, spent)
		result.Unanswered = spent.Unanswered
	} else {
		err = errors.Join(err, spentErr)
	}
	for _, h := range headers {
		if !store.Final(h.Terminal) {
			result.Open++
		}
	}
	if r, runErr := c.Store.Run(durable, id); runErr == nil {
		result.Run = r
	} else {
		err = errors.Join(err, runErr)
	}
	if ctx.Err() != nil && (err == nil || errors.Is(err, ctx.Err())) {
		err = fmt.Errorf("campaign: run %q: %w: %w", id, ErrInterrupted, context.Cause(ctx))
	}
	return result, err
}

// count sums up what is recorded.
func count(headers []store.Trial, spent store.Spent) Counts {
	n := Counts{Trials: len(headers), Terminals: map[claim.Terminal]int{}, Calls: spent.Calls,
		Usage: spent.Usage, CostUSD: spent.CostUSD, Unpriced: spent.Unpriced}
	for _, h := range headers {
		if h.Terminal != "" {
			n.Finished++
			n.Terminals[h.Terminal]++
		}
	}
	return n
}

// runTrials runs what is to be run. Every model has a pool of its own, so that a
// slow one does not hold up the others.
func (c *Campaign) runTrials(ctx context.Context, id string, w *work, headers []store.Trial, session store.Session) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-session.Lost():
			cancel(fmt.Errorf("campaign: run %q: %w", id, store.ErrLeaseLost))
		case <-ctx.Done():
		}
	}()

	spent, err := c.Store.Spent(ctx, id)
	if err != nil {
		return err
	}
	p := &progress{run: id, watcher: c.Watcher, counts: count(headers, spent)}
	p.emit(Event{Kind: RunStarted}, nil)
	defer p.emit(Event{Kind: RunFinished}, nil)

	limits := w.plan.Limits
	checks := make(slots, c.maxChecks())
	budget := newBudget(limits, c.Prices, spent)
	var pools errgroup.Group
	for _, name := range w.plan.Models {
		g := &gate{model: name, calls: make(slots, limits.MaxConnections), checks: checks, budget: budget, progress: p}
		var todo, replays []trial
		for i, t := range w.trials {
			switch {
			case t.header.Model != name || !w.toRun(headers[i]):
			case len(t.parts) > 0:
				replays = append(replays, t)
			default:
				todo = append(todo, t)
			}
		}
		pools.Go(func() error {
			err := pool(ctx, cancel, limits.MaxConnections+c.maxChecks(), todo, func(t trial) error {
				return c.runTrial(ctx, id, w, t, g, session, p)
			})
			if err != nil {
				return err
			}
			return pool(ctx, cancel, 1, replays, func(t trial) error { return c.replayTrial(ctx, id, w, t, session, p) })
		})
	}
	err = pools.Wait()
	if cause := context.Cause(ctx); errors.Is(cause, store.ErrLeaseLost) {
		return cause
	}
	return err
}

func (c *Campaign) maxChecks() int {
	if c.MaxChecks > 0 {
		return c.MaxChecks
	}
	return runtime.GOMAXPROCS(0)
}

// toRun reports whether a trial with these records is to be run.
func (w *work) toRun(h store.Trial) bool {
	return !store.Final(h.Terminal) || (w.raised && h.Terminal == claim.Limit && h.Cause == CauseBudget)
}

// pool runs f on the trials, started in order, at most n at a time. The first error
// stops it.
func pool(ctx context.Context, cancel context.CancelCauseFunc, n int, todo []trial, f func(trial) error) error {
	queue := make(chan trial)
	var failed error
	var once sync.Once
	var workers sync.WaitGroup
	for range min(n, len(todo)) {
		workers.Go(func() {
			for t := range queue {
				if ctx.Err() != nil {
					continue // what was handed over when the run was stopped
				}
				if err := f(t); err != nil {
					once.Do(func() {
						failed = err
						cancel(err)
					})
				}
			}
		})
	}
feed:
	for _, t := range todo {
		select {
		case queue <- t:
		case <-ctx.Done():
			break feed
		}
	}
	close(queue)
	workers.Wait()
	return failed
}

// runTrial runs one trial. Its error is one that must stop the run: a trial's own
// failure is an outcome.
func (c *Campaign) runTrial(ctx context.Context, id string, w *work, t trial, g *gate, session store.Session, p *progress) error {
	var past store.Trial
	if !w.fresh {
		var err error
		if past, err = c.Store.Trial(context.WithoutCancel(ctx), id, t.Key); err != nil {
			return err
		}
	}
	header := t.header
	header.Run = id
	p.emit(Event{Kind: TrialStarted, Trial: header}, func(n *Counts) {
		n.Running++
		if past.Terminal != "" {
			n.Finished--
			n.Terminals[past.Terminal]--
			if n.Terminals[past.Terminal] == 0 {
				delete(n.Terminals, past.Terminal)
			}
		}
	})
	done := false
	rec := recorder{session: session, progress: p, trial: header, done: &done}
	_, err := agent.Run(ctx, t.Trial, agent.Env{Model: w.models[t.header.Model], Subject: t.subject, Recorder: rec, Gate: g}, past)
	if !done {
		p.emit(Event{Kind: TrialFinished, Trial: header}, func(n *Counts) { n.Running-- })
	}
	if errors.Is(err, agent.ErrNotBegun) {
		return nil
	}
	return err
}

// replayTrial makes a trial from the records of others. One whose parts are not all
// complete stays open, for a resume.
func (c *Campaign) replayTrial(ctx context.Context, id string, w *work, t trial, session store.Session, p *progress) error {
	past, err := c.Store.Trial(context.WithoutCancel(ctx), id, t.Key)
	if err != nil {
		return err
	}
	parts, err := c.parts(ctx, id, w.trials, t)
	if err != nil {
		return err
	}
	for _, part := range parts {
		if part.Terminal == claim.Limit && part.Cause == CauseBudget {
			return nil // it goes on when the budget is raised
		}
	}
	header := t.header
	header.Run = id
	p.emit(Event{Kind: TrialStarted, Trial: header}, func(n *Counts) { n.Running++ })
	done := false
	rec := recorder{session: session, progress: p, trial: header, done: &done, replay: true}
	_, err = agent.Replay(ctx, t.Trial, rec, parts, past)
	if !done {
		p.emit(Event{Kind: TrialFinished, Trial: header}, func(n *Counts) { n.Running-- })
	}
	if errors.Is(err, agent.ErrIncomplete) {
		return nil
	}
	return err
}

// parts reads the records of the trials that t replays.
func (c *Campaign) parts(ctx context.Context, id string, trials []trial, t trial) ([]store.Trial, error) {
	var parts []store.Trial
	for _, i := range t.parts {
		part, err := c.Store.Trial(context.WithoutCancel(ctx), id, trials[i].Key)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	return parts, nil
}

// recorder tells the watcher what has been made durable.
type recorder struct {
	session  store.Session
	progress *progress
	trial    store.Trial
	done     *bool // an outcome was recorded
	replay   bool  // the calls are those of other trials
}

// Record implements agent.Recorder.
func (r recorder) Record(ctx context.Context, events ...store.Event) error {
	if err := r.session.Record(ctx, events...); err != nil {
		return err
	}
	for _, e := range events {
		switch e := e.(type) {
		case store.CallStarted:
			if !r.replay {
				r.progress.count(func(n *Counts) { n.Calls++ })
			}
		case store.CallEnded:
			r.progress.count(func(n *Counts) {
				n.Usage = n.Usage.Add(e.Response.Usage)
				switch {
				case e.Response.CostUSD != nil:
					n.CostUSD += *e.Response.CostUSD
				case e.Response.Usage.Total() > 0:
					n.Unpriced++
				}
			})
		case store.CheckDone:
			if e.Round != store.Judge {
				r.progress.emit(Event{Kind: RoundChecked, Trial: r.trial, Check: &e}, nil)
			}
		case store.Finished:
			*r.done = true
			r.progress.emit(Event{Kind: TrialFinished, Trial: r.trial, Outcome: &e.Outcome}, func(n *Counts) {
				n.Running--
				n.Finished++
				n.Terminals[e.Outcome.Terminal]++
			})
		}
	}
	return nil
}
