package program

import (
	"slices"
	"strings"
)

// define makes the value of a function definition and applies what is known of
// its decorators.
func (it *interp) define(n *node, s *scope) value {
	f := &funcValue{def: n, env: s}
	a := n.child("args")
	for _, d := range append(slices.Clone(a.children("defaults")), a.children("kw_defaults")...) {
		if d == nil {
			f.defaults = append(f.defaults, nil)
			continue
		}
		f.defaults = append(f.defaults, it.eval(d, s))
	}
	var out value = f
	decorators := n.children("decorator_list")
	for i := len(decorators) - 1; i >= 0; i-- {
		out = it.decorate(decorators[i], out, s)
	}
	return out
}

func (it *interp) decorate(d *node, f value, s *scope) value {
	g, ok := f.(*funcValue)
	if !ok {
		return f
	}
	c := *g
	switch name := it.canonical(d, s); name {
	case "functools.lru_cache", "functools.cache", "functools.cached_property":
		c.memo = cacheSize(d)
		return &c
	case "staticmethod", "classmethod", "property", "functools.wraps", "contextlib.contextmanager", "typing.no_type_check", "typing.overload", "typing.final":
		return f
	}
	dec := it.eval(d, s)
	if h, ok := dec.(*funcValue); ok {
		if memoizes(h.def) {
			c.memo = true
			return &c
		}
		return it.apply(h, []value{f}, nil, d)
	}
	if k, ok := dec.(*classValue); ok && memoizes(k.def) {
		c.memo = true
		return &c
	}
	c.foreign = true
	return &c
}

// canonical is the full dotted name of what a decorator or function expression
// denotes, its arguments left out.
func (it *interp) canonical(n *node, s *scope) string {
	if n.is("Call") {
		n = n.child("func")
	}
	if n.is("Name") {
		if b, ok := it.lookup(n.text("id"), s).(builtinValue); ok {
			return b.name
		}
		return n.text("id")
	}
	if n.is("Attribute") {
		base := it.canonical(n.child("value"), s)
		if m, ok := it.lookupModule(n.child("value"), s); ok {
			base = m
		}
		return base + "." + n.text("attr")
	}
	return ""
}

func (it *interp) lookupModule(n *node, s *scope) (string, bool) {
	if !n.is("Name") {
		return "", false
	}
	m, ok := it.lookup(n.text("id"), s).(moduleValue)
	return m.name, ok
}

// cacheSize says that a cache is large enough to count as one.
func cacheSize(d *node) bool {
	if !d.is("Call") {
		return true
	}
	size := d.child("")
	if a := d.children("args"); len(a) > 0 {
		size = a[0]
	}
	for _, k := range d.children("keywords") {
		if k.text("arg") == "maxsize" {
			size = k.child("value")
		}
	}
	v, ok := intLiteral(size)
	return !ok || v >= 4
}

// memoizes says that a decorator written in the program keeps results in a
// dict: somewhere in it an entry is tested for or got, and stored.
func memoizes(def *node) bool {
	tests, stores := false, false
	def.walk(func(n *node) bool {
		switch {
		case n.is("In", "NotIn"):
			tests = true
		case n.is("Attribute") && (n.text("attr") == "get" || n.text("attr") == "setdefault"):
			tests = true
		case n.is("ExceptHandler") && dotted(n.child("type")) == "KeyError":
			tests = true
		case n.is("FunctionDef") && n.text("name") == "__missing__":
			tests, stores = true, true
		case n.is("Assign"):
			for _, t := range n.children("targets") {
				stores = stores || t.is("Subscript")
			}
		}
		return true
	})
	return tests && stores
}

func (it *interp) defineClass(n *node, s *scope) value {
	c := &classValue{def: n, attrs: it.newScope(s)}
	c.attrs.class = true
	for _, b := range n.children("bases") {
		c.bases = append(c.bases, it.eval(b, s))
	}
	it.block(n.children("body"), c.attrs)
	for _, d := range n.children("decorator_list") {
		it.canonical(d, s)
	}
	return c
}

// find looks an attribute of a class up along its bases.
func (c *classValue) find(name string) (value, bool) {
	if v, ok := c.attrs.vars[name]; ok {
		return v, true
	}
	for _, b := range c.bases {
		if k, ok := b.(*classValue); ok && k != c {
			if v, ok := k.find(name); ok {
				return v, true
			}
		}
	}
	return nil, false
}

