package latex

import (
	"github.com/assay-physics/assay/math/expr"
)

// bigOperator reads \sum and \prod with their bounds and the product that follows.
func (p *parser) bigOperator() (*expr.Node, error) {
	t := p.next()
	op := expr.OpSum
	switch t.name {
	case "prod":
		op = expr.OpProduct
	case "bigoplus", "bigotimes":
		return nil, p.errorHere("a big operator that is not read", "")
	}
	var lower, upper *script
	for p.peek().kind == tSub || p.peek().kind == tSup {
		up := p.peek().kind == tSup
		from, to, next := p.spanOfScript(p.i)
		if up {
			upper = &script{up: true, from: from, to: to}
		} else {
			lower = &script{from: from, to: to}
		}
		p.i, p.off = next, 0
	}
	lower, parity := p.stacked(lower)
	r, err := p.summation(lower, upper)
	if err != nil {
		return nil, err
	}
	if err := p.withParity(&r, parity); err != nil {
		return nil, err
	}
	if p.bound == nil {
		p.bound = map[string]int{}
	}
	p.bindAll(r.vars, 1)
	defer p.bindAll(r.vars, -1)
	p.bindAll(r.parity, 1)
	defer p.bindAll(r.parity, -1)
	if len(r.vars) == 0 && lower != nil && r.parity == nil {
		letters := p.lettersOf(lower)
		p.bindAll(letters, 1)
		defer p.bindAll(letters, -1)
		if r, err = p.summation(lower, upper); err != nil {
			return nil, err
		}
		if err := p.withParity(&r, parity); err != nil {
			return nil, err
		}
	}
	units := p.units
	p.units = false
	body, err := p.product()
	p.units = units
	if err != nil {
		return nil, err
	}
	if len(r.vars) == 0 {
		args := []*expr.Node{body}
		if r.condition != nil {
			args = append(args, r.condition)
			if r.upper != nil && r.parity == nil {
				args = append(args, r.upper) // a bound that the condition says nothing about
			}
		}
		return p.pool.Make(op, args...), nil
	}
	for k := len(r.vars) - 1; k >= 0; k-- {
		args := []*expr.Node{body, p.pool.Symbol(r.vars[k])}
		if r.lower != nil {
			args = append(args, r.lower)
			if r.upper != nil {
				args = append(args, r.upper)
			}
		}
		body = p.pool.Make(op, args...)
	}
	return body, nil
}

// lettersOf are the letters of a condition under a sum, which it binds.
func (p *parser) lettersOf(s *script) []string {
	var out []string
	for i := s.from; i < s.to && len(out) < 8; i++ {
		if t := p.at(i); t.kind == tLetter && len(t.name) == 1 {
			out = append(out, t.name)
		}
	}
	return out
}

// summationRange is what stands under and over a summation sign.
type summationRange struct {
	vars         []string
	lower, upper *expr.Node
	condition    *expr.Node
	parity       []string // the index of a condition that lists odd or even numbers
}

func (p *parser) summation(lower, upper *script) (summationRange, error) {
	var r summationRange
	if upper != nil {
		n, err := p.within(upper.from, upper.to, p.additive)
		if err != nil {
			return r, err
		}
		r.upper = n
	}
	if lower == nil {
		if r.upper != nil {
			return r, p.errorHere("a sum with an upper bound only", "")
		}
		return r, nil
	}
	// The variables are the names before the first relation.
	k := lower.from
	relation := -1
	for ; k < lower.to; k++ {
		if t := p.at(k); t.kind == tOp && isRelation(t.name) {
			relation = k
			break
		}
	}
	from := lower.from
	for i := lower.from; i <= k; i++ {
		if i == k || p.at(i).kind == tOp && p.at(i).name == "," {
			name, ok := p.nameIn(from, i)
			if !ok {
				n, err := p.within(lower.from, lower.to, p.statements)
				r.vars, r.condition = nil, n
				return r, err
			}
			r.vars = append(r.vars, p.table.synonym(name))
			from = i + 1
		}
	}
	if relation < 0 {
		return r, nil
	}
	p.bindAll(r.vars, 1)
	defer p.bindAll(r.vars, -1)
	op := p.at(relation).name
	right, err := p.within(relation+1, lower.to, p.setExpr)
	if err != nil {
		n, err := p.within(lower.from, lower.to, p.statements)
		r.vars, r.condition = nil, n
		if err == nil && r.upper != nil {
			if c := p.listedUpTo(n, r.upper); c != n {
				r.condition, r.upper = c, nil
			}
		}
		return r, err
	}
	one := p.pool.Int(1)
	switch op {
	case "=":
		r.lower = right
		if r.upper == nil && right.Op == expr.OpList {
			r.upper = nil
		}
	case "≥":
		r.lower, r.upper = right, orInfinity(p, r.upper)
	case ">":
		r.lower, r.upper = p.addOne(right, one), orInfinity(p, r.upper)
	case "∈":
		if right.Op == expr.OpSymbol && (right.Name == `\mathbb{Z}`) {
			r.lower, r.upper = p.neg(p.pool.Constant(expr.ConstInfinity)), p.pool.Constant(expr.ConstInfinity)
			return r, nil
		}
		if right.Op == expr.OpSymbol && right.Name == `\mathbb{N}` {
			r.lower, r.upper = one, p.pool.Constant(expr.ConstInfinity)
			return r, nil
		}
		r.lower = right // a set: the sum has three arguments
	default:
		n, err := p.within(lower.from, lower.to, p.statements)
		if err != nil {
			return r, err
		}
		r.vars, r.condition = nil, n
	}
	return r, nil
}

