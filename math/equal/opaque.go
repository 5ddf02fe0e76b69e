package equal

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// Some notation has no arithmetic that is known here: compositions, exterior products, tensor
// products of plain letters, rows of spins, functionals, events as arguments, relations like
// ⊂ and ≪. It is kept in the order in which it was written and compared part by part; what
// does not agree that way is left open.

// opaqueMark begins the names of calls that stand for such notation.
const opaqueMark = "\x00op"

// keepWritten replaces the operators without arithmetic by opaque calls.
func (g *grading) keepWritten(n *expr.Node) *expr.Node {
	if !n.HasOp(expr.OpMul, expr.OpTensorProduct, expr.OpRelation, expr.OpIntegral) {
		return n
	}
	if !n.HasOp(expr.OpTensorProduct, expr.OpRelation, expr.OpIntegral, expr.OpCall) && !containsAmong(n, isKept, expr.OpSymbol) {
		return n
	}
	return rewrite(g.pool, n, func(m *expr.Node) *expr.Node {
		switch m.Op {
		case expr.OpMul:
			return g.keepProduct(m)
		case expr.OpTensorProduct:
			if g.plainLetters(m.Args) {
				return g.pool.MakeNamed(expr.OpCall, opaqueMark+"⊗", m.Args...)
			}
		case expr.OpRelation:
			if m.Name == "∧" || m.Name == "∨" {
				return g.pool.MakeNamed(expr.OpCall, opaqueMark+m.Name, m.Args...)
			}
		case expr.OpIntegral:
			// Without limits the result depends on the variable, even where the integrand is a
			// letter that does not show it.
			if len(m.Args) == 2 && m.Name == "" && !contains(m.Args[0], func(x *expr.Node) bool { return x == m.Args[1] }) {
				return g.pool.MakeNamed(expr.OpCall, opaqueMark+"∫", m.Args...)
			}
		default:
		}
		return m
	})
}

// plainLetters reports whether all factors are symbols that are neither operators nor states
// nor representations.
func (g *grading) plainLetters(ns []*expr.Node) bool {
	for _, n := range ns {
		if n.Op != expr.OpSymbol || boldNumber(n.Name) != "" || g.maybeOperator(n) || g.quality[n].has(qOperator|qMatrix|qAlgebra) {
			return false
		}
	}
	return true
}

// keepProduct finds f∘g, (f∘g)(x) and ↑↓ in a product.
func (g *grading) keepProduct(m *expr.Node) *expr.Node {
	if len(m.Args) > 1 && !slices.ContainsFunc(m.Args, func(n *expr.Node) bool { return !isSpin(n) }) {
		return g.pool.MakeNamed(expr.OpCall, opaqueMark+"↑", m.Args...)
	}
	if len(m.Args) == 2 && m.Args[0].Op == expr.OpCall && m.Args[0].Name == opaqueMark+`\circ` {
		if n, ok := g.composed(m.Args[0].Args, m.Args[1]); ok {
			return n
		}
	}
	for i, a := range m.Args {
		if i == 0 || i == len(m.Args)-1 || a.Op != expr.OpSymbol || !isOperatorSign(a.Name) {
			continue
		}
		var parts []*expr.Node
		start := 0
		for j, b := range m.Args {
			if b == a && j > start {
				parts = append(parts, g.product(m.Args[start:j]))
				start = j + 1
			}
		}
		if start == len(m.Args) {
			return m
		}
		return g.pool.MakeNamed(expr.OpCall, opaqueMark+a.Name, append(parts, g.product(m.Args[start:]))...)
	}
	return m
}

func isSpin(n *expr.Node) bool {
	return n.Op == expr.OpSymbol && (n.Name == `\uparrow` || n.Name == `\downarrow`)
}

// isKept: a letter that keepProduct looks for.
func isKept(n *expr.Node) bool { return isSpin(n) || n.Op == expr.OpSymbol && isOperatorSign(n.Name) }

func isOperatorSign(name string) bool {
	return name == `\circ` || name == `\star` || name == `\bullet` || name == `\odot`
}

func (g *grading) product(factors []*expr.Node) *expr.Node {
	if len(factors) == 1 {
		return factors[0]
	}
	return g.pool.Mul(factors...)
}

