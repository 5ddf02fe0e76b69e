package program

import (
	"fmt"
	"maps"
	"slices"
)

// interp runs a program on sizes instead of numbers. Each statement is run a
// small, fixed number of times: branches are run on both sides from the same
// state and joined, loops are run with unknowns in the place of what they
// change so that the recurrences can be solved, recursions likewise.
type interp struct {
	tree     *Tree
	question Question
	steps    int // left before the analysis gives up
	depth    int
	ids      int
	syms     symbol

	acc      cost // spent in the region being measured
	dropLo   int  // > 0 on paths that a run need not take
	mute     int  // > 0 while a piece is run for its effect on sizes only
	regions  []*region
	guards   []Guard
	data     int // conditions on data around the current point
	atImport bool
	funcs    []*frame
	log      []undo

	works    []Work
	unknowns []Note
	events   []event
	reached  map[*node]bool // functions that were entered
	globals  *scope
	compares *[]comparison
	again    *recursion
	tables   []Note // look-ups of the size in a table of a few sizes
	gave     bool
}

// frame is one call of a local function.
type frame struct {
	fn     *funcValue
	result value
	yields *seq // of a generator: what it has yielded
	mute   int  // the level of rehearsal at which it was called
}

// event is something that Evidence is drawn from.
type event struct {
	kind string // det, eig, matrix_power, matvec …
	node *node
	size num // dimension of the matrix or vector
	fn   string
}

// comparison is a test on sizes seen while a loop or recursion is analysed.
type comparison struct {
	op          string // of Python's ast: Lt, GtE, Eq …
	left, right num
	node        *node
}

// stepBudget is about a hundred times what the largest programs of people need,
// and about a second.
const stepBudget = 300_000

func (it *interp) newID() int { it.ids++; return it.ids }

func (it *interp) newSymbol() *size {
	s := it.syms
	it.syms++
	return s.size()
}

// spend books operations of the current region.
func (it *interp) spend(v num) {
	c := cost{hi: v.hi, lo: konst(0), againHi: konst(0), againLo: konst(0)}
	if v.tight && v.hi != nil {
		c.lo = v.hi
	}
	if v.hi == nil {
		c.open = true
	}
	it.charge(c)
}

func (it *interp) charge(c cost) {
	if it.dropLo > 0 {
		c.lo, c.againLo = konst(0), konst(0)
	}
	it.acc = it.acc.plus(c)
}

// measure runs f and returns what it spent instead of booking it.
func (it *interp) measure(f func()) cost {
	saved, drop := it.acc, it.dropLo
	it.acc, it.dropLo = free(), 0
	f()
	c := it.acc
	it.acc, it.dropLo = saved, drop
	return c
}

// silently runs f for its effect on sizes: nothing is reported or booked.
func (it *interp) silently(f func()) cost {
	it.mute++
	c := it.measure(f)
	it.mute--
	return c
}

// puzzle books a cost without bound and says why.
func (it *interp) puzzle(n *node, format string, args ...any) {
	it.charge(cost{lo: konst(0), open: true, againHi: konst(0), againLo: konst(0)})
	if it.mute > 0 || len(it.guards) > 0 {
		return
	}
	note := Note{Kind: "unbounded", Span: n.span(), Message: fmt.Sprintf(format, args...)}
	if !slices.Contains(it.unknowns, note) {
		it.unknowns = append(it.unknowns, note)
	}
}

func (it *interp) event(kind string, n *node, size num) {
	if it.mute > 0 {
		return
	}
	it.events = append(it.events, event{kind: kind, node: n, size: size, fn: it.where()})
}

func (it *interp) where() string {
	if len(it.funcs) == 0 {
		return ""
	}
	d := it.funcs[len(it.funcs)-1].fn.def
	if d.is("Lambda") {
		return "lambda"
	}
	return d.text("name")
}

// work reports a construct of exponential size.
func (it *interp) work(kind string, count num, n *node, resource string) {
	if w, ok := it.describe(kind, count, n, resource); ok {
		it.emit(w)
	}
}

