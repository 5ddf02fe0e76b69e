package equal

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// hasSign reports whether a name carries ± or ∓: E_\pm names two quantities, E_+ and E_-.
func hasSign(name string) bool { return strings.ContainsAny(name, "±∓") }

func isSigned(n *expr.Node) bool {
	return (n.HasOp(expr.OpText) || n.HasFact(expr.FactMarked)) && contains(n, func(m *expr.Node) bool {
		return (m.Op == expr.OpSymbol || m.Op == expr.OpCall) && hasSign(m.Name) || isSignLabel(m)
	})
}

// isSignLabel: the label of |±⟩.
func isSignLabel(n *expr.Node) bool {
	return n.Op == expr.OpText && (n.Name == "±" || n.Name == "∓")
}

// namesWithSign writes + (or −) for ± and the other sign for ∓ in a name, in the spelling
// that E_+ and A^+ have.
var namesWithSign = map[int64]*strings.Replacer{
	1:  strings.NewReplacer("_{±}", "_+", "_{∓}", "_-", "±", "+", "∓", "-"),
	-1: strings.NewReplacer("_{±}", "_-", "_{∓}", "_+", "±", "-", "∓", "+"),
}

// atSign is the branch of an expression in which ± is + (sign 1) or − (sign −1): all signs of
// one expression go together, those in names too.
func (g *grading) atSign(n *expr.Node, sign int64) *expr.Node {
	b := builder{g.pool}
	return rewrite(g.pool, n, func(m *expr.Node) *expr.Node {
		switch {
		case m.Op == expr.OpSymbol && hasSign(m.Name):
			return g.pool.Symbol(namesWithSign[sign].Replace(m.Name))
		case isSignLabel(m):
			return g.pool.MakeNamed(expr.OpText, namesWithSign[sign].Replace(m.Name))
		case m.Op == expr.OpCall && hasSign(m.Name):
			return g.pool.MakeNamed(expr.OpCall, namesWithSign[sign].Replace(m.Name), m.Args...)
		case m.Op != expr.OpPlusMinus:
			return m
		}
		s := sign
		if m.Name == "-" {
			s = -s
		}
		if len(m.Args) == 1 {
			return b.mul(g.pool.Int(s), m.Args[0])
		}
		return b.add(m.Args[0], b.mul(g.pool.Int(s), m.Args[1]))
	})
}

// plusMinus writes the two values of an expression with ±.
func (g *grading) plusMinus(n *expr.Node) ([]*expr.Node, bool) {
	if !containsOp(n, expr.OpPlusMinus) {
		return nil, false
	}
	return []*expr.Node{g.atSign(n, 1), g.atSign(n, -1)}, true
}

// branchesOf are the two equations that one with E_\pm on its left stands for.
func (g *grading) branchesOf(n *expr.Node) ([]*expr.Node, bool) {
	if n.Op != expr.OpRelation || !isEquality(n.Name) || !isSigned(n.Args[0]) {
		return nil, false
	}
	return []*expr.Node{g.atSign(n, 1), g.atSign(n, -1)}, true
}

// plusMinusRelations writes r_\pm = M ± a, and λ_{1,2} = M ± a, as two relations; the upper
// sign is that of λ_1.
func (g *grading) plusMinusRelations(rs []*expr.Node) []*expr.Node {
	var out []*expr.Node
	for _, n := range rs {
		if isSigned(n) {
			out = append(out, g.atSign(n, 1), g.atSign(n, -1))
			continue
		}
		if n.Op == expr.OpRelation && n.Args[0].Op == expr.OpSymbol && strings.Contains(n.Args[0].Name, "{1,2}") && containsOp(n.Args[1], expr.OpPlusMinus) {
			for k, sign := range []int64{1, -1} {
				name := strings.Replace(n.Args[0].Name, "{1,2}", string("12"[k]), 1)
				out = append(out, g.pool.MakeNamed(expr.OpRelation, n.Name, g.pool.Symbol(name), g.atSign(n.Args[1], sign)))
			}
			continue
		}
		out = append(out, n)
	}
	return out
}

// isList reports whether an answer has parts, each with signs of its own.
func isList(n *expr.Node) bool {
	switch n.Op {
	case expr.OpList, expr.OpTuple, expr.OpAnd, expr.OpOr, expr.OpSet, expr.OpText, expr.OpMatrix:
		return true
	default:
		return false
	}
}

// signedBranches compares two expressions of which one names its branches: E_+ with the upper
// signs of the other side, E_- with the lower ones. Equations are left to their labels.
func (g *grading) signedBranches(ref, cand *expr.Node) (Result, bool) {
	if !isSigned(ref) && !isSigned(cand) || isList(ref) || isList(cand) {
		return Result{}, false
	}
	if ref.Op == expr.OpRelation && cand.Op == expr.OpRelation && isSigned(ref.Args[0]) && isSigned(cand.Args[0]) {
		return Result{}, false
	}
	if r, done := g.signedAgainstList(ref, cand); done {
		return r, true
	}
	plusR, minusR := g.atSign(ref, 1), g.atSign(ref, -1)
	plusC, minusC := g.atSign(cand, 1), g.atSign(cand, -1)
	r := all([]Result{g.statements(plusR, plusC), g.statements(minusR, minusC)}, "branch")
	if r.Verdict == Different && (!isSigned(ref) || !isSigned(cand)) && plusC != minusC && plusR != minusR {
		// Only one side says which value belongs to which name.
		if crossed := all([]Result{g.statements(plusR, minusC), g.statements(minusR, plusC)}, "branch"); crossed.Verdict != Different {
			return undecided("the same two values, but only one side says which is the upper branch"), true
		}
	}
	return r, true
}

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
