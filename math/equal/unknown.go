package equal

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// unknownName is a function that has a name of several letters, which the context does not
// declare and no table knows: gd(x) may be anything, so that it proves no difference.
func (g *grading) unknownName(sides ...*expr.Node) string {
	name := ""
	for _, n := range sides {
		if !n.HasOp(expr.OpCall) {
			continue
		}
		expr.Walk(valueOf(n), func(m *expr.Node) bool {
			if s, ok := strings.CutPrefix(m.Name, `\mathrm{`); ok && m.Op == expr.OpCall && g.table.Functions[m.Name] == "" && !isGroup(s) {
				name = strings.Replace(s, "}", "", 1)
			}
			return name == ""
		})
	}
	return name
}

// isGroup reports whether a roman name is that of a classical group: SU(3), Spin(10).
func isGroup(name string) bool {
	name, _, _ = strings.Cut(name, "}")
	return name == strings.ToUpper(name) || name == "Sp" || name == "USp" || name == "Spin" || name == "Pin"
}

// valueOf is the right side of an equation: a name on the left is a label.
func valueOf(n *expr.Node) *expr.Node {
	for n.Op == expr.OpWhere {
		n = n.Args[0]
	}
	if n.Op == expr.OpRelation && isEquality(n.Name) {
		return n.Args[1]
	}
	return n
}
