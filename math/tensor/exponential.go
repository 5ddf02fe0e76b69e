package tensor

import "slices"

// maxNested bounds the series e^A B e^{−A} = B + [A,B] + [A,[A,B]]/2 + ….
const maxNested = 8

// passed moves an exponential to the right of an operator: e^A b = (b + [A,b] + …) e^A,
// or e^λ b e^A when [A, b] = λ b.
func (e *engine) passed(t term, i int) (sum, bool) {
	a, b := sum(t.word[i].arg), sum{{coef: intPoly(1), word: []letter{t.word[i+1]}}}
	series, nested, c := b, b, gaussInt(1)
	for k := int64(1); k <= maxNested; k++ {
		next := e.commutatorOf(e.refreshed(a), nested)
		if e.err != nil {
			return nil, true
		}
		if len(next) == 0 {
			series = e.product(series, sum{{coef: intPoly(1), word: []letter{t.word[i]}}})
			return e.insert(t, i, series), true
		}
		if k == 1 {
			if ratio, ok := e.ratio(next, b); ok {
				swapped := replaced(t, i, i+2, t.word[i+1], t.word[i])
				swapped.coef = e.times(swapped.coef, e.scalarExp(ratio))
				return sum{swapped}, true
			}
		}
		if len(next) > 32 {
			return nil, false
		}
		c = c.mul(gaussInt(k).inv())
		series = append(slices.Clone(series), e.scaled(next, constPoly(c))...)
		nested = next
	}
	return nil, false
}

// ratio is λ with s = λ t for single terms of the same word.
func (e *engine) ratio(s, t sum) (poly, bool) {
	if len(s) != 1 || len(t) != 1 {
		return nil, false
	}
	ks, ss := e.canonicalKey(&s[0])
	kt, st := e.canonicalKey(&t[0])
	if ks != kt || ss*st == 0 {
		return nil, false
	}
	return e.times(s[0].coef, e.inverse(t[0].coef)).scaled(gaussInt(int64(ss * st))), true
}

func (e *engine) joinedExponentials(t term, i int) (sum, bool) {
	a, b := sum(t.word[i].arg), sum(t.word[i+1].arg)
	c := e.commutatorOf(e.refreshed(a), e.refreshed(b))
	if len(e.commutatorOf(e.refreshed(a), e.refreshed(c))) > 0 || len(e.commutatorOf(e.refreshed(b), e.refreshed(c))) > 0 {
		return nil, false
	}
	total := e.collected(append(append(slices.Clone(a), b...), e.scaled(c, constPoly(gaussRat(ratHalf)))...))
	scalar := poly{}
	var arg sum
	for _, u := range total {
		if len(u.word) == 0 && len(u.factors) == 0 {
			scalar = scalar.plus(u.coef)
		} else {
			arg = append(arg, u)
		}
	}
	var with []letter
	if len(arg) > 0 {
		with = []letter{e.exponential(arg)}
	}
	u := replaced(t, i, i+2, with...)
	u.coef = e.times(u.coef, e.scalarExp(scalar))
	return sum{u}, true
}

// pauliExponential is e^V = cos w + V sin w/w for V² = −w², where w is found as a monomial.
func (e *engine) pauliExponential(t term, i int) (sum, bool) {
	v := sum(t.word[i].arg)
	for _, u := range v {
		if len(u.word) != 1 || u.word[0].kind != pauliLetter {
			return nil, false
		}
	}
	square, ok := e.reduced(e.product(e.refreshed(v), e.refreshed(v))).asScalar()
	if !ok || len(square) == 0 {
		return nil, false
	}
	w := e.evenRoot(square.scaled(gaussInt(-1)))
	inv := e.inverse(w)
	head, tail := replaced(t, i, len(t.word)), t.clone()
	tail.coef, tail.factors, tail.word = intPoly(1), nil, tail.word[i+1:]
	series := append(scalarSum(e.function("cos", w)), e.scaled(e.refreshed(v), e.times(e.function("sin", w), inv))...)
	return e.product(e.product(sum{head}, series), sum{tail}), true
}

// evenRoot is a square root of either sign.
func (e *engine) evenRoot(p poly) poly {
	if len(p) == 1 {
		for _, t := range p {
			half := make(monomial, len(t.mono))
			for i, w := range t.mono {
				if w.exp%2 != 0 {
					return e.root(p, 2)
				}
				half[i] = power{w.atom, w.exp / 2}
			}
			return e.times(e.root(constPoly(t.c), 2), e.reduceMonomial(half, gaussInt(1)))
		}
	}
	return e.root(p, 2)
}
