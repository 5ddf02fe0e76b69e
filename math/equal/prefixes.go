package equal

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/latex"
)

// prefixesOf decides for a whole pair what a d, δ or Δ directly before a letter is: part of
// the name of a differential, variation or difference, or a factor of its own. A letter that is
// declared, or that is a term of a sum anywhere, is a quantity; one that never stands alone, and
// stands before two letters or is set off as in x\,dy, is none; else there are two readings.
func prefixesOf(p Pair, c *Context) map[string]latex.Prefix {
	if p.Syntax != "" && p.Syntax != "latex" {
		return nil
	}
	var modes map[string]latex.Prefix
	uses := map[string][]*latex.PrefixUse{}
	look := func(text string, relation bool) {
		for name, u := range latex.PrefixUses(text) {
			if relation && u.Alone && isSideOf(name, text) {
				u.Term = true
			}
			uses[name] = append(uses[name], u)
		}
	}
	look(p.Reference, false)
	look(p.Candidate, false)
	if len(uses) == 0 {
		return nil
	}
	for _, t := range slices.Concat(c.Relations, c.Constraints) {
		look(t, true)
	}
	for name, all := range uses {
		if modes == nil {
			modes = map[string]latex.Prefix{}
		}
		modes[name] = prefixOf(all, declares(c, name))
	}
	return modes
}

func prefixOf(uses []*latex.PrefixUse, declared bool) latex.Prefix {
	before, alone, term, certain := false, false, false, false
	for _, u := range uses {
		before = before || len(u.Before) > 0 || u.Marked
		alone, term = alone || u.Alone, term || u.Term
		certain = certain || u.Marked || len(u.Before) > 1
	}
	switch {
	case declared || term:
		return latex.PrefixFactor
	case alone:
		return latex.PrefixEither
	case certain && before:
		return latex.PrefixName
	default:
		return latex.PrefixEither
	}
}

// declares reports whether the context speaks of a letter by itself.
func declares(c *Context, name string) bool {
	same := func(s string) bool {
		n, err := latex.CanonicalName(s)
		return err == nil && n == name
	}
	for s := range c.Symbols {
		if same(s) {
			return true
		}
	}
	for s := range c.Functions {
		if same(s) {
			return true
		}
	}
	for s := range c.Tensors {
		if same(s) {
			return true
		}
	}
	for _, group := range c.Synonyms {
		if slices.ContainsFunc(group, same) {
			return true
		}
	}
	return string(c.Dimension) == name
}

// isSideOf: the letter is a side of a relation or of a bound.
func isSideOf(name, text string) bool {
	for _, sign := range []string{`\leq`, `\geq`, `\le`, `\ge`, `\ll`, `\gg`, "<", ">"} {
		text = strings.ReplaceAll(text, sign, "=")
	}
	return slices.ContainsFunc(strings.Split(text, "="), func(s string) bool { return strings.TrimSpace(s) == name })
}

// inherit gives differentials and differences what is declared of their letters: those of
// complex numbers are complex, those of vectors vectors.
func (g *grading) inherit(readings ...[]latex.Reading) {
	if len(g.table.Prefixes) == 0 {
		return
	}
	for _, rs := range readings {
		for _, r := range rs {
			for _, s := range expr.FreeSymbols(r.Node) {
				if _, rest, ok := latex.CutPrefix(s.Name); ok && g.quality[s] == 0 {
					g.quality[s] |= g.quality[g.pool.Symbol(rest)] & (qComplex | qVector | qMatrix | qOperator)
				}
			}
		}
	}
}

// isDifferential reports whether a symbol is dx, δx or Δx.
func isDifferential(n *expr.Node) bool {
	if n.Op != expr.OpSymbol {
		return false
	}
	_, _, ok := latex.CutPrefix(n.Name)
	return ok
}

// isChangeOf reports whether n is dx, δx or Δx of the symbol x, so that n/x is a relative change.
func isChangeOf(n, x *expr.Node) bool {
	if n.Op != expr.OpSymbol || x.Op != expr.OpSymbol {
		return false
	}
	_, rest, ok := latex.CutPrefix(n.Name)
	return ok && rest == x.Name
}

