package equal

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// The values of two answers can agree although the answers do not: a chain a = b = c states more
// than its last member, what stands left of the sign may be no name but an equation to solve, a
// condition may leave a part of the domain out, and a definition may give a letter of the problem
// another meaning. claims looks at what an answer says beside its value.

// overclaims is why an agreement of values is no agreement of the answers, or nothing.
func (g *grading) overclaims(ref, cand *expr.Node) string {
	plain := func(n *expr.Node) bool { return !isStatement(n) && n.Op != expr.OpWhere && n.Op != expr.OpPiecewise }
	if plain(ref) && plain(cand) {
		return ""
	}
	// Definitions are looked at as they are written; the rest with them.
	refBody, refDefs := where(g.trailingDefinitions(ref, cand))
	candBody, candDefs := where(g.trailingDefinitions(cand, ref))
	if why := g.restricted(ref, cand, refDefs, candDefs); why != "" {
		return why
	}
	if why := g.redefines(refBody, candBody, refDefs, candDefs); why != "" {
		return why
	}
	if d, err := g.define(refBody, refDefs, nil); err == nil {
		refBody = d
	}
	if d, err := g.define(candBody, candDefs, refBody); err == nil {
		candBody = d
	}
	a, b := g.statedBy(refBody), g.statedBy(candBody)
	if why := g.contradictions(b, refBody, a); why != "" {
		return why
	}
	if len(a) == 1 && len(b) == 1 {
		if why := g.otherLinks(a[0], b[0]); why != "" {
			return why
		}
	}
	return g.unnamed(refBody, candBody, a, b)
}

// chain is a statement m₀ = m₁ = …: its members and the signs between them.
type chain struct {
	members []*expr.Node
	signs   []string
}

func (c chain) value() *expr.Node { return c.members[len(c.members)-1] }

// chainOf reads a relation, or the conjunction that a = b = c is read as.
func chainOf(n *expr.Node) (chain, bool) {
	links := []*expr.Node{n}
	if n.Op == expr.OpAnd {
		links = n.Args
	}
	var c chain
	for i, l := range links {
		if l.Op != expr.OpRelation || len(l.Args) != 2 || !isEquality(l.Name) && l.Name != expr.RelArrow && l.Name != "↦" {
			return chain{}, false
		}
		if i == 0 {
			c.members = append(c.members, l.Args[0])
		} else if l.Args[0] != links[i-1].Args[1] {
			return chain{}, false
		}
		c.members = append(c.members, l.Args[1])
		c.signs = append(c.signs, l.Name)
	}
	return c, len(c.signs) > 0
}

// statedBy are the chains of an answer; of steps that follow from each other the last.
func (g *grading) statedBy(n *expr.Node) []chain {
	if c, ok := chainOf(n); ok {
		return []chain{c}
	}
	var all []chain
	switch n.Op {
	case expr.OpAnd:
		return g.statedBy(n.Args[len(n.Args)-1])
	case expr.OpList, expr.OpTuple, expr.OpOr, expr.OpSet:
		for _, a := range n.Args {
			all = append(all, g.statedBy(a)...)
		}
	default:
	}
	return all
}

// contradictions looks for one in each of the chains that are more than a label and a value.
func (g *grading) contradictions(chains []chain, ref *expr.Node, stated []chain) string {
	if !slices.ContainsFunc(chains, func(c chain) bool { return len(c.members) > 2 }) {
		return ""
	}
	also := map[*expr.Node]bool{} // what the reference states as well
	for _, r := range stated {
		for _, m := range r.members {
			also[m] = true
		}
	}
	ofReference := symbolSet(g.applySolved(ref))
	for _, c := range chains {
		if len(c.members) <= 2 {
			continue // the left side of a single equation has its own rule
		}
		if why := g.contradiction(c, ofReference, also); why != "" {
			return why
		}
	}
	return ""
}

