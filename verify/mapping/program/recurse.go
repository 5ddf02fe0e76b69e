package program

import "math"

// recursion is the analysis of one function that calls itself: its parameters
// are unknowns, and each recursive call tells how it moves them.
type recursion struct {
	def    *node
	params []string
	open   map[string]value // the unknown that each parameter is
	ids    map[string]int   // of the containers that were passed
	calls  []recursiveCall
	result value // what a recursive call returns
	base   value // what is returned before any recursive call
	seen   *[]comparison

	rehearsing bool // a run over unknowns, for the calls and the result alone
}

type recursiveCall struct {
	args map[string]value
	node *node
}

// meet books a recursive call.
func (r *recursion) meet(it *interp, s *scope, n *node) value {
	it.charge(cost{hi: konst(1), lo: konst(1), againHi: konst(1), againLo: konst(1)})
	r.calls = append(r.calls, recursiveCall{args: s.vars, node: n})
	if r.result == nil {
		return againValue{}
	}
	if q, ok := r.result.(*seq); ok {
		c := *q
		c.id = it.newID()
		return &c
	}
	return r.result
}

// selfCalling says that the body of a function mentions its own name (or, for
// a method, its own attribute) in a call.
func (it *interp) selfCalling(f *funcValue) bool {
	name := f.def.text("name")
	found := false
	if f.def.is("Lambda") {
		// A lambda can call itself only through the name it was bound to.
		f.def.walk(func(n *node) bool {
			if n.is("Call") && n.child("func").is("Name") {
				if g, ok := it.lookup(n.child("func").text("id"), f.env).(*funcValue); ok && g.def == f.def {
					found = true
				}
			}
			return !found
		})
		return found
	}
	for _, st := range f.def.children("body") {
		st.walk(func(n *node) bool {
			switch {
			case n.is("Name") && n.text("id") == name:
				found = true
			case n.is("Attribute") && n.text("attr") == name && f.self != nil:
				found = true
			}
			return !found
		})
	}
	return found
}

