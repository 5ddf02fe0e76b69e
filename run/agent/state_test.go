package agent_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/agent"
	"github.com/assay-physics/assay/run/agent/agenttest"
	"github.com/assay-physics/assay/run/model"
)

func TestPolicies(t *testing.T) {
	// name, level shown, feedback, profile between the rounds, replies at K = 5
	table := []struct {
		name     string
		level    claim.Level
		feedback bool
		profile  claim.Profile
		replies  int
	}{
		{"ss", claim.Generic, false, claim.Published, 1},
		{"gr", claim.Generic, true, claim.Published, 5},
		{"vf", claim.Named, true, claim.Interaction, 5},
		{"vf_masked", claim.Masked, true, claim.Interaction, 5},
		{"mag", claim.Magnitudes, true, claim.Published, 5},
		{"full", claim.Full, true, claim.Interaction, 5},
		{"best_of_n", claim.Generic, false, claim.Published, 11},
		{"portfolio", claim.Generic, false, claim.Published, 0},
	}
	if got := len(agent.Policies()); got != len(table) {
		t.Errorf("%d policies, want %d", got, len(table))
	}
	for _, want := range table {
		p, err := agent.PolicyNamed(want.name)
		if err != nil {
			t.Error(err)
			continue
		}
		if p.Level != want.level || p.Feedback != want.feedback || p.Profile != want.profile || p.Replies(5) != want.replies {
			t.Errorf("%s: got %+v with %d replies, want %+v", want.name, p, p.Replies(5), want)
		}
		if p.Meaning == "" {
			t.Errorf("%s has no meaning", p.Name)
		}
	}
	if _, err := agent.PolicyNamed("sss"); err == nil || !strings.Contains(err.Error(), "vf_masked") {
		t.Errorf("unknown policy: %v; want an error that lists the known ones", err)
	}
	p := agent.Policy{Independent: true, Samples: 3}
	if got := p.Replies(5); got != 3 {
		t.Errorf("3 samples give %d replies", got)
	}
}

func TestProfileFor(t *testing.T) {
	published, err := agent.PolicyNamed("mag")
	if err != nil {
		t.Fatal(err)
	}
	if got := published.ProfileFor(agenttest.Kind()); got != claim.Published {
		t.Errorf("a kind with a published profile is judged under %q", got)
	}
	k := agenttest.Kind()
	for i := range k.Obligations {
		k.Obligations[i].Profiles = []claim.Profile{claim.Interaction, claim.Final}
	}
	if got := published.ProfileFor(k); got != claim.Interaction {
		t.Errorf("a kind without a published profile is judged under %q", got)
	}
}

// conversation writes the roles and texts that a state would send.
func conversation(t *testing.T, s agent.State) string {
	t.Helper()
	ask, ok := s.Next()
	if !ok {
		return "done"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "round %d sample %d", ask.Round, ask.Sample)
	for _, m := range ask.Messages {
		fmt.Fprintf(&b, " %s:%s", m.Role, m.Content)
	}
	return b.String()
}

