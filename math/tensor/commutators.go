package tensor

import (
	"slices"

	"github.com/assay-physics/assay/math/expr"
)

// commutator is a declared [a, b] = value or {a, b} = value of two letters. Free indices
// of a and b stand for any label.
type commutator struct {
	a, b  letter
	anti  bool
	value sum
}

// declareCommutators reads the context's commutators, with their Hermitian conjugates.
func (e *engine) declareCommutators() {
	for _, n := range e.ctx.Commutators {
		e.declare(n)
	}
	for _, n := range e.ctx.Relations {
		if n.Op == expr.OpRelation && n.Name == expr.RelEqual && e.ctx.Group == "" &&
			(n.Args[0].Op == expr.OpCommutator || n.Args[0].Op == expr.OpAnticommutator) {
			e.declare(n)
		}
	}
	for _, c := range slices.Clone(e.commutators) {
		if e.isHermitian(c.a.head) && e.isHermitian(c.b.head) {
			continue
		}
		d := commutator{a: e.conjugateLetter(c.b), b: e.conjugateLetter(c.a), anti: c.anti, value: e.dagger(c.value)}
		if _, known := e.bracket(d.a, d.b, d.anti); !known {
			e.commutators = append(e.commutators, d)
		}
	}
}

func (e *engine) declare(n *expr.Node) {
	if n.Op != expr.OpRelation || len(n.Args) != 2 {
		e.fail("a declared commutator that is no equation")
		return
	}
	left, right := n.Args[0], n.Args[1]
	if left.Op != expr.OpCommutator && left.Op != expr.OpAnticommutator {
		e.fail("a declared commutator that is none")
		return
	}
	if right.Op == expr.OpCommutator { // [A,B] = [C,D] = 0 and the like
		e.fail("a chain of commutators")
		return
	}
	value := e.read(right)
	a, okA := e.oneLetter(left.Args[0])
	b, okB := e.oneLetter(left.Args[1])
	if e.err != nil {
		return
	}
	if !okA || !okB {
		e.declareNested(left, value)
		return
	}
	c := commutator{a: a, b: b, anti: left.Op == expr.OpAnticommutator, value: value}
	if !a.dag && !b.dag && a.head != b.head && !c.anti {
		if p, ok := value.asScalar(); ok && len(p) > 0 && e.conjugate(p).key() == p.scaled(gaussInt(-1)).key() {
			e.hermitian[a.head], e.hermitian[b.head] = true, true
		}
	}
	e.commutators = append(e.commutators, c)
}

// declareNested reads [A, [A, B]] = 0: [A, B] becomes a letter that commutes with A.
func (e *engine) declareNested(left *expr.Node, value sum) {
	inner, outer := left.Args[1], left.Args[0]
	if outer.Op == expr.OpCommutator {
		inner, outer = outer, inner
	}
	if inner.Op != expr.OpCommutator || len(value) > 0 {
		e.fail("a declared commutator of products")
		return
	}
	a, okA := e.oneLetter(inner.Args[0])
	b, okB := e.oneLetter(inner.Args[1])
	x, okX := e.oneLetter(outer)
	if !okA || !okB || !okX {
		e.fail("a declared commutator of products")
		return
	}
	central := letter{kind: operatorLetter, head: "[" + a.headKey() + "," + b.headKey() + "]"}
	if _, known := e.bracket(a, b, false); !known {
		e.commutators = append(e.commutators, commutator{a: a, b: b, value: sum{{coef: intPoly(1), word: []letter{central}}}})
	}
	e.commutators = append(e.commutators, commutator{a: x, b: central})
}

func (e *engine) oneLetter(n *expr.Node) (letter, bool) {
	s := e.read(n)
	if len(s) != 1 || len(s[0].word) != 1 || len(s[0].factors) > 0 || s[0].word[0].kind != operatorLetter {
		return letter{}, false
	}
	if c, ok := s[0].coef.constant(); !ok || !c.equal(gaussInt(1)) {
		return letter{}, false
	}
	return s[0].word[0], true
}

// bracket looks up [u, v] (or {u, v}).
func (e *engine) bracket(u, v letter, anti bool) (sum, bool) {
	if !anti && u.head == v.head && u.dag == v.dag && len(u.idx) == 0 && len(v.idx) == 0 {
		return nil, true
	}
	if !anti && (u.of != nil || v.of != nil) {
		return e.functionBracket(u, v)
	}
	for _, c := range e.commutators {
		if c.anti != anti {
			continue
		}
		if s, ok := e.matched(c, u, v); ok {
			return s, true
		}
		if s, ok := e.matched(c, v, u); ok {
			if !anti {
				s = e.negated(s)
			}
			return s, true
		}
	}
	if u.head == v.head && u.dag == v.dag && e.ladderFamily(u.head, anti) {
		return nil, true
	}
	return nil, !anti && e.commuting
}

// ladderFamily says that a head has a declared bracket with its conjugate (a_i and a_j†) or
// with another head (x_i and p_j) that is a number: then a_i and a_j have the bracket zero.
func (e *engine) ladderFamily(head string, anti bool) bool {
	for _, c := range e.commutators {
		if c.anti != anti || c.a.head != head && c.b.head != head || c.a.head == c.b.head && c.a.dag == c.b.dag {
			continue
		}
		if !slices.ContainsFunc(c.value, func(t term) bool { return len(t.word) > 0 }) {
			return true
		}
	}
	return false
}

func (e *engine) matched(c commutator, u, v letter) (sum, bool) {
	bound := map[string]label{}
	if !bind(c.a, u, bound) || !bind(c.b, v, bound) {
		return nil, false
	}
	out := e.refreshed(c.value)
	for i := range out {
		out[i].eachLabel(func(l *label) {
			if to, ok := bound[l.name]; ok && l.kind == freeIndex {
				*l = to
			}
		})
		e.eliminateMetrics(&out[i])
	}
	return out, true
}

func bind(pattern, l letter, bound map[string]label) bool {
	if pattern.head != l.head || pattern.dag != l.dag || len(pattern.idx) != len(l.idx) {
		return false
	}
	for k, p := range pattern.idx {
		if p.kind != freeIndex {
			if !sameLabel(p, l.idx[k]) {
				return false
			}
			continue
		}
		if old, ok := bound[p.name]; ok && !sameLabel(old, l.idx[k]) {
			return false
		}
		bound[p.name] = l.idx[k]
	}
	return true
}
