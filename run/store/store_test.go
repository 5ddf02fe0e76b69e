package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/model"
)

var ctx = context.Background()

// plain compares what is stored of a fault: its cause does not outlive the process.
var plain = cmpopts.IgnoreUnexported(model.Fault{})

func openAt(t testing.TB, path string) *embedded {
	t.Helper()
	s, err := Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s.(*embedded)
}

func openNew(t testing.TB) *embedded {
	t.Helper()
	return openAt(t, filepath.Join(t.TempDir(), "sub", "a b%?#.db"))
}

func header(i int) Trial {
	return Trial{Key: fmt.Sprintf("key-%03d", i), Position: i, Model: "m", Policy: "vf", Task: fmt.Sprintf("T%d", i), Variant: "canonical", Epoch: i % 2, TaskDigest: "d"}
}

func newRun(id string) Run {
	return Run{ID: id, Suite: "numbers", Seed: 1<<64 - 1, Created: time.Date(2026, 1, 2, 3, 4, 5, 678, time.UTC), Plan: json.RawMessage(`{"a":1}`), Version: "v1"}
}

func acquire(t testing.TB, s Store, run string) Session {
	t.Helper()
	ss, err := s.Acquire(ctx, run)
	if err != nil {
		t.Fatal(err)
	}
	return ss
}

func ptr[T any](v T) *T { return &v }

func checked(v claim.Verdict) claim.Checked {
	return claim.Checked{Claim: json.RawMessage(`{"x":"<&>"}`),
		Certificate: claim.Certificate{Schema: claim.SchemaVersion, Kind: "number", Verdict: v, Profile: claim.Published},
		Measures:    map[string]float64{"numbers": 0.1}, Labels: map[string]string{"mode": "sign"}}
}

var start = time.Date(2026, 5, 6, 7, 8, 9, 123456789, time.UTC)

// story is a trial with everything in it.
func story(key string) []Event {
	prompt := []model.Message{{Role: model.User, Content: "how \x00 <b>\u2028"}}
	return []Event{
		CallStarted{Key: key, Number: 0, Round: 0, Started: start, Prompt: prompt},
		CallEnded{Key: key, Number: 0, Ended: start.Add(time.Second), Seconds: 1, Fault: &model.Fault{Kind: model.Overloaded, Status: 529, Message: "busy"},
			Response: model.Response{Attempts: []model.Attempt{{Number: 1, StartedAt: start, Duration: time.Second}}}},
		Finished{Key: key, Number: 0, Outcome: Outcome{Terminal: claim.Infrastructure, Cause: "overloaded", Error: "busy \x00", Accepted: -1, Finished: start}},
		CallStarted{Key: key, Number: 1, Round: 0, Started: start, Prompt: prompt},
		CallStarted{Key: key, Number: 2, Round: 0, Started: start, Prompt: prompt},
		CallEnded{Key: key, Number: 2, Ended: start.Add(2 * time.Second), Seconds: 2, Response: model.Response{
			Message: model.Message{Role: model.Assistant, Content: "wrong", Reasoning: "hm"}, StopReason: "stop", Model: "m-1",
			Usage: model.Usage{InputTokens: 10, CachedTokens: 1, CacheWriteTokens: 2, ReasoningTokens: 3, OutputTokens: 20}, CostUSD: ptr(0.25),
			Ignored: []string{"seed"}, Raw: json.RawMessage(`{"raw":true}`)}},
		CheckDone{Key: key, Round: 0, Checked: checked(claim.VerdictFailed), View: claim.View{Level: claim.Named, Items: []claim.Item{{Obligation: "o.x"}}}, Feedback: "try again", Seconds: 0.5},
		CallStarted{Key: key, Number: 3, Round: 1, Started: start, Prompt: prompt},
		CallEnded{Key: key, Number: 3, Ended: start.Add(time.Second), Seconds: 1, Fault: &model.Fault{Kind: model.ContentFilter, Message: "no"}},
		CheckDone{Key: key, Round: 1, Checked: claim.Checked{Certificate: checked(claim.VerdictError).Certificate}, View: claim.View{Level: claim.Named}, Feedback: "really", Seconds: 0.25},
		CallStarted{Key: key, Number: 4, Round: 2, Started: start, Prompt: prompt},
		CallEnded{Key: key, Number: 4, Ended: start.Add(time.Second), Seconds: 4, Response: model.Response{
			Message: model.Message{Role: model.Assistant, Content: "right"}, StopReason: "stop", Usage: model.Usage{InputTokens: 5, OutputTokens: 7}, CostUSD: ptr(0.5)}},
		CheckDone{Key: key, Round: 2, Checked: checked(claim.VerdictCertified), View: claim.View{Level: claim.Named, Accepted: true}, Seconds: 0.5},
		CheckDone{Key: key, Round: Judge, Checked: checked(claim.VerdictFailed), Seconds: 0.125},
		Finished{Key: key, Number: 1, Outcome: Outcome{Terminal: claim.OK, Accepted: 2, Finished: start.Add(time.Minute)}},
	}
}

