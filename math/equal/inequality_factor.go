package equal

import (
	"math/big"

	"github.com/assay-physics/assay/math/expr"
)

// x > y and ax > ay are one condition where a is positive.

// positiveFactor reports whether f/h is positive and a product of powers of symbols of declared
// sign at points of the domain.
func (g *grading) positiveFactor(f, h *expr.Node) bool {
	_, monomial, err := g.ratio(f, h)
	if err != nil || !monomial {
		return false
	}
	a, errA := g.lower(f)
	b, errB := g.lower(h)
	if errA != nil || errB != nil {
		return false
	}
	m, err := g.compile(g.ctx.Branch == "real", g.pool.Div(a, b))
	if err != nil {
		return false
	}
	symbols := sortedSymbols(a, b)
	constraints, err := g.constraintMachine(&symbols)
	if err != nil {
		return false
	}
	s := g.newSampler(symbols, g.qualityOf, constraints)
	seen := 0
	for class := 0; class < 2*wantPoints && seen < wantPoints; class++ {
		at := s.draw(class)
		if at == nil || !m.eval(precFirst, at, pointBudget) || !m.roots[0].IsFinite() {
			continue
		}
		v := *m.roots[0]
		if !looksReal(&v) || !v.Re.IsPositive() {
			return false
		}
		for _, x := range symbols {
			if g.qualityOf(x).has(qPositive | qNegative) {
				continue
			}
			was := at[x]
			moved := new(point)
			moved.re.setRat(new(big.Rat).Neg(was.re.rat()))
			at[x] = moved
			if !m.eval(precFirst, at, pointBudget) || !m.roots[0].IsFinite() || !m.roots[0].Overlaps(&v) {
				return false
			}
			at[x] = was
		}
		seen++
	}
	return seen >= minPoints
}

// underSigns repeats a comparison of two inequalities that differ, with each undeclared symbol
// positive: if they are one condition then, the pair is not decided.
func (g *grading) underSigns(a, b *expr.Node, r Result) Result {
	for _, x := range sortedSymbols(a, b) {
		before, declared := g.quality[x]
		if g.qualityOf(x).has(qDeclared | qPositive | qNegative | qComplex | qInteger | qForcedInteger) {
			continue
		}
		g.quality[x] = before | qDeclared | qReal | qPositive
		w := g.separatingPoint(a, b)
		same := w == nil && g.oneInequality(a, b).Verdict == Equivalent
		if g.quality[x] = before; !declared {
			delete(g.quality, x)
		}
		if same {
			condition := "for " + x.Name + " > 0"
			return Result{
				Verdict: Undecided, Method: r.Method, Evidence: Evidence{Condition: condition, Witness: r.Evidence.Witness},
				Message: "equal " + condition + "; " + r.Message,
			}
		}
	}
	return r
}
