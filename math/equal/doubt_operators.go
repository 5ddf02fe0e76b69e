package equal

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// orderedLetters looks for products of letters that mostly stand for matrices or operators, in
// another order on the other side: components of a spin, generators, γ and Dirac's α and β,
// anticommuting θ and θ̄, vectors that do not commute with their own components.
func (g *grading) orderedLetters(ref, cand *expr.Node) string {
	m := lettersOf(ref)
	m.add(lettersOf(cand))
	if (m.scripts || m.accents || m.vectors) && !sameFactors(g.lettersInOrder(ref, cand), g.lettersInOrder(cand, ref)) {
		return "equal if these letters commute, which the problem does not state: components of a spin, generators and the like stand in another order"
	}
	if m.vectors {
		if a, b := g.vectorOperators(ref), g.vectorOperators(cand); !slices.Equal(a, b) {
			return "equal if these vectors commute with each other and with themselves, which the problem does not state: " + strings.Join(append(a, b...), ", ")
		}
		if name := boldNumeral(ref); name != "" && boldNumeral(cand) == "" {
			return "equal if " + name + " is a number, and not the name of a representation"
		}
	}
	if m.scripts {
		if a, b := g.conjugatedMatrices(ref), g.conjugatedMatrices(cand); !slices.Equal(a, b) {
			return "equal if the matrix commutes with what it conjugates, which the problem does not state: " + strings.Join(append(a, b...), ", ")
		}
	}
	if m.rows {
		if a, b := rowsAndColumns(ref), rowsAndColumns(cand); !slices.Equal(a, b) {
			return "equal if the letters between a row and a column are numbers, and rows and columns too, which the problem does not state: " + strings.Join(append(a, b...), ", ")
		}
	}
	if a, b := g.productsOfSpaces(ref), g.productsOfSpaces(cand); !slices.Equal(a, b) {
		return "products and sums of representations are no numbers: " + strings.Join(append(a, b...), ", ")
	}
	return ""
}

// letterMarks tells what kinds of letters there are, so that most pairs are passed by.
type letterMarks struct{ scripts, accents, vectors, rows bool }

func (m *letterMarks) add(n letterMarks) {
	m.scripts, m.accents, m.vectors, m.rows = m.scripts || n.scripts, m.accents || n.accents, m.vectors || n.vectors, m.rows || n.rows
}

func lettersOf(n *expr.Node) letterMarks {
	var m letterMarks
	expr.Walk(n, func(x *expr.Node) bool {
		switch x.Op {
		case expr.OpSymbol, expr.OpCall:
			switch {
			case x.Name == "T":
				m.rows = true
			case x.Name != "" && x.Name[0] == '\\' && strings.IndexByte(x.Name, '{') > 0:
				m.accents = true
				m.vectors = m.vectors || looksLikeVector(x.Name) || boldNumber(x.Name) != ""
			}
			m.scripts = m.scripts || strings.ContainsAny(x.Name, "_^")
		case expr.OpIndexed, expr.OpSlashed:
			m.scripts = true
		case expr.OpPow:
			m.scripts = m.scripts || x.Args[1].Op != expr.OpNumber
		case expr.OpIntegral:
			m.accents = true
		case expr.OpDagger:
			m.rows = true
		default:
		}
		return true
	})
	return m
}