func TestFold(t *testing.T) {
	s := openNew(t)
	if err := s.Create(ctx, newRun("r"), []Trial{header(0), header(1)}); err != nil {
		t.Fatal(err)
	}
	ss := acquire(t, s, "r")
	for _, e := range story("key-001") {
		if err := ss.Record(ctx, e); err != nil {
			t.Fatal(err)
		}
	}
	tr, err := s.Trial(ctx, "r", "key-001")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"terminal", tr.Terminal, claim.OK},
		{"accepted", tr.Accepted, 2},
		{"started", tr.Started, start},
		{"finished", tr.Finished, start.Add(time.Minute)},
		{"wall seconds", tr.WallSeconds, 1 + 2 + 0.5 + 1 + 0.25 + 4 + 0.5 + 0.125},
		{"rounds", len(tr.Rounds), 3},
		{"reply", tr.Rounds[0].Reply, "wrong"},
		{"reasoning", tr.Rounds[0].Reasoning, "hm"},
		{"answered by", tr.Rounds[0].AnsweredBy, "m-1"},
		{"ignored", tr.Rounds[0].Ignored, []string{"seed"}},
		{"call of round 0", tr.Rounds[0].Call, 2},
		{"prompt", tr.Rounds[0].Prompt[0].Content, "how \x00 <b>\u2028"},
		{"claim", string(tr.Rounds[0].Claim), `{"x":"<&>"}`},
		{"unread claim", string(tr.Rounds[1].Claim), "null"},
		{"feedback", tr.Rounds[0].Feedback, "try again"},
		{"view", tr.Rounds[0].View.Items[0].Obligation, "o.x"},
		{"measures", tr.Rounds[0].Measures, map[string]float64{"numbers": 0.1}},
		{"labels", tr.Rounds[0].Labels, map[string]string{"mode": "sign"}},
		{"refusal", tr.Rounds[1].Refusal, "no"},
		{"stop reason of the refusal", tr.Rounds[1].StopReason, "content_filter"},
		{"judge", tr.Final.Verdict, claim.VerdictFailed},
		{"judge's measures", tr.FinalMeasures, map[string]float64{"numbers": 0.1}},
		{"usage", tr.Usage, model.Usage{InputTokens: 15, CachedTokens: 1, CacheWriteTokens: 2, ReasoningTokens: 3, OutputTokens: 27}},
		{"cost: a refusal without a price makes it unknown", tr.CostUSD, (*float64)(nil)},
		{"broken", len(tr.Broken), 2},
		{"fault", tr.Broken[0].Fault.Kind, model.Overloaded},
		{"attempts of the fault", len(tr.Broken[0].Response.Attempts), 1},
		{"unanswered", tr.Unanswered, 1},
		{"unanswered call", tr.Broken[1].Number, 1},
		{"earlier", tr.Earlier, []Outcome{{Terminal: claim.Infrastructure, Cause: "overloaded", Error: "busy \x00", Accepted: -1, Finished: start}}},
	} {
		if diff := cmp.Diff(c.want, c.got, plain); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.what, diff)
		}
	}
	empty, err := s.Trial(ctx, "r", "key-000")
	if err != nil {
		t.Fatal(err)
	}
	want := header(0)
	want.Run, want.Accepted, want.Rounds = "r", -1, []Round{}
	if diff := cmp.Diff(want, empty, plain); diff != "" {
		t.Errorf("a trial that has not begun (-want +got):\n%s", diff)
	}
	spent, err := s.Spent(ctx, "r")
	if err != nil {
		t.Fatal(err)
	}
	if want := (Spent{Calls: 5, Unanswered: 1, Usage: tr.Usage, CostUSD: 0.75}); spent != want {
		t.Errorf("spent %+v, want %+v", spent, want)
	}
}

