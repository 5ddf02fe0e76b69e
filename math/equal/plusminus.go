package equal

import (
	"slices"

	"github.com/assay-physics/assay/math/expr"
)

// correlated compares tuples in which ± and ∓ occur in several entries: the signs of all
// entries go together, so that (±1, ∓1) is not (±1, ±1).
func (g *grading) correlated(ref, cand []*expr.Node) (Result, bool) {
	opposite, several := false, false
	for _, side := range [][]*expr.Node{ref, cand} {
		n := 0
		for _, e := range side {
			n += b2i(containsOp(e, expr.OpPlusMinus))
			opposite = opposite || contains(e, func(m *expr.Node) bool { return m.Op == expr.OpPlusMinus && m.Name == "-" })
		}
		several = several || n > 1
	}
	if !opposite || !several {
		return Result{}, false
	}
	both := func(entries []*expr.Node) []*expr.Node {
		values, ok := g.plusMinus(g.pool.Make(expr.OpTuple, entries...))
		if !ok {
			return []*expr.Node{g.pool.Make(expr.OpTuple, entries...)}
		}
		if g.canon(values[0]) == g.canon(values[1]) {
			return values[:1]
		}
		return values
	}
	a, b := both(ref), both(cand)
	r := g.matching(slices.Clone(a), slices.Clone(b))
	if r.Verdict == Different {
		r.Message = "with the upper signs or with the lower ones throughout: " + r.Message
	}
	return r, true
}
