package equal

import (
	"math"
	"math/big"
	"strings"

	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
)

// Where two sides agree at some points and differ at others, the agreement may only be one of
// the digits that were computed: √(x² + 10⁻⁵⁰) and |x|, ln(1 + e^{1000x})/1000 and max(x, 0).
// An agreement is dropped if more digits show a difference, or if a point where the sides
// differ can be reached from it through points at which both are analytic: there two functions
// that agree on an open set are equal.

// Precisions at which agreements are looked at again, and bounds of the work.
var apartBits = []uint{1152, 4096}

const (
	apartFirst   = 4       // agreements that are looked at before the others
	apartMost    = 24      // agreements that are looked at
	pathPieces   = 1 << 12 // of the way between two points, at most
	pathSteps    = 240     // pieces that are looked at for one way
	connectSteps = 2400    // and for all ways of a pair
)

// apart moves the agreements that do not hold to the differences.
func (c *comparison) apart() {
	if c.heavy || c.loose || len(c.agree) == 0 || len(c.differ) == 0 || c.g.opts.ledger.left() < pairBudget/16 {
		return
	}
	surfaces, connected := c.boundariesOf()
	if connected {
		c.connect(surfaces)
	}
	if n := len(c.differ); len(c.agree) > 0 && !c.special {
		if c.sharpen(); connected && len(c.agree) > 0 && len(c.differ) > n {
			c.connect(surfaces)
		}
	}
}

// sharpen looks at agreements with more bits; if the first few stand, so do the others.
func (c *comparison) sharpen() {
	for _, prec := range apartBits {
		var kept []map[*expr.Node]*point
		for i, at := range c.agree {
			if i >= apartMost || i >= apartFirst && len(kept) >= apartFirst {
				kept = append(kept, c.agree[i:]...)
				break
			}
			if c.g.opts.ledger.left() < pairBudget/2 || !c.m.eval(prec, at, pointBudget) || c.m.loose {
				kept = append(kept, at)
				continue
			}
			if r, k := c.m.roots[0], c.m.roots[1]; !r.IsFinite() || !k.IsFinite() || r.Overlaps(k) {
				kept = append(kept, at)
				continue
			}
			c.disagrees(at)
		}
		c.agree = kept
		if len(kept) == 0 {
			return
		}
	}
}

// disagrees files a point that was taken for an agreement.
func (c *comparison) disagrees(at map[*expr.Node]*point) {
	c.differ = append(c.differ, at)
	if c.allPositive(at) {
		c.positive--
		c.positiveD++
	}
}

// connect drops agreements from which a difference can be reached. Only points where every
// surface has the same sign can be in one cell; the nearest are tried first.
func (c *comparison) connect(surfaces []*expr.Node) {
	var m *machine
	if len(surfaces) > 0 {
		var err error
		if m, err = c.g.compile(c.g.ctx.Branch == "real", surfaces...); err != nil {
			return
		}
	}
	differ := map[string][]map[*expr.Node]*point{}
	for _, d := range c.differ {
		if s, ok := c.cellName(m, d); ok {
			differ[s] = append(differ[s], d)
		}
	}
	var kept []map[*expr.Node]*point
	steps, seen := 0, map[string]bool{}
	for _, a := range c.agree {
		if name := c.pointName(a); !seen[name] {
			seen[name] = true
		} else {
			continue
		}
		s, ok := c.cellName(m, a)
		if ok && len(differ[s]) == 0 {
			if d := c.sameIntegers(m, a, s); d != nil {
				differ[s] = append(differ[s], d)
			}
		}
		if !ok || len(differ[s]) == 0 || steps > connectSteps {
			kept = append(kept, a)
			continue
		}
		near := differ[s]
		reached := false
		for _, d := range c.nearestTwo(a, near) {
			if reached = c.path(m, a, d, &steps); reached {
				break
			}
		}
		if !reached {
			kept = append(kept, a)
			continue
		}
		c.disagrees(a)
		differ[s] = append(near, a)
	}
	c.agree = kept
}

// sameIntegers looks for a difference in the cell of an agreement a, which has its integers: with
// the other coordinates of a point where the sides differ, or scaled down.
func (c *comparison) sameIntegers(m *machine, a map[*expr.Node]*point, cell string) map[*expr.Node]*point {
	integers := false
	for _, s := range c.symbols {
		integers = integers || c.g.qualityOf(s).has(qInteger|qForcedInteger)
	}
	if !integers {
		return nil
	}
	small := make(map[*expr.Node]*point, len(a))
	for s, p := range a {
		small[s] = p
		if !c.g.qualityOf(s).has(qInteger | qForcedInteger) {
			q := new(point)
			q.re.setRat(new(big.Rat).Mul(p.re.rat(), big.NewRat(1, 1<<10)))
			q.im.setRat(new(big.Rat).Mul(p.im.rat(), big.NewRat(1, 1<<10)))
			small[s] = q
		}
	}
	for _, d := range append([]map[*expr.Node]*point{small}, c.differ[:min(len(c.differ), 3)]...) {
		at := make(map[*expr.Node]*point, len(a))
		for s, p := range d {
			at[s] = p
			if c.g.qualityOf(s).has(qInteger | qForcedInteger) {
				at[s] = a[s]
			}
		}
		if name, ok := c.cellName(m, at); !ok || name != cell || !c.s.allowed(at) {
			continue
		}
		if o, _, _ := c.at(at); o == differs {
			return at
		}
	}
	return nil
}

