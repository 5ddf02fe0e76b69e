package equal

import (
	"math/big"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// conditional takes "e^{-t}, t ≥ 0" apart: a value, and conditions on its symbols.
func conditional(n *expr.Node) (value *expr.Node, conditions []*expr.Node) {
	if n.Op != expr.OpList || len(n.Args) < 2 || isStatement(n.Args[0]) {
		return n, nil
	}
	value = n.Args[0]
	has := map[*expr.Node]bool{}
	for _, s := range expr.FreeSymbols(value) {
		has[s] = true
	}
	for _, c := range n.Args[1:] {
		if c.Op != expr.OpRelation || !isInequality(c.Name) {
			return n, nil
		}
		symbols := expr.FreeSymbols(c)
		if len(symbols) == 0 {
			return n, nil
		}
		for _, s := range symbols {
			if !has[s] {
				return n, nil
			}
		}
	}
	return value, n.Args[1:]
}

func isInequality(name string) bool {
	switch name {
	case expr.RelLess, expr.RelLessEqual, expr.RelGreater, expr.RelGreaterEqual, expr.RelNotEqual:
		return true
	}
	return false
}

func isStatement(n *expr.Node) bool {
	switch n.Op {
	case expr.OpRelation, expr.OpAnd, expr.OpOr, expr.OpNot, expr.OpList, expr.OpTuple, expr.OpText, expr.OpSet:
		return true
	default:
		return false
	}
}

// underConditions compares values one of which is stated with conditions. Those of the
// reference are the domain; those that the candidate adds leave the rest of the domain open.
func (g *grading) underConditions(ref, cand *expr.Node) (Result, bool) {
	switch g.ctx.Kind {
	case "tuple", "list", "set", "interval":
		return Result{}, false
	}
	a, conditionsA := conditional(ref)
	b, conditionsB := conditional(cand)
	if len(conditionsA) == 0 && len(conditionsB) == 0 || isStatement(a) || isStatement(b) {
		return Result{}, false
	}
	before := g.constraints
	g.constraints = append(append(append([]*expr.Node{}, before...), conditionsA...), conditionsB...)
	r := g.statements(a, b)
	g.constraints = before
	if r.Verdict == Equivalent && len(conditionsB) > 0 && g.canon(g.pool.Make(expr.OpSet, conditionsA...)) != g.canon(g.pool.Make(expr.OpSet, conditionsB...)) {
		return undecided("equal where the condition holds that the candidate adds"), true
	}
	return r, true
}

// ladderOf reads "E_n = …, n = 1, 2, 3, …": a statement, its running index and the first value.
func ladderOf(n *expr.Node) (body, index *expr.Node, start int64, ok bool) {
	if n.Op != expr.OpList || len(n.Args) < 3 || n.Args[len(n.Args)-1].Op != expr.OpEllipsis {
		return nil, nil, 0, false
	}
	first := n.Args[1]
	if first.Op != expr.OpRelation || first.Name != expr.RelEqual || first.Args[0].Op != expr.OpSymbol {
		return nil, nil, 0, false
	}
	values := append([]*expr.Node{first.Args[1]}, n.Args[2:len(n.Args)-1]...)
	if list := first.Args[1]; list.Op == expr.OpList {
		values = append(append([]*expr.Node{}, list.Args...), n.Args[2:len(n.Args)-1]...)
	}
	for i, v := range values {
		k, isNumber := smallInt(v)
		if !isNumber || i > 0 && k != start+int64(i) {
			return nil, nil, 0, false
		}
		if i == 0 {
			start = k
		}
	}
	return n.Args[0], first.Args[0], start, len(values) >= 2
}

// ladders compares two statements with running indices that go up by one without end: the
// same after a shift of the index, or undecided.
func (g *grading) ladders(ref, cand *expr.Node) (Result, bool) {
	p, i, from, okA := ladderOf(ref)
	q, j, to, okB := ladderOf(cand)
	if !okA || !okB {
		return Result{}, false
	}
	p, nameP := unindexed(p, i)
	q, nameQ := unindexed(q, j)
	if nameP != nameQ && nameP != "" && nameQ != "" {
		return undecided("families of values under different names"), true
	}
	g.quality[i] |= qDeclared | qInteger | qReal
	shifted := i
	if to != from {
		shifted = g.pool.Add(i, g.pool.Int(to-from))
	}
	q = expr.Subst(g.pool, q, map[*expr.Node]*expr.Node{j: shifted})
	if r := g.statements(p, q); r.Verdict == Equivalent {
		return r, true
	}
	return undecided("families of values with a running index that are not the same term by term"), true
}

// unindexed is the value of E_n = …, and the name without the index.
func unindexed(n, index *expr.Node) (value *expr.Node, name string) {
	if n.Op != expr.OpRelation || n.Name != expr.RelEqual || n.Args[0].Op != expr.OpSymbol {
		return n, ""
	}
	base, label, ok := strings.Cut(n.Args[0].Name, "_")
	if !ok || strings.Trim(label, "{}") != index.Name {
		return n.Args[1], n.Args[0].Name
	}
	return n.Args[1], base
}

// maxListed bounds the elements of a set that is written out.
const maxListed = 64

// listed writes {±a}, {2k : k = 0, 1, 2} and {n² : n ∈ {1, 2}} out, x ∉ S as x ∈ ℝ∖S, and
// ℝ_{>0} as an interval.
func (g *grading) listed(n *expr.Node) *expr.Node {
	switch n.Op {
	case expr.OpSet:
		return g.bothSigns(n)
	case expr.OpSymbol:
		if set := g.integersFrom(n.Name); set != nil {
			return set
		}
		return g.halfLine(n)
	case expr.OpList:
		return g.signList(n, false)
	case expr.OpAnd:
		return g.withoutInfinite(n)
	case expr.OpMul:
		return g.scaledSet(n)
	case expr.OpRelation:
		if r := n.Args[1]; n.Name == expr.RelEqual && r.Op == expr.OpList {
			return g.pool.With(n, []*expr.Node{n.Args[0], g.signList(r, true)})
		}
		if n.Name == expr.RelElement {
			return g.pool.With(n, []*expr.Node{n.Args[0], g.listed(n.Args[1])})
		}
	case expr.OpNot:
		if in := n.Args[0]; in.Op == expr.OpRelation && in.Name == expr.RelElement && (in.Args[1].Op == expr.OpInterval || in.Args[1].Op == expr.OpSet) {
			return g.pool.With(in, []*expr.Node{in.Args[0], g.pool.Make(expr.OpSetMinus, g.pool.Symbol(`\mathbb{R}`), in.Args[1])})
		}
	default:
	}
	if n.Op != expr.OpSetBuilder || len(n.Args) != 2 {
		return n
	}
	first, values := n.Args[1], []*expr.Node(nil)
	if first.Op == expr.OpAnd {
		values = first.Args[1:]
		first = first.Args[0]
	}
	if first.Op != expr.OpRelation || first.Args[0].Op != expr.OpSymbol {
		return n
	}
	switch {
	case first.Name == expr.RelEqual:
		values = append([]*expr.Node{first.Args[1]}, values...)
	case first.Name == expr.RelElement && len(values) == 0 && first.Args[1].Op == expr.OpSet:
		values = first.Args[1].Args
	default:
		return n
	}
	if len(values) == 0 || len(values) > maxListed {
		return n
	}
	elements := make([]*expr.Node, len(values))
	for i, v := range values {
		if _, ok := smallInt(v); !ok {
			return n
		}
		elements[i] = expr.Subst(g.pool, n.Args[0], map[*expr.Node]*expr.Node{first.Args[0]: v})
	}
	return g.pool.Make(expr.OpSet, elements...)
}

// integerSets compares {2πn : n ∈ ℤ} with {2πk : k ∈ ℤ}: the same element by element, or
// undecided.
func (g *grading) integerSets(ref, cand *expr.Node) (Result, bool) {
	split := func(n *expr.Node) (element, index, set *expr.Node) {
		if n.Op != expr.OpSetBuilder || len(n.Args) != 2 || n.Args[1].Op != expr.OpRelation || n.Args[1].Name != expr.RelElement || n.Args[1].Args[0].Op != expr.OpSymbol || !isNumberSet(n.Args[1].Args[1]) {
			return nil, nil, nil
		}
		return n.Args[0], n.Args[1].Args[0], n.Args[1].Args[1]
	}
	p, i, a := split(ref)
	q, j, b := split(cand)
	if p == nil || q == nil || a != b || p == i || q == j {
		return Result{}, false
	}
	if a.Name == `\mathbb{Z}` || a.Name == `\mathbb{N}` {
		g.quality[i] |= qDeclared | qInteger | qReal
	}
	if r := g.statements(p, expr.Subst(g.pool, q, map[*expr.Node]*expr.Node{j: i})); r.Verdict == Equivalent {
		return r, true
	}
	return undecided("sets with a running index that are not the same element by element"), true
}

// sameArguments renames the arguments of f(t) = t² to those of f(x) = x².
func (g *grading) sameArguments(ref, cand *expr.Node) *expr.Node {
	if ref.Op != expr.OpRelation || cand.Op != expr.OpRelation || ref.Name != expr.RelEqual || cand.Name != expr.RelEqual {
		return cand
	}
	f, h := ref.Args[0], cand.Args[0]
	if f.Op != expr.OpCall || h.Op != expr.OpCall || f.Name != h.Name || len(f.Args) != len(h.Args) || f == h {
		return cand
	}
	with, taken := map[*expr.Node]*expr.Node{}, map[*expr.Node]bool{}
	for i, x := range f.Args {
		t := h.Args[i]
		if x.Op != expr.OpSymbol || t.Op != expr.OpSymbol || with[t] != nil || taken[x] || g.quality[x]&^qDeclared != g.quality[t]&^qDeclared {
			return cand
		}
		with[t], taken[x] = x, true
	}
	for _, s := range expr.FreeSymbols(cand) {
		if taken[s] && with[s] == nil { // a parameter of the candidate has the name of an argument
			return cand
		}
	}
	for _, s := range expr.FreeSymbols(ref) {
		if with[s] != nil && !taken[s] {
			return cand
		}
	}
	return expr.Subst(g.pool, cand, with)
}

// bothSigns writes the elements ±a of a set out.
func (g *grading) bothSigns(n *expr.Node) *expr.Node {
	var elements []*expr.Node
	for _, e := range n.Args {
		if e.Op == expr.OpPlusMinus || e.Op == expr.OpAdd || e.Op == expr.OpMul {
			if values, ok := g.plusMinus(e); ok && containsOp(e, expr.OpPlusMinus) {
				elements = append(elements, values[0], values[1])
				continue
			}
		}
		elements = append(elements, e)
	}
	return g.pool.With(n, elements)
}

// withoutInfinite drops x < ∞ and −∞ < x beside other conditions.
func (g *grading) withoutInfinite(n *expr.Node) *expr.Node {
	infinity := g.pool.Constant(expr.ConstInfinity)
	minus := g.canon(g.pool.Neg(infinity))
	var kept []*expr.Node
	for _, e := range n.Args {
		if e.Op == expr.OpRelation && (e.Name == expr.RelLess && (e.Args[1] == infinity || g.canon(e.Args[0]) == minus) ||
			e.Name == expr.RelGreater && (e.Args[0] == infinity || g.canon(e.Args[1]) == minus)) {
			continue
		}
		kept = append(kept, e)
	}
	switch len(kept) {
	case 0:
		return n
	case 1:
		return kept[0]
	default:
		return g.pool.With(n, kept)
	}
}

// halfLine is the interval that ℝ_{>0} means.
func (g *grading) halfLine(n *expr.Node) *expr.Node {
	zero, infinity := g.pool.Int(0), g.pool.Constant(expr.ConstInfinity)
	switch n.Name {
	case `\mathbb{R}_{>0}`:
		return g.pool.MakeNamed(expr.OpInterval, "()", zero, infinity)
	case `\mathbb{R}_{≥0}`:
		return g.pool.MakeNamed(expr.OpInterval, "[)", zero, infinity)
	case `\mathbb{R}_{<0}`:
		return g.pool.MakeNamed(expr.OpInterval, "()", g.pool.Neg(infinity), zero)
	}
	return n
}

// progressionsOver compares {a + bn : n ∈ ℤ} with {c + dn : n ∈ ℤ}, which are the same set if
// d = ±b and b divides c − a. Only rational ratios are decided.
func (g *grading) progressionsOver(p, q, index *expr.Node) (Result, bool) {
	linear := func(n *expr.Node) (start, step *expr.Node, ok bool) {
		at := func(k int64) *expr.Node {
			return expr.Subst(g.pool, n, map[*expr.Node]*expr.Node{index: g.pool.Int(k)})
		}
		start, step = at(0), g.pool.Sub(at(1), at(0))
		wrong := g.scalars(g.pool.Sub(at(5), at(0)), g.pool.Mul(g.pool.Int(5), step)).Verdict != Equivalent ||
			g.scalars(n, g.pool.Add(start, g.pool.Mul(index, step))).Verdict != Equivalent
		return start, step, !wrong
	}
	a, b, ok := linear(p)
	if !ok {
		return Result{}, false
	}
	c, d, ok := linear(q)
	if !ok {
		return Result{}, false
	}
	ratio, shift := g.rationalRatio(d, b), g.rationalRatio(g.pool.Sub(c, a), b)
	if ratio == nil || shift == nil {
		return Result{}, false
	}
	if abs := new(big.Rat).Abs(ratio); abs.Cmp(big.NewRat(1, 1)) == 0 && shift.IsInt() {
		return Result{Verdict: Equivalent, Method: methodStructure, Message: "the same values, with another index"}, true
	}
	return Result{
		Verdict: Different, Method: methodStructure,
		Message: "the steps of the two families are in the ratio " + ratio.RatString() + ", and they are shifted by " + shift.RatString() + " steps",
	}, true
}

// rationalRatio is a/b if it is plain that it is rational.
func (g *grading) rationalRatio(a, b *expr.Node) *big.Rat {
	zero := g.pool.Int(0)
	if g.scalars(b, zero).Verdict != Different {
		return nil
	}
	for den := int64(1); den <= 12; den++ {
		for num := int64(-24); num <= 24; num++ {
			if x, y := g.pool.Mul(g.pool.Int(den), a), g.pool.Mul(g.pool.Int(num), b); g.canon(g.pool.Sub(x, y)) == g.canon(zero) {
				return big.NewRat(num, den)
			}
		}
	}
	return nil
}

// integerFamilies compares x = a + bn with x = c + dn, where the index runs over all integers.
func (g *grading) integerFamilies(p, q, index *expr.Node, a, b answer) (Result, bool) {
	for _, x := range []answer{a, b} {
		if set := x.value.Args[1].Args[1]; set.Op != expr.OpSymbol || set.Name != `\mathbb{Z}` {
			return Result{}, false
		}
	}
	if p.Op == expr.OpRelation && q.Op == expr.OpRelation && p.Name == expr.RelEqual && q.Name == expr.RelEqual && p.Args[0] == q.Args[0] && p.Args[0].Op == expr.OpSymbol {
		p, q = p.Args[1], q.Args[1]
	}
	if isStatement(p) || isStatement(q) || g.shaped(p) || g.shaped(q) || g.tensorial(p) || g.tensorial(q) {
		return Result{}, false
	}
	return g.progressionsOver(p, q, index)
}
