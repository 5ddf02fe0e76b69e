package program

import (
	"fmt"
	"slices"
	"strings"
)

// array makes an array of a shape; nil means that the shape is not known.
func (it *interp) array(shape []num, total num) *seq {
	q := &seq{id: it.newID(), kind: arraySeq, shape: shape, total: total, elem: anyNumber()}
	if shape != nil {
		q.total = product(shape)
		q.n = number(1)
		if len(shape) > 0 {
			q.n = shape[0]
		}
	} else {
		q.n = num{lo: konst(0), hi: total.hi}
	}
	return q
}

// made books the making of an array and reports it where it is exponential.
func (it *interp) made(q *seq, kind string, n *node) *seq {
	it.spend(q.total)
	q.how = kind
	it.work(kind, q.total, n, "both")
	return q
}

// asArray reads a value the way numpy.asarray does.
func (it *interp) asArray(v value, n *node) *seq {
	switch v := v.(type) {
	case *seq:
		if v.kind == arraySeq {
			return v
		}
		count, elem, _ := it.iterate(v, n)
		shape := []num{nonNegative(count)}
		for depth := 0; depth < 3; depth++ {
			q, ok := elem.(*seq)
			if p, isParam := elem.(paramValue); isParam && p.depth <= 2 && it.question.SqrtIsSide {
				q, ok = it.paramSeq(p), true
			}
			if !ok || q.kind == stringSeq {
				break
			}
			if q.kind == arraySeq {
				if q.shape == nil {
					return it.array(nil, shape[0].times(q.total))
				}
				shape = append(shape, q.shape...)
				break
			}
			shape = append(shape, nonNegative(q.n))
			elem = q.elem
		}
		out := it.array(shape, num{})
		if _, isNum := elem.(num); isNum {
			out.elem = elem
		}
		out.how = v.how
		return out
	case paramValue:
		q := it.paramSeq(v)
		if it.question.SqrtIsSide && v.depth <= 1 {
			return it.array([]num{q.n, q.n}, num{})
		}
		return it.array(nil, q.n.times(number(2)))
	case num, noneValue:
		return it.array([]num{}, num{})
	}
	return it.array(nil, num{lo: konst(0)})
}

// shapeOf reads a shape argument.
func (it *interp) shapeOf(v value) ([]num, num) {
	switch v := v.(type) {
	case num:
		return []num{v}, v
	case *seq:
		if v.items != nil {
			dims := make([]num, len(v.items))
			for i, x := range v.items {
				dims[i] = nonNegative(asNum(x))
			}
			return dims, product(dims)
		}
		if e, ok := v.elem.(num); ok && e.hi != nil && v.n.hi != nil {
			t := power2(e, v.n)
			t.tight = e.tight && v.n.tight
			return nil, t
		}
		if c, ok := v.n.const_(); ok && c == 0 {
			return []num{}, number(1)
		}
	}
	return nil, num{lo: konst(0)}
}

// broadcast is the shape of an elementwise operation.
func (it *interp) broadcast(a, b *seq) *seq {
	if a.shape == nil || b.shape == nil {
		t := num{lo: konst(0)}
		if a.total.hi != nil && b.total.hi != nil {
			// An unknown shape may be stretched against the other.
			t.hi = larger(a.total.hi, b.total.hi)
			t.tight = a.total.tight && b.total.tight
		}
		return it.array(nil, t)
	}
	x, y := a.shape, b.shape
	if len(x) < len(y) {
		x, y = y, x
	}
	out := slices.Clone(x)
	off := len(x) - len(y)
	for i, d := range y {
		e := out[off+i]
		c, ok := e.const_()
		k, ok2 := d.const_()
		switch {
		case ok && c == 1:
			out[off+i] = d
		case ok2 && k == 1:
		case ok2 && ok && k > c:
			out[off+i] = d
		case !ok && ok2 || e.hi == nil:
			if e.hi == nil {
				out[off+i] = d
			}
		}
	}
	return it.array(out, num{})
}

// arrays is op where at least one side is an array.
func (it *interp) arrays(op string, a, b value, n *node) value {
	x, y := it.asArray(a, n), it.asArray(b, n)
	if op == "MatMult" {
		return it.matmul(x, y, n)
	}
	out := it.broadcast(x, y)
	out.elem = it.elementwise(op, a, b, n)
	return it.made(out, pickHow(x, y), n)
}