// cellName writes the signs of the surfaces at a point and its integers.
func (c *comparison) cellName(m *machine, at map[*expr.Node]*point) (string, bool) {
	var name strings.Builder
	for _, s := range c.symbols {
		if p := at[s]; p != nil && c.g.qualityOf(s).has(qInteger|qForcedInteger) {
			name.WriteString(p.String() + ",")
		}
	}
	if m == nil {
		return name.String(), true
	}
	if k := m.sketch(); k != nil {
		if signs, known := k.signs(m.ledger, at); known {
			name.Write(signs)
			return name.String(), true
		}
	}
	if !m.eval(64, at, pointBudget) || !keepsClear(m.roots) {
		return "", false
	}
	for _, z := range m.roots {
		name.WriteByte("-+"[b2i(!(z.Im.IsZero() && z.Re.IsNegative()))])
	}
	return name.String(), true
}

func (c *comparison) pointName(at map[*expr.Node]*point) string {
	var name strings.Builder
	for _, s := range c.symbols {
		if p := at[s]; p != nil {
			name.WriteString(p.String() + ",")
		}
	}
	return name.String()
}

// distance compares the scales of the coordinates of two points.
func (c *comparison) distance(a, d map[*expr.Node]*point) float64 {
	sum := 0.0
	for _, s := range c.symbols {
		p, q := a[s], d[s]
		if p == nil || q == nil {
			continue
		}
		sum += quickDistance(&p.re, &q.re)
	}
	return sum
}

// nearestTwo are the first two of a list in the order of their distance from a.
func (c *comparison) nearestTwo(a map[*expr.Node]*point, list []map[*expr.Node]*point) []map[*expr.Node]*point {
	first, second := -1, -1
	var d1, d2 float64
	for i, p := range list {
		switch d := c.distance(a, p); {
		case first < 0 || d < d1:
			first, second, d1, d2 = i, first, d, d1
		case second < 0 || d < d2:
			second, d2 = i, d
		}
	}
	if second < 0 {
		return list
	}
	return []map[*expr.Node]*point{list[first], list[second]}
}

// path reports whether every surface keeps clear of its zeros and cuts on the straight way from
// a to d, on which integers do not change.
func (c *comparison) path(m *machine, a, d map[*expr.Node]*point, steps *int) bool {
	for _, s := range c.symbols {
		p, q := a[s], d[s]
		if p == nil || q == nil {
			return false
		}
		if c.g.qualityOf(s).has(qInteger|qForcedInteger) && (!p.re.equal(&q.re) || !p.im.equal(&q.im)) {
			return false
		}
	}
	if m == nil {
		return true
	}
	type piece struct{ from, to int64 } // of pathPieces
	todo, taken := []piece{{0, pathPieces}}, 0
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if *steps, taken = *steps+1, taken+1; taken > pathSteps || *steps > connectSteps {
			return false
		}
		last := p.to-p.from == 1
		off, known := false, false
		if k := m.sketch(); k != nil {
			off, known = k.clearBetween(m.ledger, a, d, p.from, p.to, pathPieces)
		}
		if off || (!known || last) && m.evalBetween(a, d, p.from, p.to, pathPieces) && keepsClear(m.roots) {
			continue
		}
		if last {
			return false
		}
		middle := (p.from + p.to) / 2
		todo = append(todo, piece{p.from, middle}, piece{middle, p.to})
	}
	return true
}

// keepsClear reports whether all values keep off (−∞, 0], or are negative and real.
func keepsClear(values []*ball.Complex) bool {
	for _, z := range values {
		if !z.IsFinite() {
			return false
		}
		if z.Re.IsPositive() || z.Im.IsNonzero() || z.Im.IsZero() && z.Re.IsNegative() {
			continue
		}
		return false
	}
	return true
}

