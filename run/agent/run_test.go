package agent_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/agent"
	"github.com/assay-physics/assay/run/agent/agenttest"
	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/store"
)

// lab runs single trials on a store of their own.
type lab struct {
	t       *testing.T
	store   store.Store
	session store.Session
	subject *agenttest.Subject
}

const key = "k"

func newLab(t *testing.T) *lab {
	t.Helper()
	ctx := context.Background()
	s, err := store.Open(ctx, filepath.Join(t.TempDir(), "assay.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if err := s.Create(ctx, store.Run{ID: "r", Created: time.Now()}, []store.Trial{{Key: key}}); err != nil {
		t.Fatal(err)
	}
	session, err := s.Acquire(ctx, "r")
	if err != nil {
		t.Fatal(err)
	}
	return &lab{t, s, session, &agenttest.Subject{Name: "T01", Form: "canonical", Want: 6}}
}

// run runs the trial, continuing whatever is recorded of it.
func (l *lab) run(ctx context.Context, policy string, rounds int, m model.Model, gate agent.Gate) (store.Outcome, error) {
	l.t.Helper()
	p, err := agent.PolicyNamed(policy)
	if err != nil {
		l.t.Fatal(err)
	}
	past, err := l.store.Trial(context.Background(), "r", key)
	if err != nil {
		l.t.Fatal(err)
	}
	return agent.Run(ctx, agent.Trial{Key: key, Policy: p, Rounds: rounds, Label: model.Label{Task: "T01", Policy: policy}},
		agent.Env{Model: m, Subject: l.subject, Recorder: l.session, Gate: gate}, past)
}

func (l *lab) trial() store.Trial {
	l.t.Helper()
	tr, err := l.store.Trial(context.Background(), "r", key)
	if err != nil {
		l.t.Fatal(err)
	}
	return tr
}

// replies is a model that gives the replies in order, by the number of its calls; an
// element that is an error is the error of the call.
func replies(list ...any) *agenttest.Model {
	n := 0
	return &agenttest.Model{ModelName: "scripted/list", Answer: func(model.Request) (string, error) {
		if n >= len(list) {
			return "", fmt.Errorf("the script has %d replies, and another is asked for", len(list))
		}
		n++
		if err, ok := list[n-1].(error); ok {
			return "", err
		}
		return list[n-1].(string), nil
	}}
}

var (
	right      = agenttest.Reply(6, "even")
	wrongValue = agenttest.Reply(7, "even")
	wrongClass = agenttest.Reply(6, "odd")
	unreadable = "I would rather not say."
)

func fault(k model.FaultKind) error { return &model.Fault{Kind: k, Message: "as asked"} }

// Every way in which a trial can end.
func TestTerminalStates(t *testing.T) {
	for _, c := range []struct {
		name     string
		policy   string
		replies  []any
		terminal claim.Terminal
		cause    string
		accepted int
		rounds   int
		judged   claim.Verdict // "" = the judge was not reached
	}{
		{"right at once", "vf", []any{right}, claim.OK, "", 0, 1, claim.VerdictCertified},
		{"repaired", "vf", []any{unreadable, wrongValue, wrongClass, right}, claim.OK, "", 3, 4, claim.VerdictCertified},
		{"never right", "vf", []any{wrongValue, wrongClass, wrongClass, wrongValue}, claim.OK, "", -1, 4, claim.VerdictFailed},
		{"unreadable at the end", "vf", []any{wrongValue, unreadable, unreadable, unreadable}, claim.OK, "", -1, 4, claim.VerdictError},
		{"accepted as published, failed by the judge", "mag", []any{wrongClass}, claim.OK, "", 0, 1, claim.VerdictFailed},
		{"single shot", "ss", []any{wrongValue}, claim.OK, "", -1, 1, claim.VerdictFailed},
		{"best of n", "best_of_n", []any{unreadable, wrongValue, wrongValue, unreadable, wrongValue, wrongValue, wrongValue, wrongValue, right}, claim.OK, "", 8, 9, claim.VerdictCertified},
		{"never readable", "vf", []any{unreadable, "", "{", unreadable}, claim.ModelInvalid, agent.CauseUnreadable, -1, 4, claim.VerdictError},
		{"refused", "ss", []any{fault(model.ContentFilter)}, claim.ModelInvalid, "content_filter", -1, 1, claim.VerdictError},
		{"refused, then right", "vf", []any{fault(model.ContentFilter), right}, claim.OK, "", 1, 2, claim.VerdictCertified},
		{"refused or unreadable", "gr", []any{fault(model.ContentFilter), unreadable, unreadable, fault(model.ContentFilter)}, claim.ModelInvalid, agent.CauseUnreadable, -1, 4, claim.VerdictError},
		{"too long at once", "vf", []any{fault(model.ContextLength)}, claim.Limit, "context_length", -1, 0, ""},
		{"too long later", "vf", []any{wrongClass, fault(model.ContextLength)}, claim.Limit, "context_length", -1, 1, claim.VerdictFailed},
		{"overloaded", "vf", []any{wrongValue, fault(model.Overloaded)}, claim.Infrastructure, "overloaded", -1, 1, ""},
		{"some other error", "vf", []any{errors.New("plugged out")}, claim.Infrastructure, "server_error", -1, 0, ""},
		{"wrong key", "vf", []any{fault(model.Auth)}, claim.Operator, "auth", -1, 0, ""},
		{"no money", "vf", []any{wrongValue, fault(model.QuotaExhausted)}, claim.Operator, "quota_exhausted", -1, 1, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newLab(t)
			o, err := l.run(context.Background(), c.policy, 4, replies(c.replies...), nil)
			if err != nil {
				t.Fatal(err)
			}
			if o.Terminal != c.terminal || o.Cause != c.cause || o.Accepted != c.accepted {
				t.Errorf("outcome %+v, want %s by %q, accepted %d", o, c.terminal, c.cause, c.accepted)
			}
			tr := l.trial()
			if tr.Terminal != o.Terminal || tr.Cause != o.Cause || tr.Accepted != o.Accepted || tr.Error != o.Error {
				t.Errorf("recorded %s, %q, %d, %q; returned %+v", tr.Terminal, tr.Cause, tr.Accepted, tr.Error, o)
			}
			if len(tr.Rounds) != c.rounds {
				t.Errorf("%d rounds are recorded, want %d", len(tr.Rounds), c.rounds)
			}
			switch {
			case c.judged == "" && tr.Final != nil:
				t.Errorf("the judge gave %s, although the trial is not over", tr.Final.Verdict)
			case c.judged != "" && (tr.Final == nil || tr.Final.Verdict != c.judged || tr.Final.Profile != claim.Final):
				t.Errorf("the judge's certificate is %+v, want %s under the final profile", tr.Final, c.judged)
			}
			if (tr.Terminal != claim.OK) == (tr.Error == "") {
				t.Errorf("terminal state %s with the error %q", tr.Terminal, tr.Error)
			}
		})
	}
}

