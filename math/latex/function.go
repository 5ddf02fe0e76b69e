package latex

import (
	"math/big"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// inverses of the functions for which ^{-1} means the inverse function.
var inverses = map[string]string{
	"sin": "asin", "cos": "acos", "tan": "atan", "cot": "acot", "sec": "asec", "csc": "acsc",
	"sinh": "asinh", "cosh": "acosh", "tanh": "atanh", "coth": "acoth", "sech": "asech", "csch": "acsch",
}

// arity gives the numbers of arguments of a known function.
var arity = buildArity()

func buildArity() map[string]expr.Function {
	m := make(map[string]expr.Function, len(expr.Functions))
	for _, f := range expr.Functions {
		m[f.Name] = f
	}
	return m
}

// function reads a named function with its scripts and its argument.
func (p *parser) function() (*expr.Node, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	start := p.i
	t := p.next()
	f := t.name
	p.inFunction = true
	scripts, primes := p.scripts()
	p.inFunction = false
	var sub, power *expr.Node
	var sups []script
	for _, sc := range scripts {
		if sc.up {
			sups = append(sups, sc)
			continue
		}
		if sc.digit != "" {
			sub = p.literal(sc.digit)
			continue
		}
		n, err := p.within(sc.from, sc.to, p.statements)
		if err != nil {
			return nil, err
		}
		sub = n
	}
	if !p.argumentFollows() {
		p.i = start
		if f == "re" || f == "im" || f == "dim" || f == "rank" || f == "tr" || f == "det" || f == "gamma" || f == "beta" || f == "zeta" || f == "sign" || f == "li" || f == "si" || f == "ci" || f == "max" || f == "min" || f == "LB" || f == "LG" {
			return p.symbolFactor()
		}
		p.i = start + 1
		return nil, p.errorHere("the argument of "+t.raw+" is missing", "")
	}
	for _, sc := range sups {
		if sc.digit != "" {
			power = p.literal(sc.digit)
			continue
		}
		if p.at(sc.from).kind == tOpen && p.at(sc.from).name == "(" && int(p.at(sc.from).match) == sc.to-1 && p.at(sc.from-1).kind == tBraceOpen && (f == "digamma" || f == "gamma" || f == "zeta") {
			n, err := p.exponent(sc.from+1, sc.to-1)
			if err != nil {
				return nil, err
			}
			sub = n
			continue
		}
		e, err := p.exponent(sc.from, sc.to)
		if err != nil {
			return nil, err
		}
		if power != nil {
			return nil, p.errorAt(sc.from, "two exponents", "")
		}
		power = e
	}
	if power != nil && isMinusOne(power) {
		if inv, ok := inverses[f]; ok {
			f, power = inv, nil
		}
	}
	args, grouped, err := p.arguments(f, sub != nil)
	if err != nil {
		return nil, err
	}
	switch {
	case primes == "'" && (f == "airyai" || f == "airybi"):
		f, primes = f+"prime", ""
	}
	n, err := p.apply(f, t, sub, args)
	if err != nil {
		return nil, err
	}
	if primes != "" {
		n = p.pool.MakeCounted(expr.OpPrime, int64(len(primes)), n)
	}
	if power != nil {
		n = p.pool.Pow(n, power)
	}
	if grouped && p.peek().kind == tSup && f == "log" && power == nil && len(args) == 1 && p.at(p.i-1).kind == tClose {
		from, to, next := p.spanOfScript(p.i)
		if !p.plain && p.choose("log-power", `\ln(x)^2 is (\ln x)^2`, `\ln(x)^2 is \ln(x^2)`) == 1 {
			m, err := p.superscript(args[0], from, to)
			if err != nil {
				return nil, err
			}
			p.i, p.off = next, 0
			if n, err = p.apply(f, t, sub, []*expr.Node{m}); err != nil {
				return nil, err
			}
		}
	}
	if grouped {
		return p.postfix(n)
	}
	return n, nil
}

func isMinusOne(n *expr.Node) bool {
	return isInteger(n) && n.Rat.Cmp(big.NewRat(-1, 1)) == 0
}

// argumentFollows reports whether something that can be an argument comes next.
func (p *parser) argumentFollows() bool {
	t := p.peek()
	return p.startsFactor(t, false) && (t.kind != tText || !t.word) && !p.atDifferential() || t.kind == tBar && t.side == 0 && p.bars > 0 && p.startsFactor(p.peekAt(1), false) && p.peekAt(1).kind != tBar
}

// arguments reads the argument list in brackets, or one argument without.
func (p *parser) arguments(f string, hasSub bool) (args []*expr.Node, grouped bool, err error) {
	t := p.peek()
	switch {
	case t.kind == tOpen && (t.name == "(" || t.name == "[" || t.name == "{"):
		n, err := p.bracketArgs()
		return n, true, err
	case t.kind == tBar, t.kind == tOpen:
		if t.kind == tBar && t.flags&isKet != 0 {
			break
		}
		n, err := p.atomWithPower()
		return []*expr.Node{n}, false, err
	case t.kind == tBraceOpen && p.peekAt(1).kind == tOpen && p.peekAt(1).match == t.match-1: // \ln{\left(x\right)}^2
		n, err := p.braceGroup()
		if err == nil && n.Op == expr.OpTuple {
			return n.Args, true, nil
		}
		return []*expr.Node{n}, true, err
	case t.kind == tBraceOpen: // \log_2{4}/x
		n, err := p.atomWithPower()
		return []*expr.Node{n}, false, err
	}
	if f == "tr" || f == "dim" || hasSub && (f == "max" || f == "min") {
		n, err := p.product()
		return []*expr.Node{n}, false, err
	}
	n, err := p.bareArgument(f)
	return []*expr.Node{n}, false, err
}

func (p *parser) atomWithPower() (*expr.Node, error) { return p.factor() }

// bracketArgs reads (a, b; c) as a list of arguments.
func (p *parser) bracketArgs() ([]*expr.Node, error) {
	open := p.next()
	bars, fr, units := p.bars, p.frame, p.units
	p.bars, p.frame, p.units = 0, nil, false
	if open.flags&hasBars1 != 0 {
		p.bars = -1 // F(φ|m)
	}
	defer func() { p.bars, p.frame, p.units = bars, fr, units }()
	var args []*expr.Node
	for {
		n, err := p.clause()
		if err != nil {
			return nil, err
		}
		args = append(args, ungroupSet(n))
		t := p.peek()
		if t.kind == tOp && (t.name == "," || t.name == ";" || t.name == "∣") {
			p.next()
			continue
		}
		if t.kind == tBar && t.side == 0 && p.bars < 0 { // F(φ|m)
			p.next()
			continue
		}
		if t.kind != tClose || !closes(open.name, t.name) {
			return nil, p.errorHere("the closing delimiter of the argument is missing", "")
		}
		p.next()
		return args, nil
	}
}

func closes(open, end string) bool {
	switch open {
	case "(":
		return end == ")"
	case "[":
		return end == "]"
	case "{":
		return end == "}"
	}
	return false
}

// bareArgument reads an argument without brackets: numbers, letters and fractions that
// follow, up to an operator, a bracket, another function, or a root.
func (p *parser) bareArgument(f string) (*expr.Node, error) {
	if t := p.peek(); t.kind == tFunc {
		return p.function()
	}
	var factors []*expr.Node
	letters := false // a letter or fraction was read
	for {
		t := p.peek()
		if len(factors) > 0 {
			if t.space >= spaceThin && letters || t.space == spaceWide || p.atDifferential() || !p.startsFactor(t, true) {
				break
			}
			switch t.kind {
			case tLetter:
				if t.name == "e" && p.peekAt(1).kind == tSup && !p.declared("e") {
					return p.times(factors), nil
				}
				if p.functionAhead() {
					return p.times(factors), nil
				}
			case tAccent, tFont:
			case tNumber:
				if letters || p.at(p.i-1).kind == tNumber {
					return p.times(factors), nil
				}
			case tCommand:
				if letters || !isFrac(t.name) && t.name != "sqrt" && t.name != "√" {
					return p.times(factors), nil
				}
			default:
				return p.times(factors), nil
			}
			if !letters && p.endsAfterNumber(f, factors, t) {
				return p.times(factors), nil
			}
		}
		isFraction := t.kind == tCommand && isFrac(t.name)
		n, err := p.argumentFactor()
		if err != nil {
			return nil, err
		}
		if n.Op == expr.OpMul && len(factors) == 0 && !isFraction {
			factors = append(factors, n.Args...)
		} else {
			factors = append(factors, n)
		}
		letters = letters || !isNumeric(n)
		if t.kind == tNumber || t.kind == tLetter || t.kind == tAccent || t.kind == tFont {
			continue
		}
		if isFraction && !isNumericFraction(n) {
			// \sin\frac{n\pi}{L}x and \ln\frac ab x may or may not include the x.
			if nt := p.peek(); (nt.kind == tLetter || nt.kind == tAccent) && nt.space < spaceThin && !p.functionAhead() && !(nt.name == "e" && p.peekAt(1).kind == tSup) && !p.atDifferential() {
				first, second := "the argument of a function goes on after a fraction", "the argument of a function ends with a fraction"
				if f == "log" {
					first, second = second, first
				}
				goesOn := p.choose("after-fraction "+f, first, second) == 0
				if f == "log" {
					goesOn = !goesOn
				}
				if goesOn {
					continue
				}
			}
			break
		}
		if isFraction {
			continue
		}
		break
	}
	n := p.times(factors)
	return p.slashArgument(f, n)
}

// endsAfterNumber decides whether the argument of \ln 2\,x and \cos 3\,r ends with the number
// before the token t: after a space that of a logarithm does, that of another function may;
// without one it goes on, though that of a logarithm (\ln 2 k_BT) might have ended.
func (p *parser) endsAfterNumber(f string, factors []*expr.Node, t *token) bool {
	for _, n := range factors {
		if n.Op != expr.OpNumber {
			return false
		}
	}
	spaced, log := t.space >= spaceThin, f == "log" || f == "LG" || f == "LB"
	const ends, goesOn = "the argument of a function ends with a number", "the argument of a function goes on after a number"
	switch {
	case log && spaced:
		return p.chooseUnlikely("after-number-space "+f, ends, goesOn) == 0
	case spaced:
		return p.choose("after-number-space "+f, goesOn, ends) == 1
	case log && !(t.kind == tLetter && t.name == `\pi`):
		return p.chooseUnlikely("after-number "+f, goesOn, ends) == 1
	}
	return false
}

// slashArgument: \sin x/2 is (\sin x)/2 or \sin(x/2).
func (p *parser) slashArgument(f string, n *expr.Node) (*expr.Node, error) {
	if !p.op("/") || p.table.Strict {
		return n, nil
	}
	if t := p.peekAt(1); t.kind != tNumber || p.peek().space != spaceNone {
		return n, nil
	}
	trig := map[string]bool{"sin": true, "cos": true, "tan": true, "cot": true, "sec": true, "csc": true}
	if !(trig[f] && isNumeric(n) && n.Op != expr.OpNumber) && // \sin\pi/4 is no multiple of \sin\pi
		p.choose("function-slash", `\sin x/2 is (\sin x)/2`, `\sin x/2 is \sin(x/2)`) == 0 {
		return n, nil
	}
	p.next()
	d, err := p.factor()
	if err != nil {
		return nil, err
	}
	return p.div(n, d), nil
}

func isNumericFraction(n *expr.Node) bool { return isNumeric(n) }

// argumentFactor is one factor of a bare argument; a letter is no function there.
func (p *parser) argumentFactor() (*expr.Node, error) {
	p.noCall++
	n, err := p.factor()
	p.noCall--
	return n, err
}

func (p *parser) declared(name string) bool {
	_, ok := p.table.symbol(name)
	return ok
}

// functionAhead: the next letter is a declared function with its argument.
func (p *parser) functionAhead() bool {
	t := p.peek()
	if t.kind != tLetter {
		return false
	}
	_, ok := p.table.function(t.name)
	return ok || p.isCallHead(t.name) && p.peekAt(1).kind == tOpen
}

func (p *parser) isCallHead(name string) bool {
	switch name {
	case `\Gamma`, `\zeta`, `\delta`, `\theta`, `\Theta`:
		return true
	default:
	}
	return strings.HasPrefix(name, `\mathrm{`)
}

// apply makes a known function of its subscript and arguments.
func (p *parser) apply(f string, t *token, sub *expr.Node, args []*expr.Node) (*expr.Node, error) {
	switch f {
	case "SQRT":
		return p.pool.Sqrt(args[0]), nil
	case "LG":
		return p.pool.Apply("log", args[0], p.pool.Int(10)), nil
	case "LB":
		return p.pool.Apply("log", args[0], p.pool.Int(2)), nil
	case "DIAG":
		return p.diagonal(args), nil
	case "RES", "KER", "HOM":
		return p.pool.MakeNamed(expr.OpCall, romanName(t.raw), args...), nil
	case "log":
		if sub != nil {
			return p.pool.Apply("log", args[0], sub), nil
		}
	case "min", "max":
		if sub != nil {
			return p.pool.MakeNamed(expr.OpCall, `\`+f, append(args, sub)...), nil
		}
		if len(args) == 1 && (args[0].Op == expr.OpSet || args[0].Op == expr.OpTuple || args[0].Op == expr.OpList) {
			args = args[0].Args
		}
	case "tr":
		if sub != nil {
			return p.pool.MakeNamed(expr.OpCall, `\mathrm{tr}`, append(args, sub)...), nil
		}
		if len(args) > 1 {
			return nil, p.errorHere("a trace of several things", "")
		}
	default:
		if sub != nil {
			args = append([]*expr.Node{sub}, args...)
		}
	}
	if a, ok := arity[f]; ok && (len(args) < a.Min || a.Max >= 0 && len(args) > a.Max) {
		return nil, p.errorHere("the wrong number of arguments for "+t.raw, "")
	}
	return p.pool.Apply(f, args...), nil
}

func (p *parser) diagonal(args []*expr.Node) *expr.Node {
	if len(args) == 1 && args[0].Op == expr.OpTuple {
		args = args[0].Args
	}
	n := len(args)
	entries := make([]*expr.Node, 0, n*n)
	for i := range n {
		for j := range n {
			if i == j {
				entries = append(entries, args[i])
			} else {
				entries = append(entries, p.pool.Int(0))
			}
		}
	}
	return p.pool.MakeCounted(expr.OpMatrix, int64(n), entries...)
}
