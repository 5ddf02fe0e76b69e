package equal

import (
	"math/big"

	"github.com/assay-physics/assay/math/expr"
)

// innerPower integrates a power of a linear function inside another integral, the step of
// Feynman parameters:
//
//	∫ₗʰ c (αy + β)^p dy = c [(αh + β)^{p+1} − (αl + β)^{p+1}]/(α (p + 1)).
//
// m is the outer integral. nil where the inner one is another, p = −1, or the linear function may
// vanish between the limits: it is asked for its sign at its two ends, at points of the domain.
func (g *grading) innerPower(m *expr.Node) *expr.Node {
	if len(m.Args) != 4 || m.Name != "" {
		return nil
	}
	factors := factorsOf(m.Args[0])
	for i, f := range factors {
		if f.Op != expr.OpIntegral || len(f.Args) != 4 || f.Name != "" {
			continue
		}
		v := g.linearPower(f, m)
		if v == nil {
			return nil
		}
		rest := append(append([]*expr.Node{}, factors[:i]...), factors[i+1:]...)
		return g.pool.With(m, append([]*expr.Node{builder{g.pool}.mul(append(rest, v)...)}, m.Args[1:]...))
	}
	return nil
}

func (g *grading) linearPower(f, outer *expr.Node) *expr.Node {
	b, y := builder{g.pool}, f.Args[1]
	if infinite(f.Args[2]) != 0 || infinite(f.Args[3]) != 0 || !isNumber(outer.Args[2]) || !isNumber(outer.Args[3]) {
		return nil
	}
	var constant []*expr.Node
	var base *expr.Node
	var p *big.Rat
	factors := factorsOf(f.Args[0])
	for _, a := range factors {
		switch {
		case !mentions(a, y):
			constant = append(constant, a)
		case base == nil && a.Op == expr.OpPow && isNumber(a.Args[1]):
			base, p = a.Args[0], a.Args[1].Rat
			for base.Op == expr.OpPow && isNumber(base.Args[1]) && base.Args[1].Rat.IsInt() && p.IsInt() {
				p = new(big.Rat).Mul(p, base.Args[1].Rat)
				base = base.Args[0]
			}
		default:
			return nil
		}
	}
	if base == nil || p.Cmp(big.NewRat(-1, 1)) == 0 {
		return nil
	}
	q, ok := g.polynomialOf(base, y)
	if !ok || len(q) != 2 {
		return nil
	}
	at := func(v *expr.Node) *expr.Node { return b.add(b.mul(q[1], v), q[0]) }
	low, high := at(f.Args[2]), at(f.Args[3])
	if !g.positiveBetween(low, outer) || !g.positiveBetween(high, outer) {
		return nil
	}
	next := new(big.Rat).Add(p, big.NewRat(1, 1))
	difference := b.sub(b.pow(high, g.pool.Number(next)), b.pow(low, g.pool.Number(next)))
	return b.mul(append(constant, difference, b.pow(q[1], g.pool.Int(-1)), g.pool.Number(new(big.Rat).Inv(next)))...)
}

// positiveBetween reports whether an expression is positive at points of the domain and of the
// range of the outer integral.
func (g *grading) positiveBetween(n, outer *expr.Node) bool {
	lo, hi := outer.Args[2].Rat, outer.Args[3].Rat
	width := new(big.Rat).Sub(hi, lo)
	if width.Sign() <= 0 {
		return false
	}
	for _, k := range []int64{1, 5, 9, 13, 17, 21} {
		t := new(big.Rat).Mul(width, big.NewRat(k, 22))
		v := g.pool.Number(t.Add(t, lo))
		if g.constantSign(expr.Subst(g.pool, n, map[*expr.Node]*expr.Node{outer.Args[1]: v})) != 1 {
			return false
		}
	}
	return true
}
