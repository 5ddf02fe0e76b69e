package tensor

import (
	"slices"
	"strings"
)

// trace is the trace of a sum of words: over γ matrices, generators, Pauli matrices or,
// by its cyclic word only, operators.
func (e *engine) trace(s sum) sum {
	var out sum
	for _, t := range s {
		t.word = arranged(t.word)
		var gammas, generators, paulis, operators []letter
		for _, l := range t.word {
			switch l.kind {
			case gammaLetter, gamma5Letter, cliffordLetter:
				gammas = append(gammas, l)
			case generatorLetter:
				generators = append(generators, l)
			case pauliLetter:
				paulis = append(paulis, l)
			case operatorLetter, exponentialLetter:
				operators = append(operators, l)
			default:
				e.fail("a trace of a state")
				return nil
			}
		}
		u := t.clone()
		u.word = nil
		part := sum{u}
		one := e.identityTraces(len(gammas) > 0, len(generators) > 0, len(paulis) > 0, len(operators) > 0)
		if e.err != nil {
			return nil
		}
		if len(operators) > 0 {
			for _, l := range operators {
				if len(l.idx) > 0 {
					e.fail("a trace of operators with indices")
					return nil
				}
			}
			u.coef = e.times(u.coef, e.freeAtom("tr", cyclicWord(operators)))
			part = sum{u}
		}
		if len(generators) > 0 {
			f := factor{kind: traceFactor, head: "tr"}
			for _, l := range generators {
				f.idx = append(f.idx, l.idx[0])
			}
			part[0].factors = append(part[0].factors, f)
		}
		if len(paulis) > 0 {
			part[0].word = paulis
			part = e.scalarPart(e.reduced(part), pauliLetter, intPoly(2))
		}
		if len(gammas) > 0 {
			for i := range part {
				part[i].word = gammas
			}
			part = e.gammaTrace(part)
		}
		out = append(out, e.scaled(part, one)...)
	}
	return e.reduced(out)
}

// identityTraces is the trace of 1 where a term of a trace has no letters: which algebra
// is meant, the other terms or the context must tell.
func (e *engine) identityTraces(gammas, generators, paulis, operators bool) poly {
	if gammas || generators || paulis || operators {
		return intPoly(1)
	}
	switch {
	case e.names.dirac && e.ctx.Group == "":
		return e.traceOne
	case e.ctx.Group != "" && !e.names.dirac:
		return e.groupRank
	case e.names.pauli:
		return intPoly(2)
	}
	e.fail("a trace of the identity in an unknown space")
	return nil
}

// cyclicWord is the least rotation of an operator word.
func cyclicWord(w []letter) string {
	keys := make([]string, len(w))
	for i := range w {
		keys[i] = w[i].headKey()
	}
	best := strings.Join(keys, " ")
	for range keys {
		keys = append(keys[1:], keys[0])
		best = min(best, strings.Join(keys, " "))
	}
	return best
}

// freeAtom is a number of which only the name is known.
func (e *engine) freeAtom(kind, name string) poly {
	key := kind + "(" + name + ")"
	return e.atomPoly(e.atomOf(atom{kind: atomOpaque, key: key, node: e.pool.Symbol(key)}))
}

// scalarPart keeps the terms without a letter of the kind and multiplies them by tr 1.
func (e *engine) scalarPart(s sum, kind letterKind, one poly) sum {
	var out sum
	for _, t := range s {
		if !slices.ContainsFunc(t.word, func(l letter) bool { return l.kind == kind }) {
			t.coef = e.times(t.coef, one)
			out = append(out, t)
		}
	}
	return out
}

// maxTrace bounds the different γ matrices in a trace: 12 have 11!! = 10395 terms.
const maxTrace = 12

// gammaTrace is the trace of terms whose words are γ matrices only. Without γ⁵ it goes by
// tr(x₁x₂…x_n) = Σ_k (−1)^k g(x₁, x_k) tr(the others), after repeated labels are brought
// together; with γ⁵ through the antisymmetric products.
func (e *engine) gammaTrace(s sum) sum {
	var todo, out sum
	for _, t := range s {
		plain := !slices.ContainsFunc(t.word, func(l letter) bool { return l.kind != gammaLetter })
		if plain {
			todo = append(todo, t)
			continue
		}
		out = append(out, e.scalarPart(e.reduced(sum{t}), cliffordLetter, e.traceOne)...)
	}
	for len(todo) > 0 && e.err == nil {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		n := len(t.word)
		if !e.spend(1 + n*n) {
			return nil
		}
		switch {
		case len(t.coef) == 0 || n%2 != 0:
			continue
		case n == 0:
			t.coef = e.times(t.coef, e.traceOne)
			out = append(out, t)
			continue
		}
		if i, j := closestPair(t.word); i >= 0 {
			todo = append(todo, e.bringTogether(t, i, j)...)
			continue
		}
		if n > maxTrace {
			e.fail("a trace of %d different γ matrices has %d!! terms", n, n-1)
			return nil
		}
		x := t.word[0].idx[0]
		for k := 1; k < n; k++ {
			u := replaced(t, k, k+1)
			u.word = u.word[1:]
			if k%2 == 0 {
				u.coef = u.coef.scaled(gaussInt(-1))
			}
			todo = append(todo, e.withMetric(u, x, t.word[k].idx[0]))
		}
		if len(todo) > 4096 {
			e.fail("a trace with too many terms")
		}
	}
	return e.collected(out)
}

// closestPair finds the same label twice in a word of γ matrices.
func closestPair(w []letter) (int, int) {
	for gap := 1; gap < len(w); gap++ {
		for i := 0; i+gap < len(w); i++ {
			if repeats(w[i].idx, w[i+gap].idx[0]) {
				return i, i + gap
			}
		}
	}
	return -1, -1
}

// bringTogether moves the second of a pair one place to the left, or removes neighbours.
func (e *engine) bringTogether(t term, i, j int) sum {
	x := t.word[j].idx[0]
	if j == i+1 {
		return sum{e.withMetric(replaced(t, i, j+1), t.word[i].idx[0], x)}
	}
	swapped := replaced(t, j-1, j+1, t.word[j], t.word[j-1])
	swapped.coef = swapped.coef.scaled(gaussInt(-1))
	a := replaced(t, j-1, j+1)
	a.coef = a.coef.scaled(gaussInt(2))
	return sum{swapped, e.withMetric(a, t.word[j-1].idx[0], x)}
}
