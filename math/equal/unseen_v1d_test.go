package equal

import "testing"

// openV1d are the pairs of the table that have another verdict than it states, and why.
var openV1d = map[string]Verdict{
	"V115": Undecided, // equal if \psi is real, which the problem does not state
	"V188": Undecided, // a derivative of the coordinate "x" as a number
	"V267": Undecided, // equal if the metric is constant, which the problem does not state
	"V888": Undecided, // two equations of indexed objects or operators that are not multiples of each other
	"V892": Undecided, // the two equations are not multiples of each other, and no solution was found that solves only one
	"W003": Undecided, // equal if \psi is real, which the problem does not state
	"W007": Undecided, // the reference: no rule for the derivative of conjugate
	"W008": Undecided, // equal if \psi is real, which the problem does not state
	"W009": Undecided, // a real or imaginary part of what is no scalar
	"W010": Undecided, // a real or imaginary part of what is no scalar
	"W011": Undecided, // equal if \phi is real, which the problem does not state
	"W019": Undecided, // equal if the metric is constant, which the problem does not state
	"W020": Undecided, // equal if the metric is constant, which the problem does not state
	"W021": Undecided, // equal if the metric is constant, which the problem does not state
	"W022": Undecided, // equal if the metric is constant, which the problem does not state
	"W049": Undecided, // equal if \rho is constant, which the problem does not state
	"W050": Undecided, // equal if f is constant, which the problem does not state
	"W051": Undecided, // a derivative without an operand
	"W052": Undecided, // cannot evaluate this kind of expression (nabla)
	"W053": Undecided, // a derivative without an operand
	"W055": Undecided, // a derivative without an operand
	"W056": Undecided, // a derivative without an operand
	"W057": Undecided, // a derivative without an operand
	"W059": Undecided, // a derivative by r
	"W060": Undecided, // a derivative by r
	"W078": Undecided, // equal if x is constant, which the problem does not state
	"W101": Undecided, // operators, functionals or events whose rules are not known here
	"W102": Undecided, // exterior products of different factors
	"W103": Undecided, // exterior products of different factors
	"W104": Undecided, // equal if x is constant, which the problem does not state
	"W109": Undecided, // two equations of indexed objects or operators that are not multiples of each other
	"W111": Undecided, // two equations of indexed objects or operators that are not multiples of each other
	"W112": Undecided, // two equations of indexed objects or operators that are not multiples of each other
	"W122": Undecided, // two equations of indexed objects or operators that are not multiples of each other
	"W124": Undecided, // two equations of indexed objects or operators that are not multiples of each other
	"W128": Undecided, // two equations of indexed objects or operators that are not multiples of each other
	"W135": Undecided, // two equations of indexed objects or operators that are not multiples of each other
	"W136": Undecided, // two equations of indexed objects or operators that are not multiples of each other
	"W137": Undecided, // two equations of indexed objects or operators that are not multiples of each other
	"W144": Undecided, // two equations of indexed objects or operators that are not multiples of each other
	"W174": Undecided, // the two equations are not multiples of each other, and no solution was found that solves only one
	"X270": Undecided, // the text has more than one reading, and they lead to different verdicts
	"X272": Undecided, // the text has more than one reading, and they lead to different verdicts
	"X273": Undecided, // the text has more than one reading, and they lead to different verdicts
	"X274": Undecided, // the text has more than one reading, and they lead to different verdicts
	"X276": Undecided, // the reference: a functional derivative
	"X277": Undecided, // the text has more than one reading, and they lead to different verdicts
	"X285": Undecided, // the text has more than one reading, and they lead to different verdicts
	"X286": Undecided, // the two equations are not multiples of each other, and no solution was found that solves only one
	"X292": Undecided, // integrals without limits are functions of their variables, which differ
	"X294": Undecided, // the text has more than one reading, and they lead to different verdicts
	"X296": Undecided, // the reference: a derivative with respect to something that is not a symbol
	"X300": Undecided, // the text has more than one reading, and they lead to different verdicts
	"X305": Undecided, // the text has more than one reading, and they lead to different verdicts
	"X324": Undecided, // exterior products of different factors
	"X325": Undecided, // the text has more than one reading, and they lead to different verdicts
	"X327": Undecided, // the text has more than one reading, and they lead to different verdicts
	"X413": Undecided, // the candidate: no rule for the derivative of conjugate
	"X414": Undecided, // the candidate: no rule for the derivative of conjugate
	"X415": Undecided, // equal if \psi is real, which the problem does not state
	"X425": Undecided, // equal if \rho is constant, which the problem does not state
	"X427": Undecided, // two equations of indexed objects or operators that are not multiples of each other
	"X428": Undecided, // two equations of indexed objects or operators that are not multiples of each other
	"X429": Undecided, // equal if f is constant, which the problem does not state
	"X430": Undecided, // equal if \epsilon is constant, which the problem does not state
	"X431": Undecided, // two equations of indexed objects or operators that are not multiples of each other
	"X433": Undecided, // equal if \mathbf{A}, \mathbf{B} are constant, which the problem does not state
	"X434": Undecided, // equal if g is constant, which the problem does not state
	"X436": Undecided, // equal if \rho is constant, which the problem does not state
	"X437": Undecided, // equal if \rho is constant, which the problem does not state
	"X438": Undecided, // equal if f is constant, which the problem does not state
	"X440": Undecided, // equal if the metric is constant, which the problem does not state
	"X441": Undecided, // an inverse of a tensor or of a sum of operators
	"X447": Undecided, // equal if r is constant, which the problem does not state
	"Z030": Undecided, // equal if \psi is real, which the problem does not state
	"Z039": Undecided, // a real or imaginary part of what is no scalar
	"Q035": Undecided, // equal if f is constant, which the problem does not state
	"Q039": Undecided, // the terms of the candidate have different free indices
	"Q042": Undecided, // equal if \mathbf{A}, \mathbf{B} are constant, which the problem does not state
	"Q045": Undecided, // equal if \kappa is constant, which the problem does not state
	"Q046": Undecided, // equal if n is constant, which the problem does not state
	"Q050": Undecided, // equal if \rho is constant, which the problem does not state
	"Q051": Undecided, // equal if p is constant, which the problem does not state
	"Q052": Undecided, // equal if m is constant, which the problem does not state
	"Q053": Undecided, // equal if v is constant, which the problem does not state
	"Q054": Undecided, // equal if v is constant, which the problem does not state
}

// TestUnseenV1d compares differentials, fields under derivatives and homogeneous equations, written
// without knowledge of the reader.
func TestUnseenV1d(t *testing.T) { gradeTable(t, "unseen_V1d.jsonl", openV1d) }
