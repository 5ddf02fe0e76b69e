package tensor

import "slices"

// epsilonStep evaluates an ε that has no more than one open slot and expands a product of
// two: ε^{a…}ε^{b…} = sign(det g) det g(a_i, b_j).
func (e *engine) epsilonStep(t term) (sum, bool) {
	first := -1
	for i, f := range t.factors {
		if f.kind != epsilonFactor || f.deriv > 0 {
			continue
		}
		for k := range f.idx {
			if repeats(f.idx[:k], f.idx[k]) {
				return nil, true
			}
		}
		if out, ok := e.epsilonNumbers(t, i); ok {
			return out, true
		}
		if first >= 0 && t.factors[first].idx[0].space == f.idx[0].space {
			return e.epsilonPair(t, first, i), true
		}
		if first < 0 {
			first = i
		}
	}
	return nil, false
}

// epsilonNumbers replaces an ε of component numbers but for one slot.
func (e *engine) epsilonNumbers(t term, i int) (sum, bool) {
	f := t.factors[i]
	open := -1
	base := 1
	if f.idx[0].space == lorentz && !e.euclidean {
		base = 0
	}
	seen := make([]bool, len(f.idx))
	for k, l := range f.idx {
		if l.kind != numberLabel {
			if open >= 0 {
				return nil, false
			}
			open = k
			continue
		}
		if l.id < base || l.id-base >= len(seen) {
			e.fail("component %d of ε", l.id)
			return nil, true
		}
		seen[l.id-base] = true
	}
	values := make([]int, len(f.idx))
	u := t.clone()
	u.factors = slices.Delete(u.factors, i, i+1)
	for k, l := range f.idx {
		values[k] = l.id - base
		if k != open {
			continue
		}
		for v, ok := range seen {
			if !ok {
				values[k] = v
			}
		}
		n := label{kind: numberLabel, space: l.space, id: values[k] + base}
		// ε^{…k} is the value of the component with k upstairs, so it is ε·g(l, k)/g(k, k).
		if e.square(n) < 0 {
			u.coef = u.coef.scaled(gaussInt(-1))
		}
		u = e.withMetric(u, l, n)
	}
	sign := parity(values)
	if f.idx[0].space == lorentz {
		e.useEpsilonSign()
		sign *= e.epsSign
	}
	u.coef = u.coef.scaled(gaussInt(int64(sign)))
	return sum{u}, true
}

func parity(p []int) int {
	sign := 1
	for i := range p {
		for j := range p[:i] {
			switch {
			case p[j] == p[i]:
				return 0
			case p[j] > p[i]:
				sign = -sign
			}
		}
	}
	return sign
}

func (e *engine) epsilonPair(t term, i, j int) sum {
	a, b := t.factors[i].idx, t.factors[j].idx
	n := len(a)
	if n != len(b) {
		e.fail("ε of %d and of %d indices", n, len(b))
		return nil
	}
	rest := t.clone()
	rest.factors = slices.Delete(slices.Delete(rest.factors, j, j+1), i, i+1)
	rest.coef = rest.coef.scaled(gaussInt(int64(e.determinantSign(a[0].space, n))))
	var out sum
	for _, p := range symmetryGroup(antisymmetric, n) {
		if !e.spend(n) {
			return nil
		}
		u := rest.clone()
		u.coef = u.coef.scaled(gaussInt(int64(p.sign)))
		for k := range n {
			u.factors = append(u.factors, factor{kind: metricFactor, idx: []label{a[k], b[p.at[k]]}})
		}
		e.eliminateMetrics(&u)
		out = append(out, u)
	}
	return e.collected(out)
}

// determinantSign is sign(det g).
func (e *engine) determinantSign(s space, n int) int {
	switch {
	case s != lorentz || e.euclidean:
		return 1
	case n == 4:
		return -1 // in both signatures
	}
	e.useSignature()
	if e.metricSign < 0 || n%2 == 0 {
		return -1
	}
	return 1
}
