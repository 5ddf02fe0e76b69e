package tensor

import (
	"strconv"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// differentiate applies ∂, ∇ (on a scalar), their squares or □ to an operand.
func (e *engine) differentiate(op *expr.Node, s sum) sum {
	switch {
	case isBox(op):
		d := e.freshDummy(lorentz)
		return e.derive(d, e.derive(d, s))
	case op.Op == expr.OpNabla:
		if isVector(s) {
			e.fail("∇ before a vector without · or ×")
			return nil
		}
		return e.derive(label{kind: openVector, space: euclid}, s)
	case op.Op == expr.OpCross && op.Args[0].Op != expr.OpNabla: // (a×∇)φ
		return e.vectorProduct(e.read(op.Args[0]), e.differentiate(op.Args[1], s))
	case op.Op == expr.OpCross:
		d, f := e.freshDummy(euclid), e.freshDummy(euclid)
		eps := factor{kind: epsilonFactor, idx: []label{{kind: openVector, space: euclid}, d, f}}
		return e.product(sum{{coef: intPoly(1), factors: []factor{eps}}}, e.derive(d, e.derive(f, s)))
	case op.Op == expr.OpDot:
		if op.Args[0].Op == expr.OpNabla {
			return e.laplacian(s)
		}
		v := e.read(op.Args[0])
		if !isVector(v) {
			e.fail("a derivative along what is no vector")
			return nil
		}
		d := e.freshDummy(euclid)
		return e.product(closed(v, d), e.derive(d, s))
	case op.Op == expr.OpPow:
		if op.Args[1].Op != expr.OpNumber || !op.Args[1].Rat.IsInt() || op.Args[1].Rat.Num().BitLen() > 3 || op.Args[1].Rat.Sign() <= 0 {
			e.fail("a power of a derivative that is no small number")
			return nil
		}
		k := int(op.Args[1].Rat.Num().Int64())
		if op.Args[0].Op == expr.OpNabla {
			if k%2 != 0 {
				e.fail("an odd power of ∇")
				return nil
			}
			for range k / 2 {
				s = e.laplacian(s)
			}
			return s
		}
		for range k {
			s = e.differentiate(op.Args[0], s)
		}
		return s
	case op.Op == expr.OpSlashed:
		d := e.freshDummy(lorentz)
		g := sum{{coef: intPoly(1), word: []letter{{kind: gammaLetter, idx: []label{d}}}}}
		return e.product(g, e.derive(d, s))
	case op.Op == expr.OpPartial && len(op.Args) == 0: // (∂φ)² is ∂_μφ ∂^μφ
		if isVector(s) {
			e.fail("∂ without an index before a vector")
			return nil
		}
		return e.derive(label{kind: openVector, space: lorentz}, s)
	case op.Op == expr.OpPartial && len(op.Args) == 1 && op.Args[0].Op == expr.OpSymbol:
		if v := op.Args[0]; len(v.Name) == 1 && strings.Contains("ijklmn", v.Name) && !e.names.uses[v.Name] {
			l, _ := e.readLabel(v, false)
			return e.derive(l, s)
		}
		return e.along(op.Args[0].Name, s)
	}
	args := op.Args
	if op.Op == expr.OpIndexed {
		args = args[1:]
	}
	labels, sign := e.readLabels(args)
	for i := len(labels) - 1; i >= 0; i-- {
		s = e.derive(labels[i], s)
	}
	return e.scaled(s, intPoly(int64(sign)))
}

func isBox(n *expr.Node) bool {
	return n.Op == expr.OpSymbol && (n.Name == `\Box` || n.Name == `\square`)
}

func (e *engine) laplacian(s sum) sum {
	d := e.freshDummy(euclid)
	return e.derive(d, e.derive(d, s))
}

func (e *engine) divergence(s sum) sum {
	if len(s) == 0 {
		return nil
	}
	if !isVector(s) || openSpace(s) != euclid {
		e.fail("a divergence of what is no three-vector")
		return nil
	}
	d := e.freshDummy(euclid)
	return e.derive(d, closed(s, d))
}

// along is the derivative by one of the coordinates t, x, y, z.
func (e *engine) along(variable string, s sum) sum {
	switch k := axis(variable); {
	case k > 0:
		return e.derive(label{kind: numberLabel, space: euclid, id: k}, s)
	case variable == "t":
		out := e.derive(label{kind: numberLabel, space: lorentz}, s)
		if e.names.uses["c"] {
			out = e.scaled(out, e.symbolPoly(e.pool.Symbol("c")))
		}
		return out
	}
	e.fail("a derivative by %s", variable)
	return nil
}

func (e *engine) readDerivative(n *expr.Node) sum {
	s := e.read(n.Args[0])
	if (len(n.Args)-1)%2 != 0 {
		e.fail("a derivative without an order")
		return nil
	}
	for i := 1; i+1 < len(n.Args); i += 2 {
		v, k := n.Args[i], n.Args[i+1]
		if index, ok := coordinateIndex(v, k); ok {
			l, _ := e.readLabel(index.Args[0], index.Op == expr.OpUpper)
			s = e.derive(l, s)
			continue
		}
		if v.Op != expr.OpSymbol || k.Op != expr.OpNumber || !k.Rat.IsInt() || k.Rat.Num().BitLen() > 3 || k.Rat.Sign() <= 0 {
			e.fail("a derivative that is not by a coordinate")
			return nil
		}
		for range int(k.Rat.Num().Int64()) {
			s = e.along(v.Name, s)
		}
	}
	return s
}

// coordinateIndex reads ∂/∂x^\mu, which a reader of formulas takes for a derivative of
// order \mu by x, as ∂_\mu, and ∂/∂x_\mu as ∂^\mu.
func coordinateIndex(variable, order *expr.Node) (*expr.Node, bool) {
	if variable.Op == expr.OpIndexed && len(variable.Args) == 2 && variable.Args[0].Name == "x" {
		i := variable.Args[1]
		op := expr.OpLower
		if i.Op == expr.OpLower {
			op = expr.OpUpper
		}
		return &expr.Node{Op: op, Args: i.Args}, true
	}
	if variable.Op == expr.OpSymbol && variable.Name == "x" && order.Op == expr.OpSymbol && greekLetters[stem(order.Name)] {
		return &expr.Node{Op: expr.OpLower, Args: []*expr.Node{order}}, true
	}
	return nil, false
}

// derive is the derivative of a sum by Leibniz' rule. Fields depend on the coordinates,
// the vectors x, \mathbf{x} and \mathbf{r} are the coordinates, all else is constant.
func (e *engine) derive(by label, s sum) sum {
	var out sum
	for _, t := range s {
		out = append(out, e.deriveCoefficient(by, t)...)
		for i, f := range t.factors {
			if !e.spend(2) {
				return nil
			}
			switch {
			case f.kind == tensorFactor && e.names.fields[fieldName(f.head)]:
				u := t.clone()
				u.factors[i].deriv++
				u.factors[i].idx = append([]label{by}, u.factors[i].idx...)
				e.contract(&u)
				out = append(out, u)
			case f.kind == metricFactor && (e.isCoordinate(f.idx[0]) || e.isCoordinate(f.idx[1])):
				u := t.clone()
				k := 0
				if e.isCoordinate(f.idx[1]) {
					k = 1
				}
				u.factors[i].idx[k] = by
				e.contract(&u)
				out = append(out, u)
			}
		}
		for i, l := range t.word {
			switch l.kind {
			case spinorLetter:
				u := t.clone()
				u.word[i].head = "∂" + l.head
				u.word[i].idx = append([]label{by}, u.word[i].idx...)
				e.contract(&u)
				out = append(out, u)
			case gammaLetter, gamma5Letter, cliffordLetter, generatorLetter, pauliLetter:
			default:
				e.fail("a derivative of an operator")
				return nil
			}
		}
	}
	return e.collected(out)
}

// fieldName is the name of a factor f;args or f(args).
func fieldName(head string) string {
	for i := range head {
		if head[i] == ';' || head[i] == '(' || head[i] == '*' {
			return head[:i]
		}
	}
	return head
}

func (e *engine) isCoordinate(l label) bool {
	return l.kind == vectorLabel && isCoordinateName(l.name)
}

// isCoordinateName says that a vector is the position.
func isCoordinateName(name string) bool {
	switch name {
	case "x", `\mathbf{x}`, `\mathbf{r}`, `\vec{x}`, `\vec{r}`, `\boldsymbol{r}`, `\boldsymbol{x}`:
		return true
	}
	return false
}

// deriveCoefficient differentiates the coefficient of t by the chain rule through its
// atoms.
func (e *engine) deriveCoefficient(by label, t term) sum {
	var out sum
	for _, m := range t.coef.sorted() {
		for i, w := range m.mono {
			d := e.deriveAtom(by, w.atom)
			if len(d) == 0 {
				continue
			}
			rest := make(monomial, 0, len(m.mono))
			for j, v := range m.mono {
				if j == i {
					v.exp--
				}
				if v.exp != 0 {
					rest = append(rest, v)
				}
			}
			u := t.clone()
			u.coef = e.reduceMonomial(rest, m.c.mul(gaussInt(int64(w.exp))))
			out = append(out, e.product(d, sum{u})...)
		}
	}
	return out
}

func (e *engine) deriveAtom(by label, i int) sum {
	a := e.atoms[i]
	switch a.kind {
	case atomDot:
		var out sum
		for _, p := range [][2]label{{a.u, a.v}, {a.v, a.u}} {
			if e.isCoordinate(p[0]) {
				t := term{coef: intPoly(1), factors: []factor{{kind: metricFactor, idx: []label{by, p[1]}}}}
				e.eliminateMetrics(&t)
				out = append(out, t)
			}
		}
		return out
	case atomRoot: // (b^{1/q})' = b^{1/q} b'/(q b)
		d := e.deriveCoefficient(by, term{coef: a.base})
		if len(d) == 0 {
			return nil
		}
		return e.scaled(d, e.times(e.atomPoly(i), e.inverse(a.base.scaled(gaussInt(int64(a.degree))))))
	case atomInverse:
		d := e.deriveCoefficient(by, term{coef: a.base})
		return e.scaled(d, e.power(e.atomPoly(i), 2).scaled(gaussInt(-1)))
	case atomOpaque:
		switch a.fn {
		case "exp":
			return e.scaled(e.deriveCoefficient(by, term{coef: a.args[0]}), e.atomPoly(i))
		case "sin":
			return e.scaled(e.deriveCoefficient(by, term{coef: a.args[0]}), e.function("cos", a.args[0]))
		case "cos":
			return e.scaled(e.deriveCoefficient(by, term{coef: a.args[0]}), e.function("sin", a.args[0]).scaled(gaussInt(-1)))
		}
		if a.node != nil && a.node.Op != expr.OpConstant {
			e.fail("a derivative of a function that is not known to be constant")
		}
	default:
		if a.node != nil && axis(a.node.Name) > 0 && by.space == euclid && by.kind == numberLabel {
			e.fail("a derivative of the coordinate %s as a number", strconv.Quote(a.node.Name))
		}
	}
	return nil
}
