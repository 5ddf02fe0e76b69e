package model

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// scripted is a Backend that answers from a list of faults; nil is a success.
type scripted struct {
	at    *Endpoint
	takes time.Duration

	mu     sync.Mutex
	faults []*Fault
	calls  []time.Time
	now    int // in flight
	most   int
}

func (b *scripted) Call(ctx context.Context, _ Request) (Response, error) {
	b.mu.Lock()
	n := len(b.calls)
	b.calls = append(b.calls, time.Now())
	b.now++
	b.most = max(b.most, b.now)
	b.mu.Unlock()
	defer func() {
		b.mu.Lock()
		b.now--
		b.mu.Unlock()
	}()
	select {
	case <-time.After(b.takes):
	case <-ctx.Done():
		return Response{Usage: Usage{InputTokens: 5}}, ctx.Err()
	}
	if n < len(b.faults) && b.faults[n] != nil {
		return Response{}, b.faults[n]
	}
	return Response{Message: Message{Role: Assistant, Content: "ok"}, Usage: Usage{InputTokens: 10, OutputTokens: 20}}, nil
}

// endpointed is a scripted backend behind a scheduler.
type endpointed struct{ *scripted }

func (b endpointed) Endpoint() Endpoint { return *b.at }

func openScripted(t *testing.T, b *scripted, o Options) Model {
	t.Helper()
	var backend Backend = b
	if b.at != nil {
		backend = endpointed{b}
	}
	p := Provider{Name: "fake", Open: func(context.Context, string, Options) (Backend, error) { return backend, nil }}
	o.Lookup = func(string) (string, bool) { return "", false }
	m, err := Open(t.Context(), []Provider{p}, "fake/x", o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func gaps(times []time.Time) []time.Duration {
	var list []time.Duration
	for i := 1; i < len(times); i++ {
		list = append(list, times[i].Sub(times[i-1]))
	}
	return list
}

// The clock in these tests is synctest's: waits take no time and are exact.

func TestBackoffDoublesWithJitter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &scripted{}
		for range 12 {
			b.faults = append(b.faults, &Fault{Kind: ServerError, Status: 500, Message: "no"})
		}
		res, err := openScripted(t, b, Options{Retry: Retry{MaxRetries: 10, Total: 24 * time.Hour}}).Generate(t.Context(), Request{})
		var f *Fault
		if !errors.As(err, &f) || !strings.Contains(f.Message, "attempt 11, the last") {
			t.Fatalf("error %v", err)
		}
		list := gaps(b.calls)
		if len(list) != 10 {
			t.Fatalf("%d waits, want 10", len(list))
		}
		for i, d := range list {
			full := min(time.Second<<i, time.Minute)
			if d < full/2 || d > full {
				t.Errorf("wait %d is %v, want %v to %v", i+1, d, full/2, full)
			}
			if a := res.Attempts[i+1]; a.Wait != d || a.WaitedFor != "retry after 500" {
				t.Errorf("attempt %d waited %v for %q, want %v", i+2, a.Wait, a.WaitedFor, d)
			}
		}
	})
}

func TestJitterDependsOnSeedAndLabelOnly(t *testing.T) {
	waits := func(seed uint64, label Label) string {
		var text string
		synctest.Test(t, func(t *testing.T) {
			b := &scripted{}
			for range 4 {
				b.faults = append(b.faults, &Fault{Kind: ServerError})
			}
			if _, err := openScripted(t, b, Options{Seed: seed}).Generate(t.Context(), Request{Label: label}); err != nil {
				t.Fatal(err)
			}
			text = fmt.Sprint(gaps(b.calls))
		})
		return text
	}
	p01 := Label{Task: "P01"}
	if a, b := waits(1, p01), waits(1, p01); a != b {
		t.Errorf("same seed, different waits: %s, %s", a, b)
	}
	if waits(1, p01) == waits(2, p01) || waits(1, p01) == waits(1, Label{Task: "P02"}) {
		t.Error("waits do not depend on the seed or the label")
	}
}

func TestRetryAfterIsHonoured(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &scripted{faults: []*Fault{{Kind: RateLimit, Status: 429, RetryAfter: 41 * time.Second}}}
		if _, err := openScripted(t, b, Options{}).Generate(t.Context(), Request{}); err != nil {
			t.Fatal(err)
		}
		if d := gaps(b.calls)[0]; d < 41*time.Second || d > 42*time.Second {
			t.Errorf("waited %v, want 41 s and up to 1 s of jitter", d)
		}
	})
}

