package equal

import (
	"slices"

	"github.com/assay-physics/assay/math/expr"
)

// solvedFor takes the last of several statements where they are the way to it: ω² = gk, so
// ω = √(gk) says what ω is. The last has a symbol alone on its left side, the others a power of it.
func (g *grading) solvedFor(n *expr.Node) *expr.Node {
	if n.Op != expr.OpAnd || len(n.Args) < 2 {
		return n
	}
	last := n.Args[len(n.Args)-1]
	for _, r := range n.Args {
		if r.Op != expr.OpRelation || len(r.Args) != 2 || r.Name != expr.RelEqual {
			return n
		}
	}
	x := last.Args[0]
	if x.Op != expr.OpSymbol || mentions(last.Args[1], x) {
		return n
	}
	for _, r := range n.Args[:len(n.Args)-1] {
		left := r.Args[0]
		if left.Op != expr.OpPow || left.Args[0] != x || !isNumber(left.Args[1]) {
			return n // two equations, not one solved for the quantity
		}
	}
	return last
}

// trailingDefinitions reads an equation followed by the meaning of its symbols as one statement:
// ẍ + 2γẋ + ω₀²x = 0, γ = b/2m, ω₀² = k/m. Each symbol that is defined stands in what is before
// and not on the other side.
func (g *grading) trailingDefinitions(n, other *expr.Node) *expr.Node {
	if n.Op != expr.OpList || len(n.Args) < 2 || len(n.Args) > maxDefinitions {
		return n
	}
	for _, r := range n.Args {
		if r.Op != expr.OpRelation || len(r.Args) != 2 || r.Name != expr.RelEqual {
			return n
		}
	}
	if other.Op != expr.OpRelation || !isEquality(other.Name) || other.Args[0].Op == expr.OpSymbol {
		if w := g.definedAround(n, other); w != nil {
			return w
		}
	}
	if other.Op != expr.OpRelation || !isEquality(other.Name) {
		return n
	}
	main := n.Args[0]
	if main.Args[0].Op == expr.OpSymbol {
		return n // x = 1, y = 2
	}
	used, known := expr.FreeSymbols(main), expr.FreeSymbols(other)
	for _, d := range n.Args[1:] {
		left := d.Args[0]
		if left.Op == expr.OpPow && isNumber(left.Args[1]) {
			left = left.Args[0]
		}
		if left.Op != expr.OpSymbol || !slices.Contains(used, left) || slices.Contains(known, left) {
			return n
		}
	}
	return g.pool.Make(expr.OpWhere, n.Args...)
}

// enumerated writes a_k = f(k), k = 0, 1, 2 as the set of the values.
func (g *grading) enumerated(n *expr.Node) *expr.Node {
	if n.Op != expr.OpList || len(n.Args) < 2 {
		return n
	}
	labelled, index := n.Args[0], n.Args[1]
	if labelled.Op != expr.OpRelation || labelled.Name != expr.RelEqual || index.Op != expr.OpRelation || index.Args[0].Op != expr.OpSymbol {
		return n
	}
	k, f := index.Args[0], labelled.Args[1]
	has := mentions(f, k)
	var values []*expr.Node
	switch {
	case !has:
		return n
	case index.Name == expr.RelEqual && len(n.Args) > 2:
		values = append([]*expr.Node{index.Args[1]}, n.Args[2:]...)
	case index.Name == expr.RelElement && len(n.Args) == 2 && index.Args[1].Op == expr.OpSet:
		values = index.Args[1].Args
	default:
		return n
	}
	if len(values) > maxSpelled {
		return n
	}
	entries := make([]*expr.Node, len(values))
	for i, v := range values {
		if !isNumber(v) {
			return n
		}
		entries[i] = expr.Subst(g.pool, f, map[*expr.Node]*expr.Node{k: v})
	}
	if g.ctx.Kind == "tuple" || g.ctx.Kind == "list" {
		return g.pool.Make(expr.OpTuple, entries...)
	}
	return g.pool.Make(expr.OpSet, entries...)
}

// definedAround reads v = fλ, ω = 2πf against a single value, ωλ/2π, as the value fλ with the
// meaning of f, in either order; nil for anything else. The other statements define symbols of the
// value that the other side has not, or give symbols of the other side by them.
func (g *grading) definedAround(n, other *expr.Node) *expr.Node {
	label := (*expr.Node)(nil)
	if other.Op == expr.OpRelation {
		label, other = other.Args[0], other.Args[1]
	}
	if isList(other) || other.Op == expr.OpRelation || len(expr.FreeSymbols(other)) == 0 {
		return nil
	}
	known := expr.FreeSymbols(other)
	for _, at := range []int{0, len(n.Args) - 1} {
		main := n.Args[at]
		if main.Args[0].Op != expr.OpSymbol || isList(main.Args[1]) || label != nil && main.Args[0] != label || slices.Contains(known, main.Args[0]) {
			continue
		}
		used := expr.FreeSymbols(main.Args[1])
		rest := slices.Delete(slices.Clone(n.Args), at, at+1)
		if !slices.ContainsFunc(rest, func(d *expr.Node) bool { return !defines(d, main.Args[0], used, known) }) {
			return g.pool.Make(expr.OpWhere, append([]*expr.Node{main}, rest...)...)
		}
	}
	return nil
}

// defines reports whether a statement says what a symbol of a value is that the other side has
// not, or what one of the other side is by such a symbol.
func defines(d, label *expr.Node, used, known []*expr.Node) bool {
	left, right := d.Args[0], d.Args[1]
	if left.Op != expr.OpSymbol || left == label || mentions(right, label) || mentions(right, left) || isList(right) {
		return false
	}
	ours := func(s *expr.Node) bool { return slices.Contains(used, s) && !slices.Contains(known, s) }
	if ours(left) {
		return true
	}
	return slices.Contains(known, left) && !slices.Contains(used, left) && slices.ContainsFunc(expr.FreeSymbols(right), ours)
}
