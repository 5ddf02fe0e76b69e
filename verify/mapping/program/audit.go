package program

import (
	"cmp"
	"fmt"
	"slices"
)

// Audit reads a program for what its text alone shows. It never runs it.
func Audit(t *Tree, q Question) Report {
	it := &interp{
		tree: t, question: q, steps: stepBudget, syms: symFirst,
		acc: free(), reached: map[*node]bool{},
	}
	it.globals = it.newScope(nil)
	it.globals.vars["__name__"] = &seq{id: it.newID(), kind: stringSeq, n: number(8), text: "candidate"}

	// The import first: sizes are constants there.
	it.atImport = true
	importCost := it.measure(func() { it.block(t.root.children("body"), it.globals) })
	it.atImport = false

	entry, fn := it.entry()
	var call cost
	if fn != nil {
		call = it.measure(func() {
			r := it.apply(fn, []value{paramValue{}, exactly(sites())}, nil, entry.node)
			if g, ok := r.(*seq); ok && g.kind == lazySeq {
				it.consume(g, entry.node)
			}
		})
	}
	r := Report{
		Imports:   imports(t),
		BackDoors: it.backDoors(),
		Entry:     entry.report,
	}
	for i := range it.works {
		it.works[i].Message = it.works[i].message()
	}
	slices.SortStableFunc(it.works, func(a, b Work) int {
		return cmp.Or(cmp.Compare(a.Span.Line, b.Span.Line), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Exponent, b.Exponent))
	})
	r.Work = orEmpty(it.works)
	r.Growth = it.growth(fn != nil, call)
	r.Evidence = it.evidence()
	r.Suspicions = it.suspicions(importCost)
	return r
}

