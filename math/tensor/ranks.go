package tensor

import (
	"slices"
	"strings"
)

// compareRanks compares the free indices.
func (e *engine) compareRanks(a, b sum) (Result, bool) {
	ra, okA := ranks(a)
	rb, okB := ranks(b)
	if !okA || !okB {
		which := "reference"
		if okA {
			which = "candidate"
		}
		return Result{Verdict: Undecided, Method: "free indices", Message: "the terms of the " + which + " have different free indices"}, true
	}
	if len(a) == 0 || len(b) == 0 || slices.Equal(ra, rb) {
		return Result{}, false
	}
	evidence := map[string]string{"reference": strings.Join(ra, " "), "candidate": strings.Join(rb, " ")}
	if len(ra) == len(rb) && !slices.Equal(names1(ra), names1(rb)) {
		return Result{Verdict: Undecided, Method: "free indices", Message: "the free indices have different names", Evidence: evidence}, true
	}
	return Result{Verdict: Different, Method: "free indices", Message: "the free indices differ", Evidence: evidence}, true
}

func names1(rank []string) []string {
	out := make([]string, len(rank))
	for i, r := range rank {
		out[i] = strings.TrimLeft(r, "^_")
	}
	slices.Sort(out)
	return out
}

// ranks are the free indices that all terms of s share.
func ranks(s sum) ([]string, bool) {
	var first []string
	for i := range s {
		r := rank(&s[i])
		slices.Sort(r)
		if i == 0 {
			first = r
		} else if !slices.Equal(first, r) {
			return nil, false
		}
	}
	return first, true
}