// lettersInOrder are the products in n of two or more members of a family of letters that mostly do
// not commute, in the order in which they are written. Both sides tell of what family a letter is.
func (g *grading) lettersInOrder(n, other *expr.Node) []string {
	if !n.HasOp(expr.OpMul) {
		return nil
	}
	grassmann, hats, ladder := barredTheta(n) || barredTheta(other), g.hattedOperator(n), g.raising(n)
	dirac := diracLetters(n)
	var all []string
	seen := map[string]bool{}
	expr.Walk(n, func(m *expr.Node) bool {
		if m.Op != expr.OpMul {
			return true
		}
		var written map[string]string
		var members map[string]map[string]bool
		var factors map[string][]*expr.Node
		for _, f := range flatFactors(m) {
			family, member := g.familyOf(f, grassmann, dirac)
			if family == "" && hats {
				family, member = g.besideHats(f)
			}
			if base, _ := headAndLabel(f.Name); family == "" && f.Op == expr.OpSymbol && ladder[base] {
				family, member = "ladder "+base, f.Name
			}
			if family == "" {
				continue
			}
			if written == nil {
				written, members, factors = map[string]string{}, map[string]map[string]bool{}, map[string][]*expr.Node{}
			}
			if !members[family][member] {
				factors[family] = append(factors[family], f)
			}
			written[family] += " " + member
			if members[family] == nil {
				members[family] = map[string]bool{}
			}
			members[family][member] = true
		}
		for _, family := range sortedKeys(written) {
			if len(members[family]) > 1 && !seen[family+written[family]] && !g.ruled(factors[family]) {
				seen[family+written[family]] = true
				all = append(all, family+":"+written[family])
			}
		}
		return true
	})
	return distinct(all)
}

// ruled reports whether the problem states the commutator of any two of the factors: the algebra
// brings them in order.
func (g *grading) ruled(factors []*expr.Node) bool {
	if len(g.commutators) == 0 {
		return false
	}
	stated := map[[2]*expr.Node]bool{}
	for _, n := range g.commutators {
		if n.Op == expr.OpRelation && n.Args[0].Op == expr.OpCommutator {
			a, b := n.Args[0].Args[0], n.Args[0].Args[1]
			stated[[2]*expr.Node{a, b}], stated[[2]*expr.Node{b, a}] = true, true
		}
	}
	for i, a := range factors {
		for _, b := range factors[:i] {
			if a != b && !stated[[2]*expr.Node{a, b}] {
				return false
			}
		}
	}
	return true
}

// familyOf names the family of a factor and which of it the factor is.
func (g *grading) familyOf(n *expr.Node, grassmann, dirac bool) (family, member string) {
	switch n.Op {
	case expr.OpIndexed:
		head := n.Args[0]
		if head.Op != expr.OpSymbol || len(n.Args) != 2 || g.ctx.Group != "" || g.table.Tensors[head.Name] != "" {
			return "", ""
		}
		switch head.Name {
		case "T", "t", `\tau`, `\lambda`, `\Gamma`:
			return head.Name, g.latex(n.Args[1])
		case `\sigma`, `\bar{\sigma}`:
			return `\sigma`, g.latex(n)
		}
		return "", ""
	case expr.OpDot:
		if dirac && slices.ContainsFunc(n.Args, isDiracAlpha) {
			return `\alpha\beta`, g.latex(n)
		}
		return "", ""
	case expr.OpPow:
		if n.Args[1].Op == expr.OpNumber {
			return g.familyOf(n.Args[0], grassmann, dirac)
		}
		if b := n.Args[0]; b.Op == expr.OpSymbol && !g.declaredName(b.Name) && isIndexLetter(g.latex(n.Args[1])) {
			switch b.Name {
			case "T", "t", `\sigma`, `\tau`, `\lambda`, `\Gamma`:
				return b.Name, g.latex(n.Args[1])
			}
		}
		return "", ""
	case expr.OpSymbol:
	default:
		return "", ""
	}
	if g.declaredName(n.Name) {
		return "", ""
	}
	base, label := headAndLabel(n.Name)
	switch {
	case dirac && base == `\beta` && label == "", dirac && base == `\alpha` && isAxis(label+"."):
		return `\alpha\beta`, n.Name
	case grassmann && isGrassmann(n.Name):
		return `\theta`, n.Name
	case (label == "L" || label == "R") && (base == `\psi` || base == `\Psi` || base == `\chi`):
		return "spinors", n.Name
	case len(base) == len(`\mathbf{A}`) && strings.HasPrefix(base, `\mathbf{`) && capital(base[len(`\mathbf{`):]):
		return "matrices", n.Name
	case (base == `\sigma` || base == `\tau`) && len(label) == 1 && strings.Contains("ijkl", label):
		return base, label
	case len(label) == 1 && strings.Contains("xyz+-", label):
		switch base {
		case "S", "J", "L", `\sigma`, `\tau`, `\Sigma`, `\mathcal{J}`, `\mathcal{L}`:
			return base, label
		}
	}
	return "", ""
}

