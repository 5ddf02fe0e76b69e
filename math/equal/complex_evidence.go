package equal

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/latex"
)

// An undeclared symbol is real, but nobody writes the conjugate, the imaginary part or the square
// of the modulus of a real number. A pair that does so with a symbol, or with the value of a
// function, of which the problem says nothing has a second reading in which that is complex. The
// verdict stands if it is the same in both.

// conjugation is what a pair conjugates: symbols, and functions by their names.
type conjugation struct {
	symbols   map[*expr.Node]bool
	functions map[string]bool
	starred   map[*expr.Node]*expr.Node // the name x^{*} and the conjugate of x
}

func (c *conjugation) empty() bool {
	return len(c.symbols)+len(c.functions)+len(c.starred) == 0
}

// otherwiseComplex takes back a verdict on a pair that conjugates symbols of which nothing is said,
// if it is another one where these are complex.
func (g *grading) otherwiseComplex(refs, cands []latex.Reading, r Result) Result {
	if r.Verdict != Equivalent && r.Verdict != Different || g.opts.AssumePositive || g.syntax == "sympy" && r.Verdict == Different {
		return r
	}
	if bars := r.Verdict == Different; !mayConjugate(refs, bars) && !mayConjugate(cands, bars) {
		return r
	}
	c := g.conjugated(refs, cands, r.Verdict == Different)
	if c.empty() || r.Verdict == Different && len(c.starred) == 0 {
		return r
	}
	if r.Method == methodCanonical && len(c.functions) == 0 {
		return r
	}
	saved := make(map[*expr.Node]quality, len(c.symbols))
	for s := range c.symbols {
		saved[s] = g.quality[s]
		g.quality[s] |= qComplex
	}
	other := g.allReadings(g.complexReadings(refs, c), g.complexReadings(cands, c))
	for s, q := range saved {
		g.quality[s] = q
	}
	if other.Verdict == r.Verdict || r.Verdict == Different && other.Verdict != Equivalent {
		return r
	}
	names := c.names(g)
	if r.Verdict == Different {
		return Result{
			Verdict: Undecided, Method: methodRead,
			Evidence: Evidence{Readings: []string{"a star or a bar as part of a name: different", "as conjugation of a complex " + names + ": equivalent"}, Witness: r.Evidence.Witness},
			Message:  "equal if a star or a bar is the conjugation of a complex " + names + ", and different if it is part of a name; the problem does not say which",
		}
	}
	return Result{
		Verdict: Undecided, Method: methodRead,
		Evidence: Evidence{
			Readings:  []string{names + " real: " + string(r.Verdict), names + " complex: " + string(other.Verdict)},
			Condition: "for real " + names, Witness: other.Evidence.Witness,
		},
		Message: string(r.Verdict) + " for real " + names + "; the pair conjugates it, and the problem does not say that it is real. Complex: " + string(other.Verdict) + ", " + other.Message,
	}
}

// mayConjugate reports whether anything that conjugated looks for is there; in most pairs nothing is.
func mayConjugate(rs []latex.Reading, bars bool) bool {
	return slices.ContainsFunc(rs, func(x latex.Reading) bool {
		return (x.Node.HasOp(expr.OpApply) || x.Node.HasFact(expr.FactMarked)) && containsAmong(x.Node, func(m *expr.Node) bool {
			switch m.Op {
			case expr.OpApply:
				switch m.Name {
				case "conjugate", "re", "im", "arg", "abs":
					return true
				}
			case expr.OpCall, expr.OpSymbol:
				return withoutConjugation(m.Name, bars) != ""
			default:
			}
			return false
		}, expr.OpApply, expr.OpCall, expr.OpSymbol)
	})
}

// names lists what is conjugated.
func (c *conjugation) names(g *grading) string {
	var all []string
	for s := range c.symbols {
		all = append(all, s.Name)
	}
	for s := range c.functions {
		all = append(all, s)
	}
	for _, n := range c.starred {
		all = append(all, g.latex(n.Args[0]))
	}
	return strings.Join(distinct(all), ", ")
}

