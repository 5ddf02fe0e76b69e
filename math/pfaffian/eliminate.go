package pfaffian

import (
	"context"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/assay-physics/assay/math/precise"
)

// panel is the number of pivot pairs between two updates of the trailing front.
const panel = 32

// factor is what the elimination of one front leaves: the order of its indices, those
// eliminated first; the pivots; for each pair the active end of its rows; and the rows
// u and v of all pairs, one after the other.
type factor[E any] struct {
	idx   []int32
	pivot []E
	end   []int32
	rows  []E
}

// eliminated is the number of indices that a front eliminated.
func (f *factor[E]) eliminated() int { return 2 * len(f.pivot) }

// contribution is the Schur complement that a front passes to its parent: the strict
// upper triangle, row by row.
type contribution[E any] struct {
	idx []int32
	a   []E
}

// elimination is one run. Slices over indices are written by the one front that holds
// the index at a time, so that subtrees can be worked on side by side.
type elimination[E any] struct {
	ctx       context.Context
	p         *plan
	m         Matrix
	v         []E
	o         Options
	newOps    func() ops[E]
	newSolver func() solver[E]
	factors   []factor[E]
	passed    []contribution[E] // of the roots of tasks and the nodes above them
	pos       []int32           // of an index in its present front
	keep      bool              // the rows of factors
	complex   bool
	// For the certificate (doc.go): bounds on the norms of the rows of the present
	// Schur complement, and of the rows of the backward error, these over 2^binade.
	height, dist []float64
	high         float64 // the largest norm of a row of any Schur complement
	vectors      int
	x            []E // right-hand sides
}

// worker is the memory of one goroutine.
type worker[E any] struct {
	*elimination[E]
	ops     ops[E]
	solver  solver[E] // the same, or nil
	f       []E
	w0, w1  []E
	idx     []int32
	pos     []int32 // of the indices of one contribution
	h, d, t []float64
	fsEnd   []int
	ext     []int
	stack   []E
	offsets []stacked
	rowSlab []E
	pivSlab []E
	intSlab []int32
	threads int
	delayed int
	largest int
	entries int
	flops   float64
	high    float64
}

// stacked is a contribution on the stack of a worker.
type stacked struct {
	idx   []int32
	start int
}

func (e *elimination[E]) worker(threads int) *worker[E] {
	w := &worker[E]{elimination: e, ops: e.newOps(), threads: threads}
	w.solver, _ = w.ops.(solver[E])
	return w
}

// cut takes n elements from a slab, and refills the slab where it is used up.
func cut[T any](slab *[]T, n int) []T {
	if len(*slab) < n {
		*slab = make([]T, max(n, 1<<15))
	}
	s := (*slab)[:n:n]
	*slab = (*slab)[n:]
	return s
}

func run[E any](ctx context.Context, m Matrix, v []E, relErr float64, t Tree, o Options, newOps func() solver[E]) (Result, error) {
	return eliminate(&elimination[E]{ctx: ctx, m: m, v: v, o: o, newOps: func() ops[E] { return newOps() }, newSolver: newOps}, relErr, t)
}

func runComplex[E any](ctx context.Context, m Matrix, v []E, relErr float64, t Tree, o Options, newOps func() solver[E]) (Result, error) {
	return eliminate(&elimination[E]{ctx: ctx, m: m, v: v, o: o, newOps: func() ops[E] { return newOps() }, newSolver: newOps, complex: true}, relErr, t)
}

