package equal

import (
	"math/big"
	"slices"

	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
)

// relations2 compares where at least one side is an equation, which is a labelled value
// (E = mc²) or a condition (x² + y² = R²).
func (g *grading) relations2(a, b answer) Result {
	switch {
	case a.form != formRelation:
		return g.unlabel(a, b, false)
	case b.form != formRelation:
		return g.unlabel(b, a, true)
	}
	l1, r1 := a.value.Args[0], a.value.Args[1]
	l2, r2 := b.value.Args[0], b.value.Args[1]
	if a.value.Name == expr.RelProportional || b.value.Name == expr.RelProportional {
		return g.proportional(a.value, b.value)
	}
	same := func(x, y *expr.Node) bool { return g.canon(g.applySolved(x)) == g.canon(g.applySolved(y)) }
	switch {
	case same(l1, l2) && (g.isLabel(l1) || isValueList(r1) && isValueList(r2)):
		return g.statements(r1, r2)
	case same(l1, r2) && g.isLabel(l1) && (!g.isLabel(l2) || !same(r1, l2)):
		return g.statements(r1, l2)
	case g.sameHead(l1, l2):
		return g.atPoint(l1, l2, g.statements(r1, r2), r1, r2)
	}
	if l1 != l2 && l1.Op == expr.OpCall && l2.Op == expr.OpCall && l1.Name != l2.Name {
		return Result{
			Verdict: Different, Method: methodStructure,
			Message: "the reference is about " + g.latex(l1) + ", the candidate about " + g.latex(l2),
		}
	}
	if g.isLabel(l1) && g.isLabel(l2) && !same(l1, l2) && g.free(l1, r1, r2) && g.free(l2, r1, r2) {
		r := g.statements(r1, r2)
		if r.Verdict == Equivalent {
			return undecided("the same value under another name: " + g.latex(l1) + " and " + g.latex(l2))
		}
		return r
	}
	// Sets of values on the right: x = ±√2.
	if _, ok := g.plusMinus(r1); ok && g.isLabel(l1) && g.isLabel(l2) && !same(l1, l2) {
		return undecided("the two equations name different quantities")
	}
	for i, n := range [][2]*expr.Node{{l1, r1}, {l2, r2}} { // x² = 4 and x = ±2
		values, ok := g.plusMinus(n[1])
		if !ok || n[0].Op != expr.OpSymbol || !g.free(n[0], n[1]) {
			continue
		}
		equation := [2]answer{b, a}[i].value
		if containsOp(equation, expr.OpPlusMinus) {
			break
		}
		return g.rootsAgainst(equation, answer{form: formSet, label: n[0], entries: values}, i == 1)
	}
	return g.equations(a.value, b.value)
}

// isValueList reports whether the right side of an equation lists values: Δm = 0, 1.
func isValueList(n *expr.Node) bool { return n.Op == expr.OpList || n.Op == expr.OpSet }

// free reports whether a label does not occur in the expressions.
func (g *grading) free(label *expr.Node, in ...*expr.Node) bool {
	for _, n := range in {
		if mentions(n, label) {
			return false
		}
	}
	return true
}

// isLabel reports whether the left side of an equation only names what is on the right: a
// symbol, a function of symbols, a bracket.
func (g *grading) isLabel(n *expr.Node) bool {
	switch n.Op {
	case expr.OpSymbol, expr.OpExpectation, expr.OpIndexed, expr.OpCommutator, expr.OpAnticommutator:
		return true
	case expr.OpCall, expr.OpPrime:
		return true
	case expr.OpApply: // \Gamma(H \to …) and the like, but not \sin x
		return false
	default:
		return false
	}
}