// recursive analyses a call of a function that calls itself.
func (it *interp) recursive(f *funcValue, s *scope, n *node) value {
	saved := it.again
	defer func() { it.again = saved }()
	mark := len(it.log)
	memo := f.memo || dictMemo(f.def)

	// First with the arguments as they are, to learn what kind of thing comes
	// back, and whether it really recurs.
	r := &recursion{def: f.def, seen: new([]comparison)}
	for _, p := range parameters(f.def) {
		r.params = append(r.params, p.text("arg"))
	}
	it.again = r
	for _, name := range r.params {
		if q, ok := s.vars[name].(paramValue); ok && q.depth > 0 && slicedIn(f.def, name) {
			s.vars[name] = it.paramSeq(q)
		}
	}
	var first value
	it.silently(func() { first = it.run(f, copyScope(it, s)) })
	it.rollback(mark)
	if len(r.calls) == 0 {
		it.again = saved
		return it.run(f, s)
	}

	// Then with unknowns for the parameters. What comes back is taken to keep a
	// fixed shape, if it begins with one; if it does not, its size is unknown too.
	if r.base != nil {
		first = r.base
	}
	p := &pass{it: it}
	var rho *size
	var back value
	var body cost
	rehearse := func() {
		open := copyScope(it, s)
		r.open, r.ids = map[string]value{}, map[string]int{}
		for _, name := range r.params {
			v := p.abstract(open.vars[name], 0)
			if q, ok := v.(*seq); ok {
				q.elem = elemOf(open.vars[name])
			}
			passed := it.separate(v, 0)
			open.vars[name], r.open[name] = passed, v
			if q, ok := passed.(*seq); ok {
				r.ids[name] = q.id
			}
		}
		seen := []comparison{}
		r.calls, r.seen = nil, &seen
		r.rehearsing = true
		body = it.silently(func() { back = it.run(f, open) })
		r.rehearsing = false
		if q, ok := back.(*seq); ok && q.kind == lazySeq {
			body = body.plus(q.drain)
		}
		it.rollback(mark)
	}
	q, isSeq := first.(*seq)
	steady := isSeq && fixedShape(q)
	if steady {
		c := *q
		r.result = &c
		rehearse()
		steady = sameShape(q, back)
		p = &pass{it: it}
	}
	if !steady && isSeq {
		c := *q
		rho = it.newSymbol()
		c.n, c.items, c.total, c.shape = num{lo: rho, hi: rho, tight: true}, nil, num{lo: rho, hi: rho, tight: true}, nil
		c.drain, c.works = free(), nil
		r.result = &c
	}
	rehearse()
	calls := r.calls

	depth, measure, how := r.depth(it, p, s)
	branchHi, branchLo := body.againHi, body.againLo

	// Finally for the cost of one call at its largest.
	wide := copyScope(it, s)
	for _, name := range r.params {
		wide.vars[name] = r.widen(it, name, s.vars[name], depth, measure)
	}
	if rho != nil {
		c := *(r.result.(*seq))
		c.n = r.returned(rho, first, back, depth)
		c.total = c.n
		r.result = &c
	}
	r.calls = nil
	var result value
	one := it.measure(func() { result = it.run(f, wide) })
	if q, ok := result.(*seq); ok {
		c := *q
		if c.kind == lazySeq {
			one = one.plus(c.drain)
			c.drain = cost{hi: konst(1), lo: konst(0), againHi: konst(0), againLo: konst(0)}
		}
		if rho != nil {
			c.n = r.result.(*seq).n
			if c.kind == arraySeq {
				c.total, c.shape = c.n, nil
			}
		}
		it.memory(&c, f.def)
		result = &c
	}
	if _, isAgain := result.(againValue); isAgain {
		result = anyNumber()
	}
	one.againHi, one.againLo = konst(0), konst(0)
	if one.lo == nil || !one.lo.closed() {
		one.lo = konst(1)
	}
	if depth.hi == nil {
		it.puzzle(n, "how deep %q recurs is not known", f.def.text("name"))
		it.suspectRecursion(f, branchLo)
		return result
	}
	visits := r.visits(it, f, s, calls, depth, measure, how, branchHi, branchLo, memo, p)
	if visits.hi == nil {
		it.puzzle(n, "how often %q calls itself is not known", f.def.text("name"))
		it.suspectRecursion(f, branchLo)
		return result
	}
	least := konst(0)
	if visits.tight {
		least = visits.hi
	}
	it.charge(one.times(visits.hi, least))
	kind := WorkRecursion
	if memo {
		kind = WorkPrefixMemo
	}
	it.work(kind, visits, f.def, "time")
	return result
}

func (it *interp) suspectRecursion(f *funcValue, least *size) {
	if c, ok := least.constant(); (!ok || c < 2) || it.mute > 0 {
		return
	}
	it.emit(Work{
		Kind: WorkRecursion, Exponent: "unknown", Growth: Unknown, Resource: "time", Span: f.def.span(),
		Message: "calls itself at least twice a call to an unknown depth",
	})
}

func copyScope(it *interp, s *scope) *scope {
	c := it.newScope(s.parent)
	for k, v := range s.vars {
		if q, ok := v.(*seq); ok {
			d := *q
			v = &d
		}
		c.vars[k] = v
	}
	return c
}

func elemOf(v value) value {
	if q, ok := v.(*seq); ok {
		return q.elem
	}
	return nil
}

// fixedShape says that a value is an array, or a tuple, of a size that does not
// depend on anything.
func fixedShape(q *seq) bool {
	if q.kind == arraySeq {
		if q.shape == nil {
			return false
		}
		for _, d := range q.shape {
			if _, ok := d.const_(); !ok {
				return false
			}
		}
		return true
	}
	_, ok := q.n.const_()
	return ok && q.kind == tupleSeq
}

func sameShape(a *seq, v value) bool {
	b, ok := v.(*seq)
	if !ok || a.kind != b.kind || len(a.shape) != len(b.shape) {
		return false
	}
	for i, d := range a.shape {
		if !d.hi.equal(b.shape[i].hi) {
			return false
		}
	}
	return a.kind == arraySeq || a.n.hi.equal(b.n.hi)
}

