package factor

import (
	"math"
	"slices"
	"sync"
)

// blockSize is the number of entries of a result that are worked on at a time, few
// enough for the scratch space to stay in the nearest cache.
const blockSize = 1024

// parallelFrom is the number of products from which on workers share a step.
const parallelFrom = 1 << 16

// kernel multiplies tables and sums over some of their variables.
type kernel struct {
	pool
	card    []int32 // by place
	workers int
	// Scratch space of one contraction.
	stride   []int32 // by place, zero between uses
	operands []operand
	scratch  []scratch // of each worker
}

// scratch is what one worker needs for one contraction.
type scratch struct {
	block  []float64
	digit  []int32
	base   []int32
	values [][]float64
}

func newKernel(card []int32, workers int) *kernel {
	return &kernel{card: card, workers: workers, stride: make([]int32, len(card)), scratch: make([]scratch, workers)}
}

// operand is a table as a contraction reads it. The index of the entry that belongs to
// entry x of a block and term s of the sum is base + low[x] + sum[s], base depending on
// the block.
type operand struct {
	*table
	low    []int32
	access access
	high   []int32 // strides of the variables that count blocks
	sum    []int32
}

// access says how a block of an operand lies in memory.
type access int8

const (
	gather   access = iota
	straight        // low[x] = x
	constant        // low[x] = 0
)

func (k *kernel) size(vars []int32) int {
	n := 1
	for _, v := range vars {
		n *= int(k.card[v])
	}
	return n
}

// contract returns the table over out of the product of the tables in, summed over the
// variables in sum. Every variable of a table is in one of the two lists. The tables in
// are left as they are.
func (k *kernel) contract(in []*table, out, sum []int32) *table {
	if terms := k.size(sum); terms > 64 && k.size(out) < blockSize {
		// The sum is long and the result small: sum over some of the variables at a time,
		// for blocks of a useful length and fewer roundings.
		wide := slices.Clone(out)
		var rest []int32
		for _, t := range in { // the variables of the largest table lie together
			if len(t.abs) == k.largest(in) {
				for _, v := range t.vars {
					if slices.Contains(sum, v) && k.size(wide) < blockSize {
						wide = append(wide, v)
					}
				}
				break
			}
		}
		for _, v := range sum {
			if !slices.Contains(wide, v) {
				if k.size(wide) < blockSize {
					wide = append(wide, v)
				} else {
					rest = append(rest, v)
				}
			}
		}
		t := k.product(in, wide, rest)
		k.reduce(t, len(out))
		return t
	}
	return k.product(in, out, sum)
}

func (k *kernel) largest(in []*table) int {
	n := 0
	for _, t := range in {
		n = max(n, len(t.abs))
	}
	return n
}

// reduce sums over all but the first keep variables.
func (k *kernel) reduce(t *table, keep int) {
	n := k.size(t.vars[:keep])
	terms := len(t.abs) / n
	for _, a := range [][]float64{t.abs, t.re, t.im} {
		for s := 1; s < terms && a != nil; s++ {
			for x, w := range a[s*n : (s+1)*n] {
				a[x] += w
			}
		}
	}
	t.vars = t.vars[:keep]
	t.abs = t.abs[:n]
	if t.re != nil {
		t.re = t.re[:n]
	}
	if t.im != nil {
		t.im = t.im[:n]
	}
	t.ops += float64(terms - 1)
	t.high += math.Log2(float64(terms))
}

// product is contract in one go.
func (k *kernel) product(in []*table, out, sum []int32) *table {
	t := k.newTable()
	t.vars = append(t.vars[:0], out...)
	n, terms := k.size(out), k.size(sum)
	block, inner := 1, 0
	for inner < len(out) && (inner == 0 || block*int(k.card[out[inner]]) <= blockSize) {
		block *= int(k.card[out[inner]])
		inner++
	}
	signed, phases := false, false
	low, high := 0.0, 0.0
	for _, f := range in {
		low += f.low
		high += f.high
	}
	if low < underflow || high > overflow {
		for _, f := range in {
			f.rescale() // the bounds may be better than they are known
		}
	}
	for j, f := range in {
		if j == len(k.operands) {
			k.operands = append(k.operands, operand{})
		}
		k.operands[j].prepare(f, k, out, sum, inner, block, terms)
		signed = signed || f.re != nil
		phases = phases || f.im != nil
		t.exp += f.exp
		t.ops += f.ops
		t.low += f.low
		t.high += f.high
	}
	t.high += math.Log2(float64(terms))
	t.ops += float64(terms - 1)
	if len(in) > 1 {
		perProduct := 1.0
		if phases {
			perProduct = complexOps
		}
		t.ops += perProduct * float64(len(in)-1)
	}
	t.abs = k.take(n)
	if signed {
		t.re = k.take(n)
	}
	if phases {
		t.im = k.take(n)
	}
	c := contraction{t, k.operands[:len(in)], out[inner:], k.card, block, terms}
	blocks := n / block
	k.each(blocks, n*terms, func(worker, lo, hi int) {
		c.run(lo, hi, &k.scratch[worker])
	})
	if t.low < underflow {
		t.clamp(&k.pool)
	}
	for j := range c.operands {
		c.operands[j].table = nil
	}
	return t
}

