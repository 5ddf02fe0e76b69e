package equal

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
)

// region is a set of numbers: a set expression, or the condition on a variable.
type region struct {
	set       *expr.Node
	condition *expr.Node
	variable  *expr.Node // of the condition, or what is said to be in the set
}

// isNumberSet recognises ℝ, ℤ, ℕ, ℂ, ∅.
func isNumberSet(n *expr.Node) bool {
	switch n.Name {
	case `\mathbb{R}`, `\mathbb{Z}`, `\mathbb{N}`, `\mathbb{C}`, `\emptyset`, `\varnothing`, "∅", "ℝ":
		return true
	}
	return false
}

// regions compares two sets of numbers, or two conditions.
func (g *grading) regions(a, b answer) Result {
	for _, x := range []answer{a, b} {
		if x.form == formTuple || x.form == formAssignment || x.form == formMatrix {
			return undecided("a condition or interval against a list of values")
		}
	}
	va, errA := g.variableOf(a)
	vb, errB := g.variableOf(b)
	if q := g.ctx.Form.Quantity; q != "" {
		asked, err := g.one(q)
		for _, v := range []*expr.Node{va, vb} {
			if err == nil && v != nil && v != asked && asked.Op == expr.OpSymbol {
				return undecided("a condition on " + g.latex(v) + ", where " + q + " is asked for")
			}
		}
	}
	if errA == nil && errB == nil && va != nil && vb != nil && va != vb {
		return Result{
			Verdict: Different, Method: methodSet,
			Message: fmt.Sprintf("the reference restricts %s, the candidate %s", g.latex(va), g.latex(vb)),
		}
	}
	if errA != nil || errB != nil { // conditions in several symbols
		if a.region.condition != nil && b.region.condition != nil {
			return g.inequalities(a.region.condition, b.region.condition)
		}
		return undecided("a condition in several symbols, and it is not said which of them is restricted")
	}
	x := va
	if x == nil {
		x = vb
	}
	if x == nil {
		x = g.pool.Symbol("\x00x")
	}
	if a.form == formValue || b.form == formValue {
		if a.form == formValue && va == nil || b.form == formValue && vb == nil {
			return Result{Verdict: Different, Method: methodSet, Message: "a set of numbers against one value"}
		}
	}
	p, err := g.membership(a, x)
	if err == nil {
		var q membership
		if q, err = g.membership(b, x); err == nil {
			return g.sameMembers(p, q, x)
		}
	}
	return undecided(err.Error())
}

// variableOf is the variable that a condition restricts: the quantity asked for, the one
// that is said to be in a set, or the only symbol. It is nil for a bare set, an error where
// there are several symbols.
func (g *grading) variableOf(a answer) (*expr.Node, error) {
	if a.form == formSet {
		return a.label, nil
	}
	if a.region.variable != nil {
		return a.region.variable, nil
	}
	if a.region.condition == nil {
		return nil, nil
	}
	symbols := expr.FreeSymbols(a.region.condition)
	if g.ctx.Form.Quantity != "" {
		if q, err := g.one(g.ctx.Form.Quantity); err == nil && slices.Contains(symbols, q) {
			return q, nil
		}
	}
	if len(symbols) == 1 {
		return symbols[0], nil
	}
	return nil, fmt.Errorf("several symbols")
}

// membership is a condition on x with the points at which it can change.
type membership struct {
	condition *expr.Node
	ends      []*expr.Node
}

// membership writes a set as a condition on x.
func (g *grading) membership(a answer, x *expr.Node) (membership, error) {
	if a.form == formSet {
		if a.infinite {
			return membership{}, fmt.Errorf("an infinite list of numbers against a condition")
		}
		return g.setMembership(g.pool.Make(expr.OpSet, a.entries...), x)
	}
	if a.region.condition != nil {
		m := membership{condition: a.region.condition}
		for _, n := range reachable(m.condition) {
			if n.Op == expr.OpRelation && n.Name == expr.RelElement {
				return g.elementCondition(m.condition, x)
			}
			if n.Op == expr.OpRelation {
				m.ends = append(m.ends, g.ends(n, x)...)
			}
		}
		return m, nil
	}
	return g.setMembership(a.region.set, x)
}

