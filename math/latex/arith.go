package latex

import (
	"math/big"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// additive reads a sum.
func (p *parser) additive() (*expr.Node, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	var terms []*expr.Node
	pairs := 0
	for {
		sign := ""
		if t := p.peek(); t.kind == tOp && !p.minusSet(terms) {
			switch t.name {
			case "+", "-", "±", "∓":
				sign = t.name
				p.next()
			}
		}
		if sign == "" && len(terms) > 0 {
			break
		}
		negative := sign == "-"
		for p.op("-") || p.op("+") { // a+-b
			negative = negative != p.op("-")
			p.next()
		}
		term, err := p.sumTerm()
		if err != nil {
			return nil, err
		}
		if negative {
			term = p.neg(ungroupSet(term))
		}
		if sign == "±" || sign == "∓" {
			if pairs++; pairs > maxPostfix {
				return nil, p.errorHere("too many signs ±", "")
			}
			name := ""
			if sign == "∓" {
				name = "-"
			}
			if len(terms) == 0 {
				term = p.pool.MakeNamed(expr.OpPlusMinus, name, ungroupSet(term))
			} else {
				term = p.plusMinus(name, ungroupSet(p.sum(terms)), ungroupSet(term))
				terms = terms[:0]
			}
		}
		terms = append(terms, term)
		if p.barAhead() {
			n, err := p.evaluatedSum(terms)
			if err != nil {
				return nil, err
			}
			terms = append(terms[:0], n)
		}
		if p.frame != nil && (p.frame.done || p.frame.inNumerator && p.numerator == 0) {
			break
		}
	}
	return p.sum(terms), nil
}

// plusMinus is a ± b; in 5 ± 0.1 cm the unit belongs to both.
func (p *parser) plusMinus(name string, a, b *expr.Node) *expr.Node {
	if b.Op != expr.OpMul || !isNumeric(a) {
		return p.pool.MakeNamed(expr.OpPlusMinus, name, a, b)
	}
	var numbers, units []*expr.Node
	for _, f := range b.Args {
		switch {
		case hasUnit(f):
			units = append(units, f)
		case isNumeric(f) && len(units) == 0:
			numbers = append(numbers, f)
		default:
			return p.pool.MakeNamed(expr.OpPlusMinus, name, a, b)
		}
	}
	if len(units) == 0 || len(numbers) == 0 || units[0].Name == "%" {
		return p.pool.MakeNamed(expr.OpPlusMinus, name, a, b)
	}
	return p.pool.Mul(append([]*expr.Node{p.pool.MakeNamed(expr.OpPlusMinus, name, a, p.times(numbers))}, units...)...)
}

func (p *parser) sum(terms []*expr.Node) *expr.Node {
	if len(terms) == 1 {
		return terms[0]
	}
	out := make([]*expr.Node, len(terms))
	for i, t := range terms {
		out[i] = ungroupSet(t)
	}
	return p.pool.Add(out...)
}

// sumTerm reads what stands between + and −: direct sums of tensor products of products.
func (p *parser) sumTerm() (*expr.Node, error) {
	return p.nary("⊕", expr.OpDirectSum, func() (*expr.Node, error) {
		return p.nary("⊗", expr.OpTensorProduct, p.product)
	})
}

func (p *parser) nary(sign string, op expr.Op, operand func() (*expr.Node, error)) (*expr.Node, error) {
	first, err := operand()
	if err != nil || !p.op(sign) {
		return first, err
	}
	all := []*expr.Node{first}
	for p.accept(sign) {
		n, err := operand()
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return p.pool.Make(op, all...), nil
}

// neg is −n; the sign of a literal is part of it.
func (p *parser) neg(n *expr.Node) *expr.Node {
	switch n.Op {
	case expr.OpNumber:
		r := new(big.Rat).Neg(n.Rat)
		if n.Digits > 0 {
			return p.pool.Decimal(r, n.Digits)
		}
		return p.pool.Number(r)
	case expr.OpMul:
		return p.pool.Mul(append([]*expr.Node{p.pool.Int(-1)}, n.Args...)...)
	case expr.OpPlusMinus: // −1.0(2) is −1.0 ± 0.2
		if len(n.Args) == 2 {
			return p.pool.MakeNamed(expr.OpPlusMinus, n.Name, p.neg(n.Args[0]), n.Args[1])
		}
	default:
	}
	return p.pool.Neg(n)
}

// div is a/b; a fraction of two literals is a number.
func (p *parser) div(a, b *expr.Node) *expr.Node {
	if isInteger(a) && isInteger(b) && b.Rat.Sign() != 0 {
		return p.pool.Number(new(big.Rat).Quo(a.Rat, b.Rat))
	}
	if a.Op == expr.OpMul {
		return p.pool.Mul(append(append(make([]*expr.Node, 0, len(a.Args)+1), a.Args...), p.inverse(b))...)
	}
	return p.pool.Mul(a, p.inverse(b))
}

func isInteger(n *expr.Node) bool {
	return n.Op == expr.OpNumber && n.Digits == 0 && n.Rat.IsInt() && n.Rat.Num().BitLen() <= 256
}

// product reads factors, side by side or with an operator between them.
func (p *parser) product() (*expr.Node, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	units := p.units
	defer func() { p.units = units }()
	factors := make([]*expr.Node, 0, 8)
	last := tEnd // kind of the token that began the last factor, if it was that token alone
	add := func(n *expr.Node) {
		if n.Op == expr.OpMul && last != tOpen && last != tBraceOpen {
			factors = append(factors, n.Args...)
		} else {
			factors = append(factors, n)
		}
		p.units = p.units || isNumeric(n)
	}
	for first := true; ; first = false {
		if p.frame != nil && p.frame.done {
			break
		}
		t := p.peek()
		if t.kind == tBraceOpen && int(t.match) == p.i+1 && !first && p.peekAt(2).kind != tSup && p.peekAt(2).kind != tSub { // {} of \mathop{}
			p.i += 2
			continue
		}
		if p.atDifferential() {
			if err := p.differentials(); err != nil {
				return nil, err
			}
			if p.frame.done {
				break
			}
			if !p.startsFactor(p.peek(), false) {
				break
			}
			continue
		}
		if first {
			if t.kind == tOp && (t.name == "-" || t.name == "+") {
				return nil, p.errorHere("a sign where a factor was expected", "")
			}
			last = t.kind
			n, err := p.factor()
			if err != nil {
				return nil, err
			}
			add(n)
			continue
		}
		if t.kind == tOp {
			switch t.name {
			case "·", "×", "*":
				p.next()
				if p.atDifferential() { // E·dA
					continue
				}
				last = p.peek().kind
				n, err := p.signedFactor()
				if err != nil {
					return nil, err
				}
				for t.name == "·" && p.op("×") && p.vectorLike(n) { // a·b×c is a·(b×c)
					p.next()
					m, err := p.factor()
					if err != nil {
						return nil, err
					}
					if c := p.vectorProduct("×", n, m); c != nil {
						n = c
					} else {
						n = p.pool.Mul(n, m)
					}
				}
				if len(factors) == 0 {
					add(n)
					continue
				}
				k := len(factors) - 1
				if m := p.gradientProduct(t.name, factors, n); m != nil {
					factors = append(factors[:k-1], m)
				} else if m := p.vectorProduct(t.name, factors[k], n); m != nil {
					factors[k] = m
				} else if m := p.scientific(factors[k], n, t.name); m != nil && k >= 0 {
					factors[k] = m
				} else {
					add(n)
				}
				continue
			case "/", "÷":
				p.next()
				n, err := p.denominator(factors, t)
				if err != nil {
					return nil, err
				}
				last = tEnd
				if len(factors) == 1 && isInteger(factors[0]) && isInteger(n) && n.Rat.Sign() != 0 {
					factors[0] = p.div(factors[0], n)
				} else {
					factors = append(factors, p.inverse(n))
				}
				continue
			case "mod":
				p.next()
				n, err := p.product()
				if err != nil {
					return nil, err
				}
				factors = []*expr.Node{p.pool.Apply("mod", p.times(factors), n)}
				continue
			}
		}
		if !p.startsFactor(t, true) {
			break
		}
		if t.kind == tNumber && last == tNumber && p.i > 0 && p.at(p.i-1).kind == tNumber {
			if n := p.mixedNumber(factors[len(factors)-1]); n != nil {
				factors[len(factors)-1] = n
				continue
			}
			if !p.factorialAfterPower(factors[len(factors)-1]) {
				return nil, p.errorHere("two numbers side by side", "write the sign between them")
			}
		}
		if last == tNumber && p.at(p.i-1).kind == tNumber {
			n, err := p.mixedFraction(factors[len(factors)-1])
			if err != nil {
				return nil, err
			}
			if n != nil {
				factors[len(factors)-1] = n
				last = tCommand
				continue
			}
		}
		last = t.kind
		n, err := p.factor()
		if err != nil {
			return nil, err
		}
		add(n)
	}
	if len(factors) == 0 {
		if p.frame != nil && len(p.frame.vars) > 0 {
			return p.pool.Int(1), nil
		}
		return nil, p.errorHere("an expression is missing", "")
	}
	return p.times(factors), nil
}

// times is the product of factors; a set in braces that is a factor was a group.
func (p *parser) times(factors []*expr.Node) *expr.Node {
	if len(factors) == 1 {
		return factors[0]
	}
	out := make([]*expr.Node, len(factors))
	for i, f := range factors {
		out[i] = ungroupSet(f)
	}
	return p.pool.Mul(out...)
}

// ungroupSet: braces around one expression are a group where a number is expected.
func ungroupSet(n *expr.Node) *expr.Node {
	if n.Op == expr.OpSet && len(n.Args) == 1 {
		return n.Args[0]
	}
	return n
}

// signedFactor is a factor after an operator, which may have a sign.
func (p *parser) signedFactor() (*expr.Node, error) {
	negative := false
	for p.op("-") || p.op("+") {
		negative = negative != p.op("-")
		p.next()
	}
	n, err := p.factor()
	if err == nil && negative {
		n = p.neg(n)
	}
	return n, err
}

// denominator reads what a/ is divided by. In a/b c without a sign the c may belong to it.
func (p *parser) denominator(factors []*expr.Node, slash *token) (*expr.Node, error) {
	if len(factors) == 0 {
		return nil, p.errorHere("a numerator is missing", "")
	}
	last := factors[len(factors)-1]
	t := p.peek()
	den, err := p.signedFactor()
	if err != nil {
		return nil, err
	}
	den = ungroupSet(den)
	next := p.peek()
	numbers := len(factors) <= 4 && isNumeric(p.times(factors)) && isNumeric(den)
	switch {
	case slash.name == "÷" || p.table.Strict || p.plain && slash.space == spaceBlank:
	case t.kind == tOpen || t.kind == tBraceOpen || t.kind == tCommand || t.kind == tText || den.Op == expr.OpUnit:
	case !p.startsFactor(next, true) || next.kind == tText || next.kind == tNumber || p.atDifferential():
	case numbers && next.space != spaceNone:
	default:
		var inside int
		if numbers {
			inside = p.choose("slash", "1/2x is (1/2)x", "1/2x is 1/(2x)")
		} else if p.inExponent { // e^{-x^2/2\sigma^2}
			inside = 1 - p.chooseUnlikely("slash-exponent", "a/bc in an exponent is a/(bc)", "a/bc in an exponent is (a/b)c")
		} else {
			inside = 1 - p.choose("slash-symbol", "a/bc is a/(bc)", "a/bc is (a/b)c")
		}
		if inside == 0 {
			return den, nil
		}
		dens := []*expr.Node{den}
		for p.startsFactor(p.peek(), true) && p.peek().kind != tText && !p.atDifferential() {
			n, err := p.factor()
			if err != nil {
				return nil, err
			}
			dens = append(dens, n)
		}
		return p.times(dens), nil
	}
	return p.lightUnit(last, den), nil
}

// lightUnit: in MeV/c^2 the c is part of the unit.
func (p *parser) lightUnit(last, den *expr.Node) *expr.Node {
	if last.Op != expr.OpUnit || !strings.HasSuffix(last.Name, "eV") {
		return den
	}
	c := p.pool.Symbol("c")
	switch {
	case den == c:
		return p.pool.MakeNamed(expr.OpUnit, "c")
	case den.Op == expr.OpPow && den.Args[0] == c:
		return p.pool.Pow(p.pool.MakeNamed(expr.OpUnit, "c"), den.Args[1])
	}
	return den
}

// mixedNumber and mixedFraction read 1 1/4 and 1\frac14 where the table allows them.
func (p *parser) mixedNumber(whole *expr.Node) *expr.Node {
	if !p.table.MixedNumbers || !isInteger(whole) {
		return nil
	}
	if p.peekAt(1).kind != tOp || p.peekAt(1).name != "/" || p.peekAt(2).kind != tNumber {
		return nil
	}
	a, b := p.literal(p.peek().name), p.literal(p.peekAt(2).name)
	if !isInteger(a) || !isInteger(b) || b.Rat.Sign() == 0 {
		return nil
	}
	p.i += 3
	return p.mixed(whole, p.div(a, b))
}

func (p *parser) mixed(whole, frac *expr.Node) *expr.Node {
	return p.pool.Number(new(big.Rat).Add(whole.Rat, frac.Rat))
}

func (p *parser) mixedFraction(whole *expr.Node) (*expr.Node, error) {
	t := p.peek()
	if t.kind != tCommand || !isFrac(t.name) || !isInteger(whole) {
		return nil, nil
	}
	i := p.i
	n, err := p.factor()
	if err != nil {
		return nil, err
	}
	proper := n.Op == expr.OpNumber && n.Digits == 0 && n.Rat.Sign() > 0 && n.Rat.Num().Cmp(n.Rat.Denom()) < 0
	if proper && p.at(p.i-1).kind == tBraceClose || proper && p.at(p.i-1).kind == tNumber {
		if p.table.MixedNumbers || p.choose("mixed", "2\\frac13 is a product", "2\\frac13 is a mixed number") == 1 {
			return p.mixed(whole, n), nil
		}
	}
	p.i, p.off = i, 0
	return nil, nil
}

// isNumeric: a number, or a product or power of numbers.
func isNumeric(n *expr.Node) bool {
	switch n.Op {
	case expr.OpNumber:
		return true
	case expr.OpConstant:
		return n.Name == expr.ConstPi
	case expr.OpMul, expr.OpPow, expr.OpPlusMinus, expr.OpAdd:
		for _, a := range n.Args {
			if !isNumeric(a) {
				return false
			}
		}
		return true
	default:
	}
	return false
}

// scientific joins 1.6 and 10^{-19} into one decimal, so that its digits count.
func (p *parser) scientific(a, b *expr.Node, op string) *expr.Node {
	if a.Op != expr.OpNumber || a.Digits == 0 || op == "*" || b.Op != expr.OpPow {
		return nil
	}
	base, e := b.Args[0], b.Args[1]
	if !isInteger(base) || base.Rat.Cmp(big.NewRat(10, 1)) != 0 || !isInteger(e) || !e.Rat.Num().IsInt64() || abs64(e.Rat.Num().Int64()) > maxExponent {
		return nil
	}
	k := e.Rat.Num().Int64()
	ten := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(abs64(k)), nil))
	if k < 0 {
		ten.Inv(ten)
	}
	return p.pool.Decimal(ten.Mul(ten, a.Rat), a.Digits)
}

// isConstantWord: "const" is read as a symbol.
func isConstantWord(s string) bool {
	return s == "const" || s == "const." || s == "constant"
}

// startsFactor reports whether a token can begin a factor; side by side with another one
// if juxtaposed.
func (p *parser) startsFactor(t *token, juxtaposed bool) bool {
	if juxtaposed && t.space == spaceWide && t.kind != tText {
		return false
	}
	switch t.kind {
	case tNumber, tLetter, tFunc, tBraceOpen, tAccent, tFont, tCommand, tBegin:
		return true
	case tOpen:
		if juxtaposed && t.name == "(" && t.flags&hasRelation != 0 && t.match > 0 {
			return false
		}
		return true
	case tText:
		return !t.word || p.isUnitText(t) || isConstantWord(t.name)
	case tBar:
		if juxtaposed && p.barAhead() {
			return false
		}
		return t.side == 1 || t.flags&isKet != 0 || t.side == 0 && p.bars == 0
	case tOp:
		return t.name == "…"
	case tSub:
		return p.hyperAhead()
	default:
	}
	return false
}
