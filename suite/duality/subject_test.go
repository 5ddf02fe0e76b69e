package duality

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
)

var shared = NewExact() // certificates are remembered over the tests

func newSuite(t testing.TB, c Config) *Suite {
	t.Helper()
	c.Seed, c.Verifier = BuiltinSeed, shared
	s, err := New(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func fixture(t testing.TB, id string) *Subject {
	t.Helper()
	return newSuite(t, Config{Tasks: []string{id}}).Subjects()[0]
}

func edit(t testing.TB, b *quiver.Theory) string {
	t.Helper()
	text, err := Action{Verb: Edit, Theory: b, Reasoning: "r"}.Text()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func check(t testing.TB, s *Subject, reply string, p claim.Profile) claim.Checked {
	t.Helper()
	c, err := s.Check(context.Background(), reply, p)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const (
	dropped = "dp0_N3_d1_node0_drop_w_term_00" // a dual that is another theory than A
	own     = "dp1_N2_d1_node0_drop_w_term_00" // a dual that is theory A again
)

func TestKindValidates(t *testing.T) {
	if err := Kind(shared).Validate(); err != nil {
		t.Error(err)
	}
}

// What every action comes to, between the rounds and before the judge.
func TestCheck(t *testing.T) {
	s := fixture(t, dropped)
	f := s.Fixture()
	damaged, err := damage(f.B, ShiftR, 0, bigRat("1/3"))
	if err != nil {
		t.Fatal(err)
	}
	renamed := f.A.Relabel()
	slices.Reverse(renamed.Nodes)
	for i := range renamed.Arrows {
		x := &renamed.Arrows[i]
		n := len(renamed.Nodes) - 1
		x.Source, x.Target = n-x.Source, n-x.Target
	}
	for i := range renamed.W {
		renamed.W[i].Coefficient.Mul(renamed.W[i].Coefficient, bigRat("-5/2"))
	}
	for _, c := range []struct {
		name, reply      string
		between, judged  claim.Verdict
		action           string
		copied, readable bool
	}{
		{"no change", `{"action":"no_change"}`, claim.VerdictFailed, claim.VerdictFailed, "no_change", false, true},
		{"the dual", edit(t, f.Dual), claim.VerdictCertified, claim.VerdictCertified, "edit_candidate", false, true},
		{"another damage", edit(t, damaged), claim.VerdictFailed, claim.VerdictFailed, "edit_candidate", false, true},
		{"theory A", edit(t, f.A), claim.VerdictCertified, claim.VerdictFailed, "edit_candidate", true, true},
		{"theory A renamed and rescaled", edit(t, renamed.Relabel()), claim.VerdictCertified, claim.VerdictFailed, "edit_candidate", true, true},
		{"abstain", `{"action":"abstain"}`, claim.VerdictError, claim.VerdictError, "abstain", false, true},
		{"invalid", "hm", claim.VerdictError, claim.VerdictError, "invalid", false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			between, judged := check(t, s, c.reply, claim.Interaction), check(t, s, c.reply, claim.Final)
			if between.Certificate.Verdict != c.between || judged.Certificate.Verdict != c.judged {
				t.Errorf("%s between the rounds (%s), %s by the judge (%s)", between.Certificate.Verdict, between.Certificate.Reason,
					judged.Certificate.Verdict, judged.Certificate.Reason)
			}
			if got := judged.Labels["action"]; got != c.action {
				t.Errorf("action %q, want %q", got, c.action)
			}
			if readable := string(judged.Claim) != "" && string(judged.Claim) != "null"; readable != c.readable {
				t.Errorf("claim %s", judged.Claim)
			}
			if ends := s.Ends(between); ends != (c.action == "abstain" || c.action == "invalid") {
				t.Errorf("ends the conversation: %v", ends)
			}
			for name, want := range map[string]bool{"passed": c.between == claim.VerdictCertified, "certified": c.judged == claim.VerdictCertified, "copy": c.copied} {
				if got := judged.Measures[name] == 1; got != want {
					t.Errorf("%s = %v", name, judged.Measures[name])
				}
			}
			if v, ok := judged.Measures["invalid"]; (v == 1) != (c.action == "invalid") || ok != (c.action != "abstain") {
				t.Errorf("invalid = %v, %v", v, ok)
			}
			if fmt.Sprint(between.Measures["certified"]) != fmt.Sprint(judged.Measures["certified"]) {
				t.Errorf("measures depend on the profile: %v, %v", between.Measures, judged.Measures)
			}
		})
	}
}

// A copy of theory A is a repair exactly where the dual is theory A.
func TestCopyCountsWhereTheDualIsA(t *testing.T) {
	s := fixture(t, own)
	if !s.Fixture().CopyCounts {
		t.Fatal("the dual of dP1 at node 0 is dP1")
	}
	if c := check(t, s, edit(t, s.Fixture().A), claim.Final); c.Certificate.Verdict != claim.VerdictCertified {
		t.Errorf("%s: %s", c.Certificate.Verdict, c.Certificate.Reason)
	}
}

// The state of theory B goes with the edits, and with nothing else.
func TestAfter(t *testing.T) {
	s := fixture(t, dropped)
	f := s.Fixture()
	for _, reply := range []string{`{"action":"no_change"}`, `{"action":"abstain"}`, "hm"} {
		if s.After(reply) != s {
			t.Errorf("%q changes the task", reply)
		}
	}
	next := s.After(edit(t, f.Dual))
	_, b, err := shown(next.Opening())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := digest(t, b), digest(t, f.Dual); got != want {
		t.Error("the next round does not show the theory that was sent")
	}
	if c := check(t, next, `{"action":"no_change"}`, claim.Final); c.Certificate.Verdict != claim.VerdictCertified {
		t.Errorf("keeping the dual is %s", c.Certificate.Verdict)
	}
	if s.Opening() == next.Opening() || next.ID() != s.ID() || next.Digest() != s.Digest() {
		t.Error("an edit changes what theory B is, not which task it is")
	}
}

func digest(t testing.TB, x *quiver.Theory) string {
	t.Helper()
	d, err := claim.Digest(x)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// What an agent is shown holds neither the fixture's name nor the class of damage, and the
// presentation gives the theories and nothing else away.
func TestOpeningLeaksNothing(t *testing.T) {
	for _, s := range newSuite(t, Config{}).Subjects() {
		f := s.Fixture()
		text := s.System() + s.Opening()
		for _, word := range []string{s.ID(), f.Cell.Family, string(f.Class), "damage", "perturb", "node" + fmt.Sprint(f.Nodes[0])} {
			if strings.Contains(text, word) {
				t.Errorf("%s: the prompt says %q", s.ID(), word)
			}
		}
		a, b, err := shown(s.Opening())
		if err != nil {
			t.Fatal(err)
		}
		if digest(t, a) != digest(t, f.A) || digest(t, b) != digest(t, f.B) {
			t.Errorf("%s: the prompt shows other theories", s.ID())
		}
		// The canonical order hides where a term or a field was touched.
		if digest(t, presentable(b, "B")) != digest(t, b) {
			t.Errorf("%s: theory B is not shown in canonical order", s.ID())
		}
		for v, n := range b.Nodes {
			if n.Label != fmt.Sprintf("SU(%d)_%d", n.Rank, v) {
				t.Errorf("%s: node %d of rank %d is called %s", s.ID(), v, n.Rank, n.Label)
			}
		}
	}
}

// Feedback says no more than its level: generic nothing, masked positions, named names.
func TestFeedbackLevels(t *testing.T) {
	s := fixture(t, dropped)
	k := s.Kind()
	c := check(t, s, `{"action":"no_change"}`, claim.Interaction)
	text := map[claim.Level]string{}
	for _, l := range claim.Levels() {
		v, err := k.Project(c.Certificate, l)
		if err != nil {
			t.Fatal(err)
		}
		text[l] = s.Feedback(v)
	}
	for _, o := range k.Obligations {
		f, _ := c.Certificate.Finding(o.Name)
		failed := f.Status == claim.Failed
		for l, want := range map[claim.Level]bool{claim.Generic: false, claim.Masked: false, claim.Magnitudes: false, claim.Named: failed, claim.Full: failed} {
			if got := strings.Contains(text[l], o.Name); got != want {
				t.Errorf("%s feedback names %s: %v", l, o.Name, got)
			}
		}
		_, position, _ := k.Obligation(o.Name)
		if got := strings.Contains(text[claim.Masked], fmt.Sprintf("- check %d\n", position)); got != failed {
			t.Errorf("masked feedback holds position %d: %v", position, got)
		}
		if failed && f.Message != "" && strings.Contains(text[claim.Named], f.Message) {
			t.Errorf("named feedback holds the message of %s", o.Name)
		}
	}
}

// The pairs that were left whole pass as they stand.
func TestWholePairsStand(t *testing.T) {
	list := newSuite(t, Config{Variants: []string{VariantWhole}}).Subjects()
	if len(list) != len(Cells()) {
		t.Errorf("%d whole pairs for %d cells", len(list), len(Cells()))
	}
	for _, s := range list {
		if c := check(t, s, s.Standing(), claim.Interaction); c.Certificate.Verdict != claim.VerdictCertified {
			t.Errorf("%s: %s", s.ID(), c.Certificate.Reason)
		}
	}
}

func TestNewSelects(t *testing.T) {
	n := map[string]int{}
	digests := map[string]bool{}
	for _, s := range newSuite(t, Config{}).Subjects() {
		n[s.Variant()]++
		digests[s.Digest()] = true
	}
	if n[VariantDepth1] != 145 || n[VariantDepth2] != 120 || len(n) != 2 || len(digests) != 265 {
		t.Errorf("%v, %d digests", n, len(digests))
	}
	for _, c := range []struct {
		config Config
		want   string
	}{
		{Config{Seed: 1, Tasks: []string{"P01"}}, `unknown fixture "P01"`},
		{Config{Seed: 1, Variants: []string{"depth3"}}, `unknown variant "depth3"`},
	} {
		if _, err := New(context.Background(), c.config); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want %q", c.config, err, c.want)
		}
	}
}

// Without a verifier the suite brings its own.
func TestNewWithoutVerifier(t *testing.T) {
	s, err := New(context.Background(), Config{Seed: BuiltinSeed, Tasks: []string{dropped}})
	if err != nil {
		t.Fatal(err)
	}
	if c := check(t, s.Subjects()[0], edit(t, s.Subjects()[0].Fixture().Dual), claim.Interaction); c.Certificate.Verdict != claim.VerdictCertified {
		t.Errorf("%s", c.Certificate.Reason)
	}
}

// The tool's schema is JSON, and what the builtin agents write fits it.
func TestAnswerTool(t *testing.T) {
	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if err := json.Unmarshal(AnswerTool().Parameters, &schema); err != nil {
		t.Fatal(err)
	}
	var written map[string]json.RawMessage
	if err := json.Unmarshal([]byte(edit(t, fixture(t, dropped).Fixture().Dual)), &written); err != nil {
		t.Fatal(err)
	}
	for key := range written {
		if schema.Properties[key] == nil {
			t.Errorf("the schema has no %q", key)
		}
	}
}
