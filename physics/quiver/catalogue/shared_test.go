package catalogue

import (
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
)

// sharedFile finds a file of the shared reference folder beside the repository.
func sharedFile(t testing.TB, parts ...string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		path := filepath.Join(append([]string{dir, "shared", "duality"}, parts...)...)
		if _, err := os.Stat(path); err == nil {
			return path
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Skip("the shared folder with the reference catalogue is not beside the repository")
		}
		dir = parent
	}
}

type refField struct {
	Name           string
	Source, Target int
	R              string
	RRational      string  `json:"R_rational"`
	RSC            float64 `json:"R_superconformal_float_at_N"`
}

type refTerm struct {
	Coefficient string
	Word        []string
}

type refPhase struct {
	Family, Phase  string
	N              int
	ZigZags        int
	U1             int `json:"n_anomaly_free_u1_nonR"`
	TrR            string
	TrR3           string `json:"TrR3_rational"`
	A              string `json:"a_trial"`
	C              string `json:"c_trial"`
	Beta           string `json:"beta_invariant"`
	Fields         []refField
	Superpotential []refTerm
	Duals          []refDual
}

type refDual struct {
	Node           int
	Dualisable     bool
	Ranks          []int
	Fields         []refField
	Superpotential []refTerm
	Beta           *string  `json:"beta_invariant"`
	Traces         []string `json:"loops_with_trace"`
}

func readReference(t testing.TB) []refPhase {
	t.Helper()
	data, err := os.ReadFile(sharedFile(t, "catalogue.json"))
	if err != nil {
		t.Fatal(err)
	}
	var phases []refPhase
	if err := json.Unmarshal(data, &phases); err != nil {
		t.Fatal(err)
	}
	if len(phases) != 8 {
		t.Fatalf("the reference has %d phases", len(phases))
	}
	return phases
}

func mustRat(t testing.TB, s string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		t.Fatalf("%q is not a rational number", s)
	}
	return r
}

// build makes a theory of the reference data.
func build(t testing.TB, name string, ranks []int, fields []refField, w []refTerm) *quiver.Theory {
	t.Helper()
	th := &quiver.Theory{Name: name, EncodesR: true}
	for i, r := range ranks {
		th.Nodes = append(th.Nodes, quiver.Node{Label: string(rune('a' + i)), Rank: r})
	}
	at := make(map[string]int)
	for k, f := range fields {
		r := f.R
		if r == "" {
			r = f.RRational
		}
		at[f.Name] = k
		th.Arrows = append(th.Arrows, quiver.Arrow{Label: f.Name, Source: f.Source, Target: f.Target, R: mustRat(t, r)})
	}
	for _, term := range w {
		x := quiver.SuperpotentialTerm{Coefficient: mustRat(t, term.Coefficient)}
		for _, f := range term.Word {
			x.Word = append(x.Word, at[f])
		}
		th.W = append(th.W, x)
	}
	if err := th.Validate(); err != nil {
		t.Fatal(err)
	}
	return th
}

func repeat(n, times int) []int { return slices.Repeat([]int{n}, times) }
