package program

import (
	"math"
	"strconv"
	"strings"
)

// pythonBuiltins are the names that need no import.
var pythonBuiltins = set(`abs all any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod
	enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len list
	locals map max memoryview min next object oct open ord pow print property quit range repr reversed round set setattr slice sorted staticmethod
	str sum super tuple type vars zip __import__ __builtins__ __build_class__
	ArithmeticError AssertionError AttributeError BaseException Exception IndexError KeyError KeyboardInterrupt LookupError MemoryError NameError
	NotImplementedError OSError OverflowError RecursionError RuntimeError StopIteration SystemExit TypeError ValueError ZeroDivisionError
	FloatingPointError NotImplemented IOError EOFError Warning UserWarning RuntimeWarning DeprecationWarning`)

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

func arg(args []value, kw map[string]value, i int, name string) value {
	plain, rest := spread(args)
	if i < len(plain) {
		return plain[i]
	}
	if v, ok := kw[name]; ok {
		return v
	}
	if rest != nil && i >= len(plain) {
		if q, ok := rest.v.(*seq); ok {
			return orAny(q.elem)
		}
	}
	return nil
}

func asNum(v value) num {
	if n, ok := v.(num); ok {
		return n
	}
	return anyNumber()
}

func (it *interp) list(kind seqKind, n num, elem value) *seq {
	return &seq{id: it.newID(), kind: kind, n: n, elem: elem}
}

func (it *interp) text(n num) *seq { return &seq{id: it.newID(), kind: stringSeq, n: n} }

// builtin calls a function of Python itself or of a library by its full name.
func (it *interp) builtin(name string, args []value, kw map[string]value, n *node) value {
	a := func(i int) value { return arg(args, kw, i, "") }
	switch {
	case strings.HasPrefix(name, "numpy."):
		return it.numpy(strings.TrimPrefix(name, "numpy."), args, kw, n)
	case strings.HasPrefix(name, "scipy."):
		return it.scipy(strings.TrimPrefix(name, "scipy."), args, kw, n)
	case strings.HasPrefix(name, "itertools."):
		return it.itertools(strings.TrimPrefix(name, "itertools."), args, kw, n)
	case strings.HasPrefix(name, "operator."):
		return it.operator(strings.TrimPrefix(name, "operator."), args, n)
	case strings.HasPrefix(name, "math."), strings.HasPrefix(name, "cmath."):
		_, f, _ := strings.Cut(name, ".")
		return it.math(f, args, n)
	}
	switch name {
	case "range":
		return it.rangeOf(args, n)
	case "len":
		switch v := a(0).(type) {
		case *seq:
			return v.n
		case paramValue:
			return it.paramSeq(v).n
		case *instanceValue:
			if f := it.method(v, "__len__"); f != nil {
				return it.apply(f, nil, nil, n)
			}
		}
		return num{lo: konst(0)}
	case "int", "float", "round", "decimal.Decimal", "fractions.Fraction", "abs", "complex", "bool":
		return it.convert(name, args, n)
	case "sum", "math.fsum":
		return it.total(a(0), n, false)
	case "min", "max":
		return it.extreme(name, args, kw, n)
	case "pow":
		if len(args) == 2 {
			return it.binary("Pow", a(0), a(1), n)
		}
		return between(konst(0), asNum(a(2)).hi)
	case "divmod":
		q := it.binary("FloorDiv", a(0), a(1), n)
		r := it.binary("Mod", a(0), a(1), n)
		return &seq{id: it.newID(), kind: tupleSeq, n: number(2), items: []value{q, r}, elem: it.join(q, r, 0)}
	case "list", "tuple", "set", "frozenset", "sorted", "collections.deque", "bytearray", "bytes", "reversed", "iter":
		return it.collect(name, args, kw, n)
	case "dict", "collections.OrderedDict", "collections.Counter", "collections.defaultdict":
		return it.newDict(name, args, kw, n)
	case "enumerate":
		count, elem, q := it.lazily(a(0), n)
		out := it.list(lazySeq, count, &seq{id: it.newID(), kind: tupleSeq, n: number(2), items: []value{below(count), elem}})
		return it.inherit(out, q)
	case "zip":
		return it.zip(args, n)
	case "map", "filter":
		return it.mapped(name, args, n)
	case "any", "all":
		// Either may stop at the first element.
		c := it.measure(func() { it.iterate(orAny(a(0)), n) })
		c.lo = konst(0)
		it.charge(c)
		return truth()
	case "next":
		_, elem, _ := it.lazily(a(0), n)
		if q, ok := a(0).(*seq); ok && q.kind == lazySeq && !q.drain.open && q.drain.hi != nil {
			it.charge(cost{hi: q.drain.hi, lo: konst(0), againHi: konst(0), againLo: konst(0)})
		}
		return elem
	case "print", "isinstance", "issubclass", "callable", "hasattr", "hash", "id", "type", "repr", "str", "format", "chr", "ascii", "setattr", "delattr", "input", "vars", "dir", "help":
		return it.plainBuiltin(name, args)
	case "bin", "hex", "oct":
		return it.text(num{lo: konst(0), hi: asNum(a(0)).hi.log2().plus(konst(3))})
	case "ord":
		return between(konst(0), konst(1<<20))
	case "getattr":
		if q, ok := a(1).(*seq); ok && q.text != "" {
			return it.attribute(orAny(a(0)), q.text, n)
		}
		return unknownValue{}
	case "functools.reduce":
		return it.fold(args, n)
	case "functools.partial":
		plain, rest := spread(args)
		if len(plain) == 0 || rest != nil {
			return unknownValue{}
		}
		return partialValue{f: plain[0], args: plain[1:], kw: kw}
	case "functools.lru_cache", "functools.cache":
		if f, ok := a(0).(*funcValue); ok {
			c := *f
			c.memo = true
			return &c
		}
		return builtinValue{"functools.lru_cache"}
	case "functools.wraps":
		return builtinValue{"identity"}
	case "identity", "typing.cast", "copy.copy", "copy.deepcopy":
		plain, _ := spread(args)
		if len(plain) == 0 {
			return unknownValue{}
		}
		return plain[len(plain)-1]
	case "functools.cmp_to_key":
		it.callback(a(0), n)
		return unknownValue{}
	case "collections.namedtuple", "typing.NamedTuple", "typing.TypeVar", "dataclasses.field", "dataclasses.dataclass", "object", "slice", "super",
		"decimal.getcontext", "decimal.localcontext", "decimal.Context":
		return unknownValue{}
	case "exit", "quit", "globals", "locals", "breakpoint", "open", "__import__":
		return unknownValue{}
	case "eval", "exec", "compile":
		it.puzzle(n, "%s runs text that the audit does not see", name)
		return unknownValue{}
	}
	if strings.HasSuffix(name, "Error") || strings.HasSuffix(name, "Exception") || name == "SystemExit" || name == "StopIteration" || name == "KeyboardInterrupt" || strings.HasSuffix(name, "Warning") {
		return unknownValue{}
	}
	for _, v := range args {
		it.escape(v, n)
	}
	for _, k := range sortedKeys(kw) {
		it.escape(kw[k], n)
	}
	it.puzzle(n, "the cost of %s is not known", name)
	return unknownValue{}
}