// elementCondition handles a condition with ∈ inside.
func (g *grading) elementCondition(n, x *expr.Node) (membership, error) {
	switch n.Op {
	case expr.OpRelation:
		if n.Name != expr.RelElement {
			return membership{condition: n, ends: g.ends(n, x)}, nil
		}
		return g.setMembership(n.Args[1], n.Args[0])
	case expr.OpAnd, expr.OpOr:
		var m membership
		var args []*expr.Node
		for _, a := range n.Args {
			p, err := g.elementCondition(a, x)
			if err != nil {
				return m, err
			}
			args = append(args, p.condition)
			m.ends = append(m.ends, p.ends...)
		}
		m.condition = g.pool.Make(n.Op, args...)
		return m, nil
	default:
		return membership{}, fmt.Errorf("a condition that is not understood")
	}
}

func (g *grading) setMembership(n, x *expr.Node) (membership, error) {
	rel := func(name string, l, r *expr.Node) *expr.Node { return g.pool.MakeNamed(expr.OpRelation, name, l, r) }
	truth := func(yes bool) *expr.Node {
		return rel(expr.RelEqual, g.pool.Int(0), g.pool.Int(int64(1-b2i(yes))))
	}
	switch n.Op {
	case expr.OpInterval:
		lo, hi := n.Args[0], n.Args[1]
		if infinite(lo) != 0 && n.Name[0] == '[' || infinite(hi) != 0 && n.Name[1] == ']' {
			return membership{}, fmt.Errorf("an interval that is closed at infinity")
		}
		var m membership
		var parts []*expr.Node
		if infinite(lo) == 0 {
			name := expr.RelLess
			if n.Name[0] == '[' {
				name = expr.RelLessEqual
			}
			parts = append(parts, rel(name, lo, x))
			m.ends = append(m.ends, lo)
		}
		if infinite(hi) == 0 {
			name := expr.RelLess
			if n.Name[1] == ']' {
				name = expr.RelLessEqual
			}
			parts = append(parts, rel(name, x, hi))
			m.ends = append(m.ends, hi)
		}
		switch len(parts) {
		case 0:
			m.condition = truth(true)
		case 1:
			m.condition = parts[0]
		default:
			m.condition = g.pool.Make(expr.OpAnd, parts...)
		}
		return m, nil
	case expr.OpSet:
		m := membership{ends: n.Args}
		parts := []*expr.Node{truth(false)}
		for _, e := range n.Args {
			parts = append(parts, rel(expr.RelEqual, x, e))
		}
		m.condition = g.pool.Make(expr.OpOr, parts...)
		return m, nil
	case expr.OpSymbol:
		switch n.Name {
		case `\mathbb{R}`, "ℝ":
			return membership{condition: truth(true)}, nil
		case `\emptyset`, `\varnothing`, "∅":
			return membership{condition: truth(false)}, nil
		}
	case expr.OpUnion, expr.OpIntersection, expr.OpSetMinus:
		var m membership
		var parts []*expr.Node
		for i, a := range n.Args {
			p, err := g.setMembership(a, x)
			if err != nil {
				return m, err
			}
			m.ends = append(m.ends, p.ends...)
			if n.Op == expr.OpSetMinus && i > 0 {
				p.condition = g.pool.Make(expr.OpNot, p.condition)
			}
			parts = append(parts, p.condition)
		}
		op := expr.OpAnd
		if n.Op == expr.OpUnion {
			op = expr.OpOr
		}
		m.condition = g.pool.Make(op, parts...)
		return m, nil
	case expr.OpSetBuilder:
		element, condition := n.Args[0], n.Args[1]
		if element.Op == expr.OpRelation && element.Name == expr.RelElement {
			if _, err := g.setMembership(element.Args[1], x); err != nil {
				return membership{}, err
			}
			condition = g.pool.Make(expr.OpAnd, condition, element)
			element = element.Args[0]
		}
		if element.Op != expr.OpSymbol {
			break
		}
		condition = expr.Subst(g.pool, condition, map[*expr.Node]*expr.Node{element: x})
		return g.membership(answer{form: formRegion, region: region{condition: condition}}, x)
	default:
	}
	return membership{}, fmt.Errorf("a set that is not understood")
}