// The sums of a trial say "unknown" when one part of them is.
func TestCost(t *testing.T) {
	reply := func(cost *float64, tokens int64) Call {
		return Call{Ended: start, Response: &model.Response{CostUSD: cost, Usage: model.Usage{OutputTokens: tokens}}}
	}
	broken := reply(nil, 0)
	broken.Fault = &model.Fault{Kind: model.Timeout}
	billed := reply(nil, 5)
	billed.Fault = &model.Fault{Kind: model.TruncatedStream}
	for _, c := range []struct {
		name  string
		calls []Call
		want  *float64
	}{
		{"no call", nil, nil},
		{"priced", []Call{reply(ptr(0.5), 1), reply(ptr(0.25), 1)}, ptr(0.75)},
		{"one without a price", []Call{reply(ptr(0.5), 1), reply(nil, 1)}, nil},
		{"a fault that cost nothing", []Call{broken, reply(ptr(0.5), 1)}, ptr(0.5)},
		{"a fault with tokens of unknown price", []Call{billed, reply(ptr(0.5), 1)}, nil},
		{"an unanswered call", []Call{{}, reply(ptr(0.5), 1)}, ptr(0.5)},
	} {
		h := history{calls: c.calls}
		if diff := cmp.Diff(c.want, h.fold().CostUSD, plain); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestRunsAndOrder(t *testing.T) {
	s := openNew(t)
	const n = 2*page + 7
	var planned []Trial
	for i := range n {
		planned = append(planned, header(i))
	}
	shuffled := slices.Clone(planned)
	slices.Reverse(shuffled)
	older, newer := newRun("older"), newRun("newer")
	newer.Created = newer.Created.Add(time.Hour)
	for _, r := range []Run{older, newer} {
		if err := s.Create(ctx, r, shuffled); err != nil {
			t.Fatal(err)
		}
	}
	runs, err := s.Runs(ctx)
	if err != nil {
		t.Fatal(err)
	}
	older.State, newer.State = Interrupted, Interrupted
	if diff := cmp.Diff([]Run{newer, older}, runs, plain); diff != "" {
		t.Errorf("runs (-want +got):\n%s", diff)
	}
	headers, err := s.Headers(ctx, "older")
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	for tr, err := range s.Trials(ctx, "older") {
		if err != nil {
			t.Fatal(err)
		}
		if tr.Key != planned[i].Key || headers[i].Key != planned[i].Key {
			t.Fatalf("trial %d is %s, header %s, want %s", i, tr.Key, headers[i].Key, planned[i].Key)
		}
		i++
	}
	if i != n || len(headers) != n {
		t.Errorf("%d trials and %d headers, want %d", i, len(headers), n)
	}
	for range s.Trials(ctx, "older") {
		break // must not leave a transaction open: Close in the clean-up would say so
	}
}

func TestNotFound(t *testing.T) {
	s := openNew(t)
	if err := s.Create(ctx, newRun("r"), nil); err != nil {
		t.Fatal(err)
	}
	_, err1 := s.Run(ctx, "nope")
	_, err2 := s.Trial(ctx, "r", "nope")
	_, err3 := s.Headers(ctx, "nope")
	_, err4 := s.Acquire(ctx, "nope")
	var err5 error
	for _, err := range s.Trials(ctx, "nope") {
		err5 = err
	}
	for i, err := range []error{err1, err2, err3, err4, err5} {
		if !errors.Is(err, ErrNotFound) || !strings.Contains(err.Error(), "nope") {
			t.Errorf("error %d is %v, want one that wraps ErrNotFound and says what", i, err)
		}
	}
	if err := s.Create(ctx, newRun("r"), nil); err == nil {
		t.Error("a run was created twice")
	}
	if err := s.Create(ctx, newRun("s"), []Trial{header(1), header(1)}); err == nil {
		t.Error("a trial was planned twice")
	}
	if _, err := s.Run(ctx, "s"); !errors.Is(err, ErrNotFound) {
		t.Errorf("half a run was created: %v", err)
	}
}

// Steps that cannot be are refused, and a refused write does not harm those that
// share its commit.
func TestImpossibleSteps(t *testing.T) {
	s := openNew(t)
	if err := s.Create(ctx, newRun("r"), []Trial{header(0), header(1)}); err != nil {
		t.Fatal(err)
	}
	ss := acquire(t, s, "r")
	for _, e := range story("key-000") {
		if err := ss.Record(ctx, e); err != nil {
			t.Fatal(err)
		}
	}
	before, err := s.Trial(ctx, "r", "key-000")
	if err != nil {
		t.Fatal(err)
	}
	ok := []Event{CallStarted{Key: "key-001", Started: start}}
	for name, e := range map[string]Event{
		"a call started twice":     CallStarted{Key: "key-000", Number: 2, Started: start},
		"an answer replaced":       CallEnded{Key: "key-000", Number: 4, Ended: start},
		"an answer out of nowhere": CallEnded{Key: "key-000", Number: 9, Ended: start},
		"a round scored twice":     CheckDone{Key: "key-000", Round: 1, Checked: checked(claim.VerdictCertified)},
		"an outcome replaced":      Finished{Key: "key-000", Number: 1, Outcome: Outcome{Terminal: claim.OK}},
		"a second answer of one round": CallEnded{Key: "key-000", Number: 1, Ended: start,
			Response: model.Response{Message: model.Message{Content: "late"}}},
		"an unknown trial":     CallStarted{Key: "key-777", Started: start},
		"an unknown end":       Finished{Key: "key-001", Outcome: Outcome{Terminal: "fine"}},
		"a number JSON lacks":  CheckDone{Key: "key-001", Checked: claim.Checked{Measures: map[string]float64{"x": nan()}}},
		"nothing that we know": nil,
	} {
		if err := ss.Record(ctx, append(ok, e)...); err == nil {
			t.Errorf("%s was recorded", name)
		}
		if tr, err := s.Trial(ctx, "r", "key-001"); err != nil || len(tr.Broken) != 0 {
			t.Errorf("%s: half of the events were recorded: %v, %v", name, tr.Broken, err)
		}
	}
	after, err := s.Trial(ctx, "r", "key-000")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, after, plain); diff != "" {
		t.Errorf("refused steps changed the records:\n%s", diff)
	}
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			e := CallStarted{Key: "key-001", Number: i, Round: i, Started: start}
			if i%3 == 0 {
				e.Key = "key-777"
			}
			if err := ss.Record(ctx, e); (err != nil) != (i%3 == 0) {
				t.Errorf("event %d: %v", i, err)
			}
		})
	}
	wg.Wait()
}

