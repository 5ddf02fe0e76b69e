package equal

import (
	"github.com/assay-physics/assay/math/expr"
)

// separated writes ∫dy c(y) ∫dx f(x) h(y) with fixed limits as a product of two integrals, nil
// where the integrand does not separate.
func (g *grading) separated(m *expr.Node) *expr.Node {
	if len(m.Args) != 4 || m.Name != "" {
		return nil
	}
	b, y := builder{g.pool}, m.Args[1]
	factors := factorsOf(m.Args[0])
	var inner *expr.Node
	var outside []*expr.Node
	for _, f := range factors {
		if f.Op == expr.OpIntegral && inner == nil {
			inner = f
			continue
		}
		outside = append(outside, f)
	}
	if inner == nil || len(inner.Args) != 4 || inner.Name != "" {
		return nil
	}
	x := inner.Args[1]
	if mentions(inner.Args[2], y) || mentions(inner.Args[3], y) {
		return nil
	}
	var ofX, ofY []*expr.Node
	for _, f := range g.splitFactors(inner.Args[0]) {
		switch {
		case !mentions(f, y):
			ofX = append(ofX, f)
		case !mentions(f, x):
			ofY = append(ofY, f)
		default:
			return nil
		}
	}
	first := g.pool.Make(expr.OpIntegral, b.mul(ofX...), x, inner.Args[2], inner.Args[3])
	second := g.pool.Make(expr.OpIntegral, b.mul(append(outside, ofY...)...), y, m.Args[2], m.Args[3])
	return b.mul(first, second)
}

// splitFactors are the factors of a product, those of e to a sum taken apart.
func (g *grading) splitFactors(n *expr.Node) []*expr.Node {
	switch {
	case n.Op == expr.OpMul:
		var all []*expr.Node
		for _, a := range n.Args {
			all = append(all, g.splitFactors(a)...)
		}
		return all
	case n.Op == expr.OpPow && isConstant(n.Args[0], expr.ConstE) && n.Args[1].Op == expr.OpAdd:
		var all []*expr.Node
		for _, a := range n.Args[1].Args {
			all = append(all, g.pool.Pow(n.Args[0], a))
		}
		return all
	case n.Op == expr.OpApply && n.Name == "exp" && n.Args[0].Op == expr.OpAdd:
		var all []*expr.Node
		for _, a := range n.Args[0].Args {
			all = append(all, g.pool.Apply("exp", a))
		}
		return all
	}
	return []*expr.Node{n}
}
