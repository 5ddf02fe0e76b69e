package program

import (
	"math"
	"slices"
)

// Values of the abstract interpreter. A number keeps bounds that are sizes; a
// container keeps its length, one summary of all its elements and, while it is
// short and literal, the elements themselves. Anything else keeps what a call
// or a lookup needs.
type value interface{}

type (
	unknownValue struct{}
	noneValue    struct{}
	// paramValue is params itself (depth 0), an entry of it (1), an element of
	// an entry (2), and so on: input data whose sizes the question tells.
	paramValue struct {
		depth int
		key   string
	}
	moduleValue  struct{ name string }
	builtinValue struct{ name string } // dotted, without the module's alias
	boundValue   struct {              // a method of a built-in container or of input data
		recv value
		name string
	}
	partialValue struct {
		f    value
		args []value
		kw   map[string]value
	}
	funcValue struct {
		def      *node // FunctionDef, AsyncFunctionDef or Lambda
		env      *scope
		defaults []value
		self     value // bound instance or class, nil otherwise
		memo     bool  // behind a cache keyed by all arguments
		foreign  bool  // behind a decorator that is not understood
	}
	classValue struct {
		def   *node
		attrs *scope
		bases []value
	}
	instanceValue struct {
		id    int
		class *classValue
		attrs map[string]value
	}
	// againValue is the result of a recursive call under analysis.
	againValue struct{}
)

// num is a number with bounds; nil bounds are unknown. tight says that the
// upper bound is attained up to a constant factor on every path.
type num struct {
	lo, hi *size
	tight  bool
	powers bool // made by raising to a power or shifting: what counts states
	whole  bool // an integer, so that a range holds only so many values
}

func exactly(s *size) num { return num{lo: s, hi: s, tight: s != nil, whole: true} }
func number(c float64) num {
	v := exactly(konst(c))
	v.whole = c == math.Trunc(c)
	return v
}

func between(lo, hi *size) num { return num{lo: lo, hi: hi} }
func anyNumber() num           { return num{} }
func (v num) exact() bool      { return v.lo != nil && v.lo.equal(v.hi) }
func (v num) loose() num       { v.tight = false; return v }
func truth() num               { return num{lo: konst(0), hi: konst(1), whole: true} }
func integer(lo, hi *size) num { return num{lo: lo, hi: hi, whole: true} }
func (v num) known() bool      { return v.lo != nil && v.hi != nil }
func (v num) const_() (float64, bool) {
	if !v.exact() {
		return 0, false
	}
	return v.lo.constant()
}

func (v num) plus(w num) num {
	return num{lo: v.lo.plus(w.lo), hi: v.hi.plus(w.hi), tight: v.tight && w.tight, powers: v.powers || w.powers, whole: v.whole && w.whole}
}

func (v num) minus(w num) num {
	// The bound hi - lo is attained when v is at its top while w is at its
	// bottom. Two values that both vary may vary together, as x+1 and x do.
	return num{lo: v.lo.minus(w.hi), hi: v.hi.minus(w.lo), tight: v.tight && (w.exact() || v.exact() && w.tight), powers: v.powers, whole: v.whole && w.whole}
}

func (v num) nonNegative() bool {
	if v.lo == nil {
		return false
	}
	s, ok := v.lo.sign()
	return ok && s >= 0
}

func (v num) times(w num) num {
	if c, ok := w.const_(); ok && c < 0 {
		return num{lo: v.hi.times(c), hi: v.lo.times(c), tight: v.tight, whole: v.whole && w.whole}
	}
	if c, ok := v.const_(); ok && c < 0 {
		return w.times(v)
	}
	out := num{hi: v.hi.by(w.hi), tight: v.tight && w.tight, powers: v.powers || w.powers, whole: v.whole && w.whole}
	if v.nonNegative() && w.nonNegative() {
		out.lo = v.lo.by(w.lo)
		return out
	}
	// Signs unknown: bound by the product of the largest magnitudes.
	m := v.magnitude().by(w.magnitude())
	return num{lo: m.times(-1), hi: m, whole: v.whole && w.whole}
}

