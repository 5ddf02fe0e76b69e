package equal

import "testing"

// TestUnseenP1 grades pairs of a blind test of notation: factors that vanish, sets with double
// roots and far ends, relations and operators without arithmetic, events and functionals,
// differentials, near coincidences of huge numbers, expressions without a value. The verdicts
// follow from inspection, or from values to 60 digits.
func TestUnseenP1(t *testing.T) {
	for _, r := range readRows(t, "unseen_P1.jsonl") {
		if got := r.compare(t); got.Verdict != r.Verdict {
			t.Errorf("%s: %s | %s: %v, want %s", r.ID, r.Reference, r.Candidate, got, r.Verdict)
		}
	}
}
