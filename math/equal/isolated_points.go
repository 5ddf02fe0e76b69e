package equal

import (
	"maps"
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
	maxTogether  = 64
	isolatedCost = 60_000
)

// atIsolatedPoints compares at the points where functions have a value of their own.
func (g *grading) atIsolatedPoints(ref, cand *expr.Node) (Result, bool) {
	if isHeavy(ref) || isHeavy(cand) {
		return Result{}, false
	}
	if among := expr.FactStep | expr.FactZero; !ref.HasFact(among) && !cand.HasFact(among) && !ref.HasOp(expr.OpRelation) && !cand.HasOp(expr.OpRelation) {
		return Result{}, false
	}
	inRef, inCand := reachable(ref), reachable(cand)
	p := &isolatedPoints{g: g, ref: ref, cand: cand, zeros: map[*expr.Node][]*big.Rat{}}
	for _, n := range reachable(ref, cand) {
		if s, ok := g.isolatedAt(n); ok && len(p.switches) < maxIsolated {
			p.switches = append(p.switches, s)
		}
	}
	for _, s := range p.switches {
		located := false
		for _, x := range expr.FreeSymbols(s.of) {
			if g.qualityOf(x).has(qComplex) {
				located = true
				continue
			}
			r, known := p.alone(s, x)
			if r.Verdict != "" {
				return r, true
			}
			located = located || known
		}
		shared := slices.Contains(inRef, s.node) && slices.Contains(inCand, s.node)
		if !located && !shared && !s.soft && s.node.Name != "sign" {
			return undecided("the values agree, but at the points where " + g.latex(s.node) + " has a value of its own they could not be compared"), true
		}
	}
	r := p.together()
	return r, r.Verdict != ""
}

// isolatedPoints compares the sides of a pair at zeros of its switches.
type isolatedPoints struct {
	g         *grading
	ref, cand *expr.Node
	switches  []isolatedSwitch
	// zeros that were found along each symbol.
	zeros map[*expr.Node][]*big.Rat
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

// elsewhere are small values of all symbols but one.
func (p *isolatedPoints) elsewhere(x *expr.Node) map[*expr.Node]*expr.Node {
	with := map[*expr.Node]*expr.Node{}
	for i, y := range sortedSymbols(p.ref, p.cand) {
		if y == x {
			continue
		}
		v := int64(2*i + 3)
		if p.g.qualityOf(y).has(qNegative) {
			v = -v
		}
		with[y] = p.g.pool.Int(v)
	}
	return with
}

// alone compares at the rational zeros in x of a switch, other symbols having small values. It
// is not known whether the sides differ if the zeros are not those of a polynomial, or not
// rational.
func (p *isolatedPoints) alone(s isolatedSwitch, x *expr.Node) (r Result, known bool) {
	g := p.g
	with := p.elsewhere(x)
	integer := g.qualityOf(x).has(qInteger | qForcedInteger)
	zeros, polynomial, known := g.rationalZerosOf(expr.Subst(g.pool, s.of, with), x, s.soft)
	for _, z := range zeros {
		if integer && !z.IsInt() {
			continue
		}
		p.zeros[x] = append(p.zeros[x], z)
		with[x] = g.pool.Number(z)
		if r := p.compare(with, s.soft); r.Verdict != "" {
			return r, true
		}
	}
	return Result{}, known || integer && polynomial
}

// together compares where the switches of several symbols are met at once: δ_{n,7}·δ_{m,8}.
func (p *isolatedPoints) together() Result {
	if len(p.zeros) < 2 {
		return Result{}
	}
	points := []map[*expr.Node]*expr.Node{p.elsewhere(nil)}
	for _, x := range sortedSymbols(p.ref, p.cand) {
		zeros := p.zeros[x]
		if len(zeros) == 0 {
			continue
		}
		var next []map[*expr.Node]*expr.Node
		for _, at := range points {
			for _, z := range zeros {
				with := maps.Clone(at)
				with[x] = p.g.pool.Number(z)
				next = append(next, with)
			}
		}
		if points = next; len(points) > maxTogether {
			return undecided("the values agree, but there are too many points at which functions have values of their own")
		}
	}
	for _, with := range points {
		if r := p.compare(with, false); r.Verdict != "" {
			return r
		}
	}
	return Result{}
}

// compare has a verdict if the sides differ at a point.
func (p *isolatedPoints) compare(with map[*expr.Node]*expr.Node, soft bool) Result {
	g := p.g
	for x, v := range with {
		if !g.inDomain(x, v) {
			return Result{}
		}
	}
	if !g.constraintsHold(with) {
		return Result{}
	}
	met := map[*expr.Node]*expr.Node{} // 0⁰ is one here, and so is δ_{x,x}
	for _, s := range p.switches {
		if (s.node.Op == expr.OpPow || s.node.Name == "kronecker") && isZero(g.canon(expr.Subst(g.pool, s.of, with))) {
			met[s.node] = g.pool.Int(1)
		}
	}
	at := func(n *expr.Node) *expr.Node {
		if len(met) > 0 {
			n = expr.Subst(g.pool, n, met)
		}
		return g.canon(expr.Subst(g.pool, n, with))
	}
	r := g.numeric(at(p.ref), at(p.cand))
	if r.Verdict != Different || r.Evidence.Witness == nil {
		return Result{}
	}
	for y, v := range with {
		r.Evidence.Witness.At[y.Name] = v.Rat.RatString()
	}
	r.Message = r.Evidence.Witness.sentence()
	if soft {
		return Result{
			Verdict: Undecided, Method: r.Method, Evidence: Evidence{Condition: "but for single points", Witness: r.Evidence.Witness},
			Message: "equal but for single points, at which the value of a step is a convention; " + r.Message,
		}
	}
	return r
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
	s := g.newSampler(symbols, g.qualityOf, m)
	return s.allowed(at)
}

// rationalZerosOf are the rational zeros of a polynomial in x, of even multiplicity only if so
// asked; it is not known to have no others if some are not rational.
func (g *grading) rationalZerosOf(u, x *expr.Node, touching bool) (zeros []*big.Rat, polynomial, known bool) {
	u = g.canon(u)
	for u.Op == expr.OpApply && u.Name == "abs" {
		u = u.Args[0]
	}
	ring, err := poly.NewRing("x")
	if err != nil {
		return nil, false, false
	}
	budget, settle := g.opts.ledger.algebra(isolatedCost)
	defer settle()
	c := &critical{x: x, ring: ring, budget: budget}
	side, err := c.side(g.pool.MakeNamed(expr.OpRelation, expr.RelEqual, u, g.pool.Int(0)))
	if err != nil {
		return nil, false, false
	}
	f, ok := side.num.Uni(0)
	if !ok || f.Degree() < 1 {
		return nil, ok, ok
	}
	parts, err := f.SquareFree(budget)
	if err != nil {
		return nil, false, false
	}
	known = true
	for _, p := range parts {
		if p.Base.Degree() < 1 || touching && p.Multiplicity%2 != 0 {
			continue
		}
		cells, err := c.cells(p.Base)
		if err != nil {
			return nil, false, false
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
	return zeros, true, known
}