// below is an index of something of length n.
func below(n num) num {
	return num{lo: konst(0), hi: n.hi.minus(konst(1)), tight: n.tight, whole: true}
}

func (it *interp) rangeOf(args []value, n *node) value {
	plain, rest := spread(args)
	if rest != nil || len(plain) == 0 {
		return it.list(rangeSeq, num{lo: konst(0)}, anyNumber())
	}
	lo, hi, step := number(0), asNum(plain[0]), number(1)
	if len(plain) > 1 {
		lo, hi = asNum(plain[0]), asNum(plain[1])
	}
	if len(plain) > 2 {
		step = asNum(plain[2])
	}
	if c, ok := step.const_(); ok && c < 0 {
		lo, hi = hi.plus(number(1)), lo.plus(number(1))
		step = number(-c)
	}
	count := hi.minus(lo)
	count.powers = hi.powers
	if step.exact() {
		if s, ok := step.hi.minus(konst(1)).sign(); ok && s > 0 {
			count.hi = count.hi.over(step.hi).plus(konst(1))
			count.lo = nil
		}
	} else if step.lo != nil {
		if s, ok := step.lo.sign(); !ok || s <= 0 {
			count.tight = false
		}
	}
	count.lo = atLeastZero(count.lo)
	if s, ok := count.hi.sign(); ok && s < 0 {
		count.hi = konst(0)
	}
	out := it.list(rangeSeq, count, num{lo: lo.lo, hi: hi.hi.minus(konst(1)), tight: hi.tight, whole: true})
	out.how = WorkRange
	return out
}

func atLeastZero(z *size) *size {
	if s, ok := z.sign(); z == nil || ok && s < 0 {
		return konst(0)
	}
	return z
}

