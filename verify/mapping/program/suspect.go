package program

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
)

// suspicions lists what a person, or a measurement, should look at.
func (it *interp) suspicions(importCost cost) []Note {
	b := &noteBook{it: it, names: aliases(it.tree), local: boundNames(it.tree), docs: docStrings(it.tree), seen: map[string]bool{}}
	b.sizes = it.sizeNames()
	b.tables()
	b.probed()
	b.importWork(importCost)
	b.caches()
	b.randomness()
	b.unread()
	b.windows()
	b.swallowed()
	b.dead()
	b.decoys()
	b.sideEffects()
	slices.SortStableFunc(b.notes, func(x, y Note) int {
		return cmp.Or(cmp.Compare(x.Span.Line, y.Span.Line), strings.Compare(x.Kind, y.Kind), strings.Compare(x.Message, y.Message))
	})
	return orEmpty(b.notes)
}

type noteBook struct {
	it    *interp
	names map[string]string
	local map[string]bool
	docs  map[*node]bool
	sizes map[string]sizeName
	notes []Note
	seen  map[string]bool
}

func (b *noteBook) note(kind string, n *node, format string, args ...any) {
	m := Note{Kind: kind, Span: n.span(), Message: fmt.Sprintf(format, args...)}
	key := fmt.Sprint(m.Kind, m.Span.Line, m.Message)
	if !b.seen[key] {
		b.seen[key] = true
		b.notes = append(b.notes, m)
	}
}

func (b *noteBook) walk(visit func(n *node) bool) { b.it.tree.root.walk(visit) }

// tables finds values that were computed elsewhere and written down.
func (b *noteBook) tables() {
	inside := map[*node]bool{}
	b.walk(func(n *node) bool {
		switch {
		case n.is("Dict", "List", "Tuple", "Set") && !inside[n]:
			ints, floats := 0, 0
			n.walk(func(c *node) bool {
				inside[c] = true
				if c.is("Constant") {
					switch {
					case odd(c):
						ints++
					case longFloat(c):
						floats++
					}
				}
				return !c.is("Lambda")
			})
			switch {
			case ints > 8:
				b.note(SuspectTable, n, "a table of %d literal numbers", ints)
			case floats > 8:
				b.note(SuspectConstants, n, "%d float literals: a quadrature, a fit or a table", floats)
			}
		case n.is("Constant") && n.text("kind") == "int":
			if bits := atoi(n.text("bits")); bits > 64 && !periodic(n.text("value"), bits) {
				b.note(SuspectTable, n, "an integer literal of %d bits: values may be packed in it", bits)
			}
		case n.is("Constant") && (n.text("kind") == "str" || n.text("kind") == "bytes") && !b.docs[n]:
			if packed(n.text("value"), atoi(n.text("length"))) {
				b.note(SuspectTable, n, "a long literal text of numbers or codes: values may be packed in it")
			}
		case n.is("FunctionDef"):
			count := 0
			n.walk(func(c *node) bool {
				if c.is("Dict", "List", "Tuple", "Set") {
					return false
				}
				if c.is("Constant") && odd(c) {
					count++
				}
				return true
			})
			if count >= 12 {
				b.note(SuspectTable, n, "%q holds %d unusual integer literals: a polynomial or a table may be written out in it", n.text("name"), count)
			}
		}
		return true
	})
}

func atoi(s string) int {
	v := 0
	for _, r := range s {
		if r < '0' || r > '9' {
			return 0
		}
		v = v*10 + int(r-'0')
	}
	return v
}

// odd says that an integer literal is not one of those that programs are made
// of: small ones, round ones, powers of two and what stands next to them.
func odd(n *node) bool {
	if n.text("kind") != "int" {
		return false
	}
	v, ok := intLiteral(n)
	if !ok {
		return true
	}
	v = math.Abs(v)
	if v < 6 || v > 1<<53 || math.Mod(v, 100) == 0 {
		return v > 1<<53
	}
	return true
}

