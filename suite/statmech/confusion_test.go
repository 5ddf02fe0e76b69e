package statmech_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/verify/mapping/complexity"
)

// confusion counts what the audit of growth said about claims of complexity whose truth
// is known.
type confusion map[string]map[claim.Status]int

// Kinds of claims by the family of growth (polynomial, exponential in √n, exponential in
// n) of what is claimed and what the program does.
const (
	kept       = "kept"
	understate = "understated"
	overstate  = "overstated"
	unread     = "open or unread"
)

func (c confusion) count(truth string, s claim.Status) {
	if c[truth] == nil {
		c[truth] = map[claim.Status]int{}
	}
	c[truth][s]++
}

// String is the table: truth by rows, what the audit said by columns.
func (c confusion) String() string {
	var w strings.Builder
	columns := []claim.Status{claim.Certified, claim.Unknown, claim.Failed}
	fmt.Fprintf(&w, "%-16s", "claim \\ audit")
	for _, s := range columns {
		fmt.Fprintf(&w, "%12s", s)
	}
	for _, truth := range []string{kept, overstate, understate, unread} {
		fmt.Fprintf(&w, "\n%-16s", truth)
		for _, s := range columns {
			fmt.Fprintf(&w, "%12d", c[truth][s])
		}
	}
	return w.String()
}

// truth compares the claim of a candidate with its true cost, as families.
func (c candidate) truth() string {
	family := func(text string) int {
		got, err := complexity.Parse(text, complexity.Env{"L": "n^{1/2}", "nodes": "1"})
		switch {
		case err != nil, got.Growth.Parametric():
			return -1
		case got.Growth.Family <= complexity.QuasiPolynomial:
			return 0
		case got.Growth.Family == complexity.Subexponential:
			return 1
		}
		return 2
	}
	claimed := family(c.Complexity)
	actual := slices.Index([]string{"poly", "subexp", "exp"}, strings.Replace(c.TrueFamily, "const", "poly", 1))
	if c.TrueFamily == "" {
		// The manifest gives a formula, and sometimes words after it.
		formula, _, _ := strings.Cut(c.TrueComplexity, ") ")
		if formula != c.TrueComplexity {
			formula += ")"
		}
		formula, _, _ = strings.Cut(formula, ",")
		actual = family(formula)
	}
	switch {
	case claimed < 0 || actual < 0:
		return unread
	case claimed < actual:
		return understate
	case claimed > actual:
		return overstate
	}
	return kept
}

// The reading of the manifests' words, on which the table rests.
func TestTruthOfCandidates(t *testing.T) {
	for _, c := range []struct{ claimed, formula, family, want string }{
		{"O(n)", "O(n 2^n)", "", understate},
		{"O(n)", "O(n) terms (O(n^2) bit ops from big binomials)", "", kept},
		{"O(L * 8^L)", "O(8^L log L)", "", kept},
		{"O(n^3)", "O(L 4^L)", "", understate},
		{"O(L 2^L)", "O(1), table lookup", "", overstate},
		{"O(n)", "O(nodes)", "", kept},
		{"O(n^3)", "O(n 2^n) on a miss, O(1) on a repeat", "", understate},
		{"poly(L)·2^L", "O(L 2^n)", "exp", understate},
		{"O(√n)", "O(1) table at probed n; wrong elsewhere", "const", kept},
		{"O(n 2^{tw})", "O(n 2^tw), tw = Theta(n)", "exp", unread},
	} {
		if got := (candidate{Complexity: c.claimed, TrueComplexity: c.formula, TrueFamily: c.family}).truth(); got != c.want {
			t.Errorf("%s for %s (%s): %s, want %s", c.claimed, c.formula, c.family, got, c.want)
		}
	}
}
