package pysyntax

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// ErrTooLong says that the text of an expression, in which shared parts are written out,
// would exceed a megabyte.
var ErrTooLong = errors.New("pysyntax: the text of the expression is longer than 1 MiB")

const maxText = 1 << 20

// Format writes an expression as SymPy text that Parse reads back to the same expression
// up to the order in which a product with a fraction is written. What SymPy has no class
// for is written as a call of a name that Parse knows (Expectation, Slashed, Upper, …).
func Format(n *expr.Node) (string, error) {
	w := writer{}
	w.write(n, levelLowest)
	return w.done()
}

// FormatRepr writes the srepr form, Add(Symbol('x'), Integer(1)).
func FormatRepr(n *expr.Node) (string, error) {
	w := writer{repr: true}
	w.write(n, levelLowest)
	return w.done()
}

// level is the binding strength that an operand needs to stand without parentheses.
type level int

const (
	levelLowest level = iota
	levelOr
	levelAnd
	levelRelation
	levelSum
	levelProduct
	levelPower
	levelAtom
)

type writer struct {
	text []byte
	repr bool
	full bool
}

func (w *writer) done() (string, error) {
	if w.full {
		return "", ErrTooLong
	}
	return string(w.text), nil
}

func (w *writer) put(s string) {
	if w.full = w.full || len(w.text)+len(s) > maxText; !w.full {
		w.text = append(w.text, s...)
	}
}

func (w *writer) write(n *expr.Node, needs level) {
	if w.full {
		return
	}
	if w.repr {
		w.writeRepr(n)
		return
	}
	if has := levelOf(n); has < needs {
		w.put("(")
		defer w.put(")")
	}
	switch n.Op {
	case expr.OpNumber:
		w.put(numberText(n))
	case expr.OpAdd:
		w.sum(n)
	case expr.OpMul:
		w.product(n)
	case expr.OpPow:
		w.power(n)
	case expr.OpRelation:
		if op, ok := relationSigns[n.Name]; ok && len(n.Args) == 2 {
			w.write(n.Args[0], levelSum)
			w.put(op)
			w.write(n.Args[1], levelSum)
			return
		}
		w.common(n)
	case expr.OpAnd:
		w.joined(n, " & ", levelRelation)
	case expr.OpOr:
		w.joined(n, " | ", levelAnd)
	default:
		w.common(n)
	}
}

// relationSigns are those that SymPy's classes are not needed for.
var relationSigns = map[string]string{expr.RelLess: " < ", expr.RelLessEqual: " <= ", expr.RelGreater: " > ", expr.RelGreaterEqual: " >= "}

func levelOf(n *expr.Node) level {
	switch n.Op {
	case expr.OpAdd:
		if len(n.Args) > 1 {
			return levelSum
		}
	case expr.OpMul:
		if len(n.Args) > 1 {
			if negativeNumber(n.Args[0]) {
				return levelSum
			}
			return levelProduct
		}
	case expr.OpNumber:
		switch {
		case n.Rat.Sign() < 0:
			return levelSum
		case !n.Rat.IsInt() && n.Digits == 0:
			return levelProduct
		}
	case expr.OpPow:
		if isHalf(n.Args[1]) {
			return levelAtom
		}
		if isExact(n.Args[1]) && n.Args[1].Rat.Sign() < 0 {
			return levelProduct
		}
		return levelPower
	case expr.OpRelation:
		if _, ok := relationSigns[n.Name]; ok {
			return levelRelation
		}
	case expr.OpAnd:
		if len(n.Args) > 1 {
			return levelAnd
		}
	case expr.OpOr:
		if len(n.Args) > 1 {
			return levelOr
		}
	default:
	}
	return levelAtom
}

func isExact(n *expr.Node) bool        { return n.Op == expr.OpNumber && n.Digits == 0 }
func negativeNumber(n *expr.Node) bool { return n.Op == expr.OpNumber && n.Rat.Sign() < 0 }
func isHalf(n *expr.Node) bool {
	return isExact(n) && !n.Rat.IsInt() && n.Rat.Num().IsInt64() && n.Rat.Num().Int64() == 1 && n.Rat.Denom().IsInt64() && n.Rat.Denom().Int64() == 2
}

func (w *writer) joined(n *expr.Node, sep string, needs level) {
	if len(n.Args) < 2 {
		w.common(n)
		return
	}
	for k, a := range n.Args {
		if k > 0 {
			w.put(sep)
		}
		// Comparisons bind weaker than & and | in Python.
		if a.Op == expr.OpRelation {
			w.put("(")
			w.write(a, levelLowest)
			w.put(")")
			continue
		}
		w.write(a, needs)
	}
}