func longFloat(n *node) bool {
	if n.text("kind") != "float" {
		return false
	}
	digits := 0
	mantissa, _, _ := strings.Cut(strings.ToLower(n.text("value")), "e")
	for _, r := range strings.TrimLeft(strings.TrimPrefix(mantissa, "-"), "0.") {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	return digits >= 5
}

// periodic says that a literal is a bit mask: all ones, or a power of ten or
// two, rather than a carrier of values.
func periodic(decimal string, bits int) bool {
	if decimal == "" {
		return false
	}
	t := strings.TrimRight(decimal, "0")
	if len(t) <= 3 {
		return true
	}
	for _, mask := range []int{64, 96, 128, 160, 192} {
		if bits == mask {
			return true
		}
	}
	return false
}

// packed says that a text is mostly digits, hexadecimal or base-64 code.
func packed(s string, length int) bool {
	if length < 40 {
		return false
	}
	digits, spaces, letters := 0, 0, 0
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsSpace(r):
			spaces++
		case unicode.IsLetter(r):
			letters++
		}
	}
	total := len([]rune(s))
	return digits*2 > total || spaces*25 < total && (digits+letters)*10 > total*8 && digits*20 > total
}

// sizeName is a name that holds the number of sites, or the side of a square
// lattice.
type sizeName struct{ side bool }

// sizeNames collects the names that hold n or √n.
func (it *interp) sizeNames() map[string]sizeName {
	out := map[string]sizeName{"n": {}, "N": {}, "n_sites": {}, "num_sites": {}}
	if v, ok := it.globals.vars[it.question.Entry].(*funcValue); ok {
		ps := parameters(v.def)
		if len(ps) > 1 {
			out[ps[1].text("arg")] = sizeName{}
		}
	}
	for range 2 {
		it.tree.root.walk(func(n *node) bool {
			if n.is("Assign") && len(n.children("targets")) == 1 {
				if t := n.children("targets")[0]; t.is("Name") {
					if s, ok := sizeExpression(n.child("value"), out); ok {
						out[t.text("id")] = s
					}
				}
				if t := n.children("targets")[0]; t.is("Tuple") && n.child("value").is("Tuple") && len(t.children("elts")) == len(n.child("value").children("elts")) {
					for i, e := range t.children("elts") {
						if s, ok := sizeExpression(n.child("value").children("elts")[i], out); ok && e.is("Name") {
							out[e.text("id")] = s
						}
					}
				}
			}
			return true
		})
	}
	return out
}

// sizeExpression recognises n itself, roundings of it and of its square root.
func sizeExpression(n *node, known map[string]sizeName) (sizeName, bool) {
	switch {
	case n.is("Name"):
		s, ok := known[n.text("id")]
		return s, ok
	case n.is("Call"):
		args := n.children("args")
		name := dotted(n.child("func"))
		if i := strings.LastIndex(name, "."); i >= 0 {
			name = name[i+1:]
		}
		if name == "len" && len(args) == 1 && args[0].is("Subscript") {
			return sizeName{side: false}, false
		}
		if len(args) == 0 {
			return sizeName{}, false
		}
		switch name {
		case "int", "round", "floor", "rint", "float", "ceil":
			return sizeExpression(args[0], known)
		case "sqrt", "isqrt":
			_, ok := sizeExpression(args[0], known)
			return sizeName{side: true}, ok
		}
	case n.is("BinOp") && n.child("op").is("Pow"):
		if v, ok := numberLiteral(n.child("right")); ok && v == 0.5 {
			_, ok := sizeExpression(n.child("left"), known)
			return sizeName{side: true}, ok
		}
	case n.is("BinOp") && n.child("op").is("Add"):
		if v, ok := numberLiteral(n.child("right")); ok && v == 0.5 {
			return sizeExpression(n.child("left"), known)
		}
	}
	return sizeName{}, false
}

// isProbed says that a literal is a probed size (or the side of one).
func (b *noteBook) isProbed(v float64, s sizeName) bool {
	for _, p := range b.it.question.Probed {
		x := float64(p)
		if s.side {
			x = math.Round(math.Sqrt(x))
		}
		if v == x {
			return true
		}
	}
	return false
}