// slicedIn says that a parameter is sliced somewhere in the function, which only
// a list can be.
func slicedIn(def *node, name string) bool {
	found := false
	def.walk(func(n *node) bool {
		if n.is("Subscript") && n.child("value").is("Name") && n.child("value").text("id") == name && n.child("slice").is("Slice") {
			found = true
		}
		return !found
	})
	return found
}

// measureOf is what may shrink or grow in an argument.
func measureOf(v value) (num, bool) {
	switch v := v.(type) {
	case num:
		return v, true
	case *seq:
		return v.n, true
	}
	return num{}, false
}

// kinds of descent.
const (
	descends = "descends" // by at least one each call
	halves   = "halves"
)

// depth bounds how deep the recursion goes.
func (r *recursion) depth(it *interp, p *pass, start *scope) (num, string, string) {
	best, which, how := num{}, "", ""
	take := func(d num, name, kind string) {
		if d.hi == nil || !d.hi.closed() {
			return
		}
		if best.hi != nil {
			if s, ok := d.hi.minus(best.hi).sign(); ok && s >= 0 && (s > 0 || best.tight || !d.tight) {
				return
			}
		}
		best, which, how = d, name, kind
	}
	for _, name := range r.params {
		open, ok := measureOf(r.open[name])
		if !ok || open.hi == nil || open.hi.closed() {
			continue
		}
		from, _ := measureOf(start.vars[name])
		kind, exact, unit := r.motion(name, open)
		switch kind {
		case -1: // towards zero, or towards a bound below
			stop := konst(0)
			if b := r.bound(open, -1); b != nil {
				stop = b
			}
			d := from.hi.minus(stop)
			if s, known := d.sign(); !known || s < 0 {
				d = from.hi
			}
			take(num{lo: konst(0), hi: d.over(konst(unit)), tight: exact && from.tight}, name, descends)
		case 1:
			b := r.bound(open, 1)
			if b == nil {
				b = r.reach(name)
			}
			if b != nil && from.lo != nil {
				take(num{lo: konst(0), hi: b.minus(from.lo).over(konst(unit)), tight: exact && from.exact()}, name, descends)
			}
		case 2:
			take(num{lo: konst(0), hi: from.hi.plus(konst(2)).log2(), tight: exact}, name, halves)
		}
	}
	// Two ends of an interval.
	for _, a := range r.params {
		for _, b := range r.params {
			lo, ok1 := r.open[a].(num)
			hi, ok2 := r.open[b].(num)
			if a == b || !ok1 || !ok2 || lo.hi == nil || hi.hi == nil || lo.hi.closed() || hi.hi.closed() {
				continue
			}
			gap := hi.hi.minus(lo.hi)
			kind, unit := 0, 1.0
			for i, c := range r.calls {
				x, ok1 := c.args[a].(num)
				y, ok2 := c.args[b].(num)
				if !ok1 || !ok2 || x.lo == nil || y.hi == nil {
					kind = 0
					break
				}
				k, u := shrinks(gap, y.hi.minus(x.lo))
				if k == 0 || i > 0 && k != kind {
					kind = 0
					break
				}
				kind, unit = k, math.Min(u, unit)
			}
			f, ok1 := start.vars[a].(num)
			g, ok2 := start.vars[b].(num)
			if kind == 0 || !ok1 || !ok2 {
				continue
			}
			d := g.hi.minus(f.lo)
			if kind == 2 {
				take(num{lo: konst(0), hi: d.plus(konst(2)).log2()}, b, halves)
			} else {
				take(num{lo: konst(0), hi: d}, b, descends)
			}
		}
	}
	return best, which, how
}

// shrinks compares a gap with the gap of a recursive call: 1 less by a
// constant, 2 halved (or divided by more), 0 neither.
func shrinks(gap, next *size) (int, float64) {
	if next == nil {
		return 0, 0
	}
	d := gap.minus(next)
	if c, ok := d.constant(); ok && c > 0 {
		return 1, c
	}
	m := map[symbol]bool{}
	gap.symbols(m)
	ratio := -1.0
	for s := range m {
		a, _, ok1 := gap.linear(s)
		b, _, ok2 := next.linear(s)
		if !ok1 || !ok2 || a == 0 {
			return 0, 0
		}
		if ratio < 0 {
			ratio = b / a
		}
		if math.Abs(b/a-ratio) > tiny {
			return 0, 0
		}
	}
	if ratio > tiny && ratio <= 0.75 {
		return 2, ratio
	}
	return 0, 0
}

