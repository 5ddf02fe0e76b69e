package equal

import "testing"

// TestUnseenN2 grades pairs of a blind test of reading and structure: numbers as arguments
// without brackets, names with ±, definitions, degrees, equations solved for a symbol, sums of
// Gaussian terms. The verdicts follow from inspection, or from values to 60 digits.
func TestUnseenN2(t *testing.T) {
	gradeTable(t, "unseen_N2.jsonl", nil)
}
