package program

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

func firstPart(dottedName string) string {
	name, _, _ := strings.Cut(dottedName, ".")
	return name
}

func builtin(name string) value {
	switch name {
	case "math.inf", "math.nan", "numpy.inf", "numpy.nan":
		return anyNumber()
	case "math.pi", "numpy.pi", "cmath.pi":
		return number(math.Pi)
	case "math.e", "numpy.e":
		return number(math.E)
	case "math.tau":
		return number(2 * math.Pi)
	case "numpy.newaxis":
		return noneValue{}
	}
	return builtinValue{name}
}

func (it *interp) lookup(name string, s *scope) value {
	if e, ok := s.find(name); ok {
		return e.vars[name]
	}
	if pythonBuiltins[name] {
		return builtinValue{name}
	}
	return unknownValue{}
}

func (it *interp) evalAll(s *scope, nodes ...*node) {
	for _, n := range nodes {
		if n != nil {
			it.eval(n, s)
		}
	}
}

// eval runs an expression.
func (it *interp) eval(n *node, s *scope) value {
	if n == nil {
		return noneValue{}
	}
	if it.tired() {
		return unknownValue{}
	}
	switch n.kind {
	case "Constant":
		return it.literal(n)
	case "Name":
		return it.lookup(n.text("id"), s)
	case "NamedExpr":
		v := it.eval(n.child("value"), s)
		it.assign(n.child("target"), v, s)
		return v
	case "BinOp":
		return it.binary(n.child("op").kind, it.eval(n.child("left"), s), it.eval(n.child("right"), s), n)
	case "UnaryOp":
		return it.unary(n, s)
	case "BoolOp":
		var out value
		for i, part := range n.children("values") {
			var v value
			if i == 0 {
				v = it.eval(part, s)
			} else {
				part := part
				it.branch(func() flow { v = it.eval(part, s); return flow{next: true} }, func() flow { return flow{next: true} }, false)
			}
			out = it.join(out, v, 0)
		}
		return out
	case "Compare":
		left := it.eval(n.child("left"), s)
		var shaped value
		for i, c := range n.children("comparators") {
			right := it.eval(c, s)
			for _, v := range []value{left, right} {
				if q, ok := v.(*seq); ok && q.kind == arraySeq {
					shaped = it.binary("Add", left, right, n)
				}
			}
			if op := n.children("ops")[i]; op.is("In", "NotIn") {
				if q, ok := right.(*seq); ok && q.kind != dictSeq && q.kind != setSeq && q.kind != rangeSeq {
					it.spend(q.n.loose())
				}
			}
			left = right
		}
		if shaped != nil {
			return shaped
		}
		return truth()
	case "IfExp":
		return it.ifExpression(n, s)
	case "Call":
		return it.call(n, s)
	case "Attribute":
		return it.attribute(it.eval(n.child("value"), s), n.text("attr"), n)
	case "Subscript":
		return it.subscript(n, s)
	case "Slice":
		it.evalAll(s, n.child("lower"), n.child("upper"), n.child("step"))
		return unknownValue{}
	case "List", "Tuple", "Set":
		return it.display(n, s)
	case "Dict":
		return it.dict(n, s)
	case "ListComp", "SetComp", "GeneratorExp", "DictComp":
		return it.comprehension(n, s)
	case "Lambda":
		return it.define(n, s)
	case "Starred":
		return starred{it.eval(n.child("value"), s)}
	case "JoinedStr":
		for _, v := range n.children("values") {
			it.evalAll(s, v.child("value"), v.child("format_spec"))
		}
		return &seq{id: it.newID(), kind: stringSeq, n: num{lo: konst(0)}}
	case "FormattedValue":
		it.evalAll(s, n.child("value"))
		return &seq{id: it.newID(), kind: stringSeq, n: num{lo: konst(0)}}
	case "Yield":
		v := it.eval(n.child("value"), s)
		it.yield(v, number(1))
		return unknownValue{}
	case "YieldFrom":
		v := it.eval(n.child("value"), s)
		count, elem, _ := it.iterate(v, n)
		it.yield(elem, count)
		return unknownValue{}
	case "Await":
		return it.eval(n.child("value"), s)
	}
	it.puzzle(n, "an expression of kind %s is not understood", n.kind)
	return unknownValue{}
}

type starred struct{ v value }

