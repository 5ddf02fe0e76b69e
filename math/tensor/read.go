package tensor

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// maxDepth bounds the nesting of what is read, maxPower an expanded exponent.
const (
	maxDepth = 200
	maxPower = 64
)

// read turns an expression into a sum. What it cannot read sets e.err.
func (e *engine) read(n *expr.Node) sum {
	if !e.spend(1) {
		return nil
	}
	if s, ok := e.nodes[n]; ok {
		return e.refreshed(s)
	}
	if e.depth++; e.depth > maxDepth {
		e.fail("an expression nested more than %d deep", maxDepth)
		return nil
	}
	s := e.readOp(n)
	e.depth--
	if e.err == nil {
		e.nodes[n] = s
	}
	return s
}

func (e *engine) readOp(n *expr.Node) sum {
	switch n.Op {
	case expr.OpNumber:
		return scalarSum(constPoly(gaussRat(n.Rat)))
	case expr.OpConstant:
		return e.readConstant(n)
	case expr.OpSymbol:
		return e.readSymbol(n)
	case expr.OpAdd:
		var out sum
		for _, a := range n.Args {
			out = append(out, e.read(a)...)
		}
		return e.collected(out)
	case expr.OpMul:
		return e.readProduct(n.Args)
	case expr.OpPow:
		return e.readPower(n)
	case expr.OpApply:
		return e.readApply(n)
	case expr.OpCall:
		return e.readCall(n)
	case expr.OpPrime:
		return e.readPrime(n)
	case expr.OpIndexed:
		return e.readIndexed(n)
	case expr.OpDot:
		return e.readDot(n.Args[0], n.Args[1])
	case expr.OpCross:
		return e.readCross(n.Args[0], n.Args[1])
	case expr.OpSlashed:
		return e.readSlashed(n.Args[0])
	case expr.OpCommutator, expr.OpAnticommutator:
		a, b := e.read(n.Args[0]), e.read(n.Args[1])
		ba := e.product(e.refreshed(b), e.refreshed(a))
		if n.Op == expr.OpCommutator {
			ba = e.negated(ba)
		}
		return e.collected(append(e.product(a, b), ba...))
	case expr.OpSet, expr.OpInterval:
		return e.readBrackets(n)
	case expr.OpDagger:
		return e.dagger(e.read(n.Args[0]))
	case expr.OpTranspose:
		return e.transposed(e.read(n.Args[0]))
	case expr.OpBra, expr.OpKet:
		return e.readKet(n)
	case expr.OpExpectation:
		return e.readExpectation(n.Args[0])
	case expr.OpTensorProduct:
		return e.readTensorProduct(n.Args)
	case expr.OpDerivative:
		return e.readDerivative(n)
	default:
		e.fail("the tensor algebra does not read this kind of expression")
		return nil
	}
}

// readBrackets reads {a, b} and [a, b] of operators, which on their own look like a set and
// an interval, as brackets.
func (e *engine) readBrackets(n *expr.Node) sum {
	if len(n.Args) == 2 && (n.Op == expr.OpSet || n.Name == "[]") {
		hasWord := func(t term) bool { return len(t.word) > 0 }
		if slices.ContainsFunc(e.read(n.Args[0]), hasWord) && slices.ContainsFunc(e.read(n.Args[1]), hasWord) {
			op := expr.OpCommutator
			if n.Op == expr.OpSet {
				op = expr.OpAnticommutator
			}
			return e.read(e.pool.Make(op, n.Args...))
		}
	}
	e.fail("a set or an interval")
	return nil
}

// readScalar reads what must be a coefficient; ok is false, without an error, if it is not.
func (e *engine) readScalar(n *expr.Node) (poly, bool) {
	saved := e.err
	s := e.reduced(e.read(n))
	if e.err != nil {
		if saved == nil && e.ops >= 0 {
			e.err = nil
		}
		return nil, false
	}
	return s.asScalar()
}

func (e *engine) readConstant(n *expr.Node) sum {
	switch n.Name {
	case expr.ConstI:
		return scalarSum(constPoly(imaginary(1)))
	case expr.ConstInfinity, expr.ConstComplexInf, expr.ConstUndefined:
		e.fail("infinity in a tensor expression")
		return nil
	}
	return scalarSum(e.atomPoly(e.atomOf(atom{kind: atomOpaque, key: "constant " + n.Name, node: n, real: true})))
}

