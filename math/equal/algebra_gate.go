package equal

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// plainScalars reports at little cost that a pair has nothing for the tensor algebra: sums,
// products, powers and functions of letters that are not spelled like operators, matrices or
// vectors, in a context that speaks of none. What it is not sure of is left to that package.
func (g *grading) plainScalars(ref, cand *expr.Node) bool {
	if len(g.commutators)+len(g.relations)+len(g.table.Tensors)+len(g.basis) > 0 || g.ctx.Group != "" {
		return false
	}
	if mayBeGroup(ref) && mayBeGroup(cand) {
		return false
	}
	plain := true
	for _, side := range []*expr.Node{ref, cand} {
		if !side.HasOnly(expr.OpNumber, expr.OpSymbol, expr.OpConstant, expr.OpAdd, expr.OpMul, expr.OpPow, expr.OpApply) {
			return false
		}
		expr.Walk(side, func(m *expr.Node) bool {
			switch m.Op {
			case expr.OpSymbol:
				plain = plain && plainLetter(m.Name)
			case expr.OpApply:
				switch m.Name {
				case "tr", "det", "dim", "rank", "time_ordered", "normal_ordered", "laplacian":
					plain = false
				}
			default:
			}
			return plain && (m.HasOp(expr.OpSymbol) || m.HasFact(expr.FactSpecial))
		})
	}
	if !plain {
		return false
	}
	for _, q := range g.quality {
		if q.has(qVector | qMatrix | qOperator | qAlgebra) {
			return false
		}
	}
	return true
}

// plainLetter reports whether a name is a letter, or a letter with a subscript of letters and
// digits, that is never an operator.
func plainLetter(name string) bool {
	base, script, _ := strings.Cut(name, "_")
	base = strings.TrimPrefix(base, `\`)
	switch base {
	case "", "sigma", "gamma", "Box", "square":
		return false
	}
	return strings.Trim(base, asciiLetters) == "" && strings.Trim(script, asciiLetters+"0123456789{}") == ""
}

const asciiLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// mayBeGroup reports whether a product may spell the name of a group, S·U·3.
func mayBeGroup(n *expr.Node) bool {
	if n.Op != expr.OpMul {
		return false
	}
	for _, a := range n.Args {
		if a.Op == expr.OpSymbol && strings.Contains("SsUuOGg", a.Name) || mayBeGroup(a) {
			return true
		}
	}
	return false
}