// describe makes the report of a construct, or says that it is not one.
func (it *interp) describe(kind string, count num, n *node, resource string) (Work, bool) {
	if count.hi == nil {
		return Work{}, false
	}
	f := count.hi.family()
	fixed, isFixed := count.hi.constant()
	if !Polynomial.Exceeds(f) && f != Polynomial && f != Unknown || isFixed && it.atImport && count.powers && fixed >= 256 {
		w := Work{Kind: kind, Growth: f, Resource: resource, Span: n.span(), Sure: count.tight, Exponent: count.hi.exponent()}
		if isFixed {
			w.Growth, w.Sure = Constant, true
		}
		return w, true
	}
	return Work{}, false
}

// emit books a construct at the current point of the program.
func (it *interp) emit(w Work) {
	if it.mute > 0 {
		return
	}
	w.Function, w.Import = it.where(), it.atImport
	if len(it.guards) > 0 {
		g := it.guards[0]
		for _, h := range it.guards {
			if h.Bound < g.Bound {
				g = h
			}
		}
		w.Guard = &g
	}
	w.Sure = w.Sure && it.data == 0 && it.dropLo == 0
	for i, v := range it.works {
		if v.Span != w.Span || v.Kind != w.Kind || v.Import != w.Import {
			continue
		}
		// The same construct met again: keep what says more.
		if betterWork(w, v) {
			it.works[i] = w
		}
		return
	}
	it.works = append(it.works, w)
}

func betterWork(w, v Work) bool {
	if (w.Guard == nil) != (v.Guard == nil) {
		return w.Guard == nil
	}
	if w.Sure != v.Sure {
		return w.Sure
	}
	return w.Growth.Exceeds(v.Growth)
}

// Undo log. Every change of a variable, an attribute or a container is entered
// here, so that a branch can be taken back and two branches joined.
type slot struct {
	owner any // *scope, *instanceValue or *seq
	name  string
}

type undo struct {
	slot
	old     value
	existed bool
}

func (it *interp) setVar(s *scope, name string, v value) {
	old, ok := s.vars[name]
	it.log = append(it.log, undo{slot{s, name}, old, ok})
	s.vars[name] = v
}

func (it *interp) setAttr(o *instanceValue, name string, v value) {
	old, ok := o.attrs[name]
	it.log = append(it.log, undo{slot{o, name}, old, ok})
	o.attrs[name] = v
}

// touch must be called before a container is changed in place.
func (it *interp) touch(s *seq) {
	old := *s
	it.log = append(it.log, undo{slot{s, ""}, &old, true})
}

func (it *interp) get(s slot) (value, bool) {
	switch o := s.owner.(type) {
	case *scope:
		v, ok := o.vars[s.name]
		return v, ok
	case *instanceValue:
		v, ok := o.attrs[s.name]
		return v, ok
	case *seq:
		c := *o
		return &c, true
	}
	return nil, false
}

func (it *interp) put(s slot, v value) {
	switch o := s.owner.(type) {
	case *scope:
		it.setVar(o, s.name, v)
	case *instanceValue:
		it.setAttr(o, s.name, v)
	case *seq:
		it.touch(o)
		id := o.id
		*o = *v.(*seq)
		o.id = id
	}
}

func (it *interp) rollback(mark int) {
	for i := len(it.log) - 1; i >= mark; i-- {
		u := it.log[i]
		switch o := u.owner.(type) {
		case *scope:
			if u.existed {
				o.vars[u.name] = u.old
			} else {
				delete(o.vars, u.name)
			}
		case *instanceValue:
			if u.existed {
				o.attrs[u.name] = u.old
			} else {
				delete(o.attrs, u.name)
			}
		case *seq:
			*o = *u.old.(*seq)
		}
	}
	it.log = it.log[:mark]
}