// ends are the values of x at which a relation can change, as far as it can be solved.
func (g *grading) ends(rel, x *expr.Node) []*expr.Node {
	l, r := rel.Args[0], rel.Args[1]
	s, ok := solve(g.pool, l, r, func(v *expr.Node) int {
		if v != x {
			return -1
		}
		return 0
	}, func(*expr.Node) bool { return false })
	if !ok {
		// |x| < 2: the ends are where x or −x is the other side.
		if e := g.absEnds(l, r, x); e != nil {
			return e
		}
		return nil
	}
	e := []*expr.Node{s.value}
	if s.evenRoot {
		e = append(e, builder{g.pool}.neg(s.value))
	}
	return e
}

func (g *grading) absEnds(l, r, x *expr.Node) []*expr.Node {
	b := builder{g.pool}
	for _, side := range [][2]*expr.Node{{l, r}, {r, l}} {
		if side[0].Op == expr.OpApply && side[0].Name == "abs" && mentions(side[0], x) {
			inner := side[0].Args[0]
			var e []*expr.Node
			for _, v := range []*expr.Node{side[1], b.neg(side[1])} {
				if s, ok := isolate(g.pool, inner, v, x, false); ok {
					e = append(e, s.value)
				}
			}
			return e
		}
	}
	return nil
}

// sameMembers compares two conditions at their ends, between them and beyond.
func (g *grading) sameMembers(p, q membership, x *expr.Node) Result {
	conditionP, err := g.lower(g.applySolved(p.condition))
	if err != nil {
		return undecided(err.Error())
	}
	conditionQ, err := g.lower(g.applySolved(q.condition))
	if err != nil {
		return undecided(err.Error())
	}
	ends := slices.Concat(p.ends, q.ends)
	for i, e := range ends {
		if ends[i], err = g.lower(g.applySolved(e)); err != nil {
			return undecided(err.Error())
		}
	}
	var parameters []*expr.Node
	for _, s := range sortedSymbols(append([]*expr.Node{conditionP, conditionQ}, ends...)...) {
		if s != x {
			parameters = append(parameters, s)
		}
	}
	trials := 1
	if len(parameters) > 0 {
		trials = minPoints
	}
	s := g.newSampler(parameters, g.qualityOf, nil)
	points, exact := 0, true
	different := func(at map[*expr.Node]*point, t string, a, b int) Result {
		w := &Witness{At: map[string]string{}, Reference: inOut(a), Candidate: inOut(b)}
		for v, pt := range at {
			w.At[v.Name] = pt.String()
		}
		w.At[g.variableName(x)] = t
		return Result{Verdict: Different, Method: methodSet, Evidence: Evidence{Proved: true, Witness: w}, Message: w.sentence()}
	}
	for class := range trials {
		at := s.draw(class)
		with := map[*expr.Node]*expr.Node{}
		for v, pt := range at {
			with[v] = g.pool.Number(pt.re.rat())
		}
		hereP, hereQ := expr.Subst(g.pool, conditionP, with), expr.Subst(g.pool, conditionQ, with)
		if t, a, b, n, done := g.sameCells(hereP, hereQ, x); done {
			if a != b {
				return different(at, t, a, b)
			}
			points += n
			continue
		}
		exact = false
		here := make([]*expr.Node, 0, len(ends))
		for _, e := range ends {
			here = append(here, expr.Subst(g.pool, e, with))
		}
		complete := true
		for _, n := range reachable(hereP, hereQ) {
			if n.Op == expr.OpRelation {
				roots, quadratic := g.quadraticEnds(n, x)
				complete = complete && (quadratic || g.solvable(n, x))
				here = append(here, roots...)
				here = append(here, g.edges(n, x)...)
			}
		}
		for _, t := range append(g.testPoints(here), g.betweenEnds(here)...) {
			if !g.inDomain(x, t) {
				continue
			}
			with[x] = t
			a := g.truth(expr.Subst(g.pool, conditionP, with))
			b := g.truth(expr.Subst(g.pool, conditionQ, with))
			if a < 0 || b < 0 {
				return undecided("membership of " + g.latex(t) + " could not be decided")
			}
			points++
			if a != b {
				return different(at, g.latex(t), a, b)
			}
		}
		if !complete && g.canon(hereP) != g.canon(hereQ) {
			return undecided("no point was found that is in one of the sets only, but their ends are not all known")
		}
	}
	return Result{
		Verdict: Equivalent, Method: methodSet, Evidence: Evidence{Points: points, Bits: precFirst, Proved: exact && len(parameters) == 0},
		Message: fmt.Sprintf("the same members at %d points: all ends, and points between and beyond them", points),
	}
}

