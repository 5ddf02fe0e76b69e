package latex

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// symbolNode is the node of a name: a constant, unless declared or bound, or a symbol.
func (p *parser) symbolNode(name string) *expr.Node {
	if _, declared := p.table.symbol(name); !declared && p.bound[name] == 0 {
		switch name {
		case "e":
			return p.pool.Constant(expr.ConstE)
		case "i", `\imath`:
			return p.pool.Constant(expr.ConstI)
		case `\pi`:
			return p.pool.Constant(expr.ConstPi)
		case `\gamma_E`, `\gamma_{E}`:
			return p.pool.Constant(expr.ConstEulerGamma)
		case `\infty`:
			return p.pool.Constant(expr.ConstInfinity)
		case `\emptyset`:
			return p.pool.Make(expr.OpSet)
		}
	}
	if name == `\infty` {
		return p.pool.Constant(expr.ConstInfinity)
	}
	return p.pool.Symbol(p.table.synonym(name))
}

// symbolFactor reads a name with its scripts: a symbol, a function call, a tensor with
// indices, or a power of one of them.
func (p *parser) symbolFactor() (*expr.Node, error) {
	start := p.i
	if p.negativeSlash() {
		return p.slashedByHand()
	}
	var base string
	if t := p.peek(); t.kind == tBraceOpen {
		base, _ = p.nameIn(p.i+1, int(t.match))
		p.i = int(t.match) + 1
	} else {
		name, ok, err := p.baseName()
		if err != nil {
			return nil, err
		}
		if !ok {
			return p.accented()
		}
		base = name
	}
	if n, ok, err := p.withPrefix(base, start); ok || err != nil {
		return n, err
	}
	if n, ok, err := p.principalValue(base, start); ok || err != nil {
		return n, err
	}
	if u := p.unitLetter(base, start); u != nil {
		return p.postfix(u)
	}
	scripts, primes := p.scripts()
	if _, function := p.table.function(base); !function {
		if n, ok, err := p.indexed(base, scripts, primes); ok || err != nil {
			return n, err
		}
	}
	if base == `\Delta` && len(scripts) == 0 && primes == "" && p.differences() {
		if name := p.differenceName(); name != "" {
			scripts, primes = p.scripts()
			base = name
		}
	}
	if base == `\Delta` && len(scripts) == 0 && primes == "" {
		if n, ok, err := p.difference(); ok || err != nil {
			return n, err
		}
	}
	if base == `\delta` && len(scripts) == 1 && !scripts[0].up {
		if n, ok, err := p.kronecker(scripts[0]); ok || err != nil {
			return n, err
		}
	}
	s := suffix{base: base, primes: primes}
	if err := s.read(p, scripts); err != nil {
		return nil, err
	}
	if n, ok, err := p.call(&s, start); ok || err != nil {
		return n, err
	}
	if n, ok, err := p.sequence(&s, scripts); ok || err != nil {
		return n, err
	}
	n := p.nameOrDots(s.name())
	if kind, ok := p.table.function(s.nameWithoutPrimes()); ok && len(s.primes) > 0 && kind == "function" {
		n = p.pool.MakeCounted(expr.OpPrime, int64(len(s.primes)), p.pool.Symbol(s.nameWithoutPrimes()))
	}
	return p.finish(n, &s)
}

// withPrefix reads dx, \delta x, \Delta x and d(xy), where they are differentials and not products.
func (p *parser) withPrefix(base string, start int) (*expr.Node, bool, error) {
	if base != "d" && base != `\delta` && base != `\Delta` || p.i != start+1 || p.table.prefix(base) == PrefixOwn {
		return nil, false, nil
	}
	if !p.asPrefix(base, start) {
		if base != "d" {
			return nil, false, nil
		}
		if p.table.prefix(base) != PrefixFactor {
			if n, ok := p.inlineDerivative(start); ok {
				n, err := p.postfix(n)
				return n, true, err
			}
		}
		return p.appliedDifferential(start)
	}
	name, err := p.prefixed(base, start)
	if err != nil {
		return nil, true, err
	}
	scripts, primes := p.scripts()
	if n, ok, err := p.indexed(name, scripts, primes); ok || err != nil {
		return n, true, err
	}
	s := suffix{base: name, primes: primes}
	if err := s.read(p, scripts); err != nil {
		return nil, true, err
	}
	n, err := p.finish(p.pool.Symbol(p.table.synonym(s.name())), &s)
	return n, true, err
}

