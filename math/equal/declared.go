package equal

import (
	"github.com/assay-physics/assay/math/expr"
)

// asCommutator reads {a, b} = c and [a, b] = c, which by themselves look like a set and an
// interval, as brackets where commutators are declared.
func (g *grading) asCommutator(n *expr.Node) *expr.Node {
	if n.Op != expr.OpRelation || !isEquality(n.Name) || len(n.Args) != 2 {
		return n
	}
	b := n.Args[0]
	switch {
	case len(b.Args) != 2:
		return n
	case b.Op == expr.OpSet:
		b = g.pool.Make(expr.OpAnticommutator, b.Args...)
	case b.Op == expr.OpInterval && b.Name == "[]":
		b = g.pool.Make(expr.OpCommutator, b.Args...)
	default:
		return n
	}
	return g.pool.With(n, []*expr.Node{b, n.Args[1]})
}

// definedFunctions declares the heads that relations define by their argument, K(k) = …, so
// that the pair reads K(1/2) as their value.
func (g *grading) definedFunctions() {
	for _, n := range g.relations {
		if n.Op != expr.OpRelation || !isEquality(n.Name) || len(n.Args) != 2 || n.Args[0].Op != expr.OpCall {
			continue
		}
		head := n.Args[0]
		if _, declared := g.quality[g.pool.Symbol(head.Name)]; declared || g.table.Functions[head.Name] != "" {
			continue
		}
		alone := true // of ψ(x) = …, ψ may also be used without its argument
		for _, a := range head.Args {
			alone = alone && (a.Op == expr.OpSymbol || isNumber(a))
		}
		for _, m := range g.relations {
			alone = alone && !contains(m, func(s *expr.Node) bool { return s.Op == expr.OpSymbol && s.Name == head.Name })
		}
		if alone {
			if g.table.Functions == nil {
				g.table.Functions = map[string]string{}
			}
			g.table.Functions[head.Name] = "function"
		}
	}
}
