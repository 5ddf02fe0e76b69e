package tensor

import "slices"

// diracStep absorbs one γ into the antisymmetric product before it:
// Γ^S γ^x = Γ^{Sx} + Σ_k (−1)^{|S|−k} g(s_k, x) Γ^{S∖k}, k = 1 … |S|.
func (e *engine) diracStep(t term) (sum, bool) {
	for i := range t.word {
		l := t.word[i]
		first := i == 0 || t.word[i-1].kind != cliffordLetter
		switch {
		case l.kind == gamma5Letter && first:
			return sum{replaced(t, i, i+1, letter{kind: cliffordLetter, dag: true})}, e.chiralAllowed()
		case l.kind == gammaLetter && first:
			return sum{replaced(t, i, i+1, letter{kind: cliffordLetter, idx: l.idx})}, true
		case l.kind == gamma5Letter:
			s := t.word[i-1]
			s.dag = !s.dag
			u := replaced(t, i-1, i+1, s)
			if len(s.idx)%2 != 0 {
				u.coef = u.coef.scaled(gaussInt(-1))
			}
			return sum{u}, true
		case l.kind == gammaLetter:
			return e.absorb(t, i), true
		case l.kind == cliffordLetter && !first:
			return e.unfold(t, i), true
		case l.kind == cliffordLetter && len(l.idx) == 0 && !l.dag:
			return sum{replaced(t, i, i+1)}, true
		case l.kind == cliffordLetter:
			if out, ok := e.dualized(t, i); ok {
				return out, true
			}
		}
	}
	return nil, false
}

// chiralAllowed refuses γ⁵ where it has no agreed meaning.
func (e *engine) chiralAllowed() bool {
	if e.dimNumber[lorentz] != 4 {
		e.fail("γ⁵ outside four dimensions")
	}
	return true
}

func (e *engine) absorb(t term, i int) sum {
	s, x := t.word[i-1], t.word[i].idx[0]
	if !e.spend(len(s.idx) * len(t.word)) {
		return nil
	}
	var out sum
	n := e.dimNumber[lorentz]
	if !repeats(s.idx, x) && (n == 0 || len(s.idx) < n) {
		joined := s
		joined.idx = append(slices.Clone(s.idx), x)
		out = append(out, replaced(t, i-1, i+1, joined))
	}
	for k := range s.idx {
		if !e.spend(len(s.idx)) {
			return nil
		}
		rest := s
		rest.idx = slices.Delete(slices.Clone(s.idx), k, k+1)
		u := replaced(t, i-1, i+1, rest)
		if (len(s.idx)-k-1)%2 != 0 {
			u.coef = u.coef.scaled(gaussInt(-1))
		}
		out = append(out, e.withMetric(u, s.idx[k], x))
	}
	return out
}

// unfold writes Γ^{aT} = γ^a Γ^T − Σ_k (−1)^{k−1} g(a, t_k) Γ^{T∖k}, so that Γ^S Γ^T can be
// absorbed.
func (e *engine) unfold(t term, i int) sum {
	l := t.word[i]
	if l.dag {
		l.dag = false
		return sum{replaced(t, i, i+1, letter{kind: gamma5Letter}, l)}
	}
	if len(l.idx) == 0 {
		return sum{replaced(t, i, i+1)}
	}
	g := letter{kind: gammaLetter, idx: l.idx[:1:1]}
	rest := letter{kind: cliffordLetter, idx: slices.Clone(l.idx[1:])}
	out := sum{replaced(t, i, i+1, g, rest)}
	for k := range rest.idx {
		less := letter{kind: cliffordLetter, idx: slices.Delete(slices.Clone(rest.idx), k, k+1)}
		u := replaced(t, i, i+1, less)
		if k%2 == 0 {
			u.coef = u.coef.scaled(gaussInt(-1))
		}
		out = append(out, e.withMetric(u, l.idx[0], rest.idx[k]))
	}
	return out
}

// dualized exchanges, in four dimensions and where γ⁵ or ε occurs, the antisymmetric
// products that γ⁵ makes redundant. With s = ε^{0123}:
//
//	Γ^{μνρσ} = −i s ε^{μνρσ} γ⁵,  Γ^{μνρ} = −i s ε^{μνρσ} γ⁵γ_σ,  γ⁵Γ^{μν} = (i s/2) ε^{μνρσ} Γ_{ρσ}.
func (e *engine) dualized(t term, i int) (sum, bool) {
	l := t.word[i]
	n := len(l.idx)
	if !e.chiral || e.dimNumber[lorentz] != 4 || n < 2 || n == 2 && !l.dag {
		return nil, false
	}
	e.useEpsilonSign()
	eps := factor{kind: epsilonFactor, idx: slices.Clone(l.idx)}
	dual := letter{kind: cliffordLetter, dag: n >= 3 && !l.dag}
	for len(eps.idx) < 4 {
		d := e.freshDummy(lorentz)
		eps.idx = append(eps.idx, d)
		dual.idx = append(dual.idx, d)
	}
	c := imaginary(int64(-e.epsSign))
	if n == 2 {
		c = imaginary(int64(e.epsSign)).mul(gaussRat(ratHalf))
	}
	u := replaced(t, i, i+1, dual)
	u.coef = u.coef.scaled(c)
	u.factors = append(u.factors, eps)
	return sum{u}, true
}

func (e *engine) useEpsilonSign() {
	if !e.epsDeclared {
		e.epsUnsure = true
	}
}