func (w *writer) sum(n *expr.Node) {
	if len(n.Args) < 2 {
		w.common(n)
		return
	}
	for k, a := range n.Args {
		if k == 0 {
			w.write(a, levelSum)
			continue
		}
		start := len(w.text)
		w.write(a, levelProduct)
		// A term that begins with a minus sign came in parentheses: take them off.
		if text := string(w.text[start:]); strings.HasPrefix(text, "(-") && startsNegative(a) {
			w.text = w.text[:start]
			w.put(" - ")
			w.put(text[2 : len(text)-1])
		} else {
			w.text = w.text[:start]
			w.put(" + ")
			w.put(text)
		}
	}
}

func startsNegative(n *expr.Node) bool {
	return negativeNumber(n) || n.Op == expr.OpMul && len(n.Args) > 1 && negativeNumber(n.Args[0])
}

// product writes factors in order; inverse powers become divisions, and the denominator of
// a leading fraction stands at the end, where Python keeps it exact.
func (w *writer) product(n *expr.Node) {
	if len(n.Args) < 2 {
		w.common(n)
		return
	}
	args, denominator := n.Args, ""
	begun := false
	if first := args[0]; isExact(first) {
		num := first.Rat.Num()
		switch {
		case first.Rat.IsInt() && num.CmpAbs(big.NewInt(1)) == 0:
			switch {
			case num.Sign() < 0:
				w.put("-")
			case isInverse(args[1]):
				w.put("1")
				begun = true
			default:
				w.put("1*")
			}
		case num.Cmp(big.NewInt(-1)) == 0:
			w.put("-")
			denominator = first.Rat.Denom().String()
		case num.Cmp(big.NewInt(1)) == 0:
			denominator = first.Rat.Denom().String()
		default:
			w.put(num.String())
			begun = true
			if !first.Rat.IsInt() {
				denominator = first.Rat.Denom().String()
			}
		}
		args = args[1:]
	}
	for _, a := range args {
		if isInverse(a) {
			if !begun {
				w.put("1")
			}
			w.put("/")
			w.inverse(a)
		} else {
			if begun {
				w.put("*")
			}
			w.write(a, levelPower)
		}
		begun = true
	}
	if denominator != "" {
		w.put("/" + denominator)
	}
}

func isInverse(n *expr.Node) bool {
	return n.Op == expr.OpPow && isExact(n.Args[1]) && n.Args[1].Rat.Sign() < 0
}

// inverse writes what stands under a fraction bar for b^(−r).
func (w *writer) inverse(n *expr.Node) {
	r := new(big.Rat).Neg(n.Args[1].Rat)
	switch {
	case r.Cmp(big.NewRat(1, 1)) == 0:
		w.write(n.Args[0], levelPower)
	case r.Cmp(big.NewRat(1, 2)) == 0:
		w.call("sqrt", n.Args[:1])
	default:
		w.write(n.Args[0], levelAtom)
		w.exponent(r)
	}
}

func (w *writer) exponent(r *big.Rat) {
	if r.IsInt() && r.Sign() > 0 {
		w.put("**" + r.Num().String())
	} else {
		w.put("**(" + r.RatString() + ")")
	}
}

func (w *writer) power(n *expr.Node) {
	e := n.Args[1]
	switch {
	case isHalf(e):
		w.call("sqrt", n.Args[:1])
	case isExact(e) && e.Rat.Sign() < 0:
		w.put("1/")
		w.inverse(n)
	case isExact(e):
		w.write(n.Args[0], levelAtom)
		w.exponent(e.Rat)
	default:
		w.write(n.Args[0], levelAtom)
		w.put("**")
		w.write(e, levelAtom)
	}
}

// numberText is p/q, or a decimal with its significant digits.
func numberText(n *expr.Node) string {
	if n.Digits == 0 {
		return n.Rat.RatString()
	}
	return decimalText(n.Rat, n.Digits)
}

// decimalText writes a decimal with that many significant digits, in positional notation
// for moderate sizes and with at least a point or an exponent.
func decimalText(r *big.Rat, digits int) string {
	if r.Sign() == 0 {
		return "0." + strings.Repeat("0", max(1, digits))
	}
	f := new(big.Float).SetPrec(uint(digits)*4 + 64).SetRat(r)
	text := f.Text('e', digits-1)
	mantissa, power, _ := strings.Cut(text, "e")
	e, err := strconv.Atoi(power)
	if err != nil {
		return text
	}
	if e < -5 || e >= digits {
		return mantissa + "e" + strconv.Itoa(e)
	}
	decimals := digits - 1 - e
	s := r.FloatString(decimals)
	if decimals == 0 {
		s += "."
	}
	return s
}

