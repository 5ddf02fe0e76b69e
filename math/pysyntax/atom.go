package pysyntax

import (
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/assay-physics/assay/math/expr"
)

// modules are prefixes that say nothing: sp.sqrt is sqrt.
var modules = []string{"sp", "sympy", "sym", "np", "numpy", "math", "mpmath", "mp", "cmath", "S", "special", "scipy"}

// postfix reads an operand and what follows it: attributes, indices and factorials.
func (p *parser) postfix() (*expr.Node, error) {
	n, err := p.operand()
	if err != nil {
		return nil, err
	}
	for {
		t := p.peek()
		if t.kind != tokOperator {
			return n, nil
		}
		switch {
		case t.text == "!" || t.text == "!!":
			p.take()
			name := "factorial"
			if t.text == "!!" {
				name = "factorial2"
			}
			n = p.Apply(name, n)
		case t.text == "." && p.tokens[p.pos+1].kind == tokName:
			if n, err = p.attribute(n); err != nil {
				return nil, err
			}
		case t.text == "[" && !t.space && n.Op == expr.OpSymbol:
			if n, err = p.subscript(n); err != nil {
				return nil, err
			}
		default:
			return n, nil
		}
	}
}

// attribute reads .T and the methods that are functions of their object: f.diff(x).
func (p *parser) attribute(n *expr.Node) (*expr.Node, error) {
	p.take()
	t := p.take()
	if t.text == "T" {
		return p.Make(expr.OpTranspose, n), nil
	}
	if t.text == "H" {
		return p.Make(expr.OpDagger, n), nil
	}
	name, ok := methods[t.text]
	if !ok || !p.isOp("(") {
		return nil, &Error{Offset: t.offset, Found: t.text, Reason: "unknown attribute"}
	}
	args, err := p.arguments()
	if err != nil {
		return nil, err
	}
	return p.call(t, name, append([]argument{{node: n}}, args...))
}

var methods = map[string]string{
	"diff": "Derivative", "doit": "identity", "simplify": "identity", "expand": "identity", "evalf": "identity", "n": "identity", "factor": "identity",
	"integrate": "Integral", "conjugate": "conjugate", "transpose": "Transpose", "adjoint": "Dagger", "det": "Determinant", "trace": "Trace", "inv": "Inverse", "limit": "Limit",
}

// subscript reads x[i, j] as lower indices.
func (p *parser) subscript(head *expr.Node) (*expr.Node, error) {
	p.take()
	args := []*expr.Node{head}
	for {
		i, err := p.expression()
		if err != nil {
			return nil, err
		}
		args = append(args, p.Make(expr.OpLower, i))
		if !p.accept(",") {
			break
		}
	}
	return p.Make(expr.OpIndexed, args...), p.expect("]")
}

func (p *parser) operand() (*expr.Node, error) {
	t := p.take()
	switch t.kind {
	case tokNumber:
		return p.number(t), nil
	case tokString:
		return p.MakeNamed(expr.OpText, t.text), nil
	case tokName:
		return p.name(t)
	case tokOperator:
		switch t.text {
		case "(":
			return p.parenthesis()
		case "[":
			return p.brackets()
		case "{":
			return p.braces()
		case "|":
			if p.o.Text {
				return p.absolute()
			}
		case "√":
			n, err := p.power()
			if err != nil {
				return nil, err
			}
			return p.Sqrt(n), nil
		}
	default:
	}
	return nil, p.unexpected(t, "an operand is expected")
}

func (p *parser) number(t token) *expr.Node {
	value, digits, exponent := readNumber(t.text)
	n := p.Number(value)
	if digits > 0 {
		n = p.Decimal(value, digits)
	}
	if exponent.Sign() != 0 {
		n = p.Mul(n, p.Pow(p.Int(10), p.Number(new(big.Rat).SetInt(exponent))))
	}
	return n
}

