package latex

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// group reads a bracket at token i: a group, a tuple, an interval, a commutator, a set, a bra-ket.
func (p *parser) group(i int) (*expr.Node, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	p.i = i
	open := p.peek()
	switch open.name {
	case "⟨":
		return p.angle()
	case ".":
		return p.evaluated()
	case "{":
		if p.at(i+1).kind == tBegin { // \left\{\begin{array}…\right.
			p.next()
			return p.casesInBrace()
		}
		return p.set()
	}
	bars, fr, units := p.bars, p.frame, p.units
	p.bars, p.frame = 0, nil
	defer func() { p.bars, p.frame, p.units = bars, fr, units }()
	p.next()
	noCall := p.noCall
	p.noCall = 0
	defer func() { p.noCall = noCall }()
	entries, err := p.entries()
	if err != nil {
		return nil, err
	}
	closing := p.peek()
	if closing.kind != tClose {
		return nil, p.errorHere("a closing delimiter is missing", "")
	}
	p.next()
	return p.bracketed(open, closing.name, entries)
}

// entries reads formulas separated by commas or semicolons.
func (p *parser) entries() ([]*expr.Node, error) {
	var out []*expr.Node
	for {
		if t := p.peek(); t.kind == tText && t.word {
			switch roleOf(t.name) {
			case roleAnd, roleOr:
				p.next()
			default:
			}
		}
		n, err := p.clause()
		if err != nil {
			return nil, err
		}
		out = append(out, n)
		t := p.peek()
		if t.kind == tOp && (t.name == "," || t.name == ";") {
			p.next()
			if p.peek().kind == tClose {
				return nil, p.errorHere("an entry is missing", "")
			}
			continue
		}
		if t.kind == tText && t.word && (roleOf(t.name) == roleAnd || roleOf(t.name) == roleOr) {
			continue
		}
		return out, nil
	}
}

func (p *parser) bracketed(open *token, closing string, entries []*expr.Node) (*expr.Node, error) {
	round, square := open.name == "(" && closing == ")", open.name == "[" && closing == "]"
	n := len(entries)
	switch {
	case open.name == "⌊" && closing == "⌋" && n == 1:
		return p.pool.Apply("floor", entries[0]), nil
	case open.name == "⌈" && closing == "⌉" && n == 1:
		return p.pool.Apply("ceiling", entries[0]), nil
	case round && n == 1, square && n == 1, closing == "." && n == 1:
		return ungroupSet(entries[0]), nil
	case round:
		return p.pool.Make(expr.OpTuple, entries...), nil
	case square && n == 2:
		return p.commutator(entries[0], entries[1]), nil
	case square:
		return p.pool.Make(expr.OpTuple, entries...), nil
	}
	name := ""
	switch open.name {
	case "(", "]":
		name = "("
	case "[":
		name = "["
	}
	switch closing {
	case ")", "[":
		name += ")"
	case "]":
		name += "]"
	}
	if len(name) == 2 && n == 2 {
		return p.pool.MakeNamed(expr.OpInterval, name, entries...), nil
	}
	return nil, p.errorAt(p.i-1, "these delimiters do not match", "")
}

// commutator decides between [a, b] as commutator and as closed interval.
func (p *parser) commutator(a, b *expr.Node) *expr.Node {
	commutator := p.pool.Make(expr.OpCommutator, a, b)
	interval := p.pool.MakeNamed(expr.OpInterval, "[]", a, b)
	switch {
	case p.operatorLike(a) || p.operatorLike(b):
		return commutator
	case p.boundLike(a) || p.boundLike(b):
		return interval
	case p.capital(a) && p.capital(b), conjugatePair(a, b):
		return commutator
	case p.nestedSquares():
		if p.choose("square", "[a,b] is a commutator", "[a,b] is an interval") == 0 {
			return commutator
		}
		return interval
	}
	if p.choose("square", "[a,b] is an interval", "[a,b] is a commutator") == 0 {
		return interval
	}
	return commutator
}

// conjugatePair: [x,p], [q_i,p_j] and the components of a spin are commutators.
func conjugatePair(a, b *expr.Node) bool {
	if a.Op != expr.OpSymbol || b.Op != expr.OpSymbol {
		return false
	}
	x, _, _ := strings.Cut(a.Name, "_")
	y, _, _ := strings.Cut(b.Name, "_")
	if x == y && (x == `\sigma` || x == `\tau`) && a != b {
		return true
	}
	return (x == "x" || x == "q") && y == "p" || (y == "x" || y == "q") && x == "p"
}

// nestedSquares: a square bracket with a comma stands in another.
func (p *parser) nestedSquares() bool {
	depth := 0
	for i := range p.toks {
		t := &p.toks[i]
		switch {
		case t.kind == tOpen && t.name == "[" && t.flags&hasComma != 0:
			if depth++; depth > 1 {
				return true
			}
			if t.match < 0 {
				return false
			}
		case t.kind == tClose && t.name == "]" && depth > 0:
			depth--
		}
	}
	return false
}

// operatorLike: a declared or marked operator occurs, or another commutator.
func (p *parser) operatorLike(n *expr.Node) bool { return p.operatorDepth(n, 32) }

