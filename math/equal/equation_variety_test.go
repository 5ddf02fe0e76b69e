package equal

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawCurve is a polynomial in one or two letters, irreducible and with real zeros, as terms.
func drawCurve(t *rapid.T, letters []string, label string) []string {
	k := rapid.IntRange(1, 5).Draw(t, label+" constant")
	sign := rapid.SampledFrom([]string{"", "-"}).Draw(t, label+" sign")
	if len(letters) == 1 {
		return []string{letters[0], fmt.Sprintf("%s%d", sign, k)}
	}
	x, y := letters[0], letters[1]
	switch rapid.IntRange(0, 4).Draw(t, label+" kind") {
	case 0:
		return []string{x, sign + fmt.Sprint(k) + y}
	case 1:
		return []string{x, sign + fmt.Sprint(k) + y, "1"}
	case 2:
		return []string{x + y, sign + fmt.Sprint(k)}
	case 3:
		return []string{x, sign + fmt.Sprint(k) + y + "^2"}
	default:
		return []string{x + "^2", sign + fmt.Sprint(k) + y}
	}
}

func joinTerms(terms []string) string {
	s := strings.Join(terms, "+")
	return strings.ReplaceAll(s, "+-", "-")
}

// drawEquation writes factor·curve = 0 as an equation: as a product, or term by term on two sides.
func drawEquation(t *rapid.T, factor string, curve []string, label string) string {
	times := func(term string) string {
		if strings.HasPrefix(term, "-") {
			return "-" + factor + `\cdot ` + term[1:]
		}
		return factor + `\cdot ` + term
	}
	switch rapid.IntRange(0, 2).Draw(t, label+" form") {
	case 0:
		return factor + `\cdot(` + joinTerms(curve) + ")=0"
	case 1:
		var terms []string
		for _, c := range curve {
			terms = append(terms, times(c))
		}
		return joinTerms(terms) + "=0"
	default:
		var terms []string
		for _, c := range curve[1:] {
			if strings.HasPrefix(c, "-") {
				terms = append(terms, times(c[1:]))
			} else {
				terms = append(terms, times("-"+c))
			}
		}
		return times(curve[0]) + "=" + joinTerms(terms)
	}
}

// commonFactors vanish somewhere; each is one letter, a sum, or a product.
var commonFactors = []string{"g", "d", "g^2", `\psi `, "gh", "(g+1)", "(g-h)", "(g^2-h)", "g(h-2)", "(1+gy)"}

// TestCommonFactorIsNoEvidence: two equations with a common factor and different cofactors are not
// the same statement, whichever symbols they are solved for.
func TestCommonFactorIsNoEvidence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		factor := rapid.SampledFrom(commonFactors).Draw(t, "factor")
		letters := rapid.SampledFrom([][]string{{"x"}, {"x", "y"}, {"y", "x"}, {"x", "g"}, {"v", "w"}}).Draw(t, "letters")
		p, q := drawCurve(t, letters, "p"), drawCurve(t, letters, "q")
		if joinTerms(p) == joinTerms(q) {
			t.Skip("the same curve")
		}
		pair := Pair{Reference: drawEquation(t, factor, p, "reference"), Candidate: drawEquation(t, factor, q, "candidate")}
		if r := Compare(context.Background(), pair, Options{}); r.Verdict == Equivalent {
			t.Fatalf("%s | %s: %v", pair.Reference, pair.Candidate, r)
		}
	})
}

// TestExtraFactorIsNoEvidence: two equations of which one has a factor that may vanish are not the
// same statement.
func TestExtraFactorIsNoEvidence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		factor := rapid.SampledFrom([]string{"(g+1)", "(g-h)", "(g^2-h)", "(x+g)", "(y-g)"}).Draw(t, "factor")
		p := drawCurve(t, []string{"x", "y"}, "p")
		pair := Pair{Reference: drawEquation(t, "g", p, "reference"), Candidate: drawEquation(t, "g"+factor, p, "candidate")}
		if rapid.Bool().Draw(t, "exchanged") {
			pair.Reference, pair.Candidate = pair.Candidate, pair.Reference
		}
		if r := Compare(context.Background(), pair, Options{}); r.Verdict == Equivalent {
			t.Fatalf("%s | %s: %v", pair.Reference, pair.Candidate, r)
		}
	})
}

// TestScaledEquation: a factor that does not vanish changes nothing.
func TestScaledEquation(t *testing.T) {
	positive := &Context{Symbols: map[string]Assumptions{"m": {"positive"}}}
	rapid.Check(t, func(t *rapid.T) {
		factor := rapid.SampledFrom(commonFactors).Draw(t, "factor")
		p := drawCurve(t, []string{"x", "y"}, "p")
		scale := rapid.SampledFrom([]string{"2", "-3", `\frac{1}{3}`, `\pi `, `\sqrt{2}`, "m", "-m^2"}).Draw(t, "scale")
		m := ""
		if strings.Contains(scale, "m") {
			m = "m"
		}
		pair := Pair{
			Reference: drawEquation(t, m+factor, p, "reference"),
			Candidate: scale + factor + `\cdot(` + joinTerms(p) + ")=0", Context: positive,
		}
		if r := Compare(context.Background(), pair, Options{}); r.Verdict != Equivalent {
			t.Fatalf("%s | %s: %v", pair.Reference, pair.Candidate, r)
		}
	})
}
