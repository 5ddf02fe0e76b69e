package tensor

import (
	"slices"
	"strconv"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// settleColour reads the group: SU(N) with N a number or a symbol.
func (e *engine) settleColour() {
	e.groupRank = intPoly(1)
	e.dims[adjoint] = intPoly(1)
	if e.ctx.Group == "" {
		return
	}
	n, ok := e.unitaryRank(e.ctx.Group)
	if !ok {
		e.otherGroup = true
		e.dims[adjoint] = e.symbolPoly(e.pool.Symbol(`\dim ` + e.ctx.Group))
		return
	}
	e.groupRank = n
	e.dims[fundamental] = n
	e.dims[adjoint] = e.times(n, n).plus(intPoly(-1))
}

// unitaryRank is the N of SU(N).
func (e *engine) unitaryRank(group string) (poly, bool) {
	g := strings.NewReplacer(" ", "", "{", "", "}", "", `\mathrm`, "", `\text`, "", `\rm`, "", `\mathfrak`, "").Replace(group)
	arg, ok := strings.CutPrefix(strings.ToUpper(g[:min(3, len(g))])+g[min(3, len(g)):], "SU(")
	if !ok || !strings.HasSuffix(arg, ")") {
		return nil, false
	}
	arg = strings.TrimSuffix(arg, ")")
	if k, err := strconv.Atoi(arg); err == nil {
		if k < 2 || k > 1000 {
			return nil, false
		}
		e.dimNumber[adjoint] = k
		return intPoly(int64(k)), true
	}
	if arg == "" || strings.ContainsAny(arg, "+-*/^") {
		return nil, false
	}
	if head, sub, ok := strings.Cut(arg, "_"); ok { // N_c is written with or without braces
		for _, name := range []string{arg, head + "_{" + sub + "}"} {
			if e.names.uses[name] {
				arg = name
			}
		}
	}
	return e.symbolPoly(e.pool.Symbol(arg)), true
}

// casimir is the value of the usual names C_F, C_A and T_F in SU(N).
func (e *engine) casimir(name string) (poly, bool) {
	if e.ctx.Group == "" || e.otherGroup {
		return nil, false
	}
	switch name {
	case "T_F", "T_R":
		return e.traceNorm, true
	case "C_A":
		return e.times(e.traceNorm, e.groupRank).scaled(gaussInt(2)), true
	case "C_F":
		return e.times(e.times(e.traceNorm, e.dims[adjoint]), e.inverse(e.groupRank)), true
	}
	return nil, false
}

func (e *engine) isStructure(name string, l []label) bool {
	if len(l) != 3 || l[0].space != adjoint || l[1].space != adjoint || l[2].space != adjoint {
		return false
	}
	return name == "f" || name == "d" || isEpsilon(name) && e.dimNumber[adjoint] == 2
}

// structure writes f^{abc} = −(i/T_F) tr([T^a,T^b]T^c), from [T^a,T^b] = i f^{abc} T^c, and
// d^{abc} = (1/T_F) tr({T^a,T^b}T^c), from {T^a,T^b} = (2T_F/N) δ^{ab} + d^{abc} T^c.
func (e *engine) structure(name string, l []label) sum {
	if e.otherGroup {
		e.fail("structure constants of %s", e.ctx.Group)
		return nil
	}
	inv := e.inverse(e.traceNorm)
	first, second := inv.scaled(imaginary(-1)), inv.scaled(imaginary(1))
	if name == "d" {
		first, second = inv, inv
	}
	tr := func(c poly, a, b, d label) term {
		t := term{coef: c, factors: []factor{{kind: traceFactor, head: "tr", idx: []label{a, b, d}}}}
		e.contract(&t)
		return t
	}
	return sum{tr(first, l[0], l[1], l[2]), tr(second, l[1], l[0], l[2])}
}

// generatorStep contracts a pair T^a … T^a of one word:
// A T^a B T^a C = T_F (A tr(B) C − A B C/N).
func (e *engine) generatorStep(t term) (sum, bool) {
	for i := range t.word {
		if t.word[i].kind != generatorLetter {
			continue
		}
		d := t.word[i].idx[0]
		if e.otherGroup {
			e.fail("generators of %s", e.ctx.Group)
			return nil, true
		}
		if d.kind != dummyIndex {
			continue
		}
		for j := i + 1; j < len(t.word) && t.word[j].kind == generatorLetter; j++ {
			if t.word[j].idx[0] != d {
				continue
			}
			var inner []label
			for _, l := range t.word[i+1 : j] {
				inner = append(inner, l.idx[0])
			}
			a := replaced(t, i, j+1)
			a.factors = append(a.factors, factor{kind: traceFactor, head: "tr", idx: inner})
			b := replaced(t, i, j+1, t.word[i+1:j]...)
			return e.fierz(a, b), true
		}
		if f, k := findTrace(t, d); f >= 0 { // (A T^a C) tr(T^a B) = T_F (A B C − A C tr(B)/N)
			rest := rotated(t.factors[f].idx, k)
			letters := make([]letter, len(rest))
			for x, l := range rest {
				letters[x] = letter{kind: generatorLetter, idx: []label{l}}
			}
			a := replaced(t, i, i+1, letters...)
			a.factors = slices.Delete(a.factors, f, f+1)
			b := replaced(t, i, i+1)
			b.factors[f].idx = rest
			return e.fierz(a, b), true
		}
	}
	return nil, false
}

// fierz is T_F (a − b/N).
func (e *engine) fierz(a, b term) sum {
	a.coef = e.times(a.coef, e.traceNorm)
	b.coef = e.times(b.coef, e.times(e.traceNorm, e.inverse(e.groupRank)).scaled(gaussInt(-1)))
	return sum{a, b}
}

// rotated is the cycle of idx after position k.
func rotated(idx []label, k int) []label {
	return append(slices.Clone(idx[k+1:]), idx[:k]...)
}

func findTrace(t term, d label) (at, slot int) {
	for i, f := range t.factors {
		if f.kind != traceFactor || f.deriv > 0 {
			continue
		}
		for k, l := range f.idx {
			if l == d {
				return i, k
			}
		}
	}
	return -1, 0
}

// chainStep joins chains of generators with written matrix indices and contracts their
// generators: (A T^a C)_{ij} (B T^a D)_{kl} = T_F ((A D)_{il} (B C)_{kj} − (A C)_{ij} (B D)_{kl}/N).
func (e *engine) chainStep(t term) (sum, bool) {
	for i, f := range t.factors {
		if f.kind != chainFactor || f.deriv > 0 {
			continue
		}
		if e.otherGroup {
			e.fail("generators of %s", e.ctx.Group)
			return nil, true
		}
		row, column, word := f.idx[0], f.idx[1], f.idx[2:]
		with := func(drop []int, add ...factor) term {
			u := t.clone()
			for _, k := range drop { // in decreasing order
				u.factors = slices.Delete(u.factors, k, k+1)
			}
			u.factors = append(u.factors, add...)
			e.eliminateMetrics(&u)
			return u
		}
		if len(word) == 0 {
			return sum{with([]int{i}, factor{kind: metricFactor, idx: []label{row, column}})}, true
		}
		if row.kind == dummyIndex && row == column {
			return sum{with([]int{i}, factor{kind: traceFactor, head: "tr", idx: slices.Clone(word)})}, true
		}
		for k, d := range word {
			if m := slices.Index(word[k+1:], d); d.kind == dummyIndex && m >= 0 {
				m += k + 1
				inner, outer := word[k+1:m], slices.Concat(word[:k], word[m+1:])
				a := with([]int{i}, chain(row, column, outer), factor{kind: traceFactor, head: "tr", idx: slices.Clone(inner)})
				b := with([]int{i}, chain(row, column, word[:k], inner, word[m+1:]))
				return e.fierz(a, b), true
			}
		}
		for j, g := range t.factors {
			if j == i || g.deriv > 0 || g.kind != chainFactor && (g.kind != traceFactor || g.head != "tr") {
				continue
			}
			drop := []int{max(i, j), min(i, j)}
			if g.kind == chainFactor && column.kind == dummyIndex && column == g.idx[0] {
				return sum{with(drop, chain(row, g.idx[1], word, g.idx[2:]))}, true
			}
			for k, d := range word {
				m := slices.Index(g.idx, d)
				if d.kind != dummyIndex || m < 0 {
					continue
				}
				if g.kind == traceFactor {
					rest := rotated(g.idx, m)
					a := with(drop, chain(row, column, word[:k], rest, word[k+1:]))
					b := with(drop, chain(row, column, word[:k], word[k+1:]), factor{kind: traceFactor, head: "tr", idx: rest})
					return e.fierz(a, b), true
				}
				x, y := g.idx[2:m], g.idx[m+1:]
				a := with(drop, chain(row, g.idx[1], word[:k], y), chain(g.idx[0], column, x, word[k+1:]))
				b := with(drop, chain(row, column, word[:k], word[k+1:]), chain(g.idx[0], g.idx[1], x, y))
				return e.fierz(a, b), true
			}
		}
	}
	return nil, false
}

func chain(row, column label, words ...[]label) factor {
	return factor{kind: chainFactor, idx: append([]label{row, column}, slices.Concat(words...)...)}
}

// traceStep evaluates traces of at most two generators and contracts pairs in and between
// traces.
func (e *engine) traceStep(t term) (sum, bool) {
	for i, f := range t.factors {
		if f.kind != traceFactor || f.head != "tr" {
			continue
		}
		without := func() term {
			u := t.clone()
			u.factors = slices.Delete(u.factors, i, i+1)
			return u
		}
		switch len(f.idx) {
		case 0:
			u := without()
			u.coef = e.times(u.coef, e.groupRank)
			return sum{u}, true
		case 1:
			return nil, true
		case 2:
			u := without()
			u.coef = e.times(u.coef, e.traceNorm)
			return sum{e.withMetric(u, f.idx[0], f.idx[1])}, true
		}
		for k, d := range f.idx {
			if d.kind == numberLabel {
				e.fail("numbered components of a group tensor")
				return nil, true
			}
			if d.kind != dummyIndex {
				continue
			}
			for m := k + 1; m < len(f.idx); m++ {
				if f.idx[m] != d {
					continue
				}
				inner := slices.Clone(f.idx[k+1 : m])
				outer := append(slices.Clone(f.idx[m+1:]), f.idx[:k]...)
				a, b := without(), without()
				a.factors = append(a.factors, factor{kind: traceFactor, head: "tr", idx: inner}, factor{kind: traceFactor, head: "tr", idx: outer})
				b.factors = append(b.factors, factor{kind: traceFactor, head: "tr", idx: append(slices.Clone(inner), outer...)})
				return e.fierz(a, b), true
			}
			for j := i + 1; j < len(t.factors); j++ {
				g := t.factors[j]
				m := slices.Index(g.idx, d)
				if g.kind != traceFactor || g.head != "tr" || m < 0 {
					continue
				}
				p, q := rotated(f.idx, k), rotated(g.idx, m)
				a, b := t.clone(), t.clone()
				a.factors[i].idx = append(slices.Clone(p), q...)
				a.factors = slices.Delete(a.factors, j, j+1)
				b.factors[i].idx, b.factors[j].idx = p, q
				return e.fierz(a, b), true
			}
		}
	}
	return nil, false
}

// dimensionOf is the dimension of a Lie group or algebra by its name.
func (e *engine) dimensionOf(n *expr.Node) (poly, bool) {
	name, arg, ok := groupName(n)
	if !ok {
		return nil, false
	}
	k, ok := e.readScalar(arg)
	if !ok {
		return nil, false
	}
	square := e.times(k, k)
	switch strings.ToLower(name) {
	case "su", "sl":
		return square.plus(intPoly(-1)), true
	case "u":
		return square, true
	case "so", "o":
		return square.plus(k.scaled(gaussInt(-1))).scaled(gaussRat(ratHalf)), true
	}
	return nil, false
}