func (it *interp) literal(n *node) value {
	switch n.text("kind") {
	case "int":
		if v, err := strconv.ParseFloat(n.text("value"), 64); err == nil {
			return number(v)
		}
		return num{lo: konst(0), hi: konst(math.MaxFloat64 / 1e10)}
	case "float":
		v, err := strconv.ParseFloat(n.text("value"), 64)
		if err == nil && !math.IsInf(v, 0) && !math.IsNaN(v) {
			return number(v)
		}
		return anyNumber()
	case "complex":
		return anyNumber()
	case "str", "bytes":
		l, _ := strconv.ParseFloat(n.text("length"), 64)
		return &seq{id: it.newID(), kind: stringSeq, n: number(l), text: n.text("value")}
	}
	switch n.text("value") {
	case "True":
		return number(1)
	case "False":
		return number(0)
	case "Ellipsis":
		return ellipsis{}
	}
	return noneValue{}
}

type ellipsis struct{}

func (it *interp) unary(n *node, s *scope) value {
	if n.child("op").is("Not") {
		it.eval(n.child("operand"), s)
		return truth()
	}
	switch v := it.eval(n.child("operand"), s).(type) {
	case num:
		switch n.child("op").kind {
		case "USub":
			return num{lo: v.hi.times(-1), hi: v.lo.times(-1), tight: v.exact(), whole: v.whole}
		case "UAdd":
			return v
		}
		return num{lo: v.hi.times(-1).minus(konst(1)), hi: v.lo.times(-1).minus(konst(1)), whole: true}
	case *seq:
		it.spend(v.entries())
		return v
	case paramValue:
		return anyNumber()
	case *instanceValue:
		for _, m := range []string{"__neg__", "__invert__", "__pos__"} {
			if f := it.method(v, m); f != nil {
				return it.apply(f, nil, nil, n)
			}
		}
	}
	return unknownValue{}
}

func (it *interp) ifExpression(n *node, s *scope) value {
	c := it.condition(n.child("test"), s)
	if c.verdict != 0 {
		taken, other := n.child("body"), n.child("orelse")
		if c.verdict < 0 {
			taken, other = other, taken
		}
		if !c.plain {
			it.guarded(Guard{Text: c.minority(it.tree), Bound: c.bound}, func() { it.eval(other, s) })
		}
		return it.eval(taken, s)
	}
	var a, b value
	it.branch(
		func() flow { a = it.eval(n.child("body"), s); return flow{next: true} },
		func() flow { b = it.eval(n.child("orelse"), s); return flow{next: true} },
		false,
	)
	return it.join(a, b, 0)
}

// display runs a list, tuple or set display.
func (it *interp) display(n *node, s *scope) value {
	kind := map[string]seqKind{"List": listSeq, "Tuple": tupleSeq, "Set": setSeq}[n.kind]
	out := &seq{id: it.newID(), kind: kind, n: number(0)}
	exact := true
	for _, e := range n.children("elts") {
		v := it.eval(e, s)
		if st, ok := v.(starred); ok {
			count, elem, q := it.iterate(st.v, e)
			if q != nil && q.items != nil && exact {
				out.items = append(out.items, q.items...)
			} else {
				exact = exact && q != nil && q.n.exact() && q.n.hi.equal(konst(0))
			}
			out.n = out.n.plus(count)
			out.elem = it.join(out.elem, elem, 0)
			if q != nil && q.how != "" {
				out.how = q.how
			}
			continue
		}
		out.items = append(out.items, v)
		out.n = out.n.plus(number(1))
		out.elem = it.join(out.elem, v, 0)
	}
	if !exact || len(out.items) > 64 {
		out.items = nil
	}
	if kind == setSeq {
		out.key = out.elem
	}
	it.memory(out, n)
	return out
}

func (it *interp) dict(n *node, s *scope) value {
	out := &seq{id: it.newID(), kind: dictSeq, n: number(0)}
	keys, values := n.children("keys"), n.children("values")
	plain := true
	for i, v := range values {
		val := it.eval(v, s)
		if keys[i] == nil {
			plain = false
			if q, ok := val.(*seq); ok {
				out.n = out.n.plus(q.n)
				out.key, out.elem = it.join(out.key, q.key, 0), it.join(out.elem, q.elem, 0)
			}
			continue
		}
		k := it.eval(keys[i], s)
		out.n = out.n.plus(number(1))
		out.key, out.elem = it.join(out.key, k, 0), it.join(out.elem, val, 0)
		out.keys, out.items = append(out.keys, k), append(out.items, val)
	}
	if !plain {
		out.keys, out.items = nil, nil
	}
	return out
}

