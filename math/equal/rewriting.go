package equal

import (
	"slices"

	"github.com/assay-physics/assay/math/expr"
)

// byRewriting puts relations of the problem between operators, states or indexed objects in as they
// are written: where the left side stands in the pair, the right side is as good. What agrees
// then is equal; what differs is different if nothing is left to which the relations apply.
func (g *grading) byRewriting(ref, cand *expr.Node) (Result, bool) {
	c := g.tensorContext()
	for i, rule := range g.relations {
		if rule.Op != expr.OpRelation || rule.Name != expr.RelEqual || rule.Args[0].Op == expr.OpSymbol || len(expr.FreeSymbols(rule.Args[0])) == 0 {
			continue
		}
		left, right := rule.Args[0], rule.Args[1]
		a, b := g.replaced(ref, left, right), g.replaced(cand, left, right)
		if a == ref && b == cand {
			continue
		}
		c.Relations = slices.Delete(slices.Clone(g.relations), i, i+1)
		pairs := [][2]*expr.Node{{a, b}}
		if a != ref && b != cand {
			pairs = append(pairs, [2]*expr.Node{a, cand}, [2]*expr.Node{ref, b})
		}
		for k, p := range pairs {
			if g.canon(p[0]) == g.canon(p[1]) {
				return Result{Verdict: Equivalent, Method: methodTensor, Evidence: Evidence{Proved: true}, Message: "the same after putting in the relation " + g.latex(rule)}, true
			}
			r := g.tensorsIn(c, p[0], p[1])
			if r.Verdict == Equivalent || r.Verdict == Different && k == 0 && len(g.relations) == 1 && !g.applies(left, a, b) {
				r.Message += ", after putting in the relation " + g.latex(rule)
				return r, true
			}
		}
	}
	return Result{}, false
}

// replaced writes right for left in n, also where left is some factors of a product.
func (g *grading) replaced(n, left, right *expr.Node) *expr.Node {
	return rewrite(g.pool, n, func(m *expr.Node) *expr.Node {
		if m == left {
			return right
		}
		if m.Op != expr.OpMul || left.Op != expr.OpMul || len(left.Args) > len(m.Args) {
			return m
		}
		for i := 0; i+len(left.Args) <= len(m.Args); i++ {
			if slices.Equal(m.Args[i:i+len(left.Args)], left.Args) {
				return g.pool.Mul(slices.Concat(m.Args[:i], []*expr.Node{right}, m.Args[i+len(left.Args):])...)
			}
		}
		return m
	})
}

// applies reports whether the relation may still say something about the pair: an operator of
// its left side is left, or it is not the action of operators on a state.
func (g *grading) applies(left *expr.Node, pair ...*expr.Node) bool {
	if left.Op != expr.OpMul || left.Args[len(left.Args)-1].Op != expr.OpKet || containsOp(left, expr.OpIndexed, expr.OpPartial, expr.OpNabla, expr.OpDerivative) {
		return true
	}
	for _, l := range left.Args[:len(left.Args)-1] {
		for _, n := range pair {
			if mentions(n, l) {
				return true
			}
		}
	}
	return false
}