// sameHead reports whether two labels are one quantity with and without its arguments: T and T(δ).
func (g *grading) sameHead(a, b *expr.Node) bool {
	name := func(n *expr.Node) string {
		if n.Op == expr.OpSymbol || n.Op == expr.OpCall {
			return n.Name
		}
		return ""
	}
	for _, n := range []*expr.Node{a, b} { // y(0) is not y
		for _, x := range n.Args {
			if x.Op == expr.OpNumber || x.Op == expr.OpConstant {
				return false
			}
		}
	}
	return name(a) != "" && name(a) == name(b) && a.Op != b.Op
}

// unlabel compares a bare value with an equation whose left side names it.
func (g *grading) unlabel(value, equation answer, equationIsReference bool) Result {
	n := equation.value
	l, r := n.Args[0], n.Args[1]
	if value.form == formRegion && value.region.condition != nil && l.Op == expr.OpSymbol && !g.free(l, value.region.condition) {
		point := answer{form: formRegion, region: region{condition: n}, value: n}
		if equationIsReference {
			return g.regions(point, value)
		}
		return g.regions(value, point)
	}
	compare := func(v, w *expr.Node) Result {
		if equationIsReference {
			return g.statements(w, v)
		}
		return g.statements(v, w)
	}
	if n.Name == expr.RelProportional {
		if equationIsReference {
			return undecided("the reference is a proportionality, the candidate a value")
		}
		return violation("value", "a proportionality is not a value")
	}
	if value.form == formSet && value.label != nil && !g.isLabel(l) && value.label.Op == expr.OpSymbol {
		return g.rootsAgainst(n, value, equationIsReference)
	}
	bare := value.value
	if bare == nil {
		switch value.form {
		case formSet:
			bare = g.pool.Make(expr.OpSet, value.entries...)
		case formTuple:
			bare = g.pool.Make(expr.OpTuple, value.entries...)
		case formAssignment:
			if len(value.entries) != 1 {
				return Result{Verdict: Different, Method: methodStructure, Message: "several values against one"}
			}
			bare = value.entries[0]
		default:
			return undecided("an equation against something that is not a value")
		}
	}
	if equationIsReference && !g.isLabel(l) && g.isLabel(r) && !g.isLabel(bare) {
		l, r = r, l
	}
	if value.form == formRegion && equationIsReference {
		return undecided("a condition where an equation is expected")
	}
	if equationIsReference && (g.ctx.Kind == "equation" && !g.isLabel(l)) {
		return undecided("the reference is an equation, the candidate is not")
	}
	if isZero(r) && !g.isLabel(l) && !isZero(bare) && equationIsReference {
		return undecided("the reference is an equation, the candidate is not")
	}
	result := compare(bare, r)
	if result.Verdict == Different && !equationIsReference && g.isLabel(r) && !g.isLabel(l) {
		if flipped := compare(bare, l); flipped.Verdict == Equivalent {
			return flipped
		}
	}
	return result
}

func isZero(n *expr.Node) bool { return isInt(n, 0) }

// proportional compares two proportionalities: the right sides have a constant ratio.
func (g *grading) proportional(a, b *expr.Node) Result {
	if a.Name != b.Name {
		return violation("value", "a proportionality is not an equation")
	}
	if g.canon(a.Args[0]) != g.canon(b.Args[0]) {
		return undecided("proportionalities of different quantities")
	}
	c, _, err := g.ratio(a.Args[1], b.Args[1])
	switch {
	case err != nil:
		return undecided(err.Error())
	case c:
		return Result{Verdict: Equivalent, Method: methodNumeric, Message: "the right sides have a constant ratio at the points of the domain"}
	}
	return Result{Verdict: Different, Method: methodBalls, Message: "the right sides have no constant ratio"}
}