// changed lists the slots written since mark, in the order of the first write,
// with the values they had before it.
func (it *interp) changed(mark int) []undo {
	seen := map[slot]bool{}
	var out []undo
	for _, u := range it.log[mark:] {
		if !seen[u.slot] {
			seen[u.slot] = true
			out = append(out, u)
		}
	}
	return out
}

// A region is a piece of program that can be left from within: a round of a
// loop, a call, the body of a try. What a path has changed when it leaves is
// kept, and joined to the state behind the piece.
type regionKind int

const (
	loopRegion regionKind = iota
	callRegion
	tryRegion
)

type region struct {
	kind   regionKind
	mark   int        // where its part of the log begins
	guards int        // depth of guards around it
	rejoin []snapshot // continue, return, raise
	left   []snapshot // break
}

// snapshot holds what a path has changed.
type snapshot []kept

type kept struct {
	slot
	v value
}

func (it *interp) open(kind regionKind) *region {
	c := &region{kind: kind, mark: len(it.log), guards: len(it.guards)}
	it.regions = append(it.regions, c)
	return c
}

func (it *interp) shut() { it.regions = it.regions[:len(it.regions)-1] }

// leave keeps the state of a path that leaves the innermost region of a kind.
// A raise may end in a try of the function or in the call.
func (it *interp) leave(kind regionKind, rejoins bool) {
	for i := len(it.regions) - 1; i >= 0; i-- {
		c := it.regions[i]
		if c.kind != kind && (kind != tryRegion || c.kind != callRegion) {
			continue
		}
		if len(it.guards) > c.guards || c.mark > len(it.log) {
			return // only small systems leave here
		}
		var s snapshot
		for _, u := range it.changed(c.mark) {
			if !u.existed {
				continue
			}
			v, _ := it.get(u.slot)
			s = append(s, kept{u.slot, v})
		}
		if rejoins {
			c.rejoin = append(c.rejoin, s)
		} else {
			c.left = append(c.left, s)
		}
		return
	}
}

// merge joins the states of paths that left to the current one.
func (it *interp) merge(mark int, paths []snapshot) {
	for _, s := range paths {
		there := map[slot]bool{}
		old := map[slot]value{}
		for _, u := range it.changed(mark) {
			if u.existed {
				old[u.slot] = u.old
			}
		}
		for _, k := range s {
			there[k.slot] = true
			now, ok := it.get(k.slot)
			if ok && !same(now, k.v) {
				it.put(k.slot, it.joinSlot(k.slot, now, k.v))
			}
		}
		for _, u := range it.changed(mark) {
			if v, ok := old[u.slot]; ok && !there[u.slot] {
				now, _ := it.get(u.slot)
				if !same(now, v) {
					it.put(u.slot, it.joinSlot(u.slot, now, v))
				}
			}
		}
	}
}

// same says that two values are plainly one, so that a join would change
// nothing.
func same(a, b value) bool {
	switch x := a.(type) {
	case num:
		y, ok := b.(num)
		return ok && x.exact() && y.exact() && x.hi.equal(y.hi)
	case *seq:
		y, ok := b.(*seq)
		return ok && (x == y || x.id == y.id && x.elem == nil && y.elem == nil && x.n.exact() && y.n.exact() && x.n.hi.equal(y.n.hi))
	case *instanceValue, *funcValue, *classValue:
		return a == b
	}
	return false
}

// flow says how a piece of program may be left.
type flow struct{ next, ret, brk, cont, raise bool }

func (f flow) or(g flow) flow {
	return flow{f.next || g.next, f.ret || g.ret, f.brk || g.brk, f.cont || g.cont, f.raise || g.raise}
}