// each calls f for ranges that make up 0 … n−1, on several goroutines if work is worth it.
func (k *kernel) each(n, work int, f func(worker, lo, hi int)) {
	workers := min(k.workers, n)
	if work < parallelFrom || workers < 2 {
		f(0, 0, n)
		return
	}
	var wait sync.WaitGroup
	for w := range workers {
		wait.Add(1)
		go func() {
			defer wait.Done()
			f(w, w*n/workers, (w+1)*n/workers)
		}()
	}
	wait.Wait()
}

// prepare works out where the entries of t lie.
func (o *operand) prepare(t *table, k *kernel, out, sum []int32, inner, block, terms int) {
	o.table = t
	s := int32(1)
	for _, v := range t.vars {
		k.stride[v] = s
		s *= k.card[v]
	}
	o.low = k.offsets(o.low, out[:inner], block)
	o.sum = k.offsets(o.sum, sum, terms)
	o.high = o.high[:0]
	for _, v := range out[inner:] {
		o.high = append(o.high, k.stride[v])
	}
	o.access = k.accessTo(out[:inner])
	for _, v := range t.vars {
		k.stride[v] = 0
	}
}

// accessTo classifies the present strides of the first variables of the result.
func (k *kernel) accessTo(vars []int32) access {
	none, all, s := true, true, int32(1)
	for _, v := range vars {
		none = none && k.stride[v] == 0
		all = all && k.stride[v] == s
		s *= k.card[v]
	}
	switch {
	case none:
		return constant
	case all:
		return straight
	}
	return gather
}

// offsets lists the contributions of some variables to an index, by their joint states.
func (k *kernel) offsets(at []int32, vars []int32, n int) []int32 {
	at = slices.Grow(at[:0], n)[:n]
	at[0] = 0
	size := 1
	for _, v := range vars {
		stride := k.stride[v]
		for d := 1; d < int(k.card[v]); d++ {
			shift := stride * int32(d)
			from, to := at[:size], at[d*size:(d+1)*size]
			for x, a := range from {
				to[x] = a + shift
			}
		}
		size *= int(k.card[v])
	}
	return at
}

// contraction is the numeric part of one product.
type contraction struct {
	t        *table
	operands []operand
	high     []int32 // the variables that count blocks
	card     []int32
	block    int
	terms    int
}

// run does the blocks lo … hi−1.
func (c *contraction) run(lo, hi int, w *scratch) {
	n := len(c.operands)
	w.block = slices.Grow(w.block[:0], 4*c.block)[:4*c.block]
	w.digit = slices.Grow(w.digit[:0], len(c.high))[:len(c.high)]
	w.base = slices.Grow(w.base[:0], n)[:n]
	w.values = slices.Grow(w.values[:0], 3*n)[:3*n]
	digit, base, values, scratch := w.digit, w.base, w.values, w.block
	clear(base)
	rest := lo
	for j, v := range c.high {
		digit[j] = int32(rest % int(c.card[v]))
		rest /= int(c.card[v])
	}
	for i := range c.operands {
		for j, d := range digit {
			base[i] += d * c.operands[i].high[j]
		}
	}
	for i := range c.operands {
		values[i], values[n+i], values[2*n+i] = c.operands[i].abs, c.operands[i].value(), c.operands[i].im
	}
	for b := lo; b < hi; b++ {
		span := func(a []float64) []float64 { return a[b*c.block : (b+1)*c.block] }
		c.real(span(c.t.abs), values[:n], base, scratch)
		switch {
		case c.t.im != nil:
			c.complex(span(c.t.re), span(c.t.im), values[n:2*n], values[2*n:], base, scratch)
		case c.t.re != nil:
			c.real(span(c.t.re), values[n:2*n], base, scratch)
		}
		for j, v := range c.high { // count
			digit[j]++
			carry := digit[j] == c.card[v]
			step := int32(1)
			if carry {
				step, digit[j] = 1-c.card[v], 0
			}
			for i := range base {
				base[i] += step * c.operands[i].high[j]
			}
			if !carry {
				break
			}
		}
	}
	clear(values) // no table is kept alive
}

