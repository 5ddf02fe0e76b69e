package equal

import (
	"math/big"

	"github.com/assay-physics/assay/math/expr"
)

// oneFactor reads a product that is zero as one of its factors being zero, a choice like that
// of a root: of several factors the one that the branch of this comparison says.
func (g *grading) oneFactor(l, r *expr.Node) (*expr.Node, *expr.Node) {
	if isZero(l) {
		l, r = r, l
	}
	if !isZero(r) || l.Op != expr.OpMul {
		return l, r
	}
	var factors []*expr.Node
	for _, f := range l.Args {
		base := f
		if f.Op == expr.OpPow && isNumber(f.Args[1]) {
			if f.Args[1].Rat.Sign() < 0 {
				continue
			}
			base = f.Args[0]
		}
		if len(expr.FreeSymbols(base)) == 0 || base.Op == expr.OpSymbol && g.qualityOf(base).has(qPositive|qNegative|qNonzero) {
			continue
		}
		factors = append(factors, base)
	}
	if len(factors) == 0 {
		return l, r
	}
	if len(factors) == 1 {
		return factors[0], r
	}
	f := factors[g.choice.take(len(factors))]
	g.choice.names = append(g.choice.names, g.latex(f)+" = 0")
	return f, r
}

// solvePolynomial solves a relation that is linear or quadratic in a symbol which it holds
// more than once, x² = x, with both roots.
func (g *grading) solvePolynomial(l, r *expr.Node) (solution, bool) {
	b := builder{g.pool}
	f := b.sub(l, r)
	if expr.Size(f) > 400 {
		return solution{}, false
	}
	var best solution
	found := false
	for _, x := range expr.FreeSymbols(f) {
		q := g.quality[x]
		if q.has(qAlgebra|qOperator|qMatrix|qVector) || g.isVector(x) {
			continue
		}
		s, degree, ok := g.roots(b, f, x)
		if !ok {
			continue
		}
		s.cost = degree
		if q.has(qInteger) {
			s.cost += 4
		}
		if !found || s.cost < best.cost {
			best, found = s, true
		}
	}
	return best, found
}

// roots are the solutions of f = 0 for x, if f is linear or quadratic in it.
func (g *grading) roots(b builder, f, x *expr.Node) (s solution, degree int, ok bool) {
	slope, err := diff(g.pool, f, x)
	if err != nil {
		return s, 0, false
	}
	bend, err := diff(g.pool, slope, x)
	if err != nil {
		return s, 0, false
	}
	bend = g.canon(bend)
	if mentions(bend, x) {
		return s, 0, false
	}
	at0 := map[*expr.Node]*expr.Node{x: g.pool.Int(0)}
	c0, c1 := g.canon(expr.Subst(g.pool, f, at0)), g.canon(expr.Subst(g.pool, slope, at0))
	if mentions(c0, x) || mentions(c1, x) {
		return s, 0, false
	}
	s = solution{symbol: x, branched: true}
	if isZero(bend) {
		if isZero(c1) {
			return s, 0, false
		}
		s.value = b.neg(b.div(c0, c1))
		return s, 1, true
	}
	// x = (−c₁ ± √(c₁² − 2 f″ c₀)) / f″
	root := b.pow(b.sub(b.square(c1), b.mul(b.Int(2), bend, c0)), b.Number(big.NewRat(1, 2)))
	s.value = g.canon(b.div(b.sub(root, c1), bend))
	s.others = []*expr.Node{g.canon(b.div(b.neg(b.add(root, c1)), bend))}
	s.evenRoot = true
	return s, 2, true
}
