package duality

import (
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
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

// A label that names another rank is pointed out; one that names another kind of group is no
// statement to certify.
func TestMisnamedNodes(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "blind", "t8_con_and_f0_both.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		label string
		want  claim.Verdict
	}{
		{"hidden", claim.VerdictCertified}, {"SU(77)_0", claim.VerdictCertified}, {"USp(2)_0", claim.VerdictFailed}, {"SO(3)", claim.VerdictFailed},
	} {
		text := strings.Replace(string(data), firstLabel(t, data), c.label, 1)
		cert := check(t, []byte(text), claim.Interaction)
		if cert.Verdict != c.want {
			t.Errorf("%s: %s (%s), want %s", c.label, cert.Verdict, cert.Reason, c.want)
		}
		if said := strings.Contains(cert.Findings[0].Message, c.label); said != (c.label != "hidden") {
			t.Errorf("%s: %q", c.label, cert.Findings[0].Message)
		}
	}
}

func firstLabel(t *testing.T, data []byte) string {
	t.Helper()
	var c struct {
		Electric struct {
			Labels []string `json:"node_labels"`
		} `json:"electric"`
	}
	if err := json.Unmarshal(data, &c); err != nil {
		t.Fatal(err)
	}
	return c.Electric.Labels[0]
}

// A singlet that is the trace of an adjoint makes it a U(N) matrix; one that couples to
// another trace does not.
func TestMatrices(t *testing.T) {
	for _, c := range []struct {
		w    [][]string
		want bool
	}{
		{[][]string{{"1", "p", "a", "b"}, {"1", "p", "c", "d"}, {"2", "s", "a", "b"}, {"2", "s", "c", "d"}}, true},
		{[][]string{{"1", "p", "a", "b"}, {"1", "p", "c", "d"}, {"2", "s", "a", "b"}, {"1", "s", "c", "d"}}, false},
		{[][]string{{"1", "p", "a", "b"}, {"1", "p", "c", "d"}, {"2", "s", "a", "b"}}, false},
		{[][]string{{"1", "p", "a", "b"}, {"1", "p", "c", "d"}}, false},
		{[][]string{{"1", "p", "a", "b"}, {"1", "s", "a", "b"}, {"1", "s", "s", "a", "d"}}, false},
	} {
		if got := matrices(adjointAndSinglet(t, c.w)); got != c.want {
			t.Errorf("%v: %v", c.w, got)
		}
	}
}

// adjointAndSinglet has an adjoint p and two bifundamentals either way, and a singlet s.
func adjointAndSinglet(t *testing.T, w [][]string) *quiver.Theory {
	t.Helper()
	th := &quiver.Theory{Nodes: []quiver.Node{{Label: "u", Rank: 3}, {Label: "v", Rank: 3}}, Singlets: []quiver.Singlet{{Label: "s", R: big.NewRat(1, 1)}}}
	arrows := map[string]int{}
	for _, a := range []quiver.Arrow{
		{Label: "p", R: big.NewRat(1, 1)},
		{Label: "a", Target: 1, R: big.NewRat(1, 2)}, {Label: "b", Source: 1, R: big.NewRat(1, 2)},
		{Label: "c", Target: 1, R: big.NewRat(1, 2)}, {Label: "d", Source: 1, R: big.NewRat(1, 2)},
	} {
		arrows[a.Label] = len(th.Arrows)
		th.Arrows = append(th.Arrows, a)
	}
	for _, term := range w {
		c, ok := new(big.Rat).SetString(term[0])
		if !ok {
			t.Fatal(term)
		}
		out := quiver.SuperpotentialTerm{Coefficient: c}
		for _, x := range term[1:] {
			if x == "s" {
				out.Singlets = append(out.Singlets, 0)
			} else {
				out.Word = append(out.Word, arrows[x])
			}
		}
		th.W = append(th.W, out)
	}
	if err := th.Validate(); err != nil {
		t.Fatal(err)
	}
	return th
}