// real works out one block of a real table.
func (c *contraction) real(dst []float64, values [][]float64, base []int32, scratch []float64) {
	ops := c.operands
	if len(ops) == 0 {
		for x := range dst {
			dst[x] = float64(c.terms)
		}
		return
	}
	if len(ops) == 2 && c.terms == 2 && ops[0].access != constant && ops[1].access != constant {
		f, g := values[0][base[0]:], values[1][base[1]:]
		pairSum(dst, f[ops[0].sum[0]:], f[ops[0].sum[1]:], g[ops[1].sum[0]:], g[ops[1].sum[1]:], &ops[0], &ops[1])
		return
	}
	for s := range c.terms {
		to := dst
		if s > 0 {
			to = scratch[:len(dst)]
		}
		for i := range ops {
			from := values[i][base[i]+ops[i].sum[s]:]
			if i == 0 {
				fetch(to, from, &ops[i])
			} else {
				multiply(to, from, &ops[i])
			}
		}
		if s > 0 {
			for x, w := range to {
				dst[x] += w
			}
		}
	}
}

// pairSum is dst = f0·g0 + f1·g1.
func pairSum(dst, f0, f1, g0, g1 []float64, f, g *operand) {
	lf, lg := f.low[:len(dst)], g.low[:len(dst)]
	if f.access == straight {
		f0, f1 = f0[:len(dst)], f1[:len(dst)]
		for x := range dst {
			y := lg[x]
			dst[x] = f0[x]*g0[y] + f1[x]*g1[y]
		}
		return
	}
	for x := range dst {
		y, z := lf[x], lg[x]
		dst[x] = f0[y]*g0[z] + f1[y]*g1[z]
	}
}

func fetch(dst, from []float64, o *operand) {
	switch o.access {
	case constant:
		w := from[0]
		for x := range dst {
			dst[x] = w
		}
	case straight:
		copy(dst, from[:len(dst)])
	default:
		low := o.low[:len(dst)]
		for x, at := range low {
			dst[x] = from[at]
		}
	}
}

func multiply(dst, from []float64, o *operand) {
	switch o.access {
	case constant:
		w := from[0]
		for x := range dst {
			dst[x] *= w
		}
	case straight:
		from = from[:len(dst)]
		for x, w := range from {
			dst[x] *= w
		}
	default:
		low := o.low[:len(dst)]
		for x, at := range low {
			dst[x] *= from[at]
		}
	}
}

// complex works out one block of a complex table.
func (c *contraction) complex(re, im []float64, reals, imags [][]float64, base []int32, scratch []float64) {
	n := len(re)
	fr, fi := scratch[2*n:3*n], scratch[3*n:4*n]
	for s := range c.terms {
		tr, ti := re, im
		if s > 0 {
			tr, ti = scratch[:n], scratch[n:2*n]
		}
		for i := range c.operands {
			o := &c.operands[i]
			at := base[i] + o.sum[s]
			switch {
			case i == 0:
				fetch(tr, reals[i][at:], o)
				if imags[i] == nil {
					clear(ti)
				} else {
					fetch(ti, imags[i][at:], o)
				}
			case imags[i] == nil:
				multiply(tr, reals[i][at:], o)
				multiply(ti, reals[i][at:], o)
			default:
				fetch(fr, reals[i][at:], o)
				fetch(fi, imags[i][at:], o)
				for x, a := range tr {
					b, u, v := ti[x], fr[x], fi[x]
					tr[x], ti[x] = a*u-b*v, a*v+b*u
				}
			}
		}
		if s > 0 {
			for x := range re {
				re[x] += tr[x]
				im[x] += ti[x]
			}
		}
	}
}