// motion tells how all recursive calls move a parameter: -1 down, +1 up, 2 to
// at most a fixed fraction; exact is false where it may move by more than unit.
func (r *recursion) motion(name string, open num) (kind int, exact bool, unit float64) {
	exact, unit = true, math.Inf(1)
	for i, c := range r.calls {
		v, ok := measureOf(c.args[name])
		if !ok {
			return 0, false, 0
		}
		k, u := 0, 0.0
		up, upOK := v.lo.minus(open.hi).constant()
		down, downOK := v.hi.minus(open.lo).constant()
		if !open.exact() {
			// A range moves when both of its ends do.
			a, ok1 := v.lo.minus(open.lo).constant()
			b, ok2 := v.hi.minus(open.hi).constant()
			up, down = math.Min(a, b), math.Max(a, b)
			upOK, downOK = ok1 && ok2, ok1 && ok2
		}
		switch {
		case downOK && down < 0:
			k, u = -1, -down
			exact = exact && (v.exact() || v.tight)
		case upOK && up > 0:
			k, u = 1, up
			exact = exact && (v.exact() || v.tight)
		case v.lo != nil && v.hi != nil && !v.hi.closed():
			if g, _ := shrinks(open.hi, v.hi); g == 2 {
				k, u = 2, 1
			}
		}
		if k == 0 || i > 0 && k != kind {
			return 0, false, 0
		}
		kind = k
		if u != unit && i > 0 {
			exact = false
		}
		unit = math.Min(unit, u)
	}
	return kind, exact, unit
}

// reach is the largest value that the calls give a parameter, where that does
// not depend on what it was: the end of a range.
func (r *recursion) reach(name string) *size {
	var out *size
	for _, c := range r.calls {
		v, ok := measureOf(c.args[name])
		if !ok || !v.hi.closed() {
			return nil
		}
		if out == nil {
			out = v.hi
		} else {
			out = larger(out, v.hi)
		}
	}
	return out
}

// bound finds, among the tests in the body, what a parameter that moves in a
// direction runs into.
func (r *recursion) bound(open num, direction int) *size {
	var out *size
	for _, c := range *r.seen {
		for _, side := range []struct{ x, y num }{{c.left, c.right}, {c.right, c.left}} {
			if side.x.lo == nil || side.y.hi == nil || side.y.lo == nil {
				continue
			}
			m := map[symbol]bool{}
			open.hi.symbols(m)
			for s := range m {
				a, off, ok := side.x.lo.linear(s)
				if !ok || a != 1 && a != -1 || !side.x.exact() || off == nil {
					continue
				}
				if !side.y.hi.closed() || !off.closed() {
					continue
				}
				b := side.y.hi.minus(off).times(a)
				if direction < 0 {
					b = side.y.lo.minus(off).times(a)
				}
				if out == nil {
					out = b
				} else if direction > 0 {
					out = larger(out, b)
				} else {
					out = smaller(out, b)
				}
			}
		}
	}
	return out
}

// widen gives a parameter the range it takes over the whole recursion.
func (r *recursion) widen(it *interp, name string, start value, depth num, measure string) value {
	v := start
	for _, c := range r.calls {
		a := c.args[name]
		switch name {
		case measure:
			if x, ok := start.(num); ok {
				lo, hi := smaller(x.lo, konst(0)), x.hi
				if d := x.lo.plus(depth.hi); d != nil {
					hi = larger(hi, d)
				}
				v = num{lo: lo, hi: hi, tight: true}
				continue
			}
			if q, ok := start.(*seq); ok {
				c := *q
				c.n = num{lo: konst(0), hi: larger(q.n.hi, q.n.lo.plus(depth.hi)), tight: true}
				c.items = nil
				v = &c
			}
		default:
			v = r.widenOther(it, name, v, a, depth)
		}
	}
	return v
}

