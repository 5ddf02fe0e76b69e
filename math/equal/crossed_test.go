package equal

import (
	"context"
	"math/rand"
	"testing"
)

// TestCrossed compares sides of different pairs of the tables: structures that nobody would
// compare must come back with a verdict too, never with a panic, and never as equivalent
// one way round and different the other.
func TestCrossed(t *testing.T) {
	var sides []string
	for _, name := range []string{"equality_cases.jsonl", "equality_cases_2.jsonl", "unseen_N2.jsonl"} {
		for _, r := range readRows(t, name) {
			if r.Syntax == "" && !r.boxed() && !r.heavy() {
				sides = append(sides, r.Reference, r.Candidate)
			}
		}
	}
	random := rand.New(rand.NewSource(1)) //nolint:gosec // a fixed choice of pairs
	for range 400 {
		a, b := sides[random.Intn(len(sides))], sides[random.Intn(len(sides))]
		p := Compare(context.Background(), Pair{Reference: a, Candidate: b}, Options{})
		q := Compare(context.Background(), Pair{Reference: b, Candidate: a}, Options{})
		if p.Verdict == Equivalent && q.Verdict == Different || p.Verdict == Different && q.Verdict == Equivalent {
			t.Errorf("%s | %s: %v, the other way round %v", a, b, p, q)
		}
	}
}