func (it *interp) method(o *instanceValue, name string) value {
	if name == "" {
		return nil
	}
	v, ok := o.class.find(name)
	if !ok {
		return nil
	}
	if f, ok := v.(*funcValue); ok {
		return bindTo(f, o)
	}
	return v
}

func bindTo(f *funcValue, self value) value {
	for _, d := range f.def.children("decorator_list") {
		if dotted(d) == "staticmethod" {
			return f
		}
	}
	c := *f
	c.self = self
	return &c
}

// call runs a call expression.
func (it *interp) call(n *node, s *scope) value {
	fn := n.child("func")
	if fn.is("Name") && fn.text("id") == "super" {
		return it.super(s)
	}
	f := it.eval(fn, s)
	var args []value
	for _, a := range n.children("args") {
		args = append(args, it.eval(a, s))
	}
	kw := map[string]value{}
	for _, k := range n.children("keywords") {
		v := it.eval(k.child("value"), s)
		if name := k.text("arg"); name != "" {
			kw[name] = v
		}
	}
	it.spend(number(1))
	return it.apply(f, args, kw, n)
}

// super finds the methods of the bases of the class of self.
func (it *interp) super(s *scope) value {
	for e := s; e != nil; e = e.parent {
		if o, ok := e.vars["self"].(*instanceValue); ok {
			for _, b := range o.class.bases {
				if k, ok := b.(*classValue); ok {
					return &instanceValue{id: o.id, class: k, attrs: o.attrs}
				}
			}
			return boundValue{recv: noneValue{}, name: "super"}
		}
	}
	return boundValue{recv: noneValue{}, name: "super"}
}

// spread turns starred arguments into plain ones where their number is known;
// rest tells what the others are.
func spread(args []value) (plain []value, rest *starred) {
	for _, a := range args {
		st, ok := a.(starred)
		if !ok {
			plain = append(plain, a)
			continue
		}
		if q, ok := st.v.(*seq); ok && q.items != nil {
			if c, ok := q.n.const_(); ok && int(c) == len(q.items) {
				plain = append(plain, q.items...)
				continue
			}
		}
		st2 := st
		return plain, &st2
	}
	return plain, nil
}

// maxCallDepth bounds the inlining of local functions.
const maxCallDepth = 40

// apply calls a value.
func (it *interp) apply(f value, args []value, kw map[string]value, n *node) value {
	if it.tired() {
		return unknownValue{}
	}
	switch f := f.(type) {
	case *funcValue:
		if f.self != nil {
			args = append([]value{f.self}, args...)
		}
		return it.enter(f, args, kw, n)
	case *classValue:
		return it.instantiate(f, args, kw, n)
	case *instanceValue:
		if m := it.method(f, "__call__"); m != nil {
			return it.apply(m, args, kw, n)
		}
	case partialValue:
		all := map[string]value{}
		for k, v := range f.kw {
			all[k] = v
		}
		for k, v := range kw {
			all[k] = v
		}
		return it.apply(f.f, append(slices.Clone(f.args), args...), all, n)
	case builtinValue:
		return it.builtin(f.name, args, kw, n)
	case moduleValue:
		return unknownValue{}
	case boundValue:
		return it.methodCall(f.recv, f.name, args, kw, n)
	case againValue:
		return f
	}
	for _, a := range args {
		it.escape(a, n)
	}
	for _, k := range sortedKeys(kw) {
		it.escape(kw[k], n)
	}
	it.puzzle(n, "what %q calls is not known", it.tree.source(n))
	return unknownValue{}
}

// escape runs a function that is handed to code that may call it: the body
// counts as reachable, with what its arguments are unknown.
func (it *interp) escape(v value, n *node) {
	switch f := v.(type) {
	case *funcValue:
		if it.onStack(f) || it.depth > maxCallDepth {
			return
		}
		it.data++
		it.dropLo++
		it.enter(f, it.blanks(f), nil, n)
		it.dropLo--
		it.data--
	case partialValue:
		if g, ok := f.f.(*funcValue); ok && !it.onStack(g) {
			it.apply(f, nil, nil, n)
		}
	}
}

// blanks are arguments of which nothing is known.
func (it *interp) blanks(f *funcValue) []value {
	var out []value
	for range parameters(f.def) {
		out = append(out, unknownValue{})
	}
	if f.self != nil && len(out) > 0 {
		out[0] = f.self
	}
	return out
}

