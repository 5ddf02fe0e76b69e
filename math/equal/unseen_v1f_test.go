package equal

import "testing"

// openV1f are the pairs of the table that have another verdict than it states, and why: what the
// table calls different has a reading as numbers in which it is equal, and is left open.
var openV1f = map[string]Verdict{
	"VFW179": Undecided, // the reference has no value that can be evaluated at any point of the domain that was tried
	"VFW180": Undecided, // more than one reading: equivalent if V(…) is a product, wh
	"VFW181": Undecided, // more than one reading: equivalent if \rho(…) is a product,
	"VFW182": Undecided, // more than one reading: equivalent if n(…) is a product, wh
	"VFW183": Undecided, // more than one reading: equivalent if E(…) is a product, wh
	"VFW184": Undecided, // more than one reading: equivalent if u(…) is a product, wh
	"VFW185": Undecided, // more than one reading: equivalent if S(…) is a product, wh
	"VFW186": Undecided, // more than one reading: equivalent if x(…) is a product, wh
	"VFW187": Undecided, // more than one reading: equivalent if g(…) is a product, wh
	"VFW188": Undecided, // more than one reading: equivalent if h(…) is a product, wh
	"VFW189": Undecided, // more than one reading
	"VFW190": Undecided, // more than one reading: equivalent if G(…) is a product, wh
	"VFW191": Undecided, // more than one reading
	"VFW192": Undecided, // more than one reading: equivalent if P(…) is a product, wh
	"VFW193": Undecided, // more than one reading: equivalent if v(…) is a product, wh
	"VFW194": Undecided, // more than one reading: equivalent if T(…) is a product, wh
	"VFW195": Undecided, // more than one reading: equivalent if \beta(…) is a product
	"VFW196": Undecided, // more than one reading: equivalent if Z(…) is a product, wh
	"VFW197": Undecided, // more than one reading: equivalent if W(…) is a product, wh
	"VFW198": Undecided, // more than one reading: equivalent if \mathcal{Z}(…) is a p
	"VFW199": Undecided, // more than one reading: equivalent if A(…) is a product, wh
	"VFW200": Undecided, // more than one reading: equivalent if \sigma(…) is a produc
	"VFW221": Undecided, // more than one reading
	"VFW222": Undecided, // more than one reading
	"VFW225": Undecided, // more than one reading
	"VFW236": Undecided, // more than one reading
	"VFW237": Undecided, // more than one reading
	"VFW240": Undecided, // more than one reading
	"VFW244": Undecided, // the same value under another name: x\left(0\right) and x\left(1\right)
	"VFW245": Undecided, // the reference also says what \psi\left(L\right) is
	"VFW246": Undecided, // one side is the value at a point, \psi\left(L\right), the other names the quantity itself
	"VFW247": Undecided, // the two equations are not multiples of each other, and no solution was found that solves o
	"VFW252": Undecided, // more than one reading
	"VFW253": Undecided, // more than one reading: equivalent if G(…) is a product, wh
	"VFW259": Undecided, // more than one reading: equivalent if \Pi(…) is a product,
	"VFW260": Undecided, // more than one reading
	"VFW269": Undecided, // more than one reading: equivalent if the superscripts of C a
	"VFW270": Undecided, // more than one reading: equivalent if the superscripts of T a
	"VFW272": Undecided, // more than one reading: equivalent if the superscripts of A a
	"VFW311": Malformed, // candidate: latex: at byte 3, “*”: not the beginning of an expression
	"VFW322": Undecided, // equal if \mathbf{8} is a number, and not the name of a representation
	"VFW323": Malformed, // reference: latex: at byte 19, “_”: a subscript of something that is no name
	"VFW324": Malformed, // reference: latex: at byte 19, “_”: a subscript of something that is no name
	"VFW334": Undecided, // more than one reading: equivalent if the superscripts of S a
	"VFW336": Undecided, // more than one reading: equivalent if the superscripts of S a
	"VFW337": Undecided, // more than one reading: equivalent if the superscripts of S a
	"VFW350": Undecided, // the same value under another name: N and \mathcal{N}
	"VFX038": Undecided, // more than one reading: equivalent if H, \rho commute, which
	"VFX039": Undecided, // more than one reading: equivalent if A, H commute, which the
	"VFX040": Undecided, // more than one reading: equivalent if U, \rho commute, which
	"VFX042": Undecided, // more than one reading: equivalent if U, \rho commute, which
	"VFX043": Undecided, // equal if the matrix commutes with what it conjugates, which the problem does not state: \f
	"VFX044": Undecided, // more than one reading: equivalent if A, P commute, which the
	"VFX045": Undecided, // more than one reading: equivalent if A, P commute, which the
	"VFX046": Undecided, // more than one reading: equivalent if Q, \Lambda commute, whi
	"VFX051": Undecided, // more than one reading: equivalent if L_x, L_y commute, which
	"VFX052": Undecided, // equal if these letters commute, which the problem does not state: components of a spin, ge
	"VFX053": Undecided, // equal if these letters commute, which the problem does not state: components of a spin, ge
	"VFX055": Undecided, // more than one reading: equivalent if c_i, c_j commute, which
	"VFX057": Undecided, // more than one reading: equivalent if c_i, c_j, c_k commute,
	"VFX059": Undecided, // equal if \hat{A} and the like are numbers, which the problem does not state
	"VFX060": Undecided, // a trace of the identity in an unknown space
	"VFX063": Undecided, // equal if \hat{A} and the like are numbers, which the problem does not state
	"VFX064": Undecided, // more than one reading: equivalent if M commutes with what it
	"VFX066": Undecided, // more than one reading: equivalent if A, B commute, which the
	"VFX067": Undecided, // equal if these letters commute, which the problem does not state: components of a spin, ge
	"VFX068": Undecided, // the reference in components: a product of two vectors that is neither dotted nor crossed
	"VFX069": Undecided, // equal if these letters commute, which the problem does not state: components of a spin, ge
	"VFX070": Undecided, // equal if these letters commute, which the problem does not state: components of a spin, ge
	"VFX071": Undecided, // equal if these letters commute, which the problem does not state: components of a spin, ge
	"VFX072": Undecided, // equal if \sigma_1 and the like are numbers, which the problem does not state
	"VFX074": Undecided, // equal if \hat{X} and the like are numbers, which the problem does not state
	"VFX079": Undecided, // equal if these letters commute, which the problem does not state: components of a spin, ge
	"VFX080": Undecided, // equal if these letters commute, which the problem does not state: components of a spin, ge
	"VFX082": Undecided, // equal if these letters commute, which the problem does not state: components of a spin, ge
	"VFX083": Undecided, // more than one reading: equivalent if \phi, y commute, which
	"VFX086": Undecided, // more than one reading: equivalent if p, x commute, which the
	"VFX087": Undecided, // equal if \hat{p} and the like are numbers, which the problem does not state
	"VFX088": Undecided, // equal if \hat{A} and the like are numbers, which the problem does not state
	"VFX089": Undecided, // equal if these vectors commute with each other and with themselves, which the problem does
	"VFX090": Undecided, // equal if these vectors commute with each other and with themselves, which the problem does
	"VFX091": Undecided, // equal if these vectors commute with each other and with themselves, which the problem does
	"VFX093": Undecided, // equal if these vectors commute with each other and with themselves, which the problem does
	"VFX094": Undecided, // equations between vectors or matrices that are not solved for the same quantity
	"VFX095": Undecided, // equal if these vectors commute with each other and with themselves, which the problem does
	"VFX096": Undecided, // equal if these vectors commute with each other and with themselves, which the problem does
	"VFX100": Undecided, // a γ matrix with an index that runs over space alone
	"VFX101": Undecided, // equal if these letters commute, which the problem does not state: components of a spin, ge
	"VFX102": Undecided, // equal if these letters commute, which the problem does not state: components of a spin, ge
	"VFX103": Undecided, // equal if these vectors commute with each other and with themselves, which the problem does
	"VFX104": Undecided, // equal if D_{\mu} and the like are numbers, which the problem does not state
	"VFX106": Undecided, // the tensor algebra does not read this kind of expression
	"VFX108": Undecided, // the tensor algebra does not read this kind of expression
	"VFX109": Undecided, // operators, functionals or events whose rules are not known here
	"VFX110": Undecided, // operators, functionals or events whose rules are not known here
	"VFX111": Malformed, // reference: latex: at byte 22, “A”: an integral without a differential (end the integrand w
	"VFX329": Undecided, // more than one reading: equivalent if the superscripts of F a
	"VFX332": Undecided, // more than one reading: equivalent if the superscripts of \om
	"VFX333": Undecided, // more than one reading: equivalent if the superscripts of \om
	"VFX334": Undecided, // more than one reading: equivalent if the superscripts of K a
	"VFX336": Undecided, // more than one reading: equivalent if the superscripts of \si
	"VFX337": Undecided, // more than one reading: equivalent if the superscripts of x a
	"VFX338": Undecided, // more than one reading: equivalent if the superscripts of p a
	"VFX339": Undecided, // more than one reading: equivalent if the superscripts of x a
	"VFX340": Undecided, // more than one reading: equivalent if the superscripts of x a
	"VFX341": Undecided, // a function of a tensor or an operator
	"VFX343": Undecided, // a function of a tensor or an operator
	"VFX344": Undecided, // a function of a tensor or an operator
	"VFX345": Undecided, // more than one reading: equivalent if the superscripts of \ph
	"VFX346": Undecided, // more than one reading: equivalent if the superscripts of \ph
	"VFX349": Undecided, // more than one reading: equivalent if the superscripts of f a
	"VFX350": Undecided, // more than one reading: equivalent if the superscripts of M a
	"VFX351": Undecided, // more than one reading: equivalent if the superscripts of Q a
	"VFX352": Undecided, // more than one reading: equivalent if the superscripts of S a
	"VFX353": Undecided, // more than one reading: equivalent if the superscripts of \si
	"VFX354": Undecided, // more than one reading: equivalent if the superscripts of \ch
	"VFX356": Undecided, // more than one reading: equivalent if the superscripts of T a
	"VFX357": Undecided, // more than one reading: equivalent if the superscripts of T a
	"VFX359": Undecided, // more than one reading: equivalent if the superscripts of T a
	"VFX360": Undecided, // more than one reading: equivalent if the superscripts of T a
	"VFX361": Undecided, // more than one reading: equivalent if the superscripts of g a
	"VFX362": Undecided, // more than one reading: equivalent if the superscripts of g a
	"VFX363": Undecided, // more than one reading: equivalent if the superscripts of R a
	"VFX364": Undecided, // more than one reading: equivalent if the superscripts of U a
	"VFX365": Undecided, // more than one reading: equivalent if the superscripts of C a
	"VFX367": Undecided, // more than one reading: equivalent if the superscripts of V a
	"VFX368": Undecided, // more than one reading: equivalent if the superscripts of \rh
	"VFX369": Undecided, // more than one reading: equivalent if the superscripts of I a
	"VFX370": Undecided, // more than one reading: equivalent if the superscripts of m a
	"VFX372": Undecided, // more than one reading: equivalent if the superscripts of G a
	"VFX373": Malformed, // reference: latex: at byte 8, “<”: not the beginning of an expression
	"VFX375": Undecided, // more than one reading: equivalent if the superscripts of x a
	"VFX379": Undecided, // more than one reading: equivalent if the superscripts of E a
	"VFX380": Undecided, // more than one reading: equivalent if the superscripts of k a
	"VFX381": Undecided, // more than one reading: equivalent if the superscripts of K a
	"VFX382": Undecided, // more than one reading: equivalent if the superscripts of R a
	"VFX385": Undecided, // more than one reading: equivalent if the superscripts of T a
	"VFX386": Undecided, // products and sums of representations are no numbers: \sqrt{D} \otimes \sqrt{D}
	"VFX387": Malformed, // reference: latex: at byte 3, “\otimes”: not the beginning of an expression
	"VFX388": Undecided, // operators, functionals or events whose rules are not known here
	"VFX389": Undecided, // the tensor algebra does not read this kind of expression
	"VFX394": Undecided, // the tensor algebra does not read this kind of expression
	"VFX404": Malformed, // reference: latex: at byte 5, “\ltimes”: unknown command (macros are not expanded; write th
	"VFX486": Undecided, // more than one reading: equivalent if u(…) is a product, wh
	"VFX497": Undecided, // more than one reading: equivalent if T(…) is a product, wh
	"VFX498": Undecided, // more than one reading: equivalent if T(…) is a product, wh
	"VFX500": Undecided, // more than one reading: equivalent if E(…) is a product, wh
	"VFX501": Undecided, // more than one reading: equivalent if V(…) is a product, wh
	"VFX502": Undecided, // more than one reading: equivalent if V(…) is a product, wh
	"VFX504": Undecided, // more than one reading: equivalent if E(…) is a product, wh
	"VFX509": Undecided, // more than one reading: equivalent if T(…) is a product, wh
	"VFZ005": Undecided, // equal if the matrix commutes with what it conjugates, which the problem does not state: S^
	"VFZ006": Undecided, // equal if the matrix commutes with what it conjugates, which the problem does not state: S^
	"VFZ007": Undecided, // equal if \hat{A} and the like are numbers, which the problem does not state
	"VFZ014": Undecided, // equal if \hat{H} and the like are numbers, which the problem does not state
	"VFZ015": Undecided, // equal if \hat{H} and the like are numbers, which the problem does not state
	"VFZ017": Undecided, // more than one reading: equivalent if c_i, c_j, c_k commute,
	"VFZ023": Undecided, // more than one reading: equivalent if a_i, a_j commute, which
	"VFZ025": Undecided, // a γ matrix with an index that runs over space alone
	"VFZ026": Undecided, // a γ matrix with an index that runs over space alone
	"VFZ053": Undecided, // one side is the value at a point, \psi\left(L\right), the other names the quantity itself
	"VFZ054": Undecided, // the reference also says what \psi\left(L\right) is
	"VFZ065": Undecided, // the reference also says what V\left(L\right) is
}

// TestUnseenV1f grades the pairs of a blind test on operators, indices, groups and functions of
// which the problem says nothing. The verdicts are by inspection.
func TestUnseenV1f(t *testing.T) { gradeTable(t, "unseen_V1f.jsonl", openV1f) }
