package equal

import (
	"github.com/assay-physics/assay/math/expr"
)

// principalValue writes Cauchy's principal value of an integral with at most two simple poles
// as ordinary integrals: around a pole c the values at c + t and c − t are taken together, and
// infinite limits are approached together. nil where a pole is not simple, cannot be found, or
// lies on an unknown side of a limit.
//
// PV∫ f = ∫₀ʰ [f(c+t) + f(c−t)] dt + what is left beyond c ± h.
func (g *grading) principalValue(m *expr.Node) *expr.Node {
	if len(m.Args) != 1 || m.Args[0].Op != expr.OpIntegral || len(m.Args[0].Args) != 4 || m.Args[0].Name != "" {
		return nil
	}
	n := m.Args[0]
	p := &poles{g: g, b: builder{g.pool}, f: n.Args[0], x: n.Args[1], lo: n.Args[2], hi: n.Args[3]}
	at, ok := p.find()
	if !ok || infinite(p.lo) == 1 || infinite(p.hi) == -1 {
		return nil
	}
	at, ok = p.inside(at)
	if !ok {
		return nil
	}
	switch len(at) {
	case 0:
		if infinite(p.lo) != 0 && infinite(p.hi) != 0 {
			return p.paired(p.b.Int(0), p.b.Constant(expr.ConstInfinity))
		}
		return n
	case 1:
		return p.around(at[0], p.lo, p.hi)
	case 2:
		return p.twoPoles(at[0], at[1])
	}
	return nil
}

type poles struct {
	g            *grading
	b            builder
	f, x, lo, hi *expr.Node
}

