package equal

import "testing"

// openT1 are the pairs of the table that have another verdict than it states, and why.
var openT1 = map[string]Verdict{
	"T010":  Undecided,     // cannot evaluate a sum without limits
	"T012":  Undecided,     // a side without a value that can be evaluated
	"T014":  Undecided,     // equal on part of the domain only
	"T018":  Undecided,     // the values could not be separated within the budget of operations
	"T020":  Undecided,     // the tensor algebra does not read this kind of expression
	"T021":  Undecided,     // the tensor algebra does not read this kind of expression
	"T022":  Undecided,     // the tensor algebra does not read this kind of expression
	"T023":  Undecided,     // the tensor algebra does not read this kind of expression
	"T025":  Undecided,     // the values could not be separated within the budget of operations
	"T028":  Undecided,     // a side without a value that can be evaluated
	"T030":  Undecided,     // a limit, improper integral or infinite sum on one side may itself be a distribution
	"T031":  Undecided,     // the limit agrees away from its poles
	"T035":  Undecided,     // limits in another order may have other values, and one of them was computed without a proof
	"T044":  Undecided,     // equal if the prime is the derivative that the other side writes out
	"T065":  Undecided,     // a determinant of a sum or of an explicit matrix
	"T067":  Undecided,     // the reference in components: exp of a 2×2 matrix
	"T100":  Undecided,     // equal for a > 0
	"T107":  Undecided,     // sets with a running index that are not the same element by element
	"T108":  Undecided,     // sets with a running index that are not the same element by element
	"T109":  Undecided,     // a set that is not understood
	"T110":  Undecided,     // a set that is not understood
	"T115":  Undecided,     // a set that is not understood
	"T117":  Undecided,     // a tuple against a set
	"T120":  Undecided,     // a set that is not understood
	"T123":  Undecided,     // the factors of a product of sets are in another order
	"T152":  Undecided,     // spinors are in another order: a number against a matrix
	"T154":  Undecided,     // the terms of the candidate have different free indices
	"T164":  Undecided,     // equal if D_{\mu} and the like are numbers, which the problem does not state
	"T165":  Undecided,     // equal where the connection vanishes: ∇ on one side, ∂ on the other
	"T170":  Undecided,     // a function of a tensor or an operator
	"T173":  Malformed,     // reference: latex: at byte 0, “:”: not the beginning of an expression
	"T174":  Malformed,     // reference: latex: at byte 0, “:”: not the beginning of an expression
	"T183":  Undecided,     // an inverse of a tensor or of a sum of operators
	"T190":  Undecided,     // a function of a tensor or an operator
	"T193":  Undecided,     // the tensor algebra does not read this kind of expression
	"T196":  Undecided,     // the reference as a quantity: unit: "dB" is not a known unit
	"T211":  Undecided,     // Hz and rad have the same dimension, and are units of different quantities
	"T212":  Undecided,     // Hz and Bq have the same dimension, and are units of different quantities
	"T220":  Malformed,     // candidate: latex: at byte 3, “\text{per mille}”: these words are not understood
	"T224":  Malformed,     // reference: latex: at byte 1, “'”: not understood here
	"T226":  Undecided,     // the candidate may have a unit that is not known here: k
	"T235":  Undecided,     // the candidate has a unit, the reference has none
	"T264":  Undecided,     // cannot evaluate a remainder 𝒪(…)
	"T266":  Undecided,     // cannot evaluate a remainder 𝒪(…)
	"T268":  Undecided,     // cannot evaluate a remainder 𝒪(…)
	"T270":  Undecided,     // cannot evaluate a remainder 𝒪(…)
	"T272":  Undecided,     // cannot evaluate a remainder 𝒪(…)
	"T273":  Undecided,     // cannot evaluate a remainder 𝒪(…)
	"T279":  Undecided,     // the sides agree at leading order in \alpha; which power the asked order has is not known
	"T288":  Undecided,     // the sides differ while 0⁺ is finite, and agree, or cannot be compared, in the limit: they may differ by δ
	"T289":  Undecided,     // cannot evaluate the function principal_value
	"T290":  Undecided,     // the reference in components: the unknown function \delta^{(3)} of a vector or matrix
	"T291":  Undecided,     // the sides agree away from the origin; there a derivative may be a δ function
	"T293":  Undecided,     // a side without a value that can be evaluated
	"T294":  Undecided,     // δ under an integral: limits that are not −∞ and ∞
	"T295":  Undecided,     // a limit, improper integral or infinite sum on one side may itself be a distribution
	"T298":  Undecided,     // equal for x > 0
	"T301":  Undecided,     // equal for x > 0
	"T302":  Undecided,     // equal for x > 0
	"T303":  Undecided,     // equal for x, y > 0
	"T319":  Undecided,     // equal on part of the domain only
	"T320":  Undecided,     // equal for x > 0
	"T349":  Undecided,     // equal on part of the domain only
	"T350":  Undecided,     // equal on part of the domain only
	"T369":  Malformed,     // reference: latex: at byte 3, “_”: a subscript of something that is no name
	"T386":  Undecided,     // cannot evaluate the function gcd
	"T387":  Undecided,     // cannot evaluate the function gcd
	"T398":  Undecided,     // the free indices have different names
	"T409":  Undecided,     // equal on part of the domain only
	"T410":  Undecided,     // equal for \omega = \sqrt{k^{2} + m^{2}}; not for \omega = -\sqrt{k^{2} + m^{2}}: the relations allow both
	"T411":  Undecided,     // equal for x = \sqrt{4}; not for x = -\sqrt{4}: the relations allow both
	"T472":  Malformed,     // candidate: latex: at byte 0, “\text{not }”: these words are not understood
	"T476":  Undecided,     // two phrases that are not the same words
	"T486":  Malformed,     // candidate: latex: at byte 1, “\text{ per particle}”: these words are not understood
	"T487":  Malformed,     // candidate: latex: at byte 15, “\text{ per degree of fre…”: these words are not understood
	"T491":  Malformed,     // candidate: latex: at byte 0, “\text{all }”: these words are not understood
	"T495":  Undecided,     // infinity in words and as a value
	"T497":  Malformed,     // candidate: latex: at byte 2, “\text{ (up to sign)}”: these words are not understood
	"T510":  Undecided,     // the same value under another name: x and y
	"T511":  Undecided,     // the same value under another name: m_h and m_t
	"T512":  FormViolation, // a proportionality is not an equation
	"T513":  FormViolation, // a proportionality is not a value
	"T522":  Undecided,     // equal for x > 0
	"T527":  Undecided,     // equal on part of the domain only
	"T533":  Undecided,     // a side without a value that can be evaluated
	"T534":  Undecided,     // a side without a value that can be evaluated
	"T541":  Undecided,     // a limit that vanishes at the points that were tried may still be a distribution
	"T542":  Undecided,     // a limit, improper integral or infinite sum on one side may itself be a distribution
	"T543":  Undecided,     // the limit agrees away from its poles
	"T544":  Undecided,     // the limit agrees away from its poles
	"T545":  Undecided,     // the limit agrees away from its poles
	"T549":  Undecided,     // limits in another order may have other values, and one of them was computed without a proof
	"T550":  Undecided,     // a side without a value that can be evaluated
	"T551":  Undecided,     // a limit that vanishes at the points that were tried may still be a distribution
	"T553":  Undecided,     // the sides differ while 0⁺ is finite, and agree, or cannot be compared, in the limit: they may differ by δ
	"T554":  Undecided,     // the sides differ while 0⁺ is finite, and agree, or cannot be compared, in the limit: they may differ by δ
	"T555":  Undecided,     // the sides differ while 0⁺ is finite, and agree, or cannot be compared, in the limit: they may differ by δ
	"T556":  Undecided,     // the sides differ while 0⁺ is finite, and agree, or cannot be compared, in the limit: they may differ by δ
	"T557":  Undecided,     // the sides differ while 0⁺ is finite, and agree, or cannot be compared, in the limit: they may differ by δ
	"T559":  Undecided,     // the sides differ while 0⁺ is finite, and agree, or cannot be compared, in the limit: they may differ by δ
	"T560":  Undecided,     // the sides differ while 0⁺ is finite, and agree, or cannot be compared, in the limit: they may differ by δ
	"T561":  Undecided,     // the sides differ while 0⁺ is finite, and agree, or cannot be compared, in the limit: they may differ by δ
	"T562":  Undecided,     // the sides differ while 0⁺ is finite, and agree, or cannot be compared, in the limit: they may differ by δ
	"T566":  Undecided,     // the sides differ while 0⁺ is finite, and agree, or cannot be compared, in the limit: they may differ by δ
	"T567":  Undecided,     // equal for x > 0
	"T568":  Undecided,     // a value beside a jump, f(x±0), is written with a zero whose sign is not read
	"T572":  Undecided,     // the sides agree away from the origin; there a derivative may be a δ function
	"T574":  Undecided,     // equal if plain letters are the lengths of the vectors, which the problem does not state
	"T575":  Undecided,     // a function of a tensor or an operator
	"T580":  Undecided,     // the factors of a product of sets are in another order
	"T581":  Undecided,     // the factors of a product of sets are in another order
	"T582":  Undecided,     // the factors of a product of sets are in another order
	"T583":  Undecided,     // the factors of a product of sets are in another order
	"T584":  Equivalent,    // braces group as well as list
	"T586":  Undecided,     // a set that is not understood
	"T587":  Undecided,     // spinors are in another order: a number against a matrix
	"T591":  Undecided,     // spinors are in another order: a number against a matrix
	"T592":  Undecided,     // spinors are in another order: a number against a matrix
	"T593":  Undecided,     // spinors are in another order: a number against a matrix
	"T600":  Undecided,     // the candidate in components: an odd power of a vector
	"T603":  Undecided,     // the candidate in components: a product of two vectors that is neither dotted nor crossed
	"T604":  Undecided,     // Hz and rad have the same dimension, and are units of different quantities
	"T605":  Undecided,     // Hz and rad have the same dimension, and are units of different quantities
	"T607":  Undecided,     // Bq and Hz have the same dimension, and are units of different quantities
	"T608":  Undecided,     // Gy and Sv have the same dimension, and are units of different quantities
	"T610":  Undecided,     // lm and cd have the same dimension, and are units of different quantities
	"T612":  Undecided,     // sr and rad have the same dimension, and are units of different quantities
	"T613":  Undecided,     // rad and sr have the same dimension, and are units of different quantities
	"T615":  Undecided,     // the sides agree at leading order in g; which power the asked order has is not known
	"T616":  Undecided,     // the sides agree at leading order in \alpha; which power the asked order has is not known
	"T617":  Undecided,     // the sides agree at leading order in \alpha; which power the asked order has is not known
	"T618":  Undecided,     // the sides agree at leading order in \lambda; which power the asked order has is not known
	"T619":  Undecided,     // the sides agree at leading order in \lambda; which power the asked order has is not known
	"T623":  Undecided,     // the sides agree at leading order in x; which power the asked order has is not known
	"T624":  Undecided,     // the sides agree at leading order in x; which power the asked order has is not known
	"T632":  Undecided,     // the sides differ while 0⁺ is finite, and agree, or cannot be compared, in the limit: they may differ by δ
	"T633":  Undecided,     // a limit that vanishes at the points that were tried may still be a distribution
	"T634":  Undecided,     // a limit that vanishes at the points that were tried may still be a distribution
	"T635":  Undecided,     // a limit that vanishes at the points that were tried may still be a distribution
	"T636":  Undecided,     // the limit agrees away from its poles
	"T638":  Undecided,     // a side without a value that can be evaluated
	"T639":  Undecided,     // the sides differ while 0⁺ is finite, and agree, or cannot be compared, in the limit: they may differ by δ
	"T640":  Undecided,     // the sides differ while 0⁺ is finite, and agree, or cannot be compared, in the limit: they may differ by δ
	"T641":  Undecided,     // the sides differ while 0⁺ is finite, and agree, or cannot be compared, in the limit: they may differ by δ
	"T642":  Undecided,     // the sides differ while 0⁺ is finite, and agree, or cannot be compared, in the limit: they may differ by δ
	"T643":  Undecided,     // the sides differ while 0⁺ is finite, and agree, or cannot be compared, in the limit: they may differ by δ
	"T651":  Undecided,     // the sides agree away from the origin; there a derivative may be a δ function
	"T652":  Undecided,     // the derivative vanishes away from the jumps
	"T653":  Undecided,     // the reference: no rule for the derivative of floor
	"T654":  Undecided,     // the reference: no rule for the derivative of max
	"T655":  Undecided,     // the factors of a product of sets are in another order
	"T657":  Undecided,     // spinors are in another order: a number against a matrix
	"T659":  Undecided,     // spinors are in another order: a number against a matrix
	"T660":  Undecided,     // spinors are in another order: a number against a matrix
	"T661":  Undecided,     // spinors are in another order: a number against a matrix
	"T662":  Undecided,     // spinors are in another order: a number against a matrix
	"T664":  Undecided,     // spinors are in another order: a number against a matrix
	"T665":  Undecided,     // spinors are in another order: a number against a matrix
	"T666":  Undecided,     // rad and Hz have the same dimension, and are units of different quantities
	"T667":  Undecided,     // Sv and Gy have the same dimension, and are units of different quantities
	"T668":  Undecided,     // Bq and Hz have the same dimension, and are units of different quantities
	"T669":  Undecided,     // Bq and Hz have the same dimension, and are units of different quantities
	"T670":  Undecided,     // Gy and Sv have the same dimension, and are units of different quantities
	"T671":  Undecided,     // the sides agree at leading order in x; which power the asked order has is not known
	"T672":  Undecided,     // the sides agree at leading order in x; which power the asked order has is not known
	"T673":  Undecided,     // the sides agree at leading order in x; which power the asked order has is not known
	"T674":  Undecided,     // the sides agree at leading order in x; which power the asked order has is not known
	"T675":  Undecided,     // the sides agree at leading order in x; which power the asked order has is not known
	"T676":  Undecided,     // the sides agree at leading order in x; which power the asked order has is not known
	"T677":  Undecided,     // the sides agree at leading order in x; which power the asked order has is not known
	"T678":  Undecided,     // the sides agree at leading order in x; which power the asked order has is not known
	"T679":  Undecided,     // the sides agree at leading order in x; which power the asked order has is not known
	"T682":  Undecided,     // the candidate in components: an odd power of a vector
	"T683":  Undecided,     // matrix elements of letters that may be operators, between other states
	"T685":  Undecided,     // matrix elements of letters that may be operators, between other states
	"T686":  Undecided,     // spinors are in another order: a number against a matrix
	"TE033": Different,     // a letter between states is taken for an operator
}

// TestUnseenT1 grades pairs of a third blind test that look alike and differ: limits of sums,
// sides of limits and of cuts, points of derivatives, products that do not commute, intervals,
// indices, spinors, momenta, units of one dimension, digits, orders, distributions, branches,
// special functions, integers, relations, notation, words. The last rows (TE…) are pairs of the
// same kinds that are equal. The verdicts are by inspection or from values to 30 digits.
func TestUnseenT1(t *testing.T) {
	gradeTable(t, "unseen_T1.jsonl", openT1)
}