// branch runs two alternatives from the same state and joins what they leave.
// With missed, the dearer side is the one that a first call takes.
func (it *interp) branch(a, b func() flow, missed bool) flow {
	mark := len(it.log)
	var fa, fb flow
	if !missed {
		it.data++
	}
	ca := it.measure(func() { fa = a() })
	changes := it.changed(mark)
	after := make([]value, len(changes))
	for i, u := range changes {
		after[i], _ = it.get(u.slot)
	}
	it.rollback(mark)
	cb := it.measure(func() { fb = b() })
	if !missed {
		it.data--
	}
	joined := map[slot]bool{}
	stays := func(f flow) bool { return f.next }
	for i, u := range changes {
		joined[u.slot] = true
		now, ok := it.get(u.slot)
		if q, isSeq := now.(*seq); isSeq && u.name == "" {
			now = q
		}
		switch {
		case !stays(fa) && stays(fb): // what the first branch left behind is gone
		case stays(fa) && !stays(fb) || !ok:
			it.put(u.slot, after[i])
		default:
			it.put(u.slot, it.joinSlot(u.slot, after[i], now))
		}
	}
	for _, u := range it.changed(mark) {
		if joined[u.slot] {
			continue
		}
		switch now, _ := it.get(u.slot); {
		case stays(fa) && !stays(fb):
			if u.existed {
				it.put(u.slot, u.old)
			}
		case !stays(fa) || !u.existed:
		default:
			it.put(u.slot, it.joinSlot(u.slot, u.old, now))
		}
	}
	// A branch that only raises is a check of the input: what follows it runs
	// on every valid one.
	onlyRaises := func(f flow) bool { return f.raise && !f.next && !f.ret && !f.brk && !f.cont }
	switch {
	case onlyRaises(fa):
		cb.hi = larger(ca.hi, cb.hi)
		cb.open = cb.open || ca.open
		it.charge(cb)
	case onlyRaises(fb):
		ca.hi = larger(ca.hi, cb.hi)
		ca.open = cb.open || ca.open
		it.charge(ca)
	case missed:
		both := ca.either(cb)
		both.lo, both.againLo = larger(ca.lo, cb.lo), larger(ca.againLo, cb.againLo)
		it.charge(both)
	default:
		it.charge(ca.either(cb))
	}
	return fa.or(fb)
}

