package equal

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// Relations such as p² = m², q² = 0 and s = (p + q)² speak of scalar products and of nothing
// else of the vectors. Where a problem states one, vectors are read through their scalar
// products, each of which is a symbol p·q: by bilinearity, in any dimension and signature.

// onShell reports whether a relation restricts scalar products of vectors: it contains a
// vector, and neither side is a symbol that the relation could define.
func (g *grading) onShell(n *expr.Node) bool {
	if n.Op != expr.OpRelation || !isEquality(n.Name) || n.Args[0].Op == expr.OpSymbol || n.Args[1].Op == expr.OpSymbol && g.isVector(n.Args[1]) {
		return false
	}
	return contains(n.Args[0], func(m *expr.Node) bool { return m.Op == expr.OpSymbol && g.isVector(m) }) && !g.ofAlgebra(n)
}

// invariant writes n in scalar products; false if a vector stands elsewhere.
func (g *grading) invariant(n *expr.Node) (*expr.Node, bool) {
	b := builder{g.pool}
	ok := true
	vector := func(m *expr.Node) bool {
		return contains(m, func(x *expr.Node) bool { return x.Op == expr.OpSymbol && g.isVector(x) })
	}
	var visit func(m *expr.Node) *expr.Node
	visit = func(m *expr.Node) *expr.Node {
		if !vector(m) || len(m.Args) == 0 {
			ok = ok && !(m.Op == expr.OpSymbol && g.isVector(m))
			return m
		}
		switch {
		case m.Op == expr.OpDot:
			return g.bilinear(m.Args[0], m.Args[1], &ok)
		case m.Op == expr.OpPow && g.isVectorSum(m.Args[0]):
			if k, even := smallInt(m.Args[1]); even && k%2 == 0 {
				return b.pow(g.bilinear(m.Args[0], m.Args[0], &ok), b.Int(k/2))
			}
		case m.Op == expr.OpApply && (m.Name == "abs" || m.Name == "norm") && g.isVectorSum(m.Args[0]):
			return b.Sqrt(g.bilinear(m.Args[0], m.Args[0], &ok))
		}
		args := make([]*expr.Node, len(m.Args))
		for i, a := range m.Args {
			args[i] = visit(a)
		}
		return g.pool.With(m, args)
	}
	v := visit(n)
	return v, ok
}

// linearTerm is a scalar times a vector symbol.
type linearTerm struct{ coefficient, vector *expr.Node }

func (g *grading) isVectorSum(n *expr.Node) bool { return g.linearTerms(n) != nil }

// linearTerms writes a vector as a linear combination of symbols, nil if it is none.
func (g *grading) linearTerms(n *expr.Node) []linearTerm {
	b := builder{g.pool}
	switch n.Op {
	case expr.OpSymbol:
		if g.isVector(n) {
			return []linearTerm{{b.Int(1), n}}
		}
	case expr.OpAdd:
		var all []linearTerm
		for _, a := range n.Args {
			t := g.linearTerms(a)
			if t == nil || len(all)+len(t) > 16 {
				return nil
			}
			all = append(all, t...)
		}
		return all
	case expr.OpMul:
		var rest []*expr.Node
		var inner []linearTerm
		for _, a := range n.Args {
			if t := g.linearTerms(a); t != nil {
				if inner != nil {
					return nil
				}
				inner = t
				continue
			}
			if contains(a, func(x *expr.Node) bool { return x.Op == expr.OpSymbol && g.isVector(x) }) {
				return nil
			}
			rest = append(rest, a)
		}
		var all []linearTerm
		for _, t := range inner {
			all = append(all, linearTerm{b.mul(append(slices.Clone(rest), t.coefficient)...), t.vector})
		}
		return all
	default:
	}
	return nil
}

// bilinear is the scalar product of two linear combinations.
func (g *grading) bilinear(x, y *expr.Node, ok *bool) *expr.Node {
	b := builder{g.pool}
	p, q := g.linearTerms(x), g.linearTerms(y)
	if p == nil || q == nil {
		*ok = false
		return x
	}
	var terms []*expr.Node
	for _, s := range p {
		for _, t := range q {
			names := []string{s.vector.Name, t.vector.Name}
			slices.Sort(names)
			terms = append(terms, b.mul(s.coefficient, t.coefficient, b.Symbol(strings.Join(names, ` \cdot `))))
		}
	}
	return g.canon(b.add(terms...))
}

// invariants writes both sides in scalar products where the relations call for it.
func (g *grading) invariants(ref, cand *expr.Node) (a, b *expr.Node) {
	if !g.shell {
		return ref, cand
	}
	x, okX := g.invariant(ref)
	y, okY := g.invariant(cand)
	if !okX || !okY {
		return ref, cand
	}
	return x, y
}
