package equal

import "testing"

// openU1 are the pairs of the table that have another verdict than it states, and why.
var openU1 = map[string]Verdict{
	"U014":  Undecided, // a total and a differential cross section against one value
	"U045":  Undecided, // the square of a symbol against a value without a name
	"U150":  Undecided, // an infinite product under an integral
	"U185":  Undecided, // x^10 without a command: TeX sets x¹0, plain text means x¹⁰
	"U221":  Malformed, // a Cyrillic letter
	"U240":  Undecided, // the exponential of a matrix
	"U325":  Undecided, // a sum over an index without range
	"UB035": Undecided, // a sum over an index without range
	"UB059": Undecided, // (v·∇)v and v·∇v
	"UB077": Undecided, // 2^10 without a command
	"UB081": Undecided, // a_12 without a command
	"UB112": Undecided, // brackets of indices on a derivative, with a factor by relation
	"UB124": Undecided, // a product of representations named by their spins
	"UB132": Undecided, // an indefinite integral against an expression
	"UB133": Undecided, // an indefinite integral against an expression
}

// TestUnseenU1 grades pairs of two further blind tests, of all parts of physics. The verdicts are by
// inspection or from values to 60 digits.
func TestUnseenU1(t *testing.T) {
	gradeTable(t, "unseen_U1.jsonl", openU1)
}

// TestKindsU1 grades pairs of kinds that blind tests found errors in: equations with a common factor,
// differentials, digits of scripts without braces, a declared e, the chiral matrix, subscripts as
// derivatives, exact and rounded values, signs in lists, components of vectors, cuts, sums over
// letters, binomial sums, definitions around a value, δ functions, nuclides, parities, relations
// between operators.
func TestKindsU1(t *testing.T) {
	gradeTable(t, "kinds_U1.jsonl", map[string]Verdict{})
}
