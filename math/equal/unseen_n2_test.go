package equal

import "testing"

// TestUnseenN2 grades pairs of a blind test of reading and structure: numbers as arguments
// without brackets, names with ±, definitions, degrees, equations solved for a symbol, sums of
// Gaussian terms. The verdicts follow from inspection, or from values to 60 digits.
func TestUnseenN2(t *testing.T) {
	for _, r := range readRows(t, "unseen_N2.jsonl") {
		if got := r.compare(t); got.Verdict != r.Verdict {
			t.Errorf("%s: %s | %s: %v, want %s", r.ID, r.Reference, r.Candidate, got, r.Verdict)
		}
	}
}