// inDomain reports whether a number may be a value of x, as far as a sign is declared.
func (g *grading) inDomain(x, t *expr.Node) bool {
	r, ok := g.rational(t)
	if !ok {
		return true
	}
	q := g.qualityOf(x)
	return !(q.has(qPositive) && r.Sign() <= 0 || q.has(qNegative) && r.Sign() >= 0 || q.has(qNonnegative) && r.Sign() < 0 || q.has(qNonzero) && r.Sign() == 0)
}

func (g *grading) variableName(x *expr.Node) string {
	if x.Name == "\x00x" {
		return "x"
	}
	return g.latex(x)
}

func inOut(t int) string {
	if t == 1 {
		return "true"
	}
	return "false"
}

// testPoints are the ends themselves, rational points between neighbouring ends and beside
// them, and points far out.
func (g *grading) testPoints(ends []*expr.Node) []*expr.Node {
	var points []*expr.Node
	values := []*big.Rat{big.NewRat(-1000003, 7), big.NewRat(1000003, 7), new(big.Rat), big.NewRat(-5, 7), big.NewRat(3, 11)}
	for i := int64(-19); i <= 19; i += 2 {
		values = append(values, big.NewRat(i*13, 37))
	}
	for _, e := range ends {
		m, err := g.compile(true, e)
		if err != nil || !m.eval(precFirst, nil, pointBudget) || !m.roots[0].IsFinite() || !looksReal(m.roots[0]) {
			continue
		}
		points = append(points, e)
		mid, _ := m.roots[0].Re.Mid().Rat(nil)
		if mid == nil {
			mid = new(big.Rat)
		}
		for _, d := range []int64{1, -1} {
			values = append(values, new(big.Rat).Add(mid, big.NewRat(d, 1000)), new(big.Rat).Add(mid, big.NewRat(d, 1<<40)))
		}
	}
	for _, v := range values {
		points = append(points, g.pool.Number(v))
	}
	return points
}

// truth decides a condition without symbols: 1, 0, or −1 for unknown. Two numbers that agree
// to a thousand bits count as equal.
func (g *grading) truth(n *expr.Node) int {
	switch n.Op {
	case expr.OpAnd:
		v := 1
		for _, a := range n.Args {
			t := g.truth(a)
			if t == 0 {
				return 0
			}
			v = min(v, t)
		}
		return v
	case expr.OpOr:
		v := 0
		for _, a := range n.Args {
			switch t := g.truth(a); {
			case t == 1:
				return 1
			case t < 0:
				v = -1
			}
		}
		return v
	case expr.OpNot:
		t := g.truth(n.Args[0])
		if t < 0 {
			return t
		}
		return 1 - t
	case expr.OpRelation:
		sign, ok := g.signOf(g.pool.Sub(n.Args[0], n.Args[1]))
		if !ok {
			if g.undefined(n) || g.notReal(n.Args[0]) || g.notReal(n.Args[1]) {
				return 0 // a statement about what does not exist does not hold
			}
			return -1
		}
		switch n.Name {
		case expr.RelLess:
			return b2i(sign < 0)
		case expr.RelLessEqual:
			return b2i(sign <= 0)
		case expr.RelGreater:
			return b2i(sign > 0)
		case expr.RelGreaterEqual:
			return b2i(sign >= 0)
		case expr.RelEqual:
			return b2i(sign == 0)
		case expr.RelNotEqual:
			return b2i(sign != 0)
		}
	default:
	}
	return -1
}