// equations compares the solution sets of two equations: l₁ − r₁ and l₂ − r₂ differ by a
// factor that does not vanish, or a solution of one does not solve the other.
func (g *grading) equations(a, b *expr.Node) Result {
	f, err := g.sides(a)
	if err != nil {
		return undecided(err.Error())
	}
	h, err := g.sides(b)
	if err != nil {
		return undecided(err.Error())
	}
	if g.tensorial(f) || g.tensorial(h) {
		return g.tensorEquations(a, b)
	}
	if g.shaped(f) || g.shaped(h) {
		return g.shapedEquations(a, b)
	}
	f, h = g.withoutUnits(f), g.withoutUnits(h)
	symbolsF, symbolsH := sortedSymbols(f), sortedSymbols(h)
	if !slices.Equal(symbolsF, symbolsH) {
		// Other symbols: the same statement only if they drop out.
		if r := g.scalars(f, h); r.Verdict == Equivalent {
			return r
		}
		if r, done := g.nonzeroFactor(f, h, symbolsF, symbolsH); done {
			return r
		}
		return g.solutions(f, h, symbolsF, symbolsH)
	}
	if r := g.scalars(f, h); r.Verdict == Equivalent {
		r.Method = methodStructure
		return r
	}
	if g.sameSquareFree(f, h, symbolsF) {
		return Result{Verdict: Equivalent, Method: methodAlgebraic, Evidence: Evidence{Proved: true}, Message: "two polynomial equations with the same roots"}
	}
	constant, monomial, err := g.ratio(f, h)
	if err != nil {
		return undecided(err.Error())
	}
	if !constant && !monomial && neededBits(f, h) == 0 {
		if r, done := g.sameRoots(f, h, symbolsF); done {
			return r
		}
		if r, done := g.sameSolution(a, b, symbolsF); done {
			return r
		}
	}
	if monomial && !constant {
		if r, done := g.vanishingFactor(f, h); done {
			return r
		}
	}
	if constant || monomial {
		what := "a constant"
		if !constant {
			what = "a product of powers of the symbols"
		}
		return Result{
			Verdict: Equivalent, Method: methodNumeric, Evidence: Evidence{Points: minPoints, Bits: precFirst / 2},
			Message: "the two equations differ by a factor that is " + what + " at the points of the domain",
		}
	}
	return g.solutions(f, h, symbolsF, symbolsH)
}

// vanishingFactor looks for a symbol at whose zero one of two equations holds and the other
// does not: x² = x and x = 1 differ by the factor x.
func (g *grading) vanishingFactor(f, h *expr.Node) (Result, bool) {
	a, errA := g.lower(f)
	b, errB := g.lower(h)
	if errA != nil || errB != nil {
		return Result{}, false
	}
	symbols := sortedSymbols(a, b) // ẋ is one only now
	for _, x := range symbols {
		if g.qualityOf(x).has(qPositive | qNegative | qNonzero) {
			continue
		}
		with := map[*expr.Node]*expr.Node{x: g.pool.Int(0)}
		m, err := g.compile(g.ctx.Branch == "real", expr.Subst(g.pool, a, with), expr.Subst(g.pool, b, with))
		if err != nil {
			continue
		}
		s := g.newSampler(symbols, g.qualityOf, nil)
		for class := range 3 {
			at := s.draw(class)
			if at == nil || !m.eval(precFirst, at, pointBudget) {
				continue
			}
			p, q := m.roots[0], m.roots[1]
			zeroP, zeroQ := p.IsFinite() && p.ContainsZero(), q.IsFinite() && q.ContainsZero()
			if !zeroP && !zeroQ || zeroP && zeroQ {
				continue
			}
			if p.IsFinite() && q.IsFinite() {
				w := &Witness{At: map[string]string{}, Reference: show(p), Candidate: show(q), Of: "left side minus right side of the two equations"}
				for v, pt := range at {
					w.At[v.Name] = pt.String()
				}
				w.At[x.Name] = "0"
				return Result{Verdict: Different, Method: methodBalls, Evidence: Evidence{Proved: true, Witness: w}, Message: w.sentence()}, true
			}
			return undecided("the two equations differ by a factor " + g.latex(x) + ", at whose zero one of them holds"), true
		}
	}
	return Result{}, false
}