func (v num) magnitude() *size {
	if v.lo == nil || v.hi == nil {
		return nil
	}
	if v.nonNegative() {
		return v.hi
	}
	return larger(v.hi, v.lo.times(-1))
}

type seqKind int

const (
	listSeq seqKind = iota
	tupleSeq
	setSeq
	dictSeq
	stringSeq
	rangeSeq
	lazySeq // generators, iterators, map, zip, itertools
	arraySeq
)

// seq is a container or an iterator. It is shared by reference, as in Python;
// the interpreter logs it before each change.
type seq struct {
	id    int
	kind  seqKind
	n     num     // number of elements (of an array: entries along its first axis)
	elem  value   // summary of the elements (of a dict: of its values)
	key   value   // summary of a dict's keys
	items []value // all elements, when short and known
	keys  []value // literal keys of a dict display
	shape []num   // of an array, nil when unknown
	total num     // entries of an array
	drain cost    // what it costs to run a lazy sequence to its end
	works []Work  // enumerations that happen when it is run
	how   string  // kind of work that one pass over it is, if exponential
	text  string  // of a literal string
	inf   bool    // infinite iterator
	alike bool    // built from a fixed alphabet: equal lengths mean few values
}

func (s *seq) entries() num {
	if s.kind == arraySeq {
		return s.total
	}
	return s.n
}

// scope is one namespace.
type scope struct {
	id      int
	vars    map[string]value
	parent  *scope
	globals map[string]bool
	outer   map[string]bool // declared nonlocal
	class   bool
}

func (it *interp) newScope(parent *scope) *scope {
	return &scope{id: it.newID(), vars: map[string]value{}, parent: parent}
}

func (s *scope) module() *scope {
	for s.parent != nil {
		s = s.parent
	}
	return s
}

func (s *scope) find(name string) (*scope, bool) {
	if s.globals[name] {
		m := s.module()
		_, ok := m.vars[name]
		return m, ok
	}
	for e := s; e != nil; e = e.parent {
		if e.class && e != s {
			continue
		}
		if _, ok := e.vars[name]; ok && !(e == s && s.outer[name]) {
			return e, true
		}
	}
	return nil, false
}

// cost is what a piece of program spends: at most hi operations (nil with
// open set where no bound was found), at least lo on every run, and the
// recursive calls that it makes to the function under analysis.
type cost struct {
	hi, lo  *size
	open    bool
	againHi *size
	againLo *size
}

func free() cost { return cost{hi: konst(0), lo: konst(0), againHi: konst(0), againLo: konst(0)} }

func (c cost) plus(d cost) cost {
	return cost{
		hi: c.hi.plus(d.hi), lo: c.lo.plus(d.lo), open: c.open || d.open,
		againHi: c.againHi.plus(d.againHi), againLo: c.againLo.plus(d.againLo),
	}
}

// times repeats a cost; least says how often at least.
func (c cost) times(most, least *size) cost {
	if least == nil {
		least = konst(0)
	}
	out := cost{lo: c.lo.by(least), againLo: c.againLo.by(least), open: c.open || most == nil}
	if most != nil {
		out.hi, out.againHi = c.hi.by(most), c.againHi.by(most)
	}
	if c.againHi != nil && len(c.againHi.terms) == 0 {
		out.againHi = konst(0)
	}
	return out
}

// either is the cost of one of two branches.
func (c cost) either(d cost) cost {
	return cost{
		hi: larger(c.hi, d.hi), lo: smaller(c.lo, d.lo), open: c.open || d.open,
		againHi: larger(c.againHi, d.againHi), againLo: smaller(c.againLo, d.againLo),
	}
}

