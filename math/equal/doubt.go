package equal

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// zeroAbove is the infinitesimal of a prescription, the symbol that 0^+ is read as.
const zeroAbove = "0^{+}"

// prescribed reads the i0 of 1/(x+i0) as i0⁺: as a number it would vanish, and with it the side
// of the pole or of the cut. 0i, with the zero in front, is the number.
func (g *grading) prescribed(n *expr.Node) *expr.Node {
	if !n.HasFact(expr.FactZero) || !containsAmong(n, func(m *expr.Node) bool { return infinitesimal(m) >= 0 }, expr.OpMul) {
		return n
	}
	return rewrite(g.pool, n, func(m *expr.Node) *expr.Node {
		k := infinitesimal(m)
		if k < 0 {
			return m
		}
		args := slices.Clone(m.Args)
		args[k] = g.pool.Symbol(zeroAbove)
		return g.pool.Make(expr.OpMul, args...)
	})
}

// infinitesimal is the position of the zero in a product i·0, −1 elsewhere.
func infinitesimal(n *expr.Node) int {
	if n.Op != expr.OpMul {
		return -1
	}
	for k := 1; k < len(n.Args); k++ {
		before := n.Args[k-1]
		if isInt(n.Args[k], 0) && isConstant(before, expr.ConstI) {
			return k
		}
	}
	return -1
}

// approached settles a difference that was seen at a finite value of 0⁺: it stands if the limits
// differ as well. Where they agree the sides may still differ by a δ function.
func (g *grading) approached(ref, cand *expr.Node, r Result) Result {
	if r.Verdict != Different || r.Evidence.Witness == nil {
		return r
	}
	if e := g.infinitesimalLetter(ref, cand); e != nil {
		with, zero := map[*expr.Node]*expr.Node{e: g.pool.Symbol(zeroAbove)}, g.pool.Symbol(zeroAbove)
		a, b := g.besideCuts(expr.Subst(g.pool, ref, with), zero), g.besideCuts(expr.Subst(g.pool, cand, with), zero)
		if a != nil && b != nil && g.answers(a, b).Verdict == Equivalent {
			r.Evidence.Condition = "for " + g.latex(e) + " → 0⁺"
			return Result{Verdict: Undecided, Method: r.Method, Evidence: r.Evidence, Message: "equal in the limit " + g.latex(e) + " → 0⁺; " + r.Message}
		}
		return r
	}
	if _, seen := r.Evidence.Witness.At[zeroAbove]; !seen {
		return r
	}
	zero := g.pool.Symbol(zeroAbove)
	to := func(n *expr.Node) *expr.Node {
		if !mentions(n, zero) {
			return n
		}
		return g.pool.MakeNamed(expr.OpLimit, "+", n, zero, g.pool.Int(0))
	}
	if a, b := g.besideCuts(ref, zero), g.besideCuts(cand, zero); a != nil && b != nil {
		return g.answers(a, b)
	}
	if l := g.answers(to(ref), to(cand)); l.Verdict == Different {
		return l
	}
	return undecided("the sides differ while 0⁺ is finite, and agree, or cannot be compared, in the limit: they may differ by δ functions or on a cut")
}

// infinitesimalLetter is an undeclared ε that stands on one side only, behind an i.
func (g *grading) infinitesimalLetter(ref, cand *expr.Node) *expr.Node {
	for _, name := range []string{`\epsilon`, `\varepsilon`} {
		e := g.pool.Symbol(name)
		if g.quality[e].has(qDeclared) || mentions(ref, e) == mentions(cand, e) {
			continue
		}
		for _, n := range []*expr.Node{ref, cand} {
			if contains(n, func(m *expr.Node) bool {
				return m.Op == expr.OpMul && slices.Contains(m.Args, e) && slices.ContainsFunc(m.Args, func(a *expr.Node) bool { return isConstant(a, expr.ConstI) })
			}) {
				return e
			}
		}
	}
	return nil
}

