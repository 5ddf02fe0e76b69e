package equal

import (
	"slices"

	"github.com/assay-physics/assay/math/expr"
)

// restricted reports a condition of the candidate that leaves a part of the domain out:
// x² for x < 0, where the problem and the reference say nothing of the kind.
func (g *grading) restricted(ref, cand *expr.Node, refDefs, candDefs []*expr.Node) string {
	stated := map[*expr.Node]bool{}
	for _, c := range g.constraints {
		stated[g.canon(c)] = true
	}
	for _, c := range spreadConditions(refDefs) {
		stated[g.canon(c)] = true
	}
	body, _ := where(cand)
	used := symbolSet(ref, body)
	for _, c := range spreadConditions(candDefs) {
		if stated[g.canon(c)] {
			continue
		}
		concerned := false
		for _, s := range expr.FreeSymbols(c) {
			concerned = concerned || used[s]
		}
		if !concerned || g.implied(ref, c) {
			continue
		}
		return "the candidate states its value under a condition only, " + g.latex(c) + ", which the problem does not state"
	}
	if r := finiteRange(flatStatements(candDefs)); r != nil && used[r] {
		return "the candidate states its value for some values of " + g.latex(r) + " only"
	}
	if cases := g.openCases(body); cases != nil && g.openCases(ref) == nil && !g.implied(ref, cases...) {
		return "the candidate gives its value in some cases only, and the reference everywhere"
	}
	return ""
}

// openCases are the conditions of a value by cases that has no last case for all others.
func (g *grading) openCases(n *expr.Node) []*expr.Node {
	if chains := g.statedBy(n); len(chains) == 1 {
		n = chains[0].value()
	}
	if n.Op != expr.OpPiecewise || len(n.Args)%2 == 1 {
		return nil
	}
	var all []*expr.Node
	for i := 1; i < len(n.Args); i += 2 {
		all = append(all, n.Args[i])
	}
	return all
}

// spreadConditions are the conditions among what follows "where", "for" or "if". Membership in a
// set of numbers says what kind of letter an index is.
func spreadConditions(defs []*expr.Node) []*expr.Node {
	var all []*expr.Node
	for _, d := range defs {
		switch d.Op {
		case expr.OpList, expr.OpAnd, expr.OpTuple:
			all = append(all, spreadConditions(d.Args)...)
		case expr.OpRelation:
			if isEquality(d.Name) || len(d.Args) != 2 || d.Name == expr.RelElement && isNumberSet(d.Args[1]) {
				continue
			}
			all = append(all, d)
		case expr.OpOr, expr.OpNot:
			all = append(all, d)
		default:
		}
	}
	return all
}

// implied reports whether one of some conditions holds wherever the reference is looked at: by the
// declared signs, the constraints and where the reference is finite and real.
func (g *grading) implied(ref *expr.Node, conditions ...*expr.Node) bool {
	value := ref
	if chains := g.statedBy(ref); len(chains) == 1 {
		value = chains[0].value()
	}
	value, _ = where(value)
	low, err := g.lower(g.applySolved(value))
	if err != nil {
		return false
	}
	lowered := make([]*expr.Node, len(conditions))
	for i, c := range conditions {
		if asymptotic(c) {
			return false
		}
		if lowered[i], err = g.lower(g.applySolved(c)); err != nil {
			return false
		}
	}
	domain, err := g.compile(g.ctx.Branch == "real", low)
	if err != nil {
		return false
	}
	holds, err := g.compile(g.ctx.Branch == "real", lowered...)
	if err != nil {
		return false
	}
	symbols := sortedSymbols(slices.Concat(lowered, []*expr.Node{low})...)
	constraints, err := g.constraintMachine(&symbols)
	if err != nil {
		return false
	}
	s := g.newSampler(symbols, g.qualityOf, constraints)
	isRealSomewhere, seen := false, 0
	type drawn struct{ real, holds bool }
	var points []drawn
	for class := range 4 * wantPoints {
		at := s.draw(class % 12)
		if at == nil || !domain.eval(precFirst, at, pointBudget) || !domain.roots[0].IsFinite() {
			continue
		}
		p := drawn{real: looksReal(domain.roots[0])}
		isRealSomewhere = isRealSomewhere || p.real
		if !holds.eval(precFirst, at, pointBudget) {
			return false
		}
		for i := range lowered {
			v := holds.roots[i]
			p.holds = p.holds || v.IsFinite() && !v.ContainsZero()
		}
		points = append(points, p)
	}
	for _, p := range points {
		if isRealSomewhere && !p.real {
			continue
		}
		if seen++; !p.holds {
			return false
		}
	}
	return seen >= minPoints
}

// asymptotic conditions hold in a limit only.
func asymptotic(c *expr.Node) bool {
	if c.Op != expr.OpRelation {
		return false
	}
	switch c.Name {
	case expr.RelArrow, "↦", "≪", "≫", "≲", "≳":
		return true
	}
	return false
}