// parenthesis reads what an opening parenthesis has begun: a group, a tuple, or an interval
// that ends in a bracket.
func (p *parser) parenthesis() (*expr.Node, error) {
	bars := p.bars
	p.bars = 0
	defer func() { p.bars = bars }()
	if p.accept(")") {
		return p.Make(expr.OpTuple), nil
	}
	items, comma, err := p.items(tokOperator, ")")
	if err != nil {
		return nil, err
	}
	if p.o.Text && len(items) == 2 && p.accept("]") {
		return p.MakeNamed(expr.OpInterval, "(]", items...), nil
	}
	if err := p.expect(")"); err != nil {
		return nil, err
	}
	if len(items) > 1 || comma {
		return p.Make(expr.OpTuple, items...), nil
	}
	return items[0], nil
}

func (p *parser) brackets() (*expr.Node, error) {
	bars := p.bars
	p.bars = 0
	defer func() { p.bars = bars }()
	if p.accept("]") {
		return p.Make(expr.OpList), nil
	}
	items, comma, err := p.items(tokOperator, "]")
	if err != nil {
		return nil, err
	}
	if p.o.Text {
		switch {
		case len(items) == 2 && p.accept(")"):
			return p.MakeNamed(expr.OpInterval, "[)", items...), nil
		case len(items) == 2 && p.accept("]"):
			return p.MakeNamed(expr.OpInterval, "[]", items...), nil
		case len(items) == 1 && !comma:
			return items[0], p.expect("]") // brackets as parentheses
		}
	}
	return p.Make(expr.OpList, items...), p.expect("]")
}

func (p *parser) braces() (*expr.Node, error) {
	bars := p.bars
	p.bars = 0
	defer func() { p.bars = bars }()
	if p.accept("}") {
		return p.Make(expr.OpSet), nil
	}
	items, _, err := p.items(tokOperator, "}")
	if err != nil {
		return nil, err
	}
	if p.isOp(":") {
		return nil, &Error{Offset: p.peek().offset, Found: ":", Reason: "dictionaries are not mathematics", Hint: "write a tuple or equations"}
	}
	return p.Make(expr.OpSet, items...), p.expect("}")
}

func (p *parser) absolute() (*expr.Node, error) {
	p.bars++
	defer func() { p.bars-- }()
	n, err := p.sum()
	if err != nil {
		return nil, err
	}
	return p.Apply("abs", n), p.expect("|")
}

// name reads what begins with a name: a constant, a call, a function without parentheses,
// or a symbol.
func (p *parser) name(t token) (*expr.Node, error) {
	if p.o.Symbols[SymbolName(t.text)] && !p.isOp("(") {
		return p.Symbol(SymbolName(t.text)), nil
	}
	for slices.Contains(modules, t.text) && p.isOp(".") && p.tokens[p.pos+1].kind == tokName {
		p.take()
		t = p.take()
	}
	if letters := strings.TrimRight(t.text, "'"); letters != t.text && p.isOp("(") {
		return p.primed(letters, len(t.text)-len(letters))
	}
	if p.isOp("(") && (!p.o.Text || p.isFunction(t)) || p.isOp(".") && (t.text == "Interval") {
		return p.callNamed(t)
	}
	if p.boundI && t.text == "i" {
		return p.Symbol(SymbolName(t.text)), nil
	}
	if n := p.constant(t.text); n != nil {
		return n, nil
	}
	if !p.o.Text {
		return p.Symbol(SymbolName(t.text)), nil
	}
	if isUnitToken(p, t) {
		return p.MakeNamed(expr.OpUnit, t.text), nil
	}
	if h, ok := heads[t.text]; ok && (h.function != "" || t.text == "sqrt" || t.text == "cbrt") && len(t.text) > 1 {
		if _, isGreek := greek[t.text]; !isGreek && (p.startsOperand() || p.isOp("^") || p.isOp("**") || p.peek().kind == tokSuperscript) {
			return p.bareFunction(t)
		}
	}
	return p.Symbol(SymbolName(t.text)), nil
}

// primed reads f'(x).
func (p *parser) primed(name string, primes int) (*expr.Node, error) {
	args, err := p.arguments()
	if err != nil {
		return nil, err
	}
	return p.MakeCounted(expr.OpPrime, int64(primes), p.MakeNamed(expr.OpCall, SymbolName(name), positional(args)...)), nil
}

