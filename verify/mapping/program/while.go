package program

import (
	"math"
	"slices"
)

// whileLoop runs a while statement. The number of rounds follows from how one
// round changes the quantities in the tests that end the loop; counters that
// carry (odometers, Gray codes) are recognised by their form.
func (it *interp) whileLoop(n *node, s *scope) flow {
	test := n.child("test")
	entry := it.condition(test, s)
	if entry.verdict < 0 && entry.plain && !assignsNames(n, test) {
		return it.block(n.children("orelse"), s)
	}
	endless := entry.verdict > 0 && entry.plain && test.is("Constant")
	body := func() flow {
		it.condition(test, s)
		f := it.block(n.children("body"), s)
		return f
	}
	exits := ways(n, endless)
	var odometer *Work
	rounds := func(p *pass, seen []comparison) (num, string) {
		if c, w, ok := it.odometer(n, s); ok {
			odometer = &w
			return c, ""
		}
		best, found := num{lo: konst(0)}, 0
		for _, e := range exits {
			t, ok := it.roundsUntil(p, seen, e.test, e.stay)
			if !ok {
				continue
			}
			found++
			if best.hi == nil {
				best = t
				continue
			}
			if sgn, known := t.hi.minus(best.hi).sign(); known && sgn < 0 {
				best = t
			}
		}
		if len(exits) != found || found != 1 || wayOuts(n) != 0 && wayOuts(n) != len(exits) && endless || wayOuts(n) != 0 && !endless {
			best.tight = false
		}
		if best.hi == nil {
			return best, "the number of rounds of this while loop is not known"
		}
		return best, ""
	}
	var final num
	f := it.repeat(n, body, nil, func(p *pass, seen []comparison) (num, string) {
		c, why := rounds(p, seen)
		final = c
		return c, why
	})
	switch {
	case odometer != nil:
		it.emit(*odometer)
	case final.hi != nil:
		kind := WorkRange
		if usesBits(n) {
			kind = WorkCounter
		}
		it.work(kind, final, n, "time")
	default:
		it.suspectCounter(n, s)
	}
	out := flow{next: !endless || f.brk, ret: f.ret, raise: f.raise}
	if els := n.children("orelse"); len(els) > 0 {
		g := it.block(els, s)
		out = out.or(g)
	}
	if f.ret && out.next {
		it.dropLo++
	}
	return out
}

// exit is a test that keeps the loop going as long as it comes out as stay.
type exit struct {
	test *node
	stay bool
}

// wayOuts counts the break and return statements that can leave a loop.
func wayOuts(n *node) int {
	count := 0
	var visit func(n *node, inner bool)
	visit = func(n *node, inner bool) {
		n.walk(func(c *node) bool {
			switch {
			case c.is("FunctionDef", "Lambda", "ClassDef"):
				return false
			case c.is("Return"), c.is("Break") && !inner:
				count++
			case c.is("For", "While") && c != n:
				visit(c, true)
				return false
			}
			return true
		})
	}
	visit(n, false)
	return count
}

// ways lists the tests that can end a loop.
func ways(n *node, endless bool) []exit {
	var out []exit
	if !endless {
		out = append(out, exit{n.child("test"), true})
	}
	for _, st := range n.children("body") {
		if !st.is("If") {
			continue
		}
		if leaves(st.children("body")) {
			out = append(out, exit{st.child("test"), false})
		} else if leaves(st.children("orelse")) {
			out = append(out, exit{st.child("test"), true})
		}
	}
	return out
}

func leaves(body []*node) bool {
	return len(body) > 0 && body[len(body)-1].is("Break", "Return")
}

func assignsNames(n, test *node) bool {
	names := map[string]bool{}
	test.walk(func(c *node) bool {
		if c.is("Name") {
			names[c.text("id")] = true
		}
		return true
	})
	for name := range assigned(n.children("body")) {
		if names[name] {
			return true
		}
	}
	return false
}

// assigned is the set of names bound by statements.
func assigned(body []*node) map[string]bool {
	out := map[string]bool{}
	for _, st := range body {
		st.walk(func(c *node) bool {
			for _, t := range append(slices.Clone(c.children("targets")), c.child("target")) {
				t.walk(func(d *node) bool {
					if d.is("Name") {
						out[d.text("id")] = true
					}
					return !d.is("Subscript", "Attribute")
				})
			}
			return true
		})
	}
	return out
}