// A trial that a provider broke goes on at the call that failed.
func TestContinueAfterFault(t *testing.T) {
	l := newLab(t)
	ctx := context.Background()
	if _, err := l.run(ctx, "vf", 4, replies(wrongValue, fault(model.ServerError)), nil); err != nil {
		t.Fatal(err)
	}
	m := replies(fault(model.RateLimit))
	if _, err := l.run(ctx, "vf", 4, m, nil); err != nil {
		t.Fatal(err)
	}
	last := replies(right)
	if _, err := l.run(ctx, "vf", 4, last, nil); err != nil {
		t.Fatal(err)
	}
	if m.Calls() != 1 || last.Calls() != 1 {
		t.Errorf("%d and %d calls, want one each: recorded replies are not asked for again", m.Calls(), last.Calls())
	}
	tr := l.trial()
	if tr.Terminal != claim.OK || tr.Accepted != 1 || len(tr.Rounds) != 2 || tr.Rounds[1].Call != 3 {
		t.Errorf("the trial came to %s, accepted %d, rounds %+v", tr.Terminal, tr.Accepted, tr.Rounds)
	}
	if len(tr.Broken) != 2 || tr.Broken[0].Fault.Kind != model.ServerError || tr.Broken[1].Fault.Kind != model.RateLimit || tr.Unanswered != 0 {
		t.Errorf("the failed calls are recorded as %+v", tr.Broken)
	}
	if len(tr.Earlier) != 2 || tr.Earlier[0].Cause != "server_error" || tr.Earlier[1].Cause != "rate_limit" {
		t.Errorf("the earlier outcomes are recorded as %+v", tr.Earlier)
	}
	if got := last.Asked()[0].Label.Round; got != 1 {
		t.Errorf("the call after the resume is labelled round %d, want 1", got)
	}
}

