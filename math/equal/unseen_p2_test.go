package equal

import "testing"

// TestUnseenP2 grades pairs of a blind test of notation: units and temperatures, degrees,
// decimals without end, evaluation bars, characters with marks, words and choices, primes
// against differential quotients, families with a running index. The verdicts are by
// inspection.
func TestUnseenP2(t *testing.T) {
	for _, r := range readRows(t, "unseen_P2.jsonl") {
		if got := r.compare(t); got.Verdict != r.Verdict {
			t.Errorf("%s: %s | %s: %v, want %s", r.ID, r.Reference, r.Candidate, got, r.Verdict)
		}
	}
}
