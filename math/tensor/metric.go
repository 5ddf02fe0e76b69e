package tensor

import (
	"fmt"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// contract turns every free index that occurs twice into a dummy and eliminates metrics.
func (e *engine) contract(t *term) {
	var free []*label
	t.eachLabel(func(l *label) {
		if l.kind == freeIndex {
			free = append(free, l)
		}
	})
	for i, a := range free {
		if a.kind != freeIndex {
			continue
		}
		for _, b := range free[i+1:] {
			if b.kind == freeIndex && b.name == a.name && b.space == a.space {
				if a.space == lorentz && a.up == b.up {
					e.samePlace = a.name
				}
				d := e.freshDummy(a.space)
				*a, *b = d, d
				break
			}
		}
	}
	e.eliminateMetrics(t)
}

func (e *engine) eliminateMetrics(t *term) {
	for again := true; again; {
		again = false
		for i := range t.factors {
			f := &t.factors[i]
			if f.kind != metricFactor || f.deriv > 0 {
				continue
			}
			value, ok := e.metricValue(f.idx[0], f.idx[1])
			if !ok && !e.replaceDummy(t, i) {
				continue
			}
			if ok {
				t.coef = e.times(t.coef, value)
			}
			t.factors = append(t.factors[:i], t.factors[i+1:]...)
			again = true
			break
		}
	}
}

// replaceDummy carries the other label of the metric i to the place where its dummy
// occurs again.
func (e *engine) replaceDummy(t *term, i int) bool {
	f := t.factors[i]
	for k := range 2 {
		d, other := f.idx[k], f.idx[1-k]
		if d.kind != dummyIndex {
			continue
		}
		done := false
		for j := range t.factors {
			for s := range t.factors[j].idx {
				if j != i && !done && t.factors[j].idx[s] == d {
					t.factors[j].idx[s], done = other, true
				}
			}
		}
		for j := range t.word {
			for s := range t.word[j].idx {
				if !done && t.word[j].idx[s] == d {
					t.word[j].idx[s], done = other, true
				}
			}
		}
		if done {
			return true
		}
	}
	return false
}

// metricValue is g(a, b) where it is a scalar.
func (e *engine) metricValue(a, b label) (poly, bool) {
	switch {
	case a.kind == dummyIndex && a == b:
		return e.dims[a.space], true
	case a.kind == numberLabel && b.kind == numberLabel:
		if a.id != b.id {
			return poly{}, true
		}
		return intPoly(int64(e.square(a))), true
	case a.kind == vectorLabel && b.kind == vectorLabel:
		return e.dot(a, b), true
	case a.kind == vectorLabel && b.kind == numberLabel:
		return e.component(a, b), true
	case a.kind == numberLabel && b.kind == vectorLabel:
		return e.component(b, a), true
	}
	return nil, false
}

// square is g(n, n) of a component.
func (e *engine) square(n label) int {
	if n.space != lorentz {
		return 1
	}
	e.useSignature()
	if n.id == 0 {
		return e.metricSign
	}
	return -e.metricSign
}

func (e *engine) useSignature() {
	if e.ctx.Signature == "" {
		e.signUnsure = true
	}
}

func (e *engine) dot(a, b label) poly {
	if isUnit(a) && a.name == b.name {
		return intPoly(1)
	}
	if b.name < a.name {
		a, b = b, a
	}
	n := e.pool.Make(expr.OpDot, e.pool.Symbol(a.name), e.pool.Symbol(b.name))
	return e.atomPoly(e.atomOf(atom{kind: atomDot, key: fmt.Sprintf("%d %s·%s", a.space, a.name, b.name), node: n, u: a, v: b}))
}

// isUnit says that a vector has length 1: the hat on a three-vector means that.
func isUnit(v label) bool {
	return v.kind == vectorLabel && v.space == euclid && strings.HasPrefix(v.name, `\hat`)
}

func (e *engine) component(v, n label) poly {
	node := e.pool.Make(expr.OpIndexed, e.pool.Symbol(v.name), e.pool.Make(expr.OpUpper, e.pool.Int(int64(n.id))))
	return e.atomPoly(e.atomOf(atom{kind: atomDot, key: fmt.Sprintf("%d %s^%d", v.space, v.name, n.id), node: node, u: v, v: n}))
}