// convert handles conversions and roundings, which keep the size.
func (it *interp) convert(name string, args []value, n *node) value {
	plain, _ := spread(args)
	if len(plain) == 0 {
		return number(0)
	}
	switch v := plain[0].(type) {
	case num:
		switch name {
		case "abs":
			if v.nonNegative() {
				return v
			}
			return num{lo: konst(0), hi: v.magnitude(), tight: v.tight, whole: v.whole}
		case "bool":
			return truth()
		case "int":
			if c, ok := v.const_(); ok {
				return number(math.Trunc(c))
			}
			if !it.question.SqrtIsSide && v.exact() && oddRoot(v.hi) {
				return num{lo: v.hi.minus(konst(1)), hi: v.hi, tight: true, whole: true}
			}
			return rounded(v)
		case "round":
			if c, ok := v.const_(); ok && len(plain) == 1 {
				return number(math.RoundToEven(c))
			}
			if !it.question.SqrtIsSide && v.exact() && oddRoot(v.hi) {
				return num{lo: v.hi.minus(konst(1)), hi: v.hi.plus(konst(1)), tight: true, whole: true}
			}
			if len(plain) > 1 {
				return v
			}
			return rounded(v)
		case "complex":
			return anyNumber()
		}
		return v
	case *seq:
		if v.kind == stringSeq {
			// int("1" * n, 2) is as large as its text is long.
			if base, ok := arg(args, nil, 1, "base").(num); ok && name == "int" && v.n.hi != nil {
				if b, isConst := base.const_(); isConst && b >= 2 {
					z := v.n.hi.times(math.Log2(b)).exp2()
					return num{lo: konst(0), hi: z, tight: v.n.tight && v.text != "" && v.text[0] != '0'}
				}
			}
			if x, err := strconv.ParseFloat(strings.TrimSpace(v.text), 64); err == nil && !math.IsInf(x, 0) && !math.IsNaN(x) {
				return number(x)
			}
			return anyNumber()
		}
		if v.kind == arraySeq {
			it.spend(v.entries())
			return v
		}
		return orAny(v.elem)
	case *instanceValue:
		for _, m := range []string{"__float__", "__int__", "__abs__"} {
			if f := it.method(v, m); f != nil {
				return it.apply(f, nil, nil, n)
			}
		}
	case againValue:
		return v
	}
	if name == "bool" {
		return truth()
	}
	return anyNumber()
}

// rounded is an integer near v.
func rounded(v num) num {
	if !v.whole && !v.exact() {
		v.lo, v.hi = v.lo.minus(konst(1)), v.hi.plus(konst(1))
	}
	v.whole = true
	return v
}

// oddRoot says that a size holds a half-integer power of n, so that it is a
// whole number only for square n.
func oddRoot(z *size) bool {
	if z == nil {
		return false
	}
	for _, t := range z.terms {
		for _, p := range t.pows {
			if p.s == symRoot && math.Mod(math.Abs(p.e), 2) != 0 {
				return true
			}
		}
	}
	return false
}

// total is the sum of what a value yields.
func (it *interp) total(v value, n *node, productOf bool) value {
	count, elem, q := it.iterate(orAny(v), n)
	it.spend(count)
	e, ok := elem.(num)
	if q != nil && q.kind == arraySeq || !ok {
		if s, isSeq := elem.(*seq); isSeq {
			return s
		}
		return anyNumber()
	}
	if productOf {
		c, isConst := e.const_()
		if !isConst || count.hi == nil || c < 1 {
			return anyNumber()
		}
		return power2(number(c), count)
	}
	if c, isConst := e.const_(); isConst && count.exact() {
		return exactly(count.hi.times(c))
	}
	out := num{hi: e.hi.by(count.hi), whole: e.whole}
	if e.nonNegative() {
		out.lo = konst(0)
		out.tight = e.tight && count.tight
	} else if e.lo != nil {
		out.lo = smaller(e.lo.by(count.hi), konst(0))
	}
	return out
}

func (it *interp) extreme(name string, args []value, kw map[string]value, n *node) value {
	plain, rest := spread(args)
	if f := kw["key"]; f != nil {
		var count num
		var elem value
		if len(plain) == 1 {
			count, elem, _ = it.iterate(plain[0], n)
		} else {
			count = number(float64(len(plain)))
			for _, v := range plain {
				elem = it.join(elem, v, 0)
			}
		}
		c := it.measure(func() { it.apply(f, []value{orAny(elem)}, nil, n) })
		it.charge(c.times(count.hi, tightOnly(count)))
		return orAny(elem)
	}
	if len(plain) == 1 && rest == nil {
		count, elem, _ := it.iterate(plain[0], n)
		it.spend(count)
		if q, ok := plain[0].(*seq); ok && q.kind == arraySeq {
			return anyNumber()
		}
		return elem
	}
	out := num{}
	for i, v := range plain {
		x := asNum(v)
		if i == 0 {
			out = x
			continue
		}
		if name == "max" {
			out = num{lo: firstKnown(out.lo, x.lo, larger), hi: larger(out.hi, x.hi), tight: out.tight && x.tight, powers: out.powers || x.powers, whole: out.whole && x.whole}
		} else {
			out = num{lo: smaller(out.lo, x.lo), hi: firstKnown(out.hi, x.hi, smaller), tight: out.tight && x.tight && out.hi != nil && x.hi != nil, powers: out.powers && x.powers, whole: out.whole && x.whole}
		}
	}
	return out
}

