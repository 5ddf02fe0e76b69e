package equal

import (
	"math/big"

	"github.com/assay-physics/assay/math/expr"
)

// zetaPrime is ζ′(s) for an integer s, in closed form where there is one and else by its series
// (DLMF 25.2.6, 25.4.1 and its derivative, 25.6.11, 25.6.13):
//
//	ζ′(0) = −½ ln 2π,
//	ζ′(−2k) = (−1)ᵏ (2k)! ζ(2k+1)/(2 (2π)^{2k}),
//	ζ′(1−2k) = ζ(1−2k) [ln 2π − ψ(2k) − ζ′(2k)/ζ(2k)],
//	ζ′(s) = −Σ_{n≥2} n⁻ˢ ln n for s > 1.
//
// For other arguments there is no rule.
func (g *grading) zetaPrime(s *expr.Node) (*expr.Node, bool) { return zetaPrime(g.pool, g.canon(s)) }

func zetaPrime(pool *expr.Pool, s *expr.Node) (*expr.Node, bool) {
	b := builder{pool}
	k, ok := smallInt(s)
	if !ok || k < -40 || k > 40 || k == 1 {
		if !isNumber(s) || s.Rat.Cmp(big.NewRat(1, 1)) <= 0 {
			return nil, false
		}
		return zetaPrimeSeries(b, s), true
	}
	twoPi := b.mul(b.Int(2), b.Constant(expr.ConstPi))
	log2Pi := b.Apply("log", twoPi)
	switch {
	case k > 1:
		return zetaPrimeSeries(b, s), true
	case k == 0:
		return b.mul(b.Number(big.NewRat(-1, 2)), log2Pi), true
	case k%2 == 0:
		f := new(big.Rat).SetInt(new(big.Int).MulRange(1, -k))
		if f.Quo(f, big.NewRat(2, 1)); k%4 != 0 {
			f.Neg(f)
		}
		return b.mul(b.Number(f), b.Apply("zeta", b.Int(1-k)), b.pow(twoPi, b.Int(k))), true
	}
	n := b.Int(1 - k) // 2k of the formula
	bracket := b.add(log2Pi, b.neg(b.Apply("digamma", n)), b.neg(b.div(zetaPrimeSeries(b, n), b.Apply("zeta", n))))
	return b.mul(b.Apply("zeta", s), bracket), true
}

func zetaPrimeSeries(b builder, s *expr.Node) *expr.Node {
	n := b.Symbol("\x00n")
	return b.Make(expr.OpSum, b.mul(b.Int(-1), b.Apply("log", n), b.pow(n, b.neg(s))), n, b.Int(2), b.Constant(expr.ConstInfinity))
}
