package pysyntax

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// parser is a precedence climber over the tokens; it builds nodes as written.
type parser struct {
	*expr.Pool
	tokens []token
	pos    int
	depth  int
	o      *Options
	bars   int // open |…|

	tight    bool // an implicit product binds tighter than a quotient: 1/2x is 1/(2x)
	sawTight bool // it matters

	unitAt map[int]bool // offsets of names that are units

	assumptions map[*expr.Node][]string
	boundI      bool // a sum or integral binds i
}

func newParser(pool *expr.Pool, tokens []token, o *Options) *parser {
	return &parser{Pool: pool, tokens: tokens, o: o, assumptions: map[*expr.Node][]string{}}
}

func (p *parser) whole() (*expr.Node, error) {
	if p.peek().kind == tokEnd {
		return nil, &Error{Reason: "nothing to read"}
	}
	if n := p.words(); n != nil {
		p.pos = len(p.tokens) - 1
		return n, nil
	}
	p.findBound()
	if p.o.Text {
		p.findUnits()
		p.splitNames()
	}
	n, err := p.list(tokEnd, "")
	if err != nil {
		return nil, err
	}
	if t := p.peek(); t.kind != tokEnd {
		return nil, p.unexpected(t, "does not continue the expression")
	}
	return n, nil
}

// words reads a text that consists of words, one of them long, as OpText: an answer in
// prose.
func (p *parser) words() *expr.Node {
	if !p.o.Text {
		return nil
	}
	var words []string
	long := false
	for _, t := range p.tokens[:len(p.tokens)-1] {
		if t.kind != tokName || len(words) > 0 && !t.space || greek[t.text] != "" || p.isKnown(t.text) {
			return nil
		}
		words = append(words, t.text)
		long = long || len(t.text) > 4
	}
	if !long {
		return nil
	}
	return p.MakeNamed(expr.OpText, strings.Join(words, " "))
}

func (p *parser) isKnown(name string) bool {
	canonical := SymbolName(name)
	_, function := p.o.Functions[canonical]
	_, call := heads[name]
	return function || call || p.o.Symbols[canonical] || strings.ContainsAny(name, "_0123456789") ||
		p.o.Units != nil && p.o.Units(name)
}

func (p *parser) peek() token { return p.tokens[p.pos] }

func (p *parser) take() token {
	t := p.tokens[p.pos]
	if t.kind != tokEnd {
		p.pos++
	}
	return t
}

func (p *parser) isOp(op string) bool {
	t := p.peek()
	return t.kind == tokOperator && t.text == op
}

func (p *parser) accept(op string) bool {
	if p.isOp(op) {
		p.pos++
		return true
	}
	return false
}

func (p *parser) expect(op string) error {
	if p.accept(op) {
		return nil
	}
	return p.unexpected(p.peek(), fmt.Sprintf("%q is missing before it", op))
}

func (p *parser) unexpected(t token, reason string) error {
	if t.kind == tokEnd {
		return &Error{Offset: t.offset, Reason: "the text ends too early: " + reason}
	}
	return &Error{Offset: t.offset, Found: t.text, Reason: reason}
}

func (p *parser) enter() error {
	if p.depth++; p.depth > maxDepth {
		return &Error{Offset: p.peek().offset, Reason: fmt.Sprintf("nested deeper than %d", maxDepth)}
	}
	return nil
}

func (p *parser) leave() { p.depth-- }

// list reads expressions separated by commas up to the closing operator, which it leaves;
// several, or one with a comma after it, are an OpList.
func (p *parser) list(end kind, closing string) (*expr.Node, error) {
	items, comma, err := p.items(end, closing)
	if err != nil {
		return nil, err
	}
	if len(items) == 1 && !comma {
		return items[0], nil
	}
	return p.Make(expr.OpList, items...), nil
}

func (p *parser) items(end kind, closing string) (items []*expr.Node, comma bool, err error) {
	for {
		if t := p.peek(); t.kind == end && (end == tokEnd || t.text == closing) && len(items) > 0 {
			break
		}
		n, err := p.expression()
		if err != nil {
			return nil, false, err
		}
		items = append(items, n)
		if !p.accept(",") && !p.accept(";") {
			break
		}
		comma = true
	}
	return items, comma, nil
}

// expression reads or-, and- and not-combinations of relations.
func (p *parser) expression() (*expr.Node, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	return p.joined(expr.OpOr, "or", "|", func() (*expr.Node, error) {
		return p.joined(expr.OpAnd, "and", "&", p.negation)
	})
}

