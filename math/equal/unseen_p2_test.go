package equal

import "testing"

// TestUnseenP2 grades pairs of a blind test of notation: units and temperatures, degrees,
// decimals without end, evaluation bars, characters with marks, words and choices, primes
// against differential quotients, families with a running index. The verdicts are by
// inspection.
func TestUnseenP2(t *testing.T) {
	gradeTable(t, "unseen_P2.jsonl", nil)
}
