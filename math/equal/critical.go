package equal

import (
	"errors"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/poly"
)

// Two conditions on one real variable have the same members if they agree at every point where
// one of them may change and at one point between each two neighbours of those. For conditions
// between rational functions these are the real roots of numerators and denominators, which
// are isolated exactly; for others they are found only where each relation can be solved.

const (
	criticalBudget = 400_000
	maxCritical    = 24 // degree of one side of a relation
	rootBits       = 64
)

var errCritical = errors.New("a condition that is not one between rational functions")

// rationalSide is l − r of a relation as a quotient of polynomials in one variable.
type rationalSide struct {
	num  *poly.Poly
	dens []*poly.Poly // everything that was divided by; where one vanishes there is no value
	sign *poly.Poly   // the product of num and the denominators that are left
}

// critical decides conditions between rational functions of x.
type critical struct {
	x      *expr.Node
	ring   *poly.Ring
	budget *poly.Budget
	sides  map[*expr.Node]*rationalSide
}

// sameCells compares two conditions in x alone on all roots and between them. done is false if
// one of them is no condition between rational functions, or too large.
func (g *grading) sameCells(p, q, x *expr.Node) (at string, a, b, points int, done bool) {
	ring, err := poly.NewRing("x")
	if err != nil {
		return "", 0, 0, 0, false
	}
	budget, settle := g.opts.ledger.algebra(criticalBudget)
	defer settle()
	c := &critical{x: x, ring: ring, budget: budget, sides: map[*expr.Node]*rationalSide{}}
	product := poly.UniInt64(1)
	for _, n := range reachable(p, q) {
		if n.Op != expr.OpRelation {
			continue
		}
		s, err := c.side(n)
		if err != nil {
			return "", 0, 0, 0, false
		}
		c.sides[n] = s
		for _, f := range append([]*poly.Poly{s.num}, s.dens...) {
			if product, err = c.times(product, f); err != nil {
				return "", 0, 0, 0, false
			}
		}
	}
	cells, err := c.cells(product)
	if err != nil {
		return "", 0, 0, 0, false
	}
	for _, cell := range cells {
		t := g.pool.Number(cell.at)
		if !g.inDomain(x, t) {
			continue
		}
		u, okU := c.holds(p, cell)
		v, okV := c.holds(q, cell)
		if !okU || !okV {
			return "", 0, 0, 0, false
		}
		if u != v {
			name := g.latex(t)
			if cell.root && !cell.exact {
				name = "the root near " + cell.at.FloatString(12)
			}
			return name, b2i(u), b2i(v), len(cells), true
		}
	}
	return "", 0, 0, len(cells), true
}

// times multiplies square-free u by the factors of f that it lacks.
func (c *critical) times(u *poly.Uni, f *poly.Poly) (*poly.Uni, error) {
	v, ok := f.Uni(0)
	if !ok || v.Degree() < 1 {
		return u, nil
	}
	parts, err := v.SquareFree(c.budget)
	if err != nil {
		return nil, err
	}
	for _, part := range parts {
		w := part.Base
		d, err := u.GCD(w, c.budget)
		if err != nil {
			return nil, err
		}
		if d.Degree() > 0 {
			if w, _, err = w.Div(d, c.budget); err != nil {
				return nil, err
			}
		}
		if u, err = u.Mul(w, c.budget); err != nil {
			return nil, err
		}
	}
	return u, nil
}

// cell is a point between roots, or a root: then it lies in [lo, hi], alone, and at is the
// root itself if that is rational.
type cell struct {
	at, lo, hi *big.Rat
	root       bool
	exact      bool
}

func (c *critical) cells(u *poly.Uni) ([]cell, error) {
	if u.Degree() < 1 {
		return []cell{{at: new(big.Rat)}}, nil
	}
	roots, err := u.RealRoots(rootBits, c.budget)
	if err != nil {
		return nil, err
	}
	var cells []cell
	one := big.NewRat(1, 1)
	for i, r := range roots {
		lo, hi := new(big.Rat).Sub(r.Re, r.Rad), new(big.Rat).Add(r.Re, r.Rad)
		at, exact := r.Re, false
		// A rational root p/q has q dividing the leading coefficient.
		scaled := new(big.Rat).Mul(r.Re, new(big.Rat).SetInt(u.Lead()))
		k := new(big.Int).Div(new(big.Int).Add(new(big.Int).Lsh(scaled.Num(), 1), scaled.Denom()), new(big.Int).Lsh(scaled.Denom(), 1))
		if t := new(big.Rat).SetFrac(k, u.Lead()); u.Eval(t).Sign() == 0 && t.Cmp(lo) >= 0 && t.Cmp(hi) <= 0 {
			at, exact = t, true
		}
		before := new(big.Rat).Sub(lo, one)
		if i > 0 {
			before = simplestBetween(cells[len(cells)-1].hi, lo)
		}
		cells = append(cells, cell{at: before}, cell{at: at, lo: lo, hi: hi, root: true, exact: exact})
	}
	return append(cells, cell{at: new(big.Rat).Add(cells[len(cells)-1].hi, one)}), nil
}

