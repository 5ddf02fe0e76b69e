package equal

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// sisters are the names of a chain E_1 = E_2 = 3, if all but the value are symbols that differ by
// their subscripts: then each of them is a statement.
func sisters(chain *expr.Node) []*expr.Node {
	labels := make([]*expr.Node, len(chain.Args))
	for i, r := range chain.Args {
		if r.Op != expr.OpRelation || !isEquality(r.Name) || i > 0 && r.Args[0] != chain.Args[i-1].Args[1] {
			return nil
		}
		labels[i] = r.Args[0]
		head, _, subscript := strings.Cut(r.Args[0].Name, "_")
		first, _, _ := strings.Cut(labels[0].Name, "_")
		if r.Args[0].Op != expr.OpSymbol || !subscript || head != first {
			return nil
		}
	}
	if last := chain.Args[len(chain.Args)-1].Args[1]; last.Op == expr.OpSymbol {
		return nil
	}
	return labels
}

// spread writes λ_1 = λ_2 = 1 in a list of statements as two of them.
func (g *grading) spread(n *expr.Node) *expr.Node {
	if n.Op != expr.OpList {
		return n
	}
	out := make([]*expr.Node, 0, len(n.Args))
	for _, a := range n.Args {
		var labels []*expr.Node
		if a.Op == expr.OpAnd && len(a.Args) > 1 {
			labels = sisters(a)
		}
		if labels == nil {
			out = append(out, a)
			continue
		}
		last := a.Args[len(a.Args)-1]
		for _, x := range labels {
			out = append(out, g.pool.MakeNamed(expr.OpRelation, last.Name, x, last.Args[1]))
		}
	}
	if len(out) == len(n.Args) {
		return n
	}
	return g.pool.Make(expr.OpList, out...)
}