// contradiction is a link of a chain that is refuted, or that is an equation for an unknown.
func (g *grading) contradiction(c chain, ofReference, also map[*expr.Node]bool) string {
	for i := range c.signs {
		if c.signs[i] == expr.RelArrow {
			return "the answer goes from one expression to another: " + g.latex(c.members[i]) + " → " + g.latex(c.members[i+1])
		}
	}
	value := c.value()
	known := symbolSet(g.applySolved(value))
	algebra := g.tensorial(value)
	for i, m := range c.members[:len(c.members)-1] {
		m = g.unbold(m)
		if m == value || also[m] && also[value] {
			continue
		}
		g.charge(costVisit * weight(m, value))
		if i == 0 && g.names(m, value) {
			continue
		}
		if m.Op == expr.OpSymbol && value.Op != expr.OpSymbol && !mentions(value, m) && !algebra {
			continue
		}
		symbols := expr.FreeSymbols(g.applySolved(m))
		extra := 0
		for _, s := range symbols {
			if !known[s] && !ofReference[s] {
				extra++
			}
		}
		switch {
		case algebra || g.tensorial(m):
			if v := g.agree(value, m).Verdict; v == Equivalent || extra > 0 && v != Different {
				continue
			}
		case extra > 0 && value.Op == expr.OpSymbol:
			return "the answer names two quantities: " + g.latex(m) + " and " + g.latex(value)
		case extra > 0 && len(symbols) == 1 && !g.names(m, value):
			return "the answer states an equation for " + g.latex(symbols[0]) + " beside a value: " + g.latex(m) + " = " + g.latex(value)
		case extra > 0, len(symbols) > 1 && len(expr.FreeSymbols(value)) == 0:
			continue // a formula and what it amounts to
		}
		if why := g.twoValues(m, value, c.signs[i:]); why != "" {
			return why
		}
	}
	return ""
}

// twoValues compares two members of a chain that are written in the same symbols.
func (g *grading) twoValues(m, value *expr.Node, signs []string) string {
	approximate := false
	for _, s := range signs {
		approximate = approximate || s == expr.RelApprox
	}
	if approximate && (hasDecimals(m) || hasDecimals(value)) {
		if d := literalDigits(value); d > 0 && (d == 1 || g.roundsTo(m, value, d-1)) || g.ctx.Form.Digits > 0 && g.roundsTo(m, value, g.ctx.Form.Digits) {
			return ""
		}
	}
	if approximate && g.ctx.Form.Order != "" {
		return ""
	}
	r := g.agree(value, m)
	if r.Verdict == Different && !approximate && (hasDecimals(m) || hasDecimals(value)) {
		for _, n := range []*expr.Node{m, value} {
			if d := literalDigits(n); d > 0 && g.roundsTo(m, value, d) {
				return ""
			}
		}
	}
	if r.Verdict != Different {
		return ""
	}
	if approximate {
		return "the answer states two values, one of them as an approximation: " + g.latex(m) + " and " + g.latex(value)
	}
	return "the answer states two values: " + g.latex(m) + " and " + g.latex(value)
}

// agree compares two members of a chain as top compares two answers.
func (g *grading) agree(a, b *expr.Node) Result {
	x, y := g.keepWritten(g.spelledOut(a)), g.keepWritten(g.spelledOut(b))
	r, done := g.withoutValue(x, y)
	if !done {
		r, done = g.inPrimes(x, y)
	}
	if !done {
		r = g.statements(x, y)
	}
	if r.Verdict == Equivalent {
		if why := g.doubtful(a, b); why != "" {
			return undecided(why)
		}
	}
	return r
}

func symbolSet(in ...*expr.Node) map[*expr.Node]bool {
	set := map[*expr.Node]bool{}
	for _, n := range in {
		for _, s := range expr.FreeSymbols(n) {
			set[s] = true
		}
	}
	return set
}