func (it *interp) elementwise(op string, a, b value, n *node) value {
	e := func(v value) num {
		if q, ok := v.(*seq); ok {
			return asNum(q.elem)
		}
		return asNum(v)
	}
	u, v := e(a), e(b)
	if !u.known() || !v.known() {
		return anyNumber()
	}
	return it.numbers(op, u, v, n).loose()
}

func pickHow(x, y *seq) string {
	if x.how != "" {
		return x.how
	}
	if y.how != "" {
		return y.how
	}
	return WorkShape
}

func (it *interp) matmul(x, y *seq, n *node) value {
	if x.shape == nil || y.shape == nil {
		it.spend(num{lo: konst(0), hi: x.total.hi.by(y.total.hi)})
		return it.array(nil, num{lo: konst(0), hi: x.total.hi.by(y.total.hi)})
	}
	var inner num
	var shape []num
	switch {
	case len(x.shape) == 0 || len(y.shape) == 0:
		return it.broadcast(x, y)
	case len(x.shape) == 1:
		inner = x.shape[0]
		shape = slices.Delete(slices.Clone(y.shape), max(0, len(y.shape)-2), max(0, len(y.shape)-2)+1)
	case len(y.shape) == 1:
		inner = y.shape[0]
		shape = slices.Clone(x.shape[:len(x.shape)-1])
	default:
		inner = y.shape[len(y.shape)-2]
		shape = append(slices.Clone(x.shape[:len(x.shape)-1]), y.shape[len(y.shape)-1])
	}
	out := it.array(shape, num{})
	it.spend(out.total.times(inner))
	it.event("matmul", n, inner)
	out.how = pickHow(x, y)
	it.work(out.how, out.total, n, "both")
	return out
}

// row is what iterating over an array yields, or a[i].
func (it *interp) row(q *seq) value {
	if q.shape == nil {
		out := it.array(nil, num{lo: konst(0), hi: q.total.hi})
		out.elem = q.elem
		return out
	}
	if len(q.shape) <= 1 {
		return orAny(q.elem)
	}
	out := it.array(q.shape[1:], num{})
	out.elem = q.elem
	return out
}

// subscript is value[slice].
func (it *interp) subscript(n *node, s *scope) value {
	v := it.eval(n.child("value"), s)
	return it.index(v, n, s)
}

func (it *interp) index(v value, n *node, s *scope) value {
	idx := n.child("slice")
	switch v := v.(type) {
	case *seq:
		if v.kind == arraySeq {
			return it.arrayIndex(v, idx, s)
		}
		if idx.is("Slice") {
			return it.slice(v, idx, s)
		}
		at := it.eval(idx, s)
		if v.kind == dictSeq {
			if c := it.member(at, v); c.verdict < 0 && !c.plain {
				it.tabled(n, c.bound)
			}
			if k, ok := at.(*seq); ok && k.kind == stringSeq && k.text != "" {
				for i, key := range v.keys {
					if q, isText := key.(*seq); isText && q.text == k.text && i < len(v.items) {
						return v.items[i]
					}
				}
			}
			return orAny(v.elem)
		}
		if c, ok := asNum(at).const_(); ok && v.items != nil {
			i := int(c)
			if i < 0 {
				i += len(v.items)
			}
			if i >= 0 && i < len(v.items) {
				return v.items[i]
			}
		}
		if v.kind == stringSeq {
			return it.text(number(1))
		}
		return orAny(v.elem)
	case paramValue:
		if idx.is("Slice") {
			it.eval(idx, s)
			q := it.paramSeq(v)
			return it.slice(q, idx, s)
		}
		at := it.eval(idx, s)
		if v.depth == 0 {
			key := ""
			if k, ok := at.(*seq); ok {
				key = k.text
			}
			return paramValue{depth: 1, key: key}
		}
		return paramValue{depth: v.depth + 1, key: v.key}
	case *instanceValue:
		at := it.eval(idx, s)
		if f := it.method(v, "__getitem__"); f != nil {
			return it.apply(f, []value{at}, nil, n)
		}
	case againValue:
		it.eval(idx, s)
		return v
	case builtinValue:
		it.eval(idx, s)
		if strings.HasPrefix(v.name, "numpy.") && (strings.HasSuffix(v.name, "mgrid") || strings.HasSuffix(v.name, "ogrid") || strings.HasSuffix(v.name, "r_") || strings.HasSuffix(v.name, "c_")) {
			return it.gridIndex(idx, s)
		}
		return v // a type annotation
	default:
		it.eval(idx, s)
	}
	return unknownValue{}
}

