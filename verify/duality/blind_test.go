package duality

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-physics/assay/claim"
)

// TestBlindClaims holds the verifier against claims that were generated, with their answers,
// by a program that shares nothing with it: true duals in disguise, singlets that flip
// operators without leaving a trace in any anomaly, doublets drawn the other way, coefficients
// that a prime divides, malformed files.
func TestBlindClaims(t *testing.T) {
	dir := filepath.Join("testdata", "blind")
	data, err := os.ReadFile(filepath.Join(dir, "ANSWERS.json"))
	if err != nil {
		t.Fatal(err)
	}
	var answers map[string]answer
	if err := json.Unmarshal(data, &answers); err != nil {
		t.Fatal(err)
	}
	if len(answers) < 60 {
		t.Fatalf("%d claims", len(answers))
	}
	for name, want := range answers {
		t.Run(strings.TrimSuffix(name, ".json"), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range []claim.Profile{claim.Interaction, claim.Final} {
				if cert := check(t, data, p); !slices.Contains(want.Verdict, cert.Verdict) {
					t.Errorf("%s: verdict %s (%s), want one of %v: %s", p, cert.Verdict, cert.Reason, want.Verdict, want.Why)
				}
			}
		})
	}
}
