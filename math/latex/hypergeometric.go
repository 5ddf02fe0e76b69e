package latex

import "github.com/assay-physics/assay/math/expr"

// withoutUpper reads the arguments (;b;z) and (-;b;z) of a {}_0F_q.
func (p *parser) withoutUpper(upper *expr.Node) (args []*expr.Node, ok bool, err error) {
	if !isInteger(upper) || upper.Rat.Sign() != 0 {
		return nil, false, nil
	}
	end := int(p.peek().match)
	k := p.i + 1
	if t := p.at(k); t.kind == tOp && t.name == "-" {
		k++
	}
	isSemicolon := func(i int) bool { t := p.at(i); return t.kind == tOp && t.name == ";" }
	if end < 0 || !isSemicolon(k) {
		return nil, false, nil
	}
	second := k + 1
	for second < end && !isSemicolon(second) {
		if m := int(p.at(second).match); m > second {
			second = m
		}
		second++
	}
	if second >= end || second == k+1 || second+1 == end {
		return nil, true, p.errorHere("the wrong number of arguments of a hypergeometric function", "")
	}
	b, err := p.within(k+1, second, p.statements)
	if err != nil {
		return nil, true, err
	}
	z, err := p.within(second+1, end, p.additive)
	if err != nil {
		return nil, true, err
	}
	p.i, p.off = end+1, 0
	if b.Op == expr.OpList {
		return append(append([]*expr.Node(nil), b.Args...), z), true, nil
	}
	return []*expr.Node{b, z}, true, nil
}