func (p *parser) joined(op expr.Op, word, sign string, part func() (*expr.Node, error)) (*expr.Node, error) {
	n, err := part()
	if err != nil {
		return nil, err
	}
	parts := []*expr.Node{n}
	for {
		t := p.peek()
		if !(t.kind == tokName && t.text == word) && !(t.kind == tokOperator && t.text == sign && (sign != "|" || p.bars == 0)) {
			break
		}
		p.take()
		if n, err = part(); err != nil {
			return nil, err
		}
		parts = append(parts, n)
	}
	if len(parts) == 1 {
		return n, nil
	}
	return p.Make(op, parts...), nil
}

func (p *parser) negation() (*expr.Node, error) {
	t := p.peek()
	if !(t.kind == tokName && t.text == "not") && !(t.kind == tokOperator && t.text == "~") {
		return p.relation()
	}
	p.take()
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	n, err := p.negation()
	if err != nil {
		return nil, err
	}
	return p.Make(expr.OpNot, n), nil
}

var relations = map[string]string{
	"=": expr.RelEqual, "==": expr.RelEqual, "!=": expr.RelNotEqual, "<": expr.RelLess, "<=": expr.RelLessEqual,
	">": expr.RelGreater, ">=": expr.RelGreaterEqual, "≈": expr.RelApprox, "∝": expr.RelProportional, "∈": expr.RelElement, "->": expr.RelArrow,
}

// relation reads a chain of comparisons: a < b < c is (a < b) and (b < c).
func (p *parser) relation() (*expr.Node, error) {
	left, err := p.sum()
	if err != nil {
		return nil, err
	}
	var chain []*expr.Node
	for {
		t := p.peek()
		name, ok := relations[t.text]
		if t.kind == tokName && t.text == "in" {
			name, ok = expr.RelElement, true
		} else if t.kind != tokOperator {
			ok = false
		}
		if !ok {
			break
		}
		p.take()
		right, err := p.sum()
		if err != nil {
			return nil, err
		}
		chain = append(chain, p.MakeNamed(expr.OpRelation, name, left, right))
		left = right
	}
	switch len(chain) {
	case 0:
		return left, nil
	case 1:
		return chain[0], nil
	default:
		return p.Make(expr.OpAnd, chain...), nil
	}
}

// sum reads terms; a ± b binds like a sum of what stands before it.
func (p *parser) sum() (*expr.Node, error) {
	n, err := p.product()
	if err != nil {
		return nil, err
	}
	terms := []*expr.Node{n}
	for {
		t := p.peek()
		if t.kind != tokOperator || !slices.Contains([]string{"+", "-", "±", "∓", "∪", "∩"}, t.text) {
			break
		}
		p.take()
		if n, err = p.product(); err != nil {
			return nil, err
		}
		switch t.text {
		case "+":
			terms = append(terms, n)
		case "-":
			terms = append(terms, p.negate(n))
		case "∪":
			terms = []*expr.Node{p.Make(expr.OpUnion, p.add(terms), n)}
		case "∩":
			terms = []*expr.Node{p.Make(expr.OpIntersection, p.add(terms), n)}
		default:
			terms = []*expr.Node{p.MakeNamed(expr.OpPlusMinus, plusMinusName(t.text), p.add(terms), n)}
		}
	}
	return p.add(terms), nil
}

func plusMinusName(sign string) string {
	if sign == "∓" {
		return "-"
	}
	return ""
}

func (p *parser) add(terms []*expr.Node) *expr.Node {
	if len(terms) == 1 {
		return terms[0]
	}
	return p.Add(terms...)
}

// negate is −n: of a number it is the number, a product takes the factor −1 in.
func (p *parser) negate(n *expr.Node) *expr.Node {
	switch {
	case n.Op == expr.OpNumber && n.Rat.Sign() > 0:
		r := new(big.Rat).Neg(n.Rat)
		if n.Digits > 0 {
			return p.Decimal(r, n.Digits)
		}
		return p.Number(r)
	case n.Op == expr.OpMul && n.Args[0].Op == expr.OpNumber && n.Args[0].Rat.Sign() > 0:
		return p.Mul(append([]*expr.Node{p.negate(n.Args[0])}, n.Args[1:]...)...)
	case n.Op == expr.OpMul:
		return p.Mul(append([]*expr.Node{p.Int(-1)}, n.Args...)...)
	default:
		return p.Neg(n)
	}
}

