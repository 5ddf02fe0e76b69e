package expr

import (
	"math/big"
	"strings"
)

// LaTeX writes an expression for people: fractions for inverse powers where everything
// commutes, roots, the usual names of functions. commutes is as for Canon (nil: Commutes).
// Text over a megabyte is cut and ends in "…".
func LaTeX(n *Node, commutes func(*Node) bool) string {
	if commutes == nil {
		commutes = Commutes
	}
	w := latexWriter{commutes: commutes}
	w.write(n, bindsNothing)
	return w.result()
}

type latexWriter struct {
	printer
	commutes func(*Node) bool
}

func (w *latexWriter) write(n *Node, needs strength) {
	if w.full {
		return
	}
	if strengthOf(n) < needs {
		w.put(`\left(`)
		w.node(n)
		w.put(`\right)`)
		return
	}
	w.node(n)
}

func (w *latexWriter) node(n *Node) {
	switch n.Op {
	case OpNumber:
		w.number(n)
	case OpSymbol:
		if strings.HasPrefix(n.Name, "_") {
			w.put(`\bullet_{` + n.Name[1:] + `}`)
		} else {
			w.put(n.Name)
		}
	case OpConstant:
		w.put(constantLaTeX[n.Name])
	case OpText:
		w.put(`\text{` + n.Name + `}`)
	case OpUnit:
		w.unit(n)
	case OpAdd:
		w.sum(n)
	case OpMul:
		w.quotient(splitQuotient(n.Args, w.commutes))
	case OpPow:
		w.power(n)
	case OpApply:
		w.apply(n)
	case OpCall:
		w.put(n.Name)
		w.arguments(n.Args)
	default:
		w.structure(n)
	}
}

var constantLaTeX = map[string]string{
	ConstPi: `\pi`, ConstE: "e", ConstI: "i", ConstEulerGamma: `\gamma_E`, ConstCatalan: "G", ConstInfinity: `\infty`,
	ConstComplexInf: `\tilde{\infty}`, ConstUndefined: `\text{undefined}`,
}

func (w *latexWriter) number(n *Node) {
	r := n.Rat
	switch {
	case n.Digits > 0:
		mantissa, exponent, scientific := strings.Cut(decimal(n), "e")
		w.put(mantissa)
		if scientific {
			w.put(` \times 10^{` + exponent + `}`)
		}
	case r.IsInt():
		w.put(r.Num().String())
	default:
		if r.Sign() < 0 {
			w.put("-")
		}
		w.put(`\frac{` + new(big.Int).Abs(r.Num()).String() + `}{` + r.Denom().String() + `}`)
	}
}

func (w *latexWriter) unit(n *Node) {
	switch n.Name {
	case "°":
		w.put(`^{\circ}`)
	case "%":
		w.put(`\%`)
	default:
		w.put(`\,\mathrm{` + n.Name + `}`)
	}
}

func (w *latexWriter) sum(n *Node) {
	for k, a := range n.Args {
		switch {
		case k == 0:
			w.write(a, bindsSum)
		case isNegative(a):
			start := len(w.text)
			w.write(a, bindsSum)
			term := strings.TrimPrefix(string(w.text[start:]), "-")
			w.text = append(w.text[:start], " - "+term...)
		default:
			w.put(" + ")
			w.write(a, bindsProduct)
		}
	}
}

func (w *latexWriter) quotient(q quotient) {
	if q.negative {
		w.put("-")
	}
	if q.den.Cmp(bigOne) == 0 && len(q.below) == 0 {
		w.product(q.num, q.above, bindsProduct)
		return
	}
	w.put(`\frac{`)
	w.product(q.num, q.above, bindsNothing)
	w.put(`}{`)
	w.product(q.den, q.below, bindsNothing)
	w.put(`}`)
}

// product writes factors side by side, with a dot where they would run together: before a
// number, and between a letter and a parenthesis. A sole factor needs only alone.
func (w *latexWriter) product(number *big.Int, factors []power, alone strength) {
	begun := number.Cmp(bigOne) != 0 || len(factors) == 0
	if begun {
		w.put(number.String())
	}
	for k, f := range factors {
		start := len(w.text)
		needs := bindsPower
		switch {
		case len(factors) == 1 && !begun:
			needs = alone
		case f.base.Op == OpUnit || k == len(factors)-1 && opensRight(f.base):
			needs = bindsProduct
		}
		if f.base.Op == OpNumber && f.base.Rat.Sign() >= 0 && needs > bindsProduct {
			needs = bindsProduct
		}
		w.base(f, needs)
		text := string(w.text[start:])
		if begun && text != "" {
			w.text = append(w.text[:start], separator(text, k > 0 && endsInLetter(factors[k-1].base))+text...)
		}
		begun = true
	}
}

// opensRight says that an operator extends over all that follows, so that it may only stand
// last without parentheses.
func opensRight(n *Node) bool {
	switch n.Op {
	case OpIntegral, OpSum, OpProduct, OpLimit, OpDerivative, OpNabla, OpPartial:
		return true
	default:
		return false
	}
}

// endsInLetter says that a parenthesis after n would make it the head of a call.
func endsInLetter(n *Node) bool {
	return n.Op == OpSymbol || n.Op == OpPow && n.Args[0].Op == OpSymbol || n.Op == OpIndexed || n.Op == OpPrime || n.Op == OpDagger
}

