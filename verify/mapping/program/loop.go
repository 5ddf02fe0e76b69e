package program

import (
	"math"
	"slices"
)

// cond is what is known about a test.
type cond struct {
	verdict int  // +1 true, -1 false for all large systems, 0 not decided by size
	plain   bool // decided whatever the size
	bound   int  // largest n for which the rarer side can be taken
	numeric bool // a test on sizes, not on data
	cache   bool // a look-up of an earlier result
	node    *node
}

// minority is the text of the condition under which the rarer side is taken.
func (c cond) minority(t *Tree) string {
	if c.verdict < 0 {
		return t.source(c.node)
	}
	return "not (" + t.source(c.node) + ")"
}

func (c cond) not() cond { c.verdict = -c.verdict; return c }

func (it *interp) condition(n *node, s *scope) cond {
	c := it.conditionOf(n, s)
	c.node = n
	return c
}

func (it *interp) conditionOf(n *node, s *scope) cond {
	switch {
	case n.is("BoolOp"):
		want := -1 // And: one false decides
		if n.child("op").is("Or") {
			want = 1
		}
		all := cond{verdict: -want, plain: true, numeric: true}
		decided := cond{}
		for _, part := range n.children("values") {
			p := it.conditionOf(part, s)
			switch p.verdict {
			case want:
				if decided.verdict == 0 || p.plain || !decided.plain && p.bound < decided.bound {
					decided = p
				}
			case 0:
				all.verdict = 0
			default:
				all.plain = all.plain && p.plain
				all.bound = max(all.bound, p.bound)
			}
			all.numeric = all.numeric && p.numeric
			all.cache = all.cache || p.cache
			if decided.plain {
				break
			}
		}
		if decided.verdict != 0 {
			return decided
		}
		return all
	case n.is("UnaryOp") && n.child("op").is("Not"):
		return it.conditionOf(n.child("operand"), s).not()
	case n.is("Compare"):
		left := n.child("left")
		a := it.eval(left, s)
		all := cond{verdict: 1, plain: true, numeric: true}
		for i, right := range n.children("comparators") {
			b := it.eval(right, s)
			c := it.compare(n.children("ops")[i].kind, a, b, n)
			switch {
			case c.verdict < 0:
				return c
			case c.verdict == 0:
				all.verdict = 0
			default:
				all.plain = all.plain && c.plain
				all.bound = max(all.bound, c.bound)
			}
			all.numeric = all.numeric && c.numeric
			all.cache = all.cache || c.cache
			a = b
		}
		return all
	}
	switch v := it.eval(n, s).(type) {
	case num:
		return it.compare("NotEq", v, number(0), n)
	case noneValue:
		return cond{verdict: -1, plain: true}
	case *seq:
		if v.kind == stringSeq || v.kind == arraySeq {
			return cond{}
		}
		return it.compare("NotEq", v.n, number(0), n)
	case *funcValue, *classValue, moduleValue:
		return cond{verdict: 1, plain: true}
	}
	return cond{}
}

