package equal

import (
	"math/big"

	"github.com/assay-physics/assay/math/expr"
)

// The floor of 300/300 is not seen by enclosures of 1/300. Where the argument of a step is a
// polynomial in integers with denominator q, its values are multiples of 1/q, and
// ⌊u⌋ = ⌊u + 1/(2q)⌋ has its steps beside them.

// largestDenominator bounds q.
const largestDenominator = 1 << 20

// exactSteps shifts the arguments of floors and ceilings off their steps.
func (g *grading) exactSteps(n *expr.Node) *expr.Node {
	if !n.HasFact(expr.FactStep) || !containsAmong(n, isStep, expr.OpApply) {
		return n
	}
	with := map[*expr.Node]*expr.Node{}
	b := builder{g.pool}
	for _, m := range reachable(n) { // arguments first
		if !isStep(m) {
			continue
		}
		q, ok := g.denominator(g.canon(m.Args[0]))
		if !ok || len(expr.FreeSymbols(m.Args[0])) == 0 {
			continue
		}
		half := b.Number(big.NewRat(1, 2*q))
		if m.Name == "ceiling" {
			half = b.neg(half)
		}
		with[m] = b.Apply(m.Name, b.add(m.Args[0], half))
	}
	if len(with) == 0 {
		return n
	}
	return expr.Subst(g.pool, n, with)
}

func isStep(n *expr.Node) bool {
	return n.Op == expr.OpApply && (n.Name == "floor" || n.Name == "ceiling") && len(n.Args) == 1
}

// denominator is a number q that makes q·n an integer at all values of its integer symbols.
func (g *grading) denominator(n *expr.Node) (q int64, ok bool) {
	switch n.Op {
	case expr.OpNumber:
		d := n.Rat.Denom()
		return d.Int64(), d.IsInt64() && d.Int64() <= largestDenominator
	case expr.OpSymbol:
		return 1, g.qualityOf(n).has(qInteger | qForcedInteger)
	case expr.OpPow:
		k, whole := smallInt(n.Args[1])
		base, ok := g.denominator(n.Args[0])
		return 1, ok && whole && k >= 0 && base == 1
	case expr.OpAdd, expr.OpMul:
		q = 1
		for _, a := range n.Args {
			d, ok := g.denominator(a)
			if !ok || q*d > largestDenominator {
				return 0, false
			}
			q *= d
		}
		return q, true
	default:
		return 0, false
	}
}
