package latex

import (
	"math/big"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// factor reads one factor with its powers, primes and factorials.
func (p *parser) factor() (*expr.Node, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	t := p.peek()
	switch t.kind {
	case tFunc:
		return p.function()
	case tLetter, tAccent, tFont:
		return p.symbolFactor()
	case tText:
		return p.textFactor()
	case tCommand:
		return p.commandFactor(t)
	default:
	}
	n, err := p.atom(t)
	if err != nil {
		return nil, err
	}
	return p.postfix(n)
}

// atom reads a number, a group or another bracketed thing.
func (p *parser) atom(t *token) (*expr.Node, error) {
	switch t.kind {
	case tNumber:
		name := t.name[p.off:]
		p.next()
		return p.literal(name), nil
	case tBraceOpen:
		return p.braceGroup()
	case tOpen:
		return p.group(p.i)
	case tBar:
		return p.barGroup(t)
	case tBegin:
		return p.environment()
	case tSub, tSup:
		if p.hyperAhead() {
			return p.hypergeometric()
		}
		if n, ok, err := p.leftScripts(); ok || err != nil {
			return n, err
		}
	case tOp:
		switch t.name {
		case "…":
			p.next()
			return p.pool.Make(expr.OpEllipsis), nil
		case "not": // \not p
			p.next()
			n, err := p.arg()
			if err != nil {
				return nil, err
			}
			return p.pool.Make(expr.OpSlashed, n), nil
		}
	default:
	}
	if t.kind == tEnd {
		return nil, p.errorHere("an expression is missing", "")
	}
	return nil, p.errorHere("not the beginning of an expression", "")
}

// braceGroup reads {…}: an empty one is a space, a name in braces is the name.
func (p *parser) braceGroup() (*expr.Node, error) {
	open := p.i
	t := p.peek()
	end := int(t.match)
	if end == open+1 {
		p.next()
		p.next()
		if p.hyperAhead() {
			return p.hypergeometric()
		}
		if n, ok, err := p.leftScripts(); ok || err != nil {
			return n, err
		}
		if t := p.peek(); t.kind == tSup {
			if from, to, next := p.spanOfScript(p.i); to == from+1 && p.at(from).name == `\circ` && p.units {
				p.i = next
				return p.degreeUnit(), nil
			}
		}
		if p.peek().kind == tSup || p.peek().kind == tSub {
			return nil, p.errorHere("a script without a base", "")
		}
		if !p.startsFactor(p.peek(), false) {
			return nil, p.errorHere("an expression is missing", "")
		}
		return p.factor()
	}
	if t.over >= 0 {
		n, err := p.overGroup(open+1, end, int(t.over))
		p.i = end + 1
		return n, err
	}
	if k := p.peekAt(1).kind; (k == tLetter || k == tAccent || k == tFont || k == tText && !p.peekAt(1).word) && (p.at(end+1).kind == tSub || p.at(end+1).kind == tPrime || p.at(end+1).kind == tOpen) {
		if _, ok := p.nameIn(open+1, end); ok {
			return p.symbolFactor()
		}
	}
	n, err := p.within(open+1, end, p.clauseList)
	if err != nil {
		return nil, err
	}
	p.i = end + 1
	return n, nil
}

// clauseList reads a formula, or several with commas, inside braces.
func (p *parser) clauseList() (*expr.Node, error) { return p.statements() }

// overGroup reads {a\over b}, {n\choose k}.
func (p *parser) overGroup(from, to, over int) (*expr.Node, error) {
	name := p.at(over).name
	a, err := p.within(from, over, p.additive)
	if err != nil {
		return nil, err
	}
	b, err := p.within(over+1, to, p.additive)
	if err != nil {
		return nil, err
	}
	p.i = to
	switch name {
	case "over":
		return p.div(a, b), nil
	case "choose":
		return p.pool.Apply("binomial", a, b), nil
	}
	return nil, p.errorAt(over, "a stack without a line has no meaning", "")
}

// postfix reads powers, factorials, daggers and evaluation points after an atom that is no name.
func (p *parser) postfix(n *expr.Node) (*expr.Node, error) {
	powers := 0
	for count := 0; ; count++ {
		if count > maxPostfix {
			return nil, p.errorHere("too many signs after one expression", "")
		}
		t := p.peek()
		switch {
		case (t.kind == tSup || t.kind == tSub) && p.afterBracket() && p.limitsAt(p.i):
			m, err := p.evaluation(n)
			if err != nil {
				return nil, err
			}
			n = m
		case t.kind == tSup:
			from, to, next := p.spanOfScript(p.i)
			if m, ok := p.indexedGroup(n, true, from, to); ok {
				p.i, p.off = next, 0
				n = m
				continue
			}
			if powers++; powers > 2 {
				return nil, p.errorHere("two exponents", "")
			}
			if !isInteger(n) || n.Rat.Cmp(big.NewRat(10, 1)) != 0 { // 10^12 is a power of ten however it is set
				if digit := p.firstDigit(from, to, next); digit != "" {
					p.i, p.off = from, 1 // the other digits are the next factor
					return p.pool.Pow(ungroupSet(n), p.literal(digit)), nil
				}
			}
			p.i, p.off = next, 0
			m, err := p.superscript(ungroupSet(n), from, to)
			if err != nil {
				return nil, err
			}
			n = m
		case t.kind == tOp && t.name == "**":
			p.next()
			e, err := p.plainExponent()
			if err != nil {
				return nil, err
			}
			n = p.pool.Pow(n, e)
		case t.kind == tOp && t.name == "!" && t.space != spaceWide:
			p.next()
			n = p.factorial(n)
		case t.kind == tOp && t.name == "%":
			p.next()
			n = p.pool.Mul(n, p.pool.MakeNamed(expr.OpUnit, "%"))
		case t.kind == tSub && n.Op != expr.OpNumber:
			from, to, next := p.spanOfScript(p.i)
			if n.Op == expr.OpDerivative { // (∂U/∂V)_T: what is held fixed
				if held, ok := p.label(from, to); ok && !hasRelationIn(p, from, to) {
					p.i, p.off = next, 0
					n = p.pool.MakeNamed(expr.OpCall, "fixed_{"+sortedList(held)+"}", n)
					continue
				}
			}
			if n.Op == expr.OpCall && (strings.HasPrefix(n.Name, `\mathrm{`) || n.Name == "U" || n.Name == "O") { // SU(3)_c
				if l, ok := p.label(from, to); ok {
					p.i, p.off = next, 0
					n = p.pool.MakeNamed(expr.OpCall, subscripted(n.Name, l), n.Args...)
					continue
				}
			}
			if run := p.letterRun(from, to); len(run) == 1 && n.Op != expr.OpSymbol && p.vectorLike(n) { // (a×b)_i
				p.i, p.off = next, 0
				n = p.pool.Make(expr.OpIndexed, n, p.pool.Make(expr.OpLower, p.pool.Symbol(run[0])))
				continue
			}
			if m, ok := p.indexedGroup(n, false, from, to); ok {
				p.i, p.off = next, 0
				n = m
				continue
			}
			at, err := p.within(from, to, p.clause)
			if err != nil {
				return nil, err
			}
			if at.Op != expr.OpRelation {
				return nil, p.errorHere("a subscript of something that is no name", "")
			}
			p.i, p.off = next, 0
			n = p.pool.Make(expr.OpWhere, n, at)
		case t.kind == tPrime && (n.Op == expr.OpApply || n.Op == expr.OpCall):
			p.next()
			n = p.pool.MakeCounted(expr.OpPrime, int64(len(t.name)), n)
		case t.kind == tPrime && n.Op == expr.OpPrime && n.Args[0].Op != expr.OpSymbol:
			p.next()
			n = p.pool.MakeCounted(expr.OpPrime, n.Rat.Num().Int64()+int64(len(t.name)), n.Args[0])
		case t.kind == tPrime && p.hasFunction(n):
			p.next()
			n = p.pool.MakeCounted(expr.OpPrime, int64(len(t.name)), n)
		case t.kind == tPrime && n.Op != expr.OpNumber:
			return nil, p.errorHere("a prime on something that is no name", "")
		default:
			return n, nil
		}
	}
}

func hasRelationIn(p *parser, from, to int) bool {
	for i := from; i < to; i++ {
		if p.isRelationAt(i) {
			return true
		}
	}
	return false
}

func (p *parser) factorial(n *expr.Node) *expr.Node {
	if t := p.peek(); t.kind == tOp && t.name == "!" && t.space == spaceNone {
		p.next()
		return p.pool.Apply("factorial2", n)
	}
	return p.pool.Apply("factorial", n)
}

// plainExponent is the exponent after **: a factor with its own sign and powers.
func (p *parser) plainExponent() (*expr.Node, error) {
	return p.signedFactor()
}

// superscript is n with the script in tokens [from, to).
func (p *parser) superscript(n *expr.Node, from, to int) (*expr.Node, error) {
	first := p.at(from)
	if from >= to {
		return nil, p.errorAt(from, "an empty exponent", "")
	}
	one := to == from+1
	switch first.kind {
	case tLetter:
		switch {
		case first.name == `\dagger`:
			n = p.dagger(n)
			if one {
				return n, nil
			}
			from++
		case first.name == `\circ` && one, first.name == `\degree` && one:
			return p.degrees(n), nil
		case (first.name == `\top` || first.name == `\intercal`) && one:
			return p.pool.Make(expr.OpTranspose, row(p.pool, n)), nil
		case first.name == "T" && one && (p.isMatrixNode(n) || n.Op == expr.OpTuple || n.Op == expr.OpCommutator || n.Op == expr.OpInterval && n.Name == "[]"):
			return p.pool.Make(expr.OpTranspose, row(p.pool, n)), nil
		case first.name == `\star` && one:
			return p.pool.Apply("conjugate", n), nil
		}
	case tOp:
		if first.name == "*" && one {
			return p.pool.Apply("conjugate", n), nil
		}
		if one && (first.name == "+" || first.name == "-") && isInteger(n) && n.Rat.Sign() == 0 {
			return p.pool.Symbol("0^{" + first.name + "}"), nil // x + i0^+
		}
		if signs, ok := p.signs(from, to); ok && isRational(n) { // J^P = 1^+, 0^{++}
			return p.pool.Symbol(n.String() + "^{" + signs + "}"), nil
		}
	case tText:
		if one && !first.word && (first.name == "T" || first.name == "t" || first.name == "tr") {
			return p.pool.Make(expr.OpTranspose, n), nil
		}
		if one && (first.name == "o" || first.name == "deg") {
			return p.degrees(n), nil
		}
	case tPrime:
		return nil, p.errorAt(from, "a prime on something that is no name", "")
	default:
	}
	e, err := p.exponent(from, to)
	if err != nil {
		return nil, err
	}
	if n.Op == expr.OpMatrix && isInteger(e) && e.Rat.Cmp(big.NewRat(-1, 1)) == 0 {
		return p.pool.Apply("inverse", n), nil
	}
	return p.pool.Pow(n, e), nil
}

// signs is a script of nothing but one or two signs, as parities are written.
func (p *parser) signs(from, to int) (string, bool) {
	all := ""
	for i := from; i < to; i++ {
		t := p.at(i)
		if t.kind != tOp || t.name != "+" && t.name != "-" {
			return "", false
		}
		all += t.name
	}
	return all, len(all) == 1 || len(all) == 2
}

// isRational: a number, or a quotient of two.
func isRational(n *expr.Node) bool {
	switch n.Op {
	case expr.OpNumber:
		return n.Digits == 0
	case expr.OpMul:
		return len(n.Args) == 2 && isInteger(n.Args[0]) && n.Args[1].Op == expr.OpPow && isInteger(n.Args[1].Args[0])
	default:
		return false
	}
}

func (p *parser) exponent(from, to int) (*expr.Node, error) {
	units := p.units
	inExponent := p.inExponent
	p.units, p.inExponent = false, true
	e, err := p.within(from, to, p.additive)
	p.units, p.inExponent = units, inExponent
	return ungroupSetOrNil(e), err
}

func ungroupSetOrNil(n *expr.Node) *expr.Node {
	if n == nil {
		return nil
	}
	return ungroupSet(n)
}

func (p *parser) degrees(n *expr.Node) *expr.Node {
	unit := p.degreeUnit()
	if unit.Name == "°" {
		n = p.arcMinutes(n)
	}
	return p.pool.Mul(n, unit)
}

// degreeUnit is ° of angle, or °C if a C follows.
func (p *parser) degreeUnit() *expr.Node {
	name := "°"
	if t := p.peek(); (t.kind == tText || t.kind == tLetter && t.space == spaceNone) && (t.name == "C" || t.name == "F") {
		name += t.name
		p.next()
	}
	return p.pool.MakeNamed(expr.OpUnit, name)
}

func (p *parser) isMatrixNode(n *expr.Node) bool {
	switch n.Op {
	case expr.OpMatrix:
		return true
	case expr.OpSymbol:
		k, ok := p.table.symbol(n.Name)
		return ok && k&(Matrix|Vector) != 0
	case expr.OpMul, expr.OpAdd:
		for _, a := range n.Args {
			if p.isMatrixNode(a) {
				return true
			}
		}
	default:
	}
	return false
}

// arg reads the argument of a macro: a group, or one token.
func (p *parser) arg() (*expr.Node, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	t := p.peek()
	switch t.kind {
	case tBraceOpen:
		open, end := p.i, int(t.match)
		if end == open+1 {
			return nil, p.errorHere("an empty argument", "")
		}
		if t.over >= 0 {
			n, err := p.overGroup(open+1, end, int(t.over))
			p.i = end + 1
			return n, err
		}
		n, err := p.keepFrame(open+1, end)
		if err != nil {
			return nil, err
		}
		p.i = end + 1
		return ungroupSet(n), nil
	case tNumber:
		name := t.name[p.off:]
		if len(name) > 1 {
			for i := 0; i < len(name); i++ {
				if name[i] < '0' || name[i] > '9' {
					return nil, p.errorHere("a number that is no single digit needs braces", "")
				}
			}
			p.off++
			return p.literal(name[:1]), nil
		}
		p.next()
		return p.literal(name), nil
	case tLetter, tAccent, tFont, tText:
		name, ok, err := p.baseName()
		if err != nil {
			return nil, err
		}
		if ok {
			return p.symbolNode(name), nil
		}
		return nil, p.errorHere("an argument needs braces", "")
	case tCommand:
		if t.name == "partial" { // \slashed\partial
			p.next()
			return p.pool.Make(expr.OpPartial), nil
		}
	case tOpen:
		if t.name == "(" {
			return p.group(p.i)
		}
	case tEnd:
		return nil, p.errorHere("an argument is missing", "")
	default:
	}
	return nil, p.errorHere("an argument needs braces", "")
}

// keepFrame reads a group in which a differential of the integral around it may stand.
func (p *parser) keepFrame(from, to int) (*expr.Node, error) {
	if p.frame == nil || p.numerator == 0 {
		return p.within(from, to, p.clause)
	}
	i, stop := p.i, p.stop
	p.i, p.stop, p.off = from, to, 0
	n, err := p.additive()
	if err == nil && p.i < p.stop {
		err = p.errorHere("not understood here", "")
	}
	if err != nil {
		return nil, err
	}
	p.i, p.stop = i, stop
	return n, nil
}

// commandFactor reads what a command with arguments makes, with its powers.
func (p *parser) commandFactor(t *token) (*expr.Node, error) {
	var n *expr.Node
	var err error
	switch t.name {
	case "int", "oint", "iint", "iiint", "iiiint", "oiint", "intop":
		return p.integral()
	case "sum", "prod", "bigoplus", "bigotimes":
		return p.bigOperator()
	case "lim":
		return p.limit()
	case "frac", "dfrac", "tfrac", "cfrac", "nicefrac", "sfrac", "flatfrac":
		n, err = p.fraction()
		if n != nil && n.Op == expr.OpDerivative {
			return n, err
		}
	case "sqrt", "√", "∛", "∜", "root":
		n, err = p.root(t.name)
	case "binom", "dbinom", "tbinom":
		p.next()
		n, err = p.twoArgs("binomial")
	case "partial":
		n, err = p.partial()
		if n != nil {
			return n, err
		}
	case "nabla", "grad":
		n, err = p.nabla()
	case "laplacian":
		p.next()
		n = p.pool.Pow(p.pool.Make(expr.OpNabla), p.pool.Int(2))
	case "ket", "bra", "Ket", "Bra", "braket", "Braket", "ketbra", "ev", "expval", "mel", "matrixel", "ip", "dyad", "innerproduct", "outerproduct":
		n, err = p.diracMacro(t.name)
	case "abs", "norm":
		p.next()
		n, err = p.oneArg(t.name)
	case "comm", "commutator", "acomm", "anticommutator":
		p.next()
		n, err = p.bracketMacro(t.name)
	case "order":
		p.next()
		n, err = p.arg()
		if err == nil {
			n = p.pool.Make(expr.OpBigO, n)
		}
	case "dv", "pdv", "derivative", "partialderivative":
		return p.derivativeMacro(t.name)
	case "textcolor":
		p.next()
		if p.peek().kind != tBraceOpen {
			return nil, p.errorHere("an argument is missing", "")
		}
		p.i = int(p.peek().match) + 1
		n, err = p.arg()
	case "underbrace", "overbrace":
		p.next()
		n, err = p.arg()
		for err == nil && (p.peek().kind == tSub || p.peek().kind == tSup) {
			_, _, p.i = p.spanOfScript(p.i)
		}
	default:
		return nil, p.errorHere("not understood here", "")
	}
	if err != nil {
		return nil, err
	}
	return p.postfix(n)
}

func isFrac(name string) bool {
	switch name {
	case "frac", "dfrac", "tfrac", "cfrac", "nicefrac", "sfrac", "flatfrac":
		return true
	}
	return false
}

// fraction reads \frac in all spellings; a derivative in Leibniz' notation is one.
func (p *parser) fraction() (*expr.Node, error) {
	p.next()
	if p.peek().kind == tOpen && p.peek().name == "[" { // \cfrac[l]
		return nil, p.errorHere("an option of a fraction", "")
	}
	if n, err := p.leibniz(); n != nil || err != nil {
		return n, err
	}
	units := p.units
	p.numerator++
	a, err := p.arg()
	p.numerator--
	if err != nil {
		return nil, err
	}
	p.units = units || hasUnit(a)
	fr := p.frame
	p.frame = nil
	numerator := p.numerator
	p.numerator = 0
	b, err := p.arg()
	p.frame, p.numerator = fr, numerator
	p.units = units
	if err != nil {
		return nil, err
	}
	return p.div(a, b), nil
}

// hasUnit reports whether a product has a unit among its factors.
func hasUnit(n *expr.Node) bool {
	switch n.Op {
	case expr.OpUnit:
		return true
	case expr.OpMul:
		for _, a := range n.Args {
			if a.Op == expr.OpUnit || a.Op == expr.OpPow && a.Args[0].Op == expr.OpUnit {
				return true
			}
		}
	case expr.OpPow:
		return n.Args[0].Op == expr.OpUnit
	default:
	}
	return false
}

func (p *parser) twoArgs(name string) (*expr.Node, error) {
	a, err := p.arg()
	if err != nil {
		return nil, err
	}
	b, err := p.arg()
	if err != nil {
		return nil, err
	}
	return p.pool.Apply(name, a, b), nil
}

func (p *parser) oneArg(name string) (*expr.Node, error) {
	a, err := p.arg()
	if err != nil {
		return nil, err
	}
	return p.pool.Apply(name, a), nil
}

// root reads \sqrt[n]{x}, \sqrt2, √2 and \root n \of x.
func (p *parser) root(name string) (*expr.Node, error) {
	p.next()
	var index *expr.Node
	switch name {
	case "∛":
		index = p.pool.Int(3)
	case "∜":
		index = p.pool.Int(4)
	case "sqrt":
		if t := p.peek(); t.kind == tOpen && t.name == "[" && t.match > 0 {
			n, err := p.within(p.i+1, int(t.match), p.additive)
			if err != nil {
				return nil, err
			}
			index = n
			p.i = int(t.match) + 1
		}
	case "root":
		return nil, p.errorHere(`\root is not read`, `write \sqrt[n]{x}`)
	}
	t := p.peek()
	var x *expr.Node
	var err error
	switch {
	case t.kind == tNumber && name != "sqrt":
		p.next()
		x = p.literal(t.name)
	case t.kind == tNumber && p.off == 0 && len(t.name) > 1 && p.choose("sqrt "+t.name, `\sqrt`+t.name+" covers all digits", `\sqrt`+t.name+" covers one digit") == 0:
		p.next()
		x = p.literal(t.name)
	case t.kind == tFunc:
		x, err = p.function()
	default:
		x, err = p.arg()
	}
	if err != nil {
		return nil, err
	}
	if index == nil || isInteger(index) && index.Rat.Cmp(big.NewRat(2, 1)) == 0 {
		return p.pool.Sqrt(x), nil
	}
	return p.pool.Apply("root", x, index), nil
}

// hasFunction reports whether an expression contains a function that the problem declares as
// unknown: (fg)' is the derivative of a product, (AB)' is not known to be one.
func (p *parser) hasFunction(n *expr.Node) bool {
	switch n.Op {
	case expr.OpAdd, expr.OpMul, expr.OpPow:
	default:
		return false
	}
	found := false
	expr.Walk(n, func(m *expr.Node) bool {
		found = found || (m.Op == expr.OpSymbol || m.Op == expr.OpCall) && p.table != nil && p.table.Functions[m.Name] == "function"
		return !found
	})
	return found
}