func nan() float64 { z := 0.0; return z / z }

func TestLease(t *testing.T) {
	path := filepath.Join(t.TempDir(), "assay.db")
	a, b := openAt(t, path), openAt(t, path)
	if err := a.Create(ctx, newRun("r"), []Trial{header(0)}); err != nil {
		t.Fatal(err)
	}
	first := acquire(t, a, "r")
	if r, err := b.Run(ctx, "r"); err != nil || r.State != Running {
		t.Errorf("while it runs: %v, %v", r.State, err)
	}
	_, err := b.Acquire(ctx, "r")
	locked, ok := errors.AsType[*LockedError](err)
	if !ok || locked.PID != os.Getpid() || locked.Run != "r" || !strings.Contains(err.Error(), fmt.Sprint("process ", os.Getpid())) {
		t.Errorf("a second session: %v, want a LockedError that names this process", err)
	}
	if err := first.Release(ctx, Complete); err != nil {
		t.Fatal(err)
	}
	if r, err := b.Run(ctx, "r"); err != nil || r.State != Complete {
		t.Errorf("after its end: %v, %v", r.State, err)
	}
	if err := first.Record(ctx, CallStarted{Key: "key-000", Started: start}); !errors.Is(err, ErrLeaseLost) {
		t.Errorf("recording after the release: %v", err)
	}

	// A holder that died, was born at another time, sits on another machine or is of
	// another boot.
	for _, c := range []struct {
		name  string
		set   string
		taken bool
	}{
		{"a process that is no more", `pid = 2147483000`, true},
		{"a process id used again", `born = '1'`, true},
		{"elsewhere, silent for long", `machine = 'x', renewed = '2020-01-01T00:00:00.000000000Z'`, true},
		{"elsewhere, alive", `machine = 'x', renewed = '2999-01-01T00:00:00.000000000Z'`, false},
		{"here, silent for long", `renewed = '2020-01-01T00:00:00.000000000Z'`, false},
	} {
		held := acquire(t, a, "r")
		if _, err := a.writeDB.Exec(`UPDATE leases SET ` + c.set); err != nil {
			t.Fatal(err)
		}
		r, err := b.Run(ctx, "r")
		if err != nil || (r.State == Interrupted) != c.taken {
			t.Errorf("%s: state %s, %v", c.name, r.State, err)
		}
		taker, err := b.Acquire(ctx, "r")
		if (err == nil) != c.taken {
			t.Errorf("%s: acquiring gives %v", c.name, err)
		}
		if err != nil {
			if err := held.Release(ctx, Interrupted); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := held.Record(ctx, CallStarted{Key: "key-000", Started: start}); !errors.Is(err, ErrLeaseLost) {
			t.Errorf("%s: the old holder may still record: %v", c.name, err)
		}
		select {
		case <-held.Lost():
		default:
			t.Errorf("%s: the old holder was not told", c.name)
		}
		if err := held.Release(ctx, Complete); !errors.Is(err, ErrLeaseLost) {
			t.Errorf("%s: the old holder may still release: %v", c.name, err)
		}
		if err := taker.Release(ctx, Interrupted); err != nil {
			t.Fatal(err)
		}
	}
}

func TestScoring(t *testing.T) {
	s := openNew(t)
	if err := s.Create(ctx, newRun("r"), []Trial{header(0)}); err != nil {
		t.Fatal(err)
	}
	ss := acquire(t, s, "r")
	if err := ss.Record(ctx, story("key-000")...); err != nil {
		t.Fatal(err)
	}
	first, err := s.Trial(ctx, "r", "key-000")
	if err != nil {
		t.Fatal(err)
	}
	score := func(n int, v claim.Verdict, accepted int) []Event {
		var list []Event
		for round := Judge; round < 3; round++ {
			list = append(list, CheckDone{Key: "key-000", Scoring: n, Round: round, Checked: checked(v), Feedback: "never said"})
		}
		return append(list, Finished{Key: "key-000", Outcome: Outcome{Terminal: claim.OK, Accepted: accepted, Scoring: n}})
	}
	// A scoring that dies halfway is not seen, and does not stand in the way.
	for range 2 {
		n, err := ss.BeginScoring(ctx)
		if err != nil || n != 1 {
			t.Fatalf("scoring %d, %v", n, err)
		}
		if err := ss.Record(ctx, score(n, claim.VerdictUndecided, 0)...); err != nil {
			t.Fatal(err)
		}
		if now, err := s.Trial(ctx, "r", "key-000"); err != nil || !cmp.Equal(first, now, plain) {
			t.Errorf("an unpublished scoring is seen: %v\n%s", err, cmp.Diff(first, now, plain))
		}
	}
	if err := ss.PublishScoring(ctx, 1); err != nil {
		t.Fatal(err)
	}
	now, err := s.Trial(ctx, "r", "key-000")
	if err != nil {
		t.Fatal(err)
	}
	if now.Accepted != 0 || now.Final.Verdict != claim.VerdictUndecided || now.Rounds[2].Certificate.Verdict != claim.VerdictUndecided || len(now.Earlier) != 2 {
		t.Errorf("the new scoring is not seen: %+v", now)
	}
	if now.Rounds[0].Feedback != "try again" || !now.Rounds[2].View.Accepted {
		t.Errorf("a new scoring rewrote what was said: %+v", now.Rounds)
	}
	if r, err := s.Run(ctx, "r"); err != nil || r.Scoring != 1 {
		t.Errorf("scoring %d, %v", r.Scoring, err)
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	junk := filepath.Join(dir, "junk.db")
	if err := os.WriteFile(junk, []byte(strings.Repeat("this is not a database ", 400)), 0o644); err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]string{
		"":                         "no file",
		"sqlite:":                  "names no file",
		"postgres://host/db":       "SQLite",
		junk:                       "junk.db",
		dir:                        dir,
		filepath.Join(junk, "sub"): "junk.db",
	} {
		if s, err := Open(ctx, url); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want an error with %q", url, err, want)
			if s != nil {
				s.Close()
			}
		}
	}
	for _, url := range []string{"sqlite:" + filepath.Join(dir, "one.db"), "sqlite://" + filepath.Join(dir, "two.db"), filepath.Join(dir, "three:.db")} {
		s, err := Open(ctx, url)
		if err != nil {
			t.Errorf("%q: %v", url, err)
			continue
		}
		if err := errors.Join(s.Close(), s.Close()); err != nil {
			t.Errorf("%q: closing twice: %v", url, err)
		}
		if err := s.Create(ctx, newRun("r"), nil); err == nil || !strings.Contains(err.Error(), "closed") {
			t.Errorf("%q: writing to a closed store: %v", url, err)
		}
	}
	for _, name := range []string{"one.db", "two.db", "three:.db"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	future := openAt(t, filepath.Join(dir, "one.db"))
	if _, err := future.writeDB.Exec(`INSERT INTO assay_schema (version) VALUES (99)`); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(ctx, filepath.Join(dir, "one.db")); err == nil || !strings.Contains(err.Error(), "newer") {
		t.Errorf("a store from the future: %v", err)
	}
}

// Durability rests on these two settings.
func TestPragmas(t *testing.T) {
	s := openNew(t)
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"} {
		var got string
		if err := s.writeDB.QueryRow(`PRAGMA ` + pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s = %q, %v; want %q", pragma, got, err, want)
		}
	}
}

func TestManyOpenAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "assay.db")
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			s, err := Open(ctx, path)
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			if err := s.Create(ctx, newRun(fmt.Sprint("r", i)), nil); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	runs, err := openAt(t, path).Runs(ctx)
	if err != nil || len(runs) != 8 {
		t.Errorf("%d runs, %v", len(runs), err)
	}
}

func TestJSONL(t *testing.T) {
	s := openNew(t)
	if err := s.Create(ctx, newRun("r"), []Trial{header(0), header(1)}); err != nil {
		t.Fatal(err)
	}
	ss := acquire(t, s, "r")
	if err := ss.Record(ctx, story("key-001")...); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := WriteJSONL(&file, s.Trials(ctx, "r")); err != nil {
		t.Fatal(err)
	}
	text := file.String()
	if got := strings.Count(text, "\n"); got != 2 {
		t.Errorf("%d lines for two trials", got)
	}
	var list []Trial
	for tr, err := range ReadJSONL(strings.NewReader("\n" + text)) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, tr)
	}
	if err := Import(ctx, s, newRun("again"), list); err != nil {
		t.Fatal(err)
	}
	i := 0
	for tr, err := range s.Trials(ctx, "again") {
		if err != nil {
			t.Fatal(err)
		}
		want, err := s.Trial(ctx, "r", tr.Key)
		if err != nil {
			t.Fatal(err)
		}
		tr.Run = "r"
		for _, x := range []*Trial{&want, &tr} {
			for j := range x.Broken {
				x.Broken[j].Response = nil // an empty one and none are the same
			}
		}
		if diff := cmp.Diff(want, tr, plain); diff != "" {
			t.Errorf("trial %d after export and import (-before +after):\n%s", i, diff)
		}
		i++
	}
	if r, err := s.Run(ctx, "again"); err != nil || r.State != Interrupted {
		t.Errorf("the imported run, with a trial that has no outcome, is %s, %v", r.State, err)
	}

	for _, c := range []struct{ in, want string }{
		{"{}", "line 1: the trial has no key"},
		{"\n{\"key\":\"k\",\"terminal\":\"fine\",\"accepted\":-1}", `line 2: trial k: unknown terminal state "fine"`},
		{`{"key":"k","accepted":0}`, "accepted round 0 of 0"},
		{`{"key":"k","accepted":-1,"rounds":[{"index":1}]}`, "round 1 stands at place 0"},
		{`{"key":"k","accepted":-1,"colour":"red"}`, "colour"},
		{`{"key":"k","accepted":-1} x`, "text after the trial"},
		{text[:len(text)/2], "line"},
	} {
		var got error
		for _, err := range ReadJSONL(strings.NewReader(c.in)) {
			got = err
		}
		if got == nil || !strings.Contains(got.Error(), c.want) {
			t.Errorf("%.60q: %v, want an error with %q", c.in, got, c.want)
		}
	}
}