// composed applies declared functions from the inside out.
func (g *grading) composed(functions []*expr.Node, x *expr.Node) (*expr.Node, bool) {
	for _, f := range slices.Backward(functions) {
		if f.Op != expr.OpSymbol || g.table.Functions[f.Name] != "function" {
			return nil, false
		}
		x = g.pool.MakeNamed(expr.OpCall, f.Name, x)
	}
	return x, true
}

// isOpaque reports whether a node is a call that has no value by itself.
func (g *grading) isOpaque(n *expr.Node) bool {
	if n.Op != expr.OpCall {
		return false
	}
	return strings.HasPrefix(n.Name, opaqueMark) || g.isFunctional(n) || slices.ContainsFunc(n.Args, func(a *expr.Node) bool { return containsOp(a, expr.OpRelation) })
}

// isFunctional: 𝔼[X] and ℒ[f], unless the context says which function it is.
func (g *grading) isFunctional(n *expr.Node) bool {
	return (strings.HasPrefix(n.Name, `\mathbb{`) || strings.HasPrefix(n.Name, `\mathcal{`)) && g.table.Functions[n.Name] == ""
}

// opaque compares two values with such notation inside.
func (g *grading) opaque(ref, cand *expr.Node) (Result, bool) {
	if !contains(ref, g.isOpaque) && !contains(cand, g.isOpaque) {
		return Result{}, false
	}
	if a, b, sign := g.wedges(ref, cand); a != nil {
		return g.exterior(a, b, sign), true
	}
	if g.isOpaque(ref) && g.isOpaque(cand) && ref.Name == cand.Name && len(ref.Args) == len(cand.Args) {
		r := g.tuples(ref.Args, cand.Args, "part")
		switch {
		case r.Verdict == Equivalent, r.Verdict == Different && !g.isFunctional(ref):
			return r, true
		}
		return undecided("the two sides apply " + g.latex(g.pool.Symbol(ref.Name)) + " to different things"), true
	}
	if g.isOpaque(ref) && g.isOpaque(cand) && strings.HasPrefix(ref.Name, opaqueMark) && strings.HasPrefix(cand.Name, opaqueMark) && ref.Name != cand.Name {
		return Result{
			Verdict: Different, Method: methodStructure,
			Message: "the reference has the operator " + strings.TrimPrefix(ref.Name, opaqueMark) + ", the candidate " + strings.TrimPrefix(cand.Name, opaqueMark),
		}, true
	}
	hide := func(n *expr.Node) *expr.Node {
		return rewrite(g.pool, n, func(m *expr.Node) *expr.Node {
			if g.isOpaque(m) {
				return g.pool.Symbol("\x00" + g.canon(m).String())
			}
			return m
		})
	}
	if r := g.statements(hide(ref), hide(cand)); r.Verdict == Equivalent {
		return r, true
	}
	return undecided("operators, functionals or events whose rules are not known here"), true
}

// wedges splits off the signs of two exterior products.
func (g *grading) wedges(ref, cand *expr.Node) (a, b *expr.Node, sign int) {
	sign = 1
	strip := func(n *expr.Node) *expr.Node {
		c := n
		if n.Op == expr.OpMul && len(n.Args) == 2 && isInt(n.Args[0], -1) {
			sign, c = -sign, n.Args[1]
		}
		if c.Op != expr.OpCall || c.Name != opaqueMark+"∧" {
			return nil
		}
		// −dx∧dy: the sign was read with the first factor.
		if first := c.Args[0]; first.Op == expr.OpMul && len(first.Args) > 1 && isInt(first.Args[0], -1) {
			sign = -sign
			c = g.pool.With(c, append([]*expr.Node{g.product(first.Args[1:])}, c.Args[1:]...))
		}
		return c
	}
	a, b = strip(ref), strip(cand)
	if a == nil || b == nil || len(a.Args) != len(b.Args) {
		return nil, nil, 0
	}
	return a, b, sign
}