// evalBetween evaluates on a ball around the part from/n to to/n of the way from a to d.
func (m *machine) evalBetween(a, d map[*expr.Node]*point, from, to, n int64) bool {
	const prec = 64
	m.work, m.limit, m.loose, m.nesting, m.analytic, m.looked = 0, min(pointBudget, m.ledger.left()), false, 0, false, 0
	if m.ledger != nil {
		defer func() { m.ledger.spent += m.work }()
	}
	m.setPrecision(prec)
	for _, v := range m.vars {
		p, q := a[v.symbol], d[v.symbol]
		if p == nil || q == nil {
			v.z.SetIndeterminate()
			continue
		}
		between(&v.z.Re, &p.re, &q.re, from, to, n)
		between(&v.z.Im, &p.im, &q.im, from, to, n)
	}
	return m.exec(&m.main)
}

// between sets z to a ball around the part of the way from x to y: in equal ratios where both
// have one sign, for a cell may reach over many scales, else in equal steps.
func between(z *ball.Real, x, y *coordinate, from, to, n int64) {
	const prec = 64
	if x.equal(y) {
		x.real(z, prec)
		return
	}
	var l, h, r ball.Real
	wayPoint(&l, x, y, from, n)
	wayPoint(&h, x, y, to, n)
	r.Sub(&h, &l, prec)
	r.DivInt64(&r, 2, prec)
	z.Add(&l, &h, prec)
	z.DivInt64(z, 2, prec)
	z.AddError(&r)
}

// wayPoint encloses the point k/n of the way from x to y; the pieces of the way that end there
// and begin there both contain it.
func wayPoint(z *ball.Real, x, y *coordinate, k, n int64) {
	const prec = 64
	switch k {
	case 0:
		x.real(z, prec)
		return
	case n:
		y.real(z, prec)
		return
	}
	t := float64(k) / float64(n)
	if x.sign()*y.sign() > 0 {
		a, b := x.float(), y.float()
		v := math.Copysign(math.Exp2(math.Log2(math.Abs(a))*(1-t)+math.Log2(math.Abs(b))*t), a)
		if v != 0 && !math.IsInf(v, 0) && !math.IsNaN(v) {
			z.SetFloat64(v)
			return
		}
	}
	var begin ball.Real
	x.real(&begin, prec)
	y.real(z, prec)
	z.Sub(z, &begin, prec)
	z.MulInt64(z, k, prec)
	z.DivInt64(z, n, prec)
	z.Add(z, &begin, prec)
}

