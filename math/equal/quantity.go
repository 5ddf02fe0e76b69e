package equal

import (
	"errors"
	"fmt"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/unit"
)

// quantities compares where a side carries a unit: dimensions first, then values in the
// unit of the reference.
func (g *grading) quantities(ref, cand *expr.Node) (Result, bool) {
	hasRef, hasCand := unit.HasUnits(ref), unit.HasUnits(cand)
	if !hasRef && !hasCand {
		return Result{}, false
	}
	if g.onlyPureUnits(ref) && g.onlyPureUnits(cand) { // degrees and percent are numbers
		return Result{}, false
	}
	if g.ctx.Kind == "quantity" && hasRef && !hasCand {
		cand = g.lettersAsUnits(cand)
		hasCand = unit.HasUnits(cand)
	}
	if g.ctx.Kind == "quantity" && hasCand && !hasRef {
		ref = g.lettersAsUnits(ref)
		hasRef = unit.HasUnits(ref)
	}
	a, err := unit.Parse(g.pool, ref)
	if err != nil {
		return undecided("the reference as a quantity: " + err.Error()), true
	}
	b, err := unit.Parse(g.pool, cand)
	if err != nil {
		return undecided("the candidate as a quantity: " + err.Error()), true
	}
	numberRef, numberCand := a.Dimension.IsNumber(), b.Dimension.IsNumber()
	switch {
	case !numberRef && !hasCand && g.unknownWord(ref, cand) != "":
		return undecided("the candidate may have a unit that is not known here: " + g.unknownWord(ref, cand)), true
	case !numberRef && !hasCand:
		return g.missingUnit(a, b), true
	case !hasRef && !numberCand:
		return undecided("the candidate has a unit, the reference has none"), true
	}
	y, err := b.In(g.pool, a)
	var mismatch *unit.DimensionError
	if errors.As(err, &mismatch) && g.naturalUnits() {
		na, errA := a.Natural()
		nb, errB := b.Natural()
		if errA == nil && errB == nil {
			a, b = na, nb
			y, err = b.In(g.pool, a)
		}
	}
	if err != nil {
		if errors.As(err, &mismatch) {
			return Result{
				Verdict: Different, Method: methodUnits, Evidence: Evidence{Proved: true},
				Message: fmt.Sprintf("the reference has the dimension %s, the candidate %s", mismatch.B, mismatch.A),
			}, true
		}
		return undecided("units: " + err.Error()), true
	}
	r := g.values(a.Value, y)
	if ratio, err := b.Ratio(a); err == nil && ratio.Uncertainty > 0 && r.Verdict == Different {
		return undecided("a unit that is known by measurement only: " + r.Message), true
	}
	if r.Verdict == Equivalent {
		r.Method = methodUnits
	}
	if r.Verdict == Different {
		r.Message = "in the unit of the reference: " + r.Message
	}
	return r, true
}

// onlyPureUnits reports whether all units of n stand for numbers: degrees, percent.
func (g *grading) onlyPureUnits(n *expr.Node) bool {
	return !containsAmong(n, func(m *expr.Node) bool {
		if m.Op != expr.OpUnit {
			return false
		}
		_, pure := g.pureUnit(m.Name)
		return !pure
	}, expr.OpUnit)
}

// lettersAsUnits reads the letters of an answer like "7 m/s" as units, if all of them are and
// the problem has no such symbols: a quantity was asked for.
func (g *grading) lettersAsUnits(n *expr.Node) *expr.Node {
	with := map[*expr.Node]*expr.Node{}
	for _, s := range expr.FreeSymbols(n) {
		if _, declared := g.quality[s]; declared || !unit.Known(s.Name) {
			return n
		}
		with[s] = g.pool.MakeNamed(expr.OpUnit, s.Name)
	}
	return expr.Subst(g.pool, n, with)
}

// missingUnit is the verdict on a bare number where the reference has a unit.
func (g *grading) missingUnit(a, b unit.Quantity) Result {
	if r := g.values(a.Value, b.Value); r.Verdict == Different {
		r.Message = "the unit is missing, and the numbers differ: " + r.Message
		return r
	}
	return violation("form.units", "the number has no unit, the reference has")
}

// naturalUnits reports whether the problem sets ħ or c to one.
func (g *grading) naturalUnits() bool {
	for _, n := range g.relations {
		if n.Op == expr.OpRelation && len(n.Args) == 2 && isInt(n.Args[1], 1) && n.Args[0].Op == expr.OpSymbol &&
			(n.Args[0].Name == `\hbar` || n.Args[0].Name == "c") {
			return true
		}
	}
	return false
}

// sameUnit writes two quantities of one dimension as numbers in one unit.
func (g *grading) sameUnit(ref, cand *expr.Node) (x, y *expr.Node, ok bool) {
	if !unit.HasUnits(ref) && !unit.HasUnits(cand) {
		return nil, nil, false
	}
	a, err := unit.Parse(g.pool, ref)
	if err != nil {
		return nil, nil, false
	}
	b, err := unit.Parse(g.pool, cand)
	if err != nil {
		return nil, nil, false
	}
	if y, err = b.In(g.pool, a); err != nil && g.naturalUnits() {
		if a, err = a.Natural(); err != nil {
			return nil, nil, false
		}
		if b, err = b.Natural(); err == nil {
			y, err = b.In(g.pool, a)
		}
	}
	if err != nil {
		return nil, nil, false
	}
	return a.Value, y, true
}