// raising are the letters a, b, c of n that carry a plus, as creation operators do in a^+a.
func (g *grading) raising(n *expr.Node) map[string]bool {
	var found map[string]bool
	if !n.HasFact(expr.FactMarked) {
		return nil
	}
	contains(n, func(m *expr.Node) bool {
		if m.Op == expr.OpSymbol && strings.HasSuffix(m.Name, "^{+}") && !g.declaredName(m.Name) {
			if base, _ := headAndLabel(m.Name); base == "a" || base == "b" || base == "c" {
				if found == nil {
					found = map[string]bool{}
				}
				found[base] = true
			}
		}
		return false
	})
	return found
}

// hattedOperator: n has one capital letter with a hat, and nothing is said of it.
func (g *grading) hattedOperator(n *expr.Node) bool {
	return n.HasFact(expr.FactMarked) && contains(n, func(m *expr.Node) bool { return (m.Op == expr.OpSymbol || m.Op == expr.OpCall) && g.isHatted(m) })
}

// isHatted: a capital, or a letter with arguments, which no unit vector has.
func (g *grading) isHatted(m *expr.Node) bool {
	letter, ok := strings.CutPrefix(m.Name, `\hat{`)
	return ok && (capital(letter) || m.Op == expr.OpCall) && !g.declaredName(m.Name)
}

// besideHats are operators with a hat, and the wave functions on which they act.
func (g *grading) besideHats(n *expr.Node) (family, member string) {
	if n.Op != expr.OpSymbol && n.Op != expr.OpCall || g.declaredName(n.Name) {
		return "", ""
	}
	base, _ := headAndLabel(n.Name)
	switch {
	case g.isHatted(n):
	case base == `\psi`, base == `\Psi`, base == `\phi`, base == `\Phi`, base == `\varphi`:
	default:
		return "", ""
	}
	return "operators", g.latex(n)
}

// headAndLabel splits S_x, S_{x} and J^{+}.
func headAndLabel(name string) (head, label string) {
	i := strings.IndexAny(name, "_^")
	if i <= 0 || strings.Contains(name[:i], "{") && !strings.HasSuffix(name[:i], "}") {
		return name, ""
	}
	return name[:i], strings.TrimSuffix(strings.TrimPrefix(name[i+1:], "{"), "}")
}

// declaredName: the problem says something of the symbol.
func (g *grading) declaredName(name string) bool {
	_, declared := g.table.Symbols[name]
	return declared
}

// isAxis: a label of one of the matrices α.
func isAxis(label string) bool {
	return len(label) == 2 && strings.Contains("ijklxyz123", label[:1])
}

func isDiracAlpha(n *expr.Node) bool {
	return n.Op == expr.OpSymbol && looksLikeVector(n.Name) && strings.Contains(n.Name, `\alpha`)
}

// diracLetters: α, as a vector or with the label of an axis, is multiplied with β or added to it.
func diracLetters(n *expr.Node) bool {
	alpha := contains(n, func(m *expr.Node) bool {
		if m.Op != expr.OpSymbol {
			return false
		}
		base, label := headAndLabel(m.Name)
		return isDiracAlpha(m) || base == `\alpha` && isAxis(label+".")
	})
	return alpha && contains(n, func(m *expr.Node) bool { return m.Op == expr.OpSymbol && m.Name == `\beta` })
}

// barredTheta: θ has a partner θ̄, or stands with others under an integral without limits, as only
// anticommuting numbers do.
func barredTheta(n *expr.Node) bool {
	variables := 0
	return (n.HasOp(expr.OpIntegral) || n.HasFact(expr.FactMarked)) && contains(n, func(m *expr.Node) bool {
		if m.Op == expr.OpIntegral && len(m.Args) == 2 && m.Args[1].Op == expr.OpSymbol && isGrassmann(m.Args[1].Name) {
			variables++
			if m.Name == "2" { // d²θ
				variables++
			}
		}
		return variables > 1 || m.Op == expr.OpSymbol && strings.HasPrefix(m.Name, `\bar{\theta}`)
	})
}