// memory reports a container of exponential length.
func (it *interp) memory(q *seq, n *node) {
	kind := q.how
	if kind == "" {
		kind = WorkDoubling
		if q.kind == arraySeq {
			kind = WorkShape
		}
	}
	it.work(kind, q.entries(), n, "both")
}

// comprehension runs the loops of a comprehension as nested loops.
func (it *interp) comprehension(n *node, outer *scope) value {
	s := it.newScope(outer)
	gens := n.children("generators")
	out := &seq{id: it.newID(), kind: map[string]seqKind{"ListComp": listSeq, "SetComp": setSeq, "DictComp": dictSeq, "GeneratorExp": lazySeq}[n.kind]}
	counts := make([]num, len(gens))
	filtered, inf := false, false
	var elem, key value
	var run func(i int) flow
	run = func(i int) flow {
		if i == len(gens) {
			if n.is("DictComp") {
				key = it.eval(n.child("key"), s)
				elem = it.eval(n.child("value"), s)
			} else {
				elem = it.eval(n.child("elt"), s)
			}
			it.spend(number(1))
			return flow{next: true}
		}
		g := gens[i]
		over := it.eval(g.child("iter"), s)
		count, item, q := it.iterate(over, g.child("iter"))
		if q != nil && q.how != "" {
			out.how = q.how
		}
		inf = inf || q != nil && q.inf
		if count.hi == nil && (q == nil || !q.inf) {
			it.puzzle(n, "the number of rounds over %q is not known", it.tree.source(g.child("iter")))
		}
		counts[i] = nonNegative(count) // the last rehearsal stands
		if q != nil && q.inf {
			count = number(1)
		}
		body := func() flow {
			it.assign(g.child("target"), item, s)
			conds := g.children("ifs")
			var inner func(j int) flow
			inner = func(j int) flow {
				if j == len(conds) {
					return run(i + 1)
				}
				filtered = true
				c := it.condition(conds[j], s)
				if c.verdict > 0 {
					return inner(j + 1)
				}
				it.branch(func() flow { return inner(j + 1) }, func() flow { return flow{next: true} }, false)
				return flow{next: true}
			}
			return inner(0)
		}
		it.repeat(n, body, &count, nil)
		return flow{next: true}
	}
	c := it.measure(func() { run(0) })
	out.n, out.elem = product(counts), elem
	if filtered {
		out.n = num{lo: konst(0), hi: out.n.hi}
	}
	out.inf = inf
	if inf {
		out.n = anyNumber()
	}
	switch out.kind {
	case dictSeq:
		out.key = key
		out.n = boundByKeys(out.n.loose(), key)
		if d := domain(key); d != nil {
			out.n.hi = lesser(out.n.hi, d)
		}
	case setSeq:
		out.key = elem
		if !grown(n, elem) {
			out.n = boundByKeys(out.n.loose(), elem)
		}
	case lazySeq:
		out.drain = c
		return out
	default: // a list is as long as its rounds are many
	}
	it.charge(c)
	it.memory(out, n)
	return out
}

func nonNegative(v num) num {
	if v.lo == nil {
		v.lo = konst(0)
	}
	return v
}

func lesser(a, b *size) *size {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	if s, ok := a.minus(b).sign(); ok && s > 0 {
		return b
	}
	return a
}

// domain bounds how many different values a key can take, nil if unknown.
func domain(v value) *size {
	switch v := v.(type) {
	case num:
		if v.known() && v.whole {
			return v.hi.minus(v.lo).plus(konst(1))
		}
	case *seq:
		if v.kind == tupleSeq && len(v.items) > 0 {
			out := konst(1)
			for _, x := range v.items {
				out = out.by(domain(x))
			}
			return out
		}
	}
	return nil
}

// grown says that the element of a set comprehension lengthens a shorter
// prefix, so that no two of them coincide.
func grown(n *node, elem value) bool {
	e := n.child("elt")
	if q, ok := elem.(*seq); !ok || q.kind == arraySeq {
		return false
	}
	return e.is("BinOp") && e.child("op").is("Add")
}

func (it *interp) yield(v value, count num) {
	if len(it.funcs) == 0 {
		return
	}
	f := it.funcs[len(it.funcs)-1]
	if f.yields == nil {
		return
	}
	it.touch(f.yields)
	f.yields.n = f.yields.n.plus(nonNegative(count))
	f.yields.elem = it.join(f.yields.elem, v, 0)
}

