package tensor

import (
	"github.com/assay-physics/assay/math/expr"
)

// readLabels reads the indices of an OpIndexed or an OpPartial. sign carries the metric
// that raises component numbers.
func (e *engine) readLabels(args []*expr.Node) (labels []label, sign int) {
	sign = 1
	for _, a := range args {
		if (a.Op != expr.OpUpper && a.Op != expr.OpLower) || len(a.Args) != 1 {
			e.fail("an index that is no letter and no number")
			return nil, 1
		}
		l, s := e.readLabel(a.Args[0], a.Op == expr.OpUpper)
		labels = append(labels, l)
		sign *= s
	}
	return labels, sign
}

func (e *engine) readLabel(n *expr.Node, up bool) (label, int) {
	switch {
	case n.Op == expr.OpSymbol:
		s := e.indexSpace(n.Name)
		if v, ok := e.names.vectors[n.Name]; ok && len(n.Name) > 1 && isBold(n.Name) {
			return label{kind: vectorLabel, space: v, name: n.Name}, 1
		}
		if k := axis(n.Name); k > 0 && !e.names.latin && s == euclid {
			return label{kind: numberLabel, space: euclid, id: k}, 1
		}
		return label{kind: freeIndex, space: s, name: n.Name, up: up && e.positions(s)}, 1
	case n.Op == expr.OpNumber && n.Rat.IsInt() && n.Rat.Num().IsInt64() && n.Rat.Sign() >= 0:
		l := label{kind: numberLabel, space: e.numberSpace(), id: int(n.Rat.Num().Int64())}
		if l.space == lorentz && !up {
			return l, e.square(l)
		}
		return l, 1
	}
	e.fail("an index that is no letter and no number")
	return label{}, 1
}

// axis is 1, 2, 3 for x, y, z.
func axis(name string) int {
	switch name {
	case "x":
		return 1
	case "y":
		return 2
	case "z":
		return 3
	}
	return 0
}

// positions says whether upper and lower indices differ.
func (e *engine) positions(s space) bool {
	return s == lorentz && !e.euclidean || s == euclid && e.curved
}

func (e *engine) numberSpace() space {
	switch {
	case e.names.greek || e.names.dirac || e.ctx.Signature != "":
		return lorentz
	case e.ctx.Group != "":
		return adjoint
	}
	return euclid
}

func (e *engine) gammaNumber(k int, up bool) sum {
	one := intPoly(1)
	if k == 5 {
		return sum{{coef: one, word: []letter{{kind: gamma5Letter}}}}
	}
	n := e.dimNumber[lorentz]
	if k < 0 || n > 0 && k >= n {
		e.fail("γ^%d outside %d dimensions", k, n)
		return nil
	}
	l := label{kind: numberLabel, space: lorentz, id: k}
	if !up && e.square(l) < 0 {
		one = intPoly(-1)
	}
	return sum{{coef: one, word: []letter{{kind: gammaLetter, idx: []label{l}}}}}
}

func (e *engine) readIndexed(n *expr.Node) sum {
	head := n.Args[0]
	name := head.Name
	if head.Op == expr.OpSymbol && name == `\gamma` && len(n.Args) == 2 && n.Args[1].Args[0].Op == expr.OpNumber {
		if r := n.Args[1].Args[0].Rat; r.IsInt() && r.Num().IsInt64() {
			return e.gammaNumber(int(r.Num().Int64()), n.Args[1].Op == expr.OpUpper)
		}
	}
	labels, sign := e.readLabels(n.Args[1:])
	if e.err != nil {
		return nil
	}
	c := intPoly(int64(sign))
	if head.Op != expr.OpSymbol && head.Op != expr.OpCall {
		return e.componentOf(e.read(head), labels, c)
	}
	if head.Op == expr.OpCall {
		name = head.Name
	}
	w := &e.names
	if name == `\gamma` && w.dirac && len(labels) == 1 && labels[0].kind == freeIndex && labels[0].space == euclid {
		e.fail("a γ matrix with an index that runs over space alone")
		return nil
	}
	if bold := e.alias[name]; bold != "" {
		name = bold
	}
	if def, ok := e.definitions[name]; ok && len(def.slots) == len(labels) {
		return e.scaled(e.defined(def, labels), c)
	}
	if e.ricci == 4 && name == "R" && len(labels) == 2 && head.Op == expr.OpSymbol {
		return e.scaled(e.ricciTensor(labels), c)
	}
	t := term{coef: c}
	switch kind := e.letterOf(name, labels); {
	case kind == gammaLetter && len(labels) == 2:
		return e.sigmaTensor(labels, c)
	case kind != operatorLetter:
		t.word = []letter{{kind: kind, idx: labels}}
	case w.operators[name]:
		t.word = []letter{{kind: operatorLetter, head: name, idx: labels}}
	case w.spinors[name]:
		t.word = []letter{{kind: spinorLetter, head: name, idx: labels}}
	case len(labels) == 3 && (name == "T" || name == "t") && labels[0].space == adjoint && labels[1].space == fundamental && labels[2].space == fundamental:
		t.factors = []factor{{kind: chainFactor, idx: []label{labels[1], labels[2], labels[0]}}}
	case isMetric(name) && !(e.wide.metric && e.isHeldMetric(name)) && len(labels) == 2 && labels[0].space == labels[1].space && e.ctx.Tensors[name] == "":
		t.factors = []factor{{kind: metricFactor, idx: labels}}
		if labels[0].space == lorentz {
			e.metricNamed(name, labels[0], labels[1])
		}
	case isEpsilon(name) && e.isLeviCivita(labels):
		t.factors = []factor{{kind: epsilonFactor, idx: labels}}
	case e.isStructure(name, labels):
		return e.structure(name, labels)
	case len(labels) == 1 && !w.fields[name] && labels[0].space != adjoint && head.Op == expr.OpSymbol:
		v := label{kind: vectorLabel, space: labels[0].space, name: name}
		t.factors = []factor{{kind: metricFactor, idx: []label{v, labels[0]}}}
	default:
		f := factor{kind: tensorFactor, head: name, idx: labels, symmetry: e.symmetryOf(name, labels)}
		if head.Op == expr.OpCall {
			for _, a := range head.Args {
				f.head += ";" + e.argKey(a)
			}
		}
		t.factors = []factor{f}
	}
	e.contract(&t)
	return sum{t}
}