// A wait that cannot end in time is not begun: the call fails at once.
func TestRetryAfterBeyondTheTotal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &scripted{faults: []*Fault{{Kind: RateLimit, Status: 429, RetryAfter: 2 * time.Hour, Message: "slow down"}}}
		begun := time.Now()
		_, err := openScripted(t, b, Options{}).Generate(t.Context(), Request{})
		var f *Fault
		if !errors.As(err, &f) || f.Kind != RateLimit || !strings.Contains(f.Message, "2h0m") {
			t.Errorf("error %v", err)
		}
		if len(b.calls) != 1 || time.Since(begun) != 0 {
			t.Errorf("%d calls in %v", len(b.calls), time.Since(begun))
		}
	})
}

func TestNoRetries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &scripted{faults: []*Fault{{Kind: ServerError}}}
		if _, err := openScripted(t, b, Options{Retry: Retry{MaxRetries: -1}}).Generate(t.Context(), Request{}); err == nil || len(b.calls) != 1 {
			t.Errorf("%v after %d calls", err, len(b.calls))
		}
	})
}

// An attempt that ignores its end is left behind, and what it brings later is
// dropped: the second attempt's answer is the answer.
func TestLateAnswersAreDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int32
		backend := backendFunc(func(context.Context, Request) (Response, error) {
			if calls.Add(1) == 1 {
				time.Sleep(time.Hour) // deaf to the context
				return Response{Message: Message{Content: "late"}}, nil
			}
			return Response{Message: Message{Content: "second"}}, nil
		})
		p := Provider{Name: "fake", Open: func(context.Context, string, Options) (Backend, error) { return backend, nil }}
		m, err := Open(t.Context(), []Provider{p}, "fake/x", Options{})
		if err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		res, err := m.Generate(t.Context(), Request{Config: Config{Timeout: time.Minute}})
		if err != nil || res.Message.Content != "second" || len(res.Attempts) != 2 {
			t.Fatalf("%+v, %v", res, err)
		}
		if f := res.Attempts[0].Fault; f == nil || f.Kind != Timeout || res.Attempts[0].Duration != time.Minute+grace {
			t.Errorf("first attempt: %+v", res.Attempts[0])
		}
		if d := time.Since(begun); d > 2*time.Minute {
			t.Errorf("took %v", d)
		}
		time.Sleep(2 * time.Hour) // let the late one end, as synctest demands
		if res.Message.Content != "second" {
			t.Error("the late answer got in")
		}
	})
}

type backendFunc func(context.Context, Request) (Response, error)

func (f backendFunc) Call(ctx context.Context, r Request) (Response, error) { return f(ctx, r) }

// Cancellation interrupts a retry wait, a queue and a call at once.
func TestCancellationInterruptsEveryWait(t *testing.T) {
	for name, b := range map[string]*scripted{
		"call":  {takes: time.Hour},
		"retry": {faults: []*Fault{{Kind: RateLimit, RetryAfter: 30 * time.Minute}}},
		"queue": {takes: time.Hour, at: &Endpoint{Model: "x"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			var board Board
			m := openScripted(t, b, Options{Pool: NewPool(Limits{MaxConnections: 1}), Watcher: &board})
			if name == "queue" {
				go m.Generate(t.Context(), Request{}) //nolint:errcheck // it only holds the one connection
				synctest.Wait()
			}
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(10*time.Minute, cancel)
			begun := time.Now()
			_, err := m.Generate(ctx, Request{})
			if !errors.Is(err, context.Canceled) || time.Since(begun) != 10*time.Minute {
				t.Errorf("%s: %v after %v", name, err, time.Since(begun))
			}
			synctest.Wait()
			if name == "queue" {
				if l := board.Waits(); len(l) != 1 {
					t.Errorf("queue: still waiting: %v", l)
				}
				time.Sleep(time.Hour)
			}
			synctest.Wait()
			if l := board.Waits(); len(l) != 0 {
				t.Errorf("%s: still waiting: %v", name, l)
			}
		})
	}
}

// A caller's own deadline is the caller's, not the provider's fault.
func TestCallersDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &scripted{takes: time.Hour}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		res, err := openScripted(t, b, Options{}).Generate(ctx, Request{})
		var f *Fault
		if !errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &f) || f.Kind != Cancelled {
			t.Errorf("error %v", err)
		}
		if res.Usage.InputTokens != 5 {
			t.Errorf("the usage of the cancelled attempt is lost: %+v", res)
		}
	})
}