// join is a value that stands for both.
func (it *interp) join(a, b value, depth int) value {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	if _, ok := a.(againValue); ok {
		return b
	}
	if _, ok := b.(againValue); ok {
		return a
	}
	if depth > 4 {
		return unknownValue{}
	}
	switch x := a.(type) {
	case num:
		switch y := b.(type) {
		case num:
			return joinNums(x, y)
		case noneValue:
			return x.loose()
		case paramValue:
			if y.depth > 0 {
				return anyNumber()
			}
		}
	case noneValue:
		if y, ok := b.(num); ok {
			return y.loose()
		}
		return b
	case *seq:
		switch y := b.(type) {
		case *seq:
			return it.joinSeqs(x, y, depth)
		case noneValue:
			return x
		case paramValue:
			return it.join(x, it.paramSeq(y), depth)
		}
	case paramValue:
		switch y := b.(type) {
		case paramValue:
			if x == y {
				return x
			}
			return paramValue{depth: max(x.depth, y.depth), key: ""}
		case num:
			return anyNumber()
		case *seq:
			return it.join(it.paramSeq(x), y, depth)
		case noneValue:
			return x
		}
	case *instanceValue:
		if y, ok := b.(*instanceValue); ok && x.class == y.class {
			if x == y {
				return x
			}
			out := &instanceValue{id: it.newID(), class: x.class, attrs: map[string]value{}}
			for _, k := range sortedKeys(x.attrs) {
				out.attrs[k] = it.join(x.attrs[k], y.attrs[k], depth+1)
			}
			for k, v := range y.attrs {
				if _, ok := out.attrs[k]; !ok {
					out.attrs[k] = v
				}
			}
			return out
		}
	case *funcValue:
		if y, ok := b.(*funcValue); ok && x.def == y.def {
			return x
		}
	case moduleValue:
		if y, ok := b.(moduleValue); ok && x == y {
			return x
		}
	case builtinValue:
		if y, ok := b.(builtinValue); ok && x == y {
			return x
		}
	case *classValue:
		if b == a {
			return a
		}
	}
	if _, ok := b.(noneValue); ok {
		return a
	}
	return unknownValue{}
}

func joinNums(x, y num) num {
	out := num{lo: smaller(x.lo, y.lo), hi: larger(x.hi, y.hi), powers: x.powers || y.powers, whole: x.whole && y.whole}
	out.tight = x.tight && y.tight && x.hi.equal(y.hi)
	return out
}

func (it *interp) joinSeqs(x, y *seq, depth int) value {
	if x == y {
		return x
	}
	if x.kind == stringSeq && y.kind == stringSeq && x.text == y.text && x.n.exact() && y.n.exact() && x.n.hi.equal(y.n.hi) {
		return x
	}
	out := &seq{id: it.newID(), kind: x.kind, n: joinNums(x.n, y.n), drain: x.drain.either(y.drain), inf: x.inf || y.inf, alike: x.alike && y.alike}
	if y.kind != x.kind && (y.kind == arraySeq || x.kind == arraySeq) {
		out.kind = arraySeq
	}
	out.how = x.how
	if out.how == "" {
		out.how = y.how
	}
	out.elem = it.join(x.elem, y.elem, depth+1)
	out.key = it.join(x.key, y.key, depth+1)
	out.works = append(slices.Clone(x.works), y.works...)
	if len(out.works) > 8 {
		out.works = out.works[:8]
	}
	if len(x.items) == len(y.items) && len(x.items) > 0 && x.kind == y.kind {
		out.items = make([]value, len(x.items))
		for i := range out.items {
			out.items[i] = it.join(x.items[i], y.items[i], depth+1)
		}
	}
	if out.kind == arraySeq {
		out.total = joinNums(x.entries(), y.entries())
		if x.kind == y.kind && len(x.shape) == len(y.shape) && x.shape != nil {
			out.shape = make([]num, len(x.shape))
			for i := range out.shape {
				out.shape[i] = joinNums(x.shape[i], y.shape[i])
			}
		}
	}
	return out
}
