package tensor

import (
	"slices"
	"strconv"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// transposed reverses words of operators; a dagger and an inverse commute with it.
func (e *engine) transposed(s sum) sum {
	out := make(sum, 0, len(s))
	for _, t := range s {
		u := t.clone()
		u.word = nil
		for i := len(t.word) - 1; i >= 0; i-- {
			l := t.word[i]
			if l.kind != operatorLetter || len(l.idx) > 0 {
				e.fail("a transpose of what is no matrix")
				return nil
			}
			if h, ok := strings.CutPrefix(l.head, "ᵀ"); ok {
				l.head = h
			} else {
				l.head = "ᵀ" + l.head
			}
			u.word = append(u.word, l)
		}
		if len(t.word) == 0 {
			e.fail("a transpose of what is no matrix")
			return nil
		}
		out = append(out, u)
	}
	return out
}

// determinant is multiplicative on words of operators; det e^A = e^{tr A}.
func (e *engine) determinant(n *expr.Node) sum {
	if n.Op == expr.OpMatrix {
		return e.explicitDeterminant(n)
	}
	s := e.reduced(e.read(n))
	if e.err != nil {
		return nil
	}
	if len(s) != 1 || len(s[0].factors) > 0 || len(s[0].word) == 0 || s[0].coef.key() != intPoly(1).key() {
		e.fail("a determinant of a sum or of an explicit matrix")
		return nil
	}
	out := intPoly(1)
	for _, l := range s[0].word {
		switch {
		case l.kind == exponentialLetter:
			p, ok := e.trace(e.refreshed(l.arg)).asScalar()
			if !ok {
				e.fail("a determinant of an exponential")
				return nil
			}
			out = e.times(out, e.scalarExp(p))
		case l.kind == operatorLetter && len(l.idx) == 0 && !l.dag:
			l.head = strings.TrimPrefix(l.head, "ᵀ")
			h, inverse := strings.CutSuffix(l.head, "⁻¹")
			d := e.freeAtom("det", h)
			if inverse {
				d = e.inverse(d)
			}
			out = e.times(out, d)
		default:
			e.fail("a determinant of what is no matrix")
			return nil
		}
	}
	return scalarSum(out)
}

// realEntire lists functions with f(z*) = f(z)*.
var realEntire = map[string]bool{"exp": true, "sin": true, "cos": true, "sinh": true, "cosh": true, "tan": true, "tanh": true}

// function is the atom f(args).
func (e *engine) function(name string, args ...poly) poly {
	key := name + "("
	nodes := make([]*expr.Node, len(args))
	isReal := realEntire[name]
	for i, a := range args {
		key += a.key() + ","
		nodes[i] = e.polyNode(a)
		isReal = isReal && e.conjugate(a).key() == a.key()
	}
	return e.atomPoly(e.atomOf(atom{kind: atomOpaque, key: key, node: e.pool.Apply(name, nodes...), real: isReal, fn: name, args: args}))
}

// opaque is an atom for a node whose arguments are scalars.
func (e *engine) opaque(kind string, n *expr.Node, args []*expr.Node, isReal bool) sum {
	key := kind + n.Name + "("
	nodes := make([]*expr.Node, len(args))
	for i, a := range args {
		p, ok := e.readScalar(a)
		if !ok {
			if e.err == nil {
				e.fail("a function of a tensor or an operator")
			}
			return nil
		}
		key += p.key() + ","
		nodes[i] = e.polyNode(p)
	}
	return scalarSum(e.atomPoly(e.atomOf(atom{kind: atomOpaque, key: key, node: e.pool.With(n, nodes), real: isReal})))
}

func (e *engine) readApply(n *expr.Node) sum {
	switch n.Name {
	case "tr":
		return e.trace(e.read(n.Args[0]))
	case "exp":
		return e.readExp(n.Args[0])
	case "det":
		return e.determinant(n.Args[0])
	case "inverse":
		return e.rationalPower(e.read(n.Args[0]), -1, 1)
	case "conjugate":
		s := e.reduced(e.read(n.Args[0]))
		for i, t := range s {
			if len(t.word) > 0 {
				e.fail("a complex conjugate of an operator")
				return nil
			}
			s[i].coef = e.conjugate(t.coef)
			s[i].factors = slices.Clone(t.factors)
			for k, f := range t.factors {
				if f.kind == tensorFactor && e.names.fields[fieldName(f.head)] {
					s[i].factors[k].head = e.conjugatedField(f.head)
				}
			}
		}
		return s
	case "abs", "norm":
		return e.readAbs(n)
	case "re", "im":
		p, ok := e.readScalar(n.Args[0])
		if !ok {
			e.fail("a real or imaginary part of what is no scalar")
			return nil
		}
		c := e.conjugate(p)
		if n.Name == "re" {
			return scalarSum(p.plus(c).scaled(gaussRat(ratHalf)))
		}
		return scalarSum(p.plus(c.scaled(gaussInt(-1))).scaled(imaginary(-1)).scaled(gaussRat(ratHalf)))
	case "laplacian":
		return e.laplacian(e.read(n.Args[0]))
	case "time_ordered", "normal_ordered":
		return sum{{coef: intPoly(1), word: []letter{{kind: operatorLetter, head: n.Name + "(" + e.argKey(n.Args[0]) + ")"}}}}
	case "kronecker":
		return e.opaque("f ", n, n.Args, true)
	case "dim":
		p, ok := e.dimensionOf(n.Args[0])
		if !ok {
			return e.opaque("f ", n, n.Args, true)
		}
		return scalarSum(p)
	}
	if len(n.Args) == 1 && realEntire[n.Name] {
		p, ok := e.readScalar(n.Args[0])
		if !ok {
			e.fail("%s of a tensor or an operator", n.Name)
			return nil
		}
		return scalarSum(e.function(n.Name, p))
	}
	return e.opaque("f ", n, n.Args, false)
}

func (e *engine) readAbs(n *expr.Node) sum {
	s := e.read(n.Args[0])
	if isVector(s) {
		s = e.dotted(s, e.refreshed(s))
		p, ok := e.reduced(s).asScalar()
		if !ok {
			e.fail("the length of a vector of operators")
			return nil
		}
		if len(p) == 0 {
			return nil
		}
		return scalarSum(e.root(p, 2))
	}
	p, ok := e.reduced(s).asScalar()
	if !ok {
		e.fail("an absolute value of a tensor or an operator")
		return nil
	}
	if len(p) == 0 || e.nonnegative(p) {
		return scalarSum(p)
	}
	return scalarSum(e.root(e.times(p, e.conjugate(p)), 2))
}

// argKey describes an argument that is only compared: as a scalar, as a sum, or as it is
// written.
func (e *engine) argKey(n *expr.Node) string {
	if n.Op == expr.OpList || n.Op == expr.OpTuple {
		parts := make([]string, len(n.Args))
		for i, a := range n.Args {
			parts[i] = e.argKey(a)
		}
		return strings.Join(parts, ",")
	}
	saved := e.err
	s := e.reduced(e.read(n))
	if e.err != nil {
		if saved == nil && e.ops >= 0 {
			e.err = nil
		}
		return e.writtenKey(n)
	}
	return e.sumKey(s)
}

func (e *engine) writtenKey(n *expr.Node) string { return "node " + strconv.Itoa(n.ID) }

func (e *engine) readCall(n *expr.Node) sum {
	if len(n.Args) > 1 && n.Args[0].Op == expr.OpIndexed && n.Args[0].Args[0].Name == n.Name { // A_\mu(x)
		if h := n.Name; isMetric(h) || isEpsilon(h) || e.specialHead(h) || len(n.Args[0].Args) == 4 && (h == "f" || h == "d") {
			return e.readProduct(n.Args) // g^{\mu\nu}(a + b) is a product
		}
		call := e.pool.MakeNamed(expr.OpCall, n.Name, n.Args[1:]...)
		return e.read(e.pool.Make(expr.OpIndexed, append([]*expr.Node{call}, n.Args[0].Args[1:]...)...))
	}
	w := &e.names
	one := intPoly(1)
	args := func() string {
		parts := make([]string, len(n.Args))
		for i, a := range n.Args {
			parts[i] = e.argKey(a)
		}
		return n.Name + "(" + strings.Join(parts, ";") + ")"
	}
	switch {
	case len(n.Args) == 1 && !w.fields[n.Name] && !w.spinors[n.Name]:
		if s := e.read(n.Args[0]); len(s) == 1 && len(s[0].word) == 1 && s[0].word[0].kind == operatorLetter && len(s[0].factors) == 0 && s[0].coef.key() == one.key() {
			return e.functionLetter(letter{head: n.Name}, s[0].word[0])
		}
	}
	if e.err != nil {
		return nil
	}
	switch {
	case w.fields[n.Name]:
		return sum{{coef: one, factors: []factor{{kind: tensorFactor, head: args()}}}}
	case w.spinors[n.Name]:
		return sum{{coef: one, word: []letter{{kind: spinorLetter, head: args()}}}}
	case w.operators[n.Name]:
		return sum{{coef: one, word: []letter{{kind: operatorLetter, head: args()}}}}
	}
	key := args()
	loose := slices.ContainsFunc(n.Args, func(a *expr.Node) bool {
		p, ok := e.readScalar(a)
		_, constant := p.constant()
		return ok && !constant && !e.independent(p)
	})
	return scalarSum(e.atomPoly(e.atomOf(atom{kind: atomOpaque, key: "call " + key, node: n, loose: loose})))
}