// Whatever can be told of a trial in events comes back from its one record.
func TestEventsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := history{Trial: header(0)}
		rounds, number := rapid.IntRange(0, 5).Draw(t, "rounds"), 0
		for round := range rounds {
			for range rapid.IntRange(0, 2).Draw(t, "broken") {
				c := Call{Number: number, Round: round, Started: start}
				if rapid.Bool().Draw(t, "fault") {
					c.Ended, c.Seconds = start.Add(time.Second), 1
					c.Fault = &model.Fault{Kind: model.Timeout, Message: rapid.String().Draw(t, "message")}
					c.Response = &model.Response{}
				}
				h.calls = append(h.calls, c)
				number++
			}
			h.calls = append(h.calls, Call{Number: number, Round: round, Started: start, Ended: start.Add(time.Second), Seconds: 1,
				Response: &model.Response{Message: model.Message{Role: model.Assistant, Content: rapid.String().Draw(t, "reply")}, CostUSD: ptr(0.5)}})
			number++
			if round < rounds-1 || rapid.Bool().Draw(t, "scored") {
				h.checks = append(h.checks, CheckDone{Key: h.Key, Round: round, Checked: checked(claim.VerdictFailed), Feedback: rapid.String().Draw(t, "feedback")})
			}
		}
		for range rapid.IntRange(0, 3).Draw(t, "outcomes") {
			h.outcomes = append(h.outcomes, Outcome{Terminal: rapid.SampledFrom(claim.Terminals()).Draw(t, "terminal"), Accepted: -1, Finished: start})
		}
		want := h.fold()
		again := history{Trial: h.Trial}
		for _, e := range want.events() {
			switch e := e.(type) {
			case CallStarted:
				again.calls = append(again.calls, Call{Number: e.Number, Round: e.Round, Sample: e.Sample, Started: e.Started, Prompt: e.Prompt})
			case CallEnded:
				i := slices.IndexFunc(again.calls, func(c Call) bool { return c.Number == e.Number })
				c := &again.calls[i]
				c.Ended, c.Seconds, c.Response, c.Fault = e.Ended, e.Seconds, &e.Response, e.Fault
			case CheckDone:
				again.checks = append(again.checks, e)
			case Finished:
				again.outcomes = append(again.outcomes, e.Outcome)
			}
		}
		if diff := cmp.Diff(want, again.fold(), plain); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

