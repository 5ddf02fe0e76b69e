package campaign_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/agent/agenttest"
	"github.com/assay-physics/assay/run/campaign"
	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/store"
)

var ctx = context.Background()

// rightAtOnce answers every task correctly.
func rightAtOnce(r model.Request) (string, error) {
	n := want(r.Label.Task)
	return agenttest.Reply(n, agenttest.Class(n)), nil
}

func plan(models ...string) campaign.Plan {
	return campaign.Plan{Suite: "numbers", Models: models, Seed: 7, Rounds: 4}
}

func TestOrder(t *testing.T) {
	a, b := scripted("scripted/a"), scripted("scripted/b")
	a.Latency = time.Millisecond // the second model's trials end first, and come second
	bench := newBench(t, numbers{n: 3}, a, b)
	p := plan("scripted/a", "scripted/b")
	p.Policies, p.Variants, p.Epochs, p.Limit = []string{"vf", "ss"}, []string{"paraphrased", "canonical"}, 2, 2
	res, err := bench.Start(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for i, tr := range trials(t, bench.Store, res.Run.ID) {
		if tr.Position != i || tr.Run != res.Run.ID {
			t.Errorf("trial %d of %q says position %d of %q", i, res.Run.ID, tr.Position, tr.Run)
		}
		got = append(got, fmt.Sprint(tr.Model, tr.Policy, tr.Variant, tr.Task, tr.Epoch))
	}
	for _, m := range p.Models {
		for _, pol := range p.Policies {
			for _, v := range p.Variants {
				for _, task := range []string{"T00", "T01"} { // the third is beyond the limit
					for e := range 2 {
						want = append(want, fmt.Sprint(m, pol, v, task, e))
					}
				}
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("order of the trials (-want +got):\n%s", diff)
	}
	if res.Trials != len(want) || res.Finished != len(want) || res.Run.State != store.Complete {
		t.Errorf("result %+v", res)
	}
	for _, r := range a.Asked() {
		l := r.Label
		if l.Suite != "numbers" || l.Seed != 7 || l.Policy == "" || l.Task == "" || l.Variant == "" || l.Epoch > 1 {
			t.Errorf("a call is labelled %+v", l)
		}
	}
}

// Two runs of one plan give the same keys and records; another seed, model setting
// or number of rounds gives other keys.
func TestIdentity(t *testing.T) {
	bench := newBench(t, numbers{n: 4}, scripted("scripted/a"))
	keys := func(edit func(*campaign.Plan)) []string {
		p := plan("scripted/a")
		edit(&p)
		res, err := bench.Start(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, tr := range trials(t, bench.Store, res.Run.ID) {
			if len(tr.Key) != 64 {
				t.Errorf("the key %q is no SHA-256", tr.Key)
			}
			list = append(list, tr.Key)
		}
		return list
	}
	first := keys(func(*campaign.Plan) {})
	if again := keys(func(p *campaign.Plan) { p.MaxConnections, p.TokenLimit = 1, 1<<40 }); !slices.Equal(first, again) {
		t.Error("limits changed the trials' identity")
	}
	for name, edit := range map[string]func(*campaign.Plan){
		"seed":     func(p *campaign.Plan) { p.Seed = 8 },
		"rounds":   func(p *campaign.Plan) { p.Rounds = 3 },
		"config":   func(p *campaign.Plan) { p.Config.MaxTokens = 100 },
		"policy":   func(p *campaign.Plan) { p.Policies = []string{"vf"} },
		"history":  func(p *campaign.Plan) { p.KeepHistory = true },
		"variants": func(p *campaign.Plan) { p.Variants = []string{"paraphrased"} },
	} {
		other := keys(edit)
		if name == "variants" {
			if !slices.Equal(first[4:], other) {
				t.Error("a selection changed the identity of the trials that it kept")
			}
			continue
		}
		for _, k := range other {
			if slices.Contains(first, k) {
				t.Errorf("another %s gives the same key", name)
			}
		}
	}
	runs, err := bench.Store.Runs(ctx)
	if err != nil || len(runs) != 8 {
		t.Errorf("%d runs, %v: runs of one second need ids of their own", len(runs), err)
	}
}

func TestBadPlans(t *testing.T) {
	bench := newBench(t, numbers{n: 2}, scripted("scripted/a"))
	for want, edit := range map[string]func(*campaign.Plan){
		"names no model":              func(p *campaign.Plan) { p.Models = nil },
		`unknown model "scripted/z"`:  func(p *campaign.Plan) { p.Models = append(p.Models, "scripted/z") },
		`"scripted/a" is listed twic`: func(p *campaign.Plan) { p.Models = append(p.Models, "scripted/a") },
		`unknown policy "sss"`:        func(p *campaign.Plan) { p.Policies = []string{"sss"} },
		`unknown suite "nombers"`:     func(p *campaign.Plan) { p.Suite = "nombers" },
		"no task for this selection":  func(p *campaign.Plan) { p.Tasks = []string{"T77"} },
		"rounds must be at least 1":   func(p *campaign.Plan) { p.Rounds = -1 },
		"epochs must be at least 1":   func(p *campaign.Plan) { p.Epochs = -1 },
		"max connections":             func(p *campaign.Plan) { p.MaxConnections = -1 },
		"must not be negative":        func(p *campaign.Plan) { p.CostLimitUSD = -1 },
	} {
		p := plan("scripted/a")
		edit(&p)
		if _, err := bench.Start(ctx, p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
	if runs, err := bench.Store.Runs(ctx); err != nil || len(runs) != 0 {
		t.Errorf("a plan that cannot be run left %d runs, %v", len(runs), err)
	}
	same := newBench(t, numbers{n: 2, edit: func(s *agenttest.Subject) { s.Name, s.Want = "T00", 3 }}, scripted("scripted/a"))
	if _, err := same.Start(ctx, plan("scripted/a")); err == nil || !strings.Contains(err.Error(), "same digest") {
		t.Errorf("two tasks with one digest: %v", err)
	}
}

func TestTerminalCounts(t *testing.T) {
	m := &agenttest.Model{ModelName: "scripted/a", Answer: func(r model.Request) (string, error) {
		switch r.Label.Task {
		case "T00":
			return rightAtOnce(r)
		case "T01":
			return "?", nil
		case "T02":
			return "", &model.Fault{Kind: model.ContextLength, Message: "long"}
		case "T03":
			return "", &model.Fault{Kind: model.Timeout, Message: "slow"}
		}
		return "", &model.Fault{Kind: model.BadRequest, Message: "bad"}
	}}
	bench := newBench(t, numbers{n: 5}, m)
	res, err := bench.Start(ctx, plan("scripted/a"))
	if err != nil {
		t.Fatal(err)
	}
	want := map[claim.Terminal]int{}
	for _, s := range claim.Terminals() {
		want[s] = 2
	}
	if diff := cmp.Diff(want, res.Terminals); diff != "" || res.Open != 4 || res.Run.State != store.Complete {
		t.Errorf("%d open, state %s, terminal states (-want +got):\n%s", res.Open, res.Run.State, diff)
	}

	// A resume runs those that a provider or a person broke, and no others.
	m.Answer = rightAtOnce
	before := m.Calls()
	if res, err = bench.Resume(ctx, res.Run.ID, nil); err != nil {
		t.Fatal(err)
	}
	want = map[claim.Terminal]int{claim.OK: 6, claim.ModelInvalid: 2, claim.Limit: 2}
	if diff := cmp.Diff(want, res.Terminals); diff != "" || res.Open != 0 || m.Calls() != before+4 {
		t.Errorf("%d open, %d calls, terminal states (-want +got):\n%s", res.Open, m.Calls()-before, diff)
	}
	before = m.Calls()
	if _, err = bench.Resume(ctx, res.Run.ID, nil); err != nil || m.Calls() != before {
		t.Errorf("resuming a complete run: %v, %d calls", err, m.Calls()-before)
	}
}

// A wrong key ends a model's trials after the first answer; the other model goes on.
func TestBreaker(t *testing.T) {
	for _, kind := range []model.FaultKind{model.Auth, model.NotFound, model.QuotaExhausted} {
		a, b := scripted("scripted/a"), &agenttest.Model{ModelName: "scripted/b", Answer: rightAtOnce}
		a.Answer = func(model.Request) (string, error) { return "", &model.Fault{Kind: kind, Message: "no"} }
		bench := newBench(t, numbers{n: 20}, a, b)
		p := plan("scripted/a", "scripted/b")
		p.MaxConnections = 2
		res, err := bench.Start(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		if a.Calls() > 2 || b.Calls() != 40 || res.Terminals[claim.Operator] != 40 || res.Terminals[claim.OK] != 40 {
			t.Errorf("%s: %d and %d calls, %v", kind, a.Calls(), b.Calls(), res.Terminals)
		}
		last := trials(t, bench.Store, res.Run.ID)[39]
		if last.Cause != string(kind) || !strings.Contains(last.Error, "not asked") {
			t.Errorf("%s: the last trial ended by %q: %s", kind, last.Cause, last.Error)
		}
	}
}

func TestConnections(t *testing.T) {
	a, b := scripted("scripted/a"), scripted("scripted/b")
	a.Latency, b.Latency = 2*time.Millisecond, 2*time.Millisecond
	busy := make(chan struct{}, 100)
	var mu sync.Mutex
	most := 0
	bench := newBench(t, numbers{n: 12, edit: func(s *agenttest.Subject) {
		s.Fail = func(string) error {
			busy <- struct{}{}
			mu.Lock()
			most = max(most, len(busy))
			mu.Unlock()
			time.Sleep(100 * time.Microsecond)
			<-busy
			return nil
		}
	}}, a, b)
	bench.MaxChecks = 2
	p := plan("scripted/a", "scripted/b")
	p.MaxConnections = 3
	if _, err := bench.Start(ctx, p); err != nil {
		t.Fatal(err)
	}
	if a.MostInFlight() > 3 || b.MostInFlight() > 3 {
		t.Errorf("%d and %d calls at once, the limit is 3", a.MostInFlight(), b.MostInFlight())
	}
	if most > 2 {
		t.Errorf("%d checks at once, the limit is 2", most)
	}
}

// What a call uses is reserved before it starts: the limit holds to the token, for
// any number of connections.
func TestTokenLimit(t *testing.T) {
	for _, connections := range []int{1, 8} {
		m := &agenttest.Model{ModelName: "scripted/a", Answer: rightAtOnce, Usage: &model.Usage{InputTokens: 60, OutputTokens: 40}, Latency: time.Millisecond}
		bench := newBench(t, numbers{n: 20}, m)
		p := plan("scripted/a")
		p.TokenLimit, p.MaxConnections = 1050, connections
		res, err := bench.Start(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		if got := res.Usage.Total(); got != 1000 || m.Calls() != 10 {
			t.Errorf("%d connections: %d tokens in %d calls, want 1000 in 10", connections, got, m.Calls())
		}
		if res.Terminals[claim.OK] != 10 || res.Terminals[claim.Limit] != 30 || res.Open != 0 {
			t.Errorf("%d connections: %v, %d open", connections, res.Terminals, res.Open)
		}
		for _, tr := range trials(t, bench.Store, res.Run.ID) {
			if tr.Terminal == claim.Limit && (tr.Cause != campaign.CauseBudget || len(tr.Rounds)+len(tr.Broken) != 0 || !strings.Contains(tr.Error, "token limit 1050")) {
				t.Errorf("a trial without budget: %+v", tr)
			}
		}
		// As it stands nothing goes on; with a higher limit all do.
		if res, err = bench.Resume(ctx, res.Run.ID, nil); err != nil || m.Calls() != 10 {
			t.Errorf("%d connections: resumed as it stands: %d calls, %v", connections, m.Calls(), err)
		}
		if res, err = bench.Resume(ctx, res.Run.ID, &campaign.Limits{TokenLimit: 1500}); err != nil || m.Calls() != 15 || res.Usage.Total() != 1500 {
			t.Errorf("%d connections: resumed at 1500: %d calls, %d tokens, %v", connections, m.Calls(), res.Usage.Total(), err)
		}
		if res, err = bench.Resume(ctx, res.Run.ID, &campaign.Limits{}); err != nil || res.Terminals[claim.OK] != 40 {
			t.Errorf("%d connections: resumed without limit: %v, %v", connections, res.Terminals, err)
		}
	}
}

func TestBoundedReservation(t *testing.T) {
	// With a bound on the tokens, not even the first calls can exceed the limit.
	m := &agenttest.Model{ModelName: "scripted/a", Answer: rightAtOnce, Usage: &model.Usage{InputTokens: 1, OutputTokens: 100}, Latency: time.Millisecond}
	bench := newBench(t, numbers{n: 20}, m)
	p := plan("scripted/a")
	p.TokenLimit, p.MaxConnections, p.Config.MaxTokens = 350, 8, 100
	res, err := bench.Start(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	if got := res.Usage.Total(); got > 350 || m.Calls() == 0 {
		t.Errorf("%d tokens in %d calls, the limit is 350", got, m.Calls())
	}
	p.TokenLimit = 90 // less than one call may use
	before := m.Calls()
	if res, err = bench.Start(ctx, p); err != nil || m.Calls() != before || res.Terminals[claim.Limit] != 40 {
		t.Errorf("a limit below one call: %d calls, %v, %v", m.Calls()-before, res.Terminals, err)
	}
}

func TestCostLimit(t *testing.T) {
	m := &agenttest.Model{ModelName: "scripted/a", Answer: rightAtOnce, Usage: &model.Usage{OutputTokens: 250}, Latency: time.Millisecond}
	bench := newBench(t, numbers{n: 20}, m)
	p := plan("scripted/a")
	p.CostLimitUSD, p.MaxConnections = 1, 8 // a quarter a call
	res, err := bench.Start(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	if res.CostUSD != 1 || m.Calls() != 4 || res.Terminals[claim.Limit] != 36 {
		t.Errorf("%g USD in %d calls, %v", res.CostUSD, m.Calls(), res.Terminals)
	}

	// A price that is not known cannot be limited: nobody pays on without noticing.
	m = &agenttest.Model{ModelName: "scripted/a", Answer: rightAtOnce, CostUSD: func(model.Usage) *float64 { return nil }}
	bench = newBench(t, numbers{n: 20}, m)
	if res, err = bench.Start(ctx, p); err != nil {
		t.Fatal(err)
	}
	if m.Calls() != 1 || res.Terminals[claim.Operator] != 39 || res.Unpriced != 1 {
		t.Errorf("unknown price: %d calls, %v, %d unpriced", m.Calls(), res.Terminals, res.Unpriced)
	}
	// Without tokens there is nothing to pay: the built-in agents.
	m.Usage = &model.Usage{}
	if res, err = bench.Start(ctx, p); err != nil || res.Terminals[claim.OK] != 40 {
		t.Errorf("free: %v, %v", res.Terminals, err)
	}
	prices, err := model.ParsePrices([]byte("as_of: \"2026-01-01\"\nmodels:\n  scripted/a: {input: 0, output: 1000}\n"))
	if err != nil {
		t.Fatal(err)
	}
	m = &agenttest.Model{ModelName: "scripted/a", Answer: rightAtOnce, Usage: &model.Usage{OutputTokens: 250}, Latency: time.Millisecond}
	bench = newBench(t, numbers{n: 20}, m)
	bench.Prices = prices
	p.Config.MaxTokens = 400 // may cost 0.40 each: two fit into 1, then one into what is left after them
	if res, err = bench.Start(ctx, p); err != nil || res.CostUSD > 1 || m.Calls() != 3 {
		t.Errorf("known price: %g USD in %d calls, %v", res.CostUSD, m.Calls(), err)
	}
}

// interrupted starts a run and stops it when n calls have been made.
func interrupted(t *testing.T, b *bench, m *agenttest.Model, p campaign.Plan, n int) campaign.Result {
	t.Helper()
	stop, cancel := context.WithCancel(ctx)
	defer cancel()
	m.Before = func(model.Request) {
		if m.Calls() == n {
			cancel()
		}
	}
	res, err := b.Start(stop, p)
	if !errors.Is(err, campaign.ErrInterrupted) || !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), res.Run.ID) {
		t.Fatalf("stopped: %v, want ErrInterrupted with the run's id", err)
	}
	m.Before = nil
	return res
}

func TestInterrupt(t *testing.T) {
	undisturbed := newBench(t, numbers{n: 8}, scripted("scripted/a"))
	p := plan("scripted/a")
	p.Policies = []string{"vf", "best_of_n"}
	whole, err := undisturbed.Start(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	m := scripted("scripted/a")
	m.Latency = time.Millisecond
	bench := newBench(t, numbers{n: 8}, m)
	begin := time.Now()
	res := interrupted(t, bench, m, p, 30)
	if took := time.Since(begin); took > 10*time.Second {
		t.Errorf("stopping took %v", took)
	}
	if res.Run.State != store.Interrupted || res.Open == 0 || res.Running != 0 {
		t.Errorf("result of a stopped run: %+v", res)
	}
	for _, tr := range trials(t, bench.Store, res.Run.ID) {
		begun := len(tr.Rounds)+len(tr.Broken) > 0
		if begun != (tr.Terminal != "") {
			t.Errorf("a trial with %d rounds ended as %q", len(tr.Rounds), tr.Terminal)
		}
		if tr.Unanswered != 0 {
			t.Errorf("a call that was stopped is recorded as unanswered")
		}
	}
	if res, err = bench.Resume(ctx, res.Run.ID, nil); err != nil || res.Run.State != store.Complete {
		t.Fatalf("resumed: %+v, %v", res, err)
	}
	want, got := trials(t, undisturbed.Store, whole.Run.ID), trials(t, bench.Store, res.Run.ID)
	for i := range want {
		for _, tr := range []*store.Trial{&want[i], &got[i]} {
			strip(tr)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stopped and resumed differs from undisturbed:\n%s", diff)
	}
	// A context that is over before anything starts is an interruption too.
	over, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := bench.Start(over, p); err == nil {
		t.Error("a run was started with an ended context")
	}
}

func TestResumeChangedTask(t *testing.T) {
	m := scripted("scripted/a")
	m.Latency = time.Millisecond
	bench := newBench(t, numbers{n: 8}, m)
	res := interrupted(t, bench, m, plan("scripted/a"), 12)
	before := m.Calls()
	bench.Suite = func(string) (campaign.Suite, error) {
		return numbers{n: 8, edit: func(s *agenttest.Subject) {
			if s.Name == "T03" {
				s.Want++
			}
		}}, nil
	}
	for name, f := range map[string]func() error{
		"resume":  func() error { _, err := bench.Resume(ctx, res.Run.ID, nil); return err },
		"rescore": func() error { _, err := bench.Rescore(ctx, res.Run.ID); return err },
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), "T03") || m.Calls() != before {
			t.Errorf("%s after a task has changed: %v, %d calls", name, err, m.Calls()-before)
		}
	}
	bench.Suite = func(string) (campaign.Suite, error) { return numbers{n: 9}, nil }
	if _, err := bench.Resume(ctx, res.Run.ID, nil); err == nil || !strings.Contains(err.Error(), "18") {
		t.Errorf("resume after a task was added: %v", err)
	}
	if _, err := bench.Resume(ctx, "nope", nil); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("resume of a run that is not there: %v", err)
	}
}

// Two campaigns cannot work on one run at once, in one process or in two.
func TestTwoAtOnce(t *testing.T) {
	m := &agenttest.Model{ModelName: "scripted/a", Answer: rightAtOnce}
	bench := newBench(t, numbers{n: 2}, m)
	var second error
	var once sync.Once
	m.Before = func(model.Request) {
		once.Do(func() {
			runs, err := bench.Store.Runs(ctx)
			if err != nil || len(runs) != 1 || runs[0].State != store.Running {
				t.Errorf("while it runs: %+v, %v", runs, err)
				return
			}
			_, second = bench.Resume(ctx, runs[0].ID, nil)
		})
	}
	if _, err := bench.Start(ctx, plan("scripted/a")); err != nil {
		t.Fatal(err)
	}
	if locked, ok := errors.AsType[*store.LockedError](second); !ok || locked.PID != os.Getpid() {
		t.Errorf("a second campaign: %v", second)
	}

	dir := t.TempDir()
	first := run(dir)
	first.Env = append(first.Env, slowEnv+"=1")
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	defer first.Wait()
	defer first.Process.Kill()
	s := open(t, filepath.Join(dir, "assay.db"))
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the other process did not start its run")
		}
		runs, err := s.Runs(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if len(runs) == 0 || runs[0].State != store.Running {
			continue
		}
		_, err = s.Acquire(ctx, runs[0].ID)
		if locked, ok := errors.AsType[*store.LockedError](err); !ok || locked.PID != first.Process.Pid {
			t.Errorf("a second process: %v, want one that names process %d", err, first.Process.Pid)
		}
		return
	}
}

// A run whose store is taken over by another process stops.
func TestTakenOver(t *testing.T) {
	m := &agenttest.Model{ModelName: "scripted/a", Answer: rightAtOnce, Latency: time.Millisecond}
	bench := newBench(t, numbers{n: 30}, m)
	taken := &thief{Store: bench.Store}
	bench.Store = taken
	_, err := bench.Start(ctx, plan("scripted/a"))
	if !errors.Is(err, store.ErrLeaseLost) {
		t.Errorf("a run that was taken over: %v", err)
	}
	if m.Calls() >= 60 {
		t.Error("it went on to its end")
	}
}

// thief is a store whose sessions lose their lease after some events.
type thief struct{ store.Store }

func (s *thief) Acquire(ctx context.Context, run string) (store.Session, error) {
	ss, err := s.Store.Acquire(ctx, run)
	return &robbed{Session: ss, lost: make(chan struct{})}, err
}

type robbed struct {
	store.Session
	mu   sync.Mutex
	n    int
	lost chan struct{}
}

func (r *robbed) Lost() <-chan struct{} { return r.lost }

func (r *robbed) Record(ctx context.Context, events ...store.Event) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.n++; r.n > 20 {
		if r.n == 21 {
			close(r.lost)
		}
		return fmt.Errorf("run: %w", store.ErrLeaseLost)
	}
	return r.Session.Record(ctx, events...)
}

// What cannot be recorded is not done: a full disk stops the run, and no call is
// made whose start was not recorded.
func TestStoreFails(t *testing.T) {
	m := &agenttest.Model{ModelName: "scripted/a", Answer: rightAtOnce}
	bench := newBench(t, numbers{n: 30}, m)
	full := errors.New("no space left on device")
	bench.Store = &failing{Store: bench.Store, err: full}
	p := plan("scripted/a")
	p.MaxConnections = 2
	res, err := bench.Start(ctx, p)
	if !errors.Is(err, full) {
		t.Errorf("a store that fails: %v", err)
	}
	if m.Calls() > 12 || res.Run.State != store.Interrupted {
		t.Errorf("%d calls, state %s", m.Calls(), res.Run.State)
	}
}

type failing struct {
	store.Store
	err error
}

func (s *failing) Acquire(ctx context.Context, run string) (store.Session, error) {
	ss, err := s.Store.Acquire(ctx, run)
	return &stuck{Session: ss, err: s.err}, err
}

type stuck struct {
	store.Session
	err error
	mu  sync.Mutex
	n   int
}

func (s *stuck) Record(ctx context.Context, events ...store.Event) error {
	s.mu.Lock()
	s.n++
	n := s.n
	s.mu.Unlock()
	if n > 20 {
		return s.err
	}
	return s.Session.Record(ctx, events...)
}

func TestRescore(t *testing.T) {
	m := scripted("scripted/a")
	strict := false
	bench := newBench(t, numbers{n: 12, edit: func(s *agenttest.Subject) { s.Strict = strict }}, m)
	p := plan("scripted/a")
	p.Policies = []string{"vf", "mag"}
	res, err := bench.Start(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	first := trials(t, bench.Store, res.Run.ID)
	calls := m.Calls()
	bench.Model = nil // no model may be opened
	passed := func() int {
		n := 0
		for _, tr := range trials(t, bench.Store, res.Run.ID) {
			if tr.Final != nil && tr.Final.Verdict == claim.VerdictCertified {
				n++
			}
		}
		return n
	}
	before := passed()
	strict = true // numbers that three divides do not count any more
	again, err := bench.Rescore(ctx, res.Run.ID)
	if err != nil {
		t.Fatal(err)
	}
	if got := passed(); got >= before || got == 0 {
		t.Errorf("%d trials are certified after a stricter scoring, %d before", got, before)
	}
	if again.Run.Scoring != 1 || again.Run.State != store.Complete {
		t.Errorf("after scoring: %+v", again.Run)
	}
	strict = false
	if _, err := bench.Rescore(ctx, res.Run.ID); err != nil {
		t.Fatal(err)
	}
	third := trials(t, bench.Store, res.Run.ID)
	for i := range first {
		if store.Final(first[i].Terminal) && len(third[i].Earlier) != 2 {
			t.Errorf("trial %d keeps %d earlier outcomes", i, len(third[i].Earlier))
		}
		strip(&first[i])
		strip(&third[i])
	}
	if diff := cmp.Diff(first, third); diff != "" {
		t.Errorf("scored as at first, but (-first +now):\n%s", diff)
	}
	if m.Calls() != calls {
		t.Errorf("scoring made %d calls", m.Calls()-calls)
	}

	// A verifier that breaks down leaves the scoring that was there.
	bench.Suite = func(string) (campaign.Suite, error) {
		return numbers{n: 12, edit: func(s *agenttest.Subject) {
			if s.Name == "T07" {
				s.Fail = func(string) error { return errors.New("the sandbox is gone") }
			}
		}}, nil
	}
	if _, err := bench.Rescore(ctx, res.Run.ID); err == nil || !strings.Contains(err.Error(), "the sandbox is gone") {
		t.Errorf("a verifier that breaks down: %v", err)
	}
	if r, err := bench.Store.Run(ctx, res.Run.ID); err != nil || r.Scoring != 2 || r.State != store.Complete {
		t.Errorf("after a scoring that failed: %+v, %v", r, err)
	}
}

// strip removes what differs between two runs of the same.
func strip(tr *store.Trial) {
	tr.Run, tr.Started, tr.Finished, tr.WallSeconds, tr.JudgeSeconds = "", time.Time{}, time.Time{}, 0, 0
	tr.Broken, tr.Unanswered, tr.Earlier = nil, 0, nil
	for i := range tr.Rounds {
		r := &tr.Rounds[i]
		r.Call, r.Started, r.Seconds, r.CheckSeconds = 0, time.Time{}, 0, 0
		for k := range r.Attempts {
			r.Attempts[k].StartedAt, r.Attempts[k].Duration = time.Time{}, 0
		}
	}
}

func TestEvents(t *testing.T) {
	m := scripted("scripted/a")
	bench := newBench(t, numbers{n: 10}, m)
	var events []campaign.Event // not locked: the campaign tells one event at a time
	bench.Watcher = campaign.WatchFunc(func(e campaign.Event) { events = append(events, e) })
	p := plan("scripted/a")
	p.TokenLimit = 1 << 30 // so that the first calls wait for each other
	res, err := bench.Start(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[campaign.EventKind]int{}
	rounds := 0
	for _, tr := range trials(t, bench.Store, res.Run.ID) {
		rounds += len(tr.Rounds)
	}
	for i, e := range events {
		kinds[e.Kind]++
		if e.Run != res.Run.ID {
			t.Errorf("event %d is of run %q", i, e.Run)
		}
		sum := 0
		for _, n := range e.Counts.Terminals {
			sum += n
		}
		if sum != e.Counts.Finished || e.Counts.Running < 0 || e.Counts.Trials != 20 {
			t.Errorf("event %d: counts %+v", i, e.Counts)
		}
		switch e.Kind {
		case campaign.TrialStarted, campaign.TrialFinished, campaign.RoundChecked:
			if e.Trial.Task == "" || e.Trial.Key == "" || e.Trial.Run != res.Run.ID {
				t.Errorf("event %d does not say which trial: %+v", i, e.Trial)
			}
			if (e.Kind == campaign.RoundChecked) != (e.Check != nil) || (e.Kind == campaign.TrialFinished) != (e.Outcome != nil) {
				t.Errorf("event %d: %+v", i, e)
			}
		case campaign.Waiting:
			if e.Wait.Reason == "" || e.Wait.Deadline.IsZero() || e.Wait.Model != "scripted/a" {
				t.Errorf("event %d: a wait without name or deadline: %+v", i, e.Wait)
			}
		default:
		}
	}
	last := events[len(events)-1]
	if events[0].Kind != campaign.RunStarted || last.Kind != campaign.RunFinished {
		t.Errorf("the events begin with %s and end with %s", events[0].Kind, last.Kind)
	}
	want := map[campaign.EventKind]int{campaign.RunStarted: 1, campaign.RunFinished: 1, campaign.TrialStarted: 20, campaign.TrialFinished: 20,
		campaign.RoundChecked: rounds, campaign.Waiting: kinds[campaign.WaitOver], campaign.WaitOver: kinds[campaign.WaitOver]}
	if kinds[campaign.Waiting] == 0 {
		delete(want, campaign.Waiting)
		delete(want, campaign.WaitOver)
	}
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Errorf("events by kind (-want +got):\n%s", diff)
	}
	if math.Abs(res.CostUSD-last.Counts.CostUSD) > 1e-9 { // summed up in another order
		t.Errorf("cost %g recorded, %g told", res.CostUSD, last.Counts.CostUSD)
	}
	res.CostUSD = last.Counts.CostUSD
	if diff := cmp.Diff(res.Counts, last.Counts); diff != "" {
		t.Errorf("the last counts are not the recorded ones (-recorded +told):\n%s", diff)
	}
}

// The waits of the model room arrive as events.
func TestWaits(t *testing.T) {
	var kinds []campaign.EventKind
	w := campaign.Waits(campaign.WatchFunc(func(e campaign.Event) {
		if e.Wait.Reason != "429" {
			t.Errorf("wait %+v", e.Wait)
		}
		kinds = append(kinds, e.Kind)
	}))
	w.Starting("m", model.Label{}, 1)
	done := w.Waiting(model.Wait{Reason: "429"})
	done()
	w.Finished("m", model.Label{}, model.Attempt{})
	if !slices.Equal(kinds, []campaign.EventKind{campaign.Waiting, campaign.WaitOver}) {
		t.Errorf("events %v", kinds)
	}
}

// The budget counter equals the sum of the recorded usage, after any history.
func TestSpentIsSum(t *testing.T) {
	m := scripted("scripted/a")
	m.Latency = time.Millisecond
	bench := newBench(t, numbers{n: 10}, m)
	res := interrupted(t, bench, m, plan("scripted/a"), 15)
	res, err := bench.Resume(ctx, res.Run.ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	var usage model.Usage
	for _, tr := range trials(t, bench.Store, res.Run.ID) {
		usage = usage.Add(tr.Usage)
	}
	if usage != res.Usage || usage.Total() == 0 {
		t.Errorf("the trials used %+v, the run %+v", usage, res.Usage)
	}
}

// The plan that is stored is the one that was run, defaults filled in.
func TestStoredPlan(t *testing.T) {
	bench := newBench(t, numbers{n: 1}, scripted("scripted/a"))
	bench.Version = "v9"
	p := plan("scripted/a")
	p.Seed = 1<<64 - 1
	res, err := bench.Start(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	var stored campaign.Plan
	if err := json.Unmarshal(res.Run.Plan, &stored); err != nil {
		t.Fatal(err)
	}
	p.Policies, p.Epochs, p.MaxConnections = []string{"mag"}, 1, 10
	if diff := cmp.Diff(p, stored); diff != "" || res.Run.Version != "v9" || res.Run.Seed != p.Seed {
		t.Errorf("stored run %+v, plan (-want +got):\n%s", res.Run, diff)
	}
}

// BenchmarkTrials is the rate of trials with an instant model, every row durable:
// four events a trial of one round.
func BenchmarkTrials(b *testing.B) {
	m := &agenttest.Model{ModelName: "scripted/a", Answer: rightAtOnce}
	bench := newBench(b, numbers{n: 100}, m)
	p := plan("scripted/a")
	p.MaxConnections = 64
	p.Epochs = max(1, b.N/200)
	b.ResetTimer()
	res, err := bench.Start(ctx, p)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(res.Finished)/b.Elapsed().Seconds(), "trials/s")
}