func orEmpty[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// message says in a line what a construct does.
func (w Work) message() string {
	if w.Message != "" {
		return w.Message
	}
	what := map[string]string{
		WorkProduct:      "runs through a Cartesian product of about 2^(%s) tuples",
		WorkCombinations: "runs through about 2^(%s) selections",
		WorkRange:        "counts to about 2^(%s)",
		WorkShape:        "holds an array of about 2^(%s) entries",
		WorkArange:       "holds an array of about 2^(%s) entries",
		WorkKron:         "builds an array of about 2^(%s) entries by Kronecker products",
		WorkRecursion:    "calls itself about 2^(%s) times, with no cache of bounded size",
		WorkPrefixMemo:   "caches by a key that takes about 2^(%s) values",
		WorkOdometer:     "counts through about 2^(%s) settings",
		WorkDoubling:     "grows a container to about 2^(%s) entries",
		WorkMesh:         "holds a grid of about 2^(%s) entries",
		WorkCounter:      "runs a bit counter through about 2^(%s) values",
		WorkBigInt:       "shifts by an exponential number of bits (2^(%s) of them)",
		WorkStates:       "runs through about 2^(%s) items",
	}[w.Kind]
	s := fmt.Sprintf(what, w.Exponent)
	if w.Growth == Constant {
		s = fmt.Sprintf("enumerates a fixed, large number of states (%s)", w.Kind)
	}
	switch {
	case w.Import && w.Growth == Constant:
		s += " while the module is imported"
	case w.Guard != nil:
		s += fmt.Sprintf(", but only where %s (n up to %d)", w.Guard.Text, w.Guard.Bound)
	case !w.Sure:
		s += " at most"
	}
	return s
}

type entryPoint struct {
	report Entry
	node   *node
}

// entry finds the function that will be called.
func (it *interp) entry() (entryPoint, value) {
	e := entryPoint{report: Entry{Name: it.question.Entry}, node: it.tree.root}
	v, ok := it.globals.vars[it.question.Entry]
	if !ok {
		return e, nil
	}
	e.report.Defined = true
	note := func(n *node, kind, msg string) {
		e.report.Notes = append(e.report.Notes, Note{Kind: kind, Span: n.span(), Message: msg})
	}
	var def *node
	self := 0
	switch f := v.(type) {
	case *funcValue:
		def = f.def
		if f.self != nil {
			self = 1
		}
	case *classValue:
		e.node = f.def
		note(f.def, "class", fmt.Sprintf("%s is a class: calling it makes an object, not a number", it.question.Entry))
		e.report.Span = f.def.span()
		return e, nil
	case *instanceValue:
		if m, ok := f.class.find("__call__"); ok {
			if g, ok := m.(*funcValue); ok {
				def, self = g.def, 1
				note(def, "instance", fmt.Sprintf("%s is an object with a __call__ method", it.question.Entry))
			}
		}
	case partialValue:
		note(it.tree.root, "partial", fmt.Sprintf("%s is made by functools.partial", it.question.Entry))
		e.report.Usable = true
		return e, v
	default:
		note(it.tree.root, "opaque", fmt.Sprintf("what %s is bound to is not known to the audit", it.question.Entry))
		return e, v
	}
	if def == nil {
		return e, nil
	}
	e.node = def
	e.report.Span = def.span()
	params := parameters(def)
	for _, p := range params[min(self, len(params)):] {
		e.report.Parameters = append(e.report.Parameters, p.text("arg"))
	}
	a := def.child("args")
	required := len(params) - self - len(a.children("defaults"))
	requiredKw := 0
	for _, d := range a.fields["kw_defaults"].many {
		if d == nil {
			requiredKw++
		}
	}
	takesMore := a.child("vararg") != nil
	e.report.Usable = required <= 2 && (len(params)-self >= 2 || takesMore) && requiredKw == 0
	if !e.report.Usable {
		note(def, "signature", fmt.Sprintf("%s cannot be called with the two positional arguments (params, n)", it.question.Entry))
	}
	if def.is("AsyncFunctionDef") {
		e.report.Usable = false
		note(def, "async", fmt.Sprintf("%s is async: calling it gives a coroutine, not a number", it.question.Entry))
	}
	if !def.is("Lambda") && isGenerator(def) {
		e.report.Usable = false
		note(def, "generator", fmt.Sprintf("%s yields: calling it gives a generator, not a number", it.question.Entry))
	}
	for i := 2; i < len(params)-self; i++ {
		note(def, "extra-parameter", fmt.Sprintf("the parameter %q is filled by a default that was computed at import", params[i+self].text("arg")))
	}
	return e, v
}

// growth turns the cost of one call into a verdict.
func (it *interp) growth(called bool, c cost) Growth {
	g := Growth{Family: Unknown, AtLeast: Constant, AtMost: Unknown, Evidence: []Note{}, Unknowns: it.unknowns}
	if !called {
		g.Unknowns = append(g.Unknowns, Note{Kind: "entry", Message: fmt.Sprintf("there is no function %s to follow", it.question.Entry)})
		return g
	}
	var lo, hi profile
	if c.lo != nil {
		lo = c.lo.profile()
		if lo.family != Unknown {
			g.AtLeast = lo.family
		}
	}
	if !c.open && c.hi != nil {
		hi = c.hi.profile()
		g.AtMost = hi.family
		g.Degree, g.Rate = hi.degree, hi.rate
	}
	for _, w := range it.works {
		// Work at import made something for the sizes it was done for alone.
		g.Guarded = g.Guarded || w.Guard != nil || w.Import
	}
	g.Guarded = g.Guarded || len(it.tables) > 0
	switch {
	case g.AtMost == Constant || g.AtMost == Polynomial:
		g.Family, g.Sure = g.AtMost, true
	case g.AtLeast == Exponential:
		g.Family, g.Sure, g.AtMost = Exponential, true, Exponential
		g.Degree, g.Rate = lo.degree, lo.rate // the upper bound is often loose
	case g.AtLeast == Subexponential && g.AtMost == Subexponential:
		g.Family, g.Sure = Subexponential, true
	}
	if g.Guarded && !g.Family.Exceeds(Polynomial) {
		g.Sure = false
	}
	for _, w := range it.works {
		if w.Growth == Constant {
			continue
		}
		g.Evidence = append(g.Evidence, Note{Kind: w.Kind, Span: w.Span, Message: w.message()})
	}
	return g
}