// iterate tells how many elements a value yields and what they are, and books
// the cost of making them.
func (it *interp) iterate(v value, n *node) (num, value, *seq) {
	switch v := v.(type) {
	case *seq:
		it.consume(v, n)
		switch v.kind {
		case dictSeq:
			return v.n, orAny(v.key), v
		case arraySeq:
			return v.n, it.row(v), v
		case stringSeq:
			return v.n, &seq{id: it.newID(), kind: stringSeq, n: number(1)}, v
		default:
			return v.n, orAny(v.elem), v
		}
	case paramValue:
		q := it.paramSeq(v)
		return q.n, orAny(q.elem), q
	case *instanceValue:
		for _, m := range []string{"__iter__", "__getitem__"} {
			if f := it.method(v, m); f != nil {
				var args []value
				if m == "__getitem__" {
					args = []value{anyNumber()}
				}
				r := it.apply(f, args, nil, n)
				if r != value(v) {
					if q, ok := r.(*seq); ok {
						return it.iterate(q, n)
					}
				}
			}
		}
		if f := it.method(v, "__next__"); f != nil {
			return num{lo: konst(0)}, it.apply(f, nil, nil, n), nil
		}
	case againValue:
		return num{lo: konst(0)}, v, nil
	}
	return num{lo: konst(0)}, unknownValue{}, nil
}

func orAny(v value) value {
	if v == nil {
		return unknownValue{}
	}
	return v
}

// consume runs a lazy sequence to its end.
func (it *interp) consume(q *seq, n *node) {
	if q.kind == lazySeq {
		if q.drain.hi != nil || q.drain.open {
			it.charge(q.drain)
		}
		for _, w := range q.works {
			it.emit(w)
		}
	}
	if q.kind == lazySeq || q.kind == rangeSeq {
		if !q.inf {
			kind := q.how
			if kind == "" {
				kind = WorkStates
			}
			it.work(kind, q.n, n, "time")
		}
	}
}

func (it *interp) paramSeq(p paramValue) *seq {
	out := &seq{id: it.newID(), kind: listSeq, elem: paramValue{depth: p.depth + 1, key: p.key}}
	switch {
	case p.depth == 0:
		out.kind, out.n, out.key = dictSeq, number(float64(max(1, len(it.question.ParamKeys)))), unknownValue{}
	case it.question.SqrtIsSide && p.depth <= 2:
		out.n = num{lo: root().minus(konst(1)), hi: root(), tight: true}
	case p.depth == 1:
		out.n = num{lo: sites().times(0.5), hi: sites(), tight: true}
	default:
		out.n = between(konst(1), konst(4))
	}
	return out
}

// assign binds a target.
func (it *interp) assign(t *node, v value, s *scope) {
	switch {
	case t.is("Name"):
		it.bind(t.text("id"), v, s)
	case t.is("Tuple", "List"):
		elts := t.children("elts")
		parts := it.unpack(v, len(elts))
		star := false
		for _, e := range elts {
			star = star || e.is("Starred")
		}
		for i, e := range elts {
			if e.is("Starred") {
				rest := &seq{id: it.newID(), kind: listSeq, n: num{lo: konst(0)}}
				if q, ok := v.(*seq); ok {
					rest.elem, rest.n = q.elem, num{lo: konst(0), hi: q.n.hi}
				}
				if p, ok := v.(paramValue); ok {
					rest = it.paramSeq(p)
				}
				it.assign(e.child("value"), rest, s)
				continue
			}
			part := parts[i]
			if star {
				if q, ok := v.(*seq); ok && i < len(q.items) {
					part = q.items[i]
				} else if q, ok := v.(*seq); ok {
					part = orAny(q.elem)
				}
			}
			it.assign(e, part, s)
		}
	case t.is("Starred"):
		it.assign(t.child("value"), v, s)
	case t.is("Attribute"):
		switch o := it.eval(t.child("value"), s).(type) {
		case *instanceValue:
			it.setAttr(o, t.text("attr"), v)
		case *classValue:
			it.setVar(o.attrs, t.text("attr"), v)
		case moduleValue, builtinValue, unknownValue:
			it.escape(v, t)
		}
	case t.is("Subscript"):
		it.store(it.eval(t.child("value"), s), t, v, s)
	}
}

