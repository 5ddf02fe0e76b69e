package equal

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// unknownKind names a function of the pair that the context declares to be of a kind that is
// not known here: nothing can be refuted by inventing its values.
func (g *grading) unknownKind(sides ...*expr.Node) string {
	known := map[string]bool{"function": true}
	for _, f := range expr.Functions {
		known[f.Name] = true
	}
	for _, name := range sortedKeys(g.table.Functions) {
		kind := g.table.Functions[name]
		if known[kind] {
			continue
		}
		for _, n := range sides {
			if contains(n, func(m *expr.Node) bool {
				return m.Op == expr.OpCall && (m.Name == name || strings.HasPrefix(m.Name, name+"_"))
			}) {
				return name + " (declared as " + kind + ")"
			}
		}
	}
	return ""
}