// A process may die between any two events. What is recorded of a trial up to there,
// continued, gives what an undisturbed trial gives.
func TestContinueAfterEveryEvent(t *testing.T) {
	script := []any{unreadable, wrongValue, wrongClass, right}
	for _, policy := range []string{"vf", "vf_masked", "full", "best_of_n"} {
		undisturbed := newLab(t)
		if _, err := undisturbed.run(context.Background(), policy, 4, replies(script...), nil); err != nil {
			t.Fatal(err)
		}
		want := timeless(undisturbed.trial())
		for stop := 0; ; stop++ {
			l := newLab(t)
			dying := &mortal{Session: l.session, left: stop}
			living := l.session
			l.session = dying
			_, err := l.run(context.Background(), policy, 4, replies(script...), nil)
			if err == nil {
				if stop != 3*len(want.Rounds)+1 {
					t.Errorf("%s: %d steps for %d rounds", policy, stop, len(want.Rounds))
				}
				break
			}
			if !errors.Is(err, errDead) {
				t.Fatalf("%s: %v", policy, err)
			}
			l.session = living
			answered := len(l.trial().Rounds)
			m := replies(script[answered:]...)
			if _, err := l.run(context.Background(), policy, 4, m, nil); err != nil {
				t.Fatalf("%s: death before event %d: %v", policy, stop, err)
			}
			got := l.trial()
			if got.Unanswered > 1 {
				t.Errorf("%s: death before event %d: %d unanswered calls", policy, stop, got.Unanswered)
			}
			if diff := cmp.Diff(want, timeless(got)); diff != "" {
				t.Errorf("%s: death before event %d (-undisturbed +resumed):\n%s", policy, stop, diff)
			}
			if m.Calls()+answered != len(want.Rounds) {
				t.Errorf("%s: death before event %d: %d recorded replies and %d calls", policy, stop, answered, m.Calls())
			}
		}
	}
}

var errDead = errors.New("dead")

// mortal is a session that records only so many events.
type mortal struct {
	store.Session
	left int
}

func (m *mortal) Record(ctx context.Context, events ...store.Event) error {
	if m.left < 1 {
		return errDead
	}
	m.left--
	return m.Session.Record(ctx, events...)
}

// timeless is a trial without what differs between two runs of the same.
func timeless(tr store.Trial) store.Trial {
	tr.Started, tr.Finished, tr.WallSeconds, tr.JudgeSeconds = time.Time{}, time.Time{}, 0, 0
	tr.Broken, tr.Unanswered = nil, 0
	for i := range tr.Rounds {
		r := &tr.Rounds[i]
		r.Call, r.Started, r.Seconds, r.CheckSeconds, r.Attempts = 0, time.Time{}, 0, 0, nil
	}
	return tr
}

// Records of another task are refused, not continued.
func TestContinueOtherTask(t *testing.T) {
	l := newLab(t)
	if _, err := l.run(context.Background(), "vf", 4, replies(wrongValue, fault(model.Timeout)), nil); err != nil {
		t.Fatal(err)
	}
	l.subject.Name = "T02"
	m := replies(right)
	if _, err := l.run(context.Background(), "vf", 4, m, nil); err == nil || m.Calls() != 0 {
		t.Errorf("error %v after %d calls, want an error before any", err, m.Calls())
	}
}

// What the model reads under a level holds nothing that the level hides.
func TestFeedbackHolds(t *testing.T) {
	for _, c := range []struct {
		policy        string
		shown, hidden []string
	}{
		{"gr", []string{"Not accepted"}, []string{"number.", "numbers", `"class"`, "position", "wrong", "JSON"}},
		{"vf_masked", []string{`"position":1`, `"position":2`}, []string{"number.", "numbers", `"class"`, "wrong", "JSON"}},
		{"vf", []string{"number.value", "number.class", "numbers"}, []string{"position", "is wrong", "reference"}},
		{"mag", []string{`"errors":["1.0e+00"]`, "no JSON object"}, []string{"number.", "reference", `"class"`}},
		{"full", []string{"the value is wrong", "the class is wrong", "no JSON object"}, []string{"reference"}},
	} {
		l := newLab(t)
		m := replies(agenttest.Reply(7, "odd"), unreadable, agenttest.Reply(8, "odd"), agenttest.Reply(7, "odd"))
		if _, err := l.run(context.Background(), c.policy, 4, m, nil); err != nil {
			t.Fatal(err)
		}
		var told []string
		for i, r := range m.Asked() {
			if i > 0 {
				told = append(told, r.Messages[len(r.Messages)-1].Content)
			}
		}
		for i, r := range l.trial().Rounds {
			if i < len(told) && r.Feedback != told[i] || i == len(told) && r.Feedback != "" {
				t.Errorf("%s: round %d: recorded feedback %q, told %q", c.policy, i, r.Feedback, told)
			}
		}
		all := strings.Join(told, "\n")
		for _, s := range c.shown {
			if !strings.Contains(all, s) {
				t.Errorf("%s: the feedback does not hold %q:\n%s", c.policy, s, all)
			}
		}
		for _, s := range c.hidden {
			if strings.Contains(all, s) {
				t.Errorf("%s: the feedback holds %q:\n%s", c.policy, s, all)
			}
		}
	}
}