// simplestBetween is a short rational number between two others.
func simplestBetween(lo, hi *big.Rat) *big.Rat {
	mid := new(big.Rat).Add(lo, hi)
	mid.Mul(mid, big.NewRat(1, 2))
	for bits := uint(0); bits < 400; bits += 4 {
		scale := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), bits))
		s := new(big.Rat).Mul(mid, scale)
		k := new(big.Rat).SetInt(new(big.Int).Div(s.Num(), s.Denom()))
		if k.Quo(k, scale); k.Cmp(lo) > 0 && k.Cmp(hi) < 0 {
			return k
		}
	}
	return mid
}

// side reads l − r.
func (c *critical) side(n *expr.Node) (*rationalSide, error) {
	s := &rationalSide{}
	values := map[*expr.Node]*poly.Frac{}
	for _, m := range reachable(n.Args...) {
		v, err := c.fraction(m, values, s)
		if err != nil {
			return nil, err
		}
		if v.Num().Degree(0) > maxCritical || v.Den().Degree(0) > maxCritical {
			return nil, errCritical
		}
		values[m] = v
	}
	d, err := values[n.Args[0]].Sub(values[n.Args[1]], c.budget)
	if err != nil {
		return nil, err
	}
	s.num = d.Num()
	s.dens = append(s.dens, d.Den())
	s.sign, err = d.Num().Mul(d.Den(), c.budget)
	return s, err
}

func (c *critical) fraction(m *expr.Node, values map[*expr.Node]*poly.Frac, s *rationalSide) (*poly.Frac, error) {
	switch m.Op {
	case expr.OpNumber:
		return c.ring.Rat(m.Rat).Frac(), nil
	case expr.OpSymbol:
		if m != c.x {
			return nil, errCritical
		}
		return c.ring.Var(0).Frac(), nil
	case expr.OpAdd, expr.OpMul:
		v := c.ring.Int(int64(b2i(m.Op == expr.OpMul))).Frac()
		for _, a := range m.Args {
			var err error
			if m.Op == expr.OpAdd {
				v, err = v.Add(values[a], c.budget)
			} else {
				v, err = v.Mul(values[a], c.budget)
			}
			if err != nil {
				return nil, err
			}
		}
		return v, nil
	case expr.OpPow:
		k, ok := smallInt(m.Args[1])
		if !ok || k < -maxCritical || k > maxCritical {
			return nil, errCritical
		}
		b := values[m.Args[0]]
		if k < 0 {
			if b.IsZero() {
				return nil, errCritical
			}
			s.dens = append(s.dens, b.Num())
		}
		return b.Pow(int(k), c.budget)
	default:
		return nil, errCritical
	}
}

// holds decides a condition on a cell.
func (c *critical) holds(n *expr.Node, at cell) (holds, ok bool) {
	switch n.Op {
	case expr.OpAnd, expr.OpOr:
		all, some := true, false
		for _, a := range n.Args {
			v, ok := c.holds(a, at)
			if !ok {
				return false, false
			}
			all, some = all && v, some || v
		}
		return n.Op == expr.OpAnd && all || n.Op == expr.OpOr && some, true
	case expr.OpNot:
		v, ok := c.holds(n.Args[0], at)
		return !v, ok
	case expr.OpRelation:
		s := c.sides[n]
		for _, d := range s.dens {
			if v, ok := c.signAt(d, at); !ok || v == 0 {
				return false, ok
			}
		}
		v, ok := c.signAt(s.sign, at)
		if !ok {
			return false, false
		}
		switch n.Name {
		case expr.RelLess:
			return v < 0, true
		case expr.RelLessEqual:
			return v <= 0, true
		case expr.RelGreater:
			return v > 0, true
		case expr.RelGreaterEqual:
			return v >= 0, true
		case expr.RelEqual:
			return v == 0, true
		case expr.RelNotEqual:
			return v != 0, true
		}
	default:
	}
	return false, false
}

// signAt is the sign of a polynomial on a cell. It has no root in the cell but perhaps the
// cell's own, which it has if its square-free part changes sign there.
func (c *critical) signAt(p *poly.Poly, at cell) (int, bool) {
	value := func(p *poly.Poly, x *big.Rat) (int, bool) {
		v, err := p.Eval([]*big.Rat{x}, c.budget)
		if err != nil {
			return 0, false
		}
		return v.Sign(), true
	}
	if at.root {
		u, err := c.times(poly.UniInt64(1), p)
		if err != nil {
			return 0, false
		}
		lo, hi := u.Eval(at.lo).Sign(), u.Eval(at.hi).Sign()
		if u.Degree() > 0 && (lo != hi || lo == 0) {
			return 0, true
		}
		return value(p, at.hi)
	}
	return value(p, at.at)
}

