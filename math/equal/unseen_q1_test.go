package equal

import "testing"

// TestUnseenSpecial grades pairs about special functions, limits and distributions that were
// written before anyone had seen the engine's answers.
func TestUnseenSpecial(t *testing.T) {
	gradeTable(t, "unseen_Q1.jsonl", nil)
}

// TestGeneratingFunctionsEnd: sums whose terms cost more and more must end by the budget of
// operations; an answer that is given is the right one.
func TestGeneratingFunctionsEnd(t *testing.T) {
	for name, pair := range map[string][3]string{
		"legendre":   {`\sum_{n=0}^\infty P_n(x)t^n`, `\frac1{\sqrt{1-2xt+t^2}}`, `{"functions":{"P":"legendre"},"constraints":["|x|<1","|t|<1"]}`},
		"chebyshevu": {`\sum_{n=0}^\infty U_n(x)t^n`, `\frac1{1-2xt+t^2}`, `{"functions":{"U":"chebyshevu"},"constraints":["|x|<1","|t|<1"]}`},
	} {
		r := row{ID: name, Reference: pair[0], Candidate: pair[1], Context: []byte(pair[2])}
		if got := r.compare(t); got.Verdict != Equivalent && got.Verdict != Undecided {
			t.Errorf("%s: %v", name, got)
		}
	}
}
