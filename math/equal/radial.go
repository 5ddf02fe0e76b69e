package equal

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// radial writes an integral over all of two-, three- or four-dimensional space, of a function
// of the length of the variable, as one over that length:
//
//	∫d²k f(k) = 2π∫₀^∞ k f(k) dk, ∫d³k f(k) = 4π∫₀^∞ k² f(k) dk, ∫d⁴k f(k) = 2π²∫₀^∞ k³ f(k) dk
//
// (the last with Euclidean signature). In three dimensions a plane wave e^{±ik·r} averages to
// sin(kr)/(kr). Other integrals stay as they are.
func (g *grading) radial(n *expr.Node) *expr.Node {
	if !containsAmong(n, func(m *expr.Node) bool { return m.Op == expr.OpIntegral && len(m.Args) == 2 && m.Name != "" }, expr.OpIntegral) {
		return n
	}
	return rewrite(g.pool, n, func(m *expr.Node) *expr.Node {
		if m.Op != expr.OpIntegral || len(m.Args) != 2 {
			return m
		}
		if v := g.radialOne(m); v != nil {
			return v
		}
		return m
	})
}

func (g *grading) radialOne(m *expr.Node) *expr.Node {
	b := builder{g.pool}
	pi := b.Constant(expr.ConstPi)
	var measure *expr.Node
	k := b.Symbol("\x00k")
	switch m.Name {
	case "2":
		measure = b.mul(b.Int(2), pi, k)
	case "3":
		measure = b.mul(b.Int(4), pi, b.square(k))
	case "4":
		measure = b.mul(b.Int(2), b.square(pi), b.pow(k, b.Int(3)))
	default:
		return nil
	}
	names := vectorSpellings(m.Args[1].Name)
	isK := func(n *expr.Node) bool { return n.Op == expr.OpSymbol && names[n.Name] }
	var wave *expr.Node // the vector r of k·r
	waves := 0
	f := rewrite(g.pool, m.Args[0], func(n *expr.Node) *expr.Node {
		switch {
		case n.Op == expr.OpApply && (n.Name == "abs" || n.Name == "norm") && isK(n.Args[0]):
			return k
		case n.Op == expr.OpPow && isK(n.Args[0]):
			if p, ok := smallInt(n.Args[1]); ok && p%2 == 0 {
				return b.pow(k, n.Args[1])
			}
		case n.Op == expr.OpDot && isK(n.Args[0]) && isK(n.Args[1]):
			return b.square(k)
		case n.Op == expr.OpDot && (isK(n.Args[0]) || isK(n.Args[1])):
			r := n.Args[0]
			if isK(r) {
				r = n.Args[1]
			}
			if r.Op == expr.OpSymbol && (wave == nil || wave == r) {
				wave = r
				return b.Symbol("\x00kr")
			}
		case n.Op == expr.OpPow && isConstant(n.Args[0], expr.ConstE), n.Op == expr.OpApply && n.Name == "exp":
			// e^{±i k·r} becomes its average.
			e := g.canon(n.Args[len(n.Args)-1])
			i, kr := b.Constant(expr.ConstI), b.Symbol("\x00kr")
			if wave != nil && (e == g.canon(b.Mul(i, kr)) || e == g.canon(b.Mul(b.Int(-1), i, kr))) {
				waves++
				z := b.mul(k, b.Apply("abs", wave))
				return b.div(b.Apply("sin", z), z)
			}
		}
		return n
	})
	plain := m.Args[1]
	if !strings.ContainsAny(plain.Name, `\`) || !g.isVector(plain) { // ∫d³k f(k) with a plain k
		f = expr.Subst(g.pool, f, map[*expr.Node]*expr.Node{plain: k})
		for name := range names {
			if s := b.Symbol(name); !g.isVector(s) {
				f = expr.Subst(g.pool, f, map[*expr.Node]*expr.Node{s: k})
			}
		}
	}
	if contains(f, func(n *expr.Node) bool { return isK(n) || n.Op == expr.OpSymbol && n.Name == "\x00kr" }) || waves > 1 || waves == 1 && m.Name != "3" {
		return nil
	}
	return b.Make(expr.OpIntegral, b.mul(measure, f), k, b.Int(0), b.Constant(expr.ConstInfinity))
}

// vectorSpellings are the ways in which a text writes a vector and its length.
func vectorSpellings(name string) map[string]bool {
	base := name
	for _, font := range []string{`\vec{`, `\mathbf{`, `\boldsymbol{`, `\bm{`} {
		if rest, ok := strings.CutPrefix(name, font); ok {
			base = strings.TrimSuffix(rest, "}")
		}
	}
	return map[string]bool{base: true, `\vec{` + base + `}`: true, `\mathbf{` + base + `}`: true, `\boldsymbol{` + base + `}`: true, `\bm{` + base + `}`: true}
}