// metricNamed notes what makes a reader's metric doubtful: two names for it, or a δ with
// both indices at one height.
func (e *engine) metricNamed(name string, a, b label) {
	switch {
	case name != `\delta` && e.metricName == "":
		e.metricName = name
	case name != `\delta` && e.metricName != name:
		e.doubt = e.metricName + " and " + name + " are the same metric"
	case name == `\delta` && a.kind == freeIndex && b.kind == freeIndex && a.up == b.up && e.positions(lorentz):
		e.doubt = `\delta with both indices at one height is the metric`
	}
}

// componentOf reads an index on a vector expression: (a×b)_i.
func (e *engine) componentOf(s sum, labels []label, c poly) sum {
	if len(labels) != 1 || !isVector(s) {
		e.fail("indices on an expression that is no vector")
		return nil
	}
	labels[0].space = openSpace(s)
	return e.scaled(e.settled(closed(s, labels[0])), c)
}

// letterOf says which letter a name with these indices is; operatorLetter for none.
func (e *engine) letterOf(name string, labels []label) letterKind {
	switch {
	case name == `\gamma` && len(labels) == 1 && labels[0].space == lorentz:
		return gammaLetter
	case name == `\sigma` && len(labels) == 2 && labels[0].space == lorentz && labels[1].space == lorentz:
		return gammaLetter
	case name == `\sigma` && len(labels) == 1 && labels[0].space == euclid:
		return pauliLetter
	case (name == "T" || name == "t") && len(labels) == 1 && labels[0].space == adjoint:
		if e.generator == "" {
			e.generator = name
		}
		if e.generator != name {
			e.doubt = "T and t are generators of one representation"
		}
		return generatorLetter
	}
	return operatorLetter
}

// sigmaTensor is σ^{μν} = (i/2)[γ^μ, γ^ν].
func (e *engine) sigmaTensor(l []label, c poly) sum {
	half := c.scaled(imaginary(1)).scaled(gaussRat(ratHalf))
	a, b := letter{kind: gammaLetter, idx: l[:1:1]}, letter{kind: gammaLetter, idx: l[1:2:2]}
	return sum{{coef: half, word: []letter{a, b}}, {coef: half.scaled(gaussInt(-1)), word: []letter{b, a}}}
}

func (e *engine) isLeviCivita(l []label) bool {
	for _, x := range l {
		if x.space != l[0].space {
			return false
		}
	}
	return len(l) >= 2 && l[0].space != adjoint && e.dimNumber[l[0].space] == len(l)
}

func (e *engine) symmetryOf(name string, l []label) symmetry {
	switch e.ctx.Tensors[name] {
	case "maxwell", "antisymmetric":
		return antisymmetric
	case "symmetric":
		return symmetric
	case "riemann":
		if len(l) == 4 {
			return riemann
		}
		return symmetric
	}
	if e.ctx.Tensors[name] != "" {
		return noSymmetry
	}
	if e.wide.metric && e.isHeldMetric(name) && len(l) == 2 {
		return symmetric
	}
	usual := noSymmetry
	switch {
	case name == "F" && len(l) == 2 && l[0].space == lorentz && l[1].space == lorentz:
		e.assumed, usual = "F is antisymmetric", antisymmetric
	case name == "R" && len(l) == 4:
		e.assumed, usual = "R is a curvature tensor", riemann
	case name == "R" && len(l) == 2:
		e.assumed, usual = "R is the Ricci tensor", symmetric
	}
	if e.conventions {
		return usual
	}
	return noSymmetry
}
