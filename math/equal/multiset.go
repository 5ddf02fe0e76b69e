package equal

import (
	"fmt"

	"github.com/assay-physics/assay/math/expr"
)

// multisets compares two lists that are written in braces: a list of eigenvalues or levels has
// no order, and a degenerate one stands in it as often as it is degenerate.
func (g *grading) multisets(ref, cand *expr.Node) (Result, bool) {
	if g.ctx.Kind != "list" || ref.Op != expr.OpSet || cand.Op != expr.OpSet || containsOp(ref, expr.OpPlusMinus) || containsOp(cand, expr.OpPlusMinus) {
		return Result{}, false
	}
	a, b := g.classify(ref), g.classify(cand)
	if a.form != formSet || b.form != formSet || a.infinite || b.infinite || len(ref.Args) == len(g.distinct(ref.Args)) && len(cand.Args) == len(g.distinct(cand.Args)) {
		return Result{}, false
	}
	if len(ref.Args) != len(cand.Args) {
		r := g.sets(ref.Args, cand.Args)
		if r.Verdict == Equivalent {
			r = Result{Verdict: Different, Method: methodSet}
			r.Message = fmt.Sprintf("the reference lists %s, the candidate %s", count(len(ref.Args), "value"), count(len(cand.Args), "value"))
		}
		return r, true
	}
	return g.matching(ref.Args, cand.Args), true
}