func TestEveryWaitIsNamed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &scripted{takes: 10 * time.Second, at: &Endpoint{Model: "x"}, faults: []*Fault{{Kind: RateLimit, Status: 429, RetryAfter: 41 * time.Second}}}
		var board Board
		m := openScripted(t, b, Options{Pool: NewPool(Limits{MaxConnections: 1}), Watcher: &board})
		var done sync.WaitGroup
		for i := range 2 {
			done.Go(func() {
				if _, err := m.Generate(t.Context(), Request{Label: Label{Sample: i}}); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		see := func(want ...string) {
			t.Helper()
			synctest.Wait()
			var got []string
			for _, w := range board.Waits() {
				got = append(got, w.Text(time.Now()))
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("after %v: %q, want %q", time.Now(), got, want)
			}
		}
		time.Sleep(3 * time.Second)
		see("waiting: free connection (1 in use) fake/x, 3 s so far, at most 86400 s", "waiting: reply fake/x, 3 s so far, at most 1200 s")
		time.Sleep(8 * time.Second) // the 429 has come: both wait for it to pass
		see("waiting: 429 fake/x, 40 s", "waiting: retry after 429 fake/x, 40 s")
		done.Wait()
		see()
	})
}

func TestConnectionLimitAndOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		at := &Endpoint{Model: "x"}
		b := &scripted{takes: time.Second, at: at}
		pool := NewPool(Limits{MaxConnections: 5})
		solver := openScripted(t, b, Options{Pool: pool})
		judge := openScripted(t, b, Options{Pool: pool}) // the same endpoint: the same limit
		var mu sync.Mutex
		var order []int
		var done sync.WaitGroup
		for i := range 40 {
			m := solver
			if i%2 == 1 {
				m = judge
			}
			done.Go(func() {
				if _, err := m.Generate(t.Context(), Request{Label: Label{Sample: i}}); err != nil {
					t.Error(err)
				}
				mu.Lock()
				order = append(order, i/5)
				mu.Unlock()
			})
			synctest.Wait()
		}
		if l := pool.Loads(); len(l) != 1 || l[0].Active != 5 || l[0].Queued != 35 {
			t.Errorf("loads %+v", l)
		}
		begun := time.Now()
		done.Wait()
		if b.most != 5 || time.Since(begun) != 8*time.Second {
			t.Errorf("%d at once, %v", b.most, time.Since(begun))
		}
		for i, wave := range order {
			if wave != i/5 {
				t.Errorf("served in the order of waves %v: not first come, first served", order)
				break
			}
		}
	})
}

// The adaptive limit grows under load, shrinks once per episode of 429s however
// many there are, never for a 5xx, and grows back slowly.
func TestAdaptiveLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScheduler(Limits{MaxConnections: 100, StartConnections: 20, Adaptive: true})
		round := func(f *Fault) {
			var grants []*grant
			for range int(s.limit) {
				g, err := s.admit(t.Context(), 0, &journal{watch: unwatched{}, queue: time.Hour})
				if err != nil {
					t.Fatal(err)
				}
				grants = append(grants, g)
			}
			time.Sleep(time.Second)
			for _, g := range grants {
				g.release(Usage{}, f)
			}
		}
		expect := func(what string, want int) {
			t.Helper()
			if got := int(s.limit); got != want {
				t.Errorf("%s: limit %d, want %d", what, got, want)
			}
		}
		expect("at the start", 20)
		round(&Fault{Kind: ServerError})
		expect("after a round of 500s", 20)
		time.Sleep(time.Minute)
		round(&Fault{Kind: RateLimit})
		expect("after a round of 429s", 16)
		round(&Fault{Kind: RateLimit})
		expect("within the cool-down", 16)
		time.Sleep(cooldown)
		round(&Fault{Kind: RateLimit})
		expect("after the cool-down", 12) // 12.8
		// Slowly back: the connections free up one by one, so only the first of a
		// round finds the endpoint full.
		before := s.limit
		round(nil)
		if s.limit <= before || s.limit > before+1 {
			t.Errorf("a good round took the limit from %v to %v", before, s.limit)
		}
		for range 2000 {
			round(nil)
		}
		if s.limit > 100 {
			t.Errorf("limit %v is over the maximum", s.limit)
		}
		for range 60 {
			time.Sleep(cooldown)
			round(&Fault{Kind: RateLimit})
		}
		expect("at the bottom", 1)
	})
}

func TestRequestsPerMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &scripted{at: &Endpoint{Model: "x"}}
		m := openScripted(t, b, Options{Pool: NewPool(Limits{RequestsPerMinute: 30})})
		for range 31 {
			if _, err := m.Generate(t.Context(), Request{}); err != nil {
				t.Fatal(err)
			}
		}
		for i, d := range gaps(b.calls) {
			if d.Round(time.Millisecond) != 2*time.Second {
				t.Errorf("gap %d is %v, want 2 s", i, d)
			}
		}
	})
}

