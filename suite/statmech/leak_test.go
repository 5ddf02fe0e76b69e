package statmech_test

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/suite/statmech"
	"github.com/assay-physics/assay/verify/mapping"
)

// No level of feedback shows a private scalar of a certificate, whatever agent made
// the claim: every number and word of every view, and of the text that is sent to the
// agent, is held against every private one.
func TestNoViewLeaksPrivateTruth(t *testing.T) {
	v := statmech.SharedVerifier(t)
	const seed = 5 // as elsewhere: the programs have been audited
	suite, err := statmech.New(statmech.Config{Seed: seed, Variants: []statmech.Variant{statmech.Canonical, statmech.Templated}, Verifier: v})
	if err != nil {
		t.Fatal(err)
	}
	secrets, shown := 0, 0
	for _, sub := range suite.Subjects() {
		// The tasks beyond the published ones are audited by the same code: a few agents of
		// each do, unless all are asked for.
		further := sub.ID() > "P06" && os.Getenv("ASSAY_LONG") == ""
		if further && sub.Variant() != string(statmech.Canonical) {
			continue
		}
		for _, a := range statmech.Agents() {
			switch {
			case os.Getenv("ASSAY_LONG") != "":
			case further && a.Name != "stumble":
				continue
			case sub.Variant() != string(statmech.Canonical) && a.Name != "stumble" && a.Name != "reference" && a.Name != "overclaim":
				continue // the same programs under another binding
			}
			reply, err := statmech.Reply(a.Name, statmech.Ask{Task: sub.ID(), Variant: sub.Variant(), Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range []claim.Profile{claim.Published, claim.Final} {
				c, err := v.CheckReply(context.Background(), sub.Problem(), reply, p)
				if err != nil {
					t.Fatal(err)
				}
				private := privateScalars(t, c.Certificate)
				secrets += len(private)
				for _, l := range claim.Levels() {
					view, err := mapping.Kind().Project(c.Certificate, l)
					if err != nil {
						t.Fatal(err)
					}
					raw, err := json.Marshal(view)
					if err != nil {
						t.Fatal(err)
					}
					shown += len(view.Items)
					for _, text := range []string{string(raw), sub.Feedback(view)} {
						for _, s := range private {
							if s.in(text) {
								t.Errorf("%s %s, %s, %s, %s: the view shows the private %s:\n%s", sub.ID(), sub.Variant(), a.Name, p, l, s, text)
							}
						}
					}
				}
				if pub, _ := json.Marshal(c.Certificate.Public()); strings.Contains(string(pub), `"private"`) {
					t.Errorf("%s %s: Public keeps private evidence", sub.ID(), a.Name)
				}
			}
		}
	}
	if secrets < 100 || shown < 100 {
		t.Errorf("the test looked at %d secrets and %d items: it proves nothing", secrets, shown)
	}
}

// secret is a private number or word.
type secret struct {
	number float64
	word   string
}

func (s secret) String() string {
	if s.word != "" {
		return strconv.Quote(s.word)
	}
	return strconv.FormatFloat(s.number, 'g', -1, 64)
}

// in reports whether the text holds the secret: a number to six digits, or its
// exponential (ln Z gives Z away), or a word.
func (s secret) in(text string) bool {
	if s.word != "" {
		return strings.Contains(text, s.word)
	}
	for _, f := range strings.FieldsFunc(text, func(r rune) bool {
		return !strings.ContainsRune("0123456789.eE+-", r)
	}) {
		x, err := strconv.ParseFloat(strings.Trim(f, ".eE+-"), 64)
		if err != nil || x == 0 {
			continue
		}
		for _, y := range []float64{s.number, math.Exp(s.number)} {
			if math.Abs(x-y) <= 1e-6*math.Abs(y) {
				return true
			}
		}
	}
	return false
}

// privateScalars lists the reference values in a certificate. Sizes, sample numbers
// and statuses stand in the public evidence too, and the gold class may be the
// claimed one; neither is a secret of its own.
func privateScalars(t *testing.T, c claim.Certificate) []secret {
	t.Helper()
	var out []secret
	for _, f := range c.Findings {
		for _, e := range f.Private {
			switch e.Kind {
			case "probes":
				var ps []mapping.Probe
				if err := json.Unmarshal(e.Data, &ps); err != nil {
					t.Fatal(err)
				}
				for _, p := range ps {
					out = append(out, secret{number: p.LogZ})
					if p.Negative { // the value itself
						out = append(out, secret{number: -math.Exp(p.LogZ)})
					}
				}
			case "gold":
				var g mapping.Gold
				if err := json.Unmarshal(e.Data, &g); err != nil {
					t.Fatal(err)
				}
				if g.Complexity == "" || g.Class == "" {
					t.Fatal("the gold label is empty")
				}
			default:
				t.Fatalf("private evidence of the kind %q is not covered by this test", e.Kind)
			}
		}
	}
	return out
}