func (it *interp) joinSlot(s slot, a, b value) value {
	v := it.join(a, b, 0)
	if o, ok := s.owner.(*seq); ok {
		q, isSeq := v.(*seq)
		if !isSeq {
			q = &seq{kind: o.kind}
		}
		c := *q
		c.id = o.id
		return &c
	}
	return v
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// guarded runs f as something that happens only up to a size.
func (it *interp) guarded(g Guard, f func()) {
	mark := len(it.log)
	it.guards = append(it.guards, g)
	it.measure(f)
	it.guards = it.guards[:len(it.guards)-1]
	it.rollback(mark)
}

func (it *interp) tired() bool {
	it.steps--
	if it.steps < 0 {
		if !it.gave {
			it.gave = true
			it.unknowns = append(it.unknowns, Note{Kind: "budget", Message: "the program is too involved for the static estimate of its growth"})
		}
		it.acc.open, it.acc.hi = true, nil
		return true
	}
	return false
}

// block runs statements in order.
func (it *interp) block(body []*node, s *scope) flow {
	out := flow{next: true}
	for i, st := range body {
		if it.tired() {
			return out
		}
		f, rest := it.statement(st, body[i+1:], s)
		f0 := out
		out = flow{ret: f0.ret || f.ret, brk: f0.brk || f.brk, cont: f0.cont || f.cont, raise: f0.raise || f.raise, next: f.next}
		if rest || !f.next {
			return out
		}
	}
	return out
}

// statement runs one statement. The second result says that it has already run
// the statements behind it (under a guard).
func (it *interp) statement(n *node, rest []*node, s *scope) (flow, bool) {
	next := flow{next: true}
	it.spend(number(1))
	switch n.kind {
	case "FunctionDef", "AsyncFunctionDef":
		it.setVar(s, n.text("name"), it.define(n, s))
	case "ClassDef":
		it.setVar(s, n.text("name"), it.defineClass(n, s))
	case "Return":
		var v value = noneValue{}
		if n.child("value") != nil {
			v = it.eval(n.child("value"), s)
		}
		it.setResult(v)
		if r := it.again; r == nil || !r.rehearsing || len(r.calls) > 0 {
			it.leave(callRegion, true)
		}
		return flow{ret: true}, false
	case "Expr":
		it.eval(n.child("value"), s)
		if c := n.child("value"); c.is("Call") && exitCall(c) {
			return flow{raise: true}, false
		}
	case "Assign":
		v := it.eval(n.child("value"), s)
		for _, t := range n.children("targets") {
			it.assign(t, v, s)
		}
	case "AnnAssign":
		if n.child("value") != nil {
			it.assign(n.child("target"), it.eval(n.child("value"), s), s)
		}
	case "AugAssign":
		it.augment(n, s)
	case "For", "AsyncFor":
		return it.forLoop(n, s), false
	case "While":
		return it.whileLoop(n, s), false
	case "If":
		return it.ifStatement(n, rest, s)
	case "With", "AsyncWith":
		for _, item := range n.children("items") {
			v := it.eval(item.child("context_expr"), s)
			if t := item.child("optional_vars"); t != nil {
				it.assign(t, v, s)
			}
		}
		return it.block(n.children("body"), s), false
	case "Try", "TryStar":
		return it.try(n, s), false
	case "Raise":
		it.evalAll(s, n.child("exc"), n.child("cause"))
		it.leave(tryRegion, true)
		return flow{raise: true}, false
	case "Assert":
		it.eval(n.child("test"), s)
	case "Import":
		for _, a := range n.children("names") {
			name, as := a.text("name"), a.text("asname")
			if as == "" {
				as = firstPart(name)
				name = as
			}
			it.setVar(s, as, moduleValue{name})
		}
	case "ImportFrom":
		for _, a := range n.children("names") {
			as := a.text("asname")
			if as == "" {
				as = a.text("name")
			}
			it.setVar(s, as, builtin(n.text("module")+"."+a.text("name")))
		}
	case "Global":
		if s.globals == nil {
			s.globals = map[string]bool{}
		}
		for _, name := range n.fields["names"].list {
			s.globals[name] = true
		}
	case "Nonlocal":
		if s.outer == nil {
			s.outer = map[string]bool{}
		}
		for _, name := range n.fields["names"].list {
			s.outer[name] = true
		}
	case "Delete":
		for _, t := range n.children("targets") {
			if t.is("Subscript") {
				if q, ok := it.eval(t.child("value"), s).(*seq); ok {
					it.shrink(q, true)
				}
			}
		}
	case "Break":
		it.leave(loopRegion, false)
		return flow{brk: true}, false
	case "Continue":
		it.leave(loopRegion, true)
		return flow{cont: true}, false
	case "Pass":
	case "Match":
		return it.match(n, s), false
	case "TypeAlias":
	default:
		it.puzzle(n, "a statement of kind %s is not understood", n.kind)
	}
	return next, false
}

func exitCall(c *node) bool {
	switch dotted(c.child("func")) {
	case "exit", "quit", "sys.exit", "os._exit", "os.abort":
		return true
	}
	return false
}

func (it *interp) setResult(v value) {
	if len(it.funcs) == 0 {
		return
	}
	f := it.funcs[len(it.funcs)-1]
	if f.yields != nil {
		return // a bare return ends a generator
	}
	if r := it.again; r != nil && r.def == f.fn.def && len(r.calls) == 0 {
		if r.result == nil {
			r.base = it.join(r.base, v, 0)
		} else if r.rehearsing {
			return // the end of the recursion is known already
		}
	}
	if it.mute != f.mute {
		return // a rehearsal of a loop, over unknowns
	}
	f.result = it.join(f.result, v, 0)
}

// ifStatement runs a conditional. Where the size of the system alone decides,
// the side that only small systems take is run apart.
func (it *interp) ifStatement(n *node, rest []*node, s *scope) (flow, bool) {
	c := it.condition(n.child("test"), s)
	body, orelse := n.children("body"), n.children("orelse")
	if c.verdict != 0 {
		taken, other := body, orelse
		if c.verdict < 0 {
			taken, other = orelse, body
		}
		var small flow
		if !c.plain {
			g := Guard{Text: c.minority(it.tree), Bound: c.bound}
			var saved value
			if len(it.funcs) > 0 {
				saved = it.funcs[len(it.funcs)-1].result
			}
			it.guarded(g, func() { small = it.block(other, s) })
			if len(it.funcs) > 0 {
				it.funcs[len(it.funcs)-1].result = saved
			}
			f := it.block(taken, s)
			if !f.next && small.next && len(rest) > 0 {
				// Only small systems ever come to what follows.
				it.guarded(g, func() { it.block(rest, s) })
				if len(it.funcs) > 0 && f.ret {
					return f, true
				}
				return f, true
			}
			return f, false
		}
		return it.block(taken, s), false
	}
	againBefore := it.acc.againHi
	missed := c.cache && it.gotFromDict(n)
	f := it.branch(
		func() flow { return it.block(body, s) },
		func() flow { return it.block(orelse, s) },
		missed,
	)
	exits := f.ret || f.brk || f.cont
	if exits && f.next {
		base := it.again != nil && (c.numeric || c.cache) && againBefore.equal(it.acc.againHi)
		if !base && !c.cache {
			it.dropLo++
		}
	}
	return f, false
}

// gotFromDict says that a test for None is about what a look-up in a dict gave.
func (it *interp) gotFromDict(st *node) bool {
	test := st.child("test")
	if !test.is("Compare") || !test.child("left").is("Name") || len(it.funcs) == 0 {
		return false
	}
	name, found := test.child("left").text("id"), false
	it.funcs[len(it.funcs)-1].fn.def.walk(func(n *node) bool {
		if n.is("Assign", "NamedExpr") {
			for _, t := range append(slices.Clone(n.children("targets")), n.child("target")) {
				v := n.child("value")
				if t.is("Name") && t.text("id") == name && v.is("Call") && v.child("func").is("Attribute") && v.child("func").text("attr") == "get" {
					found = true
				}
			}
		}
		return !found
	})
	return found
}

func (it *interp) try(n *node, s *scope) flow {
	c := it.open(tryRegion)
	f := it.block(n.children("body"), s)
	it.shut()
	it.merge(c.mark, c.rejoin)
	if f.next {
		f = f.or(it.block(n.children("orelse"), s))
	}
	out := f
	for _, h := range n.children("handlers") {
		g := it.branch(
			func() flow {
				if name := h.text("name"); name != "" {
					it.setVar(s, name, unknownValue{})
				}
				return it.block(h.children("body"), s)
			},
			func() flow { return flow{next: f.next} },
			false,
		)
		out = out.or(g)
	}
	out.raise = false
	if fin := n.children("finalbody"); len(fin) > 0 {
		g := it.block(fin, s)
		if !g.next {
			return g
		}
	}
	return out
}

func (it *interp) match(n *node, s *scope) flow {
	subject := it.eval(n.child("subject"), s)
	cases := n.children("cases")
	var run func(i int) flow
	run = func(i int) flow {
		if i >= len(cases) {
			return flow{next: true}
		}
		c := cases[i]
		return it.branch(
			func() flow {
				c.child("pattern").walk(func(p *node) bool {
					if name := p.text("name"); name != "" && p.is("MatchAs", "MatchStar") {
						it.setVar(s, name, unknownValue{})
					}
					return true
				})
				if p := c.child("pattern"); p.is("MatchAs") && p.text("name") != "" && p.child("pattern") == nil {
					it.setVar(s, p.text("name"), subject)
				}
				if g := c.child("guard"); g != nil {
					it.eval(g, s)
				}
				return it.block(c.children("body"), s)
			},
			func() flow { return run(i + 1) },
			false,
		)
	}
	return run(0)
}