func FuzzReadJSONL(f *testing.F) {
	h := history{Trial: header(0), calls: []Call{{Ended: start, Response: &model.Response{Message: model.Message{Content: "x"}}}},
		checks: []CheckDone{{Checked: checked(claim.VerdictFailed)}}, outcomes: []Outcome{{Terminal: claim.OK, Accepted: -1}}}
	line, err := json.Marshal(h.fold())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(line)
	f.Add([]byte(`{"key":"k","accepted":-1}` + "\n\n"))
	f.Add([]byte("[1]\n{"))
	f.Fuzz(func(t *testing.T, data []byte) { readAndWrite(t, data) })
}

// The same with files that were damaged a little: instrumented for fuzzing, this
// package with its database inside runs a thousand times slower.
func TestReadJSONLDamaged(t *testing.T) {
	h := history{Trial: header(0)}
	for _, e := range story("k") {
		switch e := e.(type) {
		case CallStarted:
			h.calls = append(h.calls, Call{Number: e.Number, Round: e.Round, Started: e.Started, Prompt: e.Prompt})
		case CallEnded:
			c := &h.calls[len(h.calls)-1]
			c.Ended, c.Response, c.Fault = e.Ended, &e.Response, e.Fault
		case CheckDone:
			h.checks = append(h.checks, e)
		case Finished:
			h.outcomes = append(h.outcomes, e.Outcome)
		}
	}
	line, err := json.Marshal(h.fold())
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(r *rapid.T) {
		data := slices.Clone(line)
		for range rapid.IntRange(1, 3).Draw(r, "damages") {
			i := rapid.IntRange(0, len(data)-1).Draw(r, "at")
			switch rapid.IntRange(0, 3).Draw(r, "kind") {
			case 0:
				data[i] = rapid.Byte().Draw(r, "byte")
			case 1:
				data = slices.Delete(data, i, min(len(data), i+rapid.IntRange(1, 20).Draw(r, "length")))
			case 2:
				data = slices.Insert(data, i, data[i:min(len(data), i+rapid.IntRange(1, 20).Draw(r, "length"))]...)
			case 3:
				data = slices.Insert(data, i, []byte(rapid.SampledFrom([]string{"\n", "null", "-1", "{}", "\x00", "1e999", `"`}).Draw(r, "token"))...)
			}
		}
		readAndWrite(r, data)
	})
}