// otherLinks looks for what one of two labelled chains states of a further quantity and the other
// does not: x = 0 and x = y = 0.
func (g *grading) otherLinks(a, b chain) string {
	members := func(c chain) map[*expr.Node]bool {
		all := map[*expr.Node]bool{}
		for _, x := range c.members {
			all[x], all[g.canon(g.applySolved(x))] = true, true
		}
		return all
	}
	// further members name a quantity of their own, or are a condition where they vanish
	further := func(c, other chain, whose string) string {
		known, has := symbolSet(c.value(), other.value()), members(other)
		for _, m := range c.members[1 : len(c.members)-1] {
			if has[m] || has[g.canon(g.applySolved(m))] || m == c.value() {
				continue
			}
			own := m.Op == expr.OpSymbol || m.Op == expr.OpCall || isZero(c.value())
			for _, s := range expr.FreeSymbols(m) {
				if own && !known[s] {
					return whose + " also says what " + g.latex(m) + " is"
				}
			}
		}
		return ""
	}
	if why := further(a, b, "the reference"); why != "" {
		return why
	}
	return further(b, a, "the candidate")
}

// unnamed looks at the left sides of equations that were taken for names of a value.
func (g *grading) unnamed(ref, cand *expr.Node, a, b []chain) string {
	of, whose, bare := b, "the candidate", ref
	switch {
	case len(a) == 0 && len(b) > 0:
	case len(b) == 0 && len(a) > 0:
		of, whose, bare = a, "the reference", cand
	case len(a) == 1 && len(b) == 1:
		return g.approximates(a[0], b[0])
	default:
		return ""
	}
	if isCondition(bare) || bare.Op == expr.OpSetBuilder {
		return ""
	}
	several := ref.Op == expr.OpList || cand.Op == expr.OpList
	for _, c := range of {
		if several && len(of) > 1 && c.members[0].Op == expr.OpSymbol {
			continue
		}
		left, value := c.members[0], c.value()
		if len(c.members) == 2 && !g.names(left, value) && g.names(value, left) && g.statements(bare, left).Verdict == Equivalent {
			left, value = value, left // mc² = E
		}
		switch c.signs[0] {
		case expr.RelArrow:
			return whose + " is a limit or a replacement, " + g.latex(left) + " → " + g.latex(c.members[1]) + ", and the other side a value"
		case "↦":
			if left.Op != expr.OpSymbol || !mentions(value, left) {
				return whose + " is a map, and the other side a value"
			}
			continue
		}
		if q := g.ctx.Form.Quantity; q != "" && whose == "the candidate" {
			if asked, err := g.one(q); err == nil && left.Op == expr.OpSymbol && asked.Op == expr.OpSymbol && g.canon(left) != g.canon(asked) && !g.sameHead(left, asked) {
				return "the candidate is about " + g.latex(left) + " where " + g.latex(asked) + " was asked for"
			}
		}
		if g.names(left, value) || g.identity(left, value) {
			continue
		}
		if c.signs[0] == expr.RelApprox && isNumber(value) && g.statements(bare, left).Verdict == Equivalent {
			continue // a formula and its value
		}
		return whose + " is an equation, " + g.latex(left) + " = " + g.latex(value) + ", whose left side does not name the value"
	}
	return ""
}

// identity reports whether both sides of an equation are the same: a value restated.
func (g *grading) identity(left, value *expr.Node) bool {
	known := symbolSet(value)
	for _, s := range expr.FreeSymbols(g.applySolved(left)) {
		if !known[s] && !mentions(g.applySolved(value), s) {
			return left.HasOp(expr.OpIntegral) || left.HasOp(expr.OpSum) || left.HasOp(expr.OpProduct) || left.HasOp(expr.OpLimit)
		}
	}
	r := g.agree(value, left)
	switch r.Verdict {
	case Equivalent:
		return true
	case Undecided:
		return containsOp(left, expr.OpIntegral, expr.OpSum, expr.OpProduct, expr.OpLimit, expr.OpIndexed, expr.OpSlashed, expr.OpDerivative) ||
			value.HasOp(expr.OpBigO)
	default:
	}
	if g.ctx.Form.Order != "" {
		return true // an expansion
	}
	for _, n := range []*expr.Node{left, value} {
		if d := literalDigits(n); d > 0 && g.roundsTo(left, value, d) {
			return true
		}
	}
	return false
}