// quotients writes dy/dx, read as a derivative of a letter, as a quotient where differentials
// stand on either side: dy/dx = x says the same as dy = x dx.
func (g *grading) quotients(ref, cand *expr.Node) (*expr.Node, *expr.Node) {
	if g.table.Prefixes["d"] == latex.PrefixOwn {
		return ref, cand
	}
	is := func(n *expr.Node) bool { return strings.HasPrefix(n.Name, "d") && isDifferential(n) }
	a, b := contains(ref, is), contains(cand, is)
	if !a && !b {
		return ref, cand
	}
	to := func(n *expr.Node) *expr.Node {
		if !n.HasOp(expr.OpDerivative) {
			return n
		}
		return rewrite(g.pool, n, func(m *expr.Node) *expr.Node {
			if m.Op != expr.OpDerivative || m.Name != "total" || len(m.Args) != 3 || m.Args[0].Op != expr.OpSymbol || m.Args[1].Op != expr.OpSymbol || !isInt(m.Args[2], 1) {
				return m
			}
			of := func(s *expr.Node) *expr.Node { return g.pool.Symbol(latex.PrefixedName("d", s.Name, g.isVector(s))) }
			return builder{g.pool}.div(of(m.Args[0]), of(m.Args[1]))
		})
	}
	return to(ref), to(cand)
}

// differentials takes back a difference that rests on differentials being independent where
// they may not be: the problem relates their letters, or a letter under d may be constant.
func (g *grading) differentials(ref, cand *expr.Node, r Result) Result {
	if r.Verdict != Different {
		return g.expandedIdentity(ref, cand, r)
	}
	var bases []*expr.Node
	for _, s := range sortedSymbols(ref, cand) {
		if _, rest, ok := latex.CutPrefix(s.Name); ok {
			bases = append(bases, g.pool.Symbol(rest))
		}
	}
	if len(bases) == 0 {
		return r
	}
	for _, n := range g.relations {
		for _, s := range expr.FreeSymbols(n) {
			if slices.Contains(bases, s) {
				return undecided("different, unless the relations of the problem, which hold for the differentials too, make them equal: " + r.Message)
			}
		}
	}
	if c := g.heldConstant(ref, cand); c != "" {
		return undecided("equal if " + c + " is constant, which the problem does not state")
	}
	return r
}

// expandedIdentity: d(xy) = x dy + y dx holds identically, another equation does not.
func (g *grading) expandedIdentity(ref, cand *expr.Node, r Result) Result {
	equation := func(n *expr.Node) bool { return n.Op == expr.OpRelation && isEquality(n.Name) && len(n.Args) == 2 }
	if r.Verdict != Undecided || !equation(ref) || !equation(cand) || !contains(ref, isDifferential) || !ref.HasOp(expr.OpDerivative) && !cand.HasOp(expr.OpDerivative) {
		return r
	}
	a, b := g.scalars(ref.Args[0], ref.Args[1]), g.scalars(cand.Args[0], cand.Args[1])
	if a.Verdict == Equivalent && b.Verdict == Different || a.Verdict == Different && b.Verdict == Equivalent {
		return Result{Verdict: Different, Method: methodStructure, Message: "one of the equations holds identically, the other does not"}
	}
	return r
}