// product reads factors and divisors, with implicit products in plain text.
func (p *parser) product() (*expr.Node, error) {
	negative := p.isOp("-")
	n, err := p.signed()
	if err != nil {
		return nil, err
	}
	factors := []*expr.Node{n}
	if negative && n.Op == expr.OpMul { // −x·y is one product
		factors = slices.Clone(n.Args)
	}
	for {
		t := p.peek()
		switch {
		case t.kind == tokOperator && (t.text == "*" || t.text == "@"):
			p.take()
			n, err = p.signed()
		case t.kind == tokOperator && (t.text == "/" || t.text == "//"):
			p.take()
			if n, err = p.divisor(); err == nil {
				if t.text == "//" {
					n = p.Apply("floor", p.Div(p.mul(factors), n))
					factors = nil // the node keeps the slice
				} else if q := p.quotientOfIntegers(factors, n); q != nil {
					factors, n = nil, q
				} else {
					n = p.Pow(n, p.Int(-1))
				}
			}
		case t.kind == tokOperator && t.text == "%":
			p.take()
			if !p.startsOperand() {
				n = p.MakeNamed(expr.OpUnit, "%")
				break
			}
			if n, err = p.signed(); err == nil {
				n = p.Apply("mod", p.mul(factors), n)
				factors = nil // the node keeps the slice
			}
		case p.o.Text && p.startsOperand():
			if t.kind == tokNumber && p.tokens[p.pos-1].kind == tokNumber {
				return nil, p.unexpected(t, "two numbers side by side")
			}
			n, err = p.power()
		default:
			return p.mul(factors), nil
		}
		if err != nil {
			return nil, err
		}
		factors = append(factors, n)
	}
}

// divisor reads what stands after a slash: with tight, all that is multiplied implicitly.
func (p *parser) divisor() (*expr.Node, error) {
	n, err := p.signed()
	if err != nil || !p.o.Text {
		return n, err
	}
	t := p.peek()
	if !p.startsOperand() || t.kind == tokNumber || isUnitToken(p, t) || !simple(n) {
		return n, nil
	}
	p.sawTight = true
	if !p.tight {
		return n, nil
	}
	factors := []*expr.Node{n}
	for p.startsOperand() {
		if n, err = p.power(); err != nil {
			return nil, err
		}
		factors = append(factors, n)
	}
	return p.mul(factors), nil
}

func isUnitToken(p *parser, t token) bool {
	return t.kind == tokName && p.unitAt[t.offset]
}

// simple says that a divisor was not written in parentheses.
func simple(n *expr.Node) bool { return n.Op != expr.OpAdd && n.Op != expr.OpMul }

// quotientOfIntegers joins 1/3 into one number.
func (p *parser) quotientOfIntegers(factors []*expr.Node, divisor *expr.Node) *expr.Node {
	isInteger := func(n *expr.Node) bool { return n.Op == expr.OpNumber && n.Digits == 0 && n.Rat.IsInt() }
	if len(factors) != 1 || !isInteger(factors[0]) || !isInteger(divisor) || divisor.Rat.Sign() <= 0 {
		return nil
	}
	return p.Number(new(big.Rat).Quo(factors[0].Rat, divisor.Rat))
}

func (p *parser) mul(factors []*expr.Node) *expr.Node {
	if len(factors) == 1 {
		return factors[0]
	}
	return p.Mul(factors...)
}

// startsOperand says that the next token can begin a factor.
func (p *parser) startsOperand() bool {
	t := p.peek()
	switch t.kind {
	case tokNumber, tokString:
		return true
	case tokName:
		return !slices.Contains([]string{"and", "or", "not", "in", "if", "else", "for", "lambda"}, t.text)
	case tokOperator:
		switch t.text {
		case "(", "[", "√", "{":
			return true
		case "|":
			return p.o.Text && p.bars == 0
		}
	default:
	}
	return false
}

// signed reads signs, which bind weaker than powers.
func (p *parser) signed() (*expr.Node, error) {
	t := p.peek()
	if t.kind != tokOperator || !slices.Contains([]string{"+", "-", "±", "∓"}, t.text) {
		return p.power()
	}
	p.take()
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	n, err := p.signed()
	if err != nil {
		return nil, err
	}
	switch t.text {
	case "+":
		return n, nil
	case "-":
		return p.negate(n), nil
	default:
		return p.MakeNamed(expr.OpPlusMinus, plusMinusName(t.text), n), nil
	}
}

// power reads base**exponent, to the right.
func (p *parser) power() (*expr.Node, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	base, err := p.postfix()
	if err != nil {
		return nil, err
	}
	if t := p.peek(); t.kind == tokSuperscript {
		p.take()
		if base, err = p.superscript(base, t); err != nil {
			return nil, err
		}
	}
	if !p.accept("**") && !p.accept("^") {
		return base, nil
	}
	exponent, err := p.signed()
	if err != nil {
		return nil, err
	}
	return p.Pow(base, exponent), nil
}

func (p *parser) superscript(base *expr.Node, t token) (*expr.Node, error) {
	if t.text == "n" {
		return p.Pow(base, p.Symbol("n")), nil
	}
	k, ok := new(big.Int).SetString(t.text, 10)
	if !ok {
		return nil, p.unexpected(t, "is not a whole number")
	}
	return p.Pow(base, p.Number(new(big.Rat).SetInt(k))), nil
}
