package expr

import (
	"math/big"
	"strings"
)

// Unicode writes an expression in one line of plain text for terminals and messages:
// x²/(2m) + √2·ħω. commutes is as for Canon (nil: Commutes). Text over a megabyte is cut.
func Unicode(n *Node, commutes func(*Node) bool) string {
	if commutes == nil {
		commutes = Commutes
	}
	w := unicodeWriter{commutes: commutes}
	w.write(n, bindsNothing)
	return w.result()
}

type unicodeWriter struct {
	printer
	commutes func(*Node) bool
}

func (w *unicodeWriter) write(n *Node, needs strength) {
	if w.full {
		return
	}
	if strengthOf(n) < needs {
		w.put("(")
		w.node(n)
		w.put(")")
		return
	}
	w.node(n)
}

func (w *unicodeWriter) node(n *Node) {
	switch n.Op {
	case OpNumber:
		w.put(unicodeNumber(n))
	case OpSymbol:
		w.put(unicodeName(n.Name))
	case OpConstant:
		w.put(constantUnicode[n.Name])
	case OpText, OpUnit:
		w.put(n.Name)
	case OpAdd:
		w.sum(n)
	case OpMul:
		w.quotient(splitQuotient(n.Args, w.commutes))
	case OpPow:
		w.power(n)
	case OpApply:
		w.apply(n)
	case OpCall:
		w.call(unicodeName(n.Name), n.Args)
	default:
		w.structure(n)
	}
}

var constantUnicode = map[string]string{
	ConstPi: "π", ConstE: "e", ConstI: "i", ConstEulerGamma: "γ_E", ConstCatalan: "G", ConstInfinity: "∞", ConstComplexInf: "∞̃", ConstUndefined: "undefined",
}

func unicodeNumber(n *Node) string {
	if n.Digits > 0 {
		mantissa, exponent, scientific := strings.Cut(decimal(n), "e")
		if scientific {
			mantissa += "×10" + superscript(exponent)
		}
		return strings.Replace(mantissa, "-", "−", 1)
	}
	return strings.Replace(n.Rat.RatString(), "-", "−", 1)
}

const superscriptDigits = "⁰¹²³⁴⁵⁶⁷⁸⁹"

// superscript raises digits and a minus sign.
func superscript(s string) string {
	digits := []rune(superscriptDigits)
	var out strings.Builder
	for _, r := range s {
		if r == '-' {
			out.WriteRune('⁻')
		} else {
			out.WriteRune(digits[r-'0'])
		}
	}
	return out.String()
}

// greekLetters are the commands that have a character of their own.
var greekLetters = strings.NewReplacer(
	`\varepsilon`, "ε", `\vartheta`, "ϑ", `\varphi`, "φ", `\varrho`, "ϱ", `\varsigma`, "ς", `\varpi`, "ϖ",
	`\alpha`, "α", `\beta`, "β", `\gamma`, "γ", `\delta`, "δ", `\epsilon`, "ϵ", `\zeta`, "ζ", `\eta`, "η", `\theta`, "θ", `\iota`, "ι",
	`\kappa`, "κ", `\lambda`, "λ", `\mu`, "μ", `\nu`, "ν", `\xi`, "ξ", `\pi`, "π", `\rho`, "ρ", `\sigma`, "σ", `\tau`, "τ", `\upsilon`, "υ",
	`\phi`, "ϕ", `\chi`, "χ", `\psi`, "ψ", `\omega`, "ω",
	`\Gamma`, "Γ", `\Delta`, "Δ", `\Theta`, "Θ", `\Lambda`, "Λ", `\Xi`, "Ξ", `\Pi`, "Π", `\Sigma`, "Σ", `\Upsilon`, "Υ", `\Phi`, "Φ", `\Psi`, "Ψ", `\Omega`, "Ω",
	`\hbar`, "ħ", `\ell`, "ℓ", `\infty`, "∞", `\odot`, "⊙", `\perp`, "⊥", `\parallel`, "∥", `\star`, "⋆", `\dagger`, "†")