// tabled notes a look-up of the size of the system in a table of a few sizes.
func (it *interp) tabled(n *node, bound int) {
	if it.mute > 0 || len(it.guards) > 0 {
		return
	}
	note := Note{Kind: SuspectProbed, Span: n.span(), Message: fmt.Sprintf("%s: a table that has no entry beyond n = %d", it.tree.source(n), bound)}
	if !slices.Contains(it.tables, note) {
		it.tables = append(it.tables, note)
	}
}

// slice is the part of a list, tuple, string or range.
func (it *interp) slice(q *seq, idx *node, s *scope) value {
	lower, upper, step := idx.child("lower"), idx.child("upper"), idx.child("step")
	out := *q
	out.id = it.newID()
	out.items, out.keys = nil, nil
	if q.kind == rangeSeq {
		out.kind = listSeq
	}
	from, to := number(0), q.n
	if lower != nil {
		from = asNum(it.eval(lower, s))
	}
	if upper != nil {
		to = asNum(it.eval(upper, s))
	}
	if step != nil {
		it.eval(step, s)
	}
	wrap := func(v num) num {
		if c, ok := v.const_(); ok && c < 0 {
			return q.n.plus(number(c))
		}
		return v
	}
	from, to = wrap(from), wrap(to)
	count := to.minus(from)
	switch {
	case lower == nil && upper == nil && step == nil:
		count = q.n
		out.items = q.items
	case count.hi == nil || q.n.hi != nil && count.hi != nil && !smallerEq(count.hi, q.n.hi):
		count = num{lo: konst(0), hi: q.n.hi}
	}
	if step != nil {
		count = num{lo: konst(0), hi: count.hi, tight: count.tight}
	}
	count.lo = atLeastZero(count.lo)
	out.n = count
	if q.items != nil && step == nil {
		a, ok1 := from.const_()
		b, ok2 := to.const_()
		if ok1 && ok2 && a >= 0 && b <= float64(len(q.items)) && a <= b {
			out.items = slices.Clone(q.items[int(a):int(b)])
		}
	}
	it.spend(count.loose())
	return &out
}

func smallerEq(a, b *size) bool {
	s, ok := a.minus(b).sign()
	return ok && s <= 0
}

// arrayIndex is a[index] of an array.
func (it *interp) arrayIndex(q *seq, idx *node, s *scope) value {
	parts := []*node{idx}
	if idx.is("Tuple") {
		parts = idx.children("elts")
	}
	if q.shape == nil {
		for _, p := range parts {
			it.eval(p, s)
		}
		out := it.array(nil, num{lo: konst(0), hi: q.total.hi})
		out.elem = q.elem
		return out
	}
	given := 0
	for _, p := range parts {
		if !isNone(p) && !isEllipsis(p) {
			given++
		}
	}
	var shape []num
	at := 0
	dim := func() num {
		if at < len(q.shape) {
			at++
			return q.shape[at-1]
		}
		return number(1)
	}
	var fancy *seq
	fancyAt := -1
	scalar := true
	for _, p := range parts {
		switch {
		case isEllipsis(p):
			for k := len(q.shape) - given; k > 0; k-- {
				shape = append(shape, dim())
			}
			scalar = false
		case p.is("Slice"):
			d := dim()
			row := it.list(listSeq, d, nil)
			c, _ := it.slice(row, p, s).(*seq)
			shape = append(shape, c.n)
			scalar = false
		default:
			v := it.eval(p, s)
			switch x := v.(type) {
			case noneValue:
				shape = append(shape, number(1))
				scalar = false
			case *seq:
				scalar = false
				d := dim()
				f := it.asArray(x, p)
				if len(f.shape) > 1 && isMask(p) {
					// A mask of several axes.
					for k := 1; k < len(f.shape); k++ {
						dim()
					}
					f = it.array([]num{{lo: konst(0), hi: f.total.hi}}, num{})
				} else if isMask(p) {
					f = it.array([]num{{lo: konst(0), hi: d.hi}}, num{})
				}
				if fancy == nil {
					fancyAt = len(shape)
					fancy = f
				} else {
					fancy = it.broadcast(fancy, f)
				}
			case paramValue:
				dim()
				if x.depth < 2 {
					shape = append(shape, it.paramSeq(x).n)
					scalar = false
				}
			default:
				dim()
			}
		}
	}
	if fancy != nil {
		if fancy.shape == nil {
			rest := num{lo: konst(0), hi: fancy.total.hi.by(product(shape).hi).by(product(q.shape[min(at, len(q.shape)):]).hi)}
			return it.array(nil, rest)
		}
		shape = slices.Insert(shape, fancyAt, fancy.shape...)
	}
	shape = append(shape, q.shape[min(at, len(q.shape)):]...)
	if scalar && len(shape) == 0 {
		return orAny(q.elem)
	}
	out := it.array(shape, num{})
	out.elem, out.how = q.elem, q.how
	if fancy != nil {
		it.spend(out.total)
	}
	return out
}