// probed finds sizes that are treated apart.
func (b *noteBook) probed() {
	if len(b.it.question.Probed) == 0 {
		return
	}
	lowest, highest := slices.Min(b.it.question.Probed), slices.Max(b.it.question.Probed)
	compare := func(n *node, s sizeName, lit *node) {
		lits := []*node{lit}
		if lit.is("Tuple", "List", "Set") {
			lits = lit.children("elts")
		}
		for _, l := range lits {
			v, ok := intLiteral(l)
			if !ok {
				if v, ok = numberLiteral(l); !ok {
					continue
				}
			}
			lo, hi := float64(lowest), float64(highest)
			if s.side {
				lo, hi = math.Sqrt(lo), math.Sqrt(hi)
			}
			switch {
			case b.isProbed(v, s):
				b.note(SuspectProbed, n, "%s: %v is a size that is probed", b.it.tree.source(n), v)
			case v >= lo && v <= 4*hi:
				b.note(SuspectThreshold, n, "%s: sizes around the probed ones are treated apart", b.it.tree.source(n))
			}
		}
	}
	b.walk(func(n *node) bool {
		switch {
		case n.is("Compare"):
			sides := append([]*node{n.child("left")}, n.children("comparators")...)
			for i := 0; i+1 < len(sides); i++ {
				if s, ok := sizeExpression(sides[i], b.sizes); ok {
					compare(n, s, sides[i+1])
				}
				if s, ok := sizeExpression(sides[i+1], b.sizes); ok {
					compare(n, s, sides[i])
				}
			}
		case n.is("Match"):
			if s, ok := sizeExpression(n.child("subject"), b.sizes); ok {
				for _, c := range n.children("cases") {
					if p := c.child("pattern"); p.is("MatchValue") {
						compare(n, s, p.child("value"))
					}
				}
			}
		case n.is("Dict"):
			hits := 0
			for _, k := range n.children("keys") {
				if k.is("Tuple") && len(k.children("elts")) > 0 {
					k = k.children("elts")[0]
				}
				if v, ok := intLiteral(k); ok && b.isProbed(v, sizeName{}) {
					hits++
				}
			}
			if hits > 0 && (hits >= 2 || len(n.children("keys")) == 1) {
				b.note(SuspectProbed, n, "a table with the probed sizes as keys")
			}
		case n.is("DictComp", "Call", "Subscript"):
			// A table by size, or an entry of one, is found by its keys above.
		}
		return true
	})
	// Sides written out where something is computed once for each of them.
	b.walk(func(n *node) bool {
		if !n.is("comprehension") {
			return true
		}
		lit := n.child("iter")
		if !lit.is("Tuple", "List") || len(lit.children("elts")) < 2 || len(lit.children("elts")) != len(b.it.question.Probed) {
			return true
		}
		all, allSides := true, true
		for _, e := range lit.children("elts") {
			v, ok := intLiteral(e)
			all = all && ok && b.isProbed(v, sizeName{})
			allSides = allSides && ok && b.isProbed(v, sizeName{side: true})
		}
		if all || allSides && b.it.question.SqrtIsSide {
			b.note(SuspectProbed, lit, "a list of the probed sizes")
		}
		return true
	})
	b.notes = append(b.notes, b.it.tables...)
	for _, w := range b.it.works {
		if w.Guard != nil && w.Guard.Bound >= lowest && !w.Import {
			b.note(SuspectProbed, &node{line: w.Span.Line, endLine: w.Span.End}, "enumerates only where %s, which covers probed sizes", w.Guard.Text)
		}
	}
}

// heavyImport is the number of operations from which work at import is worth a
// look: building small tables and classes stays far below.
const heavyImport = 20000

func (b *noteBook) importWork(c cost) {
	ops, fixed := c.hi.constant()
	switch {
	case c.open || !fixed:
		b.note(SuspectImport, b.it.tree.root.firstLine(), "the work done while the module is imported has no known bound")
	case ops >= heavyImport:
		b.note(SuspectImport, b.it.tree.root.firstLine(), "about %.0e operations while the module is imported", ops)
	}
	for _, w := range b.it.works {
		if w.Import {
			b.note(SuspectTable, &node{line: w.Span.Line, endLine: w.Span.End}, "states are counted through while the module is imported: %s", w.message())
		}
	}
}