func firstKnown(a, b *size, pick func(a, b *size) *size) *size {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return pick(a, b)
}

func tightOnly(v num) *size {
	if v.tight && v.hi != nil {
		return v.hi
	}
	return konst(0)
}

// lazily is iterate without running the sequence.
func (it *interp) lazily(v value, n *node) (num, value, *seq) {
	if q, ok := v.(*seq); ok {
		switch q.kind {
		case dictSeq:
			return q.n, orAny(q.key), q
		case arraySeq:
			return q.n, it.row(q), q
		case stringSeq:
			return q.n, it.text(number(1)), q
		default:
			return q.n, orAny(q.elem), q
		}
	}
	return it.iterate(orAny(v), n)
}

// inherit passes the cost of running a lazy sequence on to one made from it.
func (it *interp) inherit(out, from *seq) *seq {
	out.drain = free()
	if from == nil {
		return out
	}
	if out.how == "" {
		out.how = from.how
	}
	out.inf = from.inf
	if from.kind == lazySeq {
		if from.drain.hi != nil || from.drain.open {
			out.drain = from.drain
		}
		out.works = from.works
	}
	return out
}

func (it *interp) zip(args []value, n *node) value {
	plain, rest := spread(args)
	tuple := &seq{id: it.newID(), kind: tupleSeq, n: number(float64(len(plain)))}
	out := it.list(lazySeq, num{}, tuple)
	out.drain = free()
	first := true
	if rest != nil {
		// zip(*rows): as many as a row is long.
		tuple.n = num{lo: konst(0)}
		count, inner := num{lo: konst(0)}, value(unknownValue{})
		if q, ok := rest.v.(*seq); ok {
			tuple.n = q.n
			count, inner, _ = it.lazily(orAny(q.elem), n)
		}
		tuple.elem = inner
		out.n = count
		return out
	}
	for _, v := range plain {
		count, elem, q := it.lazily(v, n)
		tuple.items = append(tuple.items, elem)
		tuple.elem = it.join(tuple.elem, elem, 0)
		part := it.inherit(it.list(lazySeq, count, elem), q)
		out.drain = out.drain.plus(part.drain)
		out.works = append(out.works, part.works...)
		if part.inf {
			continue
		}
		switch {
		case first:
			out.n, out.how = count, part.how
		case count.hi == nil || out.n.hi == nil:
			out.n = num{lo: konst(0), hi: firstKnown(out.n.hi, count.hi, smaller)}
		default:
			if s, ok := count.hi.minus(out.n.hi).sign(); ok && s < 0 {
				out.n, out.how = count, part.how
			} else if !ok {
				out.n.tight = false
			}
		}
		first = false
	}
	out.inf = first && len(plain) > 0
	return out
}

func (it *interp) mapped(name string, args []value, n *node) value {
	plain, rest := spread(args)
	if len(plain) == 0 {
		return unknownValue{}
	}
	var elems []value
	out := it.list(lazySeq, num{lo: konst(0)}, unknownValue{})
	out.drain = free()
	if len(plain) > 1 {
		z, _ := it.zip(plain[1:], n).(*seq)
		out.n, out.drain, out.works, out.how, out.inf = z.n, z.drain, z.works, z.how, z.inf
		elems = z.elem.(*seq).items
	} else if rest != nil {
		elems = []value{unknownValue{}}
	}
	one := it.measure(func() {
		r := it.apply(plain[0], elems, nil, n)
		if name == "filter" {
			r = elems[0]
		}
		out.elem = r
	})
	out.drain = out.drain.plus(one.times(out.n.hi, tightOnly(out.n)))
	if out.n.hi == nil && !out.inf {
		out.drain.open = true
	}
	if name == "filter" {
		out.n = num{lo: konst(0), hi: out.n.hi}
	}
	return out
}