// solvable reports whether the ends of a relation in x are all that it has: x is written once,
// and what is done to it can be undone in one way, or in two for squares and absolute values.
func (g *grading) solvable(rel, x *expr.Node) bool {
	count := map[*expr.Node]int{}
	for _, side := range rel.Args {
		countSymbols(side, count, new(int))
	}
	if count[x] == 0 {
		return true
	}
	if count[x] != 1 {
		return false
	}
	return !contains(rel, func(m *expr.Node) bool {
		if !mentions(m, x) {
			return false
		}
		switch m.Op {
		case expr.OpSymbol, expr.OpAdd, expr.OpMul, expr.OpRelation:
			return false
		case expr.OpPow:
			return !isNumber(m.Args[1]) && !isConstant(m.Args[0], expr.ConstE)
		case expr.OpApply:
			return !slices.Contains([]string{"exp", "log", "abs", "sinh", "tanh", "atan", "asinh"}, m.Name)
		default:
			return true
		}
	})
}

// edges are the points at which a relation in x begins to have real values: the zeros of
// arguments of roots, logarithms, absolute values and divisors that hold x.
func (g *grading) edges(rel, x *expr.Node) []*expr.Node {
	var all []*expr.Node
	for _, m := range reachable(rel) {
		inner := m.Op == expr.OpPow && isNumber(m.Args[1]) || m.Op == expr.OpApply && (m.Name == "log" || m.Name == "abs")
		if !inner || m.Args[0] == x || !mentions(m.Args[0], x) {
			if inner && m.Args[0] == x {
				all = append(all, g.pool.Int(0))
			}
			continue
		}
		zero := g.pool.MakeNamed(expr.OpRelation, expr.RelEqual, m.Args[0], g.pool.Int(0))
		all = append(all, g.ends(zero, x)...)
	}
	return all
}

// betweenEnds are rational points between each two neighbours of the ends, and beyond them.
func (g *grading) betweenEnds(ends []*expr.Node) []*expr.Node {
	var values []*big.Rat
	for _, e := range ends {
		m, err := g.compile(true, e)
		if err != nil || !m.eval(precConfirm, nil, pointBudget) || !m.roots[0].IsFinite() || !looksReal(m.roots[0]) {
			continue
		}
		if r, _ := m.roots[0].Re.Mid().Rat(nil); r != nil {
			values = append(values, r)
		} else {
			values = append(values, new(big.Rat))
		}
	}
	slices.SortFunc(values, (*big.Rat).Cmp)
	var points []*expr.Node
	for i := 1; i < len(values); i++ {
		if values[i-1].Cmp(values[i]) != 0 {
			points = append(points, g.pool.Number(simplestBetween(values[i-1], values[i])))
		}
	}
	if n := len(values); n > 0 {
		one := big.NewRat(1, 1)
		points = append(points, g.pool.Number(new(big.Rat).Sub(values[0], one)), g.pool.Number(new(big.Rat).Add(values[n-1], one)))
	}
	return points
}

// notReal reports whether a number is certainly not real: √−1 < 2 does not hold.
func (g *grading) notReal(n *expr.Node) bool {
	m, err := g.compile(g.ctx.Branch == "real", n)
	return err == nil && len(m.vars) == 0 && m.eval(precFirst, nil, pointBudget) && m.roots[0].IsFinite() && m.roots[0].Im.IsNonzero()
}

// quadraticEnds are the real roots of a relation between polynomials of degree at most two.
func (g *grading) quadraticEnds(rel, x *expr.Node) (ends []*expr.Node, ok bool) {
	ring, err := poly.NewRing("x")
	if err != nil {
		return nil, false
	}
	budget, settle := g.opts.ledger.algebra(criticalBudget)
	defer settle()
	c := &critical{x: x, ring: ring, budget: budget}
	s, err := c.side(rel)
	if err != nil {
		return nil, false
	}
	u, one := s.num.Uni(0)
	if !one || u.Degree() != 2 || slices.ContainsFunc(s.dens, func(d *poly.Poly) bool { return !d.IsConstant() }) {
		return nil, false
	}
	number := func(n *big.Int) *expr.Node { return g.pool.Number(new(big.Rat).SetInt(n)) }
	a, b := u.Coeff(2), u.Coeff(1)
	d := new(big.Int).Mul(b, b)
	d.Sub(d, new(big.Int).Lsh(new(big.Int).Mul(a, u.Coeff(0)), 2))
	if d.Sign() < 0 {
		return nil, true
	}
	for _, sign := range []int64{1, -1} {
		top := g.pool.Add(g.pool.Neg(number(b)), g.pool.Mul(g.pool.Int(sign), g.pool.Sqrt(number(d))))
		ends = append(ends, g.canon(g.pool.Div(top, number(new(big.Int).Lsh(a, 1)))))
	}
	return ends, true
}
