package equal

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// T(x) and T name one quantity, but T(0), T(L) and T(x_0) are its values at one point: T(L) = 0
// does not say that T = 0.

// atPoint takes back an agreement of values where one of two labels of the same quantity has a
// point for its argument.
func (g *grading) atPoint(a, b *expr.Node, r Result, values ...*expr.Node) Result {
	if r.Verdict != Equivalent {
		return r
	}
	for _, l := range []*expr.Node{a, b} {
		if l.Op == expr.OpCall && slices.ContainsFunc(l.Args, func(x *expr.Node) bool { return g.isPoint(x, values) }) {
			return undecided("one side is the value at a point, " + g.latex(l) + ", the other names the quantity itself")
		}
	}
	return r
}

// isPoint: a number, or a letter that commonly is a fixed place and of which the value does not
// depend.
func (g *grading) isPoint(x *expr.Node, values []*expr.Node) bool {
	switch x.Op {
	case expr.OpNumber, expr.OpConstant:
		return true
	case expr.OpSymbol:
		if !g.free(x, values...) {
			return false
		}
		return slices.Contains([]string{"a", "b", "d", "h", "l", "L", "R", "D", "H", `\ell`}, x.Name) || strings.Contains(x.Name, "_")
	case expr.OpMul, expr.OpAdd, expr.OpPow:
		return !slices.ContainsFunc(x.Args, func(f *expr.Node) bool { return !g.isPoint(f, values) })
	default:
		return false
	}
}
