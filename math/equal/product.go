package equal

import (
	"github.com/assay-physics/assay/math/expr"
)

// logarithms writes an infinite product as e to a sum of logarithms that keep their digits
// where the factors tend to 1:
//
//	ln(1 + u) = 2 artanh(u/(2 + u)),  cos a = 1 − 2 sin²(a/2),  cosh a = 1 + 2 sinh²(a/2).
//
// The branch of a logarithm does not matter under e. nil for a finite product.
func (g *grading) logarithms(m *expr.Node) *expr.Node {
	if len(m.Args) != 4 || infinite(m.Args[3]) != 1 || infinite(m.Args[2]) != 0 {
		return nil
	}
	if v := g.gammaProduct(m); v != nil {
		return v
	}
	term := g.logarithmOf(m.Args[0], m.Args[1])
	if term == nil {
		return nil
	}
	return g.pool.Pow(g.pool.Constant(expr.ConstE), g.pool.Make(expr.OpSum, term, m.Args[1], m.Args[2], m.Args[3]))
}

// gammaProduct is a product of quotients of polynomials of degree one or two with the same
// leading coefficient and the same sum of zeros, in closed form (DLMF 5.8.5):
//
//	∏_{n≥m} (n − p₁)(n − p₂)/((n − q₁)(n − q₂)) = Γ(m − q₁)Γ(m − q₂)/(Γ(m − p₁)Γ(m − p₂)).
func (g *grading) gammaProduct(m *expr.Node) *expr.Node {
	num, den, ok := g.quotientIn(m.Args[0], m.Args[1])
	if !ok || len(num) != len(den) || len(num) != 2 && len(num) != 3 {
		return nil
	}
	b, d := builder{g.pool}, len(num)-1
	if !g.vanishes(b.sub(num[d], den[d])) || !g.vanishes(b.sub(num[d-1], den[d-1])) {
		return nil
	}
	gammas := func(p polynomialIn, e int64) []*expr.Node {
		var out []*expr.Node
		for _, z := range g.zerosOf(p) {
			out = append(out, b.pow(b.Apply("gamma", g.canon(b.sub(m.Args[2], z))), b.Int(e)))
		}
		return out
	}
	return b.mul(append(gammas(den, 1), gammas(num, -1)...)...)
}

// logarithmOf is ln f up to multiples of 2πi, nil where it has to be taken of f as it stands.
func (g *grading) logarithmOf(f, index *expr.Node) *expr.Node {
	b := builder{g.pool}
	if num, den, ok := g.quotientIn(f, index); ok {
		u := g.plusIn(num, g.timesIn(polynomialIn{g.pool.Int(-1)}, den))
		if len(u) < len(den) {
			return g.logOnePlus(b.div(u.node(b, index), den.node(b, index)))
		}
	}
	switch {
	case f.Op == expr.OpMul:
		var terms []*expr.Node
		for _, a := range f.Args {
			t := g.logarithmOf(a, index)
			if t == nil {
				return nil
			}
			terms = append(terms, t)
		}
		return b.add(terms...)
	case f.Op == expr.OpPow && isConstant(f.Args[0], expr.ConstE):
		return f.Args[1]
	case f.Op == expr.OpPow && isNumber(f.Args[1]) && f.Args[1].Rat.IsInt():
		if t := g.logarithmOf(f.Args[0], index); t != nil {
			return b.mul(f.Args[1], t)
		}
	case f.Op == expr.OpAdd:
		if u := g.canon(b.add(f, g.pool.Int(-1))); u.Op != expr.OpAdd || len(u.Args) < len(f.Args) {
			return g.logOnePlus(u)
		}
	case f.Op == expr.OpApply && len(f.Args) == 1:
		half := b.mul(b.pow(g.pool.Int(2), g.pool.Int(-1)), f.Args[0])
		switch f.Name {
		case "exp":
			return f.Args[0]
		case "cos":
			return g.logOnePlus(b.mul(g.pool.Int(-2), b.square(g.pool.Apply("sin", half))))
		case "cosh":
			return g.logOnePlus(b.mul(g.pool.Int(2), b.square(g.pool.Apply("sinh", half))))
		}
	}
	return nil
}

// logOnePlus is ln(1 + u) without cancellation at small u.
func (g *grading) logOnePlus(u *expr.Node) *expr.Node {
	b := builder{g.pool}
	return b.mul(g.pool.Int(2), g.pool.Apply("atanh", b.div(u, b.add(g.pool.Int(2), u))))
}