func isGrassmann(name string) bool {
	base, _ := headAndLabel(name)
	switch base {
	case `\theta`, `\bar{\theta}`, `\eta`, `\bar{\eta}`, `\xi`, `\bar{\xi}`:
		return true
	}
	return false
}

// vectorOperators are the products in n whose value depends on whether vectors commute: L × L of
// an angular momentum, p × L and L × p, the squares of p − eA and of σ·(p − eA), and those of
// Dirac's α·p + βm.
func (g *grading) vectorOperators(n *expr.Node) []string {
	var all []string
	vector := func(m *expr.Node) (string, bool) {
		return m.Name, m.Op == expr.OpSymbol && looksLikeVector(m.Name) && !g.declaredName(m.Name)
	}
	letter := func(m *expr.Node) string {
		if name, ok := vector(m); ok {
			return unadorned(name)
		}
		return ""
	}
	squared := func(base *expr.Node) {
		if base.Op == expr.OpApply && (base.Name == "abs" || base.Name == "norm") {
			base = base.Args[0]
		}
		switch {
		case g.kinetic(base):
			all = append(all, g.latex(g.canon(base))+" squared")
		case base.Op == expr.OpDot:
			for i, a := range base.Args {
				if other := base.Args[1-i]; letter(a) == `\sigma` && (g.kinetic(other) || letter(other) == `\pi` || letter(other) == `\Pi`) {
					all = append(all, g.latex(a)+"·("+g.latex(g.canon(other))+") squared")
				}
			}
		case base.Op == expr.OpAdd && diracLetters(base):
			all = append(all, g.latex(g.canon(base))+" squared")
		}
	}
	if !n.HasOp(expr.OpCross, expr.OpPow, expr.OpDot) {
		return nil
	}
	expr.Walk(n, func(m *expr.Node) bool {
		switch m.Op {
		case expr.OpCross:
			a, b := letter(m.Args[0]), letter(m.Args[1])
			own := []string{"L", "J", "S", `\sigma`, `\tau`, `\pi`, `\Pi`}
			with := []string{"L", "J", "S", "A"}
			switch {
			case a == "" || b == "":
			case a == b && slices.Contains(own, a),
				(a == "p" || a == `\pi`) && slices.Contains(with, b), (b == "p" || b == `\pi`) && slices.Contains(with, a):
				all = append(all, g.latex(m))
			}
		case expr.OpPow:
			if isInt(m.Args[1], 2) {
				squared(m.Args[0])
			}
		case expr.OpDot:
			if m.Args[0] == m.Args[1] {
				squared(m.Args[0])
			}
		default:
		}
		return true
	})
	return distinct(all)
}

// kinetic: p − eA, a momentum and a vector potential of which nothing is said.
func (g *grading) kinetic(n *expr.Node) bool {
	if n.Op != expr.OpAdd {
		return false
	}
	has := func(letter string) bool {
		return contains(n, func(m *expr.Node) bool {
			return m.Op == expr.OpSymbol && looksLikeVector(m.Name) && unadorned(m.Name) == letter && !g.declaredName(m.Name)
		})
	}
	return has("p") && has("A")
}

// unadorned is the letter of \vec{p}, \mathbf{p} and \hat{\mathbf{p}}.
func unadorned(name string) string {
	for {
		i := strings.IndexByte(name, '{')
		if i < 0 || name[0] != '\\' || !strings.HasSuffix(name, "}") {
			return name
		}
		name = name[i+1 : len(name)-1]
	}
}