func (it *interp) onStack(f *funcValue) bool {
	for _, fr := range it.funcs {
		if fr.fn.def == f.def {
			return true
		}
	}
	return false
}

func parameters(def *node) []*node {
	a := def.child("args")
	return append(slices.Clone(a.children("posonlyargs")), a.children("args")...)
}

// bindArgs makes the scope of a call.
func (it *interp) bindArgs(f *funcValue, args []value, kw map[string]value) *scope {
	s := it.newScope(f.env)
	a := f.def.child("args")
	params := parameters(f.def)
	plain, rest := spread(args)
	nd := len(a.children("defaults"))
	for i, p := range params {
		name := p.text("arg")
		switch {
		case i < len(plain):
			s.vars[name] = plain[i]
		case kw[name] != nil:
			s.vars[name] = kw[name]
		case rest != nil:
			v := it.unpack(rest.v, 1)[0]
			if q, ok := rest.v.(*seq); ok {
				v = orAny(q.elem)
			}
			s.vars[name] = v
		case i >= len(params)-nd && i-(len(params)-nd) < len(f.defaults):
			s.vars[name] = orAny(f.defaults[i-(len(params)-nd)])
		default:
			s.vars[name] = unknownValue{}
		}
	}
	for i, p := range a.children("kwonlyargs") {
		name := p.text("arg")
		switch {
		case kw[name] != nil:
			s.vars[name] = kw[name]
		case nd+i < len(f.defaults) && f.defaults[nd+i] != nil:
			s.vars[name] = f.defaults[nd+i]
		default:
			s.vars[name] = unknownValue{}
		}
	}
	if v := a.child("vararg"); v != nil {
		extra := &seq{id: it.newID(), kind: tupleSeq, n: number(0)}
		for i := len(params); i < len(plain); i++ {
			extra.items = append(extra.items, plain[i])
			extra.elem = it.join(extra.elem, plain[i], 0)
			extra.n = extra.n.plus(number(1))
		}
		if rest != nil {
			count := num{lo: konst(0)}
			if q, ok := rest.v.(*seq); ok {
				count = q.n
				extra.elem = it.join(extra.elem, q.elem, 0)
			}
			extra.n, extra.items = extra.n.plus(count), nil
		}
		s.vars[v.text("arg")] = extra
	}
	if v := a.child("kwarg"); v != nil {
		s.vars[v.text("arg")] = &seq{id: it.newID(), kind: dictSeq, n: between(konst(0), konst(float64(len(kw)))), elem: unknownValue{}}
	}
	return s
}

// enter runs a local function on the given arguments.
func (it *interp) enter(f *funcValue, args []value, kw map[string]value, n *node) value {
	it.reached[f.def] = true
	if f.foreign {
		it.puzzle(n, "the decorator of %q is not understood", f.def.text("name"))
	}
	s := it.bindArgs(f, args, kw)
	if it.again != nil && it.again.def == f.def {
		return it.again.meet(it, s, n)
	}
	if it.onStack(f) {
		it.puzzle(n, "%q is called in a cycle of several functions", f.def.text("name"))
		return againValue{}
	}
	if it.depth >= maxCallDepth {
		it.puzzle(n, "calls nest more than %d deep", maxCallDepth)
		return unknownValue{}
	}
	it.depth++
	defer func() { it.depth-- }()
	if it.selfCalling(f) {
		return it.recursive(f, s, n)
	}
	return it.run(f, s)
}

// run executes the body of a function in a scope that holds its arguments.
func (it *interp) run(f *funcValue, s *scope) value {
	fr := &frame{fn: f, mute: it.mute}
	if isGenerator(f.def) {
		fr.yields = &seq{id: it.newID(), kind: listSeq, n: number(0)}
	}
	it.funcs = append(it.funcs, fr)
	drop, compares := it.dropLo, it.compares
	it.compares = nil
	if it.again != nil && it.again.def == f.def {
		it.compares = it.again.seen
	}
	fl := flow{}
	body := func() {
		if f.def.is("Lambda") {
			fr.result = it.eval(f.def.child("body"), s)
		} else {
			fl = it.block(f.def.children("body"), s)
		}
	}
	ctx := it.open(callRegion)
	c := it.measure(body)
	it.shut()
	// The last return is the state as it is.
	if k := len(ctx.rejoin); k > 0 && (fl.next || k > 1) {
		if !fl.next {
			ctx.rejoin = ctx.rejoin[:k-1]
		}
		it.merge(ctx.mark, ctx.rejoin)
	}
	it.dropLo, it.compares = drop, compares
	it.funcs = it.funcs[:len(it.funcs)-1]
	if fr.yields != nil {
		y := *fr.yields
		y.kind, y.drain = lazySeq, c
		return &y
	}
	it.charge(c)
	if fl.next {
		fr.result = it.join(fr.result, noneValue{}, 0)
	}
	if f.def.is("AsyncFunctionDef") {
		it.puzzle(f.def, "an async function does not run when it is called")
	}
	if fr.result == nil {
		return noneValue{}
	}
	return fr.result
}

