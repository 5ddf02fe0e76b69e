package statmech

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/verify/mapping"
)

// Under the full audit every builtin agent has the metrics that it is known to have:
// the instrument is tested by answers whose faults were put there on purpose.
func TestAgentsUnderTheFullAudit(t *testing.T) {
	verifier := SharedVerifier(t)
	const seed = 5
	s, err := New(Config{Seed: seed, Variants: []Variant{Canonical, Templated}, Verifier: verifier})
	if err != nil {
		t.Fatal(err)
	}
	table := expectations(t)
	for _, sub := range s.Subjects() {
		for _, a := range Agents() {
			if sub.Variant() == string(Templated) && (a.Name != "reference" || !published(sub.Card()) && os.Getenv("ASSAY_LONG") == "") {
				continue // the programs are the same under another binding, which other tests check
			}
			if !published(sub.Card()) && os.Getenv("ASSAY_LONG") == "" && a.Name != "structure" && a.Name != "overclaim" {
				continue // one honest and one dishonest program of each further task; the others take minutes
			}
			t.Run(fmt.Sprintf("%s/%s/%s", a.Name, sub.ID(), sub.Variant()), func(t *testing.T) {
				t.Parallel()
				first, end := playTrial(t, sub, a.Name, seed)
				compare(t, table[a.Name][sub.ID()], first, end)
			})
		}
		if sub.Variant() == string(Canonical) && !published(sub.Card()) && os.Getenv("ASSAY_LONG") != "" {
			t.Run("also/"+sub.ID(), func(t *testing.T) {
				t.Parallel()
				alsoAccepted(t, sub, seed)
			})
		}
	}
}

// A class other than the author's for which the suite witnesses a polynomial route is
// accepted for the reference program: never rejected, and witnessed.
func alsoAccepted(t *testing.T, sub *Subject, seed uint64) {
	t.Helper()
	card := sub.Card()
	in, err := card.draw(seed, mapping.Probed, card.Sizes[0], 0)
	if err != nil {
		t.Fatal(err)
	}
	s, err := in.structure()
	if err != nil {
		t.Fatal(err)
	}
	reply, err := Reply("reference", Ask{Task: sub.ID(), Variant: sub.Variant(), Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range s.Routes {
		if r.Class == card.Gold.Class || strings.Contains(r.Complexity, "^L") {
			continue
		}
		a := codeOf(t, reply)
		a.Class = r.Class
		text, err := a.text()
		if err != nil {
			t.Fatal(err)
		}
		checked, err := sub.Check(t.Context(), text, claim.Final)
		if err != nil {
			t.Fatal(err)
		}
		if checked.Certificate.Verdict == claim.VerdictFailed || checked.Measures["class_witnessed"] != 1 || checked.Measures["class_strict"] != 0 {
			t.Errorf("%s under the class %s: %s (%s), %v", sub.ID(), r.Class, checked.Certificate.Verdict, checked.Certificate.Reason, checked.Measures)
		}
	}
}

// playTrial asks an agent for two rounds at most, as the loop does with the published
// check between them, and returns what was measured on its first and on its last reply.
func playTrial(t *testing.T, sub *Subject, agent string, seed uint64) (first, end map[string]any) {
	t.Helper()
	var kstar any
	for round := range 2 {
		reply, err := Reply(agent, Ask{Task: sub.ID(), Variant: sub.Variant(), Seed: seed, Round: round})
		if err != nil {
			t.Fatal(err)
		}
		checked, err := sub.Check(t.Context(), reply, claim.Final)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]any{"mode": checked.Labels["mode"], "reason": checked.Certificate.Reason}
		for _, f := range checked.Certificate.Findings {
			if f.Status == claim.Unknown {
				got["reason"] = fmt.Sprint(got["reason"], "; ", f.Obligation, ": ", f.Message)
			}
		}
		for _, m := range checked.Certificate.Measurements {
			if m.Obligation == mapping.ComplexityGrowth {
				got["measured "+m.Name] = string(m.Data)
			}
		}
		for name, v := range checked.Measures {
			got[name] = v
		}
		if kstar == nil && got["numbers"] == 1.0 {
			kstar = float64(round)
		}
		if round == 0 {
			first = got
		}
		end = got
		if got["numbers"] == 1.0 {
			break
		}
	}
	end["kstar"] = kstar
	return first, end
}

// compare holds a trial against the table. The first reply shows class and numbers,
// the last one the rest.
func compare(t *testing.T, want expectation, first, end map[string]any) {
	t.Helper()
	for name, w := range want {
		var got any
		switch name {
		case "agent", "task":
			continue
		case "mode_first":
			got = first["mode"]
		case "mode_end":
			got = end["mode"]
		case "class_strict", "class_witnessed", "numbers", "readable":
			got = first[name]
		default:
			got = end[name]
		}
		if got != w {
			t.Errorf("%s is %v, want %v", name, got, w)
		}
	}
	if t.Failed() {
		t.Logf("first: %v\nend: %v", first, end)
	}
}