// doubtful looks for what an agreement of values or of products cannot show, and takes the
// verdict back: limits that make distributions, limits whose order matters, jumps, products
// whose factors do not commute although no letter says so, units of different kinds.
func (g *grading) doubtful(ref, cand *expr.Node) string {
	for _, n := range []*expr.Node{ref, cand} {
		if containsAmong(n, oneSidedValue, expr.OpCall) {
			return "a value beside a jump, f(x±0), is written with a zero whose sign is not read"
		}
	}
	if ref == cand {
		return ""
	}
	for _, n := range []*expr.Node{ref, cand} {
		if containsAmong(n, iteratedLimit, expr.OpLimit) {
			return "limits in another order may have other values, and one of them was computed without a proof"
		}
		if containsAmong(n, prescriptionLimit, expr.OpLimit) {
			return "the limit agrees away from its poles; at them it may be a δ function"
		}
	}
	if pointSource(ref) && !cand.HasOp(expr.OpNabla) || pointSource(cand) && !ref.HasOp(expr.OpNabla) {
		return "the sides agree away from the origin; there a derivative may be a δ function"
	}
	if a, b := antiderivativesBy(ref), antiderivativesBy(cand); len(a) > 0 && len(b) > 0 && !slices.Equal(a, b) {
		return "integrals without limits are functions of their variables, which differ"
	}
	if isZero(cand) && steppedDerivative(ref) || isZero(ref) && steppedDerivative(cand) {
		return "the derivative vanishes away from the jumps; at them it may be a δ function"
	}
	if !sameFactors(g.directProducts(ref), g.directProducts(cand)) {
		return "the factors of a product of sets are in another order"
	}
	if !sameFactors(g.bilinears(ref), g.bilinears(cand)) {
		return "spinors are in another order: a number against a matrix"
	}
	if g.exchangedBrackets(ref, cand) {
		return "a pair in braces in another order: as a Poisson bracket it has the other sign"
	}
	if !sameFactors(g.elements(ref), g.elements(cand)) {
		return "matrix elements of letters that may be operators, between other states"
	}
	if a, b := g.covariantOperands(ref), g.covariantOperands(cand); len(a) > 0 && len(b) > 0 && !slices.Equal(a, b) {
		return "equal if the letters beside the covariant derivative are constant, which the problem does not state"
	}
	if a, b := g.appliedToZero(ref), g.appliedToZero(cand); !slices.Equal(a, b) {
		return "the values at zero, if a zero in brackets is an argument: " + strings.Join(append(a, b...), ", ")
	}
	if why := g.orderedLetters(ref, cand); why != "" {
		return why
	}
	if a, b := otherKindOfUnit(ref, cand); a != "" {
		return a + " and " + b + " have the same dimension, and are units of different quantities"
	}
	return ""
}

// oneSidedValue: f(x+0), f(x−0).
func oneSidedValue(n *expr.Node) bool {
	return n.Op == expr.OpCall && slices.ContainsFunc(n.Args, func(a *expr.Node) bool {
		return a.Op == expr.OpAdd && isInt(a.Args[len(a.Args)-1], 0)
	})
}

// iteratedLimit: a limit of a limit.
func iteratedLimit(n *expr.Node) bool { return n.Op == expr.OpLimit && n.Args[0].HasOp(expr.OpLimit) }

// prescriptionLimit: the limit ε → 0 of something with 1/(x+iε).
func prescriptionLimit(n *expr.Node) bool {
	if n.Op != expr.OpLimit || infinite(n.Args[2]) != 0 {
		return false
	}
	v := n.Args[1]
	return containsAmong(n.Args[0], func(m *expr.Node) bool {
		if m.Op != expr.OpPow || m.Args[1].Op != expr.OpNumber || m.Args[1].Rat.Sign() >= 0 {
			return false
		}
		symbols := expr.FreeSymbols(m.Args[0])
		return len(symbols) > 1 && slices.Contains(symbols, v) && contains(m.Args[0], func(i *expr.Node) bool {
			return isConstant(i, expr.ConstI)
		})
	}, expr.OpPow)
}

