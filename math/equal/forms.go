package equal

import (
	"math/big"

	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
)

// formBefore applies the rules of form that do not need a comparison.
func (g *grading) formBefore(ref, cand, written *expr.Node) (Result, bool) {
	f := g.ctx.Form
	if written.Op == expr.OpRelation && written.Name == expr.RelProportional && (ref.Op != expr.OpRelation || ref.Name != expr.RelProportional) {
		return violation("value", "a proportionality is not a value"), true
	}
	if f.Closed {
		for _, n := range []*expr.Node{cand} {
			if containsOp(n, expr.OpIntegral, expr.OpSum, expr.OpProduct, expr.OpLimit, expr.OpDerivative) {
				return violation("form.closed", "a closed form was asked for, and the candidate leaves an integral, sum, limit or derivative"), true
			}
			if contains(n, func(m *expr.Node) bool {
				return (m.Op == expr.OpAdd || m.Op == expr.OpMul) && containsDirect(m, expr.OpEllipsis)
			}) {
				return violation("form.closed", "a closed form was asked for, and the candidate goes on with dots"), true
			}
		}
	}
	if f.Quantity != "" && g.ctx.Kind != "interval" && g.ctx.Kind != "set" {
		if r, done := g.askedQuantity(ref, cand); done {
			return r, true
		}
	}
	if containsOp(cand, expr.OpBigO) != containsOp(ref, expr.OpBigO) {
		return g.order(ref, cand), true
	}
	return Result{}, false
}

// askedQuantity checks that an equation of the candidate is solved for what was asked.
func (g *grading) askedQuantity(ref, cand *expr.Node) (Result, bool) {
	q, err := g.one(g.ctx.Form.Quantity)
	if err != nil || cand.Op != expr.OpRelation || !isEquality(cand.Name) {
		return Result{}, false
	}
	value := ref
	if ref.Op == expr.OpRelation && isEquality(ref.Name) {
		switch {
		case ref.Args[0] == q:
			value = ref.Args[1]
		case ref.Args[1] == q:
			value = ref.Args[0]
		default:
			return Result{}, false
		}
	}
	l, r := cand.Args[0], cand.Args[1]
	switch {
	case l == q && !mentions(r, q):
		return g.formAfter(ref, r, g.statements(value, r)), true
	case r == q && !mentions(l, q):
		return g.formAfter(ref, l, g.statements(value, l)), true
	case !mentions(l, q) && !mentions(r, q):
		return Result{}, false
	}
	// The quantity is inside: does the reference satisfy the equation?
	with := map[*expr.Node]*expr.Node{q: value}
	check := g.scalars(g.applySolved(expr.Subst(g.pool, l, with)), g.applySolved(expr.Subst(g.pool, r, with)))
	name := g.latex(q)
	switch check.Verdict {
	case Equivalent:
		return violation("form.quantity", name+" was asked for; the candidate gives an equation that holds for it but is not solved for it"), true
	case Different:
		check.Message = "the reference does not satisfy the candidate's equation: " + check.Message
		return check, true
	default:
		return undecided("the candidate is not solved for " + name), true
	}
}

// formAfter applies the rules that depend on the outcome.
func (g *grading) formAfter(ref, cand *expr.Node, r Result) Result {
	f := g.ctx.Form
	decimals := hasDecimals(cand) && !hasDecimals(ref)
	if f.Exact && hasDecimals(cand) && r.Verdict != FormViolation {
		switch {
		case r.Verdict == Equivalent && r.Evidence.Proved:
			return r // 0.5 is exact
		case g.roundsTo(ref, cand, literalDigits(cand)):
			return violation("form.exact", "an exact form was asked for, and the candidate is a decimal approximation")
		}
		return r
	}
	if r.Verdict != Different && r.Verdict != Undecided {
		return r
	}
	if f.Order != "" {
		if o, done := g.toOrder(ref, cand); done {
			return o
		}
	}
	digits := f.Digits
	approximate := digits > 0
	if digits == 0 && (hasDecimals(cand) || hasDecimals(ref)) {
		digits = literalDigits(ref)
		if decimals {
			digits = literalDigits(cand)
		}
		approximate = isApprox(ref)
	}
	if digits == 0 || !(hasDecimals(ref) || hasDecimals(cand) || f.Digits > 0) {
		return r
	}
	if !g.roundsTo(ref, cand, digits) {
		return r
	}
	if !approximate && r.Verdict == Different && decimals && !isApprox(cand) {
		r.Message = "the candidate is rounded, and no number of digits was asked for: " + r.Message
		return r
	}
	if !approximate {
		return Result{
			Verdict: Undecided, Method: methodDigits, Evidence: Evidence{Witness: r.Evidence.Witness, Condition: "after rounding to the digits that are written"},
			Message: "equal after rounding to the digits that are written, and no number of digits was asked for",
		}
	}
	return Result{
		Verdict: Equivalent, Method: methodDigits, Evidence: Evidence{Proved: true},
		Message: "equal after rounding to " + count(digits, "digit"),
	}
}

func isApprox(n *expr.Node) bool { return n.Op == expr.OpRelation && n.Name == expr.RelApprox }