// conjugated finds what stands under a conjugation, a real or imaginary part, an argument or an
// even power of a modulus. With an i beside them the symbols are the real parts of something: Re
// and Im of x + iy. Where one factor is conjugated by itself elsewhere the others need not be
// complex, as in Re(mα) = m Re α, unless the modulus is squared. A bar may be that of a spinor: it
// only counts where it is asked whether a difference is one.
func (g *grading) conjugated(refs, cands []latex.Reading, bars bool) *conjugation {
	c := &conjugation{symbols: map[*expr.Node]bool{}, functions: map[string]bool{}, starred: map[*expr.Node]*expr.Node{}}
	var roots []*expr.Node
	for _, side := range [][]latex.Reading{refs, cands} {
		for _, x := range side {
			roots = append(roots, x.Node)
		}
	}
	// A bar may be Dirac's.
	daggers := slices.ContainsFunc(roots, func(n *expr.Node) bool {
		return n.HasOp(expr.OpDagger) || contains(n, func(m *expr.Node) bool { return m.Op == expr.OpIndexed && m.Args[0].Name == `\gamma` })
	})
	nodes := reachable(roots...)
	present, ordered := map[*expr.Node]bool{}, map[*expr.Node]bool{}
	for _, n := range nodes {
		switch {
		case n.Op == expr.OpSymbol:
			present[n] = true
		case n.Op == expr.OpRelation && (n.Name == expr.RelLess || n.Name == expr.RelLessEqual || n.Name == expr.RelGreater || n.Name == expr.RelGreaterEqual):
			for _, s := range expr.FreeSymbols(n) {
				ordered[s] = true
			}
		}
	}
	var arguments, squares []*expr.Node
	for _, n := range nodes {
		switch {
		case n.Op == expr.OpApply && len(n.Args) == 1 && n.Name == "conjugate":
			arguments = append(arguments, n.Args[0])
		case n.Op == expr.OpApply && len(n.Args) == 1 && (n.Name == "re" || n.Name == "im" || n.Name == "arg"):
			if !branches(n.Args[0]) {
				arguments = append(arguments, n.Args[0])
			}
		case n.Op == expr.OpPow && n.Args[0].Op == expr.OpApply && n.Args[0].Name == "abs" && len(n.Args[0].Args) == 1 && isEven(n.Args[1]):
			squares = append(squares, n.Args[0].Args[0])
		case n.Op == expr.OpMul && repeatedModulus(n) != nil:
			squares = append(squares, repeatedModulus(n))
		case n.Op == expr.OpCall && withoutConjugation(n.Name, bars) != "" && !daggers:
			if f := withoutConjugation(n.Name, bars); slices.ContainsFunc(nodes, func(m *expr.Node) bool { return m.Op == expr.OpCall && m.Name == f }) {
				c.starred[n] = g.pool.Apply("conjugate", g.pool.MakeNamed(expr.OpCall, f, n.Args...))
				arguments = append(arguments, c.starred[n].Args[0])
			}
		case n.Op == expr.OpSymbol && withoutConjugation(n.Name, bars) != "" && !daggers:
			if s := g.pool.Symbol(withoutConjugation(n.Name, bars)); present[s] && g.unsaidOf(s) && !ordered[s] {
				c.starred[n] = g.pool.Apply("conjugate", s)
				arguments = append(arguments, s)
			}
		}
	}
	mark := func(n *expr.Node) {
		if n.Op == expr.OpCall {
			c.functions[n.Name] = true
		} else if !ordered[n] {
			c.symbols[n] = true
		}
	}
	alone := map[*expr.Node]bool{}
	parts := make([][]*expr.Node, len(arguments))
	for i, a := range append(arguments, squares...) {
		if contains(a, func(m *expr.Node) bool { return isConstant(m, expr.ConstI) }) || g.shaped(a) {
			continue
		}
		values := g.valuesIn(a)
		if len(values) == 1 {
			alone[values[0]] = true
		}
		if i < len(arguments) && len(values) > 1 {
			parts[i] = values
			continue
		}
		for _, n := range values {
			mark(n)
		}
	}
	for _, p := range parts {
		if len(p) < 2 || slices.ContainsFunc(p, func(n *expr.Node) bool { return alone[n] }) {
			continue
		}
		for _, n := range p {
			mark(n)
		}
	}
	return c
}

