package equal

import (
	"math/big"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// withoutAbsorbed drops the terms of a sum that its remainder is as large as: λ of 1 + λ + 𝒪(λ).
// The parameter goes to zero, or to infinity where the order is asked in its inverse.
func (g *grading) withoutAbsorbed(n *expr.Node) *expr.Node {
	text := g.ctx.Form.Order
	large := strings.Contains(text, "1/") || strings.Contains(text, `\frac`) || strings.Contains(text, "large") || strings.Contains(text, "^{-")
	return rewrite(g.pool, n, func(m *expr.Node) *expr.Node {
		if m.Op != expr.OpAdd || !containsDirect(m, expr.OpBigO) {
			return m
		}
		var kept []*expr.Node
		for _, t := range m.Args {
			if t.Op == expr.OpBigO || !absorbed(t, m.Args, large) {
				kept = append(kept, t)
			}
		}
		return builder{g.pool}.add(kept...)
	})
}

// absorbed reports whether a remainder among the terms of a sum is as large as t.
func absorbed(t *expr.Node, terms []*expr.Node, large bool) bool {
	for _, r := range terms {
		if r.Op != expr.OpBigO {
			continue
		}
		a := r.Args[0]
		symbols := expr.FreeSymbols(a)
		if len(symbols) == 0 {
			symbols = expr.FreeSymbols(t)
		}
		for _, p := range symbols {
			d, ok := degreeIn(t, p)
			e, okR := degreeIn(a, p)
			c := d.Cmp(e)
			falls := large || e.Sign() < 0
			if ok && okR && (len(expr.FreeSymbols(a)) > 0 || d.Sign() != 0) && (c >= 0 && !falls || c <= 0 && falls) {
				return true
			}
		}
	}
	return false
}

// degreeIn is the power of p in a product of powers; a factor that p is inside of has none.
func degreeIn(n, p *expr.Node) (*big.Rat, bool) {
	zero := new(big.Rat)
	switch {
	case n == p:
		return big.NewRat(1, 1), true
	case !mentions(n, p):
		return zero, true
	case n.Op == expr.OpPow && n.Args[1].Op == expr.OpNumber:
		d, ok := degreeIn(n.Args[0], p)
		return zero.Mul(d, n.Args[1].Rat), ok
	case n.Op == expr.OpMul:
		for _, f := range n.Args {
			d, ok := degreeIn(f, p)
			if !ok {
				return zero, false
			}
			zero.Add(zero, d)
		}
		return zero, true
	}
	return zero, false
}
