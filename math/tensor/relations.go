package tensor

import (
	"slices"

	"github.com/assay-physics/assay/math/expr"
)

func (e *engine) definesTensor(n *expr.Node) bool {
	if n.Op != expr.OpRelation || n.Name != expr.RelEqual || len(n.Args) != 2 {
		return false
	}
	_, _, ok := e.definable(n.Args[0])
	return ok
}

// substituted replaces the symbols that a relation defines.
func (e *engine) substituted(n *expr.Node) *expr.Node {
	defs := map[*expr.Node]*expr.Node{}
	for _, r := range e.ctx.Relations {
		if r.Op != expr.OpRelation || r.Name != expr.RelEqual || len(r.Args) != 2 {
			continue
		}
		l, v := r.Args[0], r.Args[1]
		if l.Op != expr.OpSymbol && v.Op == expr.OpSymbol {
			l, v = v, l
		}
		if (l.Op == expr.OpSymbol || l.Op == expr.OpKet || e.definesSquare(l, v)) && !contains(v, l) && defs[l] == nil {
			defs[l] = v
			if l.Op == expr.OpKet {
				defs[e.pool.Make(expr.OpBra, l.Args...)] = e.pool.Make(expr.OpDagger, v)
			}
		}
	}
	if len(defs) == 0 {
		return n
	}
	for range len(defs) {
		next := e.replaceSymbols(n, defs, map[*expr.Node]*expr.Node{})
		if next == n || e.pool.Len() > 1<<20 {
			break
		}
		n = next
	}
	return n
}

// definesSquare: J² = J_x² + J_y² + J_z² of operators, where J itself has no meaning.
func (e *engine) definesSquare(l, v *expr.Node) bool {
	if l.Op != expr.OpPow || l.Args[0].Op != expr.OpSymbol || l.Args[1].Op != expr.OpNumber {
		return false
	}
	return anyNode(v, func(m *expr.Node) bool {
		return m.Op == expr.OpSymbol && m.Name != `\hbar` && slices.ContainsFunc(e.ctx.Commutators, func(c *expr.Node) bool {
			return len(c.Args) > 0 && contains(c.Args[0], m) && !contains(c.Args[0], l.Args[0])
		})
	})
}

func (e *engine) replaceSymbols(n *expr.Node, defs, memo map[*expr.Node]*expr.Node) *expr.Node {
	if d, ok := defs[n]; ok {
		return d
	}
	if len(n.Args) == 0 || !e.spend(1) {
		return n
	}
	if m, ok := memo[n]; ok {
		return m
	}
	args := make([]*expr.Node, len(n.Args))
	for i, a := range n.Args {
		args[i] = a
		if n.Op != expr.OpUpper && n.Op != expr.OpLower {
			args[i] = e.replaceSymbols(a, defs, memo)
		}
	}
	m := e.pool.With(n, args)
	memo[n] = m
	return m
}

func contains(n, x *expr.Node) bool {
	return anyNode(n, func(m *expr.Node) bool { return m == x })
}

// anyNode says whether f holds for a part of n; shared parts are visited once.
func anyNode(n *expr.Node, f func(*expr.Node) bool) bool {
	seen := map[*expr.Node]bool{}
	var walk func(*expr.Node) bool
	walk = func(m *expr.Node) bool {
		if f(m) {
			return true
		}
		if seen[m] {
			return false
		}
		seen[m] = true
		return slices.ContainsFunc(m.Args, walk)
	}
	return walk(n)
}

// definable returns the head and the slots of F_{\mu\nu} as the left side of a definition.
func (e *engine) definable(l *expr.Node) (name string, slots []string, ok bool) {
	if l.Op != expr.OpIndexed || l.Args[0].Op != expr.OpSymbol {
		return "", nil, false
	}
	seen := map[string]bool{}
	for _, a := range l.Args[1:] {
		if a.Args[0].Op != expr.OpSymbol || seen[a.Args[0].Name] {
			return "", nil, false
		}
		seen[a.Args[0].Name] = true
		slots = append(slots, a.Args[0].Name)
	}
	name = l.Args[0].Name
	return name, slots, !isEpsilon(name) && !isMetric(name) && !e.specialHead(name)
}

func (e *engine) definitionRelation(l *expr.Node) bool {
	name, _, ok := e.definable(l)
	_, known := e.definitions[name]
	return ok && known
}