func isNone(n *node) bool {
	return n.is("Constant") && n.text("kind") == "name" && n.text("value") == "None" || n.is("Attribute") && n.text("attr") == "newaxis"
}

func isEllipsis(n *node) bool {
	return n.is("Constant") && n.text("kind") == "name" && n.text("value") == "Ellipsis"
}

func isMask(n *node) bool {
	return n.is("Compare") || n.is("UnaryOp") && n.child("op").is("Invert") || n.is("BinOp") && n.child("op").is("BitAnd", "BitOr") && isMask(n.child("left"))
}

// gridIndex is numpy.mgrid[0:2, …] and its relatives.
func (it *interp) gridIndex(idx *node, s *scope) value {
	parts := []*node{idx}
	if idx.is("Tuple") {
		parts = idx.children("elts")
	}
	total, shape := number(1), []num{number(float64(len(parts)))}
	known := true
	for _, p := range parts {
		if !p.is("Slice") {
			known = false
			continue
		}
		to := asNum(it.eval(p.child("upper"), s))
		if to.hi == nil {
			known = false
		}
		total = total.times(nonNegative(to))
		shape = append(shape, nonNegative(to))
	}
	if !known && len(parts) == 1 {
		// mgrid[(slice(0, 2),) * n]
		if q, ok := it.eval(parts[0], s).(*seq); ok && q.n.hi != nil {
			return it.made(it.array(nil, num{lo: konst(0), hi: q.n.hi.exp2(), tight: q.n.tight, powers: true}), WorkMesh, idx)
		}
	}
	if !known {
		return it.array(nil, num{lo: konst(0)})
	}
	return it.made(it.array(shape, num{}), WorkMesh, idx)
}

// seqAttribute is container.name.
func (it *interp) seqAttribute(q *seq, name string) value {
	if q.kind != arraySeq {
		return boundValue{recv: q, name: name}
	}
	switch name {
	case "T":
		out := *q
		out.shape = slices.Clone(q.shape)
		slices.Reverse(out.shape)
		out.id = it.newID()
		if len(out.shape) > 0 {
			out.n = out.shape[0]
		}
		return &out
	case "shape":
		if q.shape == nil {
			return it.list(tupleSeq, num{lo: konst(0)}, num{lo: konst(0), hi: q.total.hi})
		}
		out := it.list(tupleSeq, number(float64(len(q.shape))), nil)
		for _, d := range q.shape {
			out.items = append(out.items, d)
			out.elem = it.join(out.elem, d, 0)
		}
		return out
	case "size":
		return q.total
	case "ndim":
		if q.shape == nil {
			return num{lo: konst(0)}
		}
		return number(float64(len(q.shape)))
	case "real", "imag", "flat":
		return q
	case "dtype", "itemsize", "nbytes", "flags":
		return unknownValue{}
	}
	return boundValue{recv: q, name: name}
}