// branches reports whether an expression can be complex where its symbols are real: Re √(1 − x²).
func branches(n *expr.Node) bool {
	return contains(n, func(m *expr.Node) bool {
		switch m.Op {
		case expr.OpPow:
			return !isNumber(m.Args[1]) || !m.Args[1].Rat.IsInt()
		case expr.OpApply:
			return slices.Contains([]string{"log", "asin", "acos", "atanh", "acosh", "sqrt"}, m.Name)
		default:
			return false
		}
	})
}

// repeatedModulus is z in |z|·|z|.
func repeatedModulus(n *expr.Node) *expr.Node {
	for i, a := range n.Args {
		if a.Op == expr.OpApply && a.Name == "abs" && len(a.Args) == 1 && slices.Contains(n.Args[:i], a) {
			return a.Args[0]
		}
	}
	return nil
}

// withoutConjugation is the name of what a name with a star, or with a bar, may be the conjugate of.
func withoutConjugation(name string, bars bool) string {
	if s, ok := strings.CutSuffix(name, "^{*}"); ok {
		return s
	}
	for _, bar := range []string{`\bar{`, `\overline{`} {
		if s, ok := strings.CutPrefix(name, bar); ok && bars {
			inner, rest, _ := strings.Cut(s, "}")
			return inner + rest
		}
	}
	return ""
}

// isEven reports whether an exponent is an even number.
func isEven(n *expr.Node) bool {
	k, ok := smallInt(n)
	return ok && k != 0 && k%2 == 0
}

// unsaidOf reports whether the problem says nothing of a symbol, and its spelling nothing either.
func (g *grading) unsaidOf(s *expr.Node) bool {
	_, declared := g.quality[s]
	return !declared && !looksLikeVector(s.Name) && boldNumber(s.Name) == ""
}

// valuesIn are the symbols and the values of functions that an expression is made of, of which
// nothing is said; what functions depend on is not among them.
func (g *grading) valuesIn(n *expr.Node) []*expr.Node {
	var all []*expr.Node
	var visit func(*expr.Node)
	visit = func(n *expr.Node) {
		switch n.Op {
		case expr.OpSymbol:
			if g.unsaidOf(n) && g.table.Functions[n.Name] == "" && !slices.Contains(all, n) {
				all = append(all, n)
			}
			return
		case expr.OpCall:
			if _, declared := g.quality[g.pool.Symbol(n.Name)]; !declared && !slices.ContainsFunc(all, func(m *expr.Node) bool { return m.Op == expr.OpCall && m.Name == n.Name }) {
				all = append(all, n)
			}
			return
		default:
		}
		for _, a := range n.Args {
			visit(a)
		}
	}
	visit(n)
	return all
}

// complexReadings gives the values of functions an imaginary part, and conjugates what is starred.
func (g *grading) complexReadings(rs []latex.Reading, c *conjugation) []latex.Reading {
	out := slices.Clone(rs)
	complexValue := func(m *expr.Node) *expr.Node {
		return g.pool.Add(m, g.pool.Mul(g.pool.Constant(expr.ConstI), g.pool.MakeNamed(expr.OpCall, m.Name+`_{\mathrm{im}}`, m.Args...)))
	}
	for i := range out {
		out[i].Node = rewrite(g.pool, out[i].Node, func(m *expr.Node) *expr.Node {
			switch {
			case m.Op == expr.OpSymbol && c.starred[m] != nil:
				return c.starred[m]
			case m.Op == expr.OpCall && c.starred[m] != nil:
				return g.pool.Apply("conjugate", complexValue(c.starred[m].Args[0]))
			case m.Op == expr.OpCall && c.functions[m.Name]:
				return complexValue(m)
			}
			return m
		})
	}
	return out
}