// readDefinitions reads relations that define a tensor by others.
func (e *engine) readDefinitions() {
	for _, r := range e.ctx.Relations {
		if r.Op != expr.OpRelation || r.Name != expr.RelEqual || len(r.Args) != 2 || e.err != nil {
			continue
		}
		memo := map[*expr.Node]*expr.Node{}
		l, v := e.spelled(e.substituted(r.Args[0]), e.index, memo), e.spelled(e.substituted(r.Args[1]), e.index, memo)
		name, slots, ok := e.definable(l)
		if !ok || v.Op == expr.OpTuple || containsHead(v, name) {
			continue
		}
		value := e.reduced(e.read(v))
		if e.err != nil {
			e.err = nil
			continue
		}
		names := names1(rankOf(value))
		if len(value) > 0 && !slices.Equal(names, slices.Sorted(slices.Values(slots))) {
			continue
		}
		e.definitions[name] = definition{slots, value}
		clear(e.nodes)
	}
}

func rankOf(s sum) []string {
	if len(s) == 0 {
		return nil
	}
	return rank(&s[0])
}

func containsHead(n *expr.Node, name string) bool {
	return anyNode(n, func(m *expr.Node) bool { return m.Op == expr.OpSymbol && m.Name == name })
}

// relation says that atom^exp is value.
type relation struct {
	exp   int
	value poly
}

// readRelations takes from the context what is no definition of a symbol: the sign of ε,
// the normalization of the generators, p² = m².
func (e *engine) readRelations() {
	for _, r := range e.ctx.Relations {
		if r.Op != expr.OpRelation || r.Name != expr.RelEqual || len(r.Args) != 2 || e.err != nil {
			continue
		}
		memo := map[*expr.Node]*expr.Node{}
		l, v := e.spelled(e.substituted(r.Args[0]), e.index, memo), e.spelled(e.substituted(r.Args[1]), e.index, memo)
		if r.Args[0].Op == expr.OpSymbol || r.Args[1].Op == expr.OpSymbol || r.Args[0].Op == expr.OpKet || l.Op == expr.OpCommutator || l.Op == expr.OpAnticommutator || e.definesSquare(r.Args[0], r.Args[1]) {
			continue
		}
		if e.definitionRelation(l) {
			continue
		}
		if e.epsilonRelation(l, v) || e.generatorRelation(l, v) || e.splitRelation(l, v) {
			continue
		}
		if !e.atomRelation(l, v) && !e.holdsAnyway(l, v) {
			e.err = nil
			if l.Op != expr.OpPow || l.Args[0].Op != expr.OpSymbol || l.Args[0].Name != `\gamma` {
				e.unused = e.relationText(r)
			}
		}
	}
}

// holdsAnyway says that a relation is one of the conventions here, such as γ⁵ = iγ⁰γ¹γ²γ³.
func (e *engine) holdsAnyway(l, v *expr.Node) bool {
	e.err = nil
	diff := e.reduced(append(slices.Clone(e.read(l)), e.negated(e.read(v))...))
	return e.err == nil && len(diff) == 0
}

func (e *engine) relationText(r *expr.Node) string {
	if r.Args[0].Op == expr.OpSymbol {
		return r.Args[0].Name + " = …"
	}
	return "that the problem states"
}

func (e *engine) epsilonRelation(l, v *expr.Node) bool {
	if l.Op != expr.OpIndexed || !isEpsilon(l.Args[0].Name) || (v.Op != expr.OpNumber && v.Op != expr.OpMul) {
		return false
	}
	var order []int
	for _, a := range l.Args[1:] {
		if a.Args[0].Op != expr.OpNumber || !a.Args[0].Rat.IsInt() {
			return false
		}
		order = append(order, int(a.Args[0].Rat.Num().Int64()))
	}
	p, ok := e.readScalar(v)
	c, isNumber := p.constant()
	if !ok || !isNumber || !c.isReal() || len(order) != 4 || parity(order) == 0 {
		return len(order) == 3
	}
	e.epsSign = c.re.Sign() * parity(order)
	if l.Args[1].Op == expr.OpLower {
		e.epsSign = -e.epsSign
	}
	e.epsDeclared = true
	return true
}