// methodCall calls a method of a built-in kind of value.
func (it *interp) methodCall(recv value, name string, args []value, kw map[string]value, n *node) value {
	a := func(i int) value { return arg(args, kw, i, "") }
	switch r := recv.(type) {
	case num:
		switch name {
		case "bit_length":
			return num{lo: konst(0), hi: r.hi.log2().plus(konst(1))}
		case "bit_count":
			return num{lo: konst(0), hi: r.hi.log2().plus(konst(1))}
		case "is_integer":
			return truth()
		case "item", "conjugate", "copy", "astype", "__float__", "__int__", "to_integral_value", "normalize", "limit_denominator", "quantize":
			return r
		case "sqrt":
			return it.math("sqrt", []value{r}, n)
		case "__pow__":
			return it.binary("Pow", r, orAny(a(0)), n)
		case "__add__":
			return it.binary("Add", r, orAny(a(0)), n)
		case "__mul__":
			return it.binary("Mult", r, orAny(a(0)), n)
		case "__lshift__":
			return it.binary("LShift", r, orAny(a(0)), n)
		case "__rpow__":
			return it.binary("Pow", orAny(a(0)), r, n)
		case "__rlshift__":
			return it.binary("LShift", orAny(a(0)), r, n)
		}
		return anyNumber()
	case paramValue:
		if r.depth == 0 {
			switch name {
			case "get", "pop", "setdefault", "__getitem__":
				key := ""
				if k, ok := a(0).(*seq); ok {
					key = k.text
				}
				return paramValue{depth: 1, key: key}
			case "copy":
				return r
			case "items":
				pair := &seq{id: it.newID(), kind: tupleSeq, n: number(2), items: []value{it.text(num{lo: konst(0)}), paramValue{depth: 1}}}
				return it.list(lazySeq, it.paramSeq(r).n, pair)
			case "values":
				return it.list(lazySeq, it.paramSeq(r).n, paramValue{depth: 1})
			}
		}
		switch name {
		case "index", "count":
			it.spend(it.paramSeq(r).n.loose())
			return num{lo: konst(0), hi: it.paramSeq(r).n.hi}
		case "__getitem__":
			return paramValue{depth: r.depth + 1, key: r.key}
		case "get":
			return paramValue{depth: r.depth + 1, key: r.key}
		case "copy":
			return it.paramSeq(r)
		case "items":
			pair := &seq{id: it.newID(), kind: tupleSeq, n: number(2), items: []value{anyNumber(), paramValue{depth: r.depth + 1}}}
			return it.list(lazySeq, it.paramSeq(r).n, pair)
		}
		return anyNumber()
	case *seq:
		if r.kind == arraySeq {
			return it.arrayMethod(r, name, args, kw, n)
		}
		if r.kind == stringSeq {
			return it.stringMethod(r, name, args, n)
		}
		return it.containerMethod(r, name, args, kw, n)
	case noneValue:
		for _, v := range args {
			it.escape(v, n)
		}
		return unknownValue{}
	case againValue:
		return r
	}
	return unknownValue{}
}

func (it *interp) stringMethod(q *seq, name string, args []value, n *node) value {
	switch name {
	case "count", "index", "find", "rfind", "rindex":
		it.spend(q.n.loose())
		return num{lo: konst(0), hi: q.n.hi}
	case "split", "splitlines", "rsplit", "partition", "rpartition":
		return it.list(listSeq, num{lo: konst(0), hi: q.n.hi}, it.text(num{lo: konst(0), hi: q.n.hi}))
	case "join":
		if len(args) > 0 {
			count, _, _ := it.iterate(args[0], n)
			it.spend(count)
			return it.text(num{lo: konst(0)})
		}
	case "zfill", "ljust", "rjust", "center":
		if len(args) > 0 {
			w := asNum(args[0])
			return it.text(num{lo: konst(0), hi: larger(q.n.hi, w.hi)})
		}
	case "startswith", "endswith", "isdigit", "isalpha":
		return truth()
	case "strip", "lstrip", "rstrip", "lower", "upper", "replace", "translate", "encode", "decode", "removeprefix":
		return it.text(num{lo: konst(0), hi: q.n.hi})
	}
	return it.text(num{lo: konst(0)})
}