func hasDecimals(n *expr.Node) bool {
	return n.HasFact(expr.FactDecimal)
}

// literalDigits is the least number of digits of a decimal in n.
func literalDigits(n *expr.Node) int {
	digits := 0
	expr.Walk(n, func(m *expr.Node) bool {
		if m.Op == expr.OpNumber && m.Digits > 0 && (digits == 0 || m.Digits < digits) {
			digits = m.Digits
		}
		return true
	})
	return digits
}

// roundsTo reports whether two values agree to a number of significant digits. With
// symbols, their ratio must be a constant, and the numbers at symbols = 1 are compared.
func (g *grading) roundsTo(ref, cand *expr.Node, digits int) bool {
	value := func(n *expr.Node) *expr.Node {
		for n.Op == expr.OpRelation && isEquality(n.Name) {
			n = n.Args[1]
		}
		return g.applySolved(n)
	}
	a, b := value(ref), value(cand)
	if x, y, ok := g.sameUnit(a, b); ok {
		a, b = x, y
	}
	if g.tensorial(a) || g.tensorial(b) || g.shaped(a) || g.shaped(b) {
		return false
	}
	a, err := g.lower(a)
	if err != nil {
		return false
	}
	b, err = g.lower(b)
	if err != nil {
		return false
	}
	symbols := len(sortedSymbols(a, b))
	if symbols > 0 {
		if constant, _, err := g.ratio(a, b); err != nil || !constant {
			return false
		}
		with := map[*expr.Node]*expr.Node{}
		for _, s := range sortedSymbols(a, b) {
			with[s] = g.pool.Int(1)
		}
		a, b = expr.Subst(g.pool, a, with), expr.Subst(g.pool, b, with)
	}
	m, err := g.compile(g.ctx.Branch == "real", a, b)
	if err != nil || !m.eval(256, nil, pointBudget) {
		return false
	}
	x, y := m.roots[0], m.roots[1]
	if !x.IsFinite() || !y.IsFinite() || !looksReal(x) || !looksReal(y) {
		return false
	}
	if symbols > 0 && x.Overlaps(y) {
		return false // equal here and different elsewhere: rounding is not the reason
	}
	return sameDigits(&x.Re, &y.Re, digits)
}

// sameDigits reports whether x and y differ by at most half a unit of the last of so many
// significant digits of the larger one.
func sameDigits(x, y *ball.Real, digits int) bool {
	a, _ := x.Mid().Rat(nil)
	b, _ := y.Mid().Rat(nil)
	if a == nil || b == nil || a.Sign() != b.Sign() || digits < 1 {
		return false
	}
	if a.Sign() == 0 {
		return true
	}
	size := new(big.Rat).Abs(a)
	if c := new(big.Rat).Abs(b); c.Cmp(size) > 0 {
		size = c
	}
	// unit = 10^{floor(log₁₀ size) − digits + 1}
	f, _ := new(big.Float).SetRat(size).Float64()
	if f == 0 || f > 1e300 || f < 1e-300 {
		return false
	}
	e := 0
	ten := big.NewRat(10, 1)
	unit := big.NewRat(1, 1)
	for unit.Cmp(size) <= 0 && e < 400 {
		unit.Mul(unit, ten)
		e++
	}
	tenth := big.NewRat(1, 10)
	for unit.Cmp(size) > 0 && e > -400 {
		unit.Mul(unit, tenth)
		e--
	}
	for range digits - 1 {
		unit.Mul(unit, tenth)
	}
	d := new(big.Rat).Sub(a, b)
	d.Abs(d)
	// A hair more than one half, for values that were rounded before they came here.
	limit := new(big.Rat).Mul(unit, big.NewRat(500000001, 1000000000))
	return d.Cmp(limit) <= 0
}

// order compares where one side carries 𝒪(…): asked for the leading order, the rest
// counts.
func (g *grading) order(ref, cand *expr.Node) Result {
	if g.ctx.Form.Order == "" {
		return undecided("one side is an expansion with a remainder, and no order was asked for")
	}
	strip := func(n *expr.Node) *expr.Node {
		return rewrite(g.pool, n, func(m *expr.Node) *expr.Node {
			if m.Op != expr.OpAdd || !containsDirect(m, expr.OpBigO) {
				return m
			}
			var kept []*expr.Node
			for _, a := range m.Args {
				if a.Op != expr.OpBigO {
					kept = append(kept, a)
				}
			}
			return builder{g.pool}.add(kept...)
		})
	}
	a, b := strip(ref), strip(cand)
	if containsOp(a, expr.OpBigO) || containsOp(b, expr.OpBigO) {
		return undecided("a remainder that is not a term of its own")
	}
	compare := func(b *expr.Node) Result {
		r := g.statements(a, b)
		if r.Verdict == Different {
			if o, done := g.toOrder(a, b); done {
				return o
			}
		}
		return r
	}
	r := compare(b)
	if kept := strip(g.withoutAbsorbed(cand)); r.Verdict == Equivalent && kept != b && compare(kept).Verdict != Equivalent {
		return violation("form.order", "the remainder of the candidate is as large as a term that was asked for")
	}
	return r
}