// exterior compares two exterior products of the same factors by the sign of the permutation.
// Of plain letters ∧ may also be the "and" of logic.
func (g *grading) exterior(a, b *expr.Node, sign int) Result {
	form := true
	for _, f := range a.Args {
		form = form && (g.isVector(f) || isDifferential(f) || f.Op == expr.OpMul && f.Args[0].Op == expr.OpSymbol && f.Args[0].Name == "d")
	}
	order := make([]int, len(a.Args))
	used := make([]bool, len(b.Args))
	for i, f := range a.Args {
		order[i] = -1
		for j, h := range b.Args {
			if !used[j] && g.canon(f) == g.canon(h) {
				order[i], used[j] = j, true
				break
			}
		}
		if order[i] < 0 {
			return undecided("exterior products of different factors")
		}
	}
	swapped := false
	for i := range order {
		for j := range i {
			if order[j] > order[i] {
				sign, swapped = -sign, true
			}
		}
	}
	switch {
	case sign > 0 && (form || !swapped):
		return Result{Verdict: Equivalent, Method: methodStructure, Evidence: Evidence{Proved: true}, Message: "the same exterior product"}
	case form:
		return Result{Verdict: Different, Method: methodStructure, Message: "exterior products of opposite sign"}
	}
	return undecided("the same factors in another order: it is open whether ∧ is an exterior product or a logical and")
}

// Relations that say nothing about numbers, and those that are another one read backwards.
var (
	opaqueRelations  = []string{"⊂", "⊆", "≪", "≲", "→", "↦", "⇒", "⇔"}
	mirroredRelation = map[string]string{"≫": "≪", "≳": "≲", "∋": expr.RelElement}
)

// writtenRelations compares two statements of which one has a relation that is kept as it is
// written.
func (g *grading) writtenRelations(ref, cand *expr.Node) (Result, bool) {
	if ref.Op != expr.OpRelation || cand.Op != expr.OpRelation || len(ref.Args) != 2 || len(cand.Args) != 2 {
		return Result{}, false
	}
	forward := func(n *expr.Node) *expr.Node {
		if name, ok := mirroredRelation[n.Name]; ok {
			return g.pool.MakeNamed(expr.OpRelation, name, n.Args[1], n.Args[0])
		}
		return n
	}
	ref, cand = forward(ref), forward(cand)
	kept := func(n *expr.Node) bool {
		return slices.Contains(opaqueRelations, n.Name) || n.Name == expr.RelElement && g.classify(n.Args[1]).form == formValue
	}
	if !kept(ref) && !kept(cand) {
		return Result{}, false
	}
	if ref.Name != cand.Name {
		if strings.Contains("⊂⊆", ref.Name) && strings.Contains("⊂⊆", cand.Name) {
			return undecided("⊂ against ⊆: whether ⊂ admits equality is a convention"), true
		}
		return Result{
			Verdict: Different, Method: methodStructure,
			Message: "the reference states the relation " + ref.Name + ", the candidate " + cand.Name,
		}, true
	}
	r := g.tuples(ref.Args, cand.Args, "side")
	if ref.Name == "⇔" && r.Verdict != Equivalent {
		if s := g.tuples(ref.Args, []*expr.Node{cand.Args[1], cand.Args[0]}, "side"); s.Verdict == Equivalent {
			return s, true
		}
	}
	return r, true
}

// otherDerivative takes back an agreement of ∇ with ∂, or of d with ∂ on a quantity whose
// arguments are not written: they are equal only where connections or other variables are
// absent.
func (g *grading) otherDerivative(ref, cand *expr.Node, r Result) Result {
	if r.Verdict != Equivalent {
		return r
	}
	covariant := func(n *expr.Node) bool {
		return n.HasOp(expr.OpNabla) && contains(n, func(m *expr.Node) bool { return m.Op == expr.OpIndexed && m.Args[0].Op == expr.OpNabla })
	}
	if a, b := covariant(ref), covariant(cand); a && !b && containsOp(cand, expr.OpPartial) || b && !a && containsOp(ref, expr.OpPartial) {
		return undecided("equal where the connection vanishes: ∇ on one side, ∂ on the other")
	}
	if !ref.HasOp(expr.OpDerivative) || !cand.HasOp(expr.OpDerivative) {
		return r
	}
	kinds := func(n *expr.Node) map[[2]*expr.Node]string {
		found := map[[2]*expr.Node]string{}
		for _, m := range reachable(n) {
			if m.Op == expr.OpDerivative && m.Args[0].Op == expr.OpSymbol && len(m.Args) == 3 {
				found[[2]*expr.Node{m.Args[0], m.Args[1]}] = m.Name
			}
		}
		return found
	}
	other := kinds(cand)
	for k, name := range kinds(ref) {
		if o, ok := other[k]; ok && o != name {
			return undecided("a partial and a total derivative of " + g.latex(k[0]) + ", whose arguments are not stated")
		}
	}
	return r
}
