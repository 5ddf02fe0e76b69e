package equal

import "testing"

// TestKindsU1 grades pairs of kinds: equations with a common factor, digits of scripts without
// braces, a declared e, the chiral matrix, derivatives as subscripts.
func TestKindsU1(t *testing.T) {
	gradeTable(t, "kinds_U1.jsonl", nil)
}
