package equal

import (
	"strings"
	"testing"
)

// TestDomainPairs runs pairs that agree on part of their domain only, that agree at all points
// of a careless sample, or that rest on one branch of a relation. Their verdicts are by
// inspection, or by evaluation to 60 digits with mpmath, as each note says.
func TestDomainPairs(t *testing.T) {
	gradeTable(t, "unseen_N1.jsonl", nil)
}

// TestLetterIndependence renames the symbol of a pair: the verdict stays.
func TestLetterIndependence(t *testing.T) {
	pairs := [][2]string{
		{`\arctan\frac{X}{\sqrt{1-X^2}}`, `\arcsin X`},
		{`\arctan\frac{2X}{1-X^2}`, `2\arctan X`},
		{`|X-30|`, `X-30`},
		{`\sqrt{X^2-2X+1}`, `1-X`},
		{`\ln X^2`, `2\ln X`},
		{`\lfloor X/3\rfloor`, `0`},
	}
	for _, p := range pairs {
		var first Verdict
		for i, letter := range strings.Split(`a b c g k m n p q s t u v w x y z A B M R T \alpha \lambda \xi \omega`, " ") {
			r := row{Reference: strings.ReplaceAll(p[0], "X", letter+" "), Candidate: strings.ReplaceAll(p[1], "X", letter+" ")}
			got := r.compare(t).Verdict
			if i == 0 {
				first = got
			} else if got != first {
				t.Errorf("%s | %s is %s, and with the letter a %s", r.Reference, r.Candidate, got, first)
			}
		}
	}
}