func (it *interp) bind(name string, v value, s *scope) {
	switch {
	case s.globals[name]:
		it.setVar(s.module(), name, v)
	case s.outer[name]:
		for e := s.parent; e != nil; e = e.parent {
			if _, ok := e.vars[name]; ok && !e.class {
				it.setVar(e, name, v)
				return
			}
		}
		it.setVar(s, name, v)
	default:
		it.setVar(s, name, v)
	}
}

func (it *interp) unpack(v value, k int) []value {
	out := make([]value, k)
	for i := range out {
		switch v := v.(type) {
		case *seq:
			switch {
			case len(v.items) == k && v.kind != dictSeq:
				out[i] = v.items[i]
			case v.kind == arraySeq:
				out[i] = it.row(v)
			case v.kind == dictSeq:
				out[i] = orAny(v.key)
			default:
				out[i] = orAny(v.elem)
			}
		case paramValue:
			out[i] = paramValue{depth: v.depth + 1, key: v.key}
		case againValue:
			out[i] = v
		default:
			out[i] = unknownValue{}
		}
	}
	return out
}

// store is container[index] = v.
func (it *interp) store(container value, t *node, v value, s *scope) {
	idx := t.child("slice")
	var at value
	if !idx.is("Slice") {
		at = it.eval(idx, s)
	} else {
		it.eval(idx, s)
	}
	switch q := container.(type) {
	case *seq:
		it.touch(q)
		switch q.kind {
		case dictSeq:
			q.n = num{lo: q.n.lo, hi: q.n.hi.plus(konst(1))}
			q.key = it.join(q.key, at, 0)
			q.elem = it.join(q.elem, v, 0)
			q.keys, q.items = nil, nil
			if d := domain(q.key); d != nil && d.closed() {
				q.n.hi = lesser(q.n.hi, d)
			}
		case arraySeq:
			// Writing a slice or an entry costs at most what is written.
			w := it.index(q, t, s)
			if a, ok := w.(*seq); ok {
				it.spend(a.entries().loose())
			}
		default:
			if idx.is("Slice") {
				count, elem, _ := it.iterate(v, t)
				q.n = num{lo: konst(0), hi: q.n.hi.plus(count.hi)}
				q.elem, q.items = it.join(q.elem, elem, 0), nil
				return
			}
			q.elem, q.items = it.join(q.elem, v, 0), nil
		}
	case *instanceValue:
		if f := it.method(q, "__setitem__"); f != nil {
			it.apply(f, []value{orAny(at), v}, nil, t)
		}
	case moduleValue, builtinValue, unknownValue:
		it.escape(v, t)
	}
}

// augment runs target op= value.
func (it *interp) augment(n *node, s *scope) {
	t, op := n.child("target"), n.child("op").kind
	old := it.eval(t, s)
	v := it.eval(n.child("value"), s)
	if q, ok := old.(*seq); ok && q.kind != tupleSeq && q.kind != stringSeq && q.kind != arraySeq {
		switch {
		case op == "Add" && q.kind == listSeq:
			count, elem, _ := it.iterate(v, n)
			it.extend(q, nonNegative(count), elem, n)
			return
		case op == "BitOr":
			count, elem, w := it.iterate(v, n)
			it.touch(q)
			q.n = num{lo: q.n.lo, hi: q.n.hi.plus(count.hi)}
			q.key = it.join(q.key, elem, 0)
			if q.kind == setSeq {
				q.elem = q.key
			} else if w != nil {
				q.elem = it.join(q.elem, w.elem, 0)
			}
			q.items, q.keys = nil, nil
			return
		case op == "Sub" && q.kind == setSeq:
			w, ok := v.(*seq)
			it.shrink(q, ok && len(w.items) > 0)
			return
		case op == "BitAnd" || op == "BitXor" && q.kind == setSeq:
			it.touch(q)
			q.n, q.items = num{lo: konst(0), hi: q.n.hi}, nil
			return
		}
	}
	if q, ok := old.(*seq); ok && q.kind == arraySeq && !t.is("Subscript") {
		it.binary(op, old, v, n)
		return // in place: the shape stays
	}
	r := it.binary(op, old, v, n)
	if t.is("Subscript") {
		it.store(it.eval(t.child("value"), s), t, r, s)
		return
	}
	it.assign(t, r, s)
}

