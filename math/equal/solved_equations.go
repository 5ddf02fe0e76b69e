package equal

import (
	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
)

// A step that solves an equation can lose a condition: √x = −y and x = y² both give x = y², but
// the first holds only where y is not positive. Two equations with the same solution are the same
// statement only if the solution solves both, or neither, wherever the other symbols are.

// solvesBoth puts x = value into two equations, given as left minus right side, at points of the
// domain of the other symbols.
func (g *grading) solvesBoth(f, h, x, value *expr.Node) Result {
	low := make([]*expr.Node, 3)
	for i, n := range []*expr.Node{f, h, value} {
		var err error
		if low[i], err = g.lower(n); err != nil {
			return undecided(err.Error())
		}
	}
	f, h, value = low[0], low[1], low[2]
	m, err := g.compile(g.ctx.Branch == "real", f, h)
	if err != nil {
		return undecided(err.Error())
	}
	solved, err := g.compile(g.ctx.Branch == "real", value)
	if err != nil {
		return undecided(err.Error())
	}
	symbols := sortedSymbols(f, h)
	constraints, err := g.constraintMachine(&symbols)
	if err != nil {
		return undecided(err.Error())
	}
	s := g.newSampler(symbols, g.qualityOf, constraints)
	q := g.qualityOf(x)
	both := 0
	for class := range 2 * wantPoints {
		at := s.anywhere(class)
		if at == nil || !solved.eval(2*precFirst, at, pointBudget) || !solved.roots[0].IsFinite() {
			continue
		}
		root := *solved.roots[0]
		if !q.has(qComplex) && !looksReal(&root) ||
			q.has(qPositive) && !root.Re.IsPositive() || q.has(qNegative) && !root.Re.IsNegative() || q.has(qNonnegative) && root.Re.IsNegative() {
			continue
		}
		if constraints != nil {
			v := new(point)
			re, _ := root.Re.Mid().Rat(nil)
			im, _ := root.Im.Mid().Rat(nil)
			v.re.setRat(re)
			v.im.setRat(im)
			at[x] = v
			if !s.allowed(at) {
				continue
			}
		}
		if !g.runWith(m, at, x, &root) || !m.roots[0].IsFinite() || !m.roots[1].IsFinite() {
			continue
		}
		p, k := *m.roots[0], *m.roots[1]
		first, second := p.ContainsZero(), k.ContainsZero()
		if first == second {
			both += b2i(first && small(&p) && small(&k))
			continue
		}
		if zero := map[bool]*ball.Complex{true: &p, false: &k}[first]; !small(zero) {
			continue
		}
		w := &Witness{At: map[string]string{}, Of: "left side minus right side of the two equations"}
		w.Reference, w.Candidate = show(&p), show(&k)
		if first {
			w.Reference = "0"
		} else {
			w.Candidate = "0"
		}
		for v, c := range at {
			w.At[v.Name] = c.String()
		}
		w.At[x.Name] = show(&root)
		return Result{Verdict: Different, Method: methodBalls, Evidence: Evidence{Proved: true, Witness: w}, Message: w.sentence()}
	}
	if both < minPoints {
		return undecided("two equations with one solution, which was not seen to solve both at enough points of the domain")
	}
	return Result{Verdict: Equivalent, Method: methodNumeric, Evidence: Evidence{Points: both, Bits: precFirst / 2}, Message: "one solution, which solves both equations"}
}

// small reports whether a value that may be zero is known to be near it.
func small(z *ball.Complex) bool { return radiusExponent(z) < -precFirst/2 }

// numberSolutions compares the real solutions of two polynomial equations in one unknown.
func (g *grading) numberSolutions(f, h *expr.Node) (Result, bool) {
	symbols := sortedSymbols(f, h)
	if len(symbols) != 1 {
		return Result{}, false
	}
	x, zero := symbols[0], g.pool.Int(0)
	p, q := g.pool.MakeNamed(expr.OpRelation, expr.RelEqual, f, zero), g.pool.MakeNamed(expr.OpRelation, expr.RelEqual, h, zero)
	at, a, b, _, done := g.sameCells(p, q, x)
	if !done || a == b {
		return Result{}, false
	}
	w := &Witness{At: map[string]string{x.Name: at}, Reference: inOut(a), Candidate: inOut(b), Of: "whether a number is a solution"}
	return Result{Verdict: Different, Method: methodSet, Evidence: Evidence{Proved: true, Witness: w}, Message: w.sentence()}, true
}
