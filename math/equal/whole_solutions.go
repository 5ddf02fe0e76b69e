package equal

import (
	"maps"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
)

// An equation in several symbols is a statement about all of them. Solved for one symbol, it loses
// what it says where a factor without that symbol vanishes: solved for g, both gx = gy and gx = 2gy
// say g = 0. Two equations with the same roots in x are therefore the same statement only if
// neither has a factor without x, or the other symbols of such a factor have the same roots too.

// rootComparison solves two equations for one symbol at a time, at points of the domain.
type rootComparison struct {
	g                 *grading
	forward, backward *machine // f, h and h, f
	symbols           []*expr.Node
	points            []map[*expr.Node]*point
	agreed            map[*expr.Node]int
}

// Points at which equations are solved, and of them those at which it is seen which coefficients
// depend on a symbol.
const (
	rootClasses = 12
	basePoints  = 3
)

func (g *grading) compareRoots(f, h *expr.Node) (*rootComparison, bool) {
	a, errA := g.lower(f)
	b, errB := g.lower(h)
	if errA != nil || errB != nil {
		return nil, false
	}
	c := &rootComparison{g: g, symbols: sortedSymbols(a, b), agreed: map[*expr.Node]int{}}
	var err error
	if c.forward, err = g.compile(g.ctx.Branch == "real", a, b); err != nil {
		return nil, false
	}
	if c.backward, err = g.compile(g.ctx.Branch == "real", b, a); err != nil {
		return nil, false
	}
	all := c.symbols
	constraints, err := g.constraintMachine(&all)
	if err != nil {
		return nil, false
	}
	s := g.newSampler(all, g.qualityOf, constraints)
	for class := range rootClasses {
		if at := s.draw(class); at != nil {
			c.points = append(c.points, at)
		}
	}
	return c, true
}

// sameRoots decides two equations that are linear or quadratic in one symbol, by their
// roots in the domain at several points: ω² = k/m and ω = √(k/m) for ω > 0.
func (g *grading) sameRoots(f, h *expr.Node, symbols []*expr.Node) (Result, bool) {
	c, ok := g.compareRoots(f, h)
	if !ok {
		return Result{}, false
	}
	for _, x := range symbols {
		if c.agreement(x) >= minPoints && c.covers(x) {
			return c.same(x), true
		}
	}
	return Result{}, false
}

// sameRootsIn compares the roots in the one unknown that the problem or an answer names; the other
// symbols are parameters.
func (g *grading) sameRootsIn(f, h, x *expr.Node) (Result, bool) {
	c, ok := g.compareRoots(f, h)
	if !ok || c.agreement(x) < minPoints {
		return Result{}, false
	}
	return c.same(x), true
}

func (c *rootComparison) same(x *expr.Node) Result {
	return Result{
		Verdict: Equivalent, Method: methodNumeric, Evidence: Evidence{Points: c.agreement(x), Bits: precFirst / 2},
		Message: "solved for " + c.g.latex(x) + ", the two equations have the same roots in the domain at the points that were tried",
	}
}

// agreement counts the points at which the two equations have the same roots in x, and at least
// one; it is −1 if at one of them they have not, or there is no telling.
func (c *rootComparison) agreement(x *expr.Node) int {
	if n, ok := c.agreed[x]; ok {
		return n
	}
	agreed := 0
	if c.g.qualityOf(x).has(qInteger | qForcedInteger) {
		agreed = -1
	}
	for _, at := range c.points {
		if agreed < 0 || agreed >= minPoints {
			break
		}
		at = maps.Clone(at)
		n, m := c.g.rootsSolve(c.forward, at, x), c.g.rootsSolve(c.backward, at, x)
		switch {
		case n < 0 || m < 0:
			agreed = -1
		case n > 0 && m > 0:
			agreed++
		}
	}
	c.agreed[x] = agreed
	return agreed
}

