package equal

import "github.com/assay-physics/assay/math/expr"

// exactPart drops the rounded value at the end of X = exact ≈ 1.645: the answer is the exact
// one, unless digits are asked for or the other side is a rounded number itself.
func (g *grading) exactPart(n, other *expr.Node) *expr.Node {
	if formula := g.approximated(n); formula != nil && g.ctx.Form.Digits == 0 && (!rounded(other) || g.exactStatement(other)) {
		return formula
	}
	if n.Op != expr.OpAnd || g.ctx.Form.Digits != 0 || containsOp(n, expr.OpUnit) || rounded(other) && !g.exactStatement(other) {
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

// rounded reports whether a side is, or ends with, a decimal that is no integer.
func rounded(n *expr.Node) bool {
	for n.Op == expr.OpRelation || n.Op == expr.OpAnd {
		n = n.Args[len(n.Args)-1]
	}
	return isNumber(n) && !n.Rat.IsInt() && n.Digits > 0
}

// approximated is the formula in "formula ≈ number", nil for anything else; a single symbol
// before ≈ is a label.
func (g *grading) approximated(n *expr.Node) *expr.Node {
	if !isApprox(n) || len(n.Args) != 2 || !isNumber(n.Args[1]) && !(n.Args[1].Op == expr.OpPow && len(expr.FreeSymbols(n.Args[1])) == 0) {
		return nil
	}
	switch f := n.Args[0]; {
	case len(expr.FreeSymbols(f)) == 0: // π²/6 ≈ 1.645: if that is what it is
		digits := n.Args[1].Digits
		if digits == 0 || hasDecimals(f) || containsOp(f, expr.OpUnit, expr.OpRelation) || !g.roundsTo(f, n.Args[1], digits) {
			return nil
		}
		return f
	case f.Op == expr.OpSymbol || f.Op == expr.OpCall || containsOp(f, expr.OpUnit, expr.OpRelation):
		return nil
	default:
		return f
	}
}

// exactStatement reports whether a side states a formula before the number that it ends with.
func (g *grading) exactStatement(n *expr.Node) bool {
	if g.approximated(n) != nil {
		return true
	}
	if n.Op != expr.OpAnd || len(n.Args) < 2 || !isApprox(n.Args[len(n.Args)-1]) {
		return false
	}
	last := n.Args[len(n.Args)-2]
	return last.Op == expr.OpRelation && last.Name == expr.RelEqual && len(expr.FreeSymbols(last.Args[1])) > 0
}
