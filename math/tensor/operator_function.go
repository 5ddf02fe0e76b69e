package tensor

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// powerHead is the head of X^n with a symbol n, a function of X.
const powerHead = "^"

// functionLetter is f(X) of one operator X: a letter that commutes with X and of which
// [f(X), P] = [X, P] f'(X) is known where [X, P] is a number.
func (e *engine) functionLetter(f, x letter) sum {
	l := letter{kind: operatorLetter, name: f.head, arg: f.arg, of: &x}
	l.head = l.name + "⟨" + x.headKey() + labelText(x.idx) + "⟩"
	if l.name == powerHead {
		n, _ := sum(f.arg).asScalar()
		if c, ok := n.constant(); ok && c.isReal() && c.re.IsInt() && c.re.Sign() >= 0 && c.re.Num().BitLen() < 6 {
			t := term{coef: intPoly(1)}
			for range c.re.Num().Int64() {
				t.word = append(t.word, x)
			}
			return sum{t.clone()}
		} else if !ok && !e.independent(n) {
			e.fail("an operator to a power that may be a number in disguise")
		}
		l.head += e.sumKey(f.arg)
	}
	return sum{{coef: intPoly(1), word: []letter{l}}}
}

// derivativeLetter is f'(X).
func (e *engine) derivativeLetter(l letter) sum {
	if l.name != powerHead {
		return e.functionLetter(letter{head: l.name + "'"}, *l.of)
	}
	n, _ := sum(l.arg).asScalar()
	return e.scaled(e.functionLetter(letter{head: powerHead, arg: scalarSum(n.plus(intPoly(-1)))}, *l.of), n)
}

// functionBracket is [u, v] where one of them is a function of an operator.
func (e *engine) functionBracket(u, v letter) (sum, bool) {
	switch {
	case u.of != nil && v.of == nil:
		value, ok := e.bracket(*u.of, v, false)
		c, scalar := value.asScalar()
		if !ok || !scalar {
			return nil, false
		}
		return e.scaled(e.derivativeLetter(u), c), true
	case u.of == nil && v.of != nil:
		value, ok := e.functionBracket(v, u)
		return e.negated(value), ok
	case u.of != nil && v.of != nil && u.of.head == v.of.head && u.of.dag == v.of.dag && slices.EqualFunc(u.of.idx, v.of.idx, sameLabel):
		return nil, true
	}
	return nil, false
}

// joinedPowers is X^n X and X^n X^m.
func (e *engine) joinedPowers(t term, i int) (sum, bool) {
	a, b := t.word[i], t.word[i+1]
	exponent := func(l, other letter) (poly, bool) {
		switch {
		case l.of != nil && l.name == powerHead:
			return sum(l.arg).asScalar()
		case l.of == nil && other.of != nil && other.name == powerHead && l.head == other.of.head && l.dag == other.of.dag && slices.EqualFunc(l.idx, other.of.idx, sameLabel):
			return intPoly(1), true
		}
		return nil, false
	}
	p, okA := exponent(a, b)
	q, okB := exponent(b, a)
	if !okA || !okB || a.of == nil && b.of == nil {
		return nil, false
	}
	x := a.of
	if x == nil {
		x = b.of
	}
	if a.of != nil && b.of != nil && a.of.headKey() != b.of.headKey() {
		return nil, false
	}
	return e.insert(t, i, e.functionLetter(letter{head: powerHead, arg: scalarSum(p.plus(q))}, *x)), true
}

// readPrime reads f'(X) of an operator and f' of a field as an opaque function.
func (e *engine) readPrime(n *expr.Node) sum {
	inner := n.Args[0]
	if inner.Op != expr.OpCall || n.Rat == nil || !n.Rat.IsInt() || n.Rat.Num().BitLen() > 3 {
		return e.opaque("prime ", n, nil, true)
	}
	name := inner.Name + strings.Repeat("'", int(n.Rat.Num().Int64()))
	return e.read(e.pool.MakeNamed(expr.OpCall, name, inner.Args...))
}