func (n *node) firstLine() *node {
	if body := n.children("body"); len(body) > 0 {
		return body[0]
	}
	return n
}

// caches finds state that one call leaves to the next.
func (b *noteBook) caches() {
	module := map[string]bool{}
	functions := map[string]bool{}
	for _, st := range b.it.tree.root.children("body") {
		switch {
		case st.is("Assign", "AnnAssign"):
			for name := range assigned([]*node{st}) {
				module[name] = true
			}
		case st.is("FunctionDef", "ClassDef"):
			functions[st.text("name")] = true
			for _, d := range st.children("decorator_list") {
				if name := dotted(orNode(d.child("func"), d)); strings.HasSuffix(name, "lru_cache") || strings.HasSuffix(name, "functools.cache") || name == "cache" {
					b.note(SuspectCache, st, "%q keeps its results from one call of the program to the next", st.text("name"))
				}
			}
		}
	}
	b.walk(func(n *node) bool {
		if !n.is("FunctionDef", "Lambda") {
			return true
		}
		shadow := assigned(n.children("body"))
		for _, p := range parameters(n) {
			shadow[p.text("arg")] = true
		}
		writable := map[string]bool{}
		a := n.child("args")
		params := parameters(n)
		for i, d := range a.children("defaults") {
			if k := len(params) - len(a.children("defaults")) + i; d.is("Dict", "List", "Set") && k >= 0 && k < len(params) {
				writable[params[k].text("arg")] = true
			}
		}
		base := func(e *node) string {
			for e.is("Subscript", "Attribute") {
				e = e.child("value")
			}
			name := e.text("id")
			switch {
			case writable[name]:
				return name
			case shadow[name]:
				return ""
			case module[name] || functions[name]:
				return name
			}
			return ""
		}
		globals := map[string]bool{}
		for _, st := range n.children("body") {
			st.walk(func(c *node) bool {
				switch {
				case c.is("Global"):
					for _, g := range c.fields["names"].list {
						globals[g] = true
						b.note(SuspectCache, c, "the module variable %q is set during a call", g)
					}
				case c.is("Assign", "AugAssign"):
					for _, t := range append(slices.Clone(c.children("targets")), c.child("target")) {
						if t.is("Subscript", "Attribute") {
							if name := base(t); name != "" {
								b.note(SuspectCache, c, "%q outlives the call and is written during it", name)
							}
						}
					}
				case c.is("Call") && c.child("func").is("Attribute"):
					switch c.child("func").text("attr") {
					case "append", "extend", "add", "update", "setdefault", "insert", "pop", "clear", "appendleft":
						if name := base(c.child("func").child("value")); name != "" {
							b.note(SuspectCache, c, "%q outlives the call and is written during it", name)
						}
					}
				}
				return true
			})
		}
		return true
	})
}

func orNode(a, b *node) *node {
	if a != nil {
		return a
	}
	return b
}

func (b *noteBook) randomness() {
	b.walk(func(n *node) bool {
		if n.is("Attribute", "Name") {
			if m := full(n, b.names); m == "numpy.random" || strings.HasPrefix(m, "numpy.random.") || m == "random" || strings.HasPrefix(m, "random.") {
				b.note(SuspectRandom, n, "%s: random numbers have no place in an exact result", b.it.tree.source(n))
				return false
			}
		}
		return true
	})
}