// The token account is exact in the long run: what a call really used counts,
// not what was guessed.
func TestTokensPerMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &scripted{at: &Endpoint{Model: "x"}} // 30 tokens a call
		m := openScripted(t, b, Options{Pool: NewPool(Limits{TokensPerMinute: 600})})
		const calls = 220
		for range calls {
			// Guessed at 50 input tokens, it has 10: the difference is given back.
			if _, err := m.Generate(t.Context(), Request{Messages: []Message{{Content: strings.Repeat("x", 200)}}}); err != nil {
				t.Fatal(err)
			}
		}
		// A full bucket of 600 at the start, then 600 a minute.
		want := time.Duration(float64(calls*30-600) / 600 * float64(time.Minute))
		got := b.calls[calls-1].Sub(b.calls[0])
		if diff := (got - want).Abs(); diff > 8*time.Second {
			t.Errorf("%d calls of 30 tokens at 600 a minute took %v, want about %v", calls, got, want)
		}
	})
}

// A queue has an end, too.
func TestQueueDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &scripted{takes: time.Hour, at: &Endpoint{Model: "x"}}
		m := openScripted(t, b, Options{Pool: NewPool(Limits{MaxConnections: 1}), Retry: Retry{Queue: time.Minute}})
		go m.Generate(t.Context(), Request{Config: Config{Timeout: 2 * time.Hour}}) //nolint:errcheck // it only holds the one connection
		synctest.Wait()
		_, err := m.Generate(t.Context(), Request{})
		var f *Fault
		if !errors.As(err, &f) || f.Kind != Timeout || !strings.Contains(f.Message, "waited 1m0s for a free connection") {
			t.Errorf("error %v", err)
		}
		time.Sleep(time.Hour)
	})
}

// watching writes down what a Watcher hears of attempts.
type watching struct {
	unwatched
	mu    sync.Mutex
	heard []string
}

func (w *watching) Starting(model string, l Label, n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.heard = append(w.heard, fmt.Sprintf("start %s %s %d", model, l.Task, n))
}

func (w *watching) Finished(model string, l Label, a Attempt) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.heard = append(w.heard, fmt.Sprintf("end %s %s %d ok=%v", model, l.Task, a.Number, a.Fault == nil))
}

func TestWatcherHearsOfAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &watching{}
		b := &scripted{faults: []*Fault{{Kind: EmptyBody}}}
		if _, err := openScripted(t, b, Options{Watcher: w}).Generate(t.Context(), Request{Label: Label{Task: "P01"}}); err != nil {
			t.Fatal(err)
		}
		want := "[start fake/x P01 1 end fake/x P01 1 ok=false start fake/x P01 2 end fake/x P01 2 ok=true]"
		if got := fmt.Sprint(w.heard); got != want {
			t.Errorf("heard %s, want %s", got, want)
		}
	})
}

// Costs: a price for all attempts together, nil when any part is unknown, the
// router's own figure first.
func TestCosts(t *testing.T) {
	own := 0.25
	prices, err := ParsePrices([]byte("models: {fake/x: {input: 1, output: 2}}"))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		prices   *Prices
		attempts []Response
		want     string
	}{
		"one":                 {prices, []Response{{Usage: Usage{InputTokens: 1e6, OutputTokens: 1e6}}}, "3"},
		"failed ones count":   {prices, []Response{{Usage: Usage{InputTokens: 1e6}}, {Usage: Usage{OutputTokens: 1e6}}}, "3"},
		"no usage at all":     {prices, []Response{{}}, "unknown"},
		"failed, no usage":    {prices, []Response{{}, {Usage: Usage{OutputTokens: 1e6}}}, "2"},
		"no price":            {&Prices{}, []Response{{Usage: Usage{InputTokens: 1}}}, "unknown"},
		"the router's":        {&Prices{}, []Response{{Usage: Usage{InputTokens: 1}, CostUSD: &own}}, "0.25"},
		"the router's first":  {prices, []Response{{Usage: Usage{InputTokens: 1e6}, CostUSD: &own}}, "0.25"},
		"one of them unknown": {&Prices{}, []Response{{Usage: Usage{InputTokens: 1}}, {Usage: Usage{InputTokens: 1}, CostUSD: &own}}, "unknown"},
	} {
		synctest.Test(t, func(t *testing.T) {
			n := 0
			backend := backendFunc(func(context.Context, Request) (Response, error) {
				n++
				if n < len(c.attempts) {
					return c.attempts[n-1], &Fault{Kind: ServerError}
				}
				return c.attempts[n-1], nil
			})
			p := Provider{Name: "fake", Open: func(context.Context, string, Options) (Backend, error) { return backend, nil }}
			m, err := Open(t.Context(), []Provider{p}, "fake/x", Options{Prices: c.prices})
			if err != nil {
				t.Fatal(err)
			}
			res, err := m.Generate(t.Context(), Request{})
			if err != nil {
				t.Fatal(err)
			}
			got := "unknown"
			if res.CostUSD != nil {
				got = fmt.Sprint(*res.CostUSD)
			}
			if got != c.want {
				t.Errorf("%s: cost %s, want %s", name, got, c.want)
			}
		})
	}
}