// approximates: y ≈ x² where the reference says y = x².
func (g *grading) approximates(a, b chain) string {
	exact := func(c chain) bool {
		for _, s := range c.signs {
			if s == expr.RelApprox {
				return false
			}
		}
		return true
	}
	last := b.signs[len(b.signs)-1]
	if last != expr.RelApprox || !exact(a) || len(b.signs) > 1 || g.ctx.Form.Digits > 0 || hasDecimals(a.value()) || hasDecimals(b.value()) || hasDecimals(b.members[0]) {
		return ""
	}
	return "the candidate states as an approximation what the reference states as an equation"
}

// names reports whether the left side of an equation names what stands on the right: a symbol, a
// function of symbols, a derivative or a rate, a matrix element, the square of an amplitude, a
// ratio to a reference value. A function of its argument, a power, a product, a reciprocal are
// something to solve for the quantity that is in them.
func (g *grading) names(n, value *expr.Node) bool {
	if n.Op == expr.OpSymbol && value.Op == expr.OpSymbol && isSister(n.Name, value.Name) {
		return false
	}
	own := false
	has := atoms(value)
	for a := range atoms(n) {
		own = own || !has[a]
	}
	if !own {
		return false
	}
	switch n.Op {
	case expr.OpSymbol:
		return !mentions(value, n) && !shiftedIndex(n.Name, value) && (!dotted(n.Name) || g.isAnother(n.Name, value))
	case expr.OpIndexed, expr.OpExpectation, expr.OpCommutator, expr.OpAnticommutator, expr.OpDerivative, expr.OpBra, expr.OpKet, expr.OpText:
		return true
	case expr.OpCall:
		return !shiftedIndex(n.Name, value) && !shiftedArgument(n, value)
	case expr.OpApply:
		return g.namesApplied(n)
	case expr.OpTuple, expr.OpList, expr.OpMatrix, expr.OpSet:
		for _, a := range n.Args {
			if !g.names(a, value) {
				return false
			}
		}
		return len(n.Args) > 0
	case expr.OpPow:
		return g.namesPower(n, value)
	case expr.OpMul:
		return g.namesProduct(n, value)
	case expr.OpAdd, expr.OpNumber, expr.OpConstant, expr.OpPrime, expr.OpRelation, expr.OpPlusMinus:
		return false
	default:
		return containsOp(n, expr.OpBra, expr.OpKet, expr.OpDerivative, expr.OpNabla, expr.OpPartial) || n.Op == expr.OpDot || n.Op == expr.OpCross || n.Op == expr.OpDagger
	}
}

// atoms are the letters and the names of functions in n, without indices.
func atoms(n *expr.Node) map[string]bool {
	all := map[string]bool{}
	expr.Walk(n, func(m *expr.Node) bool {
		switch m.Op {
		case expr.OpUpper, expr.OpLower:
			return false
		case expr.OpSymbol, expr.OpCall, expr.OpText:
			all[m.Name] = true
		case expr.OpBra, expr.OpKet, expr.OpCommutator:
			all[m.Op.String()] = true
		default:
		}
		return true
	})
	return all
}

// isSister: m_e and m_μ, x and x′.
func isSister(a, b string) bool {
	head := func(s string) string {
		h, _, _ := strings.Cut(strings.TrimRight(s, "'"), "_")
		return h
	}
	return head(a) == head(b)
}

