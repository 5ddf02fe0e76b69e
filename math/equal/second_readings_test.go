package equal

import "testing"

// openKindsF1 are the rows of the table that have another verdict than they state, and why.
var openKindsF1 = map[string]Verdict{
	"FK007": Undecided, // more than one reading
	"FK010": Undecided, // the verdict depends on the signature, which the problem does not state: equal in one, diff
	"FK011": Undecided, // a γ matrix with an index that runs over space alone
	"FK014": Undecided, // more than one reading
	"FK036": Different, // at \hbar = 661/251, \mathbf{L}_{x} = 573/251 the reference is 0 and the candidate 6.011856
	"FK044": Undecided, // equal if these letters commute, which the problem does not state: components of a spin, ge
	"FK084": Undecided, // several labelled values against a single statement
	"FK099": Undecided, // more than one reading
	"FK203": Undecided, // more than one reading
	"FK225": Undecided, // equal if the matrix commutes with what it conjugates, which the problem does not state: e^
}

// TestKindsF1 compares superscripts that may be indices, letters before brackets that may be
// functions, and products of letters that may be operators: pairs that have both readings, and
// pairs of the same look that have one.
func TestKindsF1(t *testing.T) { gradeTable(t, "kinds_F1.jsonl", openKindsF1) }