// extend adds elements to a list in place.
func (it *interp) extend(q *seq, count num, elem value, n *node) {
	it.touch(q)
	q.n = q.n.plus(count)
	q.elem = it.join(q.elem, elem, 0)
	if q.kind == setSeq {
		q.n.tight = false
		q.key = q.elem
		if d := domain(q.key); d != nil && d.closed() {
			q.n.hi = lesser(q.n.hi, d)
		}
	}
	q.items = nil
	it.memory(q, n)
}

// shrink takes something out; sure says that it takes at least one element.
func (it *interp) shrink(q *seq, sure bool) {
	it.touch(q)
	q.items, q.keys = nil, nil
	if sure {
		q.n = num{lo: q.n.lo.minus(konst(1)), hi: q.n.hi.minus(konst(1)), tight: q.n.tight}
		return
	}
	q.n = num{lo: konst(0), hi: q.n.hi}
}

// binary is a op b.
func (it *interp) binary(op string, a, b value, n *node) value {
	if x, ok := a.(*instanceValue); ok {
		if f := it.method(x, dunder[op]); f != nil {
			return it.apply(f, []value{b}, nil, n)
		}
	}
	if y, ok := b.(*instanceValue); ok {
		if f := it.method(y, strings.Replace(dunder[op], "__", "__r", 1)); f != nil {
			return it.apply(f, []value{a}, nil, n)
		}
	}
	if p, ok := a.(paramValue); ok {
		if q, isSeq := b.(*seq); isSeq && op == "Add" && q.kind != arraySeq {
			a = it.paramSeq(p)
		} else {
			a = anyNumber()
		}
	}
	if p, ok := b.(paramValue); ok {
		if q, isSeq := a.(*seq); isSeq && op == "Add" && q.kind != arraySeq {
			b = it.paramSeq(p)
		} else {
			b = anyNumber()
		}
	}
	x, xs := a.(*seq)
	y, ys := b.(*seq)
	switch {
	case xs && x.kind == stringSeq && op == "Mod":
		return &seq{id: it.newID(), kind: stringSeq, n: num{lo: konst(0)}}
	case xs && x.kind == arraySeq || ys && y.kind == arraySeq:
		return it.arrays(op, a, b, n)
	case xs && ys:
		return it.sequences(op, x, y, n)
	case (xs || ys) && op == "Mult":
		q, k := x, b
		if !xs {
			q, k = y, a
		}
		return it.repeated(q, k, n)
	case xs || ys:
		if _, again := a.(againValue); again {
			return b
		}
		if _, again := b.(againValue); again {
			return a
		}
		return unknownValue{}
	}
	u, un := a.(num)
	v, vn := b.(num)
	if !un || !vn {
		if un || vn {
			return anyNumber()
		}
		if _, again := a.(againValue); again {
			return againValue{}
		}
		return unknownValue{}
	}
	r := it.numbers(op, u, v, n)
	if op == "BitAnd" {
		r = submask(n, u, v, r)
	}
	return r
}

var dunder = map[string]string{
	"Add": "__add__", "Sub": "__sub__", "Mult": "__mul__", "MatMult": "__matmul__", "Div": "__truediv__",
	"FloorDiv": "__floordiv__", "Mod": "__mod__", "Pow": "__pow__", "LShift": "__lshift__", "RShift": "__rshift__",
	"BitAnd": "__and__", "BitOr": "__or__", "BitXor": "__xor__",
}

