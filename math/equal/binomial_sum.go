package equal

import "github.com/assay-physics/assay/math/expr"

// binomialSum is Σ_{k=m}^{n} c C(n,k) r^k by the binomial theorem, c (1+r)^n without the terms
// below k = m, for a declared positive integer n; nil for any other sum.
func (g *grading) binomialSum(m *expr.Node) *expr.Node {
	if len(m.Args) != 4 || m.Args[1].Op != expr.OpSymbol || m.Args[3].Op != expr.OpSymbol {
		return nil
	}
	k, n := m.Args[1], m.Args[3]
	first, ok := smallInt(m.Args[2])
	if q := g.qualityOf(n); !ok || first < 0 || first > 4 || !q.has(qInteger) || !q.has(qPositive) || m.Args[0].Op != expr.OpMul && m.Args[0].Op != expr.OpApply {
		return nil
	}
	factors := []*expr.Node{m.Args[0]}
	if m.Args[0].Op == expr.OpMul {
		factors = m.Args[0].Args
	}
	b := builder{g.pool}
	constant, ratio, binomials := b.Int(1), b.Int(1), 0
	for _, f := range factors {
		switch {
		case !mentions(f, k):
			constant = b.mul(constant, f)
		case f.Op == expr.OpApply && f.Name == "binomial" && f.Args[0] == n && f.Args[1] == k:
			binomials++
		case f.Op == expr.OpPow && !mentions(f.Args[0], k):
			p, ok := g.polynomialOf(f.Args[1], k)
			if !ok || len(p) != 2 || isZero(g.canon(f.Args[0])) {
				return nil
			}
			if slope, ok := smallInt(p[1]); !ok || slope < -4 || slope > 4 {
				return nil
			}
			constant, ratio = b.mul(constant, b.pow(f.Args[0], p[0])), b.mul(ratio, b.pow(f.Args[0], p[1]))
		default:
			return nil
		}
	}
	if binomials != 1 {
		return nil
	}
	sum := g.canon(b.add(b.Int(1), ratio))
	total := b.Int(0)
	if !isZero(sum) {
		total = b.mul(constant, b.pow(sum, n))
	}
	for j := range first {
		total = b.sub(total, expr.Subst(g.pool, m.Args[0], map[*expr.Node]*expr.Node{k: b.Int(j)}))
	}
	return total
}