// roundsUntil bounds how often a test can come out as stay.
func (it *interp) roundsUntil(p *pass, seen []comparison, test *node, stay bool) (num, bool) {
	switch {
	case test.is("UnaryOp") && test.child("op").is("Not"):
		return it.roundsUntil(p, seen, test.child("operand"), !stay)
	case test.is("BoolOp"):
		alone := test.child("op").is("And") == stay // each part alone must hold
		var best num
		ok := false
		for _, part := range test.children("values") {
			t, found := it.roundsUntil(p, seen, part, stay)
			switch {
			case !found && !alone:
				return num{}, false
			case !found:
			case !ok:
				best, ok = t.loose(), true
			case alone:
				best.hi = smaller(best.hi, t.hi)
			default:
				best.hi = larger(best.hi, t.hi)
			}
		}
		return best, ok && best.hi != nil
	}
	var best num
	ok := false
	for _, c := range seen {
		if c.node != test {
			continue
		}
		t, found := p.roundsOf(c, stay)
		if found && (!ok || stay) {
			best, ok = t, true
		}
		if test.is("Compare") && len(test.children("ops")) > 1 {
			best.tight = false
			if !stay {
				return num{}, false
			}
		}
	}
	return best, ok
}

var opposite = map[string]string{"Lt": "GtE", "LtE": "Gt", "Gt": "LtE", "GtE": "Lt", "Eq": "NotEq", "NotEq": "Eq"}

// roundsOf bounds how often a comparison can hold, from how one round moves
// its two sides.
func (p *pass) roundsOf(c comparison, stay bool) (num, bool) {
	op := c.op
	if !stay {
		op = opposite[op]
	}
	try := func(a, b num, slack float64) (num, bool) {
		// It goes on while a < b (+ slack).
		if t, ok := p.closing(b.hi.minus(a.lo), slack, a, b); ok {
			return t, true
		}
		return p.growing(a, b)
	}
	switch op {
	case "Lt":
		return try(c.left, c.right, 0)
	case "LtE":
		return try(c.left, c.right, 1)
	case "Gt":
		return try(c.right, c.left, 0)
	case "GtE":
		return try(c.right, c.left, 1)
	case "NotEq":
		if t, ok := try(c.left, c.right, 0); ok {
			return t, true
		}
		return try(c.right, c.left, 0)
	}
	return num{}, false
}

func (p *pass) unknown(s symbol) *unknownSize {
	for i := range p.open {
		if p.open[i].s == s {
			return &p.open[i]
		}
	}
	return nil
}

// step is the upper bound of a gap after one round.
func (p *pass) step(gap *size) (*size, bool) {
	exact := true
	m := map[symbol]bool{}
	gap.symbols(m)
	with := map[symbol]*size{}
	for s := range m {
		u := p.unknown(s)
		a, _, ok := gap.linear(s)
		if u == nil || !ok || a > 0 && u.lower {
			return nil, false
		}
		with[s] = u.post
		if a < 0 && !u.lower {
			// What is taken away counts at its least.
			if !u.both && u.lo == nil {
				return nil, false
			}
			if u.lo != nil {
				with[s] = u.lo
			}
		}
		if with[s] == nil {
			return nil, false
		}
		exact = exact && u.tight
	}
	return gap.subst(with), exact
}

func (p *pass) before(z *size) *size {
	with := map[symbol]*size{}
	for _, u := range p.open {
		with[u.s] = u.pre
	}
	return z.subst(with)
}

// closing handles gaps that shrink by a fixed amount or a fixed factor.
func (p *pass) closing(gap *size, slack float64, a, b num) (num, bool) {
	if gap == nil || gap.closed() {
		return num{}, false
	}
	next, exact := p.step(gap)
	start := p.before(gap)
	if next == nil || start == nil {
		return num{}, false
	}
	delta := gap.minus(next)
	if s, ok := delta.sign(); ok && s > 0 && delta.closed() {
		t := start.plus(konst(slack)).over(delta)
		return num{lo: konst(0), hi: t, tight: exact && a.exact() && b.exact()}, t != nil
	}
	m := map[symbol]bool{}
	gap.symbols(m)
	if len(m) != 1 {
		return num{}, false
	}
	for s := range m {
		alpha, beta, ok := next.linear(s)
		was, _, ok2 := gap.linear(s)
		if ok && ok2 && was > 0 && alpha >= 0 && alpha < was-tiny {
			// gap' <= (α/was)·gap + const: the gap is used up in log2(start) rounds.
			ratio := alpha / was
			if ratio < tiny {
				// A round forgets the gap: it ends the loop, or nothing is known.
				left, known := beta.sign()
				return number(1).loose(), known && left <= 0
			}
			l := start.plus(konst(1)).log2()
			if l == nil {
				return num{}, false
			}
			t := l.times(1 / math.Log2(1/ratio)).plus(konst(1))
			return num{lo: konst(0), hi: t, tight: exact}, true
		}
	}
	return num{}, false
}

