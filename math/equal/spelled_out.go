package equal

import (
	"math/big"
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// maxSpelled bounds the terms of a sum over a list of values.
const maxSpelled = 64

// spelledOut writes sums, products and integrals over a named range with their bounds: Σ over
// s = ±1 or s ∈ {−1, 0, 1} as its terms, Σ over n = 1, 3, 5, … or i < j ≤ n with running
// indices, ∫ over ℝ, an interval, a disc, a box or a circle |z − c| = r in the complex plane
// with limits. It also reads a root sign on the branch that the context names. What it does
// not know stays.
func (g *grading) spelledOut(n *expr.Node) *expr.Node {
	if g.ctx.Branch == "principal" && contains(n, isRootSign) {
		n = rewrite(g.pool, n, func(m *expr.Node) *expr.Node {
			if isRootSign(m) { // the real root of a negative number is not the principal one
				return g.pool.Pow(m.Args[0], builder{g.pool}.pow(m.Args[1], g.pool.Int(-1)))
			}
			return m
		})
	}
	if !containsOp(n, expr.OpSum, expr.OpProduct, expr.OpIntegral) {
		return n
	}
	inner := map[*expr.Node]bool{} // of iterated integrals: their region may hold the outer variables
	for _, m := range reachable(n) {
		if m.Op == expr.OpIntegral && m.Name == "" && len(m.Args) < 4 {
			inner[m.Args[0]] = true
		}
	}
	return rewrite(g.pool, n, func(m *expr.Node) *expr.Node {
		var v *expr.Node
		switch {
		case m.Op == expr.OpIntegral && inner[m]:
		case m.Op == expr.OpSum || m.Op == expr.OpProduct:
			v = g.rangeOf(m)
		case m.Op == expr.OpIntegral && m.Name == "∮":
			v = g.circle(m)
		case m.Op == expr.OpIntegral:
			v = g.overRegion(m)
		case m.Op == expr.OpApply && m.Name == "principal_value":
			v = g.principalValue(m)
		}
		if v == nil {
			return m
		}
		return v
	})
}

func isRootSign(m *expr.Node) bool {
	return m.Op == expr.OpApply && m.Name == "root" && len(m.Args) == 2
}

// rangeOf writes a sum or product over a list of values, a progression or a chain of
// inequalities with bounds; nil if its range is none of these.
func (g *grading) rangeOf(m *expr.Node) *expr.Node {
	switch len(m.Args) {
	case 3: // body, variable, set of values
		return g.overValues(m, m.Args[1], m.Args[2])
	case 2:
		c := m.Args[1]
		switch {
		case c.Op == expr.OpRelation && c.Name == expr.RelEqual && c.Args[0].Op == expr.OpSymbol:
			return g.overValues(m, c.Args[0], c.Args[1])
		case c.Op == expr.OpRelation && c.Name == expr.RelNotEqual && c.Args[0].Op == expr.OpSymbol && isInt(c.Args[1], 0) && m.Op == expr.OpSum:
			// Σ over n ≠ 0: both directions
			b, x := builder{g.pool}, c.Args[0]
			minus := expr.Subst(g.pool, m.Args[0], map[*expr.Node]*expr.Node{x: b.neg(x)})
			return g.pool.Make(m.Op, b.add(m.Args[0], minus), x, g.pool.Int(1), g.pool.Constant(expr.ConstInfinity))
		case c.Op == expr.OpAnd:
			return g.overChain(m, c)
		}
	}
	return nil
}

// overValues writes out a range of listed values.
func (g *grading) overValues(m, x, values *expr.Node) *expr.Node {
	b := builder{g.pool}
	if x.Op != expr.OpSymbol {
		return nil
	}
	var list []*expr.Node
	switch {
	case values.Op == expr.OpPlusMinus && len(values.Args) == 1:
		list = []*expr.Node{values.Args[0], b.neg(values.Args[0])}
	case values.Op == expr.OpSet || values.Op == expr.OpList || values.Op == expr.OpTuple:
		list = values.Args
	default:
		return nil
	}
	if len(list) == 0 || len(list) > maxSpelled {
		return nil
	}
	for i, v := range list {
		if v.Op == expr.OpEllipsis {
			return g.overProgression(m, x, list[:i], list[i+1:])
		}
		if v.Op == expr.OpPlusMinus || containsOp(v, expr.OpEllipsis) {
			return nil
		}
	}
	terms := make([]*expr.Node, len(list))
	for i, v := range list {
		terms[i] = expr.Subst(g.pool, m.Args[0], map[*expr.Node]*expr.Node{x: v})
	}
	if m.Op == expr.OpProduct {
		return b.mul(terms...)
	}
	return b.add(terms...)
}

// overProgression is a range of values in equal steps, a, a + d, …, with or without an end.
func (g *grading) overProgression(m, x *expr.Node, before, after []*expr.Node) *expr.Node {
	b := builder{g.pool}
	if len(before) < 2 || len(after) > 1 {
		return nil
	}
	for _, v := range before {
		if !isNumber(v) {
			return nil
		}
	}
	step := new(big.Rat).Sub(before[1].Rat, before[0].Rat)
	for i := 2; i < len(before); i++ {
		if new(big.Rat).Sub(before[i].Rat, before[i-1].Rat).Cmp(step) != 0 {
			return nil
		}
	}
	if step.Sign() == 0 {
		return nil
	}
	last := g.pool.Constant(expr.ConstInfinity)
	if len(after) == 1 && infinite(after[0]) == 0 {
		last = g.canon(b.div(b.sub(after[0], before[0]), g.pool.Number(step)))
		if isNumber(last) && !last.Rat.IsInt() {
			return nil
		}
	}
	term := g.canon(b.add(before[0], b.mul(g.pool.Number(step), x)))
	body := expr.Subst(g.pool, m.Args[0], map[*expr.Node]*expr.Node{x: term})
	return g.pool.Make(m.Op, body, x, g.pool.Int(0), last)
}

// overChain is a range lo ≤ i < j ≤ hi: sums inside each other, each index between its
// neighbours.
func (g *grading) overChain(m, chain *expr.Node) *expr.Node {
	b := builder{g.pool}
	type link struct {
		variable *expr.Node
		above    int64 // how far it is at least above the one before
	}
	var links []link
	var lo, hi *expr.Node
	var slack int64
	bound := map[*expr.Node]bool{}
	for _, r := range chain.Args {
		if r.Op != expr.OpRelation || len(r.Args) != 2 {
			return nil
		}
		l, h := r.Args[0], r.Args[1]
		var step int64
		switch r.Name {
		case expr.RelLess:
			step = 1
		case expr.RelLessEqual:
		case expr.RelGreater:
			l, h, step = h, l, 1
		case expr.RelGreaterEqual:
			l, h = h, l
		default:
			return nil
		}
		switch {
		case lo == nil:
			if h.Op != expr.OpSymbol {
				return nil
			}
			lo = l
			links, bound[h] = append(links, link{h, step}), true
		case hi != nil || l != links[len(links)-1].variable:
			return nil
		case r == chain.Args[len(chain.Args)-1]:
			hi, slack = h, step
		default:
			if h.Op != expr.OpSymbol || bound[h] {
				return nil
			}
			links, bound[h] = append(links, link{h, step}), true
		}
	}
	if hi == nil || len(links) > 4 {
		return nil
	}
	for _, e := range []*expr.Node{lo, hi} {
		for _, s := range expr.FreeSymbols(e) {
			if bound[s] {
				return nil
			}
		}
	}
	top := g.canon(b.sub(hi, g.pool.Int(slack)))
	body := m.Args[0]
	for i := len(links) - 1; i >= 0; i-- {
		from := lo
		if i > 0 {
			from = links[i-1].variable
		}
		body = g.pool.Make(m.Op, body, links[i].variable, g.canon(b.add(from, g.pool.Int(links[i].above))), top)
	}
	return body
}

// circle is the integral around |z − c| = r, once and counterclockwise.
func (g *grading) circle(m *expr.Node) *expr.Node {
	if len(m.Args) != 3 {
		return nil
	}
	b, z, c := builder{g.pool}, m.Args[1], m.Args[2]
	if c.Op != expr.OpRelation || c.Name != expr.RelEqual {
		return nil
	}
	modulus, r := c.Args[0], c.Args[1]
	if modulus.Op != expr.OpApply || modulus.Name != "abs" {
		return nil
	}
	center := g.canon(b.sub(z, modulus.Args[0]))
	if mentions(center, z) || mentions(r, z) {
		return nil
	}
	angle := g.pool.Symbol("\x00φ")
	turn := b.mul(r, b.pow(g.pool.Constant(expr.ConstE), b.mul(g.pool.Constant(expr.ConstI), angle)))
	at := b.add(center, turn)
	with := map[*expr.Node]*expr.Node{z: at}
	for _, bar := range []string{`\bar{`, `\overline{`} { // the conjugate of the variable, not a symbol of its own
		with[g.pool.Symbol(bar+z.Name+"}")] = g.pool.Apply("conjugate", at)
	}
	with[g.pool.Symbol(z.Name+"^{*}")] = g.pool.Apply("conjugate", at)
	body := expr.Subst(g.pool, m.Args[0], with)
	return g.pool.Make(expr.OpIntegral, b.mul(body, g.pool.Constant(expr.ConstI), turn), angle,
		g.pool.Int(0), b.mul(g.pool.Int(2), g.pool.Constant(expr.ConstPi)))
}

// overRegion gives an integral over a set its limits: one variable over ℝ, a half-line or an
// interval, several over a box, a disc, a ball or all of space.
func (g *grading) overRegion(m *expr.Node) *expr.Node {
	// The region may stand at any of the signs.
	var vars []*expr.Node // outermost first
	var set *expr.Node
	inner := m
	for inner.Op == expr.OpIntegral && inner.Name == "" && len(inner.Args) < 4 && len(vars) < 4 {
		if len(inner.Args) == 3 {
			if set != nil {
				return nil
			}
			set = inner.Args[2]
		}
		vars = append(vars, inner.Args[1])
		inner = inner.Args[0]
	}
	if len(vars) == 0 && m.Op == expr.OpIntegral && len(m.Args) == 3 {
		if power, ok := spacePower(m.Args[2]); ok && power > 1 && m.Name == big.NewInt(power).String() { // ∫_{ℝ³} d³x is ∫ d³x
			return g.pool.MakeNamed(expr.OpIntegral, m.Name, m.Args[0], m.Args[1])
		}
	}
	body := inner
	if set == nil || len(vars) > 3 {
		return nil
	}
	slices.Reverse(vars)
	if len(vars) == 1 {
		lo, hi, ok := g.lineRange(set, vars[0])
		if !ok {
			return nil
		}
		return g.pool.Make(expr.OpIntegral, body, vars[0], lo, hi)
	}
	if limits, ok := g.box(set, len(vars)); ok {
		for i, x := range vars { // the differentials stand in the order of the factors of the box
			body = g.pool.Make(expr.OpIntegral, body, x, limits[i][0], limits[i][1])
		}
		return body
	}
	return g.inBall(body, set, vars)
}

// spacePower recognises ℝⁿ.
func spacePower(n *expr.Node) (int64, bool) {
	if isReals(n) {
		return 1, true
	}
	if n.Op == expr.OpPow && isReals(n.Args[0]) {
		return smallInt(n.Args[1])
	}
	return 0, false
}

func isReals(n *expr.Node) bool {
	return n.Op == expr.OpSymbol && (n.Name == `\mathbb{R}` || n.Name == "ℝ")
}

// lineRange are the ends of a set of real numbers without holes.
func (g *grading) lineRange(set, x *expr.Node) (lo, hi *expr.Node, ok bool) {
	b, infinity := builder{g.pool}, g.pool.Constant(expr.ConstInfinity)
	switch {
	case isReals(set):
		return b.neg(infinity), infinity, true
	case set.Op == expr.OpSymbol && (strings.HasPrefix(set.Name, `\mathbb{R}^{+`) || strings.HasPrefix(set.Name, `\mathbb{R}_{+`) ||
		strings.HasPrefix(set.Name, `\mathbb{R}_{>`) || strings.HasPrefix(set.Name, `\mathbb{R}_{\ge`)):
		return g.pool.Int(0), infinity, true
	case set.Op == expr.OpInterval:
		return set.Args[0], set.Args[1], true
	case set.Op == expr.OpRelation && len(set.Args) == 2:
		return g.relationRange(set, x)
	case set.Op == expr.OpAnd && len(set.Args) == 2:
		lo, hi = b.neg(infinity), infinity
		for _, r := range set.Args {
			l, h, ok := g.relationRange(r, x)
			switch {
			case !ok, infinite(l) == 0 && infinite(h) == 0, infinite(l) == 0 && infinite(lo) == 0, infinite(h) == 0 && infinite(hi) == 0:
				return nil, nil, false
			case infinite(l) == 0:
				lo = l
			default:
				hi = h
			}
		}
		return lo, hi, true
	}
	return nil, nil, false
}

// relationRange is lineRange of x > a, x < a or |x| < a.
func (g *grading) relationRange(r, x *expr.Node) (lo, hi *expr.Node, ok bool) {
	b, infinity := builder{g.pool}, g.pool.Constant(expr.ConstInfinity)
	if r.Op != expr.OpRelation || len(r.Args) != 2 {
		return nil, nil, false
	}
	l, h := r.Args[0], r.Args[1]
	switch r.Name {
	case expr.RelLess, expr.RelLessEqual:
	case expr.RelGreater, expr.RelGreaterEqual:
		l, h = h, l
	default:
		return nil, nil, false
	}
	switch {
	case l == x && !mentions(h, x):
		return b.neg(infinity), h, true
	case h == x && !mentions(l, x):
		return l, infinity, true
	case l.Op == expr.OpApply && l.Name == "abs" && l.Args[0] == x && !mentions(h, x):
		return b.neg(h), h, true
	}
	return nil, nil, false
}

// box are the limits of n variables in ℝⁿ, [a, b]ⁿ or [a, b] × [c, d].
func (g *grading) box(set *expr.Node, n int) ([][2]*expr.Node, bool) {
	b, infinity := builder{g.pool}, g.pool.Constant(expr.ConstInfinity)
	factors := []*expr.Node{set}
	switch {
	case set.Op == expr.OpPow:
		k, ok := smallInt(set.Args[1])
		if !ok || int(k) != n {
			return nil, false
		}
		factors = make([]*expr.Node, n)
		for i := range factors {
			factors[i] = set.Args[0]
		}
	case (set.Op == expr.OpCross || set.Op == expr.OpMul) && len(set.Args) == n:
		factors = set.Args
	}
	if len(factors) != n {
		return nil, false
	}
	limits := make([][2]*expr.Node, n)
	for i, f := range factors {
		switch {
		case isReals(f):
			limits[i] = [2]*expr.Node{b.neg(infinity), infinity}
		case f.Op == expr.OpInterval:
			limits[i] = [2]*expr.Node{f.Args[0], f.Args[1]}
		default:
			return nil, false
		}
	}
	return limits, true
}

// inBall integrates over Σ cᵢxᵢ² ≤ R in two or three variables, in polar coordinates that are
// stretched to the half-axes.
func (g *grading) inBall(body, set *expr.Node, vars []*expr.Node) *expr.Node {
	b := builder{g.pool}
	if set.Op != expr.OpRelation || len(set.Args) != 2 {
		return nil
	}
	d := b.sub(set.Args[1], set.Args[0]) // not negative inside
	switch set.Name {
	case expr.RelLess, expr.RelLessEqual:
	case expr.RelGreater, expr.RelGreaterEqual:
		d = b.neg(d)
	default:
		return nil
	}
	isVariable := func(s *expr.Node) bool {
		for _, x := range vars {
			if s == x {
				return true
			}
		}
		return false
	}
	zero := map[*expr.Node]*expr.Node{}
	for _, x := range vars {
		zero[x] = g.pool.Int(0)
	}
	radius := g.canon(expr.Subst(g.pool, d, zero))
	axes := make([]*expr.Node, len(vars))
	for i, x := range vars {
		p, ok := g.polynomialOf(d, x)
		if !ok || len(p) != 3 || !isInt(p[1], 0) || contains(p[2], isVariable) {
			return nil
		}
		axes[i] = g.canon(b.Sqrt(b.neg(b.div(radius, p[2]))))
	}
	pi, one := g.pool.Constant(expr.ConstPi), g.pool.Int(1)
	if !contains(body, isVariable) { // the area or volume times what is constant
		size := []*expr.Node{body, pi}
		if len(vars) == 3 {
			size = append(size, g.pool.Number(big.NewRat(4, 3)))
		}
		return b.mul(append(size, axes...)...)
	}
	rho, phi, theta := g.pool.Symbol("\x00ρ"), g.pool.Symbol("\x00φ"), g.pool.Symbol("\x00θ")
	sin, cos := func(a *expr.Node) *expr.Node { return g.pool.Apply("sin", a) }, func(a *expr.Node) *expr.Node { return g.pool.Apply("cos", a) }
	unit := []*expr.Node{cos(phi), sin(phi)}
	weight := []*expr.Node{rho}
	if len(vars) == 3 {
		unit = []*expr.Node{b.mul(sin(theta), cos(phi)), b.mul(sin(theta), sin(phi)), cos(theta)}
		weight = []*expr.Node{rho, rho, sin(theta)}
	}
	with := map[*expr.Node]*expr.Node{}
	for i, x := range vars {
		with[x] = b.mul(axes[i], rho, unit[i])
	}
	f := b.mul(append(append([]*expr.Node{expr.Subst(g.pool, body, with)}, weight...), axes...)...)
	f = g.pool.Make(expr.OpIntegral, f, rho, g.pool.Int(0), one)
	if len(vars) == 3 {
		f = g.pool.Make(expr.OpIntegral, f, theta, g.pool.Int(0), pi)
	}
	return g.pool.Make(expr.OpIntegral, f, phi, g.pool.Int(0), b.mul(g.pool.Int(2), pi))
}
