package agent_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/agent"
	"github.com/assay-physics/assay/run/agent/agenttest"
	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/store"
)

// sheet is a task whose replies write on it: what stands on it is shown, "keep" submits it
// as it stands, "stop" gives up, and whatever cannot be read leaves it alone.
type sheet struct {
	*agenttest.Subject
	stands string
}

func (s sheet) Opening() string { return "The sheet says: " + s.stands }

func (s sheet) reply(reply string) string {
	if reply == "keep" {
		return s.stands
	}
	return reply
}

func (s sheet) Check(ctx context.Context, reply string, p claim.Profile) (claim.Checked, error) {
	c, err := s.Subject.Check(ctx, s.reply(reply), p)
	if reply == "stop" {
		c.Labels = map[string]string{"stop": "yes"}
	}
	return c, err
}

func (s sheet) After(reply string) agent.Subject {
	if strings.Contains(reply, "{") {
		s.stands = reply
	}
	return s
}

func (s sheet) Standing() string { return "keep" }

func (s sheet) Ends(c claim.Checked) bool { return c.Labels["stop"] == "yes" }

func (s sheet) Tools() []model.Tool { return []model.Tool{{Name: "write"}} }

// ProfileFor judges independent samples as the judge does.
func (s sheet) ProfileFor(p agent.Policy) claim.Profile {
	if p.Independent {
		return claim.Final
	}
	return claim.Published
}

// runSheet runs a trial on a sheet.
func runSheet(t *testing.T, l *lab, s sheet, policy agent.Policy, m model.Model) store.Trial {
	t.Helper()
	past := l.trial()
	trial := agent.Trial{Key: key, Policy: policy, Rounds: 3, Label: model.Label{Task: "T01"}}
	if _, err := agent.Run(context.Background(), trial, agent.Env{Model: m, Subject: s, Recorder: l.session}, past); err != nil {
		t.Fatal(err)
	}
	return l.trial()
}