// collect makes a container from what a value yields.
func (it *interp) collect(name string, args []value, kw map[string]value, n *node) value {
	kind := map[string]seqKind{"tuple": tupleSeq, "set": setSeq, "frozenset": setSeq, "bytes": tupleSeq, "iter": lazySeq, "reversed": lazySeq}[name]
	plain, _ := spread(args)
	if len(plain) == 0 {
		return it.list(kind, number(0), nil)
	}
	if name == "reversed" || name == "iter" {
		count, elem, q := it.lazily(plain[0], n)
		return it.inherit(it.list(lazySeq, count, elem), q)
	}
	if v, ok := plain[0].(num); ok { // bytearray(k)
		out := it.list(kind, v, between(konst(0), konst(255)))
		it.memory(out, n)
		return out
	}
	if _, again := plain[0].(againValue); again {
		return plain[0]
	}
	count, elem, q := it.iterate(plain[0], n)
	out := it.list(kind, nonNegative(count), elem)
	if q != nil {
		out.how = q.how
		if q.kind != dictSeq && kind != setSeq && name != "sorted" {
			out.items = q.items
		}
	}
	if kind == setSeq {
		out.key = elem
		if q == nil || !distinctLengths(elem) {
			out.n.tight = false
			out.n = boundByKeys(out.n, elem)
		}
	}
	if f := kw["key"]; f != nil {
		c := it.measure(func() { it.apply(f, []value{elem}, nil, n) })
		it.charge(c.times(count.hi, tightOnly(count)))
	}
	if count.hi == nil {
		it.charge(cost{lo: konst(0), open: true, againHi: konst(0), againLo: konst(0)})
		if q == nil || !q.inf {
			it.puzzle(n, "the length of %q is not known", it.tree.source(n))
		}
	}
	it.spend(count)
	it.memory(out, n)
	return out
}

func distinctLengths(v value) bool {
	q, ok := v.(*seq)
	return ok && q.kind == tupleSeq && q.how == WorkProduct
}

func (it *interp) newDict(name string, args []value, kw map[string]value, n *node) value {
	out := it.list(dictSeq, number(float64(len(kw))), nil)
	plain, _ := spread(args)
	if name == "collections.defaultdict" && len(plain) > 0 {
		plain = plain[1:]
		if f, ok := args[0].(builtinValue); ok {
			switch f.name {
			case "int", "float":
				out.elem = nil
			case "list", "set", "dict":
				out.elem = it.builtin(f.name, nil, nil, n)
			}
		}
	}
	for _, k := range sortedKeys(kw) {
		out.elem = it.join(out.elem, kw[k], 0)
		out.key = it.text(num{lo: konst(0)})
	}
	if len(plain) == 0 {
		return out
	}
	if q, ok := plain[0].(*seq); ok && q.kind == dictSeq {
		c := *q
		c.id = it.newID()
		it.spend(q.n)
		return &c
	}
	count, elem, q := it.iterate(plain[0], n)
	out.n = num{lo: konst(0), hi: count.hi}
	if q != nil {
		out.how = q.how
	}
	if name == "collections.Counter" {
		out.key, out.elem = elem, num{lo: konst(0), hi: count.hi}
		out.n = boundByKeys(out.n, elem)
	} else {
		pair := it.unpack(elem, 2)
		out.key, out.elem = pair[0], pair[1]
	}
	it.spend(count)
	return out
}

func (it *interp) plainBuiltin(name string, args []value) value {
	for _, v := range args {
		if q, ok := v.(*seq); ok && (name == "str" || name == "repr" || name == "print") {
			it.spend(q.entries().loose())
		}
	}
	switch name {
	case "str", "repr", "format", "chr", "ascii":
		if len(args) > 0 {
			if q, ok := args[0].(*seq); ok && q.kind == stringSeq {
				return q
			}
		}
		return it.text(num{lo: konst(0)})
	case "isinstance", "issubclass", "callable", "hasattr":
		return truth()
	case "hash", "id":
		return anyNumber()
	}
	return unknownValue{}
}

func (it *interp) callback(f value, n *node) {
	if f == nil {
		return
	}
	it.escape(f, n)
}

// fold is functools.reduce: a loop over an accumulator.
func (it *interp) fold(args []value, n *node) value {
	plain, _ := spread(args)
	if len(plain) < 2 {
		return unknownValue{}
	}
	count, elem, q := it.iterate(plain[1], n)
	s := it.newScope(nil)
	start := elem
	if q != nil && len(q.items) > 0 {
		start = q.items[0]
	}
	if len(plain) > 2 {
		start = plain[2]
	} else {
		count = count.minus(number(1))
	}
	s.vars["acc"] = start
	it.repeat(n, func() flow {
		it.setVar(s, "acc", it.apply(plain[0], []value{s.vars["acc"], elem}, nil, n))
		return flow{next: true}
	}, &count, nil)
	if count.hi == nil {
		it.puzzle(n, "the length of what is reduced is not known")
	}
	out := s.vars["acc"]
	if v, ok := out.(*seq); ok {
		kind := WorkDoubling
		if b, isBuiltin := plain[0].(builtinValue); isBuiltin && strings.HasSuffix(b.name, "kron") {
			kind = WorkKron
			v.how = WorkKron
		}
		it.work(kind, v.entries(), n, "both")
	}
	return out
}