// numbers is arithmetic on bounds.
func (it *interp) numbers(op string, a, b num, n *node) num {
	ca, okA := a.const_()
	cb, okB := b.const_()
	switch op {
	case "Add":
		return a.plus(b)
	case "Sub":
		return a.minus(b)
	case "Mult":
		return a.times(b)
	case "Div", "FloorDiv":
		if okA && okB && cb != 0 {
			if op == "FloorDiv" {
				return number(math.Floor(ca / cb))
			}
			return number(ca / cb)
		}
		if okB && cb > 0 {
			r := num{lo: a.lo.times(1 / cb), hi: a.hi.times(1 / cb), tight: a.tight, powers: a.powers, whole: op == "FloorDiv"}
			if op == "FloorDiv" && !a.exact() {
				r.lo = floorDown(r.lo)
			}
			return r
		}
		if b.exact() && b.nonNegative() {
			return num{lo: a.lo.over(b.hi), hi: a.hi.over(b.hi), tight: a.tight, powers: a.powers, whole: op == "FloorDiv"}
		}
		if a.nonNegative() && b.nonNegative() && op == "FloorDiv" {
			return integer(konst(0), a.hi)
		}
		return anyNumber()
	case "Mod":
		if okA && okB && cb != 0 {
			return number(ca - cb*math.Floor(ca/cb))
		}
		if b.hi != nil {
			if s, ok := b.lo.sign(); ok && s > 0 {
				r := between(konst(0), b.hi.minus(konst(1)))
				if !a.whole || !b.whole {
					r.hi = b.hi
				}
				r.whole = a.whole && b.whole
				return r
			}
		}
		return anyNumber()
	case "Pow":
		return power2(a, b)
	case "LShift":
		r := a.times(power2(number(2), b))
		r.powers = true
		if r.hi != nil && b.hi != nil && b.hi.closed() && b.hi.family().Exceeds(Polynomial) {
			it.work(WorkBigInt, b, n, "memory")
		}
		return r
	case "RShift":
		if okA && okB {
			return number(math.Floor(ca / math.Exp2(cb)))
		}
		if okB && cb >= 0 {
			r := num{lo: floorDown(a.lo.times(math.Exp2(-cb))), hi: a.hi.times(math.Exp2(-cb)), tight: a.tight, powers: a.powers, whole: true}
			if a.exact() {
				r.lo = r.hi
			}
			if a.nonNegative() && !a.exact() {
				r.lo = konst(0)
			}
			return r
		}
		if a.nonNegative() {
			return integer(konst(0), a.hi)
		}
		return anyNumber()
	case "BitAnd":
		switch {
		case okA && okB && ca >= 0 && cb >= 0 && ca < 1<<53 && cb < 1<<53:
			return number(float64(int64(ca) & int64(cb)))
		case a.nonNegative() && b.nonNegative():
			return integer(konst(0), lesser(a.hi, b.hi))
		case b.nonNegative():
			return integer(konst(0), b.hi)
		case a.nonNegative():
			return integer(konst(0), a.hi)
		}
		return anyNumber()
	case "BitOr", "BitXor":
		if okA && okB && ca >= 0 && cb >= 0 && ca < 1<<53 && cb < 1<<53 {
			if op == "BitOr" {
				return number(float64(int64(ca) | int64(cb)))
			}
			return number(float64(int64(ca) ^ int64(cb)))
		}
		if a.nonNegative() && b.nonNegative() {
			return integer(konst(0), a.hi.plus(b.hi)) // a|b and a^b are at most a+b
		}
		return anyNumber()
	}
	return anyNumber()
}

// floorDown allows for what a floor division may take off.
func floorDown(z *size) *size {
	if z == nil {
		return nil
	}
	if c, ok := z.constant(); ok {
		return konst(math.Floor(c))
	}
	return z.minus(konst(1))
}

// submask handles (x - 1) & mask, the walk through all submasks: it takes away
// at least one each time.
func submask(n *node, a, b, r num) num {
	l, m := n.child("left"), n.child("right")
	if n.is("AugAssign") {
		l, m = n.child("target"), n.child("value")
	}
	if l == nil || m == nil {
		return r
	}
	minusOne := func(e *node) (string, bool) {
		if e.is("BinOp") && e.child("op").is("Sub") && e.child("left").is("Name") {
			if v, ok := intLiteral(e.child("right")); ok && v == 1 {
				return e.child("left").text("id"), true
			}
		}
		return "", false
	}
	x, left := minusOne(l)
	y, right := minusOne(m)
	switch {
	case left && m.is("Name") && m.text("id") == x && b.hi != nil:
		return integer(konst(0), b.hi.times(0.5)) // x & (x-1) drops a bit: as many rounds as bits
	case right && l.is("Name") && l.text("id") == y && a.hi != nil:
		return integer(konst(0), a.hi.times(0.5))
	case left && a.hi != nil && !a.hi.closed():
		if allOnes(b) {
			return a // a mask of ones takes nothing away
		}
		return between(konst(0), a.hi)
	case right && b.hi != nil && !b.hi.closed():
		if allOnes(a) {
			return b
		}
		return between(konst(0), b.hi)
	}
	return r
}

// allOnes says that a value is 2^k - 1.
func allOnes(v num) bool {
	if !v.exact() || len(v.hi.terms) != 2 {
		return false
	}
	minus, power := false, false
	for _, t := range v.hi.terms {
		minus = minus || t.key == "" && t.c == -1
		power = power || t.q != nil && len(t.pows) == 0 && t.c == 1
	}
	return minus && power
}

