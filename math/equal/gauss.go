package equal

import (
	"math/big"

	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
)

// thetaSum writes a sum of Gaussian terms over all integers as Jacobi's theta function,
// whose evaluator bounds its tail (DLMF 20.2.3):
//
//	Σ C e^{an²+bn+c} = C e^c ϑ₃(b/2i, e^a),
//
// and Σ over n ≥ 0 or n ≥ 1 as half of ϑ₃ ± 1 where b = 0; nil for other sums.
func (g *grading) thetaSum(m *expr.Node) *expr.Node {
	if m.Op != expr.OpSum || len(m.Args) != 4 || infinite(m.Args[3]) != 1 {
		return nil
	}
	body, n, low := m.Args[0], m.Args[1], m.Args[2]
	b := builder{g.pool}
	var outside []*expr.Node
	linear, square := b.Int(0), b.Int(0)
	factors := factorsOf(body)
	for _, f := range factors {
		if !mentions(f, n) {
			outside = append(outside, f)
			continue
		}
		var exponent *expr.Node
		switch {
		case f.Op == expr.OpApply && f.Name == "exp" && len(f.Args) == 1:
			exponent = f.Args[0]
		case f.Op == expr.OpPow && isConstant(f.Args[0], expr.ConstE):
			exponent = f.Args[1]
		default:
			return nil
		}
		p, q, r, ok := g.quadratic(exponent, n)
		if !ok {
			return nil
		}
		square, linear = b.add(square, p), b.add(linear, q)
		outside = append(outside, b.Apply("exp", r))
	}
	if isZero(square) {
		return nil
	}
	half := b.Number(big.NewRat(1, 2))
	z := b.mul(b.Number(big.NewRat(-1, 2)), b.Constant(expr.ConstI), linear)
	sum := b.Apply("theta", b.Int(3), z, b.Apply("exp", square))
	switch {
	case infinite(low) == -1:
	case isZero(linear) && isInt(low, 0):
		sum = b.mul(half, b.add(sum, b.Int(1)))
	case isZero(linear) && isInt(low, 1):
		sum = b.mul(half, b.add(sum, b.Int(-1)))
	default:
		return nil
	}
	return b.mul(append(outside, sum)...)
}

// quadratic are the coefficients of a polynomial p n² + q n + r of degree two.
func (g *grading) quadratic(f, n *expr.Node) (p, q, r *expr.Node, ok bool) {
	b := builder{g.pool}
	zero := b.Int(0)
	known := map[*expr.Node][3]*expr.Node{}
	product := func(x, y [3]*expr.Node) ([3]*expr.Node, bool) {
		var c [5]*expr.Node
		for i := range c {
			var terms []*expr.Node
			for k := max(0, i-2); k <= min(i, 2); k++ {
				if !isZero(x[k]) && !isZero(y[i-k]) {
					terms = append(terms, b.mul(x[k], y[i-k]))
				}
			}
			c[i] = b.add(terms...)
		}
		return [3]*expr.Node(c[:3]), isZero(c[3]) && isZero(c[4])
	}
	for _, m := range reachable(f) {
		c, fine := [3]*expr.Node{m, zero, zero}, true
		switch {
		case m == n:
			c = [3]*expr.Node{zero, b.Int(1), zero}
		case !mentions(m, n):
		case m.Op == expr.OpAdd:
			for i := range c {
				terms := make([]*expr.Node, len(m.Args))
				for k, a := range m.Args {
					terms[k] = known[a][i]
				}
				c[i] = b.add(terms...)
			}
		case m.Op == expr.OpMul:
			c = [3]*expr.Node{b.Int(1), zero, zero}
			for _, a := range m.Args {
				if c, fine = product(c, known[a]); !fine {
					break
				}
			}
		case m.Op == expr.OpPow && isInt(m.Args[1], 2):
			c, fine = product(known[m.Args[0]], known[m.Args[0]])
		default:
			fine = false
		}
		if !fine {
			return nil, nil, nil, false
		}
		known[m] = c
	}
	c := known[f]
	return c[2], c[1], c[0], true
}

// safeNomes reports whether the theta functions of two constants are at nomes e^{−a} with a
// so large that a sum is far from the integral in its place: they differ by about e^{−π²/a}
// (Poisson's formula, DLMF 20.7.32), which must show in the bits that are compared.
func (c *comparison) safeNomes() bool {
	safe, found := true, false
	for _, m := range reachable(c.ref, c.cand) {
		if m.Op == expr.OpSum || m.Op == expr.OpProduct || m.Op == expr.OpIntegral {
			return false
		}
		if m.Op != expr.OpApply || m.Name != "theta" {
			continue
		}
		found = true
		k, err := c.g.compile(false, m.Args[2])
		if err != nil || len(k.vars) > 0 || !isZero(m.Args[1]) || !k.eval(precFirst, nil, pointBudget) || !k.roots[0].IsFinite() {
			return false
		}
		var size ball.Complex
		size.Abs(k.roots[0], precFirst)
		var bound, d ball.Real
		bound.SetRat(big.NewRat(19, 20), precFirst)
		d.Sub(&bound, &size.Re, precFirst)
		safe = safe && d.IsPositive()
	}
	return safe && found
}
