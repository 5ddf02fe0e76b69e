package equal

import (
	"math/big"
	"slices"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/poly"
)

// No sample meets the one point at which δ_{x,5}, [x = 5], 0^{|x−5|} or sgn(x−5) has another value
// than beside it. These points are solved for, and the sides compared there.

// isolatedSwitch is an expression at whose zeros alone a function has another value.
type isolatedSwitch struct {
	node, of *expr.Node
	soft     bool // θ: its value at a step is a convention, but where it only touches zero it has one
}

const (
	maxIsolated  = 12
	isolatedCost = 60_000
)

// atIsolatedPoints compares at the points where functions have a value of their own.
func (g *grading) atIsolatedPoints(ref, cand *expr.Node) (Result, bool) {
	if isHeavy(ref) || isHeavy(cand) {
		return Result{}, false
	}
	inRef, inCand := reachable(ref), reachable(cand)
	tried := 0
	for _, n := range reachable(ref, cand) {
		s, ok := g.isolatedAt(n)
		if !ok {
			continue
		}
		if tried++; tried > maxIsolated {
			break
		}
		shared := slices.Contains(inRef, n) && slices.Contains(inCand, n)
		located := false
		for _, x := range expr.FreeSymbols(s.of) {
			if g.qualityOf(x).has(qComplex | qInteger | qForcedInteger) {
				located = true // integers are met by the sample
				continue
			}
			r, known := g.atIsolated(ref, cand, s, x)
			if r.Verdict != "" {
				return r, true
			}
			located = located || known
		}
		if !located && !shared && !s.soft && n.Name != "sign" {
			return undecided("the values agree, but at the points where " + g.latex(n) + " has a value of its own they could not be compared"), true
		}
	}
	return Result{}, false
}

// isolatedAt tells where a node has a value of its own.
func (g *grading) isolatedAt(n *expr.Node) (isolatedSwitch, bool) {
	b := builder{g.pool}
	s := isolatedSwitch{node: n}
	switch n.Op {
	case expr.OpRelation:
		if len(n.Args) == 2 && (n.Name == expr.RelEqual || n.Name == expr.RelNotEqual) {
			s.of = b.sub(n.Args[0], n.Args[1])
		}
	case expr.OpPow:
		if isZero(n.Args[0]) {
			s.of = n.Args[1]
		}
	case expr.OpApply:
		switch {
		case n.Name == "kronecker" && len(n.Args) == 2:
			s.of = b.sub(n.Args[0], n.Args[1])
		case n.Name == "sign":
			s.of = n.Args[0]
		case n.Name == "heaviside":
			s.of, s.soft = n.Args[0], true
		}
	default:
	}
	if s.of == nil {
		return s, false
	}
	s.of = g.canon(s.of)
	for s.of.Op == expr.OpApply && s.of.Name == "abs" {
		s.of = s.of.Args[0]
	}
	return s, len(expr.FreeSymbols(s.of)) > 0
}

// atIsolated compares at the rational zeros in x of a switch, other symbols having small values.
// It is not known whether the sides differ if the zeros are none or not rational.
func (g *grading) atIsolated(ref, cand *expr.Node, s isolatedSwitch, x *expr.Node) (r Result, known bool) {
	with := map[*expr.Node]*expr.Node{}
	for i, y := range sortedSymbols(ref, cand) {
		if y != x {
			v := int64(2*i + 3)
			if g.qualityOf(y).has(qNegative) {
				v = -v
			}
			with[y] = g.pool.Int(v)
		}
	}
	zeros, known := g.rationalZerosOf(expr.Subst(g.pool, s.of, with), x, s.soft)
	for _, z := range zeros {
		at := g.pool.Number(z)
		if !g.inDomain(x, at) {
			continue
		}
		with[x] = at
		if !g.constraintsHold(with) {
			continue
		}
		r := g.numeric(g.canon(expr.Subst(g.pool, ref, with)), g.canon(expr.Subst(g.pool, cand, with)))
		if r.Verdict != Different || r.Evidence.Witness == nil {
			continue
		}
		for y, v := range with {
			r.Evidence.Witness.At[y.Name] = v.Rat.RatString()
		}
		r.Message = r.Evidence.Witness.sentence()
		if s.soft {
			return Result{
				Verdict: Undecided, Method: r.Method, Evidence: Evidence{Condition: "but for single points", Witness: r.Evidence.Witness},
				Message: "equal but for single points, at which the value of a step is a convention; " + r.Message,
			}, true
		}
		return r, true
	}
	return Result{}, known
}

// constraintsHold reports whether the constraints hold, as far as they are about these symbols.
func (g *grading) constraintsHold(with map[*expr.Node]*expr.Node) bool {
	symbols := make([]*expr.Node, 0, len(with))
	for x := range with {
		symbols = append(symbols, x)
	}
	slices.SortFunc(symbols, expr.Compare)
	n := len(symbols)
	m, err := g.constraintMachine(&symbols)
	if err != nil || len(symbols) > n {
		return false
	}
	at := map[*expr.Node]*point{}
	for x, v := range with {
		at[x] = realPoint(v.Rat)
	}
	s := newSampler(symbols, g.qualityOf, m)
	return s.allowed(at)
}

// rationalZerosOf are the rational zeros of a polynomial in x, of even multiplicity only if so
// asked; it is not known to have no others if some are not rational.
func (g *grading) rationalZerosOf(u, x *expr.Node, touching bool) (zeros []*big.Rat, known bool) {
	u = g.canon(u)
	for u.Op == expr.OpApply && u.Name == "abs" {
		u = u.Args[0]
	}
	ring, err := poly.NewRing("x")
	if err != nil {
		return nil, false
	}
	budget, settle := g.opts.ledger.algebra(isolatedCost)
	defer settle()
	c := &critical{x: x, ring: ring, budget: budget}
	side, err := c.side(g.pool.MakeNamed(expr.OpRelation, expr.RelEqual, u, g.pool.Int(0)))
	if err != nil {
		return nil, false
	}
	f, ok := side.num.Uni(0)
	if !ok || f.Degree() < 1 {
		return nil, ok
	}
	parts, err := f.SquareFree(budget)
	if err != nil {
		return nil, false
	}
	known = true
	for _, p := range parts {
		if p.Base.Degree() < 1 || touching && p.Multiplicity%2 != 0 {
			continue
		}
		cells, err := c.cells(p.Base)
		if err != nil {
			return nil, false
		}
		for _, at := range cells {
			switch {
			case at.root && at.exact:
				zeros = append(zeros, at.at)
			case at.root:
				known = false
			}
		}
	}
	return zeros, known
}