// constants by spelling; in plain text `i` is the imaginary unit, and E and I are letters.
func (p *parser) constant(name string) *expr.Node {
	switch name {
	case "pi", "Pi", "π":
		return p.Constant(expr.ConstPi)
	case "e":
		return p.Constant(expr.ConstE)
	case "oo", "inf", "Infinity", "infinity":
		return p.Constant(expr.ConstInfinity)
	case "EulerGamma":
		return p.Constant(expr.ConstEulerGamma)
	case "Catalan":
		return p.Constant(expr.ConstCatalan)
	case "zoo", "ComplexInfinity":
		return p.Constant(expr.ConstComplexInf)
	case "nan", "NaN":
		return p.Constant(expr.ConstUndefined)
	case "GoldenRatio":
		return p.Div(p.Add(p.Int(1), p.Sqrt(p.Int(5))), p.Int(2))
	case "EmptySet":
		return p.Make(expr.OpSet)
	case "Reals", "Complexes", "Integers", "Naturals", "Rationals":
		return p.Symbol(`\mathbb{` + map[string]string{"Reals": "R", "Complexes": "C", "Integers": "Z", "Naturals": "N", "Rationals": "Q"}[name] + "}")
	}
	if p.o.Text {
		if name == "i" {
			return p.Constant(expr.ConstI)
		}
		return nil
	}
	switch name {
	case "E", "Exp1":
		return p.Constant(expr.ConstE)
	case "I", "ImaginaryUnit", "j":
		if name != "j" {
			return p.Constant(expr.ConstI)
		}
	case "NegativeInfinity":
		return p.Neg(p.Constant(expr.ConstInfinity))
	case "Half":
		return p.Number(big.NewRat(1, 2))
	case "One":
		return p.Int(1)
	case "Zero":
		return p.Int(0)
	case "NegativeOne":
		return p.Int(-1)
	case "true", "True":
		return p.MakeNamed(expr.OpText, "True")
	case "false", "False":
		return p.MakeNamed(expr.OpText, "False")
	case "None":
		return p.MakeNamed(expr.OpText, "None")
	}
	return nil
}

// isFunction says that in plain text the name before a parenthesis is called, not
// multiplied.
func (p *parser) isFunction(t token) bool {
	if _, ok := p.o.Functions[SymbolName(t.text)]; ok {
		return true
	}
	if p.o.Symbols[SymbolName(t.text)] {
		return false
	}
	if h, ok := heads[t.text]; ok {
		if _, isGreek := greek[t.text]; !isGreek || len(p.argumentPreview()) > 0 {
			return h.build != nil || h.function != ""
		}
	}
	return slices.Contains([]string{"f", "g", "h", "F", "G", "H"}, t.text)
}

// argumentPreview is non-empty if the parenthesis ahead holds what looks like the argument of
// a function that is also a letter (gamma(1/2), beta(a, b), zeta(3)): a number or a list.
func (p *parser) argumentPreview() string {
	depth, comma, number := 0, false, true
	for k := p.pos; k < len(p.tokens) && k < p.pos+64; k++ {
		switch t := p.tokens[k]; {
		case t.kind == tokOperator && t.text == "(":
			depth++
		case t.kind == tokOperator && t.text == ")":
			if depth--; depth == 0 {
				if comma || number {
					return "argument"
				}
				return ""
			}
		case t.kind == tokOperator && t.text == "," && depth == 1:
			comma = true
		case t.kind == tokName:
			number = false
		}
	}
	return ""
}

// bareFunction reads sin x, sin 2x, sin^2 x, √-like functions without parentheses.
func (p *parser) bareFunction(t token) (*expr.Node, error) {
	var exponent *expr.Node
	switch {
	case p.peek().kind == tokSuperscript:
		n, err := p.superscript(p.Int(1), p.take())
		if err != nil {
			return nil, err
		}
		exponent = n.Args[1]
	case p.accept("^") || p.accept("**"):
		n, err := p.exponentOfFunction()
		if err != nil {
			return nil, err
		}
		exponent = n
	}
	if !p.startsOperand() {
		return nil, p.unexpected(p.peek(), "the argument of "+t.text+" is missing")
	}
	var factors []*expr.Node
	if p.isOp("(") {
		n, err := p.postfix()
		if err != nil {
			return nil, err
		}
		factors = append(factors, n)
	}
	for len(factors) == 0 || !strings.HasPrefix(p.tokens[p.pos-1].text, ")") && p.startsOperand() && !p.isOp("(") {
		if next := p.peek(); next.kind == tokName && len(factors) > 0 {
			if h, ok := heads[next.text]; ok && h.function != "" {
				break
			}
		}
		n, err := p.power()
		if err != nil {
			return nil, err
		}
		factors = append(factors, n)
	}
	args := []argument{{node: p.mul(factors)}}
	if factors[0].Op == expr.OpTuple && len(factors) == 1 {
		args = args[:0]
		for _, a := range factors[0].Args {
			args = append(args, argument{node: a})
		}
	}
	name := t.text
	if exponent == p.Int(-1) {
		if inverse, ok := inverses[heads[name].function]; ok {
			name, exponent = inverse, nil
		}
	}
	n, err := p.call(t, name, args)
	if err != nil || exponent == nil {
		return n, err
	}
	return p.Pow(n, exponent), nil
}

