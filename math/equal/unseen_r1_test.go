package equal

import "testing"

// openR1 are the pairs of the table that have no verdict, or another one, and why.
var openR1 = map[string]Verdict{
	"RB023": Undecided, // a sum over magnetic quantum numbers that lacks a term of relative size e^{−2Jx}: unseen at large J
	"RB114": Undecided, // equations of fields that differ by the sign of one term
	"RB130": Undecided, // an integrand with an inverse root at a limit that is a symbol
	"RA006": Undecided, // a million terms
	"RA021": Undecided, // an infinite product under an integral
	"RA211": Undecided, // a peak of width 10⁻⁶ under an integral
	"RA062": Undecided, // x^10 without a command: TeX sets x¹0, plain text means x¹⁰
	"RA084": Undecided, // \ln(x)^2 has two readings here
	"RA090": Undecided, // a decimal reference may be rounded where no number of digits is asked for
}

// TestUnseenR1 grades pairs of a blind test in the manner of the public tables: answers with
// contexts, near coincidences, restricted domains, reading, units, indices, integrals and sums,
// sets, form. The verdicts are by inspection or from values to 60 digits.
func TestUnseenR1(t *testing.T) {
	gradeTable(t, "unseen_R1.jsonl", openR1)
}

// TestKindsR1 grades the kinds of notation and mathematics that the blind test brought up:
// named ranges of sums and integrals, principal values, series, products, ends of ranges,
// steps, differences beyond the usual digits, units in words, orbitals, negations.
func TestKindsR1(t *testing.T) {
	gradeTable(t, "kinds_R1.jsonl", nil)
}