// namesApplied: a trace, a determinant, the length of a vector, but not a sine or a logarithm.
func (g *grading) namesApplied(n *expr.Node) bool {
	switch n.Name {
	case "trace", "tr", "det", "determinant", "rank", "dim", "transpose", "adjoint":
		return true
	case "abs", "norm":
		a := n.Args[0]
		return a.Op == expr.OpSymbol && (g.isVector(a) || looksLikeVector(a.Name) || strings.HasPrefix(a.Name, `\mathcal`)) || containsOp(a, expr.OpBra, expr.OpKet)
	case "min", "max", "arg", "re", "im":
		return n.Args[0].Op == expr.OpSymbol && n.Name != "min" && n.Name != "max"
	}
	return n.HasOp(expr.OpRelation)
}

// namesPower: |𝓜|², the weight v_k² of an index, p² of a vector, ds², J^P of a parity.
func (g *grading) namesPower(n, value *expr.Node) bool {
	base := n.Args[0]
	if base.Op == expr.OpSymbol && (n.Args[1].Op == expr.OpSymbol || n.Args[1].Op == expr.OpMul) && value.Op == expr.OpSymbol && value.Name[0] >= '0' && value.Name[0] <= '9' {
		return true // J^P = 1⁺
	}
	if !isInt(n.Args[1], 2) {
		return containsOp(n, expr.OpBra, expr.OpKet)
	}
	switch base.Op {
	case expr.OpApply:
		if base.Name != "abs" {
			return false
		}
		a := base.Args[0]
		if a.Op == expr.OpSymbol || a.Op == expr.OpCall {
			return len(a.Name) > 1 || a.Name >= "A" && a.Name <= "Z" || a.Op == expr.OpCall
		}
		return containsOp(a, expr.OpBra, expr.OpKet)
	case expr.OpSymbol:
		if g.isVector(base) || isDifferential(base) {
			return true
		}
		_, index, ok := strings.Cut(base.Name, "_")
		if !ok {
			return false
		}
		for _, s := range expr.FreeSymbols(value) {
			if s.Op == expr.OpSymbol && strings.HasSuffix(s.Name, "_"+index) {
				return true
			}
		}
		return false
	default:
		return containsOp(n, expr.OpBra, expr.OpKet, expr.OpExpectation, expr.OpIndexed)
	}
}

// namesProduct: k_BT, ⟨a|H|b⟩, p/p_0, a phase 2πη, Δx and ds²; of reciprocals the wave number,
// the power of a lens and their like, with factors that stand on the right as well.
func (g *grading) namesProduct(n, value *expr.Node) bool {
	if containsOp(n, expr.OpBra, expr.OpKet, expr.OpIndexed, expr.OpNabla, expr.OpPartial, expr.OpSlashed, expr.OpDot, expr.OpCross, expr.OpExpectation) {
		return n.Args[0].Op != expr.OpNumber
	}
	var over, under, numbers []*expr.Node
	for _, f := range n.Args {
		switch {
		case f.Op == expr.OpPow && isInt(f.Args[1], -1):
			under = append(under, f.Args[0])
		case f.Op == expr.OpNumber || f.Op == expr.OpConstant:
			numbers = append(numbers, f)
		default:
			over = append(over, f)
		}
	}
	if len(numbers) == 0 && len(over) == 1 && len(under) == 1 && isChangeOf(over[0], under[0]) {
		return true
	}
	if len(numbers) > 0 && len(under) == 0 && len(over) == 1 && over[0].Op == expr.OpSymbol && !mentions(value, over[0]) {
		for _, c := range numbers { // 2πη = 2πα…
			if isConstant(c, expr.ConstPi) {
				return contains(value, func(m *expr.Node) bool { return m == c })
			}
		}
	}
	if len(numbers) > 0 && !(len(numbers) == 1 && isInt(numbers[0], 1)) {
		return false
	}
	switch {
	case len(under) == 0 && len(over) == 2:
		a, b := over[0], over[1]
		if a.Op == expr.OpSymbol && b.Op == expr.OpSymbol && quantum(a.Name, b.Name) {
			return !mentions(value, b)
		}
		if a.Op == expr.OpSymbol && (a.Name == `\Delta` || a.Name == `\delta` || a.Name == "d") {
			return b.Op == expr.OpSymbol || b.Op == expr.OpCall || b.Op == expr.OpPow && b.Args[0].Op == expr.OpSymbol && a.Name == "d"
		}
	case len(under) == 1 && len(over) == 1:
		if a, b := over[0], under[0]; (a.Op == expr.OpSymbol || a.Op == expr.OpCall) && (b.Op == expr.OpSymbol || b.Op == expr.OpCall) {
			x, _, _ := strings.Cut(a.Name, "_")
			y, _, _ := strings.Cut(b.Name, "_")
			if x == y && a != b {
				return true
			}
		}
	}
	if len(under) != 1 || !reciprocals[under[0].Name] || under[0].Op != expr.OpSymbol || mentions(value, under[0]) {
		return false
	}
	for _, f := range over {
		if f.Op != expr.OpSymbol || !mentions(value, f) {
			return false
		}
	}
	return true
}

