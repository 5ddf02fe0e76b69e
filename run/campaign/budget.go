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

// CauseBudget is the cause of an outcome that a campaign-wide limit brought about.
const CauseBudget = "budget"

// budget guards the campaign-wide limits. What a call may use is reserved before it
// starts and settled when it has come back.
type budget struct {
	limits Limits
	prices *model.Prices // may be nil

	mu       sync.Mutex
	spent    amount
	reserved amount
	inFlight int
	learning map[string]bool   // a call of unknown size is in flight: the model's others wait for it
	largest  map[string]amount // call of a model so far
	changed  chan struct{}     // closed and replaced when something is settled
}

// amount is a number of tokens and of US dollars.
type amount struct {
	tokens int64
	usd    float64
}

func (a amount) plus(b amount) amount  { return amount{a.tokens + b.tokens, a.usd + b.usd} }
func (a amount) minus(b amount) amount { return amount{a.tokens - b.tokens, a.usd - b.usd} }

func newBudget(l Limits, prices *model.Prices, spent store.Spent) *budget {
	return &budget{limits: l, prices: prices, learning: map[string]bool{}, largest: map[string]amount{}, changed: make(chan struct{}),
		spent: amount{spent.Usage.Total(), spent.CostUSD}}
}

// off reports whether there is nothing to guard.
func (b *budget) off() bool { return b.limits.CostLimitUSD == 0 && b.limits.TokenLimit == 0 }

// over says which limit an amount exceeds, if any.
func (b *budget) over(a amount) (string, bool) {
	switch {
	case b.limits.TokenLimit > 0 && a.tokens > b.limits.TokenLimit:
		return fmt.Sprintf("token limit %d", b.limits.TokenLimit), true
	case b.limits.CostLimitUSD > 0 && a.usd > b.limits.CostLimitUSD:
		return fmt.Sprintf("cost limit %g USD", b.limits.CostLimitUSD), true
	}
	return "", false
}

// reserve waits until the call fits into what is left beside the calls in flight,
// and returns the function that settles it. The error is a *agent.Stop when the call
// cannot fit any more. waiting is called once if there is a wait, and what it
// returns when the wait is over.
func (b *budget) reserve(ctx context.Context, name string, r model.Request, waiting func() func()) (func(used model.Usage, cost *float64), error) {
	if b.off() {
		return func(model.Usage, *float64) {}, nil
	}
	over := func() {}
	defer func() { over() }()
	for first := true; ; first = false {
		b.mu.Lock()
		need, known := b.need(name, r)
		if limit, exceeded := b.exhausted(need); exceeded {
			spent := b.spent
			b.mu.Unlock()
			return nil, &agent.Stop{Terminal: claim.Limit, Cause: CauseBudget, Message: fmt.Sprintf(
				"%s: %d tokens and %.4f USD are spent, and the next call to %s may use %d tokens and %.4f USD",
				limit, spent.tokens, spent.usd, name, need.tokens, need.usd)}
		}
		if b.fits(name, need, known) {
			b.reserved = b.reserved.plus(need)
			b.inFlight++
			if !known {
				b.learning[name] = true
			}
			b.mu.Unlock()
			var once sync.Once
			return func(used model.Usage, cost *float64) {
				once.Do(func() { b.settle(name, need, known, used, cost) })
			}, nil
		}
		changed := b.changed
		b.mu.Unlock()
		if first {
			over = waiting()
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// exhausted reports whether the call cannot fit even if the calls in flight turn out
// to be free. A limit that is reached to the last token admits nothing more.
func (b *budget) exhausted(need amount) (string, bool) {
	if need == (amount{}) { // of unknown size, or free so far
		if b.limits.TokenLimit > 0 {
			need.tokens = 1
		}
		if limit, exceeded := b.over(b.spent.plus(need)); exceeded {
			return limit, true
		}
		if b.limits.CostLimitUSD > 0 && b.spent.usd >= b.limits.CostLimitUSD {
			return fmt.Sprintf("cost limit %g USD", b.limits.CostLimitUSD), true
		}
		return "", false
	}
	return b.over(b.spent.plus(need))
}

func (b *budget) fits(name string, need amount, known bool) bool {
	if !known && b.learning[name] {
		return false
	}
	_, exceeded := b.over(b.spent.plus(b.reserved).plus(need))
	return !exceeded
}

// need is what a call may use: its bound where the request has one, otherwise the
// largest call of the model so far; known is false when there is neither.
func (b *budget) need(name string, r model.Request) (need amount, known bool) {
	largest, seen := b.largest[name]
	bounded := r.Config.MaxTokens > 0
	usage := model.Usage{InputTokens: promptTokens(r)}
	if bounded {
		usage.OutputTokens = int64(r.Config.MaxTokens) + int64(r.Config.ReasoningTokens)
	}
	switch {
	case b.limits.TokenLimit == 0:
	case bounded:
		need.tokens = usage.Total()
	case seen:
		need.tokens = largest.tokens
	default:
		return amount{}, false
	}
	if b.limits.CostLimitUSD == 0 {
		return need, true
	}
	if bounded && b.prices != nil {
		if cost := b.prices.Cost(name, usage); cost != nil {
			need.usd = *cost
			return need, true
		}
	}
	if seen {
		need.usd = largest.usd
		return need, true
	}
	return amount{}, false
}

func (b *budget) settle(name string, need amount, known bool, used model.Usage, cost *float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	a := amount{tokens: used.Total()}
	if cost != nil {
		a.usd = *cost
	}
	b.spent, b.reserved = b.spent.plus(a), b.reserved.minus(need)
	b.inFlight--
	if !known {
		delete(b.learning, name)
	}
	if b.inFlight == 0 {
		b.reserved = amount{} // floating-point dust
	}
	l := b.largest[name]
	b.largest[name] = amount{max(l.tokens, a.tokens), max(l.usd, a.usd)}
	close(b.changed)
	b.changed = make(chan struct{})
}

// promptTokens is a generous estimate of the tokens of a prompt: a token for every
// three bytes, and a few for each message.
func promptTokens(r model.Request) int64 {
	n := 0
	for _, m := range r.Messages {
		n += len(m.Content)/3 + 8
	}
	return int64(n)
}