// Independent samples are labelled as first replies and get seeds of their own.
func TestIndependentSamples(t *testing.T) {
	l := newLab(t)
	m := replies(wrongValue, wrongValue, right)
	p, err := agent.PolicyNamed("best_of_n")
	if err != nil {
		t.Fatal(err)
	}
	seed := int64(40)
	_, err = agent.Run(context.Background(), agent.Trial{Key: key, Policy: p, Rounds: 4, Label: model.Label{Epoch: 2}, Config: model.Config{Seed: &seed}},
		agent.Env{Model: m, Subject: l.subject, Recorder: l.session}, l.trial())
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range m.Asked() {
		if r.Label.Round != 0 || r.Label.Sample != i || *r.Config.Seed != 2040+int64(i) || len(r.Messages) != 2 {
			t.Errorf("sample %d: label %+v, seed %d, %d messages", i, r.Label, *r.Config.Seed, len(r.Messages))
		}
	}
	for i, r := range l.trial().Rounds {
		if r.Index != i || r.Sample != i {
			t.Errorf("round %d is recorded as round %d of sample %d", i, r.Index, r.Sample)
		}
	}
	if seed != 40 {
		t.Errorf("the plan's seed became %d", seed)
	}
}

// A failure of the machinery is not the model's.
func TestCheckFails(t *testing.T) {
	l := newLab(t)
	l.subject.Fail = func(string) error { return errors.New("the sandbox is gone") }
	o, err := l.run(context.Background(), "vf", 4, replies(right), nil)
	if err != nil {
		t.Fatal(err)
	}
	if o.Terminal != claim.Infrastructure || o.Cause != agent.CauseCheck || !strings.Contains(o.Error, "the sandbox is gone") {
		t.Errorf("outcome %+v", o)
	}
	// The reply is recorded and scored when the machinery works again.
	l.subject.Fail = nil
	m := replies()
	if o, err = l.run(context.Background(), "vf", 4, m, nil); err != nil {
		t.Fatal(err)
	}
	if o.Terminal != claim.OK || o.Accepted != 0 || m.Calls() != 0 {
		t.Errorf("outcome %+v after %d calls, want ok without a call", o, m.Calls())
	}
}

// The run is stopped while a call, then while a check is under way.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	l := newLab(t)
	m := &agenttest.Model{Answer: func(model.Request) (string, error) { return right, nil }, Latency: time.Hour, Before: func(model.Request) { cancel() }}
	o, err := l.run(ctx, "vf", 4, m, nil)
	if err != nil || o.Terminal != claim.Operator || o.Cause != agent.CauseCancelled {
		t.Errorf("stopped in a call: %+v, %v", o, err)
	}
	if tr := l.trial(); len(tr.Broken) != 1 || tr.Broken[0].Fault.Kind != model.Cancelled || tr.Unanswered != 0 {
		t.Errorf("stopped in a call: recorded %+v", tr.Broken)
	}

	ctx, cancel = context.WithCancel(context.Background())
	l.subject.Delay = time.Hour
	l.subject.Fail = func(string) error { cancel(); return nil }
	if o, err = l.run(ctx, "vf", 4, replies(right), nil); err != nil || o.Terminal != claim.Operator || o.Cause != agent.CauseCancelled {
		t.Errorf("stopped in a check: %+v, %v", o, err)
	}
	l.subject.Delay, l.subject.Fail = 0, nil
	if o, err = l.run(context.Background(), "vf", 4, replies(), nil); err != nil || o.Terminal != claim.OK {
		t.Errorf("resumed: %+v, %v", o, err)
	}

	// A trial that had not begun leaves nothing behind.
	l = newLab(t)
	if o, err = l.run(ctx, "vf", 4, replies(), closed{}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped before the first call: %+v, %v", o, err)
	}
	if tr := l.trial(); tr.Terminal != "" || tr.Accepted != -1 {
		t.Errorf("stopped before the first call: recorded %+v", tr)
	}
}