func (r *recursion) widenOther(it *interp, name string, v, arg value, depth num) value {
	open, _ := measureOf(r.open[name])
	switch x := v.(type) {
	case num:
		a, ok := arg.(num)
		if !ok {
			return it.join(v, arg, 0)
		}
		if open.exact() && a.exact() && a.hi.equal(open.hi) {
			return v
		}
		if a.known() && a.lo.closed() && a.hi.closed() {
			return joinNums(x, a)
		}
		if open.hi != nil && a.hi != nil && a.lo != nil {
			m := map[symbol]bool{}
			open.hi.symbols(m)
			open.lo.symbols(m)
			for s := range m {
				al, _, ok := a.hi.linear(s)
				if ok && al == -1 && a.exact() {
					z := x.magnitude()
					return between(z.times(-1), z)
				}
			}
			up, ok1 := a.hi.minus(open.hi).constant()
			down, ok2 := a.lo.minus(open.lo).constant()
			if ok1 && ok2 {
				out := num{lo: x.lo, hi: x.hi}
				if up > 0 {
					out.hi = x.hi.plus(depth.hi.times(up))
				}
				if down < 0 {
					out.lo = x.lo.plus(depth.hi.times(down))
				}
				return out
			}
		}
		return anyNumber()
	case *seq:
		a, ok := arg.(*seq)
		if !ok {
			return it.join(v, arg, 0)
		}
		c := *x
		c.items, c.keys = nil, nil
		c.elem = it.join(x.elem, stripOpen(a.elem), 0)
		if d, ok := a.n.hi.minus(open.hi).constant(); ok {
			if d > 0 {
				c.n = num{lo: x.n.lo, hi: x.n.hi.plus(depth.hi.times(d))}
			}
			return &c
		}
		if a.n.hi.closed() {
			c.n = joinNums(x.n, a.n)
			return &c
		}
		c.n = num{lo: konst(0)}
		return &c
	}
	return it.join(v, stripOpen(arg), 0)
}

// stripOpen forgets unknowns in a value.
func stripOpen(v value) value {
	switch v := v.(type) {
	case num:
		if !v.hi.closed() {
			v.hi, v.tight = nil, false
		}
		if !v.lo.closed() {
			v.lo = nil
		}
		return v
	case *seq:
		c := *v
		if n, ok := stripOpen(v.n).(num); ok {
			c.n = n
		}
		if n, ok := stripOpen(v.total).(num); ok {
			c.total = n
		}
		c.shape, c.items, c.keys = nil, nil, nil
		c.elem, c.key = stripOpen(v.elem), stripOpen(v.key)
		return &c
	}
	return v
}

// returned solves for the length of what the recursion returns.
func (r *recursion) returned(rho *size, first, back value, depth num) num {
	s := rho.terms[0].pows[0].s
	b, ok := back.(*seq)
	q, ok2 := first.(*seq)
	if !ok || !ok2 || b.entries().hi == nil || depth.hi == nil {
		return num{lo: konst(0)}
	}
	post := b.entries().hi
	m := map[symbol]bool{}
	post.symbols(m)
	with := map[symbol]*size{}
	for x := range m {
		if x != s {
			with[x] = depth.hi // a parameter that is counted down or up
		}
	}
	post = post.subst(with)
	pre := q.entries().hi
	if pre == nil || !pre.closed() {
		pre = konst(1)
	}
	hi, tight := solveUpper(s, larger(pre, konst(1)), post, depth, b.entries().tight)
	return num{lo: konst(0), hi: hi, tight: tight}
}

// visits counts the calls made in all.
func (r *recursion) visits(it *interp, f *funcValue, start *scope, calls []recursiveCall, depth num, measure, how string, most, least *size, memo bool, p *pass) num {
	tree := r.tree(p, depth, measure, how, most, least)
	if !memo {
		return tree
	}
	keys := konst(1)
	tight := tree.tight
	for _, name := range r.keyParams(f) {
		k, exact := r.values(it, name, start.vars[name], calls, depth, how)
		tight = tight && exact
		if k == nil {
			// Keys that are not understood: the cache may never hit.
			return num{lo: konst(0), hi: nil}
		}
		keys = keys.by(k)
	}
	if keys == nil {
		return num{}
	}
	if tree.hi != nil {
		if s, ok := keys.minus(tree.hi).sign(); ok && s > 0 {
			return num{lo: konst(0), hi: tree.hi, tight: tree.tight && tight}
		}
	}
	return num{lo: konst(0), hi: keys, tight: tight, powers: true}
}