// covers reports whether no solutions are lost when the two equations are solved for x: the
// symbols of a factor without x stand in every coefficient of the powers of x, and solved for
// each of them the equations agree as well, or it is the factor y and they agree at y = 0.
func (c *rootComparison) covers(x *expr.Node) bool {
	for _, m := range []*machine{c.forward, c.backward} {
		for _, y := range c.symbols {
			if y == x || c.agreement(y) >= minPoints {
				continue
			}
			switch c.factor(m, x, y) {
			case factorNone:
			case factorPower:
				if !c.agreesAtZero(y) {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// factorKind says how a factor without x of all coefficients may depend on y.
type factorKind int

const (
	factorNone  factorKind = iota // not at all
	factorPower                   // it may be a power of y
	factorAny
)

// maxFactorPower bounds the powers of y that are looked for in coefficients.
const maxFactorPower = 4

// factor looks at the coefficients of the powers of x for several values of y.
func (c *rootComparison) factor(m *machine, x, y *expr.Node) factorKind {
	// The coefficient over y^k has been the same, and not zero, at all values of y.
	var same [3][2*maxFactorPower + 1]bool
	for e := range same {
		for k := range same[e] {
			same[e][k] = true
		}
	}
	seen := 0
	for i, at := range c.points[:min(len(c.points), basePoints)] {
		var before [3][2*maxFactorPower + 1]ball.Complex
		for j := range minPoints {
			at = maps.Clone(at)
			at[y] = c.points[(i+j)%len(c.points)][y]
			p, ok := c.coefficients(m, at, x)
			if !ok {
				return factorAny
			}
			var v, over ball.Complex
			at[y].re.real(&v.Re, precFirst+64)
			at[y].im.real(&v.Im, precFirst+64)
			for e := range same {
				for k := range same[e] {
					over.PowInt(&v, int64(maxFactorPower-k), precFirst)
					over.Mul(&over, &p[e], precFirst)
					same[e][k] = same[e][k] && !over.ContainsZero() && (j == 0 || over.Overlaps(&before[e][k]))
					before[e][k] = over
				}
			}
			seen += b2i(j > 0)
		}
	}
	kind := factorAny
	for e := range same {
		for k := range same[e] {
			switch {
			case seen < minPoints || !same[e][k]:
			case k == maxFactorPower:
				return factorNone
			default:
				kind = factorPower
			}
		}
	}
	return kind
}

// agreesAtZero reports whether both equations hold at y = 0, or neither, or the reference means
// nothing there.
func (c *rootComparison) agreesAtZero(y *expr.Node) bool {
	if c.g.qualityOf(y).has(qPositive | qNegative | qNonzero) {
		return true
	}
	for _, at := range c.points[:min(len(c.points), basePoints)] {
		at = maps.Clone(at)
		at[y] = new(point)
		at[y].re.setRat(new(big.Rat))
		at[y].im.setRat(new(big.Rat))
		if !c.forward.eval(precFirst, at, pointBudget) {
			return false
		}
		f, h := c.forward.roots[0], c.forward.roots[1]
		if f.IsFinite() && f.ContainsZero() != (h.IsFinite() && h.ContainsZero()) {
			return false
		}
	}
	return len(c.points) > 0
}

// coefficients are those of 1, x and x² at a point, or of 1, 1/x and 1/x².
func (c *rootComparison) coefficients(m *machine, at map[*expr.Node]*point, x *expr.Node) (k [3]ball.Complex, ok bool) {
	p, ok := c.g.quadraticAt(m, at, x, false)
	if !ok {
		if p, ok = c.g.quadraticAt(m, at, x, true); !ok {
			return k, false
		}
	}
	const prec = precFirst
	k = [3]ball.Complex{p.constant, p.first, p.second} // of t = x − 1
	k[0].Sub(&k[0], &k[1], prec)
	k[0].Add(&k[0], &k[2], prec)
	k[1].Sub(&k[1], &k[2], prec)
	k[1].Sub(&k[1], &k[2], prec)
	return k, true
}

// keepsAll reports whether two solutions of two equations for one symbol, found by division, are
// all that the equations say: for each symbol of a factor that was divided by and may have
// been one of the whole equation, the equations have the same roots.
func (g *grading) keepsAll(a, b *expr.Node, p, q solution) bool {
	if len(p.divisors) == 0 && len(q.divisors) == 0 {
		return true
	}
	f, errF := g.sides(a)
	h, errH := g.sides(b)
	if errF != nil || errH != nil {
		return false
	}
	c, ok := g.compareRoots(f, h)
	if !ok {
		return false
	}
	for _, s := range []solution{p, q} {
		for _, y := range s.divisors {
			if c.agreement(y) < minPoints {
				return false
			}
		}
	}
	return true
}

// rootsSolve counts the roots of the first equation in the domain, −1 if one of them
// does not solve the second or there is no telling.
func (g *grading) rootsSolve(m *machine, at map[*expr.Node]*point, x *expr.Node) int {
	n := 0
	q := g.qualityOf(x)
	roots := g.rootsIn(m, at, x)
	if roots == nil {
		return -1
	}
	for _, root := range roots {
		r := root
		if !q.has(qComplex) && !looksReal(&r) {
			continue
		}
		if q.has(qPositive) && r.Re.IsNegative() || q.has(qNegative) && r.Re.IsPositive() {
			continue
		}
		if q.has(qPositive|qNegative|qNonzero) && r.ContainsZero() { // the factor x, which does not vanish
			n++
			continue
		}
		if !g.runWith(m, at, x, &r) || !m.roots[1].IsFinite() || !m.roots[1].ContainsZero() ||
			radiusExponent(m.roots[1]) > max(exponent(&r), 0)-40 {
			return -1
		}
		n++
	}
	return n
}

// withoutUnits drops the factors of an expression that vanish nowhere in the stated domain.
func (g *grading) withoutUnits(n *expr.Node) *expr.Node {
	var factorsOf func(n *expr.Node) []*expr.Node
	factorsOf = func(n *expr.Node) []*expr.Node {
		if n.Op != expr.OpMul {
			return []*expr.Node{n}
		}
		var all []*expr.Node
		for _, a := range n.Args {
			all = append(all, factorsOf(a)...)
		}
		return all
	}
	switch n.Op {
	case expr.OpMul:
		var kept []*expr.Node
		all := factorsOf(n)
		for _, a := range all {
			if isNumber(a) || g.lowerBound(a) <= 0 {
				kept = append(kept, a)
			}
		}
		if len(kept) > 0 && len(kept) < len(all) && slices.ContainsFunc(kept, func(a *expr.Node) bool { return !isNumber(a) }) {
			return g.pool.Mul(kept...)
		}
	case expr.OpAdd:
		for _, common := range factorsOf(n.Args[0]) {
			if isNumber(common) || g.lowerBound(common) <= 0 || slices.ContainsFunc(n.Args, func(a *expr.Node) bool { return !slices.Contains(factorsOf(a), common) }) {
				continue
			}
			terms := make([]*expr.Node, len(n.Args))
			for i, a := range n.Args {
				rest := slices.Clone(factorsOf(a))
				at := slices.Index(rest, common)
				if rest = slices.Delete(rest, at, at+1); len(rest) == 0 {
					rest = []*expr.Node{g.pool.Int(1)}
				}
				terms[i] = g.pool.Mul(rest...)
			}
			return g.withoutUnits(g.pool.Add(terms...))
		}
	default:
	}
	return n
}

// lowerBound says what is known of a real expression from the way it is written: 1 if it is
// positive, 0 if it is not negative, −1 if it may be anything.
func (g *grading) lowerBound(n *expr.Node) int {
	switch n.Op {
	case expr.OpNumber:
		return n.Rat.Sign()
	case expr.OpConstant:
		return 2*b2i(isConstant(n, expr.ConstPi) || isConstant(n, expr.ConstE)) - 1
	case expr.OpSymbol:
		switch q := g.qualityOf(n); {
		case q.has(qPositive):
			return 1
		case q.has(qNonnegative):
			return 0
		}
	case expr.OpMul:
		bound := 1
		for _, a := range n.Args {
			bound = min(bound, g.lowerBound(a))
		}
		return bound
	case expr.OpAdd:
		bound := 0
		for _, a := range n.Args {
			switch b := g.lowerBound(a); {
			case b < 0:
				return -1
			case b > 0:
				bound = 1
			}
		}
		return bound
	case expr.OpPow:
		base, e := n.Args[0], n.Args[1]
		if g.lowerBound(base) > 0 && g.isReal(e) {
			return 1
		}
		if k, ok := smallInt(e); ok && k > 0 && k%2 == 0 && g.isReal(base) {
			return 0
		}
	case expr.OpApply:
		if (n.Name == "exp" || n.Name == "cosh") && len(n.Args) == 1 && g.isReal(n.Args[0]) {
			return 1
		}
	default:
	}
	return -1
}

// isReal reports whether an expression of sums, products and powers of real symbols is real.
func (g *grading) isReal(n *expr.Node) bool {
	return !contains(n, func(m *expr.Node) bool {
		switch m.Op {
		case expr.OpNumber, expr.OpAdd, expr.OpMul:
			return false
		case expr.OpConstant:
			return !isConstant(m, expr.ConstPi) && !isConstant(m, expr.ConstE)
		case expr.OpSymbol:
			return g.qualityOf(m).has(qComplex|qAlgebra|qOperator|qMatrix) || g.isVector(m)
		case expr.OpPow:
			return !isNumber(m.Args[1]) || !m.Args[1].Rat.IsInt()
		default:
			return true
		}
	})
}
