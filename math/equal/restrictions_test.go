package equal

import (
	"context"
	"testing"
)

// TestRestrictions: conditions that a candidate adds, and definitions of letters of the reference.
// The verdicts are by inspection.
func TestRestrictions(t *testing.T) { gradeTopics(t, "kinds_V1c.jsonl", "conditions", "definitions") }

// TestRestrictionsImplied: a condition costs nothing exactly where the problem implies it.
func TestRestrictionsImplied(t *testing.T) {
	for _, c := range []struct {
		condition, context string
		want               Verdict
	}{
		{`x>0`, ``, Undecided},
		{`x<0`, ``, Undecided},
		{`x\ne0`, ``, Equivalent}, // a point
		{`x>0`, `{"symbols":{"x":"positive"}}`, Equivalent},
		{`x>0`, `{"symbols":{"x":"negative"}}`, Undecided},
		{`x<0`, `{"symbols":{"x":"negative"}}`, Equivalent},
		{`x>-1`, `{"symbols":{"x":"positive"}}`, Equivalent},
		{`x>1`, `{"symbols":{"x":"positive"}}`, Undecided},
		{`x>1`, `{"constraints":["x>1"]}`, Equivalent},
		{`x>1`, `{"constraints":["x>2"]}`, Equivalent},
		{`x>2`, `{"constraints":["x>1"]}`, Undecided},
		{`|x|<1`, `{"constraints":["-1<x<1"]}`, Equivalent},
		{`0<x<1`, `{"constraints":["-1<x<1"]}`, Undecided},
		{`x\gg1`, `{"symbols":{"x":"positive"}}`, Undecided},
		{`n\in\mathbb{Z}`, ``, Equivalent}, // another letter
	} {
		for _, written := range []string{`x^2+x\text{ for }` + c.condition, `x^2+x\text{ if }` + c.condition, `x^2+x\quad(` + c.condition + `)`} {
			p := Pair{Reference: `x(x+1)`, Candidate: written}
			if c.context != "" {
				var err error
				if p.Context, err = ReadContext([]byte(c.context)); err != nil {
					t.Fatal(err)
				}
			}
			if got := Compare(context.Background(), p, Options{}); got.Verdict != c.want {
				t.Errorf("%s in %s: %v, want %s", written, c.context, got, c.want)
			}
		}
	}
}
