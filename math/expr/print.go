package expr

import (
	"math/big"
	"strconv"
	"strings"
)

// printLimit bounds the bytes of a printed expression, in which shared parts are written out.
const printLimit = 1 << 20

// strength is how strongly an expression binds when it is printed; an operand that binds
// weaker than its place needs stands in parentheses.
type strength int

const (
	bindsNothing strength = iota
	bindsRelation
	bindsSum
	bindsProduct
	bindsPower
	bindsAtom
)

// printer is what LaTeX and Unicode share: precedence, signs and fractions.
type printer struct {
	text []byte
	full bool
}

func (p *printer) put(s string) {
	if p.full = p.full || len(p.text)+len(s) > printLimit; !p.full {
		p.text = append(p.text, s...)
	}
}

func (p *printer) result() string {
	if p.full {
		return string(p.text) + " …"
	}
	return string(p.text)
}

func strengthOf(n *Node) strength {
	switch n.Op {
	case OpNumber:
		if n.Rat.Sign() < 0 {
			return bindsSum
		}
		if !n.Rat.IsInt() && n.Digits == 0 || n.Digits > 0 && strings.Contains(decimal(n), "e") {
			return bindsProduct
		}
	case OpAdd, OpPlusMinus, OpEllipsis:
		return bindsSum
	case OpMul:
		if len(n.Args) > 0 && isNegative(n) {
			return bindsSum
		}
		return bindsProduct
	case OpDerivative, OpIntegral, OpSum, OpProduct, OpLimit, OpDot, OpCross, OpTensorProduct, OpDirectSum, OpNabla, OpPartial:
		return bindsProduct
	case OpPow:
		if isExact(n.Args[1]) && n.Args[1].Rat.Sign() < 0 {
			return bindsProduct
		}
		return bindsPower
	case OpApply:
		switch n.Name {
		case "exp", "factorial", "factorial2", "conjugate":
			return bindsPower
		}
	case OpDagger, OpTranspose, OpPrime:
		return bindsPower
	case OpRelation, OpAnd, OpOr, OpNot, OpWhere, OpList, OpSetMinus, OpUnion, OpIntersection:
		return bindsRelation
	default:
	}
	return bindsAtom
}

// isNegative says that a minus sign can be taken out in front.
func isNegative(n *Node) bool {
	if n.Op == OpMul && len(n.Args) > 1 {
		n = n.Args[0]
	}
	return n.Op == OpNumber && n.Rat.Sign() < 0
}

// power is a factor base^exponent with a positive exponent, or any expression to the first.
type power struct {
	base     *Node
	exponent *big.Rat // nil: 1
}

// quotient is a product as a printed fraction: coefficient, factors above and below. A
// product with something that does not commute keeps its order and has nothing below.
type quotient struct {
	negative     bool
	num, den     *big.Int // of the rational coefficient
	above, below []power
}

func splitQuotient(factors []*Node, commutes func(*Node) bool) quotient {
	q := quotient{num: big.NewInt(1), den: big.NewInt(1)}
	if len(factors) > 1 && isExact(factors[0]) {
		q.negative = factors[0].Rat.Sign() < 0
		q.num, q.den = new(big.Int).Abs(factors[0].Rat.Num()), factors[0].Rat.Denom()
		factors = factors[1:]
	}
	ordered := false
	for _, f := range factors {
		Walk(f, func(m *Node) bool {
			ordered = ordered || !commutes(m) || m.Op == OpEllipsis
			return !ordered
		})
	}
	for k, f := range factors {
		switch {
		case k == 0 && len(factors) > 1 && f.Digits > 0 && f.Op == OpNumber && f.Rat.Sign() < 0:
			q.negative = !q.negative
			abs := *f
			abs.Rat = new(big.Rat).Neg(f.Rat)
			q.above = append(q.above, power{base: &abs})
		case !ordered && f.Op == OpPow && isExact(f.Args[1]) && f.Args[1].Rat.Sign() < 0:
			q.below = append(q.below, power{f.Args[0], new(big.Rat).Neg(f.Args[1].Rat)})
		default:
			q.above = append(q.above, power{base: f})
		}
	}
	return q
}

