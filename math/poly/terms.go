package poly

import (
	"fmt"
	"math/big"
	"math/bits"
)

var one, minusOne = big.NewInt(1), big.NewInt(-1) // never changed

// terms is a polynomial over ℤ: coefs[k], none zero, at the packed exponents
// exps[k·words : (k+1)·words], in decreasing order. Coefficients may be shared between
// polynomials, so none is ever changed in place once it is in one.
type terms struct {
	words int
	exps  []uint64
	coefs []*big.Int
}

func constant(words int, c *big.Int) terms {
	if words <= 2 { // one allocation
		room := &struct {
			exps [2]uint64
			coef [1]*big.Int
		}{coef: [1]*big.Int{c}}
		return terms{words: words, exps: room.exps[:words:words], coefs: room.coef[:]}
	}
	return terms{words: words, exps: make([]uint64, words), coefs: []*big.Int{c}}
}

func (t terms) len() int           { return len(t.coefs) }
func (t terms) exp(k int) []uint64 { return t.exps[k*t.words : (k+1)*t.words] }

func (t terms) isConstant() bool {
	return len(t.coefs) == 0 || len(t.coefs) == 1 && isOne(t.exp(0))
}

func isOne(exp []uint64) bool {
	for _, w := range exp {
		if w != 0 {
			return false
		}
	}
	return true
}

func (t terms) equal(u terms) bool {
	if t.len() != u.len() {
		return false
	}
	for i, w := range t.exps {
		if w != u.exps[i] {
			return false
		}
	}
	for k, c := range t.coefs {
		if c.Cmp(u.coefs[k]) != 0 {
			return false
		}
	}
	return true
}