// math calls a function of math or cmath.
func (it *interp) math(name string, args []value, n *node) value {
	plain, _ := spread(args)
	x, y := number(0), number(0)
	if len(plain) > 0 {
		x = asNum(plain[0])
	}
	if len(plain) > 1 {
		y = asNum(plain[1])
	}
	c, isConst := x.const_()
	switch name {
	case "sqrt", "isqrt":
		if isConst && c >= 0 {
			v := math.Sqrt(c)
			if name == "isqrt" {
				v = math.Floor(v)
			}
			return number(v)
		}
		z := x.hi.pow(0.5)
		out := num{lo: x.lo.pow(0.5), hi: z, tight: x.tight}
		if !x.nonNegative() {
			return anyNumber()
		}
		if name == "isqrt" && !it.question.SqrtIsSide && x.exact() && oddRoot(z) {
			out.lo = z.minus(konst(1))
		}
		return out
	case "floor", "trunc", "ceil":
		kind := map[string]string{"floor": "int", "trunc": "int", "ceil": "round"}[name]
		return it.convert(kind, plain, n)
	case "log2", "log", "log10", "log1p":
		if isConst && c > 0 {
			switch name {
			case "log2":
				return number(math.Log2(c))
			case "log":
				if len(plain) == 1 {
					return number(math.Log(c))
				}
			case "log10":
				return number(math.Log10(c))
			}
		}
		if x.exact() {
			if l := x.hi.log2(); l != nil {
				f := map[string]float64{"log2": 1, "log": math.Ln2, "log10": math.Log10(2), "log1p": math.Ln2}[name]
				if b, ok := y.const_(); ok && len(plain) > 1 && b > 1 {
					f = 1 / math.Log2(b)
				}
				v := exactly(l.times(f))
				v.whole = false
				return v
			}
		}
		return anyNumber()
	case "exp", "exp2", "pow", "ldexp":
		switch name {
		case "exp":
			if x.hi != nil {
				return power2(number(math.E), x)
			}
		case "exp2":
			if x.hi != nil {
				return power2(number(2), x)
			}
		case "pow":
			return power2(x, y)
		case "ldexp":
			return x.times(power2(number(2), y))
		}
		return anyNumber()
	case "comb", "factorial", "perm", "binom":
		return binomial(name, x, y, len(plain) > 1)
	case "gcd":
		return num{lo: konst(0), hi: firstKnown(x.hi, y.hi, smaller)}
	case "prod":
		return it.total(plain0(plain), n, true)
	case "fsum":
		it.total(plain0(plain), n, false)
		return anyNumber()
	case "dist", "sumprod", "hypot":
		for _, v := range plain {
			count, _, _ := it.iterate(v, n)
			it.spend(count)
		}
		return anyNumber()
	case "frexp", "modf":
		return &seq{id: it.newID(), kind: tupleSeq, n: number(2), items: []value{anyNumber(), anyNumber()}, elem: anyNumber()}
	case "fabs":
		return it.convert("abs", plain, n)
	case "isnan", "isinf", "isfinite", "isclose":
		return truth()
	}
	return anyNumber()
}

func plain0(v []value) value {
	if len(v) == 0 {
		return unknownValue{}
	}
	return v[0]
}

// binomial bounds C(n, k), n! and n!/(n-k)!.
func binomial(name string, x, y num, two bool) num {
	if x.hi == nil {
		return anyNumber()
	}
	full := x.hi.exp2()
	if name == "factorial" || name == "perm" {
		if c, ok := x.const_(); ok && c <= 20 && c >= 0 {
			v := math.Gamma(c + 1)
			if k, ok := y.const_(); ok && two && name == "perm" {
				v /= math.Gamma(c - k + 1)
			}
			return number(math.Round(v))
		}
		l := x.hi.log2()
		if l == nil {
			return anyNumber()
		}
		if k, ok := y.const_(); ok && two && k <= 8 {
			return num{lo: konst(0), hi: x.hi.pow(k), tight: x.tight}
		}
		e := l.by(x.hi)
		if two && y.hi != nil {
			e = l.by(y.hi)
		}
		return num{lo: konst(0), hi: e.exp2(), tight: x.tight && (!two || y.tight), powers: true}
	}
	c, okC := x.const_()
	k, okK := y.const_()
	switch {
	case okC && okK && c < 300 && k >= 0 && k <= c:
		lg := func(v float64) float64 { l, _ := math.Lgamma(v + 1); return l }
		return number(math.Round(math.Exp(lg(c) - lg(k) - lg(c-k))))
	case okK && k >= 0 && k <= 8:
		return num{lo: konst(0), hi: x.hi.pow(k).times(1 / math.Gamma(k+1)), tight: x.tight}
	}
	// The largest is the middle one, about 2^n; it is taken when k runs that far.
	out := num{lo: konst(0), hi: full, powers: true}
	if y.hi != nil {
		if s, ok := y.hi.minus(x.hi.times(0.3)).sign(); ok && s > 0 && (y.lo == nil || !y.lo.equal(x.hi)) {
			rest, known := x.hi.times(0.7).minus(firstKnown(y.lo, konst(0), func(a, _ *size) *size { return a })).sign()
			out.tight = x.tight && y.tight && known && rest > 0
		}
	}
	return out
}