// find are the real poles: the zeros of denominators that are polynomials of degree one or two.
func (p *poles) find() ([]*expr.Node, bool) {
	var at []*expr.Node
	for _, m := range reachable(p.f) {
		if m.Op == expr.OpApply && mentions(m, p.x) {
			switch m.Name { // entire functions have no poles of their own
			case "sin", "cos", "exp", "sinh", "cosh":
			default:
				return nil, false
			}
		}
		if m.Op != expr.OpPow || !mentions(m.Args[0], p.x) {
			continue
		}
		k, ok := smallInt(m.Args[1])
		if !ok {
			return nil, false
		}
		if k >= 0 {
			continue
		}
		d, ok := p.g.polynomialOf(m.Args[0], p.x)
		if !ok || k < -1 && len(d) != 1 {
			// A higher power is allowed where the polynomial has no real zero.
			if !ok || len(d) != 3 || p.g.constantSign(p.g.discriminant(d)) != -1 {
				return nil, false
			}
			continue
		}
		switch len(d) {
		case 2:
			at = append(at, p.g.zerosOf(d)...)
		case 3:
			switch p.g.constantSign(p.g.discriminant(d)) {
			case -1:
			case 1:
				at = append(at, p.g.zerosOf(d)...)
			default:
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return at, len(at) <= 2
}

// inside keeps the poles between the limits.
func (p *poles) inside(at []*expr.Node) ([]*expr.Node, bool) {
	var kept []*expr.Node
	for _, c := range at {
		in := true
		if infinite(p.lo) == 0 {
			switch p.g.constantSign(p.b.sub(c, p.lo)) {
			case 1:
			case -1:
				in = false
			default:
				return nil, false
			}
		}
		if in && infinite(p.hi) == 0 {
			switch p.g.constantSign(p.b.sub(p.hi, c)) {
			case 1:
			case -1:
				in = false
			default:
				return nil, false
			}
		}
		if in {
			kept = append(kept, c)
		}
	}
	return kept, true
}

// paired is ∫₀ʰ [f(c+t) + f(c−t)] dt.
func (p *poles) paired(c, h *expr.Node) *expr.Node {
	return p.pairedAt(c, c, p.b.Int(0), h)
}

// pairedAt is ∫ from l to h of f(right + t) + f(left − t).
func (p *poles) pairedAt(left, right, l, h *expr.Node) *expr.Node {
	at := func(v *expr.Node) *expr.Node {
		return expr.Subst(p.g.pool, p.f, map[*expr.Node]*expr.Node{p.x: v})
	}
	sum := p.b.add(at(p.g.canon(p.b.add(right, p.x))), at(p.g.canon(p.b.sub(left, p.x))))
	if p.g.vanishes(sum) {
		return p.b.Int(0)
	}
	if num, den, ok := p.g.quotientIn(sum, p.x); ok { // t cancels
		for len(num) > 1 && len(den) > 1 && isZero(num[0]) && isZero(den[0]) {
			num, den = num[1:], den[1:]
		}
		sum = p.b.div(num.node(p.b, p.x), den.node(p.b, p.x))
	}
	return p.g.pool.Make(expr.OpIntegral, sum, p.x, l, h)
}

func (p *poles) plain(l, h *expr.Node) *expr.Node {
	return p.g.pool.Make(expr.OpIntegral, p.f, p.x, l, h)
}

// around is the principal value with one pole between two limits.
func (p *poles) around(c, lo, hi *expr.Node) *expr.Node {
	switch {
	case infinite(lo) != 0 && infinite(hi) != 0:
		return p.paired(c, p.b.Constant(expr.ConstInfinity))
	case infinite(lo) != 0:
		h := p.g.canon(p.b.sub(hi, c))
		return p.b.add(p.paired(c, h), p.plain(lo, p.g.canon(p.b.sub(c, h))))
	case infinite(hi) != 0:
		h := p.g.canon(p.b.sub(c, lo))
		return p.b.add(p.paired(c, h), p.plain(p.g.canon(p.b.add(c, h)), hi))
	}
	l, r := p.g.canon(p.b.sub(c, lo)), p.g.canon(p.b.sub(hi, c))
	switch p.g.constantSign(p.b.sub(l, r)) {
	case 1:
		return p.b.add(p.paired(c, r), p.plain(lo, p.g.canon(p.b.sub(c, r))))
	case -1:
		return p.b.add(p.paired(c, l), p.plain(p.g.canon(p.b.add(c, l)), hi))
	}
	if p.g.canon(l) == p.g.canon(r) || p.g.vanishes(p.b.sub(l, r)) {
		return p.paired(c, l)
	}
	return nil
}

// twoPoles splits the range between the poles.
func (p *poles) twoPoles(c, d *expr.Node) *expr.Node {
	switch p.g.constantSign(p.b.sub(d, c)) {
	case 1:
	case -1:
		c, d = d, c
	default:
		return nil
	}
	middle := p.g.canon(p.b.mul(p.b.pow(p.b.Int(2), p.b.Int(-1)), p.b.add(c, d)))
	if infinite(p.lo) != 0 && infinite(p.hi) != 0 {
		h := p.g.canon(p.b.sub(middle, c))
		far := p.pairedAt(p.g.canon(p.b.sub(c, h)), p.g.canon(p.b.add(d, h)), p.b.Int(0), p.b.Constant(expr.ConstInfinity))
		return p.b.add(p.paired(c, h), p.paired(d, h), far)
	}
	left, right := p.around(c, p.lo, middle), p.around(d, middle, p.hi)
	if left == nil || right == nil {
		return nil
	}
	return p.b.add(left, right)
}

// vanishes reports whether an expression is zero as a rational function of its parts.
func (g *grading) vanishes(n *expr.Node) bool {
	zero := g.pool.Int(0)
	return g.canon(n) == zero || g.sameNormal(n, zero)
}

// constantSign is the sign of an expression that is the same at every point of the stated
// domain that is looked at, 0 if it is not.
func (g *grading) constantSign(n *expr.Node) int {
	n = g.canon(g.applySolved(n))
	symbols := sortedSymbols(n)
	m, err := g.compile(g.ctx.Branch == "real", n)
	if err != nil {
		return 0
	}
	constraints, err := g.constraintMachine(&symbols)
	if err != nil {
		return 0
	}
	s := g.newSampler(symbols, g.qualityOf, constraints)
	sign, points := 0, 1
	if len(symbols) > 0 {
		points = 2 * wantPoints
	}
	for class := range points {
		at := s.draw(class)
		if at == nil || !m.eval(precFirst, at, pointBudget) {
			return 0
		}
		z := m.roots[0]
		switch {
		case !z.IsFinite() || !looksReal(z):
			return 0
		case z.Re.IsPositive() && sign >= 0:
			sign = 1
		case z.Re.IsNegative() && sign <= 0:
			sign = -1
		default:
			return 0
		}
	}
	return sign
}