// differences: Δ stands before two or more different letters, so that Δx and Δt are names.
func (p *parser) differences() bool {
	if p.deltas == 0 {
		p.deltas = 1
		first := ""
		for i := 0; i+1 < len(p.toks); i++ {
			if p.toks[i].kind != tLetter || p.toks[i].name != `\Delta` {
				continue
			}
			n := &p.toks[i+1]
			switch {
			case n.kind != tLetter || n.space >= spaceThin:
				p.deltas = 1
				return false
			case first == "":
				first = n.name
			case first != n.name:
				p.deltas = 2
			}
		}
	}
	return p.deltas == 2 && !p.declared(`\Delta`)
}

// differenceName reads the letter after Δ as part of the name.
func (p *parser) differenceName() string {
	if t := p.peek(); t.kind == tLetter {
		p.next()
		return `\Delta ` + t.name
	}
	return ""
}

// difference reads \Delta x^2, which may be (\Delta x)^2.
func (p *parser) difference() (*expr.Node, bool, error) {
	t := p.peek()
	if t.kind != tLetter || t.space >= spaceThin || p.declared(`\Delta`) {
		return nil, false, nil
	}
	k := p.i + 1
	for p.at(k).kind == tSub {
		_, _, k = p.spanOfScript(k)
	}
	if k >= p.stop || p.at(k).kind != tSup {
		return nil, false, nil
	}
	from, to, next := p.spanOfScript(k)
	name, ok := p.nameIn(p.i, k)
	if ok && p.at(next).kind == tSub && k == p.i+1 { // \Delta m^2_{21}
		a, b, after := p.spanOfScript(next)
		l, isLabel := p.label(a, b)
		ok = isLabel
		name, next = subscripted(name, l), after
	}
	if !ok || p.at(from).kind != tNumber || to != from+1 || p.choose("difference", `\Delta x^2 is (\Delta x)^2`, `\Delta x^2 is \Delta\cdot x^2`) == 1 {
		return nil, false, nil
	}
	e, err := p.exponent(from, to)
	if err != nil {
		return nil, true, err
	}
	p.i, p.off = next, 0
	n, err := p.postfix(p.pool.Pow(p.pool.Mul(p.pool.Symbol(`\Delta`), p.symbolNode(name)), e))
	return n, true, err
}

// principalValue reads \mathcal P\frac1x and \mathrm{P}\int.
func (p *parser) principalValue(base string, start int) (*expr.Node, bool, error) {
	t := p.peek()
	if t.kind != tCommand || !isFrac(t.name) && t.name != "int" {
		return nil, false, nil
	}
	switch {
	case base == `\mathcal{P}`, base == `\mathscr{P}`, base == `\mathrm{PV}`, base == `\mathrm{pv}`, base == `\mathrm{Pv}`, base == "P" && p.at(start).kind == tText:
		n, err := p.factor()
		if err != nil {
			return nil, true, err
		}
		return p.pool.Apply("principal_value", n), true, nil
	}
	return nil, false, nil
}

// finish applies what the superscripts of a name say beyond the name.
func (p *parser) finish(n *expr.Node, s *suffix) (*expr.Node, error) {
	if s.slashed {
		n = p.pool.Make(expr.OpSlashed, n)
	}
	if s.dagger {
		n = p.pool.Make(expr.OpDagger, n)
	}
	if s.transpose {
		n = p.pool.Make(expr.OpTranspose, n)
	}
	if s.conjugate {
		n = p.pool.Apply("conjugate", n)
	}
	if s.degrees {
		n = p.degrees(n)
	}
	if s.exponent != nil {
		if s.name() == "e" && p.isEulerPower(n, s.exponent) {
			n = p.pool.Constant(expr.ConstE)
		}
		n = p.pool.Pow(n, s.exponent)
	}
	return p.postfix(n)
}