// operator calls a function of the operator module.
func (it *interp) operator(name string, args []value, n *node) value {
	plain, _ := spread(args)
	ops := map[string]string{"add": "Add", "sub": "Sub", "mul": "Mult", "matmul": "MatMult", "truediv": "Div", "floordiv": "FloorDiv", "mod": "Mod",
		"pow": "Pow", "lshift": "LShift", "rshift": "RShift", "and_": "BitAnd", "or_": "BitOr", "xor": "BitXor", "iadd": "Add", "imul": "Mult", "concat": "Add"}
	if op := ops[name]; op != "" && len(plain) == 2 {
		return it.binary(op, plain[0], plain[1], n)
	}
	switch name {
	case "itemgetter", "attrgetter", "methodcaller":
		return builtinValue{"operator.get"}
	case "index":
		return plain0(plain)
	case "get", "getitem":
		if q, ok := plain0(plain).(*seq); ok {
			return orAny(q.elem)
		}
		return anyNumber()
	}
	return anyNumber()
}

// itertools calls a function of itertools. Nothing runs before the iterator is
// consumed.
func (it *interp) itertools(name string, args []value, kw map[string]value, n *node) value {
	plain, rest := spread(args)
	out := it.list(lazySeq, num{lo: konst(0)}, nil)
	out.drain = free()
	switch name {
	case "product":
		total := number(1)
		tuple := &seq{id: it.newID(), kind: tupleSeq, n: number(0), how: WorkProduct}
		add := func(v value, times num) {
			count, elem, q := it.lazily(v, n)
			if q != nil && (q.kind == lazySeq) {
				it.consume(q, n)
			}
			total = total.times(power2(count, times))
			tuple.n = tuple.n.plus(times)
			tuple.elem = it.join(tuple.elem, elem, 0)
			if c, ok := times.const_(); ok && c == 1 && rest == nil && len(plain) <= 8 {
				tuple.items = append(tuple.items, elem)
			} else {
				tuple.items = nil
			}
		}
		times := number(1)
		if r, ok := kw["repeat"]; ok {
			times = asNum(r)
		}
		for _, v := range plain {
			add(v, times)
		}
		if rest != nil {
			if q, ok := rest.v.(*seq); ok {
				add(orAny(q.elem), q.n)
			} else {
				count, elem, _ := it.iterate(rest.v, n)
				add(elem, count)
			}
		}
		total.powers = true
		out.n, out.elem, out.how = total, tuple, WorkProduct
	case "combinations", "permutations", "combinations_with_replacement":
		count, elem, q := it.lazily(plain0(plain), n)
		if q != nil && q.kind == lazySeq {
			it.consume(q, n)
		}
		k := count
		if v := arg(args, kw, 1, "r"); v != nil {
			k = asNum(v)
		}
		switch name {
		case "combinations":
			out.n = binomial("comb", count, k, true)
		case "permutations":
			out.n = binomial("perm", count, k, true)
		default:
			out.n = binomial("comb", count.plus(k), k, true)
		}
		out.elem = it.list(tupleSeq, nonNegative(k), elem)
		out.how = WorkCombinations
	case "chain":
		for _, v := range plain {
			count, elem, q := it.lazily(v, n)
			out.n = out.n.plus(nonNegative(count))
			if out.elem == nil {
				out.n = nonNegative(count)
			}
			out.elem = it.join(out.elem, elem, 0)
			part := it.inherit(it.list(lazySeq, count, elem), q)
			out.drain = out.drain.plus(part.drain)
			out.works = append(out.works, part.works...)
			out.inf = out.inf || part.inf
			if out.how == "" {
				out.how = part.how
			}
		}
		if rest != nil {
			return it.chainAll(rest.v, n)
		}
	case "chain.from_iterable":
		return it.chainAll(plain0(plain), n)
	case "islice":
		count, elem, q := it.lazily(plain0(plain), n)
		out = it.inherit(it.list(lazySeq, count, elem), q)
		stop := asNum(plainAt(plain, 1))
		if len(plain) > 2 {
			stop = asNum(plain[2])
			if _, none := plain[2].(noneValue); none {
				return out
			}
		}
		if q != nil && (q.inf || q.how == WorkProduct || q.how == WorkCombinations) || stop.hi != nil {
			if stop.hi == nil {
				out.n = num{lo: konst(0)}
			} else {
				out.n = num{lo: konst(0), hi: firstKnown(count.hi, stop.hi, smaller), tight: stop.tight}
				out.how = ""
				out.works = nil
			}
			out.inf = false
		}
	case "count":
		out.inf, out.elem, out.n = true, num{lo: asNum(plain0(plain)).lo}, num{lo: konst(0)}
		if len(plain) == 0 {
			out.elem = num{lo: konst(0)}
		}
	case "cycle":
		_, elem, _ := it.lazily(plain0(plain), n)
		out.inf, out.elem = true, elem
	case "repeat":
		out.elem = plain0(plain)
		if v := arg(args, kw, 1, "times"); v != nil {
			out.n = asNum(v)
		} else {
			out.inf = true
		}
	case "accumulate":
		count, elem, q := it.lazily(plain0(plain), n)
		out = it.inherit(it.list(lazySeq, count, elem), q)
		if f := arg(args, kw, 1, "func"); f != nil {
			c := it.measure(func() { out.elem = it.apply(f, []value{elem, elem}, nil, n) })
			out.drain = out.drain.plus(c.times(count.hi, tightOnly(count)))
		}
		if _, isNum := out.elem.(num); isNum {
			out.elem = anyNumber()
		}
	case "starmap":
		count, elem, q := it.lazily(plainAt(plain, 1), n)
		out = it.inherit(it.list(lazySeq, count, nil), q)
		var xs []value
		if t, ok := elem.(*seq); ok && t.items != nil {
			xs = t.items
		} else if g, ok := plain0(plain).(*funcValue); ok {
			xs = it.unpack(elem, len(parameters(g.def)))
		}
		c := it.measure(func() { out.elem = it.apply(plain0(plain), xs, nil, n) })
		out.drain = out.drain.plus(c.times(count.hi, tightOnly(count)))
	case "zip_longest":
		for _, v := range plain {
			count, elem, _ := it.lazily(v, n)
			out.n = num{lo: konst(0), hi: larger(firstKnown(out.n.hi, konst(0), larger), count.hi)}
			out.elem = it.join(out.elem, it.list(tupleSeq, number(float64(len(plain))), elem), 0)
		}
	case "tee":
		q, ok := plain0(plain).(*seq)
		if !ok {
			return unknownValue{}
		}
		return &seq{id: it.newID(), kind: tupleSeq, n: number(2), items: []value{q, q}, elem: q}
	case "pairwise", "takewhile", "dropwhile", "filterfalse", "compress", "groupby":
		i := 0
		if name == "takewhile" || name == "dropwhile" || name == "filterfalse" {
			i = 1
		}
		count, elem, q := it.lazily(plainAt(plain, i), n)
		out = it.inherit(it.list(lazySeq, num{lo: konst(0), hi: count.hi}, elem), q)
		switch name {
		case "pairwise":
			out.n = count
			out.elem = &seq{id: it.newID(), kind: tupleSeq, n: number(2), items: []value{elem, elem}, elem: elem}
		case "groupby":
			out.elem = &seq{id: it.newID(), kind: tupleSeq, n: number(2), items: []value{unknownValue{}, it.list(lazySeq, num{lo: konst(0), hi: count.hi}, elem)}}
			if f := arg(args, kw, 1, "key"); f != nil {
				c := it.measure(func() { it.apply(f, []value{elem}, nil, n) })
				out.drain = out.drain.plus(c.times(count.hi, konst(0)))
			}
		case "takewhile", "dropwhile", "filterfalse":
			c := it.measure(func() { it.apply(plain0(plain), []value{elem}, nil, n) })
			out.drain = out.drain.plus(c.times(count.hi, konst(0)))
		}
	default:
		it.puzzle(n, "itertools.%s is not understood", name)
	}
	return out
}

func plainAt(v []value, i int) value {
	if i < len(v) {
		return v[i]
	}
	return unknownValue{}
}

func (it *interp) chainAll(v value, n *node) value {
	count, inner, q := it.lazily(v, n)
	each, elem, iq := it.lazily(inner, n)
	out := it.inherit(it.list(lazySeq, nonNegative(count).times(nonNegative(each)), elem), q)
	if iq != nil {
		out.how = iq.how
		if iq.kind == lazySeq && (iq.drain.hi != nil || iq.drain.open) {
			out.drain = out.drain.plus(iq.drain.times(count.hi, tightOnly(count)))
		}
		out.works = append(out.works, iq.works...)
	}
	return out
}