// boundariesOf are the expressions at whose zeros, or on whose negative values in the complex
// plane, the two sides can cease to be analytic. It is false where a part of them can do so
// elsewhere.
func (c *comparison) boundariesOf() ([]*expr.Node, bool) {
	g, ref, cand := c.g, c.ref, c.cand
	b := builder{g.pool}
	var all []*expr.Node
	seen := map[*expr.Node]bool{}
	put := func(nodes ...*expr.Node) {
		for _, n := range nodes {
			if !seen[n] && len(expr.FreeSymbols(n)) > 0 && !g.positiveForm(n, true) {
				seen[n] = true
				all = append(all, n)
			}
		}
	}
	one := g.pool.Int(1)
	index := map[*expr.Node]bool{}
	nodes := reachable(ref, cand)
	for _, n := range nodes {
		if (n.Op == expr.OpSum || n.Op == expr.OpProduct) && len(n.Args) == 4 {
			index[n.Args[1]] = true
		}
	}
	for _, n := range nodes {
		if fixed, bound := c.standing(n, index); fixed {
			continue // the same all the way
		} else if bound && (n.Op == expr.OpApply || n.Op == expr.OpPow && !isNumber(n.Args[0]) && !isConstant(n.Args[0], expr.ConstE) && !(isNumber(n.Args[1]) && n.Args[1].Rat.Sign() > 0 && n.Args[1].Rat.IsInt())) {
			if n.Op == expr.OpApply && !entire[n.Name] || n.Op == expr.OpPow && contains(n.Args[0], func(s *expr.Node) bool { return index[s] }) {
				return nil, false // its zeros move with the index
			}
		}
		switch n.Op {
		case expr.OpNumber, expr.OpConstant, expr.OpSymbol, expr.OpAdd, expr.OpMul:
		case expr.OpPow:
			base, e := n.Args[0], n.Args[1]
			switch {
			case isNumber(e) && e.Rat.IsInt():
				if e.Rat.Sign() < 0 { // a pole inside a function with a cut is a jump
					put(base)
				}
			case isNumber(base) && base.Rat.Sign() > 0, isConstant(base, expr.ConstE), isConstant(base, expr.ConstPi): // entire
			default:
				put(base)
			}
		case expr.OpSum, expr.OpProduct: // finite ones of analytic terms
			if len(n.Args) != 4 || !c.fixed(n.Args[2]) || !c.fixed(n.Args[3]) {
				return nil, false
			}
		case expr.OpApply:
			u := n.Args[0]
			switch {
			case n.Name == "tan", n.Name == "sec":
				put(g.pool.Apply("cos", u))
			case n.Name == "cot", n.Name == "csc":
				put(g.pool.Apply("sin", u))
			case n.Name == "coth", n.Name == "csch":
				put(g.pool.Apply("sinh", u))
			case n.Name == "gamma", n.Name == "factorial", n.Name == "digamma": // poles at integers that are not positive
				put(b.add(u, g.pool.Int(int64(b2i(n.Name == "factorial")))))
				if !g.positiveForm(u, n.Name != "factorial") {
					return nil, false
				}
			case meromorphic[n.Name] && len(n.Args) == 1:
			case n.Name == "log", n.Name == "abs", n.Name == "sign", n.Name == "heaviside":
				if len(n.Args) != 1 {
					return nil, false
				}
				put(u)
			case n.Name == "max" || n.Name == "min":
				for i, x := range n.Args {
					for _, y := range n.Args[:i] {
						put(b.sub(x, y))
					}
				}
			case n.Name == "asin" || n.Name == "acos" || n.Name == "atanh":
				put(b.sub(one, u), b.add(one, u))
			case n.Name == "acosh":
				put(b.sub(u, one))
			case n.Name == "atan" || n.Name == "asinh":
				put(b.add(one, b.square(u)))
			default:
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return all, len(all) <= maxSurfaces
}

// fixed reports whether a limit of a sum does not change on the way between two points.
func (c *comparison) fixed(n *expr.Node) bool {
	if infinite(n) != 0 {
		return false
	}
	for _, s := range expr.FreeSymbols(n) {
		if !c.g.qualityOf(s).has(qInteger | qForcedInteger) {
			return false
		}
	}
	return true
}

// positiveForm reports whether an expression is positive (or, if strict is false, not negative)
// for all real values of its symbols by the look of it: a sum of squares and exponentials.
func (g *grading) positiveForm(n *expr.Node, strict bool) bool {
	switch n.Op {
	case expr.OpNumber:
		return n.Rat.Sign() > 0 || !strict && n.Rat.Sign() == 0
	case expr.OpConstant:
		return n.Name == expr.ConstPi || n.Name == expr.ConstE
	case expr.OpSymbol:
		q := g.qualityOf(n)
		return q.has(qPositive) || !strict && q.has(qNonnegative)
	case expr.OpAdd:
		some := false
		for _, a := range n.Args {
			if !g.positiveForm(a, false) {
				return false
			}
			some = some || strict && g.positiveForm(a, true)
		}
		return some || !strict
	case expr.OpMul:
		for _, a := range n.Args {
			if !g.positiveForm(a, strict) {
				return false
			}
		}
		return true
	case expr.OpPow:
		base, e := n.Args[0], n.Args[1]
		switch {
		case g.positiveForm(base, true):
			return g.realForm(e)
		case !isNumber(e) || !e.Rat.IsInt() || e.Rat.Num().Bit(0) != 0:
			return false
		case e.Rat.Sign() < 0: // no pole counts: it is met as a base of its own
			return g.realForm(base)
		}
		return !strict && g.realForm(base)
	case expr.OpApply:
		if len(n.Args) != 1 || !g.realForm(n.Args[0]) {
			return false
		}
		return n.Name == "exp" || n.Name == "cosh" || n.Name == "sech" || !strict && n.Name == "abs"
	default:
		return false
	}
}

// realForm reports whether an expression is real for real symbols by the look of it.
func (g *grading) realForm(n *expr.Node) bool {
	return !contains(n, func(m *expr.Node) bool {
		switch m.Op {
		case expr.OpNumber, expr.OpAdd, expr.OpMul:
			return false
		case expr.OpConstant:
			return m.Name != expr.ConstPi && m.Name != expr.ConstE && m.Name != expr.ConstEulerGamma
		case expr.OpSymbol:
			return g.qualityOf(m).has(qComplex)
		case expr.OpPow:
			return !(isNumber(m.Args[1]) && m.Args[1].Rat.IsInt()) && !g.positiveForm(m.Args[0], true)
		case expr.OpApply:
			switch m.Name {
			case "sin", "cos", "exp", "sinh", "cosh", "tanh", "sech", "abs", "sign", "atan", "asinh", "erf":
				return false
			}
		default:
		}
		return true
	})
}

// entire functions of one argument.
var entire = map[string]bool{"sin": true, "cos": true, "exp": true, "sinh": true, "cosh": true, "erf": true, "erfc": true, "erfi": true, "sinc": true}

// standing reports whether an expression does not change on the way between two points, and
// whether it holds an index of a sum.
func (c *comparison) standing(n *expr.Node, index map[*expr.Node]bool) (fixed, bound bool) {
	fixed = true
	for _, m := range reachable(n) {
		if m.Op != expr.OpSymbol {
			continue
		}
		if index[m] {
			bound = true
			continue
		}
		fixed = fixed && c.g.qualityOf(m).has(qInteger|qForcedInteger)
	}
	return fixed, bound
}