// common writes the atoms and calls that both forms share.
func (w *writer) common(n *expr.Node) {
	switch n.Op {
	case expr.OpSymbol:
		if name, ok := pythonName(n.Name); ok && !w.repr && !isReserved(name) {
			w.put(name)
		} else if ok {
			w.put("Symbol(" + quote(name) + ")")
		} else {
			w.put("Symbol(" + quote(n.Name) + ")")
		}
	case expr.OpConstant:
		w.put(constantNames[n.Name])
	case expr.OpText:
		switch n.Name {
		case "True", "False", "None":
			w.put(n.Name)
		default:
			w.put(quote(n.Name))
		}
	case expr.OpApply:
		w.applied(n)
	case expr.OpCall:
		if name, ok := pythonName(n.Name); ok && !w.repr && !isReserved(name) {
			if _, known := heads[name]; !known {
				w.call(name, n.Args)
				return
			}
		}
		name, ok := pythonName(n.Name)
		if !ok {
			name = n.Name
		}
		w.call("Function("+quote(name)+")", n.Args)
	default:
		w.structure(n)
	}
}

// isReserved says that a bare name would be read as something other than a symbol.
func isReserved(name string) bool {
	p := parser{Pool: expr.NewPool(), o: &Options{}}
	switch name {
	case "and", "or", "not", "in", "if", "else", "for", "lambda", "N", "O", "S", "Q":
		return true
	}
	for _, m := range modules {
		if m == name {
			return true
		}
	}
	return p.constant(name) != nil
}

var constantNames = map[string]string{
	expr.ConstPi: "pi", expr.ConstE: "E", expr.ConstI: "I", expr.ConstEulerGamma: "EulerGamma", expr.ConstCatalan: "Catalan",
	expr.ConstInfinity: "oo", expr.ConstComplexInf: "zoo", expr.ConstUndefined: "nan",
}

func quote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}

// sympyNames are functions that SymPy spells differently.
var sympyNames = map[string]string{
	"abs": "Abs", "mod": "Mod", "min": "Min", "max": "Max", "pochhammer": "RisingFactorial", "falling": "FallingFactorial",
	"lerch": "lerchphi", "ei": "Ei", "si": "Si", "ci": "Ci", "shi": "Shi", "chi": "Chi", "sphericalj": "jn", "sphericaly": "yn",
	"elliptick": "elliptic_k", "elliptice": "elliptic_e", "ellipticf": "elliptic_f", "ellipticpi": "elliptic_pi", "ylm": "Ynm", "lambertw": "LambertW",
	"dirac_delta": "DiracDelta", "heaviside": "Heaviside", "kronecker": "KroneckerDelta", "levi_civita": "LeviCivita", "root": "real_root",
	"tr": "Trace", "det": "Determinant", "inverse": "Inverse",
}

func (w *writer) applied(n *expr.Node) {
	name, ok := sympyNames[n.Name]
	if !ok {
		name = n.Name
	}
	w.call(name, n.Args)
}

func (w *writer) call(name string, args []*expr.Node) {
	w.put(name + "(")
	w.args(args)
	w.put(")")
}

func (w *writer) args(args []*expr.Node) {
	for k, a := range args {
		if k > 0 {
			w.put(", ")
		}
		w.write(a, levelLowest)
	}
}

var structureNames = map[expr.Op]string{
	expr.OpAdd: "Add", expr.OpMul: "Mul", expr.OpPow: "Pow", expr.OpAnd: "And", expr.OpOr: "Or", expr.OpNot: "Not",
	expr.OpSet: "FiniteSet", expr.OpUnion: "Union", expr.OpIntersection: "Intersection", expr.OpSetMinus: "Complement",
	expr.OpBigO: "O", expr.OpPlusMinus: "PlusMinus", expr.OpWhere: "Where", expr.OpList: "List",
	expr.OpCommutator: "Commutator", expr.OpAnticommutator: "AntiCommutator", expr.OpDagger: "Dagger", expr.OpTranspose: "Transpose",
	expr.OpTensorProduct: "TensorProduct", expr.OpDirectSum: "DirectSum", expr.OpBra: "Bra", expr.OpKet: "Ket", expr.OpExpectation: "Expectation",
	expr.OpDot: "Dot", expr.OpCross: "Cross", expr.OpSlashed: "Slashed", expr.OpIndexed: "Indexed", expr.OpUpper: "Upper", expr.OpLower: "Lower",
}