// undefined reports whether a division by zero or the logarithm of zero is inside.
func (g *grading) undefined(n *expr.Node) bool {
	return containsAmong(n, func(m *expr.Node) bool {
		switch {
		case m.Op == expr.OpPow && isNumber(m.Args[1]) && m.Args[1].Rat.Sign() < 0,
			m.Op == expr.OpApply && m.Name == "log":
			r, ok := g.rational(m.Args[0])
			return ok && r.Sign() == 0
		}
		return isConstant(m, expr.ConstComplexInf) || isConstant(m, expr.ConstUndefined)
	}, expr.OpPow, expr.OpApply, expr.OpConstant)
}

// signOf is the sign of a real number without symbols.
func (g *grading) signOf(n *expr.Node) (int, bool) {
	if r, ok := g.rational(n); ok {
		return r.Sign(), true
	}
	m, err := g.compile(g.ctx.Branch == "real", n)
	if err != nil || len(m.vars) > 0 {
		return 0, false
	}
	for _, prec := range []uint{precFirst, precConfirm, precConstant} {
		if !m.eval(prec, nil, pointBudget) || !m.roots[0].IsFinite() {
			continue
		}
		z := m.roots[0]
		switch {
		case z.Im.IsNonzero():
			return 0, false // not real: no order
		case z.Re.IsPositive():
			return 1, true
		case z.Re.IsNegative():
			return -1, true
		}
		if prec == precConstant {
			var zero ball.Complex
			return 0, closeEnough(&zero, z, prec)
		}
	}
	return 0, false
}

// inequalities compares two conditions in several symbols: each pair of relations has the
// same sense and strictness, and sides whose difference is the same up to a positive factor;
// or a point satisfies only one.
func (g *grading) inequalities(a, b *expr.Node) Result {
	low := func(n *expr.Node) (*expr.Node, error) { return g.lower(g.applySolved(n)) }
	la, err := low(a)
	if err != nil {
		return undecided(err.Error())
	}
	lb, err := low(b)
	if err != nil {
		return undecided(err.Error())
	}
	if w := g.separatingPoint(la, lb); w != nil {
		r := Result{Verdict: Different, Method: methodSet, Evidence: Evidence{Proved: true, Witness: w}, Message: w.sentence()}
		if a.Op == expr.OpRelation && b.Op == expr.OpRelation {
			return g.underSigns(la, lb, r)
		}
		return r
	}
	if a.Op == expr.OpRelation && b.Op == expr.OpRelation {
		return g.oneInequality(la, lb)
	}
	if a.Op == expr.OpAnd && b.Op == expr.OpAnd && len(a.Args) == len(b.Args) {
		return g.matching(a.Args, b.Args)
	}
	return undecided("conditions in several symbols that could not be told apart")
}

