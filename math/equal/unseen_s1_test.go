package equal

import "testing"

// openS1 are the pairs of the table that have no verdict, or another one, and why.
var openS1 = map[string]Verdict{
	"S033": Undecided, // a sum of 10⁵ Gaussian terms against π
	"S035": Undecided, // an infinite product under an integral
	"S043": Undecided, // ζ(300) and 1
	"S103": Undecided, // a repeated index twice at the same height: the metric may be meant
	"S107": Undecided, // free indices of different names
	"S147": Undecided, // sets in sets
	"S149": Undecided, // a tuple against a set
	"S151": Undecided, // ℤ and ℕ
	"S181": Undecided, // the exponential of a matrix
	"S182": Undecided,
	"S183": Undecided, // σ_x that the problem does not call a matrix
	"S184": Undecided, // a determinant of a matrix of unknown size
	"S225": Undecided, // δ_{ii} of colours or of generators
	"S450": Undecided,
	"S530": Undecided,
	"S248": Undecided, // x²δ″(x)
	"S279": Different, // \sin x y is taken to mean \sin(xy)
	"S315": Undecided, // the condition of the candidate is stated by the problem
	"S316": Undecided, // half of a case distinction
	"S318": Undecided, // families with another first index
	"S319": Undecided,
	"S351": Undecided, // steps whose arguments are not rational
	"S511": Undecided,
	"S512": Undecided,
	"S515": Undecided, // steps of a period beyond 2¹⁰
	"S357": Undecided, // a sum that ends beyond the digits that are computed
	"S371": Undecided, // sums over an index without range
	"S377": Undecided, // limits that diverge
	"S414": Undecided, // a candidate without a value
	"S393": Undecided, // the same value under another name
	"S394": Undecided,
	"S395": Undecided,
	"S455": Undecided, // brackets of an interval or a list
	"S485": Undecided, // sin x = sin y and x = y
	"S506": Undecided, // ζ(x) for large x
	"S509": Undecided, // constraints that the points do not meet
	"S510": Undecided,
}

// TestUnseenS1 grades pairs of a second blind test: parts of the domain, near coincidences,
// exchanged labels, units, indices, prescriptions, orders, sets and lists, intervals, matrices,
// operators, γ-matrices, colour, distributions, integers, words, conditions, equations that are
// solved or squared, saturated functions, steps. The verdicts are by inspection or from values to
// 60 digits.
func TestUnseenS1(t *testing.T) {
	gradeTable(t, "unseen_S1.jsonl", openS1)
}

// openKindsS1 are pairs of the table of kinds that have no verdict, and why.
var openKindsS1 = map[string]Verdict{
	"SK006": Undecided, // ≥ and > with a positive factor
	"SK020": Undecided, // equations with moduli
	"SK021": Undecided,
	"SK079": Undecided,
	"SK117": Undecided,
	"SK118": Undecided,
	"SK032": Undecided, // steps whose arguments are not rational
	"SK108": Undecided, // the greatest common divisor
	"SK110": Undecided, // steps of a period beyond 2¹⁰
	"SK047": Undecided, // a series of what is lost
	"SK055": Undecided, // a factor that vanishes, or does not, at no rational point
	"SK061": Undecided,
	"SK064": Undecided, // equations with several solutions against one or a list of them
	"SK065": Undecided,
	"SK068": Undecided,
	"SK069": Undecided,
	"SK070": Undecided,
	"SK073": Undecided, // cosh, which is not undone
	"SK080": Undecided, // equations with z̄ and Re z
	"SK081": Undecided,
	"SK120": Undecided,
	"SK085": Undecided, // the zeros of an unknown function and of its derivative
	"SK086": Undecided, // a vector equation
	"SK089": Undecided, // an inequality that is squared
	"SK160": Undecided, // a sum over a Kronecker delta
}

// TestKindsS1 grades the kinds that the blind test brought up: equations whose solution loses a
// condition, factors of inequalities, lists with repeated values, steps of integers, chains of
// equal names, differences beyond the usual digits, numbers in words, ohms, the letters of δ in
// a group.
func TestKindsS1(t *testing.T) {
	gradeTable(t, "kinds_S1.jsonl", openKindsS1)
}
