package equal

import (
	"strconv"
	"strings"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/latex"
)

// countedLetters writes the sums over indexed letters of all readings out, before letters with an
// index are taken for tensors.
func (g *grading) countedLetters(rs []latex.Reading) []latex.Reading {
	for i, r := range rs {
		if !containsOp(r.Node, expr.OpSum, expr.OpProduct) {
			continue
		}
		rs[i].Node = rewrite(g.pool, r.Node, func(m *expr.Node) *expr.Node {
			if m.Op == expr.OpSum || m.Op == expr.OpProduct {
				if v := g.overLetters(m); v != nil {
					return v
				}
			}
			return m
		})
	}
	return rs
}

// overLetters writes Σ_{i=1}^{3} x_i² as x_1² + x_2² + x_3², and products likewise: an index
// with numbers for bounds on letters that are no tensors counts quantities. It is nil for
// anything else.
func (g *grading) overLetters(m *expr.Node) *expr.Node {
	if len(m.Args) != 4 || m.Args[1].Op != expr.OpSymbol || !m.Args[0].HasOp(expr.OpIndexed) {
		return nil
	}
	body, index := m.Args[0], m.Args[1]
	first, ok := smallInt(m.Args[2])
	last, okLast := smallInt(m.Args[3])
	if !ok || !okLast || first < 0 || last < first || last-first >= maxSpelled {
		return nil
	}
	counted := func(n *expr.Node) bool {
		return n.Op == expr.OpIndexed && len(n.Args) == 2 && n.Args[0].Op == expr.OpSymbol && n.Args[1].Op == expr.OpLower && len(n.Args[1].Args) == 1 && mentions(n.Args[1], index)
	}
	for _, n := range reachable(body) {
		switch {
		case n.Op != expr.OpIndexed:
		case !counted(n) || !g.isCounted(n.Args[0]):
			return nil
		}
	}
	terms := make([]*expr.Node, 0, last-first+1)
	for k := first; k <= last; k++ {
		failed := false
		with := map[*expr.Node]*expr.Node{index: g.pool.Int(k)}
		term := rewrite(g.pool, body, func(n *expr.Node) *expr.Node {
			if !counted(n) {
				return n
			}
			at, ok := smallInt(g.canon(expr.Subst(g.pool, n.Args[1].Args[0], with)))
			if failed = failed || !ok || at < 0; failed {
				return n
			}
			return g.pool.Symbol(numbered(n.Args[0].Name, at))
		})
		if failed {
			return nil
		}
		terms = append(terms, expr.Subst(g.pool, term, with))
	}
	if m.Op == expr.OpProduct {
		return builder{g.pool}.mul(terms...)
	}
	return builder{g.pool}.add(terms...)
}

// numbered is the name of a letter with a number for its subscript.
func numbered(letter string, k int64) string {
	if k < 10 {
		return letter + "_" + strconv.FormatInt(k, 10)
	}
	return letter + "_{" + strconv.FormatInt(k, 10) + "}"
}

// isCounted reports whether a letter with a number is a quantity: it has no algebra of its own.
func (g *grading) isCounted(s *expr.Node) bool {
	if g.quality[s].has(qAlgebra|qOperator|qMatrix|qVector) || g.table.Tensors[s.Name] != "" || looksLikeVector(s.Name) || strings.Contains(s.Name, "_") {
		return false
	}
	switch s.Name {
	case `\gamma`, `\sigma`, `\tau`, `\epsilon`, `\varepsilon`, `\delta`, `\eta`, `\partial`, `\nabla`, "g", "T", "e":
		return false
	}
	return true
}