// unicodeName spells a canonical name with characters: \mu_{eff} is μ_eff.
func unicodeName(name string) string {
	if rest, ok := strings.CutPrefix(name, "_"); ok {
		return "•" + rest
	}
	name = greekLetters.Replace(name)
	for accent, mark := range map[string]string{`\bar{`: "\u0304", `\hat{`: "\u0302", `\tilde{`: "\u0303", `\vec{`: "\u20d7", `\dot{`: "\u0307", `\ddot{`: "\u0308"} {
		for strings.HasPrefix(name, accent) {
			inner, rest, ok := strings.Cut(name[len(accent):], "}")
			if !ok {
				break
			}
			name = inner + mark + rest
		}
	}
	for _, font := range []string{`\mathbf{`, `\mathrm{`, `\mathcal{`, `\boldsymbol{`, `\mathbb{`} {
		name = strings.ReplaceAll(name, font, "{")
	}
	return strings.NewReplacer("{", "", "}", "").Replace(name)
}

func (w *unicodeWriter) sum(n *Node) {
	for k, a := range n.Args {
		switch {
		case k == 0:
			w.write(a, bindsSum)
		case isNegative(a):
			start := len(w.text)
			w.write(a, bindsSum)
			term := strings.TrimPrefix(string(w.text[start:]), "−")
			w.text = append(w.text[:start], " − "+term...)
		default:
			w.put(" + ")
			w.write(a, bindsProduct)
		}
	}
}

func (w *unicodeWriter) quotient(q quotient) {
	if q.negative {
		w.put("−")
	}
	w.product(q.num, q.above, false)
	if q.den.Cmp(bigOne) == 0 && len(q.below) == 0 {
		return
	}
	w.put("/")
	w.product(q.den, q.below, true)
}

// product writes factors with dots; below a slash more than one stand in parentheses.
func (w *unicodeWriter) product(number *big.Int, factors []power, below bool) {
	begun := number.Cmp(bigOne) != 0 || len(factors) == 0
	count := len(factors)
	if begun {
		count++
	}
	if below && count > 1 {
		w.put("(")
		defer w.put(")")
	}
	if begun {
		w.put(number.String())
	}
	for k, f := range factors {
		start := len(w.text)
		needs := bindsPower
		if count == 1 && !below || k == len(factors)-1 && opensRight(f.base) || f.base.Op == OpNumber && f.base.Rat.Sign() >= 0 && !below {
			needs = bindsProduct
		}
		if f.exponent == nil {
			w.write(f.base, needs)
		} else {
			w.rationalPower(f.base, f.exponent, needs)
		}
		text := string(w.text[start:])
		switch {
		case !begun || text == "":
		case f.base.Op == OpUnit:
			w.text = append(w.text[:start], " "+text...)
		case k == 0 && text[0] > '9': // 2π, 3x
		default:
			w.text = append(w.text[:start], "·"+text...)
		}
		begun = true
	}
}

func (w *unicodeWriter) rationalPower(b *Node, e *big.Rat, needs strength) {
	switch {
	case e.Cmp(oneRat) == 0:
		w.write(b, needs)
	case e.Cmp(halfRat) == 0:
		w.put("√")
		w.write(b, bindsAtom)
	case e.IsInt():
		w.write(b, bindsAtom)
		w.put(superscript(e.Num().String()))
	default:
		w.write(b, bindsAtom)
		w.put("^(" + e.RatString() + ")")
	}
}

func (w *unicodeWriter) power(n *Node) {
	b, e := n.Args[0], n.Args[1]
	switch {
	case isExact(e) && e.Rat.Sign() < 0 && w.commutes(b):
		w.put("1/")
		w.rationalPower(b, new(big.Rat).Neg(e.Rat), bindsPower)
	case isExact(e):
		w.rationalPower(b, e.Rat, bindsAtom)
	default:
		w.write(b, bindsAtom)
		w.put("^")
		w.write(e, bindsAtom)
	}
}

func (w *unicodeWriter) list(args []*Node, sep string) {
	for k, a := range args {
		if k > 0 {
			w.put(sep)
		}
		w.write(a, bindsNothing)
	}
}

func (w *unicodeWriter) call(head string, args []*Node) {
	w.put(head + "(")
	w.list(args, ", ")
	w.put(")")
}

func (w *unicodeWriter) enclosed(open string, args []*Node, closing string) {
	w.put(open)
	w.list(args, ", ")
	w.put(closing)
}