// unread finds inputs that the program never names.
func (b *noteBook) unread() {
	if len(b.it.question.ParamKeys) == 0 {
		return
	}
	named := map[string]bool{}
	wholesale := false
	params := "params"
	if v, ok := b.it.globals.vars[b.it.question.Entry].(*funcValue); ok {
		if ps := parameters(v.def); len(ps) > 0 {
			params = ps[0].text("arg")
		}
	}
	b.walk(func(n *node) bool {
		switch {
		case n.is("Constant") && n.text("kind") == "str":
			named[n.text("value")] = true
		case n.is("keyword") && n.text("arg") == "" && n.child("value").is("Name") && n.child("value").text("id") == params:
			wholesale = true
		case n.is("Attribute") && n.child("value").is("Name") && n.child("value").text("id") == params:
			switch n.text("attr") {
			case "values", "items", "keys":
				wholesale = true
			}
		case n.is("MatchMapping"):
			wholesale = true
		}
		return true
	})
	if wholesale {
		return
	}
	for _, k := range b.it.question.ParamKeys {
		if !named[k] {
			b.note(SuspectUnread, b.it.tree.root.firstLine(), "the input %q is never read", k)
		}
	}
}

// windows finds comparisons of couplings, fields or the temperature with
// literals, other than zero.
func (b *noteBook) windows() {
	b.walk(func(n *node) bool {
		if !n.is("FunctionDef") {
			return true
		}
		from := b.inputs(n)
		n.walk(func(c *node) bool {
			if c != n && c.is("FunctionDef") {
				return true
			}
			if !c.is("Compare") {
				return true
			}
			sides := append([]*node{c.child("left")}, c.children("comparators")...)
			for i := 0; i+1 < len(sides); i++ {
				for _, pair := range [][2]*node{{sides[i], sides[i+1]}, {sides[i+1], sides[i]}} {
					v, ok := numberLiteral(pair[1])
					if ok && math.Abs(v) > 1e-5 && math.Abs(v) < 80 && b.onlyInputs(pair[0], from) {
						b.note(SuspectWindow, c, "%s: the input is treated differently beyond a fixed value", b.it.tree.source(c))
					}
				}
			}
			return true
		})
		return true
	})
}

// inputs are the names of a function that hold scalars of the input: entries
// of params and products of such.
func (b *noteBook) inputs(def *node) map[string]bool {
	out := map[string]bool{}
	for range 2 {
		def.walk(func(n *node) bool {
			if !n.is("Assign") || len(n.children("targets")) != 1 {
				return true
			}
			t, v := n.children("targets")[0], n.child("value")
			pair := func(t, v *node) {
				if t.is("Name") && b.onlyInputs(v, out) {
					out[t.text("id")] = true
				}
			}
			if t.is("Tuple") && v.is("Tuple") && len(t.children("elts")) == len(v.children("elts")) {
				for i := range t.children("elts") {
					pair(t.children("elts")[i], v.children("elts")[i])
				}
				return true
			}
			pair(t, v)
			return true
		})
	}
	return out
}

// onlyInputs says that an expression is made of inputs, literals and
// arithmetic, with at least one input in it.
func (b *noteBook) onlyInputs(n *node, known map[string]bool) bool {
	found := false
	var ok func(n *node) bool
	ok = func(n *node) bool {
		switch {
		case n.is("Name"):
			found = found || known[n.text("id")]
			return known[n.text("id")]
		case n.is("Constant"):
			return n.text("kind") == "int" || n.text("kind") == "float"
		case n.is("Subscript"):
			base := n
			for base.is("Subscript") {
				base = base.child("value")
			}
			if base.is("Name") && (base.text("id") == "params" || known[base.text("id")]) {
				found = true
				return true
			}
			return false
		case n.is("BinOp"):
			return ok(n.child("left")) && ok(n.child("right"))
		case n.is("UnaryOp"):
			return ok(n.child("operand"))
		case n.is("Call"):
			switch dotted(n.child("func")) {
			case "abs", "float", "max", "min", "math.fabs", "np.abs", "params.get":
				for _, a := range n.children("args") {
					if a.is("Constant") && n.child("func").is("Attribute") {
						found = true
						continue
					}
					if !ok(a) {
						return false
					}
				}
				return len(n.children("args")) > 0
			}
		}
		return false
	}
	return ok(n) && found
}