// redefines reports a definition of the candidate for a letter that the reference uses as well:
// p²/2m, where p = mv/2, is p²/2m only if that is what p is in the problem.
func (g *grading) redefines(ref, cand *expr.Node, refDefs, candDefs []*expr.Node) string {
	used, given := symbolSet(ref), symbolSet(cand)
	for _, d := range flatStatements(candDefs) { // A, where A = x² and x = y
		if d.Op == expr.OpRelation && isEquality(d.Name) && len(d.Args) == 2 {
			for _, s := range expr.FreeSymbols(d.Args[1]) {
				given[s] = true
			}
		}
	}
	var defined []*expr.Node
	for _, d := range refDefs {
		defined = append(defined, g.canon(d))
	}
	for _, d := range withoutRanges(flatStatements(candDefs)) {
		if d.Op != expr.OpRelation || !isEquality(d.Name) || len(d.Args) != 2 {
			continue
		}
		if d.Name == expr.RelApprox && !hasDecimals(d) && g.ctx.Form.Digits == 0 {
			return "a letter of the candidate is given by an approximation, " + g.latex(d)
		}
		left := expr.FreeSymbols(d.Args[0])
		own := len(left) > 0
		meets := false
		for _, s := range left {
			own = own && used[s]
			meets = meets || given[s]
		}
		if !own || !meets || containsNode(defined, g.canon(d)) {
			continue
		}
		if l, r := d.Args[0], d.Args[1]; l.Op != expr.OpSymbol && (r.Op == expr.OpSymbol && !used[r] || l.Op == expr.OpCall && !mentions(ref, l)) {
			continue // (m₁m₂)/(m₁+m₂) = μ, j₁(x) = …
		}
		l, r := g.applySolved(d.Args[0]), g.applySolved(d.Args[1])
		if l == r || g.canon(l) == g.canon(r) || g.statements(l, r).Verdict == Equivalent {
			continue
		}
		return "equal if the candidate's definition " + g.latex(d) + " is not what its letters mean in the reference, or different"
	}
	return ""
}

func flatStatements(defs []*expr.Node) []*expr.Node {
	var flat []*expr.Node
	for _, d := range defs {
		if d.Op == expr.OpList || d.Op == expr.OpAnd || d.Op == expr.OpTuple {
			flat = append(flat, flatStatements(d.Args)...)
		} else {
			flat = append(flat, d)
		}
	}
	return flat
}

func containsNode(nodes []*expr.Node, n *expr.Node) bool {
	for _, m := range nodes {
		if m == n {
			return true
		}
	}
	return false
}

// ranges finds n = 1, 2, 3, … among flattened definitions: from is the equation, to the entry after
// the last value; open says that it ends in dots.
func ranges(flat []*expr.Node, found func(from, to int, open bool)) {
	for i := 0; i < len(flat); i++ {
		d := flat[i]
		if d.Op != expr.OpRelation || d.Name != expr.RelEqual || d.Args[0].Op != expr.OpSymbol {
			continue
		}
		if l := d.Args[1]; l.Op == expr.OpList || l.Op == expr.OpSet { // read as one list of values
			found(i, i+1, containsDirect(l, expr.OpEllipsis) || i+1 < len(flat) && flat[i+1].Op == expr.OpEllipsis)
			continue
		}
		k := i + 1
		for k < len(flat) && (flat[k].Op == expr.OpNumber || flat[k].Op == expr.OpEllipsis || flat[k].Op == expr.OpSymbol || flat[k].Op == expr.OpAdd) {
			k++
		}
		if k > i+1 {
			found(i, k, slices.ContainsFunc(flat[i:k], func(n *expr.Node) bool { return n.Op == expr.OpEllipsis }))
			i = k - 1
		}
	}
}

// withoutRanges drops the values that an index runs over from what defines letters.
func withoutRanges(flat []*expr.Node) []*expr.Node {
	drop := map[int]bool{}
	ranges(flat, func(from, to int, _ bool) {
		for i := from; i < to; i++ {
			drop[i] = true
		}
	})
	if len(drop) == 0 {
		return flat
	}
	var kept []*expr.Node
	for i, d := range flat {
		if !drop[i] {
			kept = append(kept, d)
		}
	}
	return kept
}

// finiteRange is an index that takes some values only: n = 1, 2.
func finiteRange(flat []*expr.Node) (index *expr.Node) {
	ranges(flat, func(from, _ int, open bool) {
		if !open {
			index = flat[from].Args[0]
		}
	})
	return index
}

// withoutLadder drops “n = 1, 2, 3, …” behind a formula where the other side is a formula in n
// without it: what n is goes without saying.
func withoutLadder(n, other *expr.Node) *expr.Node {
	body, index, _, ok := ladderOf(n)
	if !ok || other.Op == expr.OpList || other.Op == expr.OpSet || other.Op == expr.OpTuple || !mentions(other, index) || !mentions(body, index) {
		return n
	}
	return body
}
