package equal

import (
	"context"
	"encoding/json"
	"testing"
)

// TestHostile runs the inputs that try to break a grader; each line says what must come back.
func TestHostile(t *testing.T) {
	for _, r := range readRows(t, "hostile.jsonl") {
		if r.boxed() {
			continue
		}
		got := r.compare(t)
		var ok bool
		switch r.Must {
		case "any-verdict-but-equivalent":
			ok = got.Verdict != Equivalent
		case "malformed-or-undecided":
			ok = got.Verdict == Malformed || got.Verdict == Undecided
		default:
			ok = string(got.Verdict) == r.Must
		}
		if !ok {
			t.Errorf("%s: %v, must be %s (%s)", r.ID, got, r.Must, r.Note)
		}
	}
}

// FuzzCompare feeds both sides: nothing may panic, the result must be JSON, and a text is
// never different from itself.
func FuzzCompare(f *testing.F) {
	for _, name := range []string{"equality_cases.jsonl", "equality_cases_2.jsonl", "reports.jsonl"} {
		for _, r := range readRows(f, name) {
			f.Add(r.Reference, r.Candidate)
		}
	}
	f.Fuzz(func(t *testing.T, ref, cand string) {
		ref, cand = ref[:min(len(ref), 200)], cand[:min(len(cand), 200)] // quick ones find more
		for _, p := range []Pair{{Reference: ref, Candidate: cand}, {Reference: cand, Candidate: cand}} {
			r := Compare(context.Background(), p, Options{})
			if _, err := json.Marshal(r); err != nil {
				t.Fatal(err)
			}
			if p.Reference == p.Candidate && r.Verdict == Different {
				t.Fatalf("%q is different from itself: %v", cand, r)
			}
		}
	})
}