// sides is l − r after the stated relations.
func (g *grading) sides(n *expr.Node) (*expr.Node, error) {
	l, r := n.Args[0], n.Args[1]
	d := g.pool.Sub(l, r)
	if isZero(r) {
		d = l
	} else if isZero(l) {
		d = r
	}
	return g.applySolved(d), nil
}

// ratio reports whether f/h is the same number at points of the domain, or one times powers
// of single symbols, which do not vanish where the equations make sense.
func (g *grading) ratio(f, h *expr.Node) (constant, monomial bool, err error) {
	a, err := g.lower(f)
	if err != nil {
		return false, false, err
	}
	b, err := g.lower(h)
	if err != nil {
		return false, false, err
	}
	m, err := g.compile(g.ctx.Branch == "real", g.pool.Div(a, b))
	if err != nil {
		return false, false, err
	}
	symbols := sortedSymbols(a, b)
	constraints, err := g.constraintMachine(&symbols)
	if err != nil {
		return false, false, err
	}
	s := g.newSampler(symbols, g.qualityOf, constraints)
	var values []ball.Complex
	var at []map[*expr.Node]*point
	for class := 0; class < 16 && len(values) < minPoints+1; class++ {
		p := s.draw(class)
		if p == nil || !m.eval(precFirst, p, pointBudget) || !m.roots[0].IsFinite() || m.roots[0].ContainsZero() {
			continue
		}
		values = append(values, *m.roots[0])
		at = append(at, p)
	}
	if len(values) < 3 {
		return false, false, errNoEvaluator{"the two equations at points of the domain"}
	}
	constant = true
	for i := range values[1:] {
		constant = constant && values[0].Overlaps(&values[i+1]) && closeEnough(&values[0], &values[i+1], precFirst)
	}
	if constant {
		return g.confirmRatio(m, at, a, b)
	}
	if neededBits(a, b) > 0 {
		return false, false, errNoEvaluator{"two equations with very large or small numbers"}
	}
	for i := range at { // |x|/x is one only where x is positive
		if !g.isMonomial(m, symbols, at[i], &values[i]) {
			return false, false, nil
		}
	}
	return false, true, nil
}

// isMonomial reports whether doubling any symbol multiplies the value by a power of two,
// twice in a row by the same one; a complex symbol is turned as well.
func (g *grading) isMonomial(m *machine, symbols []*expr.Node, at map[*expr.Node]*point, v *ball.Complex) bool {
	for _, s := range symbols {
		previous := *v
		var step [2]ball.Complex
		p := map[*expr.Node]*point{}
		for k, x := range at {
			p[k] = x
		}
		for i := range step {
			two := new(point)
			if x, y := p[s].re.rat(), p[s].im.rat(); g.qualityOf(s).has(qComplex) { // by 1+i: Re z is no power of z
				two.re.setRat(new(big.Rat).Sub(x, y))
				two.im.setRat(new(big.Rat).Add(x, y))
			} else {
				two.re.setRat(new(big.Rat).Add(x, x))
				two.im.setRat(new(big.Rat).Add(y, y))
			}
			p[s] = two
			if !m.eval(precFirst, p, pointBudget) || !m.roots[0].IsFinite() {
				return false
			}
			step[i].Div(m.roots[0], &previous, precFirst)
			previous = *m.roots[0]
		}
		if !step[0].IsFinite() || !step[0].Overlaps(&step[1]) || !closeEnough(&step[0], &step[1], precFirst) || !isPowerOfTwo(&step[0]) {
			return false
		}
	}
	return true
}