// conjugatedMatrices are the X⁻¹γX in n, with γ, σ or a slashed letter inside: X is a matrix of
// the same kind or an operator that commutes, which is not said.
func (g *grading) conjugatedMatrices(n *expr.Node) []string {
	if !n.HasOp(expr.OpMul) || !n.HasOp(expr.OpIndexed, expr.OpSlashed) && !contains(n, func(m *expr.Node) bool { return m.Op == expr.OpSymbol && isPauliName(m.Name) }) {
		return nil
	}
	var all []string
	expr.Walk(n, func(m *expr.Node) bool {
		if m.Op != expr.OpMul {
			return true
		}
		factors := flatFactors(m)
		for i, a := range factors[:max(0, len(factors)-2)] {
			for j := i + 2; j < len(factors) && j < i+32; j++ {
				wing, _ := g.partners(a, factors[j], true)
				if wing == nil {
					continue
				}
				for _, f := range factors[i+1 : j] {
					if contains(f, func(k *expr.Node) bool {
						return k.Op == expr.OpSlashed || k.Op == expr.OpIndexed && k.Args[0].Name == `\gamma` || k.Op == expr.OpSymbol && isPauliName(k.Name)
					}) {
						all = append(all, g.latex(a)+" "+g.latex(g.canon(f))+" "+g.latex(factors[j]))
					}
				}
			}
		}
		return true
	})
	return distinct(all)
}

// rowsAndColumns are the products in n of rows u† and v^T with what stands between them and the
// next column, and the order of a row and its own column.
func rowsAndColumns(n *expr.Node) []string {
	if !n.HasOp(expr.OpMul) {
		return nil
	}
	var all []string
	expr.Walk(n, func(m *expr.Node) bool {
		if m.Op != expr.OpMul || len(m.Args) > 64 {
			return true
		}
		factors := flatFactors(m)
		for i, f := range factors {
			letter := rowOf(f)
			if letter == "" {
				continue
			}
			if transposed := f.Op == expr.OpPow; transposed {
				for j, c := range factors {
					if c.Op == expr.OpSymbol && c.Name == letter {
						all = append(all, letter+[2]string{" before its row", " after its row"}[b2i(j > i)])
					}
				}
			}
			inner := ""
			for _, c := range factors[i+1:] {
				if c.Op != expr.OpSymbol {
					break
				}
				if !capital(c.Name) {
					if inner != "" {
						all = append(all, letter+" |"+inner+" | "+c.Name)
					}
					break
				}
				inner += " " + c.Name
			}
		}
		return true
	})
	return distinct(all)
}

// rowOf is the letter u of u† and of u^T, "" for other factors.
func rowOf(n *expr.Node) string {
	switch {
	case n.Op == expr.OpDagger && n.Args[0].Op == expr.OpSymbol,
		n.Op == expr.OpPow && n.Args[0].Op == expr.OpSymbol && n.Args[1].Op == expr.OpSymbol && n.Args[1].Name == "T":
		if name := n.Args[0].Name; !capital(name) {
			return name
		}
	}
	return ""
}

// productsOfSpaces are the ⊗ and ⊕ in n of letters with powers that name representations:
// D^{1/2}⊗D^{1/2}.
func (g *grading) productsOfSpaces(n *expr.Node) []string {
	if !n.HasOp(expr.OpTensorProduct, expr.OpDirectSum) {
		return nil
	}
	named := func(a *expr.Node) bool {
		return a.Op == expr.OpPow && a.Args[0].Op == expr.OpSymbol && !g.declaredName(a.Args[0].Name) && a.Args[1].Op == expr.OpNumber
	}
	var all []string
	expr.Walk(n, func(m *expr.Node) bool {
		if (m.Op == expr.OpTensorProduct || m.Op == expr.OpDirectSum) && slices.ContainsFunc(m.Args, named) {
			all = append(all, g.latex(m))
		}
		return true
	})
	return distinct(all)
}

// boldNumeral is a bold number in n other than 0 and 1, which may name a representation.
func boldNumeral(n *expr.Node) string {
	name := ""
	contains(n, func(m *expr.Node) bool {
		if m.Op == expr.OpSymbol {
			if s := boldNumber(m.Name); s != "" && s != "0" && s != "1" {
				name = m.Name
			}
		}
		return name != ""
	})
	return name
}