// closed is a gate that only an ended context passes.
type closed struct{}

func (closed) Call(ctx context.Context, _ agent.Trial, _ model.Request) (func(model.Response, *model.Fault), error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func (closed) Check(context.Context) (func(), error) { return func() {}, nil }

// counting is a gate that stops a trial after some calls.
type counting struct{ calls, open int }

func (c *counting) Call(context.Context, agent.Trial, model.Request) (func(model.Response, *model.Fault), error) {
	if c.calls == 0 {
		return nil, &agent.Stop{Terminal: claim.Limit, Cause: "budget", Message: "spent"}
	}
	c.calls--
	c.open++
	return func(model.Response, *model.Fault) { c.open-- }, nil
}

func (c *counting) Check(context.Context) (func(), error) {
	c.open++
	return func() { c.open-- }, nil
}

func TestGateStops(t *testing.T) {
	l := newLab(t)
	g := &counting{calls: 2}
	o, err := l.run(context.Background(), "vf", 4, replies(wrongValue, wrongValue), g)
	if err != nil || o.Terminal != claim.Limit || o.Cause != "budget" || g.open != 0 {
		t.Errorf("outcome %+v, %v, %d left open", o, err, g.open)
	}
	if tr := l.trial(); len(tr.Broken) != 0 || len(tr.Rounds) != 2 || tr.Final == nil {
		t.Errorf("a call that was not admitted is recorded: %+v", tr)
	}
	// With a higher limit it goes on, and the judge's word is replaced.
	if o, err = l.run(context.Background(), "vf", 4, replies(right), &counting{calls: 9}); err != nil || o.Terminal != claim.OK {
		t.Errorf("continued: %+v, %v", o, err)
	}
	if tr := l.trial(); tr.Final.Verdict != claim.VerdictCertified || len(tr.Earlier) != 1 {
		t.Errorf("continued: judge %s, earlier %+v", tr.Final.Verdict, tr.Earlier)
	}
}

func TestRescore(t *testing.T) {
	l := newLab(t)
	if _, err := l.run(context.Background(), "vf", 4, replies(wrongValue, right), nil); err != nil {
		t.Fatal(err)
	}
	past := l.trial()
	p, err := agent.PolicyNamed("vf")
	if err != nil {
		t.Fatal(err)
	}
	rescore := func() store.Outcome {
		t.Helper()
		n, err := l.session.BeginScoring(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		events, err := agent.Rescore(context.Background(), agent.Trial{Key: key, Policy: p}, agent.Env{Subject: l.subject}, past, n)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.session.Record(context.Background(), events...); err != nil {
			t.Fatal(err)
		}
		if err := l.session.PublishScoring(context.Background(), n); err != nil {
			t.Fatal(err)
		}
		return events[len(events)-1].(store.Finished).Outcome
	}
	l.subject.Strict = true // now 6 does not count any more
	if o := rescore(); o.Terminal != claim.OK || o.Accepted != -1 {
		t.Errorf("stricter: outcome %+v", o)
	}
	strict := l.trial()
	if strict.Accepted != -1 || strict.Final.Verdict != claim.VerdictFailed || strict.Rounds[1].Measures["numbers"] != 0 || len(strict.Earlier) != 1 {
		t.Errorf("stricter: %+v", strict)
	}
	if !strict.Rounds[1].View.Accepted {
		t.Error("a new scoring rewrote what the model was shown")
	}
	l.subject.Strict = false
	l.subject.Want = 7 // now the first reply is right in number, and none in class
	rescore()
	l.subject.Want = 6
	rescore()
	again := timeless(l.trial())
	if len(again.Earlier) != 3 {
		t.Errorf("%d earlier outcomes, want 3", len(again.Earlier))
	}
	again.Earlier = nil
	if diff := cmp.Diff(timeless(past), again); diff != "" {
		t.Errorf("scored as at first, but (-first +now):\n%s", diff)
	}
	broken := past
	broken.Terminal = claim.Infrastructure
	if events, err := agent.Rescore(context.Background(), agent.Trial{Key: key, Policy: p}, agent.Env{Subject: l.subject}, broken, 9); err != nil || events != nil {
		t.Errorf("a trial that is not over was scored: %v, %v", events, err)
	}
}
