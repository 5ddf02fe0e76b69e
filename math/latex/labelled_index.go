package latex

import "github.com/assay-physics/assay/math/expr"

// labelledRun splits the subscript 1\mu of p_{1\mu} into its label and its indices: one digit
// before Lorentz indices numbers the particle, unless the head has components.
func (p *parser) labelledRun(head string, up bool, from, to int) (label string, run []string) {
	t := p.at(from)
	if up || to-from < 2 || t.kind != tNumber || len(t.name) != 1 || isDeltaLike(head) || head == `\gamma` || head == `\sigma` || head == "g" || p.table.tensor(head) {
		return "", nil
	}
	run = p.letterRun(from+1, to)
	for _, r := range run {
		if !lorentz(r) && r != `\alpha` && r != `\beta` {
			return "", nil
		}
	}
	return t.name, run
}

// indexedGroup puts a subscript on a bracket: (p_1)_\mu is the component of a vector,
// (T^a)_{ij} the entry of a matrix.
func (p *parser) indexedGroup(n *expr.Node, up bool, from, to int) (*expr.Node, bool) {
	run := p.letterRun(from, to)
	if len(run) == 0 {
		return nil, false
	}
	op := expr.OpLower
	if up {
		op = expr.OpUpper
	}
	args := []*expr.Node{n}
	switch {
	case n.Op == expr.OpSymbol && len(run) == 1 && p.index[run[0]]:
	case n.Op == expr.OpIndexed && !up && len(run) == 2 && len(n.Args) == 2:
		args = append([]*expr.Node(nil), n.Args...)
	default:
		return nil, false
	}
	for _, r := range run {
		args = append(args, p.pool.Make(op, p.pool.Symbol(r)))
	}
	return p.pool.Make(expr.OpIndexed, args...), true
}

// powerOfLower: of \gamma_5^2 and \gamma_\mu^2 the number above is a power, not a component.
func (p *parser) powerOfLower(base string, scripts []script, isIndex []bool) {
	if base != `\gamma` || len(scripts) != 2 || scripts[0].up == scripts[1].up || !isIndex[0] || !isIndex[1] {
		return
	}
	for k, sc := range scripts {
		if sc.up && p.at(sc.from).kind == tNumber {
			isIndex[k] = false
		}
	}
}

// nablaIn: the bracket at i holds a ∇, so that a field before it is a factor.
func (p *parser) nablaIn(i int) bool {
	end := int(p.at(i).match)
	for k := i + 1; k < end; k++ {
		if t := p.at(k); t.kind == tCommand && t.name == "nabla" {
			return true
		}
	}
	return false
}

// factorialAfterPower: in 2^3 3! the power has ended, and a factorial follows.
func (p *parser) factorialAfterPower(last *expr.Node) bool {
	next := p.at(p.i + 1)
	return last.Op == expr.OpPow && next.kind == tOp && next.name == "!"
}

// gradientProduct reads \nabla\phi\times\mathbf A as (\nabla\phi)\times\mathbf A.
func (p *parser) gradientProduct(op string, factors []*expr.Node, b *expr.Node) *expr.Node {
	k := len(factors) - 1
	if k < 1 || factors[k-1].Op != expr.OpNabla || b.Op == expr.OpNabla || p.vectorLike(factors[k]) || !p.vectorLike(b) {
		return nil
	}
	return p.vectorProduct(op, p.pool.Mul(factors[k-1], factors[k]), b)
}