func (p *parser) bindAll(names []string, by int) {
	if p.bound == nil {
		p.bound = map[string]int{}
	}
	for _, n := range names {
		p.bound[n] += by
	}
}

func orInfinity(p *parser, n *expr.Node) *expr.Node {
	if n == nil {
		return p.pool.Constant(expr.ConstInfinity)
	}
	return n
}

func (p *parser) addOne(n, one *expr.Node) *expr.Node {
	if isInteger(n) {
		return p.pool.Int(n.Rat.Num().Int64() + 1)
	}
	return p.pool.Add(n, one)
}

// limit reads \lim_{x\to a^+} and the product that follows.
func (p *parser) limit() (*expr.Node, error) {
	p.next()
	if p.peek().kind != tSub {
		return nil, p.errorHere("a limit without its point", "")
	}
	from, to, next := p.spanOfScript(p.i)
	arrow := -1
	for k := from; k < to; k++ {
		if t := p.at(k); t.kind == tOp && t.name == "→" {
			arrow = k
			break
		}
	}
	if arrow < 0 {
		return nil, p.errorHere("a limit without an arrow", "")
	}
	name, ok := p.nameIn(from, arrow)
	if !ok {
		return nil, p.errorAt(from, "the variable of a limit", "")
	}
	side := ""
	end := to
	// a^+, a^-, a+, a-
	if end-2 > arrow && p.at(end-1).kind == tOp && (p.at(end-1).name == "+" || p.at(end-1).name == "-") {
		side = p.at(end - 1).name
		end--
		if p.at(end-1).kind == tSup {
			end--
		}
	} else if end-4 > arrow && p.at(end-1).kind == tBraceClose && p.at(end-2).kind == tOp && p.at(end-3).kind == tBraceOpen && p.at(end-4).kind == tSup {
		side = p.at(end - 2).name
		end -= 4
	}
	point, err := p.within(arrow+1, end, p.additive)
	if err != nil {
		return nil, err
	}
	p.i, p.off = next, 0
	v := p.table.synonym(name)
	p.bindAll([]string{v}, 1)
	body, err := p.product()
	p.bindAll([]string{v}, -1)
	if err != nil {
		return nil, err
	}
	return p.pool.MakeNamed(expr.OpLimit, side, body, p.pool.Symbol(v), point), nil
}

// listedUpTo gives a list its last member: n = 1, 3, … or n = 1, 3, 5 under a sum and N over it.
func (p *parser) listedUpTo(condition, last *expr.Node) *expr.Node {
	if condition.Op != expr.OpRelation || len(condition.Args) != 2 || condition.Args[1].Op != expr.OpList {
		return condition
	}
	list := condition.Args[1].Args
	if len(list) == 0 {
		return condition
	}
	members := append([]*expr.Node{}, list...)
	if list[len(list)-1].Op != expr.OpEllipsis {
		members = append(members, p.pool.Make(expr.OpEllipsis))
	}
	members = append(members, last)
	return p.pool.With(condition, []*expr.Node{condition.Args[0], p.pool.Make(expr.OpList, members...)})
}
