package expr

import "math/big"

// structure writes calculus, statements, structures and the notation of physics.
func (w *latexWriter) structure(n *Node) {
	switch n.Op {
	case OpPlusMinus:
		sign := map[string]string{"": ` \pm `, "-": ` \mp `}[n.Name]
		if len(n.Args) == 2 {
			w.write(n.Args[0], bindsSum)
		}
		w.put(sign)
		w.write(n.Args[len(n.Args)-1], bindsProduct)
	case OpBigO:
		w.between(`\mathcal{O}\left(`, n.Args[0], `\right)`)
	case OpEllipsis:
		w.put(`\cdots`)
	case OpDerivative, OpPrime, OpIntegral, OpSum, OpProduct, OpLimit:
		w.calculus(n)
	case OpRelation:
		for k, a := range n.Args {
			if k > 0 {
				w.put(" " + relationLaTeX[n.Name] + " ")
			}
			w.write(a, bindsSum)
		}
	case OpAnd:
		w.list(n.Args, `\ \text{and}\ `)
	case OpOr:
		w.list(n.Args, `\ \text{or}\ `)
	case OpNot:
		w.between(`\neg\left(`, n.Args[0], `\right)`)
	case OpTuple:
		w.arguments(n.Args)
	case OpList:
		w.list(n.Args, ", ")
	case OpSet:
		w.put(`\left\{`)
		w.list(n.Args, ", ")
		w.put(`\right\}`)
	case OpInterval:
		w.put(`\left` + n.Name[:1])
		w.list(n.Args, ", ")
		w.put(`\right` + n.Name[1:])
	case OpUnion:
		w.joined(n.Args, ` \cup `)
	case OpIntersection:
		w.joined(n.Args, ` \cap `)
	case OpSetMinus:
		w.joined(n.Args, ` \setminus `)
	case OpSetBuilder:
		w.put(`\left\{`)
		w.list(n.Args, ` \mid `)
		w.put(`\right\}`)
	case OpMatrix:
		w.matrix(n)
	case OpPiecewise:
		w.piecewise(n)
	case OpWhere:
		w.list(n.Args[:1], "")
		w.put(`,\ \text{where}\ `)
		w.list(n.Args[1:], ", ")
	default:
		w.physics(n)
	}
}

// joined writes operands of an infix operator.
func (w *latexWriter) joined(args []*Node, op string) {
	for k, a := range args {
		if k > 0 {
			w.put(op)
		}
		w.write(a, bindsPower)
	}
}

func (w *latexWriter) calculus(n *Node) {
	switch n.Op {
	case OpPrime:
		w.prime(n)
	case OpDerivative:
		w.derivative(n)
	case OpLimit:
		w.put(`\lim_{`)
		w.write(n.Args[1], bindsAtom)
		w.put(` \to `)
		w.write(n.Args[2], bindsNothing)
		if n.Name != "" {
			w.put("^{" + n.Name + "}")
		}
		w.put("} ")
		w.write(n.Args[0], bindsProduct)
	case OpIntegral:
		w.put(`\int`)
		if len(n.Args) == 4 {
			w.between("_{", n.Args[2], "}")
			w.between("^{", n.Args[3], "}")
		}
		w.put(" ")
		w.write(n.Args[0], bindsProduct)
		w.put(`\, d`)
		if n.Name != "" && n.Name != "∮" {
			w.put("^{" + n.Name + "}")
		}
		w.write(n.Args[1], bindsAtom)
	default:
		w.put(map[Op]string{OpSum: `\sum`, OpProduct: `\prod`}[n.Op])
		w.put("_{")
		w.write(n.Args[1], bindsAtom)
		if len(n.Args) > 2 {
			w.put("=")
			w.write(n.Args[2], bindsNothing)
		}
		w.put("}")
		if len(n.Args) > 3 {
			w.between("^{", n.Args[3], "}")
		}
		w.put(" ")
		w.write(n.Args[0], bindsProduct)
	}
}

func (w *latexWriter) prime(n *Node) {
	f := n.Args[0]
	marks := ""
	if n.Rat != nil && n.Rat.Num().IsInt64() {
		for range min(n.Rat.Num().Int64(), 9) {
			marks += "'"
		}
	}
	if f.Op == OpCall {
		w.put(f.Name + marks)
		w.arguments(f.Args)
		return
	}
	w.write(f, bindsAtom)
	w.put(marks)
}

