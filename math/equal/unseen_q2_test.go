package equal

import "testing"

// TestUnseenQ2 grades pairs of a blind test of algebra: γ⁵ alone, adjoints with indices,
// labels beside indices, (anti)symmetrized indices, entries of generators, covariant
// derivatives, components of declared operators, products with ∇, functions defined by
// relations; with near misses. The verdicts are by inspection or from explicit components.
func TestUnseenQ2(t *testing.T) {
	gradeTable(t, "unseen_Q2.jsonl", nil)
}
