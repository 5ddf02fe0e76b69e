package campaign

import (
	"context"
	"fmt"
	"sync"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/agent"
	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/store"
)

// CauseUnpriced is the cause of an outcome when a cost limit cannot be kept because
// the price of a model is unknown.
const CauseUnpriced = "unpriced"

// slots is a counting semaphore.
type slots chan struct{}

func (s slots) take(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	select {
	case s <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (s slots) give() { <-s }

// gate implements agent.Gate for the trials of one model.
type gate struct {
	model    string
	calls    slots // of this model
	checks   slots // of the campaign
	budget   *budget
	progress *progress

	mu      sync.Mutex
	tripped *agent.Stop // set when asking this model again is pointless
}

// Call implements agent.Gate.
func (g *gate) Call(ctx context.Context, t agent.Trial, r model.Request) (func(model.Response, *model.Fault), error) {
	if err := g.pass(); err != nil {
		return nil, err
	}
	if err := g.calls.take(ctx); err != nil {
		return nil, err
	}
	if err := g.pass(); err != nil { // it may have tripped meanwhile
		g.calls.give()
		return nil, err
	}
	settle, err := g.budget.reserve(ctx, g.model, r, func() func() {
		limit := r.Config.Timeout
		if limit == 0 {
			limit = model.DefaultTimeout
		}
		return g.progress.wait(store.Trial{Key: t.Key, Model: g.model, Policy: t.Policy.Name, Task: t.Label.Task, Variant: t.Label.Variant, Epoch: t.Label.Epoch},
			t.Label, "budget held by calls in flight", limit)
	})
	if err == nil {
		err = g.pass()
		if err != nil {
			settle(model.Usage{}, new(float64))
		}
	}
	if err != nil {
		g.calls.give()
		return nil, err
	}
	return func(resp model.Response, fault *model.Fault) {
		g.learn(resp, fault)
		settle(resp.Usage, resp.CostUSD)
		g.calls.give()
	}, nil
}

// Check implements agent.Gate.
func (g *gate) Check(ctx context.Context) (func(), error) {
	if err := g.checks.take(ctx); err != nil {
		return nil, err
	}
	return g.checks.give, nil
}

func (g *gate) pass() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.tripped != nil {
		return g.tripped
	}
	return nil
}

// learn closes the gate when the answer shows that further calls are pointless: what
// is wrong is the same for every trial, and only a person can repair it.
func (g *gate) learn(resp model.Response, fault *model.Fault) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.tripped != nil {
		return
	}
	switch {
	case fault != nil && (fault.Kind == model.Auth || fault.Kind == model.NotFound || fault.Kind == model.QuotaExhausted):
		g.tripped = &agent.Stop{Terminal: claim.Operator, Cause: string(fault.Kind),
			Message: fmt.Sprintf("not asked, after %s answered an earlier trial: %s", g.model, fault.Error())}
	case g.budget.limits.CostLimitUSD > 0 && resp.CostUSD == nil && resp.Usage.Total() > 0:
		g.tripped = &agent.Stop{Terminal: claim.Operator, Cause: CauseUnpriced,
			Message: fmt.Sprintf("not asked: the price of %s is unknown, so that the cost limit cannot be kept; add it to the price file", g.model)}
	}
}