// isPowerOfTwo reports whether a ball holds a number of absolute value 2^{k/2} for a small k.
func isPowerOfTwo(z *ball.Complex) bool {
	var sq ball.Real
	var im ball.Real
	sq.Sqr(&z.Re, precFirst)
	sq.Add(&sq, im.Sqr(&z.Im, precFirst), precFirst)
	for k := -24; k <= 24; k++ {
		r := big.NewRat(1, 1)
		if k >= 0 {
			r.SetInt64(1 << k)
		} else {
			r.SetFrac64(1, 1<<-k)
		}
		if sq.Contains(r) {
			return true
		}
	}
	return false
}

// sameSolution solves both equations for a symbol that each holds once, by steps that can be
// undone in one way only, and compares the two solutions.
func (g *grading) sameSolution(a, b *expr.Node, symbols []*expr.Node) (Result, bool) {
	for _, x := range symbols {
		only := func(s *expr.Node) int {
			if s == x {
				return 0
			}
			return -1
		}
		positive := func(s *expr.Node) bool { return g.qualityOf(s).has(qPositive) }
		p, ok := solve(g.pool, g.applySolved(a.Args[0]), g.applySolved(a.Args[1]), only, positive)
		if !ok || p.evenRoot || p.manyValued {
			continue
		}
		q, ok := solve(g.pool, g.applySolved(b.Args[0]), g.applySolved(b.Args[1]), only, positive)
		if !ok || q.evenRoot || q.manyValued {
			continue
		}
		g.solving = true
		r := g.scalars(p.value, q.value)
		g.solving = false
		if r.Verdict == Equivalent && !g.keepsAll(a, b, p, q) {
			continue
		}
		if r.Verdict == Equivalent && (p.branched || q.branched) {
			f, errF := g.sides(a)
			h, errH := g.sides(b)
			if errF != nil || errH != nil {
				continue
			}
			switch v := g.solvesBoth(f, h, x, p.value); v.Verdict {
			case Different:
				return v, true
			case Undecided:
				continue
			default:
				r.Evidence.Proved = false
			}
		}
		if r.Verdict == Equivalent || r.Verdict == Different {
			r.Message = "solved for " + g.latex(x) + ": " + r.Message
			return r, true
		}
	}
	return Result{}, false
}

// rootsAgainst compares an equation with a list of values of its unknown.
func (g *grading) rootsAgainst(equation *expr.Node, values answer, equationIsReference bool) Result {
	f, err := g.sides(equation)
	if err != nil {
		return undecided(err.Error())
	}
	factors := make([]*expr.Node, 0, len(values.entries))
	for _, e := range g.distinct(values.entries) {
		factors = append(factors, g.pool.Sub(values.label, g.applySolved(e)))
	}
	h := g.pool.Mul(factors...)
	if !mentions(f, values.label) || len(factors) > 2 {
		return undecided("an equation against a list of values")
	}
	if r, done := g.sameRootsIn(f, h, values.label); done {
		return r
	}
	if !equationIsReference {
		return undecided("the candidate is an equation that is not solved")
	}
	return undecided("an equation against a list of values")
}

// solutions looks for a solution of one equation that does not solve the other.
func (g *grading) solutions(f, h *expr.Node, symbolsF, symbolsH []*expr.Node) Result {
	a, err := g.lower(f)
	if err != nil {
		return undecided(err.Error())
	}
	b, err := g.lower(h)
	if err != nil {
		return undecided(err.Error())
	}
	if w := g.counterSolution(a, b, symbolsF, symbolsH); w != nil {
		w.Of = "a solution of the reference: left side minus right side of the two equations"
		return Result{Verdict: Different, Method: methodBalls, Evidence: Evidence{Proved: true, Witness: w}, Message: w.sentence()}
	}
	if w := g.counterSolution(b, a, symbolsH, symbolsF); w != nil {
		w.Of = "a solution of the candidate: left side minus right side of the two equations"
		w.Reference, w.Candidate = w.Candidate, w.Reference
		return Result{Verdict: Different, Method: methodBalls, Evidence: Evidence{Proved: true, Witness: w}, Message: w.sentence()}
	}
	if r, done := g.numberSolutions(a, b); done {
		return r
	}
	return undecided("the two equations are not multiples of each other, and no solution was found that solves only one")
}

