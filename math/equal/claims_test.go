package equal

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// gradeTopics compares the rows of a table that belong to some topics with the verdicts they state.
func gradeTopics(t *testing.T, name string, topics ...string) {
	t.Helper()
	n := 0
	for _, r := range readRows(t, name) {
		if !slices.Contains(topics, r.Topic) {
			continue
		}
		n++
		if got := r.compare(t); got.Verdict != r.Verdict {
			t.Errorf("%s: %s | %s: %v, want %s (%s)", r.ID, r.Reference, r.Candidate, got, r.Verdict, r.Note)
		}
	}
	if n == 0 {
		t.Errorf("%s has no rows of %v", name, topics)
	}
}

// TestChains: links of chains, and what may stand left of the sign. The verdicts are by inspection.
func TestChains(t *testing.T) { gradeTopics(t, "kinds_V1c.jsonl", "chains", "labels") }

// randomPolynomial is a polynomial in x and y that is not constant, and one that is equal to it
// and written otherwise.
func randomPolynomial(r *rand.Rand) (p, same string) {
	a, b, c := 1+r.IntN(9), 1+r.IntN(9), 1+r.IntN(9)
	switch r.IntN(4) {
	case 0:
		return fmt.Sprintf(`(%dx+%dy)^2+%d`, a, b, c), fmt.Sprintf(`%dx^2+%dxy+%dy^2+%d`, a*a, 2*a*b, b*b, c)
	case 1:
		return fmt.Sprintf(`%dx(y+%d)`, a, b), fmt.Sprintf(`%dxy+%dx`, a, a*b)
	case 2:
		return fmt.Sprintf(`\frac{x^2-%d}{y}`, a*a), fmt.Sprintf(`\frac{(x-%d)(x+%d)}{y}`, a, a)
	default:
		return fmt.Sprintf(`%dx^3-%dy`, a, b), fmt.Sprintf(`-%dy+%dx\cdot x^2`, b, a)
	}
}

// TestChainsProperty: a chain whose members are the same is the answer, one with another member
// never is, in whatever place; an equation between two expressions is no value.
func TestChainsProperty(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	verdict := func(ref, cand string) Verdict {
		return Compare(context.Background(), Pair{Reference: ref, Candidate: cand}, Options{}).Verdict
	}
	for range 60 {
		p, same := randomPolynomial(r)
		other, _ := randomPolynomial(r)
		if verdict(p, other) != Different {
			continue
		}
		for _, cand := range []string{
			`f=` + same, `f=` + p + `=` + same, `f=` + same + `=` + p, same + `=` + p, `f(x,y)=` + same + `=` + p,
			`\begin{aligned}f&=` + p + `\\&=` + same + `\end{aligned}`,
		} {
			if v := verdict(p, cand); v != Equivalent {
				t.Errorf("%s | %s: %s, want equivalent", p, cand, v)
			}
		}
		for _, cand := range []string{
			`f=` + other + `=` + p, `f=` + p + `=` + other + `=` + p, other + `=` + p, other + `\approx ` + p, other + `\to ` + p, `f=0=` + p, `0=` + p,
			`f\equiv ` + other + `\equiv ` + p, `f=5=4=` + p, `f^2=` + p, `-f=` + p, `2f=` + p, `\ln f=` + p, `f+1=` + p,
			`\begin{aligned}f&=` + other + `\\&=` + p + `\end{aligned}`,
		} {
			if v := verdict(p, cand); v == Equivalent {
				t.Errorf("%s | %s: equivalent", p, cand)
			}
			if v := verdict(`E=`+p, cand); v == Equivalent {
				t.Errorf("E=%s | %s: equivalent", p, cand)
			}
		}
	}
}