// heldConstant names the letters whose differentials come only from expanding d(…), if the
// sides are equal without these.
func (g *grading) heldConstant(ref, cand *expr.Node) string {
	expanded := func(n *expr.Node) (out []*expr.Node) {
		expr.Walk(n, func(m *expr.Node) bool {
			if m.Op == expr.OpMul && len(m.Args) == 2 && m.Args[0].Op == expr.OpDerivative && m.Args[0].Name == "partial" && isDifferential(m.Args[1]) {
				out = append(out, m.Args[1])
			}
			return true
		})
		return out
	}
	zero := map[*expr.Node]*expr.Node{}
	var names []string
	drop := func(from []*expr.Node, other *expr.Node) {
		for _, d := range from {
			if !mentions(other, d) && zero[d] == nil {
				zero[d] = g.pool.Int(0)
				_, rest, _ := latex.CutPrefix(d.Name)
				names = append(names, rest)
			}
		}
	}
	drop(expanded(ref), cand)
	drop(expanded(cand), ref)
	if len(zero) == 0 {
		return ""
	}
	a, b := expr.Subst(g.pool, ref, zero), expr.Subst(g.pool, cand, zero)
	if g.answers(a, b).Verdict != Equivalent {
		return ""
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// alongPath writes 𝐅·d𝐫 as F_x dx + F_y dy + F_z dz, if the other side has F_x and dx.
func (g *grading) alongPath(n, other *expr.Node) *expr.Node {
	if len(g.table.Prefixes) == 0 || !n.HasOp(expr.OpDot) {
		return n
	}
	position := func(m *expr.Node) bool {
		_, rest, ok := latex.CutPrefix(m.Name)
		return ok && m.Op == expr.OpSymbol && (unbolded(rest) == "r" || unbolded(rest) == "x" || unbolded(rest) == `\ell` || unbolded(rest) == "l")
	}
	return rewrite(g.pool, n, func(m *expr.Node) *expr.Node {
		if m.Op != expr.OpDot {
			return m
		}
		v, d := m.Args[0], m.Args[1]
		if !position(d) {
			v, d = d, v
		}
		if !position(d) || v.Op != expr.OpSymbol || unbolded(v.Name) == v.Name {
			return m
		}
		prefix, _, _ := latex.CutPrefix(d.Name)
		var terms []*expr.Node
		seen := false
		for _, c := range []string{"x", "y", "z"} {
			component, along := g.pool.Symbol(unbolded(v.Name)+"_"+c), g.pool.Symbol(latex.PrefixedName(prefix, c, false))
			seen = seen || mentions(other, component) && mentions(other, along)
			terms = append(terms, builder{g.pool}.mul(component, along))
		}
		if !seen {
			return m
		}
		return builder{g.pool}.add(terms...)
	})
}

// unbolded is the letter of a vector in bold type or with an arrow.
func unbolded(name string) string {
	for _, font := range []string{`\mathbf{`, `\boldsymbol{`, `\vec{`, `\bm{`} {
		if rest, ok := strings.CutPrefix(name, font); ok && strings.HasSuffix(rest, "}") {
			return strings.TrimSuffix(rest, "}")
		}
	}
	return name
}

// laplacians takes back a difference of ∇² on one side and Δ on the other, if Δ as the Laplacian
// makes them equal.
func (g *grading) laplacians(ref, cand *expr.Node, r Result) Result {
	if r.Verdict != Different || ref.HasOp(expr.OpNabla) == cand.HasOp(expr.OpNabla) {
		return r
	}
	a, b := g.withLaplacian(ref), g.withLaplacian(cand)
	if a == ref && b == cand || g.answers(a, b).Verdict != Equivalent {
		return r
	}
	return undecided("equal if \\Delta is the Laplacian, which the problem does not state")
}

func (g *grading) withLaplacian(n *expr.Node) *expr.Node {
	delta := func(m *expr.Node) bool { return m.Op == expr.OpSymbol && m.Name == `\Delta` }
	return rewrite(g.pool, n, func(m *expr.Node) *expr.Node {
		switch m.Op {
		case expr.OpSymbol:
			if prefix, rest, ok := latex.CutPrefix(m.Name); ok && prefix == `\Delta` {
				return g.pool.Apply("laplacian", g.pool.Symbol(rest))
			}
		case expr.OpMul:
			if at := slices.IndexFunc(m.Args, delta); at >= 0 && at+1 < len(m.Args) {
				return g.product(append(slices.Clone(m.Args[:at]), g.pool.Apply("laplacian", g.product(m.Args[at+1:]))))
			}
		default:
		}
		return m
	})
}
