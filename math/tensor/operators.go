package tensor

import (
	"slices"

	"github.com/assay-physics/assay/math/expr"
)

// before is the normal order: creation before annihilation, then by name and index.
func before(a, b letter) bool {
	if a.dag != b.dag {
		return a.dag
	}
	if a.head != b.head {
		return a.head < b.head
	}
	for k := range min(len(a.idx), len(b.idx)) {
		x, y := a.idx[k], b.idx[k]
		if !sameLabel(x, y) {
			return x.String() < y.String()
		}
	}
	return false
}

// operatorStep puts two neighbours in order where their bracket is declared, and joins
// exponentials: e^A e^B = e^{A+B} e^{[A,B]/2} when [A,B] commutes with both.
func (e *engine) operatorStep(t term) (sum, bool) {
	for i := range t.word {
		if t.word[i].kind == exponentialLetter {
			if out, ok := e.pauliExponential(t, i); ok {
				return out, true
			}
		}
		if i+1 == len(t.word) {
			break
		}
		a, b := t.word[i], t.word[i+1]
		if a.slot != b.slot || a.kind != operatorLetter && a.kind != exponentialLetter {
			continue
		}
		switch {
		case a.kind == operatorLetter && b.kind == operatorLetter:
			if inverseOf(a, b) {
				return sum{replaced(t, i, i+2)}, true
			}
			if out, ok := e.joinedPowers(t, i); ok {
				return out, true
			}
			if out, ok := e.ordered(t, i); ok {
				return out, true
			}
		case a.kind == exponentialLetter && b.kind == operatorLetter:
			if out, ok := e.passed(t, i); ok {
				return out, true
			}
		case a.kind == exponentialLetter && b.kind == exponentialLetter:
			if out, ok := e.joinedExponentials(t, i); ok {
				return out, true
			}
		}
	}
	return nil, false
}

func inverseOf(a, b letter) bool {
	return a.dag == b.dag && len(a.idx) == 0 && len(b.idx) == 0 && (a.head+"⁻¹" == b.head || b.head+"⁻¹" == a.head)
}

func (e *engine) ordered(t term, i int) (sum, bool) {
	a, b := t.word[i], t.word[i+1]
	if a.head == b.head && a.dag == b.dag {
		value, ok := e.bracket(a, b, true)
		if ok && slices.EqualFunc(a.idx, b.idx, sameLabel) { // a² = {a, a}/2
			return e.scaled(e.insert(t, i, value), constPoly(gaussRat(ratHalf))), true
		}
	}
	contracted := a.head == b.head && a.dag == b.dag && (hasDummy(a) || hasDummy(b))
	if !contracted && !before(b, a) {
		return nil, false
	}
	value, ok := e.bracket(a, b, false)
	sign := int64(1)
	if !ok {
		if value, ok = e.bracket(a, b, true); !ok {
			return nil, false
		}
		sign = -1
	}
	swapped := replaced(t, i, i+2, b, a)
	swapped.coef = swapped.coef.scaled(gaussInt(sign))
	if contracted { // names of dummies have no order: that of the whole term decides
		k, s := e.canonicalKey(&t)
		ks, ss := e.canonicalKey(&swapped)
		switch {
		case s == 0 || ss == 0 || k < ks:
			return nil, false
		case k == ks && int64(s*ss)*sign > 0:
			return nil, false
		case k == ks: // ab = −ab + value
			return e.scaled(e.insert(t, i, value), constPoly(gaussRat(ratHalf))), true
		}
	}
	return append(e.insert(t, i, value), swapped), true
}

func hasDummy(l letter) bool {
	return slices.ContainsFunc(l.idx, func(x label) bool { return x.kind == dummyIndex })
}

// insert puts a sum in the place of the letters i and i+1.
func (e *engine) insert(t term, i int, value sum) sum {
	head, tail := replaced(t, i, len(t.word)), t.clone()
	tail.coef, tail.factors, tail.word = intPoly(1), nil, tail.word[i+2:]
	return e.product(e.product(sum{head}, value), sum{tail})
}

func (e *engine) commutatorOf(a, b sum) sum {
	return e.reduced(append(e.product(a, b), e.negated(e.product(e.refreshed(b), e.refreshed(a)))...))
}

// readTensorProduct lets the factors act in slots of their own; kets are written together.
func (e *engine) readTensorProduct(args []*expr.Node) sum {
	out := scalarSum(intPoly(1))
	for k, a := range args {
		s := cloneSum(e.read(a))
		for i := range s {
			for j := range s[i].word {
				if l := &s[i].word[j]; !l.barrier() {
					l.slot += k + 1
				}
			}
		}
		out = e.product(out, s)
	}
	return out
}