var relationNames = map[string]string{
	expr.RelEqual: "Eq", expr.RelNotEqual: "Ne", expr.RelLess: "Lt", expr.RelLessEqual: "Le", expr.RelGreater: "Gt", expr.RelGreaterEqual: "Ge",
	expr.RelElement: "Contains", expr.RelApprox: "Approx", expr.RelProportional: "Proportional", expr.RelEquivalent: "Equivalent", expr.RelArrow: "Tends",
}

func (w *writer) structure(n *expr.Node) {
	switch n.Op {
	case expr.OpRelation:
		w.call(relationNames[n.Name], n.Args)
	case expr.OpTuple:
		if len(n.Args) == 1 {
			w.call("Tuple", n.Args)
		} else {
			w.call("", n.Args)
		}
	case expr.OpInterval:
		w.interval(n)
	case expr.OpIntegral, expr.OpSum, expr.OpProduct:
		name := map[expr.Op]string{expr.OpIntegral: "Integral", expr.OpSum: "Sum", expr.OpProduct: "Product"}[n.Op]
		w.put(name + "(")
		w.write(n.Args[0], levelLowest)
		w.put(", ")
		if len(n.Args) == 2 {
			w.write(n.Args[1], levelLowest)
		} else {
			w.call("", n.Args[1:])
		}
		w.put(")")
	case expr.OpDerivative:
		w.put("Derivative(")
		w.write(n.Args[0], levelLowest)
		for k := 1; k+1 < len(n.Args); k += 2 {
			w.put(", ")
			w.call("", n.Args[k:k+2])
		}
		w.put(")")
	case expr.OpLimit:
		w.put("Limit(")
		w.args(n.Args)
		dir := n.Name
		if dir == "" {
			dir = "+-"
		}
		w.put(", '" + dir + "')")
	case expr.OpMatrix:
		w.matrix(n)
	case expr.OpPiecewise:
		w.piecewise(n)
	case expr.OpSetBuilder:
		w.call("ConditionSet", n.Args)
	case expr.OpPrime:
		w.put("Prime(")
		w.write(n.Args[0], levelLowest)
		if primes := ", " + n.Rat.Num().String(); w.repr {
			w.put(", Integer(" + primes[2:] + "))")
		} else {
			w.put(primes + ")")
		}
	case expr.OpUnit:
		w.put("Unit(" + quote(n.Name) + ")")
	default:
		if name, ok := structureNames[n.Op]; ok {
			w.call(name, n.Args)
		} else {
			w.call(n.Op.String(), n.Args)
		}
	}
}

func (w *writer) interval(n *expr.Node) {
	truth := map[bool]string{true: "True", false: "False"}
	w.put("Interval(")
	w.args(n.Args)
	if n.Name != "[]" {
		w.put(", " + truth[strings.HasPrefix(n.Name, "(")] + ", " + truth[strings.HasSuffix(n.Name, ")")])
	}
	w.put(")")
}

func (w *writer) matrix(n *expr.Node) {
	columns := 1
	if n.Rat != nil && n.Rat.Sign() > 0 && n.Rat.Num().IsInt64() {
		columns = int(n.Rat.Num().Int64())
	}
	w.put("Matrix([")
	for k := 0; k < len(n.Args); k += columns {
		if k > 0 {
			w.put(", ")
		}
		w.put("[")
		w.args(n.Args[k:min(k+columns, len(n.Args))])
		w.put("]")
	}
	w.put("])")
}

func (w *writer) piecewise(n *expr.Node) {
	w.put("Piecewise(")
	for k := 0; k < len(n.Args); k += 2 {
		if k > 0 {
			w.put(", ")
		}
		w.put("(")
		w.write(n.Args[k], levelLowest)
		w.put(", ")
		if k+1 < len(n.Args) {
			w.write(n.Args[k+1], levelLowest)
		} else {
			w.put("True")
		}
		w.put(")")
	}
	w.put(")")
}

// writeRepr writes every node as a call.
func (w *writer) writeRepr(n *expr.Node) {
	switch n.Op {
	case expr.OpNumber:
		switch {
		case n.Digits > 0:
			w.put(fmt.Sprintf("Float('%s', precision=%d)", decimalText(n.Rat, n.Digits), 2+n.Digits*3322/1000))
		case n.Rat.IsInt():
			w.put("Integer(" + n.Rat.Num().String() + ")")
		default:
			w.put("Rational(" + n.Rat.Num().String() + ", " + n.Rat.Denom().String() + ")")
		}
	case expr.OpAdd, expr.OpMul, expr.OpPow:
		w.call(structureNames[n.Op], n.Args)
	case expr.OpTuple:
		w.call("Tuple", n.Args)
	default:
		w.common(n)
	}
}
