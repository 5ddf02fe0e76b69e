package equal

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// signList writes the list 0, ±1 as the set of its three values. Where several entries have
// signs the list may be a tuple with signs that go together, and is one unless a label or the
// context says that it is a set.
func (g *grading) signList(n *expr.Node, labelled bool) *expr.Node {
	if n.Op != expr.OpList || g.ctx.Kind == "tuple" || g.ctx.Kind == "list" {
		return n
	}
	signs := 0
	for _, e := range n.Args {
		switch {
		case e.Op == expr.OpRelation || isCondition(e) || isList(e):
			return n
		case contains(e, func(m *expr.Node) bool { return m.Op == expr.OpPlusMinus && m.Name == "-" }):
			return n
		}
		signs += b2i(containsOp(e, expr.OpPlusMinus))
	}
	if signs == 0 || signs > 1 && !labelled && g.ctx.Kind != "set" {
		return n
	}
	return g.bothSigns(g.pool.Make(expr.OpSet, n.Args...))
}

// scaledSet writes {a, b} c as the set of the products.
func (g *grading) scaledSet(n *expr.Node) *expr.Node {
	at := slices.IndexFunc(n.Args, func(a *expr.Node) bool { return a.Op == expr.OpSet })
	if at < 0 || containsDirect(n.Args[at], expr.OpEllipsis) {
		return n
	}
	rest := slices.Delete(slices.Clone(n.Args), at, at+1)
	if len(n.Args[at].Args) == 0 || slices.ContainsFunc(rest, func(a *expr.Node) bool { return a.HasOp(expr.OpSet) || containsOp(a, expr.OpPlusMinus) }) {
		return n
	}
	products := make([]*expr.Node, len(n.Args[at].Args))
	for i, e := range n.Args[at].Args {
		products[i] = g.pool.Mul(slices.Concat([]*expr.Node{e}, rest)...)
	}
	return g.pool.Make(expr.OpSet, products...)
}

// integersFrom is {0, 1, 2, …} for ℤ_{≥0} and ℕ_0, {1, 2, 3, …} for ℤ_{>0}; nil for anything
// else. ℕ may begin with either.
func (g *grading) integersFrom(name string) *expr.Node {
	first := int64(0)
	switch name {
	case `\mathbb{Z}_{≥0}`, `\mathbb{N}_0`:
	case `\mathbb{Z}_{>0}`, `\mathbb{Z}_{≥1}`, `\mathbb{Z}^{+}`, `\mathbb{N}^{*}`:
		first = 1
	default:
		return nil
	}
	return g.pool.Make(expr.OpSet, g.pool.Int(first), g.pool.Int(first+1), g.pool.Int(first+2), g.pool.Make(expr.OpEllipsis))
}

// signedAgainstList compares E_± = ±a with E = a, −a: the values without their names.
func (g *grading) signedAgainstList(ref, cand *expr.Node) (Result, bool) {
	parts := func(n *expr.Node) (label string, values []*expr.Node, signed bool) {
		if n.Op != expr.OpRelation || n.Name != expr.RelEqual || n.Args[0].Op != expr.OpSymbol {
			return "", nil, false
		}
		label, signed = n.Args[0].Name, hasSign(n.Args[0].Name)
		switch r := n.Args[1]; {
		case signed:
			label = namesWithoutSign.Replace(label)
			values = []*expr.Node{g.atSign(r, 1), g.atSign(r, -1)}
		case r.Op == expr.OpList || r.Op == expr.OpSet:
			values = g.bothSigns(r).Args
		default:
			values, _ = g.plusMinus(r)
		}
		return label, values, signed
	}
	a, p, signedA := parts(ref)
	b, q, signedB := parts(cand)
	if p == nil || q == nil || signedA == signedB || a != b || len(p) != 2 || containsOp(ref, expr.OpEllipsis) || containsOp(cand, expr.OpEllipsis) {
		return Result{}, false
	}
	return g.sets(p, q), true
}

// namesWithoutSign drops ± from a name.
var namesWithoutSign = strings.NewReplacer("_{±}", "", "^{±}", "", "_±", "", "^±", "")
