package latex

import (
	"github.com/assay-physics/assay/math/expr"
)

// frame is an integral whose differentials are being looked for.
type frame struct {
	signs       int // how many differentials it needs
	outer       *frame
	vars        []differential
	done        bool // the differential ended the integrand
	inNumerator bool // the differential stood in a numerator: the product goes on
}

// differential is d^nx.
type differential struct {
	variable  *expr.Node
	dimension string // "" for dx
}

// atDifferential: a d with a variable, where an integral looks for one.
func (p *parser) atDifferential() bool {
	if p.frame == nil || p.frame.done || len(p.frame.vars) > 0 && p.numerator == 0 && p.frame.inNumerator {
		return false
	}
	return p.differentialAt(p.i)
}

func (p *parser) differentialAt(i int) bool {
	if i >= p.stop {
		return false
	}
	t := p.at(i)
	switch {
	case t.kind == tLetter && t.name == "d":
		if !t.word && p.declared("d") {
			return false
		}
	case t.kind == tCommand && t.name == "dd":
		return true
	case t.kind == tFont && (t.name == `\mathcal` || t.name == `\mathscr`) && p.at(i+1).kind == tBraceOpen && p.at(i+2).name == "D" && p.at(i+1).match == int32(i+3):
		return p.isVariableStart(i + 4)
	case t.kind == tFont && (t.name == `\mathcal` || t.name == `\mathscr`) && p.at(i+1).name == "D":
		return p.isVariableStart(i + 2)
	default:
		return false
	}
	k := i + 1
	if p.at(k).kind == tSup {
		_, _, k = p.spanOfScript(k)
	}
	return k < p.stop && p.isVariableStart(k) && (p.at(k).space < spaceThin || t.word)
}

func (p *parser) isVariableStart(i int) bool {
	t := p.at(i)
	switch t.kind {
	case tLetter:
		return t.name != `\infty` && t.name != `\pi`
	case tAccent, tFont:
		return true
	case tFunc:
		return t.name == "cos" || t.name == "log" || t.name == "sin"
	default:
	}
	return false
}

// readDifferential reads d^3k, \mathrm dx, \mathcal D\phi.
func (p *parser) readDifferential() (differential, error) {
	var d differential
	t := p.next()
	switch t.kind {
	case tFont:
		if p.peek().kind == tBraceOpen {
			p.i = int(p.peek().match) + 1
		} else {
			p.next()
		}
		d.dimension = "path"
	case tCommand: // \dd{x}, \dd[3]{k}
		if o := p.peek(); o.kind == tOpen && o.name == "[" && o.match > 0 {
			d.dimension, _ = p.label(p.i+1, int(o.match))
			p.i = int(o.match) + 1
		}
		if b := p.peek(); b.kind == tBraceOpen {
			name, ok := p.nameIn(p.i+1, int(b.match))
			if !ok {
				return d, p.errorHere("the variable of a differential is missing", "")
			}
			p.i = int(b.match) + 1
			d.variable = p.pool.Symbol(p.table.synonym(name))
			return d, nil
		}
	default:
	}
	if p.peek().kind == tSup {
		from, to, next := p.spanOfScript(p.i)
		l, ok := p.label(from, to)
		if !ok {
			return d, p.errorHere("the dimension of a differential", "")
		}
		if l != "1" {
			d.dimension = l
		}
		p.i, p.off = next, 0
	}
	if p.peek().kind == tFunc {
		n, err := p.function()
		d.variable = n
		return d, err
	}
	name, ok, err := p.baseName()
	if err != nil {
		return d, err
	}
	if !ok {
		return d, p.errorHere("the variable of a differential is missing", "")
	}
	label, primes := "", ""
	for {
		switch t := p.peek(); t.kind {
		case tSub:
			from, to, next := p.spanOfScript(p.i)
			l, ok := p.label(from, to)
			if !ok {
				return d, p.errorHere("a subscript that is no label", "")
			}
			label += l
			p.i, p.off = next, 0
			continue
		case tPrime:
			primes += t.name
			p.next()
			continue
		case tSup:
			from, to, next := p.spanOfScript(p.i)
			if q, ok := p.primesIn(from, to); ok {
				primes += q
				p.i = next
				continue
			}
		default:
		}
		break
	}
	d.variable = p.pool.Symbol(composed(name, label, "", primes))
	return d, nil
}