// quantum: k_BT, ħω and hν are one energy each, ħk one momentum.
func quantum(a, b string) bool {
	head, _, _ := strings.Cut(b, "_")
	switch a {
	case "k_B":
		return true
	case `\hbar`:
		return head == `\omega` || head == `\Omega` || head == "k"
	case "h":
		return head == `\nu` || head == "f"
	}
	return false
}

// reciprocals are the letters whose reciprocal is a quantity by itself: a wave number, the power
// of a lens, a rate, a mean free path.
var reciprocals = map[string]bool{`\lambda`: true, "f": true, `\tau`: true, `\ell`: true}

// dotted names are derivatives: ẏ = x² is an equation of motion, y′ the derivative or another y.
func dotted(name string) bool {
	return strings.HasPrefix(name, `\dot{`) || strings.HasPrefix(name, `\ddot{`) || strings.HasSuffix(name, "'")
}

// isAnother: E′ is the energy afterwards where the value has an E that is no function: E′ = E/2.
func (g *grading) isAnother(name string, value *expr.Node) bool {
	plain := strings.TrimRight(name, "'")
	if plain == name {
		return false
	}
	s := g.pool.Symbol(plain)
	return mentions(value, s) && !slices.ContainsFunc(reachable(value), func(m *expr.Node) bool { return m.Op == expr.OpCall && m.Name == plain })
}

// shiftedIndex: a_{n+1} or a_{2n}, where the value is one of n.
func shiftedIndex(name string, value *expr.Node) bool {
	_, index, ok := strings.Cut(name, "_")
	if !ok || !strings.ContainsAny(index, "0123456789") {
		return false
	}
	for _, s := range expr.FreeSymbols(value) {
		if s.Op == expr.OpSymbol && len(s.Name) > 0 && strings.Contains(index, s.Name) {
			return true
		}
	}
	return false
}

// shiftedArgument: f(2x), f(x+1) or f(−x), where the value is one of x.
func shiftedArgument(call, value *expr.Node) bool {
	for _, a := range call.Args {
		if a.Op != expr.OpMul && a.Op != expr.OpAdd && !(a.Op == expr.OpPow && isInt(a.Args[1], -1)) {
			continue
		}
		numbers := a.Op == expr.OpPow
		for _, f := range a.Args {
			numbers = numbers || f.Op == expr.OpNumber || f.Op == expr.OpMul && len(f.Args) > 0 && f.Args[0].Op == expr.OpNumber && len(a.Args) == 1
		}
		if !numbers {
			continue
		}
		for _, s := range expr.FreeSymbols(a) {
			if mentions(value, s) {
				return true
			}
		}
	}
	return false
}