// growing handles a left side that is multiplied each round until it reaches a
// right side that stays.
func (p *pass) growing(a, b num) (num, bool) {
	if a.lo == nil || b.hi == nil || !b.hi.closed() {
		return num{}, false
	}
	m := map[symbol]bool{}
	a.lo.symbols(m)
	if len(m) != 1 {
		return num{}, false
	}
	for s := range m {
		u := p.unknown(s)
		if u == nil || u.post == nil {
			return num{}, false
		}
		post := u.post
		if !u.lower && u.lo != nil {
			post = u.lo
		}
		alpha, beta, ok := post.linear(s)
		if !ok || alpha <= 1+tiny || beta == nil {
			return num{}, false
		}
		if sg, known := beta.sign(); !known || sg < 0 {
			return num{}, false
		}
		l := b.hi.plus(konst(1)).log2()
		if l == nil {
			return num{}, false
		}
		return num{lo: konst(0), hi: l.times(1 / math.Log2(alpha)).plus(konst(1)), tight: u.tight && b.exact()}, true
	}
	return num{}, false
}

// odometer recognises loops that run through all settings of an array:
//
//   - a carry: an inner loop resets entries while it moves to the next one and
//     the outer loop ends when it has moved past the last;
//   - focus pointers: f[j] = f[j+1]; f[j+1] = j+1, which make the reflected
//     Gray code without any test on the entries.
func (it *interp) odometer(n *node, s *scope) (num, Work, bool) {
	carry, array := carryLoop(n)
	what := "an array of digits is carried from one setting to the next until all have been seen"
	if !carry {
		array, carry = focusPointers(n)
		what = "focus pointers walk the reflected Gray code of all settings"
	}
	if !carry {
		return num{}, Work{}, false
	}
	length := num{}
	if v, ok := it.lookup(array, s).(*seq); ok {
		length = v.n
	}
	if !length.hi.closed() {
		length = num{}
	}
	if length.hi == nil {
		return num{}, Work{}, false
	}
	count := num{lo: konst(0), hi: length.hi.exp2(), tight: length.tight, powers: true}
	if f := count.hi.family(); !f.Exceeds(Polynomial) {
		return num{}, Work{}, false
	}
	w, ok := it.describe(WorkOdometer, count, n, "time")
	w.Message = "counts through about 2^(" + w.Exponent + ") settings: " + what
	return count, w, ok
}

// carryLoop finds, inside the loop n, an inner loop that moves an index along an
// array, resetting its entries on the way, together with a change of the entry
// where the index stops.
func carryLoop(n *node) (bool, string) {
	found, array := false, ""
	for _, st := range n.children("body") {
		st.walk(func(c *node) bool {
			if c.is("FunctionDef", "Lambda") || found {
				return false
			}
			if !c.is("While", "For") || c == n {
				return true
			}
			idx := movedIndex(c)
			if idx == "" {
				return true
			}
			for _, a := range resets(c.children("body"), idx) {
				// The entry where the carry stops is changed either behind the
				// inner loop or, followed by a break, inside it.
				if changesEntry(n, c, a, idx) {
					found, array = true, a
				}
			}
			return !found
		})
	}
	return found, array
}

// movedIndex is the name that an inner loop moves by one each round.
func movedIndex(c *node) string {
	if c.is("For") {
		if t := c.child("target"); t.is("Name") {
			return t.text("id")
		}
		return ""
	}
	for _, st := range c.children("body") {
		if st.is("AugAssign") && st.child("op").is("Add", "Sub") && st.child("target").is("Name") {
			if v, ok := intLiteral(st.child("value")); ok && v == 1 {
				return st.child("target").text("id")
			}
		}
		if st.is("Assign") && len(st.children("targets")) == 1 && st.children("targets")[0].is("Name") {
			t := st.children("targets")[0].text("id")
			if v := st.child("value"); v.is("BinOp") && v.child("op").is("Add", "Sub") && v.child("left").is("Name") && v.child("left").text("id") == t {
				if k, ok := intLiteral(v.child("right")); ok && k == 1 {
					return t
				}
			}
		}
	}
	return ""
}

