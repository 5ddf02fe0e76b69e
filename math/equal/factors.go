package equal

import (
	"slices"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/poly"
)

// nonzeroFactor decides two equations of which one has a factor more that is declared not to
// vanish: mv² = mgr and v² = gr for m > 0.
func (g *grading) nonzeroFactor(f, h *expr.Node, symbolsF, symbolsH []*expr.Node) (Result, bool) {
	a, b := f, h
	if len(symbolsF) < len(symbolsH) {
		a, b = h, f
		symbolsF, symbolsH = symbolsH, symbolsF
	}
	for _, s := range symbolsF {
		if !slices.Contains(symbolsH, s) && !g.qualityOf(s).has(qPositive|qNegative|qNonzero) {
			return Result{}, false
		}
	}
	for _, s := range symbolsH {
		if !slices.Contains(symbolsF, s) {
			return Result{}, false
		}
	}
	constant, monomial, err := g.ratio(a, b)
	if err != nil || !constant && !monomial {
		return Result{}, false
	}
	if r, done := g.vanishingFactor(f, h); done {
		return r, true
	}
	return Result{
		Verdict: Equivalent, Method: methodNumeric, Evidence: Evidence{Points: minPoints, Bits: precFirst / 2},
		Message: "the two equations differ by a factor that is declared not to vanish",
	}, true
}

// sameSquareFree proves that two polynomials in one symbol have the same complex roots, with
// whatever multiplicities.
func (g *grading) sameSquareFree(f, h *expr.Node, symbols []*expr.Node) bool {
	if len(symbols) != 1 {
		return false
	}
	ring, err := poly.NewRing("x")
	if err != nil {
		return false
	}
	budget, settle := g.opts.ledger.algebra(criticalBudget)
	defer settle()
	c := &critical{x: symbols[0], ring: ring, budget: budget}
	var parts [2]*poly.Uni
	for i, n := range []*expr.Node{f, h} {
		s, err := c.side(g.pool.MakeNamed(expr.OpRelation, expr.RelEqual, n, g.pool.Int(0)))
		if err != nil {
			return false
		}
		for _, d := range s.dens {
			if !d.IsConstant() {
				return false
			}
		}
		if parts[i], err = c.times(poly.UniInt64(1), s.num); err != nil {
			return false
		}
	}
	return parts[0].Degree() > 0 && (parts[0].Equal(parts[1]) || parts[0].Equal(parts[1].Neg()))
}
