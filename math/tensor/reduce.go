package tensor

import "slices"

// reduced brings a sum to its normal form: every algebra is applied to every term until
// none changes it.
func (e *engine) reduced(s sum) sum {
	todo := slices.Clone(s)
	var done sum
	for len(todo) > 0 && e.err == nil {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if len(t.coef) == 0 || !e.spend(4*(1+len(t.word)+len(t.factors))) {
			continue
		}
		next, changed := e.step(t)
		if !changed {
			done = append(done, t)
			continue
		}
		todo = append(todo, next...)
		if len(todo) > 256 {
			todo = e.collected(todo)
		}
	}
	return e.collected(done)
}

// step applies the first rule that fits.
func (e *engine) step(t term) (sum, bool) {
	if len(t.word) > 0 {
		t.word = arranged(t.word)
		for _, rule := range []func(term) (sum, bool){e.diracStep, e.generatorStep, e.pauliStep, e.operatorStep, e.ketStep} {
			if out, ok := rule(t); ok {
				return out, true
			}
		}
	}
	for _, rule := range []func(term) (sum, bool){e.chainStep, e.traceStep, e.epsilonStep} {
		if out, ok := rule(t); ok {
			return out, true
		}
	}
	return nil, false
}

// barrier letters are passed by none.
func (l *letter) barrier() bool {
	return l.kind == spinorLetter || l.kind == ketLetter || l.kind == braLetter
}

// class orders the algebras, which commute with one another between two barriers.
func (l *letter) class() int {
	switch l.kind {
	case gammaLetter, gamma5Letter, cliffordLetter:
		return 0
	case generatorLetter:
		return 1
	case pauliLetter:
		return 2 + 2*l.slot
	default:
		return 3 + 2*l.slot
	}
}

// arranged writes commuting algebras one after the other.
func arranged(w []letter) []letter {
	out := slices.Clone(w)
	for from := 0; from < len(out); {
		to := from
		for to < len(out) && !out[to].barrier() {
			to++
		}
		slices.SortStableFunc(out[from:to], func(a, b letter) int { return a.class() - b.class() })
		from = to + 1
	}
	return out
}

// replaced is t with word[from:to] exchanged.
func replaced(t term, from, to int, with ...letter) term {
	u := t.clone()
	with = slices.Clone(with)
	for i := range with {
		with[i].idx = slices.Clone(with[i].idx)
	}
	u.word = slices.Concat(u.word[:from], with, u.word[to:])
	return u
}

func (e *engine) withMetric(t term, a, b label) term {
	t.factors = append(t.factors, factor{kind: metricFactor, idx: []label{a, b}})
	e.eliminateMetrics(&t)
	return t
}

// repeats says that l stands in the slots already, so that an antisymmetric product
// vanishes.
func repeats(idx []label, l label) bool {
	for _, x := range idx {
		if l.kind != freeIndex && l.kind != openVector && sameLabel(x, l) {
			return true
		}
	}
	return false
}

// pauliStep multiplies two neighbours: σ_a σ_b = δ_ab + i ε_abc σ_c.
func (e *engine) pauliStep(t term) (sum, bool) {
	for i := 0; i+1 < len(t.word); i++ {
		a, b := t.word[i], t.word[i+1]
		if a.kind != pauliLetter || b.kind != pauliLetter || a.slot != b.slot {
			continue
		}
		if e.dimNumber[euclid] != 3 {
			e.fail("Pauli matrices outside three dimensions")
			return nil, false
		}
		out := sum{e.withMetric(replaced(t, i, i+2), a.idx[0], b.idx[0])}
		if repeats(a.idx, b.idx[0]) {
			return out, true
		}
		d := e.freshDummy(euclid)
		u := replaced(t, i, i+2, letter{kind: pauliLetter, slot: a.slot, idx: []label{d}})
		u.coef = u.coef.scaled(imaginary(1))
		u.factors = append(u.factors, factor{kind: epsilonFactor, idx: []label{a.idx[0], b.idx[0], d}})
		return append(out, u), true
	}
	return nil, false
}
