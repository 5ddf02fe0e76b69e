package equal

import "github.com/assay-physics/assay/math/expr"

// differentials reads dx² as (dx)² and dx/dt as a quotient in two equations of which one is
// homogeneous in differentials: every term has an undeclared d. Such a d is no unknown, and does
// not vanish.
func (g *grading) differentials(f, h *expr.Node) (*expr.Node, *expr.Node) {
	d := g.pool.Symbol("d")
	if g.quality[d].has(qDeclared) || !mentions(f, d) && !mentions(h, d) {
		return f, h
	}
	homogeneous := 0
	for _, n := range []*expr.Node{f, h} {
		terms := []*expr.Node{n}
		if n.Op == expr.OpAdd {
			terms = n.Args
		}
		with := 0
		for _, t := range terms {
			with += b2i(mentions(t, d))
		}
		switch {
		case with == len(terms):
			homogeneous++
		case with > 0 || !n.HasOp(expr.OpDerivative):
			return f, h
		}
	}
	if homogeneous == 0 {
		return f, h
	}
	g.quality[d] |= qNonzero | qReal
	b := builder{g.pool}
	read := func(m *expr.Node) *expr.Node {
		switch {
		case m.Op == expr.OpDerivative && m.Name == "total" && len(m.Args) == 3 && m.Args[0].Op == expr.OpSymbol && m.Args[1].Op == expr.OpSymbol && isInt(m.Args[2], 1):
			return b.div(m.Args[0], m.Args[1])
		case m.Op != expr.OpMul:
			return m
		}
		var factors []*expr.Node
		for i := 0; i < len(m.Args); i++ {
			if i+1 < len(m.Args) && m.Args[i] == d {
				if x := m.Args[i+1]; x.Op == expr.OpPow && x.Args[0].Op == expr.OpSymbol && isNumber(x.Args[1]) && x.Args[1].Rat.Sign() > 0 {
					factors = append(factors, g.pool.Pow(g.pool.Mul(d, x.Args[0]), x.Args[1]))
					i++
					continue
				}
			}
			factors = append(factors, m.Args[i])
		}
		return g.pool.Mul(factors...)
	}
	return rewrite(g.pool, f, read), rewrite(g.pool, h, read)
}