func eliminate[E any](e *elimination[E], relErr float64, t Tree) (Result, error) {
	if err := check(e.m, len(e.v), t); err != nil {
		return Result{}, err
	}
	e.o = e.o.withDefaults()
	e.p = newPlan(e.m, t)
	e.keep = !e.o.NoBound || e.o.Inverse
	arithmetic := e.newSolver()
	if e.keep {
		e.vectors = arithmetic.vectors()
	}
	if err := e.allocate(); err != nil {
		return Result{}, err
	}
	largest, smallest := e.scale(arithmetic, relErr)
	if !e.o.NoBound {
		e.x = make([]E, e.m.N*e.vectors)
		e.randomise(e.x, seed)
	}
	stats, err := e.sweepUp()
	if err != nil {
		return Result{}, err
	}
	order, pivots := e.pivots()
	if len(order) < e.m.N {
		// No pivot was left. An odd order or an empty row say so for certain; else a
		// rounded zero may stand for something else.
		bound := math.Inf(1)
		if e.m.N%2 == 1 || smallest == 0 {
			bound = 0
		}
		return Result{Log: new(big.Float).SetInf(true), Bound: bound, PhaseBound: math.Inf(1), Stats: stats}, nil
	}
	// The product and the bound need nothing of each other.
	var total product
	var wg sync.WaitGroup
	wg.Go(func() { total = arithmetic.product(pivots, oddPermutation(order)) })
	proof, err := certificate[E]{xi: math.Inf(1)}, error(nil)
	if !e.o.NoBound {
		proof, err = e.certify(e.newSolver(), largest)
	}
	wg.Wait()
	if err != nil {
		return Result{}, err
	}
	bound := proof.bound() + total.bound
	r := Result{Log: total.log, Sign: total.sign, Phase: total.phase, Bound: bound, PhaseBound: bound, Stats: stats}
	if e.o.Inverse {
		if err := e.selectedInverse(proof, &r); err != nil {
			return Result{}, err
		}
	}
	return r, nil
}

// allocate makes room for the elimination, when the memory limit allows it.
func (e *elimination[E]) allocate() error {
	var zero E
	if err := e.p.checkMemory(int(unsafe.Sizeof(zero)), e.m.N, 2*e.vectors, e.keep, e.o.MemoryLimit); err != nil {
		return err
	}
	e.p.roots, e.p.top = e.p.tasks(e.o.Workers)
	e.factors = make([]factor[E], e.p.nodes)
	e.passed = make([]contribution[E], e.p.nodes)
	e.pos = make([]int32, e.m.N)
	e.height = make([]float64, e.m.N)
	e.dist = make([]float64, e.m.N)
	return nil
}

// scale starts the backward error from the uncertainty of the entries, over 2^binade. It takes the
// 1-norms of the rows of A, which bound the 2-norms also where entries at one place add
// up, and returns the largest and the smallest.
func (e *elimination[E]) scale(o ops[E], relErr float64) (largest, smallest float64) {
	for k, i := range e.m.I {
		x := o.norm(e.v[k : k+1])
		e.dist[i] += x
		e.dist[e.m.J[k]] += x
	}
	if e.m.N == 0 {
		return 0, 1
	}
	largest, smallest = slices.Max(e.dist), slices.Min(e.dist)
	for i := range e.dist {
		e.dist[i] *= relErr
	}
	return largest, smallest
}

// sweepUp eliminates all fronts: subtrees side by side, then the fronts above them one
// after the other with all workers in each.
func (e *elimination[E]) sweepUp() (stats Stats, err error) {
	var mu sync.Mutex
	finish := func(w *worker[E]) {
		mu.Lock()
		defer mu.Unlock()
		stats.Delayed += w.delayed
		stats.LargestFront = max(stats.LargestFront, w.largest)
		stats.FactorEntries += w.entries
		stats.Flops += w.flops
		e.high = max(e.high, w.high)
	}
	roots, top := e.p.roots, e.p.top
	err = e.parallel(roots, func(w *worker[E], root int32) error {
		for a := e.p.first[root]; a <= root; a++ {
			if err := e.ctx.Err(); err != nil {
				return err
			}
			n := len(w.offsets) - len(e.p.children.of(a))
			w.node(a, a == root, w.offsets[n:])
		}
		w.stack, w.offsets = w.stack[:0], w.offsets[:0]
		return nil
	}, finish)
	if err != nil {
		return stats, err
	}
	w := e.worker(e.o.Workers)
	defer finish(w)
	for _, a := range top {
		if err := e.ctx.Err(); err != nil {
			return stats, err
		}
		w.node(a, true, nil)
	}
	return stats, nil
}