func TestConversation(t *testing.T) {
	failed, passed := claim.View{}, claim.View{Accepted: true}
	named := func(name string) agent.Policy {
		p, err := agent.PolicyNamed(name)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	history := named("vf")
	history.KeepHistory = true

	for _, c := range []struct {
		policy agent.Policy
		system string
		want   []string // before each reply r0, r1, … that fails with feedback f0, f1, …
	}{
		{named("ss"), "S", []string{"round 0 sample 0 system:S user:O", "done"}},
		{named("vf"), "", []string{"round 0 sample 0 user:O", "round 1 sample 0 user:O assistant:r0 user:f0", "round 2 sample 0 user:O assistant:r1 user:f1", "done"}},
		{history, "S", []string{"round 0 sample 0 system:S user:O", "round 1 sample 0 system:S user:O assistant:r0 user:f0",
			"round 2 sample 0 system:S user:O assistant:r0 user:f0 assistant:r1 user:f1", "done"}},
		{named("best_of_n"), "S", []string{"round 0 sample 0 system:S user:O", "round 1 sample 1 system:S user:O", "round 2 sample 2 system:S user:O",
			"round 3 sample 3 system:S user:O", "round 4 sample 4 system:S user:O", "round 5 sample 5 system:S user:O", "round 6 sample 6 system:S user:O", "done"}},
	} {
		s := agent.Start(c.policy, 3, c.system, "O")
		for r, want := range c.want {
			if got := conversation(t, s); got != want {
				t.Errorf("%s, reply %d: %q, want %q", c.policy.Name, r, got, want)
			}
			if want == "done" {
				break
			}
			wants := s.WantsFeedback(failed)
			if last := c.want[r+1] == "done"; wants != (c.policy.Feedback && !last) {
				t.Errorf("%s, reply %d: wants feedback %v", c.policy.Name, r, wants)
			}
			if s.WantsFeedback(passed) {
				t.Errorf("%s, reply %d: wants feedback on an accepted reply", c.policy.Name, r)
			}
			if done := s.After("ok", passed, ""); !done.Done() || done.Accepted() != r {
				t.Errorf("%s: accepting reply %d leaves done %v, accepted %d", c.policy.Name, r, done.Done(), done.Accepted())
			}
			s = s.After(fmt.Sprintf("r%d", r), failed, fmt.Sprintf("f%d", r))
		}
		if s.Accepted() != -1 {
			t.Errorf("%s: accepted %d, nothing was", c.policy.Name, s.Accepted())
		}
	}
}

func TestEmptyReplyIsSentAsText(t *testing.T) {
	p, err := agent.PolicyNamed("gr")
	if err != nil {
		t.Fatal(err)
	}
	ask, ok := agent.Start(p, 2, "", "O").After(" \n", claim.View{}, "again").Next()
	if !ok || ask.Messages[1].Role != model.Assistant || strings.TrimSpace(ask.Messages[1].Content) == "" {
		t.Errorf("the conversation after an empty reply is %+v", ask.Messages)
	}
}

// A state that goes through JSON in mid-conversation continues identically, and no
// step changes a state that somebody else holds.
func TestStateRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(agent.Policies()).Draw(t, "policy")
		p.KeepHistory = rapid.Bool().Draw(t, "history")
		p.Samples = rapid.IntRange(0, 4).Draw(t, "samples")
		a := agent.Start(p, rapid.IntRange(1, 5).Draw(t, "rounds"), rapid.String().Draw(t, "system"), rapid.String().Draw(t, "opening"))
		b := a
		for !a.Done() {
			before := clone(t, a)
			view := claim.View{Level: p.Level, Accepted: rapid.IntRange(0, 5).Draw(t, "accepted") == 0}
			feedback := ""
			if a.WantsFeedback(view) {
				feedback = rapid.String().Draw(t, "feedback")
			}
			reply := rapid.String().Draw(t, "reply")
			next := a.After(reply, view, feedback)
			a.After("another", claim.View{}, "another") // must not be seen by next
			if diff := cmp.Diff(before, a); diff != "" {
				t.Fatalf("After changed the state before it:\n%s", diff)
			}
			a, b = next, clone(t, b).After(reply, view, feedback)
			askA, moreA := a.Next()
			askB, moreB := b.Next()
			if diff := cmp.Diff(askA, askB); diff != "" || moreA != moreB {
				t.Fatalf("the state that went through JSON asks otherwise (%v, %v):\n%s", moreA, moreB, diff)
			}
			if !slices.Equal(a.Turns, b.Turns) {
				t.Fatalf("turns differ: %v, %v", a.Turns, b.Turns)
			}
		}
		if len(a.Turns) > a.Replies {
			t.Fatalf("%d replies, at most %d allowed", len(a.Turns), a.Replies)
		}
	})
}

func clone(t *rapid.T, s agent.State) agent.State {
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var c agent.State
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	return c
}