// counterSolution solves f = 0 for a symbol in which it is linear or quadratic at a point,
// and reports a solution at which h certainly does not vanish.
func (g *grading) counterSolution(f, h *expr.Node, inF, inH []*expr.Node) *Witness {
	all := sortedSymbols(f, h)
	m, err := g.compile(g.ctx.Branch == "real", f, h)
	if err != nil {
		return nil
	}
	symbols := slices.Clone(all)
	constraints, err := g.constraintMachine(&symbols)
	if err != nil {
		return nil
	}
	s := g.newSampler(symbols, g.qualityOf, constraints)
	for class := range wantPoints {
		at := s.draw(class)
		if at == nil {
			continue
		}
		for _, x := range inF {
			if g.qualityOf(x).has(qInteger | qForcedInteger) {
				continue
			}
			for _, root := range g.rootsIn(m, at, x) {
				q := g.qualityOf(x)
				if q.has(qPositive) && !root.Re.IsPositive() || q.has(qNegative) && !root.Re.IsNegative() ||
					!q.has(qComplex) && !looksReal(&root) {
					continue
				}
				if !g.runWith(m, at, x, &root) || !m.roots[0].ContainsZero() || !m.roots[1].IsFinite() || m.roots[1].ContainsZero() {
					continue // a root of √(x²) − y may be none: it is no polynomial
				}
				w := &Witness{At: map[string]string{}, Reference: "0", Candidate: show(m.roots[1])}
				for v, p := range at {
					w.At[v.Name] = p.String()
				}
				w.At[x.Name] = show(&root)
				return w
			}
		}
	}
	return nil
}

// runWith evaluates with one symbol a ball.
func (g *grading) runWith(m *machine, at map[*expr.Node]*point, x *expr.Node, v *ball.Complex) bool {
	m.work, m.limit = 0, pointBudget
	m.setPrecision(precFirst)
	for _, s := range m.vars {
		if s.symbol == x {
			*s.z = *v
			continue
		}
		at[s.symbol].re.real(&s.z.Re, precFirst+64)
		at[s.symbol].im.real(&s.z.Im, precFirst+64)
	}
	return m.exec(&m.main)
}

// rootsIn are the roots of the first root of m in x, if it is a polynomial of degree one or two
// in x at this point, as its values at five points show.
func (g *grading) rootsIn(m *machine, at map[*expr.Node]*point, x *expr.Node) []ball.Complex {
	if roots := g.polynomialRoots(m, at, x, false); roots != nil {
		return roots
	}
	var roots []ball.Complex
	for _, r := range g.polynomialRoots(m, at, x, true) { // 1/f = 1/u + 1/v
		if r.ContainsZero() {
			return nil
		}
		r.Inv(&r, precFirst)
		roots = append(roots, r)
	}
	return roots
}

// quadratic is constant + first t + second t² at t = x − 1.
type quadratic struct {
	constant, first, second ball.Complex
	size                    int64
}

// small reports whether a coefficient is zero beside the values of the polynomial.
func (p *quadratic) small(z *ball.Complex) bool {
	return z.ContainsZero() && radiusExponent(z) < p.size-64
}

