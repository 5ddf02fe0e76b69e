package tensor

import (
	"slices"
	"sort"
	"strconv"
	"strings"
)

// nontrivial leaves out the terms in which a metric or an ε is zero at these components.
func nontrivial(s sum, free []label, at []int) sum {
	number := func(l label) int {
		if l.kind == numberLabel {
			return l.id
		}
		for k, f := range free {
			if l == f {
				return at[k]
			}
		}
		return -1
	}
	out := make(sum, 0, len(s))
terms:
	for _, t := range s {
		for _, f := range t.factors {
			switch f.kind {
			case metricFactor:
				if a, b := number(f.idx[0]), number(f.idx[1]); a >= 0 && b >= 0 && a != b {
					continue terms
				}
			case epsilonFactor:
				for i, l := range f.idx {
					for _, m := range f.idx[:i] {
						if a := number(l); a >= 0 && a == number(m) {
							continue terms
						}
					}
				}
			default:
			}
		}
		out = append(out, t)
	}
	return out
}

// evaluate is the value of a sum whose free indices are numbers: a coefficient for every
// product of basis matrices and opaque letters.
func (p *point) evaluate(s sum) (map[string]poly, bool) {
	out := map[string]poly{}
	for _, t := range s {
		if !p.evaluateTerm(t, out) {
			return nil, false
		}
	}
	for k, v := range out {
		if len(v) == 0 {
			delete(out, k)
		}
	}
	return out, true
}

func (p *point) evaluateTerm(t term, out map[string]poly) bool {
	e := p.e
	u := t.clone()
	u.coef = p.coefficient(t.coef)
	p.separateVectors(&u)
	var dummies []label
	at := map[int]int{}
	ready := [][]int{nil}
	position := map[int]int{}
	for i := range u.factors {
		for _, l := range u.factors[i].idx {
			if l.kind == dummyIndex {
				if _, ok := position[l.id]; !ok {
					dummies = append(dummies, l)
					position[l.id] = len(dummies)
					ready = append(ready, nil)
				}
			}
		}
		last := 0
		for _, l := range u.factors[i].idx {
			if l.kind == dummyIndex {
				last = max(last, position[l.id])
			}
		}
		ready[last] = append(ready[last], i)
	}
	for i := range u.word {
		for _, l := range u.word[i].idx {
			if l.kind == dummyIndex && position[l.id] == 0 {
				dummies = append(dummies, l)
				position[l.id] = len(dummies)
				ready = append(ready, nil)
			}
		}
	}
	total := map[string]gauss{}
	var assign func(k int, c gauss) bool
	assign = func(k int, c gauss) bool {
		if !e.spend(1) {
			return false
		}
		opaque := ""
		for _, i := range ready[k] {
			v, name, ok := p.factor(&u.factors[i], at)
			if !ok {
				return false
			}
			if v.Sign() == 0 {
				return true
			}
			c = c.mul(gaussRat(v))
			opaque += name
		}
		if opaque != "" {
			u.word = append(u.word, letter{kind: spinorLetter, head: opaque})
			defer func() { u.word = u.word[:len(u.word)-1] }()
		}
		if k == len(dummies) {
			key, phase, ok := p.word(u.word, at)
			if !ok {
				return false
			}
			c = c.mul(phase)
			if old, ok := total[key]; ok {
				c = old.add(c)
			}
			total[key] = c
			return true
		}
		d := dummies[k]
		for n := range p.dims[d.space] {
			at[d.id] = p.first(d.space) + n
			g := c
			if p.metric(d.space, at[d.id]) < 0 {
				g = c.neg()
			}
			if !assign(k+1, g) {
				return false
			}
		}
		return true
	}
	if !assign(0, gaussInt(1)) {
		return false
	}
	for key, c := range total {
		out[key] = out[key].plus(u.coef.scaled(c))
	}
	return true
}

// separateVectors writes a vector in a slot of ε, a tensor or a γ matrix as a contraction.
func (p *point) separateVectors(t *term) {
	var more []factor
	split := func(l *label) {
		if l.kind == vectorLabel {
			d := p.e.freshDummy(l.space)
			more = append(more, factor{kind: metricFactor, idx: []label{*l, d}})
			*l = d
		}
	}
	for i := range t.factors {
		if t.factors[i].kind == metricFactor {
			continue
		}
		for j := range t.factors[i].idx {
			split(&t.factors[i].idx[j])
		}
	}
	for i := range t.word {
		for j := range t.word[i].idx {
			split(&t.word[i].idx[j])
		}
	}
	t.factors = append(more, t.factors...)
}

// word is the basis element that a word of letters is, up to a phase.
func (p *point) word(w []letter, at map[int]int) (key string, phase gauss, ok bool) {
	phase = gaussInt(1)
	var b strings.Builder
	for _, l := range w {
		n := make([]int, len(l.idx))
		for i, x := range l.idx {
			switch x.kind {
			case numberLabel:
				n[i] = x.id
			case dummyIndex:
				n[i] = at[x.id]
			default:
				if x.space != adjoint {
					return "", phase, false
				}
			}
		}
		switch l.kind {
		case cliffordLetter:
			sign := parity(n)
			if sign == 0 {
				return "", gaussInt(0), true
			}
			phase = phase.mul(gaussInt(int64(sign)))
			sort.Ints(n)
			if l.dag { // γ⁵ on the left: exchange for the complement
				var c gauss
				n, c = p.chiralComplement(n)
				phase = phase.mul(c)
			}
			if len(n) > 0 {
				b.WriteString(numbered("γ", n))
			}
		case exponentialLetter:
			b.WriteString("exp(" + l.head + ")")
		default:
			b.WriteString(l.headKey() + labelNumbers(l.idx, n))
		}
	}
	return b.String(), phase, true
}

func labelNumbers(idx []label, n []int) string {
	var b strings.Builder
	for i, l := range idx {
		if l.kind == freeIndex {
			b.WriteString(l.name)
		} else {
			b.WriteString(strconv.Itoa(n[i]))
		}
		b.WriteByte(',')
	}
	return b.String()
}

// chiralComplement writes γ⁵Γ^S = iγ⁰γ¹γ²γ³Γ^S as a phase times Γ of the complement.
func (p *point) chiralComplement(s []int) ([]int, gauss) {
	word := append([]int{0, 1, 2, 3}, s...)
	c := imaginary(1)
	for i := 4; i < len(word); i++ { // move each letter left to its partner and square it
		x := word[i]
		j := slices.Index(word[:4], x)
		if j < 0 {
			return s, gaussInt(0)
		}
		left := word[:4:4]
		between := 0
		for _, y := range left[j+1:] {
			if y >= 0 {
				between++
			}
		}
		if between%2 != 0 {
			c = c.neg()
		}
		if p.metric(lorentz, x) < 0 {
			c = c.neg()
		}
		word[j] = -1
	}
	var rest []int
	for _, y := range word[:4] {
		if y >= 0 {
			rest = append(rest, y)
		}
	}
	return rest, c
}