func compareExp(a, b []uint64) int {
	for i, w := range a {
		if w != b[i] {
			if w < b[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}

// addExp writes a + b; it reports whether every exponent stayed below the guard bit.
func addExp(dst, a, b []uint64) bool {
	var over uint64
	for i := range dst {
		dst[i] = a[i] + b[i]
		over |= dst[i]
	}
	return over&guards == 0
}

// subExp writes a − b; it reports whether the monomial b divides a. (dst is scratch if not.)
func subExp(dst, a, b []uint64) bool {
	ok := true
	for i := range dst {
		d := a[i] | guards
		d -= b[i]
		ok = ok && d&guards == guards
		dst[i] = d &^ guards
	}
	return ok
}

// degrees packs the degree in each variable.
func (t terms) degrees() []uint64 {
	d := make([]uint64, t.words)
	for k := range t.len() {
		for w, e := range t.exp(k) {
			for shift := 0; shift < 64; shift += slotBits {
				if m := uint64(slotMask) << shift; e&m > d[w]&m {
					d[w] = d[w]&^m | e&m
				}
			}
		}
	}
	return d
}

func (t *terms) push(exp []uint64, c *big.Int) {
	t.exps = append(t.exps, exp...)
	t.coefs = append(t.coefs, c)
}

// scale is c·t for c ≠ 0.
func (t terms) scale(c *big.Int) terms {
	if isUnit(c) {
		return t
	}
	u := terms{words: t.words, exps: t.exps, coefs: make([]*big.Int, len(t.coefs))}
	a := newArena(len(t.coefs))
	for k, x := range t.coefs {
		u.coefs[k] = a.mul(x, c)
	}
	return u
}

// divInt is t/c where c divides every coefficient.
func (t terms) divInt(c *big.Int) terms {
	if isUnit(c) {
		return t
	}
	u := terms{words: t.words, exps: t.exps, coefs: make([]*big.Int, len(t.coefs))}
	a := newArena(len(t.coefs))
	for k, x := range t.coefs {
		u.coefs[k] = a.quo(x, c)
	}
	return u
}

// content is the gcd of the coefficients, positive; 0 for zero.
func (t terms) content() *big.Int {
	return commonDivisor(zeroInt, t.coefs)
}

// primitive is t over its content, with positive leading coefficient.
func (t terms) primitive() terms {
	if t.len() == 0 {
		return t
	}
	c := t.content()
	if t.coefs[0].Sign() < 0 {
		c = new(big.Int).Neg(c)
	}
	return t.divInt(c)
}

// combine is ct·t + cu·u; a nil factor is 1.
func combine(t terms, ct *big.Int, u terms, cu *big.Int) terms {
	r := terms{
		words: t.words,
		exps:  make([]uint64, 0, len(t.exps)+len(u.exps)),
		coefs: make([]*big.Int, 0, len(t.coefs)+len(u.coefs)),
	}
	room := min(len(t.coefs), len(u.coefs)) // for sums
	if ct != nil {
		room += len(t.coefs)
	}
	if cu != nil {
		room += len(u.coefs)
	}
	ints := newArena(room)
	times := func(c, x *big.Int) *big.Int {
		if c == nil {
			return x
		}
		return ints.mul(c, x)
	}
	i, j := 0, 0
	for i < t.len() || j < u.len() {
		var side int
		switch {
		case i == t.len():
			side = -1
		case j == u.len():
			side = 1
		default:
			side = compareExp(t.exp(i), u.exp(j))
		}
		switch side {
		case 1:
			r.push(t.exp(i), times(ct, t.coefs[i]))
			i++
		case -1:
			r.push(u.exp(j), times(cu, u.coefs[j]))
			j++
		default:
			if s := ints.add(times(ct, t.coefs[i]), times(cu, u.coefs[j])); s.Sign() != 0 {
				r.push(t.exp(i), s)
			}
			i++
			j++
		}
	}
	return r
}

// size is the number of machine words of the largest coefficient.
func (t terms) size() int64 {
	n := 1
	for _, c := range t.coefs {
		n = max(n, len(c.Bits()))
	}
	return int64(n)
}

// mulCost is the price of t·u in budget operations.
func mulCost(t, u terms) int64 {
	products := int64(t.len()) * int64(u.len())
	a, b := t.size(), u.size()
	if a > 1<<20 || b > 1<<20 || products > 1<<40 {
		return -1
	}
	words := 1 + a*b/16
	if words > 1<<20 {
		return -1
	}
	return products * words
}

// mul is t·u. The products t_i·u_j come from a heap of one candidate for each term
// of the shorter factor, largest monomial first (S. C. Johnson, SIGSAM Bull. 8, 1974).
func (t terms) mul(u terms, b *Budget) (terms, error) {
	if t.len() > u.len() {
		t, u = u, t
	}
	r := terms{words: t.words}
	if t.len() == 0 {
		return r, nil
	}
	if err := b.spend(mulCost(t, u), "a product of polynomials"); err != nil {
		return r, err
	}
	if t.len() == 1 {
		return t.mulTerm(u)
	}
	h := newProductHeap(t.words, t.len())
	next := make([]int, t.len())
	for i := range next {
		if !addExp(h.key(i), t.exp(i), u.exp(0)) {
			return r, overflow()
		}
		h.push(i)
	}
	exp := make([]uint64, t.words)
	small, us := smallCoefs(t, u)
	var product big.Int
	for h.len() > 0 {
		copy(exp, h.key(h.top()))
		sum := new(big.Int)
		var hi, lo uint64
		for h.len() > 0 && h.topIs(exp) {
			i := h.top()
			if small != nil {
				hi, lo = addProduct(hi, lo, small[i], us[next[i]])
			} else {
				sum.Add(sum, product.Mul(t.coefs[i], u.coefs[next[i]]))
			}
			if next[i]++; next[i] == u.len() {
				h.pop()
				continue
			}
			if !addExp(h.key(i), t.exp(i), u.exp(next[i])) {
				return r, overflow()
			}
			h.fix()
		}
		if small != nil {
			setInt128(sum, hi, lo)
		}
		if sum.Sign() != 0 {
			r.push(exp, sum)
		}
	}
	return r, nil
}

// smallCoefs are the coefficients as machine words if every sum of their products fits in
// 127 bits and a sign, else nil.
func smallCoefs(t, u terms) (ts, us []int64) {
	if t.bitLen() > 62 || u.bitLen() > 62 || t.bitLen()+u.bitLen()+bits.Len(uint(t.len())) > 126 {
		return nil, nil
	}
	ts, us = make([]int64, t.len()), make([]int64, u.len())
	for k, c := range t.coefs {
		ts[k] = c.Int64()
	}
	for k, c := range u.coefs {
		us[k] = c.Int64()
	}
	return ts, us
}

func (t terms) bitLen() int {
	n := 0
	for _, c := range t.coefs {
		n = max(n, c.BitLen())
	}
	return n
}

// addProduct is hi:lo + x·y in two's complement.
func addProduct(hi, lo uint64, x, y int64) (uint64, uint64) {
	ph, pl := bits.Mul64(uint64(x), uint64(y))
	ph -= uint64(x>>63)&uint64(y) + uint64(y>>63)&uint64(x)
	lo, carry := bits.Add64(lo, pl, 0)
	hi, _ = bits.Add64(hi, ph, carry)
	return hi, lo
}

// setInt128 sets z to the two's complement number hi:lo.
func setInt128(z *big.Int, hi, lo uint64) {
	negative := int64(hi) < 0
	if negative {
		var borrow uint64
		lo, borrow = bits.Sub64(0, lo, 0)
		hi, _ = bits.Sub64(0, hi, borrow)
	}
	z.SetUint64(hi)
	if hi != 0 {
		z.Lsh(z, 64)
		z.Or(z, new(big.Int).SetUint64(lo))
	} else {
		z.SetUint64(lo)
	}
	if negative {
		z.Neg(z)
	}
}

// mulTerm is t·u for a t of one term.
func (t terms) mulTerm(u terms) (terms, error) {
	r := terms{words: u.words, exps: make([]uint64, len(u.exps)), coefs: u.coefs}
	for k := range u.coefs {
		if !addExp(r.exp(k), t.exp(0), u.exp(k)) {
			return r, overflow()
		}
	}
	return r.scale(t.coefs[0]), nil
}

func overflow() error {
	return fmt.Errorf("%w: an exponent exceeds %d", ErrBudget, maxExponent)
}

// productHeap orders rows by the monomial each has on offer, largest on top. The first
// word of the monomial is kept beside the row: it decides most comparisons.
type productHeap struct {
	words int
	keys  []uint64 // of row i at i·words
	heap  []heapEntry
}

type heapEntry struct {
	first uint64
	row   int
}

func newProductHeap(words, rows int) *productHeap {
	return &productHeap{words: words, keys: make([]uint64, words*rows), heap: make([]heapEntry, 0, rows)}
}

func (h *productHeap) len() int           { return len(h.heap) }
func (h *productHeap) top() int           { return h.heap[0].row }
func (h *productHeap) key(i int) []uint64 { return h.keys[i*h.words : (i+1)*h.words] }

func (h *productHeap) above(a, b heapEntry) bool {
	if a.first != b.first {
		return a.first > b.first
	}
	return h.words > 1 && compareExp(h.key(a.row), h.key(b.row)) > 0
}

// topIs reports whether the monomial on top is exp.
func (h *productHeap) topIs(exp []uint64) bool {
	e := h.heap[0]
	return e.first == exp[0] && (h.words == 1 || compareExp(h.key(e.row), exp) == 0)
}

func (h *productHeap) push(i int) {
	e := heapEntry{h.keys[i*h.words], i}
	h.heap = append(h.heap, e)
	k := len(h.heap) - 1
	for k > 0 {
		parent := (k - 1) / 2
		if !h.above(e, h.heap[parent]) {
			break
		}
		h.heap[k] = h.heap[parent]
		k = parent
	}
	h.heap[k] = e
}

func (h *productHeap) pop() {
	last := len(h.heap) - 1
	e := h.heap[last]
	h.heap = h.heap[:last]
	if last > 0 {
		h.down(e)
	}
}

// fix restores the order after the key of the top row has decreased.
func (h *productHeap) fix() {
	i := h.heap[0].row
	h.down(heapEntry{h.keys[i*h.words], i})
}

// down puts e in the place of the top and lets it sink.
func (h *productHeap) down(e heapEntry) {
	k := 0
	for {
		child := 2*k + 1
		if child >= len(h.heap) {
			break
		}
		if child+1 < len(h.heap) && h.above(h.heap[child+1], h.heap[child]) {
			child++
		}
		if !h.above(h.heap[child], e) {
			break
		}
		h.heap[k] = h.heap[child]
		k = child
	}
	h.heap[k] = e
}

// divideExact is the q with t = q·d over ℤ; ok is false where there is none. Quotient terms come in
// decreasing order from the heap of the products q_i·d_j, j ≥ 1, that are still to be
// subtracted (M. Monagan, R. Pearce, CASC 2007); it stops at the first term that shows a remainder.
func (t terms) divideExact(d terms, b *Budget) (q terms, ok bool, err error) {
	q = terms{words: t.words}
	if d.len() == 0 {
		return q, false, nil
	}
	if t.len() == 0 {
		return q, true, nil
	}
	lead, tail := d.coefs[0], terms{words: d.words, exps: d.exps[d.words:], coefs: d.coefs[1:]}
	price := 1 + t.size()*d.size()/16
	limit := make([]uint64, t.words) // degrees add, in each variable
	if !subExp(limit, t.degrees(), d.degrees()) {
		return q, false, nil
	}
	h := newProductHeap(t.words, 0)
	var next []int
	var product, rem big.Int
	exp := make([]uint64, t.words)
	quo := make([]uint64, t.words)
	for k := 0; k < t.len() || h.len() > 0; {
		sum := new(big.Int)
		if k < t.len() && (h.len() == 0 || compareExp(t.exp(k), h.key(h.top())) >= 0) {
			copy(exp, t.exp(k))
			sum.Set(t.coefs[k])
			k++
		} else {
			copy(exp, h.key(h.top()))
		}
		for h.len() > 0 && h.topIs(exp) {
			if err := b.spend(price, "a division of polynomials"); err != nil {
				return q, false, err
			}
			i := h.top()
			sum.Sub(sum, product.Mul(q.coefs[i], tail.coefs[next[i]]))
			if next[i]++; next[i] == tail.len() {
				h.pop()
				continue
			}
			if !addExp(h.key(i), q.exp(i), tail.exp(next[i])) {
				return q, false, nil
			}
			h.fix()
		}
		if sum.Sign() == 0 {
			continue
		}
		if !subExp(quo, exp, d.exp(0)) || !subExp(exp, limit, quo) {
			return q, false, nil
		}
		c, _ := new(big.Int).QuoRem(sum, lead, &rem)
		if rem.Sign() != 0 {
			return q, false, nil
		}
		if err := b.spend(price, "a division of polynomials"); err != nil {
			return q, false, err
		}
		q.push(quo, c)
		next = append(next, 0)
		h.keys = append(h.keys, make([]uint64, t.words)...)
		if tail.len() > 0 {
			i := q.len() - 1
			if !addExp(h.key(i), quo, tail.exp(0)) {
				return q, false, nil
			}
			h.push(i)
		}
	}
	return q, true, nil
}
