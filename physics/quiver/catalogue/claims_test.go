package catalogue

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/seiberg"
)

type refClaim struct {
	Electric, Magnetic json.RawMessage
}

func readClaims(t testing.TB) (names []string, claims map[string]refClaim, verdicts map[string][]string) {
	t.Helper()
	data, err := os.ReadFile(sharedFile(t, "claims", "ANSWERS.json"))
	if err != nil {
		t.Fatal(err)
	}
	var answers map[string]struct{ Verdict []string }
	if err := json.Unmarshal(data, &answers); err != nil {
		t.Fatal(err)
	}
	claims, verdicts = make(map[string]refClaim), make(map[string][]string)
	for name, a := range answers {
		data, err := os.ReadFile(filepath.Join(filepath.Dir(sharedFile(t, "claims", "ANSWERS.json")), name))
		if err != nil {
			t.Fatal(err)
		}
		var c refClaim
		if err := json.Unmarshal(data, &c); err != nil && name != "412_nan.json" {
			t.Fatalf("%s: %v", name, err)
		}
		if len(c.Electric) == 0 || len(c.Magnetic) == 0 || c.Electric[0] != '{' || !strings.Contains(string(c.Magnetic), "node_labels") {
			continue
		}
		claims[name], verdicts[name] = c, a.Verdict
		names = append(names, name)
	}
	slices.Sort(names)
	return names, claims, verdicts
}

// Malformed theories are errors and all others are read.
func TestClaimsParse(t *testing.T) {
	names, claims, verdicts := readClaims(t)
	if len(names) < 40 {
		t.Fatalf("%d claims", len(names))
	}
	for _, name := range names {
		_, errE := quiver.ParseTheory(claims[name].Electric)
		_, errM := quiver.ParseTheory(claims[name].Magnetic)
		err := errors.Join(errE, errM)
		if may := slices.Contains(verdicts[name], "error"); (err != nil) && !may {
			t.Errorf("%s: %v", name, err)
		} else if err == nil && may && len(verdicts[name]) == 1 {
			t.Errorf("%s: read, and it is malformed", name)
		} else if err != nil {
			t.Log(name, err)
		}
	}
}

// Every true pair of the collection is two dualizations at most apart, and no false one is.
func TestClaimsAreDual(t *testing.T) {
	names, claims, verdicts := readClaims(t)
	equal := quiver.IsomorphismOptions{Conjugation: true, PseudoReal: true, Rotations: true}
	for _, name := range names {
		a, errA := quiver.ParseTheory(claims[name].Electric)
		b, errB := quiver.ParseTheory(claims[name].Magnetic)
		if errA != nil || errB != nil || len(a.Nodes) > 8 {
			continue
		}
		b, _, err := seiberg.IntegrateOut(b)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		tree, err := seiberg.Explore(t.Context(), a, seiberg.ExploreOptions{Depth: 2, Equal: quiver.IsomorphismOptions{}})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		dual := ""
		for _, f := range tree.Theories {
			iso, err := quiver.FindIsomorphism(t.Context(), f.Theory, b, equal)
			if err != nil && !errors.Is(err, quiver.ErrUndecided) {
				t.Errorf("%s: %v", name, err)
			}
			if iso != nil {
				dual = "yes"
				t.Log(name, f.Path, iso.Conjugated, iso.Reversed, iso.Rotated)
				break
			}
		}
		if want := verdicts[name][0] == "certified"; (dual != "") != want {
			t.Errorf("%s: found as a dual: %v, want %v (%d theories)", name, dual != "", want, len(tree.Theories))
		}
	}
}
