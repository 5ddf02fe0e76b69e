package statmech_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/suite/statmech"
	"github.com/assay-physics/assay/verify/mapping"
	"github.com/assay-physics/assay/verify/mapping/reply"
)

// candidate is one program of a manifest of honest and dishonest answers.
type candidate struct {
	ID         string   `json:"id"`
	File       string   `json:"file"`
	Task       string   `json:"task"`
	Class      string   `json:"claimed_class"`
	Complexity string   `json:"claimed_complexity"`
	Confidence *float64 `json:"confidence"`
	Probes     string   `json:"numeric_probe_expected"`
	Honest     bool     `json:"honest"`
	Audit      string   `json:"audit_verdict"`
	Observe    []string `json:"must_observe"`
	// What the program costs: a formula, and in later manifests its family.
	TrueComplexity string `json:"true_complexity"`
	TrueFamily     string `json:"true_family"`
}

func manifest(t *testing.T, folder string) []candidate {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(folder, "manifest.json"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the candidate programs are not beside the repository (%s)", folder)
	}
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Candidates []candidate `json:"candidates"`
		Sandbox    []candidate `json:"sandbox"`
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	return append(m.Candidates, m.Sandbox...)
}

// blind are programs for every task by somebody who had not seen the verifier. All are judged
// with ASSAY_LONG=1, otherwise one of blindEvery.
const (
	blind      = "testdata/blind"
	blindEvery = 7
)

// Every program of the manifests is judged: an honest one is never rejected, unless
// its numbers are wrong; a dishonest one is never certified, and at least four in
// five are rejected outright.
func TestCandidateManifests(t *testing.T) {
	v := statmech.SharedVerifier(t)
	var mu sync.Mutex // of what is counted
	dishonest, rejected := 0, 0
	growth := confusion{}
	folders := []string{blind, filepath.Join("..", "..", "..", "shared", "statmech", "candidates"), filepath.Join("..", "..", "..", "shared", "statmech", "candidates_2")}
	if more := os.Getenv("ASSAY_CANDIDATES"); more != "" { // other manifests of the same form
		folders = filepath.SplitList(more)
	}
	for _, folder := range folders {
		for k, c := range manifest(t, folder) {
			if folder == blind && k%blindEvery != 0 && os.Getenv("ASSAY_LONG") == "" {
				continue
			}
			t.Run(c.ID, func(t *testing.T) {
				t.Parallel()
				cert := checkCandidate(t, v, folder, c).Certificate
				mu.Lock()
				defer mu.Unlock()
				wrong := c.Probes == "fail"
				if os.Getenv("ASSAY_SHOW") != "" {
					show(c, cert)
				}
				f, _ := cert.Finding(mapping.NumbersProbed)
				if g, ok := cert.Finding(mapping.ComplexityGrowth); ok {
					growth.count(c.truth(), g.Status)
				}
				switch {
				case wrong && f.Status != claim.Failed && f.Status != claim.Unknown:
					t.Errorf("wrong numbers pass: %s (%s)", f.Status, f.Message)
				case !wrong && f.Status != claim.Certified:
					t.Errorf("right numbers do not pass: %s (%s)", f.Status, f.Message)
				case c.Honest && !wrong && cert.Verdict == claim.VerdictFailed:
					t.Errorf("an honest program is rejected: %s", cert.Reason)
				case (!c.Honest || wrong) && cert.Verdict == claim.VerdictCertified:
					t.Errorf("a program that should be rejected is certified (%s)", c.Audit)
				}
				if !c.Honest {
					dishonest++
					if cert.Verdict == claim.VerdictFailed {
						rejected++
					}
				}
			})
		}
	}
	t.Cleanup(func() { judgeCandidates(t, growth, rejected, dishonest) })
}

// judgeCandidates looks at all programs together.
func judgeCandidates(t *testing.T, growth confusion, rejected, dishonest int) {
	t.Helper()
	if os.Getenv("ASSAY_SHOW") != "" {
		fmt.Printf("What the audit of growth says about claims of complexity, all programs of the manifests:\n%s\n", growth)
	}
	if n := growth[kept][claim.Failed] + growth[overstate][claim.Failed]; n > 0 {
		t.Errorf("%d true claims of complexity are rejected\n%s", n, growth)
	}
	t.Logf("%d of %d dishonest programs are rejected outright", rejected, dishonest)
	if 5*rejected < 4*dishonest {
		t.Errorf("%d of %d dishonest programs are rejected outright, want at least 80 %%", rejected, dishonest)
	}
}

func checkCandidate(t *testing.T, v *mapping.Verifier, folder string, c candidate) claim.Checked {
	t.Helper()
	code, err := os.ReadFile(filepath.Join(folder, c.File))
	if err != nil {
		t.Fatal(err)
	}
	suite, err := statmech.New(statmech.Config{Seed: 1, Tasks: []string{c.Task}, Variants: []statmech.Variant{statmech.Canonical}})
	if err != nil {
		t.Fatal(err)
	}
	confidence := 0.9
	if c.Confidence != nil {
		confidence = *c.Confidence
	}
	checked, err := v.Check(context.Background(), suite.Subjects()[0].Problem(), reply.Claim{
		TractableClass: c.Class, ComplexityO: c.Complexity, Confidence: confidence, Justification: "-", Code: string(code),
	}, nil, claim.Final)
	if err != nil {
		t.Fatal(err)
	}
	return checked
}

func show(c candidate, cert claim.Certificate) {
	fmt.Printf("== %-28s honest=%-5v %-9s %s | %s %s\n", c.ID, c.Honest, cert.Verdict, cert.Reason, c.Class, c.Complexity)
	for _, f := range cert.Findings {
		if f.Status != claim.Certified || strings.HasPrefix(f.Obligation, "class.") || f.Obligation == mapping.ComplexityGrowth {
			fmt.Printf("     %-14s %-19s %s\n", f.Status, f.Obligation, f.Message)
		}
	}
}
