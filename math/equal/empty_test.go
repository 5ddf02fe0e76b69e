package equal

import (
	"context"
	"testing"
)

// TestEmpty compares empty lists and sets with one answer of each kind, either side first: nothing
// is equal to them but each other, and nothing fails.
func TestEmpty(t *testing.T) {
	gradeTopics(t, "kinds_V1c.jsonl", "empty")
	empty := []string{`\emptyset`, `\varnothing`, `\{\}`, `\{ \}`, `()`, `[]`, `x\in\emptyset`, `x\in\{\}`, `\emptyset\cup\emptyset`, `\{\emptyset\}`, `S=\emptyset`}
	others := []string{
		`0`, `1`, `x`, `\infty`, `x^2`, `(1,2)`, `\{0\}`, `\{1,2\}`, `[0,1]`, `(0,1)`, `x=0`, `x=1,\ y=2`, `x=1\text{ or }x=2`, `x<1`, `x\in(0,1)`, `\mathbb{R}`, `\mathbb{Z}`,
		`\pm1`, `x=\pm1`, `1,2`, `\begin{pmatrix}1&2\\3&4\end{pmatrix}`, `|0\rangle`, `5\,\mathrm{m}`, `p_\mu p^\mu`, `\text{yes}`, `\text{none}`, `\{x:x>0\}`, `\{2n:n\in\mathbb{Z}\}`,
		`\{1,2,\ldots\}`, `a\propto b`, `f(x)=x`, `\vec a`, `\int_0^1x\,dx`, `x=y=0`, `E_n=n^2,\ n=1,2,3,\ldots`, `SU(2)`, `\delta(x)`, `[x,p]`, `\{q,p\}`,
	}
	for _, kind := range []string{"", "set", "tuple", "list", "interval", "equation", "expression", "matrix", "choice", "quantity"} {
		c := &Context{Kind: kind}
		for _, e := range empty {
			for _, o := range others {
				for _, p := range []Pair{{Reference: e, Candidate: o, Context: c}, {Reference: o, Candidate: e, Context: c}} {
					if r := Compare(context.Background(), p, Options{}); r.Verdict == Equivalent {
						t.Errorf("%s | %s as %q: %v", p.Reference, p.Candidate, kind, r)
					}
				}
			}
			for _, o := range empty {
				Compare(context.Background(), Pair{Reference: e, Candidate: o, Context: c}, Options{})
			}
		}
	}
}