// isEulerPower reports whether a power of a declared e is an exponential after all: that of a
// product with a minus sign or an i, e^{-mr}. Of other exponents with symbols that are not
// declared integers both are read, e^{2L}.
func (p *parser) isEulerPower(e, exponent *expr.Node) bool {
	if e.Op != expr.OpSymbol || p.bound["e"] > 0 {
		return false
	}
	symbols := expr.FreeSymbols(exponent)
	integers := true
	for _, x := range symbols {
		k, _ := p.table.symbol(x.Name)
		integers = integers && k&Integer != 0
	}
	switch {
	case len(symbols) > 0 && holds(exponent, p.pool.Constant(expr.ConstI)), !integers && isNegative(exponent):
		return true
	case integers:
		return false
	}
	return p.choose("euler", `e^{\ldots} is an exponential`, `e^{\ldots} is a power of the declared e`) == 0
}

// isNegative: a minus sign is written in front of a product, or of all terms of a sum.
func isNegative(n *expr.Node) bool {
	switch n.Op {
	case expr.OpNumber:
		return n.Rat.Sign() < 0
	case expr.OpMul:
		return slices.ContainsFunc(n.Args, isNegative)
	case expr.OpAdd:
		return !slices.ContainsFunc(n.Args, func(a *expr.Node) bool { return !isNegative(a) })
	default:
		return false
	}
}

// holds reports whether x is n or a part of it.
func holds(n, x *expr.Node) bool {
	return n == x || slices.ContainsFunc(n.Args, func(a *expr.Node) bool { return holds(a, x) })
}

// nameOrDots is the node of a name; undeclared dots are time derivatives.
func (p *parser) nameOrDots(name string) *expr.Node {
	dots := 0
	for k, a := range []string{`\dot{`, `\ddot{`, `\dddot{`, `\ddddot{`} {
		if strings.HasPrefix(name, a) {
			dots = k + 1
		}
	}
	if dots > 0 && p.bound[name] == 0 {
		if _, declared := p.table.symbol(name); !declared {
			if inner, rest, ok := cutAccent(name); ok {
				return p.pool.MakeNamed(expr.OpDerivative, "total", p.symbolNode(inner+rest), p.pool.Symbol("t"), p.pool.Int(int64(dots)))
			}
		}
	}
	if strings.HasPrefix(name, `\bar{`) {
		if inner, rest, ok := cutAccent(name); ok {
			if _, declared := p.table.symbol(name); !declared {
				if k, ok := p.table.symbol(inner + rest); ok && k&Complex != 0 {
					return p.pool.Apply("conjugate", p.symbolNode(inner+rest))
				}
			}
		}
	}
	return p.symbolNode(name)
}

// accented reads an accent over an expression.
func (p *parser) accented() (*expr.Node, error) {
	t := p.next()
	n, err := p.arg()
	if err != nil {
		return nil, err
	}
	switch t.name {
	case `\bar`:
		n = p.pool.Apply("conjugate", n)
	case `\slashed`:
		n = p.pool.Make(expr.OpSlashed, n)
	case `\dot`, `\ddot`, `\dddot`, `\ddddot`:
		n = p.pool.MakeNamed(expr.OpDerivative, "total", n, p.pool.Symbol("t"), p.pool.Int(int64(strings.Count(t.name, "d"))))
	case `\underline`, `\mathbf`, "":
	default:
		p.i--
		return nil, p.errorHere("an accent over an expression", "")
	}
	return p.postfix(n)
}

// negativeSlash: a\!\!\!/ is a slashed by hand.
func (p *parser) negativeSlash() bool {
	k := 1
	if p.peek().kind != tLetter {
		return false
	}
	t := p.peekAt(k)
	return t.kind == tOp && t.name == "/" && t.negative
}

func (p *parser) slashedByHand() (*expr.Node, error) {
	t := p.next()
	p.next()
	return p.postfix(p.pool.Make(expr.OpSlashed, p.symbolNode(t.name)))
}