func named(t *testing.T, name string) agent.Policy {
	t.Helper()
	p, err := agent.PolicyNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func lastUser(c model.Request) string { return c.Messages[len(c.Messages)-1].Content }

// A round shows the task as the reply before has left it, with what was said about that
// reply in the same message, and "keep" means what then stands there.
func TestEvolvingTask(t *testing.T) {
	l := newLab(t)
	m := replies(wrongValue, "keep", right)
	tr := runSheet(t, l, sheet{l.subject, "nothing"}, named(t, "vf"), m)
	asked := m.Asked()
	if len(asked) != 3 || tr.Accepted != 2 || tr.Final == nil || tr.Final.Verdict != claim.VerdictCertified {
		t.Fatalf("%d calls, accepted %d", len(asked), tr.Accepted)
	}
	for i, want := range []string{"The sheet says: nothing", "The sheet says: " + wrongValue, "The sheet says: " + wrongValue} {
		got := lastUser(asked[i])
		if !strings.HasPrefix(got, want) || strings.Contains(got, "Not accepted") != (i > 0) {
			t.Errorf("round %d asks %q", i, got)
		}
		if n := len(asked[i].Messages); n != 2 {
			t.Errorf("round %d has %d messages: system and one task are enough", i, n)
		}
		if len(asked[i].Tools) != 1 {
			t.Errorf("round %d offers %d tools", i, len(asked[i].Tools))
		}
	}
	// "keep" was judged as what stood there: a value, not an unreadable reply.
	if got := string(tr.Rounds[1].Claim); got != string(tr.Rounds[0].Claim) || got == "null" {
		t.Errorf("the second round claims %s", got)
	}
}

// A trial cut off at any record goes on with the same task, and the whole conversation can
// be kept instead.
func TestEvolvingResumeAndHistory(t *testing.T) {
	whole := newLab(t)
	m := replies(wrongValue, "keep", right)
	want := runSheet(t, whole, sheet{whole.subject, "nothing"}, named(t, "vf"), m)

	l := newLab(t)
	broken := replies(wrongValue, fault(model.Overloaded))
	runSheet(t, l, sheet{l.subject, "nothing"}, named(t, "vf"), broken)
	got := runSheet(t, l, sheet{l.subject, "nothing"}, named(t, "vf"), replies("keep", right))
	if len(got.Rounds) != len(want.Rounds) || got.Accepted != want.Accepted {
		t.Fatalf("resumed: %d rounds, accepted %d", len(got.Rounds), got.Accepted)
	}
	for i := range want.Rounds {
		if a, b := got.Rounds[i].Prompt, want.Rounds[i].Prompt; a[len(a)-1].Content != b[len(b)-1].Content {
			t.Errorf("round %d asks %q, unbroken %q", i, a[len(a)-1].Content, b[len(b)-1].Content)
		}
	}

	h := newLab(t)
	p := named(t, "vf")
	p.KeepHistory = true
	kept := replies(wrongValue, "keep", right)
	runSheet(t, h, sheet{h.subject, "nothing"}, p, kept)
	if n := len(kept.Asked()[2].Messages); n != 6 {
		t.Errorf("the third round of a kept conversation has %d messages, want system, opening and two exchanges", n)
	}
}

// Independent samples all start from the task as it was, and giving up ends only a
// conversation.
func TestEvolvingIndependentAndEnding(t *testing.T) {
	l := newLab(t)
	m := replies("stop", wrongValue, "keep", wrongClass, right)
	tr := runSheet(t, l, sheet{l.subject, "nothing"}, named(t, "best_of_n"), m)
	for i, r := range m.Asked() {
		if lastUser(r) != "The sheet says: nothing" {
			t.Errorf("sample %d asks %q", i, lastUser(r))
		}
	}
	// A wrong class passes the published profile; independent samples are held to the judge's.
	if tr.Accepted != 4 || len(tr.Rounds) != 5 {
		t.Errorf("accepted sample %d of %d", tr.Accepted, len(tr.Rounds))
	}

	c := newLab(t)
	stopped := replies(wrongValue, "stop")
	tr = runSheet(t, c, sheet{c.subject, "nothing"}, named(t, "vf"), stopped)
	if len(tr.Rounds) != 2 || tr.Accepted != -1 || tr.Terminal != claim.OK || tr.Rounds[1].Feedback != "" {
		t.Errorf("a conversation goes on after the model gave up: %d rounds, %s, feedback %q", len(tr.Rounds), tr.Terminal, tr.Rounds[len(tr.Rounds)-1].Feedback)
	}
}

// A task that is right as it stands asks nothing, is judged, and stays so when scored again.
func TestStanding(t *testing.T) {
	l := newLab(t)
	m := replies()
	tr := runSheet(t, l, sheet{l.subject, right}, named(t, "vf"), m)
	if m.Calls() != 0 || tr.Terminal != claim.OK || tr.Cause != agent.CauseStanding || tr.Final == nil || tr.Final.Verdict != claim.VerdictCertified {
		t.Fatalf("%d calls, %s %s, judge %v", m.Calls(), tr.Terminal, tr.Cause, tr.Final)
	}
	events, err := agent.Rescore(context.Background(), agent.Trial{Key: key, Policy: named(t, "vf"), Rounds: 3},
		agent.Env{Subject: sheet{l.subject, right}}, tr, 1)
	if err != nil {
		t.Fatal(err)
	}
	judged := slices.ContainsFunc(events, func(e store.Event) bool { c, ok := e.(store.CheckDone); return ok && c.Round == store.Judge })
	if len(events) != 2 || !judged {
		t.Errorf("scored again: %d events, judged %v", len(events), judged)
	}
}

// A new scoring reads every reply against the task as it then stood.
func TestRescoreEvolving(t *testing.T) {
	l := newLab(t)
	tr := runSheet(t, l, sheet{l.subject, "nothing"}, named(t, "vf"), replies(wrongValue, "keep", right))
	events, err := agent.Rescore(context.Background(), agent.Trial{Key: key, Policy: named(t, "vf"), Rounds: 3},
		agent.Env{Subject: sheet{l.subject, "nothing"}}, tr, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if c, ok := e.(store.CheckDone); ok && c.Round >= 0 {
			if got, want := string(c.Checked.Claim), string(tr.Rounds[c.Round].Claim); got != want {
				t.Errorf("round %d claims %s when scored again, %s before", c.Round, got, want)
			}
		}
	}
}

// replayLab runs ss, gr and vf of one task and replays them.
func replayLab(t *testing.T, ss, gr, vf []any) (parts []store.Trial, s store.Store, session store.Session) {
	t.Helper()
	ctx := context.Background()
	s, err := store.Open(ctx, filepath.Join(t.TempDir(), "assay.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	var headers []store.Trial
	for i, p := range []string{"ss", "gr", "vf", "portfolio"} {
		headers = append(headers, store.Trial{Key: p, Policy: p, Position: i})
	}
	if err := s.Create(ctx, store.Run{ID: "r", Created: time.Now()}, headers); err != nil {
		t.Fatal(err)
	}
	if session, err = s.Acquire(ctx, "r"); err != nil {
		t.Fatal(err)
	}
	for i, list := range [][]any{ss, gr, vf} {
		p := named(t, headers[i].Policy)
		_, err := agent.Run(ctx, agent.Trial{Key: p.Name, Policy: p, Rounds: 3}, agent.Env{Model: replies(list...),
			Subject: &agenttest.Subject{Name: "T01", Want: 6}, Recorder: session}, store.Trial{})
		if err != nil {
			t.Fatal(err)
		}
		tr, err := s.Trial(ctx, "r", p.Name)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, tr)
	}
	return parts, s, session
}

// A replay holds the rounds of its components up to the first success of the judge. The
// published profile lets a wrong class pass between the rounds, which the judge then
// refuses: the portfolio goes on.
func TestReplay(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		name       string
		ss, gr, vf []any
		rounds     int
		accepted   int
		verdict    claim.Verdict
		terminal   claim.Terminal
	}{
		{"first component", []any{right}, []any{right}, []any{right}, 1, 0, claim.VerdictCertified, claim.OK},
		{"refused by the judge", []any{wrongClass}, []any{wrongValue, right}, []any{right}, 3, 2, claim.VerdictCertified, claim.OK},
		{"last component", []any{wrongValue}, []any{wrongValue, wrongValue, unreadable}, []any{wrongClass, right}, 6, 5, claim.VerdictCertified, claim.OK},
		{"never", []any{wrongValue}, []any{wrongValue, wrongValue, wrongValue}, []any{wrongValue, wrongValue, unreadable}, 7, -1, claim.VerdictError, claim.OK},
		{"nothing to read", []any{unreadable}, []any{unreadable, unreadable, unreadable}, []any{unreadable, unreadable, unreadable}, 7, -1, claim.VerdictError, claim.ModelInvalid},
		{"refusals", []any{fault(model.ContentFilter)}, []any{fault(model.ContentFilter), right}, []any{right}, 3, 2, claim.VerdictCertified, claim.OK},
	} {
		t.Run(c.name, func(t *testing.T) {
			parts, s, session := replayLab(t, c.ss, c.gr, c.vf)
			trial := agent.Trial{Key: "portfolio", Policy: named(t, "portfolio"), Rounds: 3}
			if _, err := agent.Replay(ctx, trial, session, parts, store.Trial{}); err != nil {
				t.Fatal(err)
			}
			got, err := s.Trial(ctx, "r", "portfolio")
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Rounds) != c.rounds || got.Accepted != c.accepted || got.Terminal != c.terminal || got.Final == nil || got.Final.Verdict != c.verdict {
				t.Errorf("%d rounds, accepted %d, %s, judge %+v", len(got.Rounds), got.Accepted, got.Terminal, got.Final)
			}
			if got.Usage != (model.Usage{}) || got.CostUSD == nil || *got.CostUSD != 0 {
				t.Errorf("a replay costs %v, %v", got.Usage, got.CostUSD)
			}
			n := 0
			for _, part := range parts {
				for _, r := range part.Rounds {
					if n == len(got.Rounds) {
						break
					}
					if g := got.Rounds[n]; g.Reply != r.Reply || g.Refusal != r.Refusal || g.Certificate.Digest != r.Certificate.Digest || fmt.Sprint(g.View) != fmt.Sprint(r.View) {
						t.Errorf("round %d is not that of its component", n)
					}
					n++
				}
			}
			// Scored again from the same components nothing changes.
			events, err := agent.RescoreReplay(trial, parts, got, 1)
			if err != nil {
				t.Fatal(err)
			}
			last, ok := events[len(events)-1].(store.Finished)
			if !ok || last.Outcome.Accepted != got.Accepted || last.Outcome.Terminal != got.Terminal || last.Outcome.Scoring != 1 {
				t.Errorf("scored again: %+v", events[len(events)-1])
			}
		})
	}
}