func separator(next string, afterLetter bool) string {
	switch {
	case next[0] >= '0' && next[0] <= '9', strings.HasPrefix(next, `\frac`), afterLetter && (strings.HasPrefix(next, `\left(`) || strings.HasPrefix(next, "(")):
		return ` \cdot `
	case next[0] == '\\' || next[0] == '^':
		return ""
	default:
		return " "
	}
}

// base writes a power with a positive rational exponent.
func (w *latexWriter) base(f power, needs strength) {
	if f.exponent == nil || f.exponent.Cmp(oneRat) == 0 {
		w.write(f.base, needs)
		return
	}
	w.rationalPower(f.base, f.exponent)
}

func (w *latexWriter) rationalPower(b *Node, e *big.Rat) {
	// An odd root sign of what may be negative would be read as the real root.
	if k := e.Denom(); e.Num().Cmp(bigOne) == 0 && k.Cmp(bigOne) > 0 && k.Cmp(big.NewInt(9)) <= 0 && (k.Bit(0) == 0 || isPositiveNumber(b)) {
		w.root(b, k.String())
		return
	}
	text := e.Num().String()
	if !e.IsInt() {
		text += "/" + e.Denom().String()
	}
	w.raised(b, text)
}

func (w *latexWriter) root(b *Node, index string) {
	w.put(`\sqrt`)
	if index != "2" {
		w.put("[" + index + "]")
	}
	w.between("{", b, "}")
}

// raised writes b^{text}; powers of the elementary functions stand before the argument.
func (w *latexWriter) raised(b *Node, text string) {
	if b.Op == OpApply && len(b.Args) == 1 && !strings.HasPrefix(text, "-") {
		if head := latexNames[b.Name]; strings.HasPrefix(head, `\`) && !strings.HasPrefix(head, `\operatorname`) && b.Name != "gamma" && b.Name != "zeta" && b.Name != "digamma" {
			w.put(head + "^{" + text + "}")
			w.arguments(b.Args)
			return
		}
	}
	w.write(b, bindsAtom)
	w.put("^{" + text + "}")
}

func (w *latexWriter) power(n *Node) {
	b, e := n.Args[0], n.Args[1]
	switch {
	case isExact(e) && e.Rat.Sign() < 0 && w.commutes(b):
		w.put(`\frac{1}{`)
		w.base(power{b, new(big.Rat).Neg(e.Rat)}, bindsNothing)
		w.put(`}`)
	case isExact(e) && e.Rat.Sign() > 0 && e != nil:
		w.rationalPower(b, e.Rat)
	default:
		w.write(b, bindsAtom)
		w.put("^{")
		w.write(e, bindsNothing)
		w.put("}")
	}
}

func (w *latexWriter) arguments(args []*Node) {
	w.put(`\left(`)
	w.list(args, ", ")
	w.put(`\right)`)
}

func (w *latexWriter) list(args []*Node, sep string) {
	for k, a := range args {
		if k > 0 {
			w.put(sep)
		}
		w.write(a, bindsNothing)
	}
}

func (w *latexWriter) between(open string, n *Node, closing string) {
	w.put(open)
	w.write(n, bindsNothing)
	w.put(closing)
}

func (w *latexWriter) apply(n *Node) {
	if s, ok := subscripted[n.Name]; ok && len(n.Args) > s.indices {
		w.put(s.head + "_{")
		w.list(n.Args[:s.indices], ",")
		w.put("}")
		w.arguments(n.Args[s.indices:])
		return
	}
	if len(n.Args) == 1 {
		a := n.Args[0]
		switch n.Name {
		case "exp":
			w.between("e^{", a, "}")
			return
		case "abs":
			w.between(`\left|`, a, `\right|`)
			return
		case "norm":
			w.between(`\left\|`, a, `\right\|`)
			return
		case "floor":
			w.between(`\left\lfloor `, a, `\right\rfloor`)
			return
		case "ceiling":
			w.between(`\left\lceil `, a, `\right\rceil`)
			return
		case "factorial", "factorial2":
			w.write(a, bindsAtom)
			w.put(map[string]string{"factorial": "!", "factorial2": "!!"}[n.Name])
			return
		case "conjugate": // x^* is also a name
			w.between(`\left(`, a, `\right)^{*}`)
			return
		case "inverse":
			w.write(a, bindsAtom)
			w.put("^{-1}")
			return
		}
	}
	if n.Name == "root" && len(n.Args) == 2 && isExact(n.Args[1]) && n.Args[1].Rat.IsInt() {
		w.root(n.Args[0], n.Args[1].Rat.Num().String())
		return
	}
	if n.Name == "binomial" && len(n.Args) == 2 {
		w.between(`\binom{`, n.Args[0], "}")
		w.between("{", n.Args[1], "}")
		return
	}
	if n.Name == "log" && len(n.Args) == 2 {
		w.between(`\log_{`, n.Args[1], "}")
		w.arguments(n.Args[:1])
		return
	}
	head, ok := latexNames[n.Name]
	if !ok {
		head = `\operatorname{` + strings.ReplaceAll(n.Name, "_", `\_`) + `}`
	}
	w.put(head)
	w.arguments(n.Args)
}
