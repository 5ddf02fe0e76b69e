package model

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// Retry says how long to keep trying. Zero fields mean the defaults.
type Retry struct {
	MaxRetries int           // attempts after the first; default 8, negative none
	Base       time.Duration // backoff after the first attempt, doubling; default 1 s
	Max        time.Duration // longest backoff; default 1 min. A server's Retry-After may be longer
	Total      time.Duration // no attempt starts later than this after the first; default 1 h
	Queue      time.Duration // longest wait for a free connection; default 24 h
}

func (r Retry) withDefaults() Retry {
	if r.MaxRetries == 0 {
		r.MaxRetries = 8
	}
	r.MaxRetries = max(r.MaxRetries, 0)
	for _, d := range []struct {
		field *time.Duration
		value time.Duration
	}{{&r.Base, time.Second}, {&r.Max, time.Minute}, {&r.Total, time.Hour}, {&r.Queue, 24 * time.Hour}} {
		if *d.field <= 0 {
			*d.field = d.value
		}
	}
	return r
}

// caller is the Model around a Backend.
type caller struct {
	name     string
	backend  Backend
	schedule *scheduler // nil: the backend is not an endpoint of a network
	retry    Retry
	watch    Watcher
	prices   *Prices
	seed     uint64
}

func (c *caller) Name() string { return c.name }

// Generate makes attempts until one brings a reply, one fails for good, or the
// retries are used up.
func (c *caller) Generate(ctx context.Context, r Request) (Response, error) {
	bill := bill{prices: c.prices, model: c.name}
	jitter := c.jitter(r.Label)
	var first time.Time
	var last *Fault
	var delay time.Duration
	for n := 1; ; n++ {
		j := &journal{watch: c.watch, model: c.name, label: r.Label, queue: c.retry.Queue}
		if n > 1 {
			if err := j.pause(ctx, "retry after "+faultReason(last), delay); err != nil {
				return bill.failed(), endedBy(ctx)
			}
		}
		var g *grant
		if c.schedule != nil {
			var err error
			if g, err = c.schedule.admit(ctx, inputEstimate(r), j); err != nil {
				if ctx.Err() != nil {
					return bill.failed(), endedBy(ctx)
				}
				return bill.failed(), &Fault{Kind: Timeout, Message: err.Error()}
			}
		}
		if first.IsZero() {
			first = time.Now()
		}
		res, a := c.once(ctx, r, n)
		a.WaitedFor, a.Wait = strings.Join(j.reasons, ", "), j.total
		if g != nil {
			g.release(res.Usage, a.Fault)
		}
		bill.add(res, a)
		c.watch.Finished(c.name, r.Label, a)
		if a.Fault == nil {
			return bill.paid(res), nil
		}
		last = a.Fault
		delay = c.backoff(n, last, jitter)
		if last, why := c.last(n, a.Fault, delay, time.Since(first)); last {
			final := *a.Fault
			final.Message = clip(final.Message, MaxFaultMessage-len(why)) + why
			return bill.failed(), &final
		}
	}
}

// last says whether attempt n was the last one, and why, in words to add to the
// fault's message; none when the fault speaks for itself.
func (c *caller) last(n int, f *Fault, delay, spent time.Duration) (bool, string) {
	switch {
	case !f.Retryable() && n == 1:
		return true, ""
	case !f.Retryable() || n > c.retry.MaxRetries:
		return true, fmt.Sprintf(" (attempt %d, the last)", n)
	case spent+delay > c.retry.Total:
		return true, fmt.Sprintf(" (attempt %d, the last: the next could start in %s, and the time for retries, %s, is over before)",
			n, delay.Round(time.Second), c.retry.Total)
	}
	return false, ""
}

// backoff is the wait after attempt n: what the server asks for, else doubling
// from Base to Max; with jitter, so that calls that failed together do not come
// back together.
func (c *caller) backoff(n int, f *Fault, jitter *rand.Rand) time.Duration {
	u := jitter.Float64()
	if f.RetryAfter > 0 {
		return f.RetryAfter + time.Duration(u*float64(c.retry.Base))
	}
	d := c.retry.Max
	if shift := n - 1; shift < 30 {
		d = min(c.retry.Base<<shift, c.retry.Max)
	}
	return d/2 + time.Duration(u*float64(d/2))
}

// jitter is a source that depends on the seed and the question only: a run with
// the same seed waits the same times in whatever order its calls are made.
func (c *caller) jitter(l Label) *rand.Rand {
	sum := digest(l)
	return rand.New(rand.NewPCG(c.seed, binary.LittleEndian.Uint64(sum[:8])))
}

// attemptLimit is how long one attempt may take.
func attemptLimit(k Config) time.Duration {
	if k.Timeout > 0 {
		return k.Timeout
	}
	return DefaultTimeout
}