// quadraticAt is the first root of m as a function of x, or of 1/x, at a point, if it is a
// polynomial of degree two there as far as its values show.
func (g *grading) quadraticAt(m *machine, at map[*expr.Node]*point, x *expr.Node, inverse bool) (p quadratic, ok bool) {
	const prec = precFirst
	var v [5]ball.Complex
	for i := range v {
		var z ball.Complex
		z.SetInt64(int64(i) + 1)
		if inverse {
			z.Inv(&z, prec+64)
		}
		if !g.runWith(m, at, x, &z) || !m.roots[0].IsFinite() {
			return p, false
		}
		v[i] = *m.roots[0]
	}
	var beyond ball.Complex
	if q := g.qualityOf(x); !q.has(qPositive | qNonnegative) { // |x| is no polynomial
		z := new(ball.Complex).SetInt64(-3)
		if q.has(qComplex) { // nor are z̄ and Re z
			z.Im.SetInt64(2)
		}
		if inverse {
			z.Inv(z, prec+64)
		}
		if !g.runWith(m, at, x, z) || !m.roots[0].IsFinite() {
			return p, false
		}
		beyond = *m.roots[0]
	}
	// Differences: third and fourth must vanish.
	d := v
	var diffs [5]ball.Complex
	diffs[0] = d[0]
	for k := 1; k < 5; k++ {
		for i := 0; i < 5-k; i++ {
			d[i].Sub(&d[i+1], &d[i], prec)
		}
		diffs[k] = d[0]
	}
	p.size = exponent(&v[0])
	for i := range v {
		p.size = max(p.size, exponent(&v[i]))
	}
	if !p.small(&diffs[3]) || !p.small(&diffs[4]) {
		return p, false
	}
	if q := g.qualityOf(x); !q.has(qPositive | qNonnegative) { // v(−3) = d₀ − 4d₁ + 10d₂
		var far, d, t, half ball.Complex
		t.SetInt64(-4)
		half.SetInt64(10) // t(t−1)/2
		if q.has(qComplex) {
			t.Im.SetInt64(2)
			half.SetInt64(8)
			half.Im.SetInt64(-9)
		}
		far.Mul(&diffs[1], &t, prec)
		far.Add(&far, &diffs[0], prec)
		far.Add(&far, d.Mul(&diffs[2], &half, prec), prec)
		if !far.Overlaps(&beyond) {
			return p, false
		}
	}
	// v(1+t) = d₀ + d₁ t + d₂ t(t−1)/2 = c + b t + a t².
	p.second.Mul2Exp(&diffs[2], -1)
	p.first.Sub(&diffs[1], &p.second, prec)
	p.constant = diffs[0]
	return p, true
}

// polynomialRoots are the roots in x, or in 1/x.
func (g *grading) polynomialRoots(m *machine, at map[*expr.Node]*point, x *expr.Node, inverse bool) []ball.Complex {
	const prec = precFirst
	p, ok := g.quadraticAt(m, at, x, inverse)
	if !ok {
		return nil
	}
	a, b, c := p.second, p.first, p.constant
	one := func(t *ball.Complex) ball.Complex {
		t.AddInt64(t, 1, prec)
		return *t
	}
	if p.small(&a) {
		if b.ContainsZero() {
			return nil
		}
		var t ball.Complex
		t.Div(&c, &b, prec)
		t.Neg(&t)
		return []ball.Complex{one(&t)}
	}
	if a.ContainsZero() {
		return nil
	}
	var disc, ac ball.Complex
	disc.Sqr(&b, prec)
	ac.Mul(&a, &c, prec)
	ac.Mul2Exp(&ac, 2)
	disc.Sub(&disc, &ac, prec)
	disc.Sqrt(&disc, prec)
	if !disc.IsFinite() {
		return nil
	}
	var roots []ball.Complex
	for _, sign := range []int64{1, -1} {
		var t ball.Complex
		t.MulInt64(&disc, sign, prec)
		t.Sub(&t, &b, prec)
		t.Div(&t, &a, prec)
		t.Mul2Exp(&t, -1)
		roots = append(roots, one(&t))
	}
	return roots
}

// shapedEquations compares vector or matrix equations side by side.
func (g *grading) shapedEquations(a, b *expr.Node) Result {
	if g.canon(a.Args[0]) == g.canon(b.Args[0]) {
		return g.statements(a.Args[1], b.Args[1])
	}
	return undecided("equations between vectors or matrices that are not solved for the same quantity")
}