// decimal is a decimal number with its significant digits, "3.00" or "6.02e23".
func decimal(n *Node) string {
	if n.Rat.Sign() == 0 {
		return "0." + strings.Repeat("0", min(max(1, n.Digits), 1000))
	}
	f := new(big.Float).SetPrec(uint(min(n.Digits, 1<<16))*4 + 64).SetRat(n.Rat)
	text := f.Text('e', n.Digits-1)
	mantissa, exponent, _ := strings.Cut(text, "e")
	e, err := strconv.Atoi(exponent)
	switch {
	case err != nil:
		return text
	case e < -4 || e >= max(n.Digits, 6):
		return mantissa + "e" + strconv.Itoa(e)
	default:
		return n.Rat.FloatString(max(0, n.Digits-1-e))
	}
}

// latexNames are functions that are written as a head before parentheses.
var latexNames = map[string]string{
	"sin": `\sin`, "cos": `\cos`, "tan": `\tan`, "cot": `\cot`, "sec": `\sec`, "csc": `\csc`,
	"sinh": `\sinh`, "cosh": `\cosh`, "tanh": `\tanh`, "coth": `\coth`, "sech": `\operatorname{sech}`, "csch": `\operatorname{csch}`,
	"asin": `\arcsin`, "acos": `\arccos`, "atan": `\arctan`, "acot": `\operatorname{arccot}`, "asec": `\operatorname{arcsec}`, "acsc": `\operatorname{arccsc}`,
	"asinh": `\operatorname{arsinh}`, "acosh": `\operatorname{arcosh}`, "atanh": `\operatorname{artanh}`, "acoth": `\operatorname{arcoth}`,
	"log": `\ln`, "sign": `\operatorname{sgn}`, "re": `\operatorname{Re}`, "im": `\operatorname{Im}`, "arg": `\arg`,
	"min": `\min`, "max": `\max`, "gcd": `\gcd`, "gamma": `\Gamma`, "beta": `B`, "uppergamma": `\Gamma`, "lowergamma": `\gamma`, "digamma": `\psi`, "zeta": `\zeta`,
	"dirichlet_eta": `\eta`, "erf": `\operatorname{erf}`, "erfc": `\operatorname{erfc}`, "erfi": `\operatorname{erfi}`,
	"ei": `\operatorname{Ei}`, "li": `\operatorname{li}`, "si": `\operatorname{Si}`, "ci": `\operatorname{Ci}`, "shi": `\operatorname{Shi}`, "chi": `\operatorname{Chi}`,
	"airyai": `\operatorname{Ai}`, "airybi": `\operatorname{Bi}`, "airyaiprime": `\operatorname{Ai}'`, "airybiprime": `\operatorname{Bi}'`,
	"elliptick": `K`, "elliptice": `E`, "ellipticf": `F`, "ellipticpi": `\Pi`, "lambertw": `W`, "dirac_delta": `\delta`, "heaviside": `\theta`,
	"tr": `\operatorname{tr}`, "det": `\det`, "dim": `\dim`, "rank": `\operatorname{rank}`,
}

// subscripted are functions whose first arguments are indices of the head.
var subscripted = map[string]struct {
	head    string
	indices int
}{
	"besselj": {"J", 1}, "bessely": {"Y", 1}, "besseli": {"I", 1}, "besselk": {"K", 1}, "sphericalj": {"j", 1}, "sphericaly": {"y", 1},
	"legendre": {"P", 1}, "hermite": {"H", 1}, "laguerre": {"L", 1}, "chebyshevt": {"T", 1}, "chebyshevu": {"U", 1},
	"polylog": {`\operatorname{Li}`, 1}, "expint": {"E", 1}, "clausen": {`\operatorname{Cl}`, 1},
}

var relationLaTeX = map[string]string{
	RelEqual: "=", RelNotEqual: `\neq`, RelLess: "<", RelLessEqual: `\le`, RelGreater: ">", RelGreaterEqual: `\ge`,
	RelApprox: `\approx`, RelProportional: `\propto`, RelElement: `\in`, RelEquivalent: `\equiv`, RelArrow: `\to`,
}