func (it *interp) compare(op string, a, b value, n *node) cond {
	switch op {
	case "In", "NotIn":
		c := it.member(a, b)
		if op == "NotIn" {
			return c.not()
		}
		return c
	case "Is", "IsNot":
		_, an := a.(noneValue)
		_, bn := b.(noneValue)
		c := cond{cache: an || bn}
		if an && bn {
			c = cond{verdict: 1, plain: true}
		}
		if op == "IsNot" {
			return c.not()
		}
		return c
	}
	if s, ok := a.(*seq); ok && (op == "Eq" || op == "NotEq") {
		if t, ok := b.(*seq); ok && s.kind == stringSeq && t.kind == stringSeq && s.text != "" && t.text != "" && s.n.exact() && t.n.exact() {
			c := cond{verdict: -1, plain: true}
			if s.text == t.text {
				c.verdict = 1
			}
			if op == "NotEq" {
				return c.not()
			}
			return c
		}
	}
	x, okx := a.(num)
	y, oky := b.(num)
	if !okx || !oky {
		if sa, ok := a.(*seq); ok && sa.kind == arraySeq {
			it.spend(sa.total)
		}
		return cond{}
	}
	if it.compares != nil {
		*it.compares = append(*it.compares, comparison{op: op, left: x, right: y, node: n})
	}
	d := num{lo: x.lo.minus(y.hi), hi: x.hi.minus(y.lo)}
	c := cond{numeric: x.known() && y.known()}
	lo, okLo := d.lo.sign()
	hi, okHi := d.hi.sign()
	above, below := okLo && lo > 0, okHi && hi < 0 // for all large systems
	zero := okLo && okHi && lo == 0 && hi == 0
	switch op {
	case "Lt":
		c.verdict = decide(below, okLo && lo >= 0)
	case "LtE":
		c.verdict = decide(okHi && hi <= 0, above)
	case "Gt":
		c.verdict = decide(above, okHi && hi <= 0)
	case "GtE":
		c.verdict = decide(okLo && lo >= 0, below)
	case "Eq":
		c.verdict = decide(zero, above || below)
	case "NotEq":
		c.verdict = decide(above || below, zero)
	}
	if c.verdict == 0 {
		return c
	}
	if !d.lo.closed() && !d.hi.closed() {
		c.verdict = 0 // an unknown may be anything
		return c
	}
	_, constLo := d.lo.constant()
	_, constHi := d.hi.constant()
	if constLo && constHi || zero {
		c.plain = true
		return c
	}
	c.bound = largest(func(n float64) bool { return possible(op, c.verdict < 0, d.lo.at(n), d.hi.at(n)) })
	return c
}

func decide(yes, no bool) int {
	switch {
	case yes:
		return 1
	case no:
		return -1
	}
	return 0
}

// possible says whether a test can come out as wanted for a difference within
// [lo, hi].
func possible(op string, want bool, lo, hi float64) bool {
	const e = 1e-6
	switch op {
	case "Lt":
		return want && lo < -e || !want && hi >= -e
	case "LtE":
		return want && lo <= e || !want && hi > e
	case "Gt":
		return want && hi > e || !want && lo <= e
	case "GtE":
		return want && hi >= -e || !want && lo < -e
	case "Eq":
		return want && lo <= e && hi >= -e || !want && (hi > e || lo < -e)
	case "NotEq":
		return want && (hi > e || lo < -e) || !want && lo <= e && hi >= -e
	}
	return false
}