// swallowed finds handlers that hide every failure of the main route.
func (b *noteBook) swallowed() {
	b.walk(func(n *node) bool {
		if !n.is("Try") {
			return true
		}
		for _, h := range n.children("handlers") {
			kind := dotted(h.child("type"))
			if h.child("type") == nil || kind == "Exception" || kind == "BaseException" {
				returns := false
				for _, st := range n.children("body") {
					st.walk(func(c *node) bool { returns = returns || c.is("Return"); return !c.is("FunctionDef", "Lambda") })
				}
				if returns || len(n.children("body")) > 2 {
					b.note(SuspectSwallow, h, "whatever goes wrong in lines %d to %d is hidden by a fallback", n.line, h.line-1)
				}
			}
		}
		return true
	})
}

// dead finds code that no call reaches.
func (b *noteBook) dead() {
	b.walk(func(n *node) bool {
		switch {
		case n.is("FunctionDef") && !b.it.reached[n] && !strings.HasPrefix(n.text("name"), "__"):
			if !b.it.gave {
				b.note(SuspectDead, n, "%q is never called", n.text("name"))
			}
			return false
		case n.is("If") && constantFalse(n.child("test")):
			b.note(SuspectDead, n, "this branch is never taken")
		}
		for _, f := range []string{"body", "orelse", "finalbody"} {
			body := n.children(f)
			for i, st := range body {
				if st.is("Return", "Raise", "Break", "Continue") && i+1 < len(body) {
					b.note(SuspectDead, body[i+1], "nothing behind line %d is ever run", st.line)
					break
				}
			}
		}
		return true
	})
}

func constantFalse(n *node) bool {
	if !n.is("Constant") {
		return false
	}
	v := n.text("value")
	return n.text("kind") == "name" && (v == "False" || v == "None") || n.text("kind") == "int" && v == "0"
}

// decoys finds determinants and spectra that are computed and dropped.
func (b *noteBook) decoys() {
	for _, e := range b.it.events {
		if (e.kind == "det" || e.kind == "eig") && b.it.dropped(e.node) {
			b.note(SuspectDecoy, e.node, "%s is computed and not used", b.it.tree.source(e.node))
		}
	}
}

// dropped says that the value of a call is thrown away: it is a statement of
// its own, or is bound to names that are never read.
func (it *interp) dropped(call *node) bool {
	out := false
	it.tree.root.walk(func(fn *node) bool {
		if !fn.is("FunctionDef", "Module") {
			return true
		}
		var statement *node
		for _, st := range fn.children("body") {
			st.walk(func(c *node) bool {
				if c.is("Expr", "Assign", "AnnAssign") {
					inside := false
					c.child("value").walk(func(d *node) bool { inside = inside || d == call; return !inside })
					if inside {
						statement = c
					}
				}
				return !c.is("FunctionDef")
			})
		}
		if statement == nil {
			return true
		}
		if statement.is("Expr") {
			out = !isYield(statement.child("value"))
			return true
		}
		names := assigned([]*node{statement})
		read, plain := false, true
		for _, t := range append(slices.Clone(statement.children("targets")), statement.child("target")) {
			plain = plain && !t.is("Subscript", "Attribute")
		}
		fn.walk(func(c *node) bool {
			if c.is("Name") && names[c.text("id")] && !isTarget(statement, c) {
				read = true
			}
			return true
		})
		out = plain && !read
		return true
	})
	return out
}

func isYield(n *node) bool { return n.is("Yield", "YieldFrom", "Await") }

func isTarget(statement, name *node) bool {
	found := false
	for _, t := range append(slices.Clone(statement.children("targets")), statement.child("target")) {
		t.walk(func(c *node) bool { found = found || c == name; return true })
	}
	return found
}

// sideEffects finds output and finalizers.
func (b *noteBook) sideEffects() {
	b.walk(func(n *node) bool {
		switch {
		case n.is("Call") && dotted(n.child("func")) == "print" && !b.local["print"]:
			b.note(SuspectPrint, n, "prints")
		case n.is("FunctionDef") && n.text("name") == "__del__":
			b.note(SuspectFinalizer, n, "code that runs when an object dies, perhaps after the result was taken")
		}
		return true
	})
}
