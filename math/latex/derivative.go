package latex

import (
	"github.com/assay-physics/assay/math/expr"
)

// leibniz reads \frac{d^2x}{dt^2}, \frac{\partial}{\partial x}f: a derivative if every factor of
// the denominator is a differential. It returns nil for other fractions.
func (p *parser) leibniz() (*expr.Node, error) {
	a := p.peek()
	if a.kind != tBraceOpen || a.match < 0 {
		return nil, nil
	}
	numFrom, numTo := p.i+1, int(a.match)
	b := p.at(numTo + 1)
	if b.kind != tBraceOpen {
		return nil, nil
	}
	denFrom, denTo := numTo+2, int(b.match)
	sign, ok := p.derivativeSign(numFrom)
	if !ok {
		return nil, nil
	}
	if s, ok := p.derivativeSign(denFrom); !ok || s != sign {
		return nil, nil
	}
	vars, err := p.derivativeVariables(denFrom, denTo, sign)
	if vars == nil || err != nil {
		return nil, err
	}
	k := numFrom + 1
	if p.at(k).kind == tSup {
		_, _, k = p.spanOfScript(k)
	}
	name := "total"
	if sign != "d" {
		name = sign
	}
	var operand *expr.Node
	if k < numTo {
		operand, err = p.within(k, numTo, p.product)
		if err != nil {
			return nil, err
		}
	}
	p.i = denTo + 1
	if operand == nil {
		if t := p.peek(); t.kind == tBar && t.side != 1 && !p.modulusAhead() || !p.startsFactor(t, true) || t.kind == tText && t.word || p.atDifferential() {
			if len(vars) == 2 && isInteger(vars[1]) {
				n := p.pool.MakeNamed(expr.OpPartial, name, vars[0])
				if vars[1].Rat.Num().Int64() != 1 {
					n = p.pool.Pow(n, vars[1])
				}
				return n, nil
			}
			return nil, p.errorHere("a derivative of nothing", "")
		}
		if t := p.peek(); t.kind == tOpen {
			operand, err = p.factor()
		} else {
			operand, err = p.product()
		}
		if err != nil {
			return nil, err
		}
	}
	return p.pool.MakeNamed(expr.OpDerivative, name, append([]*expr.Node{operand}, vars...)...), nil
}

// derivativeSign is the d or ∂ at i.
func (p *parser) derivativeSign(i int) (string, bool) {
	t := p.at(i)
	switch {
	case t.kind == tLetter && t.name == "d" && (t.word || !p.declared("d")):
		return "d", true
	case t.kind == tCommand && t.name == "partial":
		return "partial", true
	case t.kind == tLetter && t.name == `\delta` && !p.declared(`\delta`) && p.isVariableStart(i+1):
		return "functional", true
	case t.kind == tLetter && t.name == "D" && !p.declared("D") && p.isVariableStart(i+1) && p.at(i+1).space < spaceWide: // DT/Dt along the flow
		return "material", true
	}
	return "", false
}

// derivativeVariables reads dx\,dy^2 as variable, order, variable, order; nil if the tokens are
// anything else.
func (p *parser) derivativeVariables(from, to int, sign string) ([]*expr.Node, error) {
	var out []*expr.Node
	for i := from; i < to; {
		s, ok := p.derivativeSign(i)
		if !ok || s != sign || i+1 >= to {
			return nil, nil
		}
		i++
		var end int
		var variable *expr.Node
		switch p.at(i).kind {
		case tLetter, tAccent, tFont:
			end = p.argEnd(i)
			for end < to && (p.at(end).kind == tSub || p.at(end).kind == tPrime) {
				if p.at(end).kind == tPrime {
					end++
					continue
				}
				_, _, end = p.spanOfScript(end)
			}
			if end < to && p.at(end).kind == tSup {
				a, b, next := p.spanOfScript(end)
				if _, ok := p.primesIn(a, b); ok {
					end = next
				}
			}
			name, ok := p.nameIn(i, end)
			if !ok {
				return nil, nil
			}
			variable = p.pool.Symbol(p.table.synonym(name))
			if run := p.letterRun(i, end); p.at(i+1).kind == tSup && run == nil {
				return nil, nil
			}
		case tFunc: // d\ln\mu
			var ok bool
			if variable, end, ok = p.functionIn(i, to); !ok {
				return nil, nil
			}
		default:
			return nil, nil
		}
		order := p.pool.Int(1)
		if end < to && p.at(end).kind == tSup {
			a, b, next := p.spanOfScript(end)
			n, err := p.within(a, b, p.additive)
			if err != nil {
				return nil, err
			}
			order = n
			end = next
		}
		out = append(out, variable, order)
		i = end
	}
	return out, nil
}