// pointSource: the Laplacian or the divergence of something with 1/r, 1/|r|, r/r³ or ln r.
func pointSource(n *expr.Node) bool {
	second := containsAmong(n, func(m *expr.Node) bool {
		switch m.Op {
		case expr.OpPow:
			return m.Args[0].Op == expr.OpNabla
		case expr.OpDot:
			return m.Args[0].Op == expr.OpNabla
		default:
			return false
		}
	}, expr.OpNabla)
	return second && contains(n, func(m *expr.Node) bool {
		switch {
		case m.Op == expr.OpPow && m.Args[1].Op == expr.OpNumber && m.Args[1].Rat.Sign() < 0:
			b := m.Args[0]
			if b.Op == expr.OpPow {
				b = b.Args[0]
			}
			return radius(b)
		case m.Op == expr.OpApply && m.Name == "log":
			return contains(m, radius)
		default:
			return false
		}
	})
}

// antiderivativesBy are the variables of the integrals without limits in n.
func antiderivativesBy(n *expr.Node) []string {
	if !n.HasOp(expr.OpIntegral) {
		return nil
	}
	var names []string
	expr.Walk(n, func(m *expr.Node) bool {
		if m.Op == expr.OpIntegral && len(m.Args) == 2 && m.Name == "" && m.Args[1].Op == expr.OpSymbol {
			names = append(names, m.Args[1].Name)
		}
		return true
	})
	return distinct(names)
}

// steppedDerivative: the derivative of something with a modulus, a sign or steps.
func steppedDerivative(n *expr.Node) bool {
	return containsAmong(n, func(m *expr.Node) bool {
		return m.Op == expr.OpDerivative && contains(m.Args[0], func(f *expr.Node) bool {
			return f.Op == expr.OpApply && slices.Contains([]string{"abs", "sign", "floor", "ceiling", "heaviside", "max", "min", "mod"}, f.Name)
		})
	}, expr.OpDerivative)
}

// radius: r, or the modulus of a vector.
func radius(n *expr.Node) bool {
	return n.Op == expr.OpSymbol && n.Name == "r" || n.Op == expr.OpApply && n.Name == "abs"
}

// directProducts are the products of sets, with their factors as they are written.
func (g *grading) directProducts(n *expr.Node) []string {
	letters := g.ctx.Kind == "set" || g.ctx.Kind == "interval"
	var all []string
	expr.Walk(n, func(m *expr.Node) bool {
		if m.Op != expr.OpMul {
			return m.HasOp(expr.OpMul)
		}
		sets := 0
		var written strings.Builder
		for _, a := range m.Args {
			switch {
			case a.Op == expr.OpSymbol && (letters || strings.HasPrefix(a.Name, `\mathbb`)),
				a.Op == expr.OpInterval, a.Op == expr.OpTuple, a.Op == expr.OpSet, a.Op == expr.OpUnion:
				sets++
				written.WriteString(g.latex(a) + " × ")
			}
		}
		if sets > 1 {
			all = append(all, written.String())
		}
		return true
	})
	return distinct(all)
}

// bilinears are the products ψ̄…χ in n, and what is left of spinors that stand the other way.
// Numbers made of two spinors may be exchanged; a column in front of a row is a matrix.
func (g *grading) bilinears(n *expr.Node) []string {
	var all []string
	expr.Walk(n, func(m *expr.Node) bool {
		if m.Op != expr.OpMul {
			return m.HasOp(expr.OpMul)
		}
		row, rest := "", ""
		for _, a := range m.Args {
			name, barred := g.spinor(a, m.Args)
			switch {
			case name == "":
			case barred && row == "":
				row = name
			case barred:
				rest += row + " "
				row = name
			case row != "":
				all = append(all, row+" | "+name)
				row = ""
			default:
				rest += name + " "
			}
		}
		if rest += row; strings.Contains(rest, "~") {
			all = append(all, rest)
		}
		return true
	})
	return distinct(all)
}