// tree is the number of calls without a cache.
func (r *recursion) tree(p *pass, depth num, measure, how string, most, least *size) num {
	if most == nil {
		return num{}
	}
	a, fixed := most.constant()
	lo, fixedLo := least.constant()
	switch {
	case fixed && a <= 1+tiny:
		return num{lo: konst(0), hi: depth.hi.plus(konst(1)), tight: depth.tight && fixedLo && lo >= 1}
	case fixed && how == halves:
		// a^(log2 s) = s^(log2 a)
		return num{lo: konst(0), hi: depth.hi.times(math.Log2(a)).exp2()}
	case fixed:
		return num{lo: konst(0), hi: depth.hi.times(math.Log2(a)).exp2(), tight: depth.tight && fixedLo && lo >= 2, powers: true}
	}
	if most.closed() {
		l := most.log2()
		if l == nil || how != descends {
			return num{}
		}
		return num{lo: konst(0), hi: depth.hi.by(l).exp2(), tight: depth.tight && least.equal(most), powers: true}
	}
	// As many calls as an unknown says: one for each later position, or one for
	// each unused one; either way at least 2^depth.
	grow := most
	m := map[symbol]bool{}
	grow.symbols(m)
	with := map[symbol]*size{}
	for s := range m {
		if u := p.unknown(s); u == nil {
			return num{}
		}
		with[s] = depth.hi
	}
	b := grow.subst(with)
	if b == nil || how != descends {
		return num{}
	}
	if sg, ok := b.sign(); !ok || sg <= 0 {
		b = depth.hi
	}
	one := depth.hi.exp2()
	if r.spreads(measure) {
		return num{lo: konst(0), hi: one, tight: depth.tight && least != nil && len(least.terms) > 0, powers: true}
	}
	l := b.log2()
	if l == nil {
		return num{}
	}
	return num{lo: konst(0), hi: depth.hi.by(l).exp2(), powers: true}
}

// spreads says that the calls of one loop go to different, later positions, as
// in the enumeration of subsets.
func (r *recursion) spreads(measure string) bool {
	for _, c := range r.calls {
		if v, ok := measureOf(c.args[measure]); ok && v.known() && !v.exact() {
			return true
		}
	}
	return false
}