// generatorRelation reads tr T^aT^b = T_F δ^{ab}.
func (e *engine) generatorRelation(l, v *expr.Node) bool {
	if e.ctx.Group == "" {
		return false
	}
	if l.Op != expr.OpApply || l.Name != "tr" || l.Args[0].Op != expr.OpMul || len(l.Args[0].Args) != 2 {
		return false
	}
	s := e.read(v)
	if e.err != nil || len(s) != 1 || len(s[0].factors) != 1 || s[0].factors[0].kind != metricFactor {
		return false
	}
	e.traceNorm = s[0].coef
	clear(e.nodes)
	return true
}

func (e *engine) atomRelation(l, v *expr.Node) bool {
	p, okL := e.readScalar(l)
	q, okV := e.readScalar(v)
	if !okL || !okV || len(p) != 1 {
		return false
	}
	for _, t := range p {
		if len(t.mono) != 1 || t.mono[0].exp <= 0 {
			return false
		}
		e.relations[t.mono[0].atom] = relation{t.mono[0].exp, q.scaled(t.c.inv())}
	}
	return true
}

// split is a four-vector as its time component and the name of its three-vector.
type split struct {
	time poly
	part label
}

// splitRelation reads p^\mu = (E, \mathbf{p}).
func (e *engine) splitRelation(l, v *expr.Node) bool {
	if l.Op != expr.OpIndexed || len(l.Args) != 2 || l.Args[1].Op != expr.OpUpper || v.Op != expr.OpTuple || len(v.Args) != 2 {
		return false
	}
	time, ok := e.readScalar(v.Args[0])
	s, isVec := e.names.vectors[v.Args[1].Name]
	if !ok || !isVec || s != euclid {
		return false
	}
	e.splits[l.Args[0].Name] = split{time, label{kind: vectorLabel, space: euclid, name: v.Args[1].Name}}
	return true
}

// splitDot is u·v in the signature, if both four-vectors are split.
func (e *engine) splitDot(i, exp int) (poly, bool) {
	a := e.atoms[i]
	if a.kind != atomDot || a.u.space != lorentz || a.v.kind != vectorLabel {
		return nil, false
	}
	u, okU := e.splits[a.u.name]
	v, okV := e.splits[a.v.name]
	if !okU || !okV {
		return nil, false
	}
	e.useSignature()
	p := e.times(u.time, v.time).plus(e.dot(u.part, v.part).scaled(gaussInt(-1)))
	return e.power(p.scaled(gaussInt(int64(e.metricSign))), exp), true
}

// related uses the relations on the coefficients.
func (e *engine) related(s sum) sum {
	if len(e.relations)+len(e.splits) == 0 {
		return s
	}
	out := slices.Clone(s)
	for i := range out {
		if len(e.splits) > 0 {
			out[i].coef = e.evaluated(out[i].coef, e.splitDot)
		}
	}
	for i := range out {
		for range len(e.relations) {
			out[i].coef = e.evaluated(out[i].coef, func(a, exp int) (poly, bool) {
				r, ok := e.relations[a]
				if !ok || exp < r.exp && exp >= 0 {
					return nil, false
				}
				k := floorDiv(exp, r.exp)
				rest := monomial{}
				if m := exp - k*r.exp; m > 0 {
					rest = monomial{{a, m}}
				}
				return e.times(e.power(r.value, k), poly{rest.key(): {rest, gaussInt(1)}}), true
			})
		}
	}
	return e.collected(out)
}

// evaluated replaces powers of atoms, also inside roots, inverses and functions.
func (e *engine) evaluated(p poly, at func(atom, exp int) (poly, bool)) poly {
	out := poly{}
	for _, t := range p.sorted() {
		q := constPoly(t.c)
		for _, w := range t.mono {
			v, ok := at(w.atom, w.exp)
			if !ok {
				v = e.power(e.evaluatedAtom(w.atom, at), w.exp)
			}
			q = e.times(q, v)
		}
		out = out.plus(q)
	}
	return out
}

func (e *engine) evaluatedAtom(i int, at func(atom, exp int) (poly, bool)) poly {
	a := e.atoms[i]
	switch {
	case a.kind == atomRoot || a.kind == atomInverse:
		base := e.evaluated(a.base, at)
		if base.key() == a.base.key() {
			return e.atomPoly(i)
		}
		if a.kind == atomInverse {
			return e.inverse(base)
		}
		return e.root(base, a.degree)
	case a.fn != "":
		args := make([]poly, len(a.args))
		for k, x := range a.args {
			args[k] = e.evaluated(x, at)
		}
		return e.function(a.fn, args...)
	}
	return e.atomPoly(i)
}
