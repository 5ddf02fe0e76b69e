package equal

import (
	"maps"
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// momentumProducts are the momenta in the dots of a reading, if these are scalar products
// although the problem declares no vectors: (p·q)² and p·q/q² say nothing as products of numbers,
// nor do (p·q)(k·l). A single p·q may be a product.
func (g *grading) momentumProducts(n *expr.Node) []*expr.Node {
	if !n.HasOp(expr.OpDot) {
		return nil
	}
	dots := map[*expr.Node]bool{}
	square, first := false, false
	momenta := map[*expr.Node]bool{}
	for _, m := range reachable(n) {
		if m.Op == expr.OpDot && g.momentum(m.Args[0]) && g.momentum(m.Args[1]) && m.Args[0] != m.Args[1] {
			dots[m] = true
			for _, a := range m.Args {
				momenta[a] = true
				first = first || strings.HasPrefix(a.Name, "p") || strings.HasPrefix(a.Name, "P")
			}
		}
	}
	for _, m := range reachable(n) {
		if m.Op != expr.OpPow {
			continue
		}
		for _, e := range []int64{2, -2} {
			square = square || isInt(m.Args[1], e) && (dots[m.Args[0]] || momenta[m.Args[0]])
		}
	}
	if len(dots) < 2 && (len(dots) == 0 || !square || !first) {
		return nil
	}
	return slices.Collect(maps.Keys(momenta))
}

// momentum reports whether a symbol has a letter of momenta and no declared quality.
func (g *grading) momentum(n *expr.Node) bool {
	if n.Op != expr.OpSymbol {
		return false
	}
	if _, declared := g.quality[n]; declared {
		return false
	}
	letter, _, _ := strings.Cut(strings.TrimRight(n.Name, "'"), "_")
	return slices.Contains([]string{"p", "q", "k", "l", "P", "K", "Q"}, letter)
}