func (p *parser) operatorDepth(n *expr.Node, depth int) bool {
	switch n.Op {
	case expr.OpSymbol:
		if k, ok := p.table.symbol(n.Name); ok {
			return k&(Operator|Matrix) != 0
		}
		return strings.HasPrefix(n.Name, `\hat{`)
	case expr.OpDagger, expr.OpCommutator, expr.OpAnticommutator, expr.OpIndexed, expr.OpSlashed, expr.OpMatrix, expr.OpNabla, expr.OpPartial, expr.OpKet, expr.OpBra:
		return true
	case expr.OpAdd, expr.OpMul, expr.OpPow, expr.OpCall, expr.OpPrime:
		if depth == 0 {
			return false
		}
		for _, a := range n.Args {
			if p.operatorDepth(a, depth-1) {
				return true
			}
		}
	default:
	}
	return false
}

// boundLike: what only a limit of an interval can be.
func (p *parser) boundLike(n *expr.Node) bool {
	switch n.Op {
	case expr.OpNumber, expr.OpConstant:
		return true
	case expr.OpSymbol, expr.OpCall, expr.OpIndexed:
		return false
	default:
	}
	for _, a := range n.Args {
		if !p.boundLike(a) {
			return n.Op == expr.OpApply
		}
	}
	return true
}

func (p *parser) capital(n *expr.Node) bool {
	switch n.Op {
	case expr.OpSymbol:
		return n.Name[0] >= 'A' && n.Name[0] <= 'Z'
	case expr.OpPow:
		return p.capital(n.Args[0])
	case expr.OpAdd, expr.OpMul:
		for _, a := range n.Args {
			if !p.capital(a) && a.Op != expr.OpNumber {
				return false
			}
		}
		return true
	default:
	}
	return false
}

// set reads \{…\}: a set, a set builder, an anticommutator, or just brackets.
func (p *parser) set() (*expr.Node, error) {
	bars, fr, units := p.bars, p.frame, p.units
	p.bars, p.frame = 0, nil
	noCall := p.noCall
	p.noCall = 0
	defer func() { p.bars, p.frame, p.units, p.noCall = bars, fr, units, noCall }()
	if p.next().flags&hasBars1 != 0 {
		p.bars = -1 // {x | x > 0}
	}
	if t := p.peek(); t.kind == tClose && t.name == "}" {
		p.next()
		return p.pool.Make(expr.OpSet), nil
	}
	entries, err := p.entries()
	if err != nil {
		return nil, err
	}
	t := p.peek()
	if t.kind == tOp && (t.name == ":" || t.name == "∣") || t.kind == tBar && t.side == 0 {
		p.next()
		conditions, err := p.entries()
		if err != nil {
			return nil, err
		}
		if len(entries) != 1 {
			return nil, p.errorHere("a set builder with several elements", "")
		}
		condition := conditions[0]
		if len(conditions) > 1 {
			condition = p.pool.Make(expr.OpAnd, conditions...)
		}
		if t := p.next(); t.kind != tClose || t.name != "}" {
			p.i--
			return nil, p.errorHere("the closing brace of a set is missing", "")
		}
		return p.pool.Make(expr.OpSetBuilder, entries[0], condition), nil
	}
	if t.kind != tClose || t.name != "}" {
		return nil, p.errorHere("the closing brace of a set is missing", "")
	}
	p.next()
	if len(entries) == 2 && (p.operatorLike(entries[0]) || p.operatorLike(entries[1])) {
		return p.pool.Make(expr.OpAnticommutator, entries...), nil
	}
	if len(entries) == 2 && p.capital(entries[0]) && p.capital(entries[1]) && p.choose("braces", "{A,B} is a set", "{A,B} is an anticommutator") == 1 {
		return p.pool.Make(expr.OpAnticommutator, entries...), nil
	}
	return p.pool.Make(expr.OpSet, entries...), nil
}

// barGroup reads |x|, ‖v‖ or a ket.
func (p *parser) barGroup(t *token) (*expr.Node, error) {
	if t.flags&isKet != 0 {
		return p.ket()
	}
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	bars, fr, units, noCall := p.bars, p.frame, p.units, p.noCall
	p.bars, p.frame, p.units, p.noCall = max(bars, 0)+1, nil, false, 0
	p.next()
	n, err := p.clause()
	p.bars, p.frame, p.units, p.noCall = bars, fr, units, noCall
	if err != nil {
		return nil, err
	}
	c := p.peek()
	if c.kind != tBar || c.name != t.name || c.side == 1 {
		return nil, p.errorHere("a closing bar is missing", "")
	}
	p.next()
	switch {
	case t.name == "‖":
		return p.pool.Apply("norm", n), nil
	case n.Op == expr.OpMatrix:
		return p.pool.Apply("det", n), nil
	}
	return p.pool.Apply("abs", ungroupSet(n)), nil
}

// evaluated reads \left. f \right|_{x=a}.
func (p *parser) evaluated() (*expr.Node, error) {
	bars := p.bars
	p.bars = 1
	p.next()
	n, err := p.clause()
	p.bars = bars
	if err != nil {
		return nil, err
	}
	t := p.peek()
	if t.kind == tClose {
		p.next()
		return n, nil
	}
	if t.kind != tBar {
		return nil, p.errorHere("a closing delimiter is missing", "")
	}
	p.next()
	if p.limitsAt(p.i) {
		return p.evaluation(n)
	}
	if p.peek().kind != tSub {
		return nil, p.errorHere("the point of evaluation is missing", "")
	}
	return n, nil // postfix reads the subscript
}

func (p *parser) bracketMacro(name string) (*expr.Node, error) {
	a, err := p.arg()
	if err != nil {
		return nil, err
	}
	b, err := p.arg()
	if err != nil {
		return nil, err
	}
	if name == "comm" || name == "commutator" {
		return p.pool.Make(expr.OpCommutator, a, b), nil
	}
	return p.pool.Make(expr.OpAnticommutator, a, b), nil
}