func (w *latexWriter) derivative(n *Node) {
	d := `\partial`
	if n.Name == "total" {
		d = "d"
	}
	order := new(big.Rat)
	whole := true
	for k := 2; k < len(n.Args); k += 2 {
		if whole = whole && isExact(n.Args[k]); whole {
			order.Add(order, n.Args[k].Rat)
		}
	}
	w.put(`\frac{` + d)
	switch {
	case !whole:
		w.between("^{", n.Args[2], "}")
	case order.Cmp(oneRat) != 0:
		w.put("^{" + order.RatString() + "}")
	}
	w.put("}{")
	for k := 1; k+1 < len(n.Args); k += 2 {
		w.put(d + " ")
		w.write(n.Args[k], bindsAtom)
		if e := n.Args[k+1]; !isExact(e) || e.Rat.Cmp(oneRat) != 0 {
			w.between("^{", e, "}")
		}
	}
	w.put("} ")
	w.write(n.Args[0], bindsPower)
}

func (w *latexWriter) matrix(n *Node) {
	columns := 1
	if n.Rat != nil && n.Rat.Num().IsInt64() && n.Rat.Sign() > 0 {
		columns = int(n.Rat.Num().Int64())
	}
	w.put(`\begin{pmatrix}`)
	for k := 0; k < len(n.Args); k += columns {
		if k > 0 {
			w.put(` \\ `)
		}
		w.list(n.Args[k:min(k+columns, len(n.Args))], " & ")
	}
	w.put(`\end{pmatrix}`)
}

func (w *latexWriter) piecewise(n *Node) {
	w.put(`\begin{cases}`)
	for k := 0; k < len(n.Args); k += 2 {
		if k > 0 {
			w.put(` \\ `)
		}
		w.write(n.Args[k], bindsNothing)
		w.put(" & ")
		if k+1 < len(n.Args) {
			w.write(n.Args[k+1], bindsNothing)
		} else {
			w.put(`\text{otherwise}`)
		}
	}
	w.put(`\end{cases}`)
}

func (w *latexWriter) physics(n *Node) {
	switch n.Op {
	case OpIndexed:
		w.write(n.Args[0], bindsAtom)
		for k, i := range n.Args[1:] {
			mark := "_"
			if i.Op == OpUpper {
				mark = "^"
			}
			if k > 0 && n.Args[k].Op != i.Op {
				w.put("{}")
			}
			if k > 0 && n.Args[k].Op == i.Op { // one group of indices in a row
				w.text = w.text[:len(w.text)-1]
				w.put(" ")
				w.list(i.Args, " ")
				w.put("}")
				continue
			}
			w.put(mark + "{")
			w.list(i.Args, " ")
			w.put("}")
		}
	case OpUpper:
		w.put("^{")
		w.list(n.Args, " ")
		w.put("}")
	case OpLower:
		w.put("_{")
		w.list(n.Args, " ")
		w.put("}")
	case OpBra:
		w.put(`\left\langle `)
		w.list(n.Args, ", ")
		w.put(`\right|`)
	case OpKet:
		w.put(`\left|`)
		w.list(n.Args, ", ")
		w.put(`\right\rangle`)
	case OpExpectation:
		w.between(`\left\langle `, n.Args[0], `\right\rangle`)
	case OpCommutator:
		w.put(`\left[`)
		w.list(n.Args, ", ")
		w.put(`\right]`)
	case OpAnticommutator:
		w.put(`\left\{`)
		w.list(n.Args, ", ")
		w.put(`\right\}`)
	case OpDagger:
		w.write(n.Args[0], bindsAtom)
		w.put(`^{\dagger}`)
	case OpTranspose:
		w.write(n.Args[0], bindsAtom)
		w.put(`^{T}`)
	case OpTensorProduct:
		w.joined(n.Args, ` \otimes `)
	case OpDirectSum:
		w.joined(n.Args, ` \oplus `)
	case OpDot:
		w.joined(n.Args, ` \cdot `)
	case OpCross:
		w.joined(n.Args, ` \times `)
	case OpSlashed:
		w.between(`\slashed{`, n.Args[0], "}")
	case OpNabla:
		w.put(`\nabla`)
	case OpPartial:
		w.put(`\partial`)
		if len(n.Args) > 0 && (n.Args[0].Op == OpUpper || n.Args[0].Op == OpLower) {
			w.list(n.Args, "")
		} else {
			w.put("_{")
			w.list(n.Args, " ")
			w.put("}")
		}
	default:
		w.put(`\operatorname{` + n.Op.String() + `}`)
		w.arguments(n.Args)
	}
}