// parallel calls f for each task, the most expensive first.
func (e *elimination[E]) parallel(roots []int32, f func(*worker[E], int32) error, finish func(*worker[E])) error {
	order := e.p.largestFirst(roots)
	var next atomic.Int64
	var wg sync.WaitGroup
	errs := make([]error, min(e.o.Workers, len(order)))
	for n := range errs {
		wg.Go(func() {
			w := e.worker(1)
			defer finish(w)
			for errs[n] == nil {
				k := int(next.Add(1)) - 1
				if k >= len(order) {
					return
				}
				errs[n] = f(w, order[k])
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// node assembles and eliminates the front of a node. Its children's contributions are
// the last ones on the stack, or in passed where on is nil; its own goes to passed for
// the root of a task or a node above.
func (w *worker[E]) node(a int32, pass bool, on []stacked) {
	p := w.p
	children, entering := p.children.of(a), p.entering.of(a)
	kid := func(c int) contribution[E] {
		if on == nil {
			return w.passed[children[c]]
		}
		s := on[c]
		r := len(s.idx)
		return contribution[E]{s.idx, w.stack[s.start : s.start+r*(r-1)/2]}
	}

	// Fully summed indices come first, child by child, then the others likewise: a
	// pivot row of the first child is then zero beyond the others of that child.
	m := len(entering)
	for c := range children {
		m += len(kid(c).idx)
	}
	w.idx = room(w.idx, m)
	w.fsEnd, w.ext = w.fsEnd[:0], w.ext[:0]
	k, r := 0, 0
	each := func(list []int32) {
		rest := 0
		for _, i := range list {
			if p.fs[i] <= a {
				w.idx[k] = i
				k++
			} else {
				rest++
			}
		}
		r += rest
		w.fsEnd, w.ext = append(w.fsEnd, k), append(w.ext, r)
	}
	w.pos = room(w.pos, m+1)
	for c := range children {
		each(kid(c).idx)
	}
	each(entering)
	others := k
	fill := func(list []int32) {
		for _, i := range list {
			if p.fs[i] > a {
				w.idx[others] = i
				others++
			}
		}
	}
	for c := range children {
		fill(kid(c).idx)
	}
	fill(entering)
	for g := range w.ext {
		w.ext[g] += k
	}

	// Rows and columns are padded for blocks of 4×8 numbers, so that no row starts where
	// the cache keeps those before it.
	ld := (m+10)&^3 | 4
	w.f = room(w.f, (m+4)*ld)
	for i := range m { // what lies below the diagonal is never read
		clear(w.f[i*ld+i&^3 : (i+1)*ld])
	}
	w.h, w.d, w.t = room(w.h, m), room(w.d, m), room(w.t, m)
	for q, i := range w.idx[:m] {
		w.elimination.pos[i] = int32(q)
		w.h[q], w.d[q], w.t[q] = w.height[i], w.dist[i], 0
	}
	w.assemble(a, m, k, ld, len(children), kid)
	ke := w.eliminate(m, k, ld)
	w.delayed += k - ke
	w.largest = max(w.largest, m)
	if on != nil {
		w.offsets = w.offsets[:len(w.offsets)-len(children)]
		if len(children) > 0 {
			w.stack = w.stack[:on[0].start]
		}
	} else {
		for _, c := range children {
			w.passed[c] = contribution[E]{}
		}
	}

	idx := cut(&w.intSlab, m)
	copy(idx, w.idx[:m])
	w.store(a, idx, ke, ld)
	rest := m - ke
	size := rest * (rest - 1) / 2
	var packed []E
	if pass {
		packed = make([]E, size)
		w.passed[a] = contribution[E]{idx[ke:], packed}
	} else {
		start := len(w.stack)
		if cap(w.stack) < start+size {
			w.stack = slices.Grow(w.stack, size+start/2)
		}
		w.stack = w.stack[:start+size]
		packed = w.stack[start:]
		w.offsets = append(w.offsets, stacked{idx[ke:], start})
	}
	// What is passed on is measured: bounds on norms would grow with every front.
	norms := w.t[:m]
	clear(norms)
	for i := ke; i < m-1; i++ {
		n := m - i - 1
		norms[i] += w.ops.pack(packed[:n], w.f[i*ld+i+1:i*ld+m], norms[i+1:])
		packed = packed[n:]
	}
	for q := ke; q < m; q++ {
		i := idx[q]
		w.height[i], w.dist[i] = math.Sqrt(norms[q]), w.d[q]
	}
	for q, i := range idx[:ke] {
		w.dist[i] = w.d[q]
	}
}

// assemble adds up the contributions of the children and the entries of the node.
func (w *worker[E]) assemble(a int32, m, k, ld, children int, kid func(int) contribution[E]) {
	for c := range children {
		con := kid(c)
		pos := w.pos[:len(con.idx)]
		for q, i := range con.idx {
			pos[q] = w.elimination.pos[i]
		}
		w.ops.scatter(w.f, ld, con.a, pos)
	}
	staged := true
	for _, entry := range w.p.entries.of(a) {
		x, y := int(w.elimination.pos[w.m.I[entry]]), int(w.elimination.pos[w.m.J[entry]])
		minus := x > y
		if minus {
			x, y = y, x
		}
		size, err := w.ops.addEntry(w.f, x*ld+y, w.v[entry], minus)
		w.h[x] += size
		w.h[y] += size
		if err > 0 {
			w.d[x] += w.ops.unit() * err
			w.d[y] += w.ops.unit() * err
		}
		if x < k && y >= k {
			g := 0
			for w.fsEnd[g] <= x {
				g++
			}
			staged = staged && y < w.ext[g]
		}
	}
	if !staged || len(w.ext) == 1 {
		w.fsEnd, w.ext = append(w.fsEnd[:0], k), append(w.ext[:0], m)
	}
}

// eliminate takes pairs of fully summed indices (the first k of the front) out of the
// front of order m, while it finds good pivots, and returns how many indices it took.
func (w *worker[E]) eliminate(m, k, ld int) int {
	w.w0, w.w1 = room(w.w0, m+3), room(w.w1, m+3)
	j := 0
	for g, e := range w.ext {
		p0, np := j, 0 // the panel: np pairs from row p0 on that the trailing rows lack
		live, progress := w.fsEnd[g], false
		end := live
		for end-j >= 2 {
			if j >= live {
				if !progress {
					break
				}
				live, progress = end, false
			}
			w.ops.refresh(w.w0, w.f, ld, p0, np, j, j+1, e)
			arg, best, all := w.ops.absMax(w.w0[:e-j-1], end-j-1)
			if !(best > 0) || best < w.o.Threshold*all {
				live--
				if live > j {
					w.swap(j, live, m, ld)
				}
				continue
			}
			if arg > 0 {
				w.swap(j+1, j+1+arg, m, ld)
				w.w0[0], w.w0[arg] = w.w0[arg], w.w0[0]
			}
			progress = true
			w.ops.refresh(w.w1, w.f, ld, p0, np, j+1, j+2, e)
			n := e - j - 2
			w.f[j*ld+j+1] = w.w0[0]
			u, v := w.f[j*ld+j+2:j*ld+e], w.f[(j+1)*ld+j+2:(j+1)*ld+e]
			nu := w.ops.divide(u, w.w0[1:n+1], w.w0[0])
			copy(v, w.w1[:n])
			w.ops.spread(w.t[j+2:e], u, v, nu, w.ops.norm(v))
			w.flops += 2 * float64(n) * float64(n)
			j += 2
			np++
			w.end(j, e)
			if np == panel {
				w.flush(p0, np, j, e, ld)
				p0, np = j, 0
			}
			live = max(live, j)
		}
		if np > 0 {
			w.flush(p0, np, j, e, ld)
		}
	}
	return j
}

// end notes the active end of the pair before j; pos is free during an elimination.
func (w *worker[E]) end(j, e int) { w.pos[j/2-1] = int32(e) }

// flush brings the trailing rows up to date and books the errors of the panel.
func (w *worker[E]) flush(p0, np, j, e, ld int) {
	w.ops.update(w.f, ld, p0, np, j, e, w.threads)
	unit, chain, carry := w.ops.unit(), w.ops.chain(np), w.ops.carry(np)
	for i := p0; i < e; i++ {
		h := w.h[i] + w.t[i]
		w.h[i] = h
		w.high = max(w.high, h)
		w.d[i] += unit * (chain*w.t[i] + carry*h)
		w.t[i] = 0
	}
}

func (w *worker[E]) swap(p, q, m, ld int) {
	w.ops.swap(w.f, ld, p, q, m)
	w.idx[p], w.idx[q] = w.idx[q], w.idx[p]
	w.h[p], w.h[q] = w.h[q], w.h[p]
	w.d[p], w.d[q] = w.d[q], w.d[p]
	w.t[p], w.t[q] = w.t[q], w.t[p]
}

// store keeps the factor of a front and runs the right-hand sides through it.
func (w *worker[E]) store(a int32, idx []int32, ke, ld int) {
	f := factor[E]{idx: idx, pivot: cut(&w.pivSlab, ke/2)}
	size := 0
	for s := range f.pivot {
		f.pivot[s] = w.f[2*s*ld+2*s+1]
		size += 2 * (int(w.pos[s]) - 2*s - 2)
	}
	if w.keep {
		f.end = cut(&w.intSlab, ke/2)
		copy(f.end, w.pos[:ke/2])
		f.rows = cut(&w.rowSlab, size)
		w.entries += size
		rows := f.rows
		for s, e := range f.end {
			j := 2 * s
			n := copy(rows, w.f[j*ld+j+2:j*ld+int(e)])
			n += copy(rows[n:], w.f[(j+1)*ld+j+2:(j+1)*ld+int(e)])
			rows = rows[n:]
		}
	}
	w.factors[a] = f
	if len(w.x) > 0 {
		w.forward(&w.factors[a])
	}
}

// pivots lists the indices in the order of their elimination, and the pivots.
func (e *elimination[E]) pivots() (order []int32, pivots [][]E) {
	order = make([]int32, 0, e.m.N)
	pivots = make([][]E, 0, len(e.factors))
	for a := range e.factors {
		f := &e.factors[a]
		order = append(order, f.idx[:f.eliminated()]...)
		pivots = append(pivots, f.pivot)
	}
	return order, pivots
}

// oddPermutation is the parity of a permutation of 0…n−1, which it uses up. Long ones are
// first sorted into 64 ranges, so that the cycles of each stay in cache: an element passes
// those before it that belong to higher ranges.
func oddPermutation(order []int32) bool {
	n := len(order)
	if n <= 1<<14 {
		return oddCycles(order)
	}
	width := (n + 63) / 64
	next := make([]int, 64)
	for b := range next {
		next[b] = min(b*width, n)
	}
	sorted := make([]int32, n)
	seen, passed := uint64(0), 0 // ranges that an odd number of elements has been in
	for _, i := range order {
		b := int(i) / width
		passed += bits.OnesCount64(seen >> b >> 1)
		seen ^= 1 << b
		sorted[next[b]] = i - int32(b*width)
		next[b]++
	}
	odd := passed%2 == 1
	for from := 0; from < n; from += width {
		odd = odd != oddCycles(sorted[from:min(from+width, n)])
	}
	return odd
}

// oddCycles counts cycles: a permutation of n with c of them has the parity n − c.
// Entries that have been visited become their complements.
func oddCycles(order []int32) bool {
	odd := len(order)%2 == 1
	for i, k := range order {
		if k < 0 {
			continue
		}
		odd = !odd
		for k := int32(i); order[k] >= 0; {
			next := order[k]
			order[k] = ^next
			k = next
		}
	}
	return odd
}

// logScaled is ln(m·2^e) for m > 0, −∞ for m = 0, good to 2⁻⁶⁰ beyond the precision of m.
func logScaled(m *big.Float, e int64) *big.Float {
	if m.Sign() == 0 {
		return new(big.Float).SetInf(true)
	}
	c := precise.New(m.Prec() + 80)
	l := c.Log(m)
	k := c.New().SetInt64(e)
	return l.Add(l, k.Mul(k, c.Ln2))
}
