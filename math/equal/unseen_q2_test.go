package equal

import "testing"

// TestUnseenQ2 grades pairs of a blind test of algebra: γ⁵ alone, adjoints with indices,
// labels beside indices, (anti)symmetrized indices, entries of generators, covariant
// derivatives, components of declared operators, products with ∇, functions defined by
// relations; with near misses. The verdicts are by inspection or from explicit components.
func TestUnseenQ2(t *testing.T) {
	for _, r := range readRows(t, "unseen_Q2.jsonl") {
		if got := r.compare(t); got.Verdict != r.Verdict {
			t.Errorf("%s: %s | %s: %v, want %s", r.ID, r.Reference, r.Candidate, got, r.Verdict)
		}
	}
}