// readAndWrite checks that what is read can be written and reads the same, and that
// an error says where it is.
func readAndWrite(t interface {
	Fatalf(format string, args ...any)
}, data []byte,
) {
	for tr, err := range ReadJSONL(bytes.NewReader(data)) {
		if err != nil {
			if !strings.HasPrefix(err.Error(), "store: line ") {
				t.Fatalf("the error does not say where: %v", err)
			}
			return
		}
		var out bytes.Buffer
		if err := WriteJSONL(&out, func(yield func(Trial, error) bool) { yield(tr, nil) }); err != nil {
			t.Fatalf("%v", err)
		}
		for again, err := range ReadJSONL(&out) {
			if err != nil {
				t.Fatalf("%v", err)
			}
			a, errA := json.Marshal(tr)
			b, errB := json.Marshal(again)
			if errA != nil || errB != nil || !bytes.Equal(a, b) {
				t.Fatalf("%s\n%s\n%v %v", a, b, errA, errB)
			}
		}
		tr.events()
	}
}

// BenchmarkRecord is the rate of durable events, by the number of those who wait for
// each other's commits.
func BenchmarkRecord(b *testing.B) {
	for _, n := range []int{1, 32} {
		b.Run(fmt.Sprintf("%d-at-once", n), func(b *testing.B) {
			s := openNew(b)
			if err := s.Create(ctx, newRun("r"), []Trial{header(0)}); err != nil {
				b.Fatal(err)
			}
			ss := acquire(b, s, "r")
			prompt := []model.Message{{Role: model.User, Content: strings.Repeat("word ", 400)}}
			numbers := make(chan int)
			var wg sync.WaitGroup
			b.ReportAllocs()
			b.ResetTimer()
			for range n {
				wg.Go(func() {
					for i := range numbers {
						if err := ss.Record(ctx, CallStarted{Key: "key-000", Number: i, Round: i, Started: start, Prompt: prompt}); err != nil {
							b.Error(err)
						}
					}
				})
			}
			for i := range b.N {
				numbers <- i
			}
			close(numbers)
			wg.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}