// oneInequality compares l₁ < r₁ with l₂ < r₂ in several symbols.
func (g *grading) oneInequality(a, b *expr.Node) Result {
	strict := func(n *expr.Node) bool { return n.Name == expr.RelLess || n.Name == expr.RelGreater }
	if a.Name == expr.RelNotEqual || b.Name == expr.RelNotEqual {
		if a.Name != b.Name {
			return undecided("an inequality against ≠")
		}
		e := func(n *expr.Node) *expr.Node { return g.pool.MakeNamed(expr.OpRelation, expr.RelEqual, n.Args...) }
		return g.equations(e(a), e(b))
	}
	f, h := g.pool.Sub(a.Args[0], a.Args[1]), g.pool.Sub(b.Args[0], b.Args[1])
	constant, _, err := g.ratio(f, h)
	if err != nil {
		return undecided(err.Error())
	}
	if !constant && !(a.Name == b.Name && g.positiveFactor(f, h)) {
		return undecided("two inequalities whose sides are not in a constant ratio, and no point that satisfies only one was found")
	}
	if strict(a) != strict(b) {
		return Result{Verdict: Different, Method: methodSet, Evidence: Evidence{Proved: true}, Message: "one inequality is strict, the other is not"}
	}
	return Result{
		Verdict: Equivalent, Method: methodSet, Evidence: Evidence{Points: minPoints, Bits: precFirst / 2},
		Message: "the sides of the two inequalities differ by a constant factor, and no point satisfies only one",
	}
}

// separatingPoint looks for a point at which one condition holds and the other does not.
func (g *grading) separatingPoint(a, b *expr.Node) *Witness {
	m, err := g.compile(g.ctx.Branch == "real", a, b)
	if err != nil {
		return nil
	}
	symbols := sortedSymbols(a, b)
	constraints, err := g.constraintMachine(&symbols)
	if err != nil {
		return nil
	}
	s := g.newSampler(symbols, g.qualityOf, constraints)
	for class := range 160 {
		at := s.draw(class)
		if at == nil || !m.eval(precFirst, at, pointBudget) {
			continue
		}
		x, y := m.roots[0], m.roots[1]
		if isTrue(x) && isFalse(y) || isFalse(x) && isTrue(y) {
			w := &Witness{At: map[string]string{}, Reference: inOut(b2i(isTrue(x))), Candidate: inOut(b2i(isTrue(y)))}
			for v, p := range at {
				w.At[v.Name] = p.String()
			}
			return w
		}
	}
	return nil
}

// progressions compares infinite lists {a, a+d, …}: by their written elements.
func (g *grading) progressions(ref, cand []*expr.Node) Result {
	if len(ref) == 0 || len(cand) == 0 {
		return undecided("an ellipsis alone")
	}
	first, second := func(e []*expr.Node) (a, d *big.Rat, ends bool) {
		var numbers []*big.Rat
		at := slices.IndexFunc(e, func(n *expr.Node) bool { return n.Op == expr.OpEllipsis })
		for _, n := range e[:max(at, 0)] {
			r, ok := g.rational(n)
			if !ok {
				return nil, nil, false
			}
			numbers = append(numbers, r)
		}
		if len(numbers) < 2 || at != len(e)-1 {
			return nil, nil, at != len(e)-1
		}
		d = new(big.Rat).Sub(numbers[1], numbers[0])
		for i := 2; i < len(numbers); i++ {
			if new(big.Rat).Sub(numbers[i], numbers[i-1]).Cmp(d) != 0 {
				return nil, nil, false
			}
		}
		return numbers[0], d, false
	}, 0
	_ = second
	a1, d1, e1 := first(ref)
	a2, d2, e2 := first(cand)
	if a1 == nil || a2 == nil || e1 || e2 {
		if len(ref) == len(cand) {
			if r := g.tuples(ref, cand, "element"); r.Verdict == Equivalent {
				return r
			}
		}
		return undecided("lists with an ellipsis that are not arithmetic progressions of numbers")
	}
	if a1.Cmp(a2) == 0 && d1.Cmp(d2) == 0 {
		return Result{Verdict: Equivalent, Method: methodSet, Evidence: Evidence{Proved: true}, Message: "the same progression"}
	}
	return Result{
		Verdict: Different, Method: methodSet, Evidence: Evidence{Proved: true},
		Message: fmt.Sprintf("the reference runs from %s in steps of %s, the candidate from %s in steps of %s", a1.RatString(), d1.RatString(), a2.RatString(), d2.RatString()),
	}
}