// exponentOfFunction reads the 2 of sin^2 x: a number, a letter, or a parenthesis.
func (p *parser) exponentOfFunction() (*expr.Node, error) {
	if p.accept("-") {
		n, err := p.operand()
		if err != nil {
			return nil, err
		}
		return p.negate(n), nil
	}
	return p.operand()
}

var inverses = map[string]string{
	"sin": "asin", "cos": "acos", "tan": "atan", "cot": "acot", "sec": "asec", "csc": "acsc",
	"sinh": "asinh", "cosh": "acosh", "tanh": "atanh", "coth": "acoth", "sech": "asech", "csch": "acsch",
}

// splitNames splits undeclared names of two or three letters into letters: mc² is m·c².
func (p *parser) splitNames() {
	var out []token
	for k, t := range p.tokens {
		if !p.splits(k, t) {
			out = append(out, t)
			continue
		}
		offset := t.offset
		for j, r := range t.text {
			size := utf8.RuneLen(r)
			out = append(out, token{tokName, string(r), offset, offset + size, t.space && j == 0})
			offset += size
		}
	}
	p.tokens = out
}

func (p *parser) splits(k int, t token) bool {
	if strings.Contains(t.text, "'") {
		return false
	}
	n := utf8.RuneCountInString(t.text)
	if t.kind != tokName || n < 2 || n > 3 || p.isKnown(t.text) || SymbolName(t.text) != t.text || p.constant(t.text) != nil || isUnitToken(p, t) {
		return false
	}
	switch t.text {
	case "and", "or", "not", "in":
		return false
	}
	return p.tokens[k+1].text != "."
}

// findUnits marks the unit names that follow a number, up to a sign, a comma or the end:
// all of them, or none if a letter that is no unit stands among them (½ m v²).
func (p *parser) findUnits() {
	p.unitAt = map[int]bool{}
	if p.o.Units == nil {
		return
	}
	var group []int
	started, spoiled := false, false
	finish := func() {
		if !spoiled {
			for _, offset := range group {
				p.unitAt[offset] = true
			}
		}
		group, started, spoiled = group[:0], false, false
	}
	for k, t := range p.tokens {
		exponent := k > 0 && slices.Contains([]string{"^", "**", "-", "(", "/"}, p.tokens[k-1].text)
		switch {
		case t.kind == tokNumber:
			if started = true; len(group) > 0 && !exponent {
				finish()
				started = true
			}
		case t.kind == tokSuperscript:
		case t.kind == tokName && started && p.o.Units(t.text) && !p.o.Symbols[SymbolName(t.text)]:
			group = append(group, t.offset)
		case t.kind == tokName:
			spoiled = true
		case t.kind == tokOperator && t.text == "-" && exponent, t.kind == tokOperator && slices.Contains([]string{"/", "*", "^", "**", "(", ")"}, t.text):
		default:
			finish()
		}
	}
}

// findBound notes whether a sum or integral binds `i`: then it is an index in Sum(x**i,
// (i, 0, n)) and not the imaginary unit.
func (p *parser) findBound() {
	for k := 0; k+3 < len(p.tokens); k++ {
		if t := p.tokens[k : k+4]; t[0].text == "," && t[1].text == "(" && t[2].text == "i" && t[3].text == "," && t[2].kind == tokName {
			p.boundI = true
		}
	}
}