func (w *unicodeWriter) apply(n *Node) {
	if len(n.Args) == 1 {
		switch n.Name {
		case "abs":
			w.enclosed("|", n.Args, "|")
			return
		case "exp":
			w.put("e^")
			w.write(n.Args[0], bindsAtom)
			return
		case "factorial", "factorial2":
			w.write(n.Args[0], bindsAtom)
			w.put(map[string]string{"factorial": "!", "factorial2": "!!"}[n.Name])
			return
		case "conjugate":
			w.write(n.Args[0], bindsAtom)
			w.put("*")
			return
		}
	}
	head := n.Name
	switch head {
	case "log":
		head = "ln"
	case "gamma":
		head = "Γ"
	case "zeta":
		head = "ζ"
	case "digamma":
		head = "ψ"
	}
	w.call(head, n.Args)
}

// infix are the signs between the arguments of an op.
var infix = map[Op]string{
	OpAnd: " and ", OpOr: " or ", OpList: ", ", OpUnion: " ∪ ", OpIntersection: " ∩ ", OpSetMinus: " ∖ ", OpTensorProduct: " ⊗ ", OpDirectSum: " ⊕ ", OpDot: " · ", OpCross: " × ",
}

// brackets are what encloses the arguments of an op.
var brackets = map[Op][2]string{
	OpTuple: {"(", ")"}, OpSet: {"{", "}"}, OpBra: {"⟨", "|"}, OpKet: {"|", "⟩"}, OpExpectation: {"⟨", "⟩"}, OpCommutator: {"[", "]"}, OpAnticommutator: {"{", "}"},
	OpBigO: {"O(", ")"}, OpNot: {"not (", ")"}, OpUpper: {"^", ""}, OpLower: {"_", ""}, OpSlashed: {"slashed(", ")"}, OpPartial: {"∂", ""}, OpNabla: {"∇", ""}, OpEllipsis: {"…", ""},
}

func (w *unicodeWriter) structure(n *Node) {
	if sign, ok := infix[n.Op]; ok {
		for k, a := range n.Args {
			if k > 0 {
				w.put(sign)
			}
			w.write(a, bindsRelation+1)
		}
		return
	}
	if b, ok := brackets[n.Op]; ok {
		w.enclosed(b[0], n.Args, b[1])
		return
	}
	switch n.Op {
	case OpRelation:
		for k, a := range n.Args {
			if k > 0 {
				w.put(" " + n.Name + " ")
			}
			w.write(a, bindsSum)
		}
	case OpPlusMinus:
		if len(n.Args) == 2 {
			w.write(n.Args[0], bindsSum)
			w.put(" ")
		}
		w.put(map[string]string{"": "±", "-": "∓"}[n.Name])
		if len(n.Args) == 2 {
			w.put(" ")
		}
		w.write(n.Args[len(n.Args)-1], bindsProduct)
	case OpInterval:
		w.enclosed(n.Name[:1], n.Args, n.Name[1:])
	case OpSetBuilder:
		w.put("{")
		w.list(n.Args, " | ")
		w.put("}")
	case OpIndexed:
		w.write(n.Args[0], bindsAtom)
		w.list(n.Args[1:], "")
	case OpDagger:
		w.write(n.Args[0], bindsAtom)
		w.put("†")
	case OpTranspose:
		w.write(n.Args[0], bindsAtom)
		w.put("ᵀ")
	case OpPrime:
		w.write(n.Args[0], bindsAtom)
		if n.Rat != nil && n.Rat.Num().IsInt64() {
			w.put(strings.Repeat("′", int(min(max(0, n.Rat.Num().Int64()), 9))))
		}
	case OpMatrix:
		w.matrix(n)
	case OpIntegral:
		w.put("∫")
		if len(n.Args) == 4 {
			w.enclosed("[", n.Args[2:], "]")
		}
		w.put(" ")
		w.write(n.Args[0], bindsProduct)
		w.put(" d")
		w.write(n.Args[1], bindsAtom)
	case OpSum, OpProduct:
		w.call(map[Op]string{OpSum: "∑", OpProduct: "∏"}[n.Op], n.Args)
	default:
		w.call(n.Op.String(), n.Args)
	}
}

func (w *unicodeWriter) matrix(n *Node) {
	columns := 1
	if n.Rat != nil && n.Rat.Num().IsInt64() && n.Rat.Sign() > 0 {
		columns = int(n.Rat.Num().Int64())
	}
	w.put("[")
	for k := 0; k < len(n.Args); k += columns {
		if k > 0 {
			w.put("; ")
		}
		w.list(n.Args[k:min(k+columns, len(n.Args))], ", ")
	}
	w.put("]")
}
