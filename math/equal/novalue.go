package equal

import (
	"github.com/assay-physics/assay/math/expr"
)

// withoutValue refuses a pair of which a side has no value or says something false: 1/0 is not
// 2/0, ∞/∞ is not 1, and 6 = 5 is not 5. Only the very same text is equal to itself.
func (g *grading) withoutValue(ref, cand *expr.Node) (Result, bool) {
	if ref == cand {
		return Result{}, false
	}
	sides := [2]string{"the reference", "the candidate"}
	for i, n := range []*expr.Node{ref, cand} {
		if m := g.falsehood(n); m != nil {
			return undecided(sides[i] + " states " + g.latex(m) + ", which is false"), true
		}
		if g.hasNoValue(n) {
			return undecided(sides[i] + " has no value: it divides by zero or subtracts or divides infinities"), true
		}
	}
	return Result{}, false
}

// falsehood is an equation between two different exact numbers.
func (g *grading) falsehood(n *expr.Node) *expr.Node {
	if !n.HasOp(expr.OpRelation) {
		return nil
	}
	var found *expr.Node
	expr.Walk(n, func(m *expr.Node) bool {
		if m.Op == expr.OpRelation && m.Name == expr.RelEqual && found == nil && isExactNumber(m.Args[0]) && isExactNumber(m.Args[1]) {
			a, okA := g.rational(m.Args[0])
			b, okB := g.rational(m.Args[1])
			if okA && okB && a.Cmp(b) != 0 {
				found = m
			}
		}
		return found == nil
	})
	return found
}

// isExactNumber: made of integers and fractions, without decimals, which may be rounded.
func isExactNumber(n *expr.Node) bool {
	return !contains(n, func(m *expr.Node) bool {
		switch m.Op {
		case expr.OpNumber:
			return m.Digits > 0
		case expr.OpAdd, expr.OpMul, expr.OpPow:
			return false
		default:
			return true
		}
	})
}

// hasNoValue finds divisions by zero and indeterminate forms, as written and after evaluation.
func (g *grading) hasNoValue(n *expr.Node) bool {
	isInfinite := func(m *expr.Node) bool { return infinite(m) != 0 }
	ops := []expr.Op{expr.OpPow}
	if n.HasOp(expr.OpConstant) { // perhaps an infinite one
		ops = append(ops, expr.OpMul, expr.OpAdd)
	}
	written := n.HasFact(expr.FactZero|expr.FactInfinite) && containsAmong(n, func(m *expr.Node) bool {
		switch m.Op {
		case expr.OpPow:
			if isInfinite(m.Args[0]) && isInt(m.Args[1], 0) {
				return true
			}
			return isNumber(m.Args[1]) && m.Args[1].Rat.Sign() < 0 && isInt(m.Args[0], 0)
		case expr.OpMul:
			large, small := false, false
			for _, a := range m.Args {
				large = large || isInfinite(a)
				small = small || isInt(a, 0) || a.Op == expr.OpPow && isInfinite(a.Args[0]) && isNumber(a.Args[1]) && a.Args[1].Rat.Sign() < 0
			}
			return large && small
		case expr.OpAdd:
			up, down := false, false
			for _, a := range m.Args {
				up = up || infinite(a) == 1
				down = down || infinite(a) == -1
			}
			return up && down
		default:
			return false
		}
	}, ops...)
	c := g.canon(n)
	return written || c.HasFact(expr.FactInfinite) && contains(c, func(m *expr.Node) bool {
		return isConstant(m, expr.ConstComplexInf) || isConstant(m, expr.ConstUndefined)
	})
}