// spinor names a spinor among factors, with a tilde in front of a row.
func (g *grading) spinor(n *expr.Node, factors []*expr.Node) (name string, barred bool) {
	letter := n
	switch {
	case n.Op == expr.OpDagger || n.Op == expr.OpTranspose:
		letter, barred = n.Args[0], true
	case n.Op == expr.OpPow && n.Args[1].Op == expr.OpSymbol && n.Args[1].Name == "T":
		letter, barred = n.Args[0], true
	}
	if letter.Op != expr.OpSymbol && letter.Op != expr.OpCall || g.quality[letter].has(qReal|qComplex) {
		return "", false
	}
	base := letter.Name
	if rest, ok := strings.CutPrefix(base, `\bar{`); ok {
		base, barred = strings.Replace(rest, "}", "", 1), true
	}
	stem, _, _ := strings.Cut(base, "_")
	switch stem {
	case `\psi`, `\Psi`, `\chi`:
	case "u", "v", "q", "Q", "d", "c", `\xi`, `\eta`, `\lambda`, `\nu`, `\ell`:
		if !slices.ContainsFunc(factors, func(f *expr.Node) bool {
			return (f.Op == expr.OpSymbol || f.Op == expr.OpCall) && strings.HasPrefix(f.Name, `\bar{`+stem)
		}) {
			return "", false
		}
	default:
		return "", false
	}
	if letter.Op == expr.OpCall {
		for _, a := range letter.Args {
			base += "(" + g.latex(a) + ")"
		}
	}
	if barred {
		return "~" + base, true
	}
	return base, false
}

// elements are the matrix elements ⟨a|x|b⟩ of letters of which the problem says nothing: as
// numbers these would leave ⟨a|b⟩.
func (g *grading) elements(n *expr.Node) []string {
	if !n.HasOp(expr.OpBra) || !n.HasOp(expr.OpKet) {
		return nil
	}
	var all []string
	expr.Walk(n, func(m *expr.Node) bool {
		if m.Op != expr.OpMul {
			return true
		}
		from, letters := "", ""
		for _, a := range m.Args {
			switch {
			case a.Op == expr.OpBra:
				from, letters = g.latex(a), ""
			case a.Op == expr.OpKet && from != "":
				if letters != "" {
					all = append(all, from+letters+g.latex(a))
				}
				from = ""
			default:
				letters += g.unsaid(a)
			}
		}
		return true
	})
	return distinct(all)
}

// unsaid are the letters of a product, in their order, of which the problem says nothing.
func (g *grading) unsaid(n *expr.Node) string {
	switch {
	case n.Op == expr.OpSymbol && g.quality[n] == 0:
		return " " + n.Name
	case n.Op == expr.OpMul:
		letters := ""
		for _, a := range n.Args {
			letters += g.unsaid(a)
		}
		return letters
	default:
		return ""
	}
}

func distinct(s []string) []string {
	slices.Sort(s)
	return slices.Compact(s)
}

// sameFactors compares two lists where both have something to compare.
func sameFactors(a, b []string) bool { return len(a) == 0 || len(b) == 0 || slices.Equal(a, b) }

// kindsOfUnits are units of one dimension that the SI keeps for different quantities.
var kindsOfUnits = [][2]string{{"Hz", "Bq"}, {"Hz", "rad"}, {"Bq", "rad"}, {"Gy", "Sv"}, {"rad", "sr"}, {"lm", "cd"}, {"lx", "cd"}}

// unitWords are the full names of the units in kindsOfUnits.
var unitWords = map[string]string{
	"hertz": "Hz", "becquerel": "Bq", "gray": "Gy", "sievert": "Sv", "radian": "rad", "radians": "rad", "steradian": "sr",
	"lumen": "lm", "lux": "lx", "candela": "cd",
}

// otherKindOfUnit finds a unit on each side that are of different kinds. A lumen is a candela
// times a steradian.
func otherKindOfUnit(ref, cand *expr.Node) (a, b string) {
	if !ref.HasOp(expr.OpUnit) || !cand.HasOp(expr.OpUnit) {
		return "", ""
	}
	has := func(n *expr.Node, name string) bool {
		return contains(n, func(m *expr.Node) bool {
			return m.Op == expr.OpUnit && (strings.HasSuffix(m.Name, name) || unitWords[m.Name] == name)
		})
	}
	only := func(n, other *expr.Node, name string) bool { return has(n, name) && !has(other, name) }
	for _, k := range kindsOfUnits {
		if k[1] == "cd" && (has(ref, "sr") || has(cand, "sr")) {
			continue
		}
		for _, k := range [][2]string{k, {k[1], k[0]}} {
			if only(ref, cand, k[0]) && only(cand, ref, k[1]) {
				return k[0], k[1]
			}
		}
	}
	return "", ""
}
