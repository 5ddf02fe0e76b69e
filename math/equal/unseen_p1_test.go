package equal

import "testing"

// TestUnseenP1 grades pairs of a blind test of notation: factors that vanish, sets with double
// roots and far ends, relations and operators without arithmetic, events and functionals,
// differentials, near coincidences of huge numbers, expressions without a value. The verdicts
// follow from inspection, or from values to 60 digits.
func TestUnseenP1(t *testing.T) {
	gradeTable(t, "unseen_P1.jsonl", nil)
}