// power2 is a to the b.
func power2(a, b num) num {
	ca, okA := a.const_()
	cb, okB := b.const_()
	switch {
	case okA && okB:
		v := math.Pow(ca, cb)
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return anyNumber()
		}
		r := number(v)
		r.powers = ca >= 2 && cb >= 2
		return r
	case okA && ca == -1:
		return integer(konst(-1), konst(1))
	case okA && ca > 0:
		l := math.Log2(ca)
		lo, hi := b.lo, b.hi
		if l < 0 {
			lo, hi = hi, lo
		}
		return num{lo: lo.times(l).exp2(), hi: hi.times(l).exp2(), tight: b.tight, powers: ca >= 2, whole: a.whole && b.whole && ca >= 1}
	case okB && a.exact():
		z := a.hi.pow(cb)
		return num{lo: z, hi: z, tight: a.tight && z != nil, whole: a.whole && cb == math.Trunc(cb) && cb >= 0}
	case okB && a.nonNegative() && cb >= 0:
		return num{lo: a.lo.pow(cb), hi: a.hi.pow(cb), tight: a.tight, whole: a.whole && cb == math.Trunc(cb)}
	case okB && a.known() && cb == math.Trunc(cb) && cb > 0:
		m := a.magnitude().pow(cb)
		if math.Mod(cb, 2) == 0 {
			return num{lo: konst(0), hi: m, whole: a.whole}
		}
		return num{lo: m.times(-1), hi: m, whole: a.whole}
	case a.nonNegative() && a.known() && b.nonNegative() && b.known():
		if s, ok := a.lo.minus(konst(1)).sign(); ok && s > 0 {
			z := a.hi.log2().by(b.hi).exp2()
			return num{lo: konst(0), hi: z, tight: a.tight && b.tight, powers: true}
		}
	}
	return anyNumber()
}

// sequences is op on two containers.
func (it *interp) sequences(op string, x, y *seq, n *node) value {
	it.consume(x, n)
	it.consume(y, n)
	out := &seq{id: it.newID(), kind: x.kind, how: x.how}
	if out.how == "" {
		out.how = y.how
	}
	out.elem, out.key = it.join(x.elem, y.elem, 0), it.join(x.key, y.key, 0)
	switch op {
	case "Add":
		out.n = x.n.plus(y.n)
		if x.items != nil && y.items != nil && len(x.items)+len(y.items) <= 64 {
			out.items = append(slices.Clone(x.items), y.items...)
		}
		if c, ok := x.n.const_(); ok && c == 0 {
			out.items = y.items
		}
		it.spend(out.n)
		it.memory(out, n)
		return out
	case "BitOr":
		out.n = num{lo: x.n.lo, hi: x.n.hi.plus(y.n.hi)}
		if d := domain(out.key); d != nil && d.closed() {
			out.n.hi = lesser(out.n.hi, d)
		}
	case "Sub":
		// A difference with a display of one element: as it is written to take
		// that element away, it does.
		if c, ok := y.n.const_(); ok && c >= 1 && y.items != nil {
			out.n = num{lo: konst(0), hi: x.n.hi.minus(konst(1))}
		} else {
			out.n = num{lo: konst(0), hi: x.n.hi}
		}
		out.elem, out.key = x.elem, x.key
	case "BitAnd":
		out.n = num{lo: konst(0), hi: lesser(x.n.hi, y.n.hi)}
	case "BitXor":
		out.n = num{lo: konst(0), hi: x.n.hi.plus(y.n.hi)}
	default:
		return unknownValue{}
	}
	it.spend(out.n.loose())
	return out
}

// repeated is sequence * count.
func (it *interp) repeated(q *seq, k value, n *node) value {
	c, ok := k.(num)
	if !ok {
		c = num{lo: konst(0)}
	}
	out := *q
	out.id = it.newID()
	out.n = q.n.times(nonNegative(c))
	out.items, out.text = nil, ""
	if v, ok := c.const_(); ok && q.items != nil && v >= 0 && float64(len(q.items))*v <= 16 {
		for range int(v) {
			out.items = append(out.items, q.items...)
		}
	}
	if q.kind == stringSeq && q.text != "" {
		out.text = q.text[:1]
	}
	it.spend(out.n)
	if q.kind != stringSeq {
		it.memory(&out, n)
	}
	return &out
}