// largest is the largest n that holds, for a test that fails from some n on.
func largest(holds func(n float64) bool) int {
	best := 0
	for n := 1; n <= 512; n++ {
		if holds(float64(n)) {
			best = n
		}
	}
	if best < 512 {
		return best
	}
	lo, hi := 512.0, 1024.0
	for hi < 1e12 && holds(hi) {
		lo, hi = hi, 2*hi
	}
	for hi-lo > 1 {
		mid := math.Floor((lo + hi) / 2)
		if holds(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return int(lo)
}

// member decides x in container where the container holds a fixed set of
// numbers and x grows.
func (it *interp) member(a, b value) cond {
	q, ok := b.(*seq)
	if !ok {
		return cond{}
	}
	x, ok := a.(num)
	pool := q.items
	summary := q.elem
	if q.kind == dictSeq {
		pool, summary = q.keys, q.key
	}
	if ok && x.known() {
		top, fixed := 0.0, len(pool) > 0
		for _, v := range pool {
			c, isConst := 0.0, false
			if w, isNum := v.(num); isNum {
				c, isConst = w.const_()
			}
			fixed = fixed && isConst
			top = math.Max(top, c)
		}
		if w, isNum := summary.(num); !fixed && isNum && w.hi != nil && q.kind != lazySeq {
			top, fixed = w.hi.constant()
		}
		if fixed {
			c := it.compare("Gt", x, number(top), nil)
			if c.verdict > 0 && !c.plain {
				return cond{verdict: -1, bound: int(top), numeric: true}
			}
			return cond{numeric: true}
		}
	}
	return cond{cache: q.kind == dictSeq}
}

// pass is the state of the analysis of one loop or fold.
type pass struct {
	it    *interp
	open  []unknownSize
	count num // of iterations
}

// unknownSize is one unknown of a recurrence: the size it stands for before
// the loop and after one round.
type unknownSize struct {
	s        symbol
	pre      *size
	post     *size
	lower    bool // it is a lower bound
	both     bool // it stands for an exact value
	tight    bool
	whole    bool
	resolved bool
	hi, lo   *size
}

func (p *pass) fresh(pre *size, lower, both bool) *size {
	s := p.it.newSymbol()
	p.open = append(p.open, unknownSize{s: s.terms[0].pows[0].s, pre: pre, lower: lower, both: both})
	return s
}

// openNum opens a number: as one unknown when it is one exact value, else as a
// lower and an upper bound. A summary of many elements is never one value, for
// it spreads from round to round.
func (p *pass) openNum(v num, one bool) num {
	out := num{tight: v.tight, powers: v.powers, whole: v.whole}
	if one && v.exact() {
		s := p.fresh(v.hi, false, true)
		return num{lo: s, hi: s, tight: true, powers: v.powers, whole: v.whole}
	}
	if v.lo != nil {
		out.lo = p.fresh(v.lo, true, false)
	}
	if v.hi != nil {
		out.hi = p.fresh(v.hi, false, false)
	}
	return out
}

// abstract puts unknowns in the place of the sizes within a value.
func (p *pass) abstract(v value, depth int) value {
	switch v := v.(type) {
	case num:
		return p.openNum(v, depth == 0)
	case *seq:
		if depth > 2 || v.kind == stringSeq && depth == 0 && v.n.hi == nil {
			return v
		}
		c := *v
		c.items, c.keys, c.text = nil, nil, ""
		if v.kind == arraySeq {
			if v.shape != nil && len(v.shape) <= 4 {
				c.shape = make([]num, len(v.shape))
				for i, d := range v.shape {
					c.shape[i] = p.openNum(d, depth == 0)
				}
				c.total = product(c.shape)
				if len(c.shape) > 0 {
					c.n = c.shape[0]
				}
			} else {
				c.total = p.openNum(v.total, depth == 0)
				c.n = num{lo: konst(0), hi: c.total.hi}
			}
			return &c
		}
		if v.kind != lazySeq && v.kind != rangeSeq {
			c.n = p.openNum(v.n, depth == 0)
			c.elem = p.abstract(v.elem, depth+1)
			if v.kind == dictSeq || v.kind == setSeq {
				c.key = p.abstract(v.key, depth+1)
			}
		}
		return &c
	}
	return v
}

func product(dims []num) num {
	out := number(1)
	for _, d := range dims {
		out = out.times(d)
	}
	return out
}

// separate copies an opened value, so that what the body does to it in place
// leaves the list of unknowns as it was set up.
func (it *interp) separate(v value, depth int) value {
	q, ok := v.(*seq)
	if !ok || depth > 2 {
		return v
	}
	c := *q
	c.id = it.newID()
	c.elem, c.key = it.separate(q.elem, depth+1), it.separate(q.key, depth+1)
	return &c
}

// observe reads off what one round made of the unknowns of a value.
func (p *pass) observe(open, post value, k *int, depth int) {
	switch v := open.(type) {
	case num:
		w, ok := post.(num)
		if !ok {
			if _, none := post.(noneValue); none {
				w = v
			} else {
				w = num{}
			}
		}
		if v.exact() {
			u := &p.open[*k]
			u.post, u.tight, u.whole = w.hi, w.tight, w.whole
			if !w.exact() {
				u.both = false
				u.tight = false
			}
			// The lower side of an inexact result is kept beside it.
			u.lo = w.lo
			*k++
			return
		}
		if v.lo != nil {
			p.open[*k].post = w.lo
			*k++
		}
		if v.hi != nil {
			p.open[*k].post, p.open[*k].tight, p.open[*k].whole = w.hi, w.tight, w.whole
			*k++
		}
	case *seq:
		if !p.opened(v, depth) {
			return
		}
		w, ok := post.(*seq)
		if !ok {
			w = &seq{kind: v.kind}
		}
		if v.kind == arraySeq {
			if v.shape != nil && len(v.shape) <= 4 {
				same := w.kind == arraySeq && len(w.shape) == len(v.shape)
				for i := range v.shape {
					var d value = num{}
					if same {
						d = w.shape[i]
					}
					p.observe(v.shape[i], d, k, depth)
				}
				return
			}
			p.observe(v.total, w.entries(), k, depth)
			return
		}
		p.observe(v.n, w.n, k, depth)
		p.observe(v.elem, orUnknown(w.elem, v.elem), k, depth+1)
		if v.kind == dictSeq || v.kind == setSeq {
			p.observe(v.key, orUnknown(w.key, v.key), k, depth+1)
		}
	}
}

func orUnknown(v, same value) value {
	if v == nil {
		return same
	}
	return v
}

func (p *pass) opened(v *seq, depth int) bool {
	if depth > 2 || v.kind == stringSeq && depth == 0 && v.n.hi == nil {
		return false
	}
	return v.kind == arraySeq || v.kind != lazySeq && v.kind != rangeSeq
}

// settle puts the solved bounds in the place of the unknowns.
func (p *pass) settle(open, pre, post value, k *int, depth int, after bool) value {
	it := p.it
	switch v := open.(type) {
	case num:
		return p.settleNum(v, k, after)
	case *seq:
		if !p.opened(v, depth) {
			return it.widen(pre, post, 0)
		}
		c := *v
		w, ok := post.(*seq)
		if !ok {
			w = v
		}
		was, ok := pre.(*seq)
		if !ok {
			was = v
		}
		c.id = it.newID()
		c.how, c.works, c.drain = was.how, w.works, was.drain
		if c.how == "" {
			c.how = w.how
		}
		c.alike = was.alike && w.alike
		if v.kind == arraySeq {
			if v.shape != nil && len(v.shape) <= 4 {
				c.shape = make([]num, len(v.shape))
				for i := range v.shape {
					c.shape[i] = p.settleNum(v.shape[i], k, after)
				}
				if w.kind != arraySeq || len(w.shape) != len(v.shape) {
					c.shape, c.total, c.n = nil, anyNumber(), anyNumber()
					return &c
				}
				c.total = product(c.shape)
				if len(c.shape) > 0 {
					c.n = c.shape[0]
				}
				return &c
			}
			c.total = p.settleNum(v.total, k, after)
			c.n, c.shape = num{lo: konst(0), hi: c.total.hi}, nil
			return &c
		}
		c.n = p.settleNum(v.n, k, after)
		c.elem = p.settle(v.elem, was.elem, orUnknown(w.elem, was.elem), k, depth+1, after)
		if v.kind == dictSeq || v.kind == setSeq {
			c.key = p.settle(v.key, was.key, orUnknown(w.key, was.key), k, depth+1, after)
			c.n = boundByKeys(c.n, c.key)
		}
		if w.kind != c.kind && w.kind == arraySeq {
			return it.widen(pre, post, 0)
		}
		return &c
	}
	return it.widen(pre, post, 0)
}

// widen is a value that stands for what any number of rounds makes of pre, when
// one round makes post of it and no recurrence was set up: what changed is
// unknown.
func (it *interp) widen(pre, post value, depth int) value {
	if pre == nil || post == nil || depth > 4 {
		return it.join(pre, post, depth)
	}
	switch x := pre.(type) {
	case num:
		y, ok := post.(num)
		if !ok {
			return it.join(pre, post, depth)
		}
		out := x
		out.whole = x.whole && y.whole
		if !x.hi.equal(y.hi) {
			out.hi, out.tight = nil, false
		}
		if !x.lo.equal(y.lo) {
			out.lo = nil
			if x.nonNegative() && y.nonNegative() {
				out.lo = konst(0)
			}
		}
		return out
	case *seq:
		y, ok := post.(*seq)
		if !ok || x == y {
			return it.join(pre, post, depth)
		}
		j, ok := it.joinSeqs(x, y, depth).(*seq)
		if !ok {
			return unknownValue{}
		}
		c := *j
		grown := func(a, b num) num { w, _ := it.widen(a, b, depth).(num); return w }
		c.n = grown(x.n, y.n)
		c.items = nil
		if len(x.items) == len(y.items) && x.kind == y.kind {
			c.items = make([]value, len(x.items))
			for i := range x.items {
				c.items[i] = it.widen(x.items[i], y.items[i], depth+1)
			}
		}
		c.elem, c.key = it.widen(x.elem, y.elem, depth+1), it.widen(x.key, y.key, depth+1)
		if c.kind == arraySeq {
			c.total, c.shape = grown(x.entries(), y.entries()), nil
			if len(x.shape) == len(y.shape) && x.shape != nil {
				c.shape = make([]num, len(x.shape))
				for i := range x.shape {
					c.shape[i] = grown(x.shape[i], y.shape[i])
				}
			}
		}
		return &c
	case *instanceValue:
		y, ok := post.(*instanceValue)
		if !ok || x == y || x.class != y.class {
			return it.join(pre, post, depth)
		}
		out := &instanceValue{id: x.id, class: x.class, attrs: map[string]value{}}
		for _, k := range sortedKeys(y.attrs) {
			out.attrs[k] = it.widen(x.attrs[k], y.attrs[k], depth+1)
		}
		return out
	}
	return it.join(pre, post, depth)
}

// boundByKeys bounds the number of keys of a dict or set by the number of
// whole numbers in their range.
func boundByKeys(n num, key value) num {
	k, ok := key.(num)
	if !ok || k.lo == nil || k.hi == nil || !k.whole {
		return n
	}
	width := k.hi.minus(k.lo).plus(konst(1))
	if n.hi == nil {
		return num{lo: n.lo, hi: width}
	}
	if s, ok := n.hi.minus(width).sign(); ok && s > 0 {
		return num{lo: n.lo, hi: width}
	}
	return n
}

func (p *pass) settleNum(v num, k *int, after bool) num {
	if v.exact() {
		u := p.open[*k]
		*k++
		out := num{lo: u.lo, hi: u.hi, tight: u.tight, powers: v.powers, whole: v.whole && u.whole}
		if after && u.both && u.hi != nil && u.tight {
			out.lo = u.hi
		}
		return out
	}
	out := num{tight: v.tight, powers: v.powers}
	if v.lo != nil {
		out.lo = p.open[*k].lo
		*k++
	}
	if v.hi != nil {
		out.hi = p.open[*k].hi
		out.tight = out.tight && p.open[*k].tight
		out.whole = v.whole && p.open[*k].whole
		*k++
	}
	return out
}

// solve finds bounds, over all rounds of the loop, of every unknown.
func (p *pass) solve() {
	T := p.count
	own := map[symbol]bool{}
	for _, u := range p.open {
		own[u.s] = true
	}
	foreign := func(z *size, s symbol) bool {
		m := map[symbol]bool{}
		z.symbols(m)
		for x := range m {
			if own[x] && x != s {
				return true
			}
		}
		return false
	}
	for i := range p.open {
		u := &p.open[i]
		lowPost := u.post
		if !u.lower && u.lo != nil {
			lowPost = u.lo
		}
		u.lo = nil
		if u.lower || !u.lower && (u.both || lowPost != nil) {
			if lowPost != nil && !foreign(lowPost, u.s) {
				u.lo = solveLower(u.s, u.pre, lowPost, T.hi)
			}
		}
	}
	for range 3 {
		for i := range p.open {
			u := &p.open[i]
			if u.lower || u.resolved || u.post == nil {
				continue
			}
			post := u.post
			if foreign(post, u.s) {
				with := map[symbol]*size{}
				ok := true
				for _, w := range p.open {
					if w.s == u.s || !post.has(w.s) {
						continue
					}
					a, _, lin := post.linear(w.s)
					switch {
					case lin && a >= 0 && !w.lower && w.resolved && w.hi != nil:
						with[w.s] = w.hi
					case lin && a < 0 && w.lo != nil:
						with[w.s] = w.lo
					case w.lower && lin && a >= 0 && w.lo != nil:
						// An upper bound cannot rest on a lower one unless it is
						// an exact value's.
						ok = false
					default:
						ok = false
					}
				}
				if !ok {
					continue
				}
				post = post.subst(with)
				u.tight = false
			}
			u.hi, u.tight = solveUpper(u.s, u.pre, post, T, u.tight)
			u.resolved = true
		}
	}
	p.solveTogether(own)
}

// solveTogether bounds unknowns that feed each other, by the largest row sum of
// their linear recurrence.
func (p *pass) solveTogether(own map[symbol]bool) {
	alpha, beta, base := 1.0, konst(0), konst(0)
	even, first := true, -1.0
	var group []int
	for i := range p.open {
		u := &p.open[i]
		if u.lower || u.resolved || u.post == nil {
			continue
		}
		rest, sum, ok := u.post, 0.0, true
		for j := range p.open {
			w := &p.open[j]
			if rest == nil || !rest.has(w.s) {
				continue
			}
			a, b, lin := rest.linear(w.s)
			if !lin || a < 0 || w.lower {
				ok = false
				break
			}
			if w.resolved {
				b = b.plus(w.hi.times(a))
			} else {
				sum += a
			}
			rest = b
		}
		if !ok || rest == nil {
			u.resolved = true // without a bound
			continue
		}
		group = append(group, i)
		if first >= 0 && sum != first || len(rest.terms) > 0 || !u.tight {
			even = false
		}
		first = sum
		alpha = math.Max(alpha, sum)
		beta = larger(beta, rest)
		base = larger(base, u.pre)
	}
	for _, i := range group {
		u := &p.open[i]
		u.hi = powerLaw(alpha, base, beta, p.count.hi)
		u.tight = even && alpha > 1 && p.count.tight
		u.resolved = true
	}
}

// powerLaw is α^T·base + β·(1 + α + … ).
func powerLaw(alpha float64, base, beta, T *size) *size {
	if T == nil {
		return nil
	}
	if alpha <= 1+tiny {
		return base.plus(T.by(beta))
	}
	scale := T.times(math.Log2(alpha)).exp2()
	return scale.by(base.plus(beta.times(1 / (alpha - 1))))
}

func solveUpper(s symbol, pre, post *size, T num, tight bool) (*size, bool) {
	alpha, beta, ok := post.linear(s)
	if !ok || beta == nil {
		return nil, false
	}
	sign, known := beta.sign()
	switch {
	case alpha == 0:
		return larger(pre, post), tight && T.tight
	case alpha < 0:
		return nil, false
	case alpha < 1-tiny:
		return larger(pre, beta.times(1/(1-alpha))), false
	case alpha <= 1+tiny:
		switch {
		case known && sign == 0:
			return pre, tight
		case known && sign < 0:
			return pre, false
		case T.hi == nil || !known && !beta.closed():
			return nil, false
		case known:
			return pre.plus(T.hi.by(beta)), tight && T.tight
		}
		return nil, false
	}
	if known && sign >= 0 {
		return powerLaw(alpha, pre, beta, T.hi), tight && T.tight
	}
	return powerLaw(alpha, pre, konst(0), T.hi), false
}

func solveLower(s symbol, pre, post, T *size) *size {
	alpha, beta, ok := post.linear(s)
	if !ok || beta == nil {
		return nil
	}
	sign, known := beta.sign()
	preSign, preKnown := pre.sign()
	switch {
	case alpha == 0:
		return smaller(pre, post)
	case alpha < 0 || !known:
		return nil
	case alpha < 1-tiny:
		if preKnown && preSign >= 0 && sign >= 0 {
			return konst(0)
		}
		if preKnown && preSign >= 0 {
			return beta.times(1 / (1 - alpha))
		}
		return nil
	case alpha <= 1+tiny:
		if sign >= 0 {
			return pre
		}
		if T == nil {
			return nil
		}
		return pre.plus(T.by(beta))
	}
	if sign >= 0 && preKnown && preSign >= 0 {
		return pre
	}
	return nil
}

// repeat analyses a loop. body is one round; count is the number of rounds
// where it is known beforehand, else rounds finds it from the comparisons seen
// in one round over unknowns. It returns how the loop may be left.
//
// A loop that is left early by a break or a return runs its rounds all the same
// only where rounds says so, by a tight count.
func (it *interp) repeat(n *node, body func() flow, count *num, rounds func(p *pass, seen []comparison) (num, string)) flow {
	if it.tired() {
		return flow{next: true}
	}
	savedCompares := it.compares
	defer func() { it.compares = savedCompares }()
	it.compares = nil
	before := it.ids
	mark := len(it.log)
	drop := it.dropLo
	var breaks []snapshot
	round := func() flow {
		c := it.open(loopRegion)
		f := body()
		it.shut()
		it.merge(c.mark, c.rejoin)
		breaks = c.left
		return f
	}
	// What a round changes of what was there before; a second look may take
	// branches that the first did not.
	var slots []slot
	known := map[slot]bool{}
	learn := func() bool {
		more := false
		for _, u := range it.changed(mark) {
			if u.existed && olderThan(u.owner, before) && !known[u.slot] {
				known[u.slot] = true
				slots = append(slots, u.slot)
				more = true
			}
		}
		return more
	}
	it.silently(func() { round() })
	it.dropLo = drop
	learn()
	it.rollback(mark)

	var p *pass
	var pres, opens, posts []value
	var seen []comparison
	for range maxLooks {
		p = &pass{it: it}
		pres, opens, posts = nil, nil, nil
		seen = nil
		for i, s := range slots {
			v, _ := it.get(s)
			pres = append(pres, v)
			opens = append(opens, p.abstract(v, 0))
			it.put(s, it.separate(opens[i], 0))
		}
		it.compares = &seen
		it.silently(func() { round() })
		it.compares = nil
		it.dropLo = drop
		more := learn()
		k := 0
		for i := range opens {
			v, _ := it.get(slots[i])
			posts = append(posts, v)
			p.observe(opens[i], v, &k, 0)
		}
		it.rollback(mark)
		if !more {
			break
		}
	}

	why := ""
	if count != nil {
		p.count = *count
	} else {
		p.count, why = rounds(p, seen)
	}
	p.solve()
	widened := make([]value, len(opens))
	finals := make([]value, len(opens))
	k, j := 0, 0
	for i := range opens {
		s := slots[i]
		widened[i] = p.close(p.settle(opens[i], pres[i], posts[i], &k, 0, false), 0)
		finals[i] = p.close(p.settle(opens[i], pres[i], posts[i], &j, 0, true), 0)
		it.put(s, widened[i])
	}
	var f flow
	c := it.measure(func() { f = round() })
	it.dropLo = drop
	if learn() || len(slots) > len(opens) {
		it.puzzle(n, "what changes from round to round of this loop is too involved")
	}
	T := p.count
	least := konst(0)
	early := count != nil && (f.brk || f.ret)
	if T.tight && !early {
		least = T.hi
	}
	if T.hi == nil && why != "" {
		it.puzzle(n, "%s", why)
	}
	it.charge(c.times(T.hi, least))
	for i := range opens {
		if early {
			finals[i] = widened[i]
		}
		now, _ := it.get(slots[i])
		it.put(slots[i], it.settled(finals[i], now))
	}
	it.merge(mark, breaks)
	return f
}

// maxLooks bounds how often a loop is looked at again because a round changed
// more than the one before.
const maxLooks = 4

// close replaces unknowns that found their way into a value by what was solved
// for them.
func (p *pass) close(v value, depth int) value {
	switch v := v.(type) {
	case num:
		return p.closeNum(v)
	case *seq:
		if depth > 3 {
			return v
		}
		c := *v
		c.id = p.it.newID()
		c.n, c.total = p.closeNum(v.n), p.closeNum(v.total)
		c.elem, c.key = p.close(v.elem, depth+1), p.close(v.key, depth+1)
		c.items = slices.Clone(v.items)
		for i := range c.items {
			c.items[i] = p.close(c.items[i], depth+1)
		}
		c.shape = slices.Clone(v.shape)
		for i := range c.shape {
			c.shape[i] = p.closeNum(c.shape[i])
		}
		return &c
	}
	return v
}

func (p *pass) closeNum(v num) num {
	for _, u := range p.open {
		switch {
		case v.hi.has(u.s) && !u.lower && u.hi != nil:
			v.hi = v.hi.subst(map[symbol]*size{u.s: u.hi})
			v.tight = v.tight && u.tight
		case v.hi.has(u.s):
			v.hi, v.tight = nil, false
		}
		switch {
		case v.lo.has(u.s) && u.lo != nil:
			v.lo = v.lo.subst(map[symbol]*size{u.s: u.lo})
		case v.lo.has(u.s):
			v.lo = nil
		}
	}
	return v
}

// settled keeps the solved sizes and what the last round taught about the rest.
func (it *interp) settled(final, now value) value {
	f, ok := final.(*seq)
	w, ok2 := now.(*seq)
	if ok && ok2 && f.kind == w.kind {
		c := *f
		c.elem = it.widen(f.elem, w.elem, 0)
		return &c
	}
	return final
}

func olderThan(owner any, id int) bool {
	switch o := owner.(type) {
	case *seq:
		return o.id <= id
	case *instanceValue:
		return o.id <= id
	case *scope:
		return o.id <= id
	}
	return false
}

// forLoop runs a for statement.
func (it *interp) forLoop(n *node, s *scope) flow {
	over := it.eval(n.child("iter"), s)
	count, elem, q := it.iterate(over, n.child("iter"))
	grows := false
	body := func() flow {
		it.assign(n.child("target"), elem, s)
		mark := len(it.log)
		f := it.block(n.children("body"), s)
		if q != nil && q.kind != lazySeq && q.kind != rangeSeq {
			for _, u := range it.changed(mark) {
				if u.owner == any(q) {
					grows = true
				}
			}
		}
		return f
	}
	// A list that the body appends to while it is being walked has no length.
	if q != nil && q.kind == listSeq {
		mark := len(it.log)
		drop := it.dropLo
		it.silently(func() { body() })
		it.dropLo = drop
		it.rollback(mark)
		if grows && q.n.hi != nil {
			count = num{lo: konst(0)}
		}
	}
	f := it.repeat(n, body, &count, nil)
	if count.hi == nil && !it.explained(n) {
		it.puzzle(n, "the number of rounds of this loop over %q is not known", it.tree.source(n.child("iter")))
	}
	out := flow{next: true, ret: f.ret, raise: f.raise}
	if els := n.children("orelse"); len(els) > 0 {
		g := it.block(els, s)
		out.ret, out.raise = out.ret || g.ret, out.raise || g.raise
		out.brk, out.cont = g.brk, g.cont
		out.next = g.next || f.brk
	}
	if f.ret && out.next {
		it.dropLo++
	}
	return out
}

func (it *interp) explained(n *node) bool {
	for _, u := range it.unknowns {
		if u.Span.Line >= n.line && u.Span.End <= n.endLine {
			return true
		}
	}
	return false
}