// functionIn reads a function that begins at token i and ends before to.
func (p *parser) functionIn(i, to int) (n *expr.Node, end int, ok bool) {
	at, stop, off, depth := p.i, p.stop, p.off, p.depth
	p.i, p.stop, p.off = i, to, 0
	n, err := p.function()
	end = p.i
	p.i, p.stop, p.off, p.depth = at, stop, off, depth
	return n, end, err == nil
}

// partial reads \partial_\mu, \partial_t^2, \partial^2 as operators; the operand is the next factor.
func (p *parser) partial() (*expr.Node, error) {
	p.next()
	scripts, _ := p.scripts()
	n := p.pool.Make(expr.OpPartial)
	var power *expr.Node
	var args []*expr.Node
	for _, sc := range scripts {
		run := p.letterRun(sc.from, sc.to)
		isIndex := run != nil
		for _, r := range run {
			isIndex = isIndex && (p.index[r] || p.bound[r] > 0 || r == "i" && !p.declared(r)) // no derivative is by the imaginary unit
		}
		op := expr.OpLower
		if sc.up {
			op = expr.OpUpper
		}
		switch {
		case isIndex:
			for _, r := range run {
				args = append(args, p.pool.Make(op, p.pool.Symbol(r)))
			}
		case !sc.up:
			if t := p.at(sc.from); t.kind == tNumber {
				args = append(args, p.pool.Make(op, p.literal(t.name)))
				continue
			}
			v, err := p.within(sc.from, sc.to, p.additive)
			if err != nil {
				return nil, err
			}
			args = append(args, v)
		default:
			e, err := p.exponent(sc.from, sc.to)
			if err != nil {
				return nil, err
			}
			power = e
		}
	}
	if len(args) > 0 {
		n = p.pool.Make(expr.OpPartial, args...)
	}
	if power != nil {
		n = p.pool.Pow(n, power)
	}
	return n, nil
}

func (p *parser) nabla() (*expr.Node, error) {
	p.next()
	n := p.pool.Make(expr.OpNabla)
	if t := p.peek(); t.kind == tSub {
		from, to, next := p.spanOfScript(p.i)
		slots := []*expr.Node{n}
		if run := p.letterRun(from, to); run != nil {
			for _, r := range run {
				slots = append(slots, p.pool.Make(expr.OpLower, p.pool.Symbol(r)))
			}
		} else {
			v, err := p.within(from, to, p.additive)
			if err != nil {
				return nil, err
			}
			slots = append(slots, p.pool.Make(expr.OpLower, v))
		}
		p.i, p.off = next, 0
		return p.pool.Make(expr.OpIndexed, slots...), nil
	}
	if t := p.peek(); t.kind == tSup {
		from, to, next := p.spanOfScript(p.i)
		if run := p.letterRun(from, to); len(run) == 1 && p.index[run[0]] {
			p.i, p.off = next, 0
			return p.pool.Make(expr.OpIndexed, n, p.pool.Make(expr.OpUpper, p.pool.Symbol(run[0]))), nil
		}
	}
	return n, nil
}

// derivativeMacro reads \dv[n]{f}{x} and \pdv of the physics package.
func (p *parser) derivativeMacro(name string) (*expr.Node, error) {
	p.next()
	order := p.pool.Int(1)
	if t := p.peek(); t.kind == tOpen && t.name == "[" && t.match > 0 {
		n, err := p.within(p.i+1, int(t.match), p.additive)
		if err != nil {
			return nil, err
		}
		order = n
		p.i = int(t.match) + 1
	}
	kind := "total"
	if name == "pdv" || name == "partialderivative" {
		kind = "partial"
	}
	f, err := p.arg()
	if err != nil {
		return nil, err
	}
	if p.peek().kind != tBraceOpen {
		operand, err := p.product()
		if err != nil {
			return nil, err
		}
		return p.pool.MakeNamed(expr.OpDerivative, kind, operand, f, order), nil
	}
	v, err := p.arg()
	if err != nil {
		return nil, err
	}
	return p.pool.MakeNamed(expr.OpDerivative, kind, f, v, order), nil
}

// modulusAhead: the bar that comes next opens |…|, and is not the bar of an evaluation point.
func (p *parser) modulusAhead() bool {
	t := p.peek()
	if t.side != 0 || t.flags&isKet != 0 || p.bars > 0 {
		return false
	}
	if n := p.peekAt(1); n.kind == tSub || n.kind == tSup || !p.startsFactor(n, true) {
		return false
	}
	for i := p.i + 1; i < p.stop; i++ {
		switch b := p.at(i); {
		case b.kind == tBar && b.name == t.name:
			return b.side == 0 && b.flags&isKet == 0
		case b.kind == tBraceClose || b.kind == tClose && b.match < 0:
			return false
		}
	}
	return false
}