// keyParams are the parameters that the cache is keyed by.
func (r *recursion) keyParams(f *funcValue) []string {
	if f.memo {
		return r.params
	}
	used := map[string]bool{}
	for _, k := range memoKeys(f.def) {
		k.walk(func(n *node) bool {
			if n.is("Name") {
				used[n.text("id")] = true
			}
			return true
		})
	}
	var out []string
	for _, p := range r.params {
		if used[p] {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		return r.params
	}
	return out
}

// dictMemo says that a function keeps its results in a dict itself.
func dictMemo(def *node) bool { return len(memoKeys(def)) > 0 }

// memoKeys lists the key expressions of such a dict: keys that are both looked
// for and stored under. A name that holds the key is followed to its
// definition.
func memoKeys(def *node) []*node {
	looked, stored := map[string]*node{}, map[string]*node{}
	id := func(container, key *node) string {
		return dotted(container) + "[" + spell(key) + "]"
	}
	for _, st := range def.children("body") {
		st.walk(func(n *node) bool {
			switch {
			case n.is("FunctionDef", "Lambda", "ClassDef"):
				return false
			case n.is("Compare") && len(n.children("ops")) == 1 && n.children("ops")[0].is("In", "NotIn"):
				looked[id(n.children("comparators")[0], n.child("left"))] = n.child("left")
			case n.is("Call") && n.child("func").is("Attribute") && n.child("func").text("attr") == "get" && len(n.children("args")) > 0:
				looked[id(n.child("func").child("value"), n.children("args")[0])] = n.children("args")[0]
			case n.is("Try"):
				n.walk(func(m *node) bool {
					if m.is("Return") && m.child("value").is("Subscript") {
						v := m.child("value")
						looked[id(v.child("value"), v.child("slice"))] = v.child("slice")
					}
					return true
				})
			case n.is("Assign"):
				for _, t := range n.children("targets") {
					if t.is("Subscript") {
						stored[id(t.child("value"), t.child("slice"))] = t.child("slice")
					}
				}
			}
			return true
		})
	}
	var out []*node
	for _, k := range sortedKeys(looked) {
		if stored[k] == nil {
			continue
		}
		key := looked[k]
		if key.is("Name") {
			for _, st := range def.children("body") {
				st.walk(func(n *node) bool {
					if n.is("Assign") && len(n.children("targets")) == 1 && n.children("targets")[0].is("Name") && n.children("targets")[0].text("id") == key.text("id") {
						out = append(out, n.child("value"))
					}
					return true
				})
			}
		}
		out = append(out, key)
	}
	return out
}

// spell writes an expression in a normal form, for comparison.
func spell(n *node) string {
	out := ""
	n.walk(func(c *node) bool {
		out += c.kind + ":" + c.text("id") + c.text("attr") + c.text("value") + "("
		return true
	})
	return out
}

// values counts the different values that a parameter takes over the whole
// recursion; exact says that they are all taken.
func (r *recursion) values(it *interp, name string, start value, calls []recursiveCall, depth num, how string) (*size, bool) {
	switch v := start.(type) {
	case num:
		open, _ := measureOf(r.open[name])
		same := true
		for _, c := range calls {
			a, ok := c.args[name].(num)
			same = same && ok && open.exact() && a.exact() && a.hi.equal(open.hi)
		}
		if same {
			return konst(1), true
		}
		kind, _, _ := r.motion(name, open)
		if kind == 1 || kind == -1 {
			return depth.hi.plus(konst(1)), true
		}
		if kind == 2 && how == halves {
			return v.hi, false
		}
		r.calls = calls
		w, ok := r.widen(it, name, start, depth, "").(num)
		if !ok || !w.known() || !w.hi.closed() || !w.lo.closed() {
			return nil, false
		}
		return w.hi.minus(w.lo).plus(konst(1)), false
	case *seq:
		open, _ := measureOf(r.open[name])
		same, grows, keeps, shrinks := true, true, true, true
		for _, c := range calls {
			a, ok := c.args[name].(*seq)
			if !ok || a.n.hi == nil {
				return nil, false
			}
			same = same && a.id == r.ids[name]
			d, isConst := a.n.hi.minus(open.hi).constant()
			grows = grows && isConst && d > 0
			shrinks = shrinks && isConst && d < 0
			keeps = keeps && isConst && d == 0
		}
		switch {
		case same:
			return konst(1), true
		case grows:
			// The key holds the whole prefix: as many keys as there are prefixes.
			return depth.hi.exp2(), true
		case shrinks && r.sliced(name, calls):
			return depth.hi.plus(konst(1)), false
		case shrinks:
			return v.n.hi.exp2(), false // any part of it may be left
		case keeps && v.n.hi.closed():
			return v.n.hi.exp2(), false // a window of that many two-valued entries
		}
		return nil, false
	case paramValue, noneValue, *funcValue, *instanceValue, moduleValue, builtinValue:
		for _, c := range calls {
			if c.args[name] != v {
				return nil, false
			}
		}
		return konst(1), true
	}
	return nil, false
}

// sliced says that every call passes the same slice of a parameter, so that
// what is left is told by its length.
func (r *recursion) sliced(name string, calls []recursiveCall) bool {
	text := ""
	for i, c := range calls {
		args := c.node.children("args")
		k := len(args) - len(r.params)
		for j, p := range r.params {
			if p == name {
				k += j
			}
		}
		if k < 0 || k >= len(args) || !args[k].is("Subscript") || !args[k].child("slice").is("Slice") {
			return false
		}
		t := spell(args[k])
		if i > 0 && t != text {
			return false
		}
		text = t
	}
	return len(calls) > 0
}
