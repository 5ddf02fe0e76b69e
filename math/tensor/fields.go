package tensor

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// What a problem leaves open about fields: whether a letter beside a differentiated one is
// constant, whether g_{μν} is, whether a field that is conjugated is complex. An equality must
// hold in the wider sense too; where it does not, it rests on an assumption.

// hold notes a letter under a derivative that is read as a constant.
func (e *engine) hold(name string) {
	if e.conventionalConstant(name) || e.ctx.Constants[name] || isCoordinateName(name) || axis(name) > 0 || name == "t" || e.pauli(name) > 0 || isPauliVector(name) {
		return
	}
	e.names.held[name] = true
}

// addOperandsOf marks what a derivative before the factors acts on: as the product is read, on the
// first that is no number, and on denominators after it.
func (e *engine) addOperandsOf(factors []*expr.Node) {
	numbers := true
	for i, f := range factors {
		if !numbers && !isDenominator(f) || i > 0 && isDerivative(f) {
			break
		}
		radius := f.Op == expr.OpPow && f.Args[0].Op == expr.OpSymbol && f.Args[0].Name == "r" // a field or a constant: see hold
		e.addFieldsOf(f, numbers && !radius)
		numbers = numbers && (f.Op == expr.OpNumber || f.Op == expr.OpConstant)
	}
}

// conventionalConstant: constants of nature.
func (e *engine) conventionalConstant(name string) bool {
	switch name {
	case `\hbar`, "c", "e", "G", "k_B", "N_A", `\mu_0`, `\epsilon_0`, `\varepsilon_0`, "m_e":
		return true
	}
	return e.ctx.Operators[name] || e.ctx.Matrices[name]
}

// settleHeld takes the letters that are held constant and are differentiated elsewhere from the
// list, and in the wider reading makes fields of the rest.
func (e *engine) settleHeld() {
	w := &e.names
	w.heldMetric = w.heldMetric && !w.covariant // ∇_μ g_{νρ} = 0
	relativistic := w.greek || w.dirac
	for name := range e.index {
		relativistic = relativistic || greekLetters[stem(name)]
	}
	if relativistic || !w.time { // the mass of a body may change in time
		for _, name := range []string{"m", "M", "q"} {
			delete(w.held, name)
		}
	}
	if relativistic && !w.uses["f"] { // couplings of a Lagrangian
		for _, coupling := range []string{"g", `\lambda`, `\alpha`, `\xi`, `\kappa`, `\beta`} {
			delete(w.held, coupling)
		}
	}
	for name := range w.held {
		_, vector := w.vectors[name]
		if w.fields[name] || w.spinors[name] || w.operators[name] || e.index[name] || vector {
			delete(w.held, name)
		} else if e.wide.fields {
			w.fields[name] = true
		}
	}
}

// isHeldMetric: a metric that is differentiated; η and δ are constant, and so is g where a
// signature is declared.
func (e *engine) isHeldMetric(name string) bool {
	return name == "g" && e.ctx.Signature == "" && e.ctx.Tensors[name] == ""
}

// wider is what a reading takes for possible beyond the default.
type wider struct{ fields, metric, complex bool }

// widerVariants are the wider readings that matter for a pair that was found equal; the first
// is all of them together.
func (e *engine) widerVariants() []variant {
	w := &e.names
	var out []variant
	add := func(x wider, name string) {
		out = append(out, variant{metric: 1, epsilon: 1, wide: x, name: name})
	}
	if len(w.held) > 0 {
		names := sortedKeys(w.held)
		is := " is constant"
		if len(names) > 1 {
			is = " are constant"
		}
		add(wider{fields: true}, strings.Join(names, ", ")+is)
	}
	if w.heldMetric {
		add(wider{metric: true}, "the metric is constant")
	}
	if len(w.conjugated) > 0 {
		names := sortedKeys(w.conjugated)
		is := " is real"
		if len(names) > 1 {
			is = " are real"
		}
		add(wider{complex: true}, strings.Join(names, ", ")+is)
	}
	if len(out) > 1 {
		var all wider
		for _, v := range out {
			all = wider{all.fields || v.wide.fields, all.metric || v.wide.metric, all.complex || v.wide.complex}
		}
		out = slices.Insert(out, 0, variant{metric: 1, epsilon: 1, wide: all, name: "letters under derivatives are constant or real"})
	}
	return out
}

// assumedEqual says on what an equality rests, if it does not hold in the wider readings.
func (e *engine) assumedEqual(ref, cand *expr.Node, budget int) (string, bool) {
	variants := e.widerVariants()
	for i, v := range variants {
		equal := newEngine(e.pool, e.ctx, budget, v).compare(ref, cand).Verdict == Equal
		switch {
		case equal && i == 0:
			return "", false
		case !equal && (i > 0 || len(variants) == 1):
			return v.name, true
		}
	}
	if len(variants) == 0 {
		return "", false
	}
	return variants[0].name, true
}

// conjugatedField is the head of the conjugate of a field, if it may be complex.
func (e *engine) conjugatedField(head string) string {
	name := fieldName(head)
	if !e.ctx.Complex[name] && !e.ctx.Functions[name] && !e.wide.complex {
		if !e.ctx.Scalars[name] {
			e.names.conjugated[name] = true
		}
		return head
	}
	rest := head[len(name):]
	if after, ok := strings.CutPrefix(rest, "*"); ok {
		return name + after
	}
	return name + "*" + rest
}

// looseFields names the vectors that are read as fields only because they stand in a product under
// a derivative.
func (e *engine) looseFields() string {
	names := sortedKeys(e.names.loose)
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0] + " is"
	}
	return strings.Join(names, ", ") + " are"
}

// mayVanish says that a factor between two equations has a letter that may be zero: none that is
// positive, a constant of nature, or divides one of the equations.
func (e *engine) mayVanish(ratio poly, equations ...sum) bool {
	divides := map[int]bool{}
	for _, s := range equations {
		for _, t := range s {
			for _, m := range t.coef {
				for _, w := range m.mono {
					divides[w.atom] = divides[w.atom] || w.exp < 0
				}
			}
		}
	}
	for _, t := range ratio {
		for _, w := range t.mono {
			a := &e.atoms[w.atom]
			if a.kind != atomSymbol || a.node == nil || divides[w.atom] {
				continue
			}
			if name := a.node.Name; !e.ctx.Positive[name] && !e.ctx.Constants[name] && !e.conventionalConstant(name) {
				return true
			}
		}
	}
	return false
}