// resets lists the arrays of which body sets the entry at idx to a literal.
func resets(body []*node, idx string) []string {
	var out []string
	for _, st := range body {
		st.walk(func(c *node) bool {
			if c.is("Assign") {
				if a, ok := entryOf(c, idx); ok {
					v := c.child("value")
					if _, lit := numberLiteral(v); lit || v.is("Name") || v.is("UnaryOp") {
						out = append(out, a)
					}
				}
			}
			return true
		})
	}
	return out
}

// entryOf is the array whose entry at idx the statement assigns.
func entryOf(st *node, idx string) (string, bool) {
	targets := st.children("targets")
	if st.is("AugAssign") {
		targets = []*node{st.child("target")}
	}
	for _, t := range targets {
		if t.is("Subscript") && t.child("value").is("Name") && t.child("slice").is("Name") && t.child("slice").text("id") == idx {
			return t.child("value").text("id"), true
		}
	}
	return "", false
}

func changesEntry(outer, inner *node, array, idx string) bool {
	changes := 0
	outer.walk(func(c *node) bool {
		if c.is("Assign", "AugAssign") {
			if a, ok := entryOf(c, idx); ok && a == array {
				changes++
			}
		}
		return true
	})
	stops := false
	inner.walk(func(c *node) bool {
		if c.is("Break") {
			stops = true
		}
		return true
	})
	if inner.is("While") {
		// while i < n and a[i] == top: the test itself looks at the entry.
		inner.child("test").walk(func(c *node) bool {
			if c.is("Subscript") && c.child("value").is("Name") && c.child("value").text("id") == array {
				stops = true
			}
			return true
		})
	}
	return changes >= 2 && stops
}

// focusPointers finds f[j] = f[j+1] with f[j+1] = j+1.
func focusPointers(n *node) (string, bool) {
	plusOne := func(e *node) (string, bool) {
		if e.is("BinOp") && e.child("op").is("Add") && e.child("left").is("Name") {
			if v, ok := intLiteral(e.child("right")); ok && v == 1 {
				return e.child("left").text("id"), true
			}
		}
		return "", false
	}
	copied, pushed := map[string]bool{}, map[string]bool{}
	pair := func(t, v *node) {
		if !t.is("Subscript") || !t.child("value").is("Name") {
			return
		}
		f := t.child("value").text("id")
		if t.child("slice").is("Name") && v.is("Subscript") && v.child("value").is("Name") && v.child("value").text("id") == f {
			if j, ok := plusOne(v.child("slice")); ok && j == t.child("slice").text("id") {
				copied[f] = true
			}
		}
		if j, ok := plusOne(t.child("slice")); ok {
			if k, ok := plusOne(v); ok && k == j {
				pushed[f] = true
			}
		}
	}
	n.walk(func(c *node) bool {
		if !c.is("Assign") {
			return true
		}
		v := c.child("value")
		for _, t := range c.children("targets") {
			if t.is("Tuple") && v.is("Tuple") && len(t.children("elts")) == len(v.children("elts")) {
				for i := range t.children("elts") {
					pair(t.children("elts")[i], v.children("elts")[i])
				}
				continue
			}
			pair(t, v)
		}
		return true
	})
	for _, f := range sortedKeys(copied) {
		if pushed[f] {
			return f, true
		}
	}
	return "", false
}

// usesBits says that a loop works on the bits of its counter.
func usesBits(n *node) bool {
	bits := false
	n.walk(func(c *node) bool {
		if c.is("RShift", "LShift", "BitAnd", "BitXor") {
			bits = true
		}
		return true
	})
	return bits
}

// suspectCounter reports a loop of unknown length that flips entries or bits:
// it may run through all states.
func (it *interp) suspectCounter(n *node, _ *scope) {
	flips := false
	n.walk(func(c *node) bool {
		switch {
		case c.is("Assign") && len(c.children("targets")) == 1 && c.children("targets")[0].is("Subscript"):
			v := c.child("value")
			if v.is("UnaryOp") && v.child("op").is("USub") && it.tree.source(v.child("operand")) == it.tree.source(c.children("targets")[0]) {
				flips = true
			}
		case c.is("AugAssign") && c.child("op").is("BitXor"):
			flips = true
		}
		return true
	})
	if !flips || it.mute > 0 {
		return
	}
	it.emit(Work{
		Kind: WorkCounter, Exponent: "unknown", Growth: Unknown, Resource: "time", Span: n.span(),
		Message: "a loop of unknown length flips one entry or bit a round: it may run through all states",
	})
}