// differentials reads those that stand here: as many as the integral needs, or all if no
// integral around it waits for some.
func (p *parser) differentials() error {
	f := p.frame
	for p.differentialAt(p.i) && (len(f.vars) < f.signs || f.outer == nil) {
		d, err := p.readDifferential()
		if err != nil {
			return err
		}
		f.vars = append(f.vars, d)
	}
	if p.numerator > 0 {
		f.inNumerator = true
	} else {
		f.done = true
	}
	return nil
}

// bounds are the limits of one integral sign.
type bounds struct {
	lower, upper *expr.Node
	contour      bool
}

// integral reads integral signs, the integrand and the differentials in either order.
func (p *parser) integral() (*expr.Node, error) {
	var signs []bounds
	units := p.units
	p.units = false
	defer func() { p.units = units }()
	for {
		t := p.peek()
		if t.kind != tCommand {
			break
		}
		n := 0
		switch t.name {
		case "int", "intop", "oint":
			n = 1
		case "iint", "oiint":
			n = 2
		case "iiint":
			n = 3
		case "iiiint":
			n = 4
		}
		if n == 0 {
			break
		}
		p.next()
		b := bounds{contour: t.name == "oint" || t.name == "oiint"}
		for p.peek().kind == tSub || p.peek().kind == tSup {
			up := p.peek().kind == tSup
			from, to, next := p.spanOfScript(p.i)
			x, err := p.within(from, to, p.statements)
			if err != nil {
				return nil, err
			}
			if up {
				b.upper = x
			} else {
				b.lower = x
			}
			p.i, p.off = next, 0
		}
		for k := 1; k < n; k++ {
			signs = append(signs, bounds{contour: b.contour})
		}
		signs = append(signs, b)
		if len(signs) > 16 {
			return nil, p.errorHere("more than sixteen integral signs", "")
		}
	}
	f := &frame{signs: len(signs), outer: p.frame}
	numerator := p.numerator
	p.frame, p.numerator = f, 0
	defer func() { p.frame, p.numerator = f.outer, numerator }()
	start := p.i
	var body *expr.Node
	var err error
	first := p.atDifferential() // before the integrand
	if first {
		saved := f.outer
		f.outer = nil
		if err := p.differentials(); err != nil {
			return nil, err
		}
		f.outer = saved
		p.frame, p.numerator = f.outer, numerator
		body = p.pool.Int(1)
		if t := p.peek(); p.startsFactor(t, false) && t.space != spaceWide && !p.atDifferential() && !(t.kind == tText && t.word) {
			body, err = p.product()
		}
	} else {
		body, err = p.additive()
	}
	if err != nil {
		return nil, err
	}
	if len(f.vars) == 0 {
		return nil, p.errorAt(start, "an integral without a differential", "end the integrand with dx")
	}
	return p.buildIntegral(body, signs, f.vars, first)
}

// buildIntegral pairs signs and differentials: the first differential belongs to the last
// sign, unless the limits of the last sign depend on it.
func (p *parser) buildIntegral(body *expr.Node, signs []bounds, vars []differential, first bool) (*expr.Node, error) {
	if len(vars) < len(signs) && (len(vars) != 1 || vars[0].dimension == "") {
		return nil, p.errorHere("fewer differentials than integral signs", "")
	}
	if len(vars) > len(signs) {
		if len(signs) > 1 || signs[0].upper != nil {
			return nil, p.errorHere("more differentials than integral signs", "")
		}
		region := signs[0]
		signs = make([]bounds, len(vars))
		signs[0] = region
	}
	n := len(vars)
	last := signs[len(signs)-1]
	inOrder := n > 1 && (last.lower != nil && occurs(vars[0].variable, last.lower) || last.upper != nil && occurs(vars[0].variable, last.upper))
	if inOrder && !first && p.choose("order of differentials", "the differentials stand in the order of the signs", "the first differential belongs to the last sign") == 1 {
		inOrder = false
	}
	if len(signs) > n {
		signs = signs[len(signs)-n:]
	}
	for k := range n {
		v, b := vars[k], signs[n-1-k]
		if inOrder {
			v, b = vars[n-1-k], signs[n-1-k]
		}
		args := []*expr.Node{body, v.variable}
		if b.lower != nil {
			args = append(args, b.lower)
		}
		if b.upper != nil {
			if b.lower == nil {
				return nil, p.errorHere("an integral with an upper limit only", "")
			}
			args = append(args, b.upper)
		}
		name := v.dimension
		if b.contour {
			name = "∮"
		}
		body = p.pool.MakeNamed(expr.OpIntegral, name, args...)
	}
	return body, nil
}