// errAttempt ends an attempt that took too long.
var errAttempt = errors.New("attempt took too long")

// grace is how long an attempt that was told to stop may take to hand in what it
// has, most of all the usage so far.
const grace = 100 * time.Millisecond

// once makes one attempt.
func (c *caller) once(ctx context.Context, r Request, n int) (Response, Attempt) {
	limit := attemptLimit(r.Config)
	within, cancel := context.WithTimeoutCause(ctx, limit, errAttempt)
	defer cancel()
	a := Attempt{Number: n, StartedAt: time.Now()}
	done := c.watch.Waiting(Wait{Model: c.name, Reason: "reply", Since: a.StartedAt, Deadline: a.StartedAt.Add(limit), Label: r.Label})
	defer done()
	c.watch.Starting(c.name, r.Label, n)

	type outcome struct {
		res Response
		err error
	}
	// The channel has room for one: an attempt that was given up ends there, and
	// what it brings too late is dropped.
	out := make(chan outcome, 1)
	go func() {
		res, err := c.backend.Call(within, r)
		out <- outcome{res, err}
	}()
	var got outcome
	select {
	case got = <-out:
	case <-within.Done():
		late := time.NewTimer(grace)
		defer late.Stop()
		select {
		case got = <-out:
		case <-late.C:
			got.err = within.Err()
		}
	}
	a.Duration = time.Since(a.StartedAt)
	a.Usage = got.res.Usage
	if got.err == nil {
		return got.res, a
	}
	var f *Fault
	switch {
	case ctx.Err() != nil:
		f = endedBy(ctx)
	case within.Err() != nil:
		f = &Fault{Kind: Timeout, Message: fmt.Sprintf("no reply within %s", limit)}
	case errors.As(got.err, &f):
	default:
		f = &Fault{Kind: ServerError, Message: redactor{}.text(got.err.Error()), err: bareCause(got.err)}
	}
	a.Fault = f
	return got.res, a
}

// endedBy is the fault of a call whose caller gave up.
func endedBy(ctx context.Context) *Fault {
	return &Fault{Kind: Cancelled, Message: redactor{}.text(context.Cause(ctx).Error()), err: ctx.Err()}
}

// bill adds up what the attempts of a call used and cost.
type bill struct {
	prices   *Prices
	model    string
	attempts []Attempt
	usage    Usage
	cost     float64
	unknown  bool // tokens were used that have no price
}

func (b *bill) add(res Response, a Attempt) {
	b.attempts = append(b.attempts, a)
	b.usage = b.usage.Add(a.Usage)
	cost := res.CostUSD // the server's own figure is the best one
	if cost == nil {
		cost = b.prices.Cost(b.model, a.Usage)
	}
	switch {
	case cost != nil:
		b.cost += *cost
	case a.Usage.Total() > 0, a.Fault == nil:
		b.unknown = true
	}
}

// paid completes the response of the last attempt.
func (b *bill) paid(res Response) Response {
	res.Attempts, res.Usage, res.CostUSD = b.attempts, b.usage, nil
	if !b.unknown {
		cost := b.cost
		res.CostUSD = &cost
	}
	return res
}

// failed is the response of a call without a reply: the account alone. What
// failed attempts cost is known only when tokens were counted.
func (b *bill) failed() Response {
	res := b.paid(Response{})
	if b.usage.Total() == 0 {
		res.CostUSD = nil
	}
	return res
}

// journal announces the waits before one attempt and adds them up.
type journal struct {
	watch   Watcher
	model   string
	label   Label
	queue   time.Duration
	reasons []string
	total   time.Duration
}

func (j *journal) note(reason string, since time.Time) {
	j.reasons = append(j.reasons, reason)
	j.total += time.Since(since)
}

// pause waits for d; not at all when d is not positive.
func (j *journal) pause(ctx context.Context, reason string, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	now := time.Now()
	defer j.watch.Waiting(Wait{Model: j.model, Reason: reason, Since: now, Deadline: now.Add(d), Ends: true, Label: j.label})()
	defer j.note(reason, now)
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// until waits for a turn, at most as long as a call may stand in a queue.
func (j *journal) until(ctx context.Context, reason string, turn <-chan struct{}) error {
	now := time.Now()
	defer j.watch.Waiting(Wait{Model: j.model, Reason: reason, Since: now, Deadline: now.Add(j.queue), Label: j.label})()
	defer j.note(reason, now)
	timer := time.NewTimer(j.queue)
	defer timer.Stop()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return fmt.Errorf("waited %s for a %s", j.queue, reason)
	}
}

// inputEstimate guesses the tokens of a request: four bytes a token, as for
// English prose and code.
func inputEstimate(r Request) float64 {
	n := 0
	for _, m := range r.Messages {
		n += len(m.Content)
	}
	return float64(n) / 4
}