func isGenerator(def *node) bool {
	found := false
	for _, st := range def.children("body") {
		st.walk(func(n *node) bool {
			if n.is("FunctionDef", "Lambda", "AsyncFunctionDef", "ClassDef") {
				return false
			}
			found = found || n.is("Yield", "YieldFrom")
			return !found
		})
	}
	return found
}

func (it *interp) instantiate(c *classValue, args []value, kw map[string]value, n *node) value {
	o := &instanceValue{id: it.newID(), class: c, attrs: map[string]value{}}
	if f, ok := c.find("__init__"); ok {
		if g, isFunc := f.(*funcValue); isFunc {
			it.apply(bindTo(g, o), args, kw, n)
			return o
		}
	}
	// Dataclasses and named tuples: fields in the order of their annotations.
	plain, _ := spread(args)
	i := 0
	for _, st := range c.def.children("body") {
		if !st.is("AnnAssign") || !st.child("target").is("Name") {
			continue
		}
		name := st.child("target").text("id")
		switch {
		case i < len(plain):
			o.attrs[name] = plain[i]
		case kw[name] != nil:
			o.attrs[name] = kw[name]
		default:
			if v, ok := c.attrs.vars[name]; ok {
				o.attrs[name] = v
			} else {
				o.attrs[name] = unknownValue{}
			}
		}
		i++
	}
	if f, ok := c.find("__post_init__"); ok {
		if g, isFunc := f.(*funcValue); isFunc {
			it.apply(bindTo(g, o), nil, nil, n)
		}
	}
	return o
}

// attribute is v.name.
func (it *interp) attribute(v value, name string, n *node) value {
	switch v := v.(type) {
	case moduleValue:
		if knownModule(v.name + "." + name) {
			return moduleValue{v.name + "." + name}
		}
		return builtin(v.name + "." + name)
	case builtinValue:
		return builtinValue{v.name + "." + name}
	case *instanceValue:
		if x, ok := v.attrs[name]; ok {
			return x
		}
		x, ok := v.class.find(name)
		if !ok {
			return unknownValue{}
		}
		if f, isFunc := x.(*funcValue); isFunc {
			for _, d := range f.def.children("decorator_list") {
				switch base := dotted(d); {
				case base == "property" || strings.HasSuffix(base, "cached_property"):
					return it.apply(bindTo(f, v), nil, nil, n)
				case base == "classmethod":
					return bindTo(f, v.class)
				}
			}
			return bindTo(f, v)
		}
		return x
	case *classValue:
		if x, ok := v.find(name); ok {
			if f, isFunc := x.(*funcValue); isFunc {
				for _, d := range f.def.children("decorator_list") {
					if dotted(d) == "classmethod" {
						return bindTo(f, v)
					}
				}
			}
			return x
		}
		return unknownValue{}
	case *seq:
		return it.seqAttribute(v, name)
	case num:
		switch name {
		case "real", "numerator", "T":
			return v
		case "imag", "denominator":
			return anyNumber()
		}
		return boundValue{recv: v, name: name}
	case paramValue, noneValue, againValue:
		return boundValue{recv: v, name: name}
	case partialValue:
		return unknownValue{}
	case *funcValue:
		return boundValue{recv: noneValue{}, name: "function." + name}
	}
	return unknownValue{}
}

func knownModule(name string) bool {
	switch name {
	case "numpy.linalg", "numpy.random", "numpy.fft", "numpy.polynomial", "numpy.lib", "numpy.ma", "scipy.linalg", "scipy.special", "scipy.sparse",
		"scipy.sparse.linalg", "scipy.integrate", "scipy.optimize", "scipy.signal", "scipy.fft", "scipy.stats", "scipy.interpolate", "scipy.ndimage":
		return true
	}
	return false
}