func (it *interp) containerMethod(q *seq, name string, args []value, kw map[string]value, n *node) value {
	a := func(i int) value { return orAny(arg(args, kw, i, "")) }
	switch name {
	case "append", "appendleft", "add":
		it.extend(q, number(1), a(0), n)
		return noneValue{}
	case "insert":
		it.spend(q.n.loose())
		it.extend(q, number(1), a(1), n)
		return noneValue{}
	case "extend", "extendleft":
		count, elem, _ := it.iterate(a(0), n)
		it.spend(count)
		it.extend(q, nonNegative(count), elem, n)
		return noneValue{}
	case "update":
		for _, v := range args {
			count, elem, w := it.iterate(v, n)
			it.spend(count)
			if q.kind == dictSeq {
				it.touch(q)
				q.n = num{lo: q.n.lo, hi: q.n.hi.plus(count.hi)}
				if w != nil && w.kind == dictSeq {
					q.key, q.elem = it.join(q.key, w.key, 0), it.join(q.elem, w.elem, 0)
				} else {
					q.key, q.elem = unknownValue{}, it.join(q.elem, unknownValue{}, 0)
				}
				q.keys, q.items = nil, nil
				continue
			}
			it.extend(q, nonNegative(count), elem, n)
		}
		return noneValue{}
	case "pop", "popleft", "popitem", "remove":
		it.shrink(q, true)
		if name == "remove" {
			it.spend(q.n.loose())
			return noneValue{}
		}
		if q.kind == dictSeq && name == "popitem" {
			return &seq{id: it.newID(), kind: tupleSeq, n: number(2), items: []value{orAny(q.key), orAny(q.elem)}}
		}
		return orAny(q.elem)
	case "discard", "clear", "difference_update", "intersection_update":
		it.shrink(q, false)
		return noneValue{}
	case "sort", "reverse", "rotate":
		if f := kw["key"]; f != nil {
			c := it.measure(func() { it.apply(f, []value{orAny(q.elem)}, nil, n) })
			it.charge(c.times(q.n.hi, konst(0)))
		}
		it.spend(q.n.loose())
		it.touch(q)
		q.items = nil
		return noneValue{}
	case "index", "count":
		it.spend(q.n.loose())
		return num{lo: konst(0), hi: q.n.hi}
	case "copy":
		c := *q
		c.id = it.newID()
		it.spend(q.n)
		return &c
	case "keys":
		return &seq{id: it.newID(), kind: listSeq, n: q.n, elem: q.key, how: q.how}
	case "values":
		return &seq{id: it.newID(), kind: listSeq, n: q.n, elem: q.elem, items: q.items, how: q.how}
	case "items":
		pair := &seq{id: it.newID(), kind: tupleSeq, n: number(2), items: []value{orAny(q.key), orAny(q.elem)}}
		return &seq{id: it.newID(), kind: listSeq, n: q.n, elem: pair, how: q.how}
	case "get", "setdefault":
		if name == "setdefault" {
			it.touch(q)
			q.n = num{lo: q.n.lo, hi: q.n.hi.plus(konst(1))}
			q.key, q.elem = it.join(q.key, a(0), 0), it.join(q.elem, a(1), 0)
			q.keys, q.items = nil, nil
			return orAny(q.elem)
		}
		if k, ok := a(0).(num); ok {
			if c := it.member(k, q); c.verdict < 0 {
				// A table for a few sizes: larger systems get the default.
				it.tabled(n, c.bound)
				if len(args) > 1 {
					return it.join(args[1], looseOf(orAny(q.elem)), 0)
				}
				return looseOf(orAny(q.elem))
			}
		}
		if len(args) > 1 {
			return it.join(orAny(q.elem), args[1], 0)
		}
		return orAny(q.elem)
	case "union", "symmetric_difference":
		out := *q
		out.id, out.items = it.newID(), nil
		for _, v := range args {
			count, elem, _ := it.iterate(v, n)
			out.n = num{lo: konst(0), hi: out.n.hi.plus(count.hi)}
			out.elem = it.join(out.elem, elem, 0)
			out.key = out.elem
		}
		it.spend(out.n.loose())
		return &out
	case "intersection", "difference":
		out := *q
		out.id, out.items = it.newID(), nil
		out.n = num{lo: konst(0), hi: q.n.hi}
		it.spend(q.n.loose())
		return &out
	case "issubset", "issuperset", "isdisjoint":
		it.spend(q.n.loose())
		return truth()
	case "most_common":
		pair := &seq{id: it.newID(), kind: tupleSeq, n: number(2), items: []value{orAny(q.key), orAny(q.elem)}}
		return &seq{id: it.newID(), kind: listSeq, n: q.n, elem: pair}
	case "elements":
		return it.list(lazySeq, num{lo: konst(0)}, q.key)
	case "send", "__next__":
		return orAny(q.elem)
	case "close":
		return noneValue{}
	case "__getitem__":
		return orAny(q.elem)
	case "__setitem__":
		it.touch(q)
		q.elem, q.items, q.keys = it.join(q.elem, a(1), 0), nil, nil
		if q.kind == dictSeq {
			q.n = num{lo: q.n.lo, hi: q.n.hi.plus(konst(1))}
			q.key = it.join(q.key, a(0), 0)
		}
		return noneValue{}
	case "__contains__":
		return truth()
	case "__len__":
		return q.n
	}
	it.puzzle(n, "the method %q of a container is not understood", name)
	return unknownValue{}
}

func looseOf(v value) value {
	if x, ok := v.(num); ok {
		return x.loose()
	}
	return v
}
