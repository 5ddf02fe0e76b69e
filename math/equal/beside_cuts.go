package equal

import "github.com/assay-physics/assay/math/expr"

// besideCuts writes an expression in which 0⁺ only says on which side of a cut logarithms and
// powers are taken without it: ln(u ± i0) = ln|u| ± iπθ(−u) for real u. These are integrable, so
// that the limit has no δ function beyond its values. It is nil for any other expression.
func (g *grading) besideCuts(n, zero *expr.Node) *expr.Node {
	if !mentions(n, zero) {
		return n
	}
	args := func() *expr.Node {
		all := make([]*expr.Node, len(n.Args))
		for i, a := range n.Args {
			if all[i] = g.besideCuts(a, zero); all[i] == nil {
				return nil
			}
		}
		return g.pool.With(n, all)
	}
	b := builder{g.pool}
	i := g.pool.Constant(expr.ConstI)
	phase := func(u *expr.Node, sign int) *expr.Node { // iπ times the number of half turns
		return b.mul(b.Int(int64(sign)), i, b.Constant(expr.ConstPi), b.Apply("heaviside", b.neg(u)))
	}
	switch {
	case n.Op == expr.OpAdd || n.Op == expr.OpMul || n.Op == expr.OpRelation:
		return args()
	case n.Op == expr.OpPow && isNumber(n.Args[1]) && n.Args[1].Rat.Sign() > 0:
		if n.Args[1].Rat.IsInt() {
			return args()
		}
		if u, sign := g.approach(n.Args[0], zero); sign != 0 {
			return b.mul(b.pow(b.Apply("abs", u), n.Args[1]), b.pow(b.Constant(expr.ConstE), b.mul(n.Args[1], phase(u, sign))))
		}
	case n.Op == expr.OpApply && n.Name == "log" && len(n.Args) == 1:
		if u, sign := g.approach(n.Args[0], zero); sign != 0 {
			return b.add(b.Apply("log", b.Apply("abs", u)), phase(u, sign))
		}
	}
	return nil
}

// approach writes n as u ± i r 0⁺ with a real u and a positive r; the sign is 0 if it is not of
// this form.
func (g *grading) approach(n, zero *expr.Node) (u *expr.Node, sign int) {
	p, ok := g.polynomialOf(n, zero)
	if !ok || len(p) != 2 {
		return nil, 0
	}
	b := builder{g.pool}
	i := g.pool.Constant(expr.ConstI)
	for _, s := range expr.FreeSymbols(n) {
		if g.qualityOf(s).has(qComplex|qAlgebra|qOperator|qMatrix) || g.isVector(s) {
			return nil, 0
		}
	}
	slope := g.canon(b.mul(b.neg(i), p[1]))
	if contains(p[0], func(m *expr.Node) bool { return m == i || m.Op == expr.OpCall }) {
		return nil, 0
	}
	return p[0], g.declaredSign(slope)
}

// declaredSign is the sign of a product of numbers, symbols of a declared sign and their powers,
// 0 if it is not known.
func (g *grading) declaredSign(n *expr.Node) int {
	switch n.Op {
	case expr.OpNumber:
		return n.Rat.Sign()
	case expr.OpConstant:
		return b2i(isConstant(n, expr.ConstPi) || isConstant(n, expr.ConstE))
	case expr.OpSymbol:
		switch q := g.qualityOf(n); {
		case q.has(qPositive):
			return 1
		case q.has(qNegative):
			return -1
		}
	case expr.OpMul:
		sign := 1
		for _, a := range n.Args {
			sign *= g.declaredSign(a)
		}
		return sign
	case expr.OpPow:
		if s := g.declaredSign(n.Args[0]); s > 0 || s < 0 && isInt(n.Args[1], -1) {
			return s
		}
	default:
	}
	return 0
}
