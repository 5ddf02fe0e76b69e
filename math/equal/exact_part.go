package equal

import "github.com/assay-physics/assay/math/expr"

// exactPart drops the rounded value at the end of X = exact ≈ 1.645: the answer is the exact
// one, unless digits are asked for or the other side is a rounded number itself.
func (g *grading) exactPart(n, other *expr.Node) *expr.Node {
	if n.Op != expr.OpAnd || g.ctx.Form.Digits != 0 || containsOp(n, expr.OpUnit) || rounded(other) {
		return n
	}
	for i, e := range n.Args {
		if e.Op != expr.OpRelation || !isEquality(e.Name) || i > 0 && e.Args[0] != n.Args[i-1].Args[1] {
			return n
		}
	}
	end := len(n.Args)
	for end > 1 && isApprox(n.Args[end-1]) && isNumber(n.Args[end-1].Args[1]) {
		end--
	}
	switch {
	case end == len(n.Args) || n.Args[end-1].Name != expr.RelEqual:
		return n
	case end == 1:
		return n.Args[0]
	}
	return g.pool.Make(expr.OpAnd, n.Args[:end]...)
}

// rounded reports whether a side is, or ends with, a number that is no integer.
func rounded(n *expr.Node) bool {
	for n.Op == expr.OpRelation || n.Op == expr.OpAnd {
		n = n.Args[len(n.Args)-1]
	}
	return isNumber(n) && !n.Rat.IsInt()
}