// What is not complete is not replayed, and nothing is recorded of it.
func TestReplayIncomplete(t *testing.T) {
	parts, s, session := replayLab(t, []any{right}, []any{fault(model.Overloaded)}, []any{right})
	trial := agent.Trial{Key: "portfolio", Policy: named(t, "portfolio"), Rounds: 3}
	if _, err := agent.Replay(context.Background(), trial, session, parts, store.Trial{}); !errors.Is(err, agent.ErrIncomplete) {
		t.Errorf("error %v", err)
	}
	if _, err := agent.Replay(context.Background(), trial, session, parts[:2], store.Trial{}); err == nil || errors.Is(err, agent.ErrIncomplete) {
		t.Errorf("a missing component: %v", err)
	}
	got, err := s.Trial(context.Background(), "r", "portfolio")
	if err != nil || got.Terminal != "" || len(got.Rounds) != 0 {
		t.Errorf("recorded: %+v, %v", got, err)
	}
}

// A reply by tool call is its arguments, live and from the records.
func TestToolCallReply(t *testing.T) {
	l := newLab(t)
	m := &toolCaller{arguments: right}
	tr := runSheet(t, l, sheet{l.subject, "nothing"}, named(t, "ss"), m)
	if len(tr.Rounds) != 1 || tr.Rounds[0].Reply != right || tr.Accepted != 0 {
		t.Errorf("%+v", tr.Rounds)
	}
}

type toolCaller struct{ arguments string }

func (m *toolCaller) Name() string { return "scripted/tools" }

func (m *toolCaller) Generate(context.Context, model.Request) (model.Response, error) {
	return model.Response{StopReason: model.StopToolCalls, Message: model.Message{Role: model.Assistant, Content: "I will write it down.",
		ToolCalls: []model.ToolCall{{ID: "1", Name: "write", Arguments: m.arguments}}}}, nil
}