func (e *engine) readSymbol(n *expr.Node) sum {
	name := n.Name
	w := &e.names
	one := intPoly(1)
	switch {
	case isPauliVector(name):
		return sum{{coef: one, word: []letter{{kind: pauliLetter, idx: []label{{kind: openVector, space: euclid}}}}}}
	case e.pauli(name) > 0:
		return sum{{coef: one, word: []letter{{kind: pauliLetter, idx: []label{{kind: numberLabel, space: euclid, id: e.pauli(name)}}}}}}
	case w.dirac && (name == `\gamma_5` || name == `\gamma_{5}` || name == `\gamma^5` || name == `\gamma^{5}`):
		return sum{{coef: one, word: []letter{{kind: gamma5Letter}}}}
	case w.spinors[name]:
		return sum{{coef: one, word: []letter{{kind: spinorLetter, head: name}}}}
	case w.operators[name]:
		return sum{{coef: one, word: []letter{{kind: operatorLetter, head: name}}}}
	case name == `\mathbb{1}` || name == `\mathbf{1}` || name == `\mathbb{I}` || name == `\mathbb 1`:
		return scalarSum(one)
	}
	if s, ok := w.vectors[name]; ok {
		open := label{kind: openVector, space: s}
		if w.fields[name] {
			return sum{{coef: one, factors: []factor{{kind: tensorFactor, head: name, idx: []label{open}}}}}
		}
		return sum{{coef: one, factors: []factor{{kind: metricFactor, idx: []label{{kind: vectorLabel, space: s, name: name}, open}}}}}
	}
	if w.fields[name] {
		return sum{{coef: one, factors: []factor{{kind: tensorFactor, head: name}}}}
	}
	if p, ok := e.casimir(name); ok {
		return scalarSum(p)
	}
	if name == "R" && e.ricci > 0 { // the curvature scalar
		d := e.freshDummy(lorentz)
		return e.ricciTensor([]label{d, d})
	}
	if e.norms {
		for _, v := range sortedKeys(w.vectors) {
			if w.vectors[v] == euclid && v != name && unaccented(v) == name {
				l := label{kind: vectorLabel, space: euclid, name: v}
				return scalarSum(e.root(e.dot(l, l), 2))
			}
		}
	}
	return scalarSum(e.symbolPoly(n))
}

// readProduct multiplies in written order; a derivative acts on its operand.
func (e *engine) readProduct(args []*expr.Node) sum {
	if at := slices.IndexFunc(args, dangles); at >= 0 && at+1 < len(args) { // (iγ^μ∂_μ − m)ψ
		var out sum
		for _, t := range args[at].Args {
			out = append(out, e.readProduct(slices.Concat(args[:at], factorsOf(t), args[at+1:]))...)
		}
		return e.collected(out)
	}
	var parts []sum // in reverse
	for i := len(args) - 1; i >= 0 && e.err == nil; i-- {
		if !isDerivative(args[i]) {
			parts = append(parts, e.read(args[i]))
			continue
		}
		if len(parts) == 0 {
			e.fail("a derivative without an operand")
			return nil
		}
		operand, next := parts[len(parts)-1], i+2
		parts = parts[:len(parts)-1]
		for len(parts) > 0 && next < len(args) && (isDenominator(args[next]) || e.isConstant(operand)) {
			operand = e.product(operand, parts[len(parts)-1])
			parts = parts[:len(parts)-1]
			next++
		}
		parts = append(parts, e.differentiate(args[i], operand))
		args = slices.Concat(args[:i+1], args[next:]) // keeps positions of what was used up apart
	}
	counts := map[string]int{}
	for _, p := range parts {
		if len(p) == 0 {
			continue
		}
		for _, name := range rank(&p[0]) {
			counts[strings.TrimLeft(name, "^_")]++
		}
	}
	for name, k := range counts {
		if k > 2 && name != "vector" {
			e.fail("the index %s occurs %d times in a product", name, k)
		}
		if k > 2 {
			e.fail("a product of %d vectors without · or ×", k)
		}
	}
	if counts["vector"] == 2 { // pq is short for p·q
		return e.shortDot(parts)
	}
	out := scalarSum(intPoly(1))
	for i := len(parts) - 1; i >= 0 && e.err == nil; i-- {
		out = e.product(out, parts[i])
	}
	return e.collected(out)
}

// dangles says that a sum has a term that ends with a derivative.
func dangles(n *expr.Node) bool {
	return n.Op == expr.OpAdd && slices.ContainsFunc(n.Args, func(t *expr.Node) bool {
		fs := factorsOf(t)
		return isDerivative(fs[len(fs)-1])
	})
}

func factorsOf(n *expr.Node) []*expr.Node {
	if n.Op == expr.OpMul {
		return n.Args
	}
	return []*expr.Node{n}
}

// isDenominator says that a factor was written below a fraction line, so that it belongs
// to the numerator before it.
func isDenominator(n *expr.Node) bool {
	return n.Op == expr.OpPow && n.Args[1].Op == expr.OpNumber && n.Args[1].Rat.Sign() < 0
}

// isConstant says that nothing in s depends on the coordinates.
func (e *engine) isConstant(s sum) bool {
	for _, t := range s {
		for _, f := range t.factors {
			if f.kind == tensorFactor && e.names.fields[fieldName(f.head)] || slices.ContainsFunc(f.idx, e.isCoordinate) {
				return false
			}
		}
		for _, l := range t.word {
			if l.kind == spinorLetter || l.kind == operatorLetter {
				return false
			}
		}
		for _, m := range t.coef {
			for _, w := range m.mono {
				if e.dependsOnCoordinates(w.atom) {
					return false
				}
			}
		}
	}
	return true
}

func (e *engine) dependsOnCoordinates(i int) bool {
	a := &e.atoms[i]
	dependent := func(p poly) bool {
		for _, t := range p {
			for _, w := range t.mono {
				if e.dependsOnCoordinates(w.atom) {
					return true
				}
			}
		}
		return false
	}
	switch {
	case a.kind == atomDot:
		return e.isCoordinate(a.u) || e.isCoordinate(a.v)
	case a.kind == atomSymbol:
		return false
	case a.kind == atomOpaque && a.fn == "":
		return a.node == nil || a.node.Op != expr.OpConstant
	}
	return dependent(a.base) || slices.ContainsFunc(a.args, dependent)
}
