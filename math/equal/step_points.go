package equal

import (
	"math/big"
	"slices"

	"github.com/assay-physics/assay/math/expr"
)

// atStepPoints compares where the argument of a floor, a ceiling or a remainder is an integer:
// ⌊x + ½⌋ and ⌈x − ½⌉ differ at half-integers only. The other symbols have small values.
func (g *grading) atStepPoints(ref, cand *expr.Node) (Result, bool) {
	if len(g.constraints) > 0 {
		return Result{}, false
	}
	if r, done := g.betweenSteps(ref, cand); done {
		return r, true
	}
	if isHeavy(ref) || isHeavy(cand) || !ref.HasFact(expr.FactStep) && !cand.HasFact(expr.FactStep) {
		return Result{}, false
	}
	tried := 0
	for _, n := range reachable(ref, cand) {
		if n.Op != expr.OpApply || n.Name != "floor" && n.Name != "ceiling" || len(n.Args) != 1 {
			continue
		}
		for _, x := range expr.FreeSymbols(n.Args[0]) {
			if g.qualityOf(x).has(qComplex | qInteger | qForcedInteger) {
				continue
			}
			for _, k := range []int64{0, 1, -1, 2} {
				if tried++; tried > 24 {
					return Result{}, false
				}
				if r, done := g.atStepPoint(ref, cand, n.Args[0], x, k); done {
					return r, true
				}
			}
		}
	}
	return Result{}, false
}

// atStepPoint compares where the argument u of a step is k, by the value of x.
func (g *grading) atStepPoint(ref, cand, u, x *expr.Node, k int64) (Result, bool) {
	with := map[*expr.Node]*expr.Node{}
	for i, s := range sortedSymbols(ref, cand) {
		if s != x {
			v := int64(2*i + 3)
			if g.qualityOf(s).has(qNegative) {
				v = -v
			}
			with[s] = g.pool.Int(v)
		}
	}
	p, ok := g.polynomialOf(expr.Subst(g.pool, u, with), x)
	if !ok || len(p) != 2 || !isNumber(p[0]) || !isNumber(p[1]) {
		return Result{}, false
	}
	b := builder{g.pool}
	at := g.canon(b.div(b.sub(g.pool.Int(k), p[0]), p[1]))
	if !isNumber(at) || !g.inDomain(x, at) {
		return Result{}, false
	}
	with[x] = at
	r := g.numeric(g.canon(expr.Subst(g.pool, ref, with)), g.canon(expr.Subst(g.pool, cand, with)))
	if r.Verdict != Different || r.Evidence.Witness == nil {
		return Result{}, false
	}
	for s, v := range with {
		r.Evidence.Witness.At[s.Name] = v.Rat.RatString()
	}
	r.Message = r.Evidence.Witness.sentence()
	return r, true
}

// betweenSteps compares between two places, close to each other, where a step function, a modulus
// or a condition of the one symbol of a pair changes: θ(x − 1) and θ(x − 1 − 10⁻²⁰) differ only
// there.
func (g *grading) betweenSteps(ref, cand *expr.Node) (Result, bool) {
	if !ref.HasFact(expr.FactStep) && !cand.HasFact(expr.FactStep) && !ref.HasOp(expr.OpRelation) && !cand.HasOp(expr.OpRelation) {
		return Result{}, false
	}
	symbols := sortedSymbols(ref, cand)
	if len(symbols) != 1 || isHeavy(ref) || isHeavy(cand) || g.qualityOf(symbols[0]).has(qComplex|qInteger|qForcedInteger) {
		return Result{}, false
	}
	x, b := symbols[0], builder{g.pool}
	var places []*big.Rat
	put := func(u *expr.Node) {
		p, ok := g.polynomialOf(u, x)
		if !ok || len(p) != 2 {
			return
		}
		if z := g.zerosOf(p)[0]; isNumber(z) {
			places = append(places, z.Rat)
		}
	}
	for _, n := range reachable(ref, cand) {
		switch {
		case n.Op == expr.OpRelation && len(n.Args) == 2:
			put(b.sub(n.Args[0], n.Args[1]))
		case n.Op != expr.OpApply:
		case len(n.Args) == 1 && (n.Name == "heaviside" || n.Name == "sign" || n.Name == "abs"):
			put(n.Args[0])
		case len(n.Args) == 2 && (n.Name == "max" || n.Name == "min"):
			put(b.sub(n.Args[0], n.Args[1]))
		}
	}
	if len(places) < 2 || len(places) > maxSurfaces {
		return Result{}, false
	}
	slices.SortFunc(places, (*big.Rat).Cmp)
	for i := 1; i < len(places); i++ {
		gap := new(big.Rat).Sub(places[i], places[i-1])
		if gap.Sign() == 0 || gap.Cmp(big.NewRat(1, 1000)) > 0 {
			continue
		}
		at := g.pool.Number(gap.Add(places[i-1], gap.Quo(gap, big.NewRat(2, 1))))
		if !g.inDomain(x, at) {
			continue
		}
		with := map[*expr.Node]*expr.Node{x: at}
		r := g.numeric(g.canon(expr.Subst(g.pool, ref, with)), g.canon(expr.Subst(g.pool, cand, with)))
		if r.Verdict != Different || r.Evidence.Witness == nil {
			continue
		}
		r.Evidence.Witness.At[x.Name] = at.Rat.RatString()
		r.Message = r.Evidence.Witness.sentence()
		return r, true
	}
	return Result{}, false
}
