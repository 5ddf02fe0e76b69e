package equal

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// {q, p} is a set of two, or a bracket that changes its sign with the order: Poisson's. It is taken
// for a set where it is the whole answer or what a letter is, and where its entries are no
// conjugate pair; elsewhere the order counts.

// brackets are the pairs in braces of an answer, in the order in which they are written, where they
// may be Poisson brackets.
func (g *grading) brackets(n *expr.Node) []string {
	if g.ctx.Kind == "set" || len(g.commutators) > 0 || !n.HasOp(expr.OpSet) && !n.HasOp(expr.OpAnticommutator) {
		return nil
	}
	var all []string
	var walk func(m *expr.Node, ordered bool)
	walk = func(m *expr.Node, ordered bool) {
		switch m.Op {
		case expr.OpSet, expr.OpAnticommutator:
			if len(m.Args) == 2 && g.classical(m.Args[0]) && g.classical(m.Args[1]) && (ordered || conjugate(m.Args[0], m.Args[1])) {
				all = append(all, g.latex(m.Args[0])+", "+g.latex(m.Args[1]))
				return
			}
			ordered = false
		case expr.OpRelation:
			if len(m.Args) == 2 {
				vanishes := isZero(m.Args[0]) || isZero(m.Args[1])
				value := m.Args[0].Op == expr.OpSymbol || m.Args[0].Op == expr.OpSet || m.Name == expr.RelElement
				walk(m.Args[0], m.Args[1].Op != expr.OpSet && !vanishes)
				walk(m.Args[1], !value && !vanishes)
				return
			}
		case expr.OpList, expr.OpTuple, expr.OpAnd, expr.OpOr, expr.OpWhere:
		default:
			ordered = true
		}
		for _, a := range m.Args {
			walk(a, ordered)
		}
	}
	walk(n, false)
	slices.Sort(all)
	return all
}

// classical: a letter or function of which the problem does not say that it is an operator.
func (g *grading) classical(n *expr.Node) bool {
	if n.Op != expr.OpSymbol && n.Op != expr.OpCall {
		return false
	}
	return !g.quality[n].has(qOperator|qMatrix|qAlgebra) && !strings.HasPrefix(n.Name, `\hat{`)
}

// conjugate: a coordinate and its momentum, anything and H, two components of one quantity, f and g.
func conjugate(a, b *expr.Node) bool {
	x, i, _ := strings.Cut(a.Name, "_")
	y, k, _ := strings.Cut(b.Name, "_")
	for _, p := range [][2]string{{x, y}, {y, x}} {
		switch p {
		case [2]string{"q", "p"}, [2]string{"x", "p"}, [2]string{"f", "g"}, [2]string{`\phi`, `\pi`}:
			return true
		}
		if p[0] == "H" || p[0] == `\mathcal{H}` {
			return true
		}
	}
	return x == y && x == "L" && i != k
}

// exchangedBrackets: the same pairs in braces, some of them in the other order.
func (g *grading) exchangedBrackets(ref, cand *expr.Node) bool {
	a := g.brackets(ref)
	if len(a) == 0 {
		return false
	}
	return !sameFactors(a, g.brackets(cand))
}
