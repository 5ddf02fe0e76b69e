package pfaffian

import (
	"math"
	"sync"
	"sync/atomic"
)

// confidence is K(q, n): a sum of squares that was measured as the mean over q random
// vectors, in n cases, is at most K² times the measured value in all of them with
// probability 1 − 10⁻¹⁰ or more (doc.go).
func confidence(q, events int) float64 {
	// P ≤ events·(2.846/K²)^(q/2).
	return math.Sqrt(2.8461 * math.Pow(1e10*float64(events), 2/float64(q)))
}

// seed of the random vectors.
const seed = 0x9E3779B97F4A7C15

// forward runs the right-hand sides through a front that was just eliminated.
func (w *worker[E]) forward(f *factor[E]) {
	rows := f.rows
	for s, a := range f.pivot {
		n := int(f.end[s]) - 2*s - 2
		w.solver.forward(w.x, w.vectors, f.idx[2*s:], a, rows[:n], rows[n:2*n])
		rows = rows[2*n:]
	}
}

// backward completes the solution for the indices that a front eliminated, when those
// above are known.
func (w *worker[E]) backward(f *factor[E]) {
	at := len(f.rows)
	for s := len(f.pivot) - 1; s >= 0; s-- {
		n := int(f.end[s]) - 2*s - 2
		at -= 2 * n
		w.solver.backward(w.x, w.vectors, f.idx[2*s:], f.pivot[s], f.rows[at:at+n], f.rows[at+n:at+2*n])
	}
}

// certify bounds |δ ln Pf| by −½ ln(1−ξ) where ξ = Σ_i ‖row i of A⁻¹‖ · ‖row i of the
// backward error‖. A first set of vectors has gone forward with the elimination; a
// second one follows where the bound misses Options.Tolerance by what it can gain.
func (e *elimination[E]) certify(o solver[E], largest float64) (c certificate[E], err error) {
	c.xi = math.Inf(1)
	n, q := e.m.N, e.vectors
	rest := make([]E, len(e.x))
	if err := e.solve(rest, seed); err != nil {
		return c, err
	}
	// What the rounding of a computed residual may hide, relative to |z| + ‖A‖·|y|.
	// Lengths of solutions are over 2^shift, backward errors over 2^binade: at low
	// temperatures both are far outside of float64's range.
	hidden := o.unit() * float64(2*e.degree()+4)
	shift, binade := o.top(e.x), o.binade()
	residual := func(square, length float64, used int) float64 {
		return math.Sqrt(square/float64(used)) + math.Ldexp(hidden*math.Sqrt(3*float64(n)), binade) +
			math.Ldexp(hidden*largest*math.Sqrt(length/float64(used)), binade+shift)
	}

	chosen := q / 4 // vectors that choose weights
	used := q - chosen
	floor := 1e-8 * e.sums(func(lo, hi int) [4]float64 {
		return [4]float64{o.squares(e.x[lo*q:hi*q], q, 0, chosen, shift)}
	})[0] / float64(n*chosen)
	weight, low := make([]float64, n), e.underflow()
	direct := e.sums(func(lo, hi int) (s [4]float64) {
		for i := lo; i < hi; i++ {
			c := math.Sqrt(o.squares(vectors(e.x, q, int32(i)), q, 0, chosen, shift)/float64(chosen) + floor)
			d := e.dist[i] + low
			s[0] += d * c
			weight[i] = d / c
		}
		return s
	})[0]
	measure := func(from int) [4]float64 {
		return e.sums(func(lo, hi int) (s [4]float64) {
			for i := lo; i < hi; i++ {
				y := o.squares(vectors(e.x, q, int32(i)), q, from, q, shift)
				s[0] += weight[i] * y
				s[1] += y
			}
			s[2] = o.squares(rest[lo*q:hi*q], q, from, q, 0)
			return s
		})
	}
	// One per cent pays for the rounding of the bound itself and for what is of second
	// order in the unit.
	total := measure(chosen)
	xi := func() float64 {
		k := confidence(used, 1)
		r := residual(total[2], total[1], used)
		x := math.Ldexp(1.01*k*math.Sqrt(direct)*math.Sqrt(total[0]/float64(used)), binade+shift) / (1 - 1.01*k*r)
		if !(k*r < 0.5 && x < 1) {
			return math.Inf(1)
		}
		return x
	}
	c.xi = xi()
	if gain := confidence(used, 1) / confidence(used+q, 1); c.bound() > e.o.Tolerance && c.bound() < e.o.Tolerance*gain && !e.o.Inverse {
		e.randomise(e.x, seed+1)
		if err := e.sweepForward(); err != nil {
			return c, err
		}
		if err := e.solve(rest, seed+1); err != nil {
			return c, err
		}
		for k, x := range measure(0) {
			total[k] += x
		}
		used += q
		c.xi = xi()
	}
	if !e.o.Inverse || math.IsInf(c.xi, 1) {
		return c, nil
	}
	// Row norms, all at once: the confidence is shared by n of them, and every vector
	// counts, as no weights are chosen.
	total = measure(0)
	k := confidence(q, n)
	r := residual(total[2], total[1], q)
	if !(k*r < 0.5) {
		return c, nil
	}
	c.rows = make([]float64, n)
	e.chunks(func(lo, hi int) {
		for i := lo; i < hi; i++ {
			c.rows[i] = math.Ldexp(1.01*k*math.Sqrt(o.squares(vectors(e.x, q, int32(i)), q, 0, q, shift)/float64(q)), shift) / (1 - 1.01*k*r)
		}
	})
	c.spare = rest
	return c, nil
}

// solve completes the solution y of A·y = z, where z are the vectors of a seed that
// have gone forward, and leaves z − A·y in rest.
func (e *elimination[E]) solve(rest []E, seed uint64) error {
	e.randomise(rest, seed)
	return e.sweepDown(func(w *worker[E], a int32) error {
		w.backward(&e.factors[a])
		for _, k := range e.p.entries.of(a) {
			w.solver.residual(rest, e.x, e.vectors, int(e.m.I[k]), int(e.m.J[k]), e.v[k])
		}
		return nil
	})
}

// sweepForward runs new vectors forward through factors that are there already.
func (e *elimination[E]) sweepForward() error {
	visit := func(w *worker[E], a int32) error {
		w.forward(&e.factors[a])
		return e.ctx.Err()
	}
	roots, top := e.p.roots, e.p.top
	err := e.parallel(roots, func(w *worker[E], root int32) error {
		for a := e.p.first[root]; a <= root; a++ {
			if err := visit(w, a); err != nil {
				return err
			}
		}
		return nil
	}, func(*worker[E]) {})
	w := e.worker(1)
	for _, a := range top {
		if err == nil {
			err = visit(w, a)
		}
	}
	return err
}

// degree is the largest number of entries of a row.
func (e *elimination[E]) degree() int32 {
	degree := make([]int32, e.m.N)
	most := int32(0)
	for k, i := range e.m.I {
		for _, i := range [2]int32{i, e.m.J[k]} {
			degree[i]++
			most = max(most, degree[i])
		}
	}
	return most
}

// certificate is what the solves found: the bound ξ, +Inf where there is none, and for
// the inverse bounds on the norms of its rows (nil where there are none), and memory to
// use again.
type certificate[E any] struct {
	xi    float64
	rows  []float64
	spare []E
}

func (c *certificate[E]) bound() float64 {
	if math.IsInf(c.xi, 1) {
		return c.xi
	}
	return -math.Log1p(-c.xi) / 2
}

// underflow is added to the backward error of each row: what all operations that fall
// below the range of float64 can do. Each of them is off by a few times 2⁻¹⁰⁷⁴, in u
// times the pivot, and there are fewer than 2⁶⁰ of them in a row. Numbers of more range
// do not underflow, but their squares do where norms are taken: a norm lacks less than
// 2⁻⁵³⁰ times the root of the length of the row, and a unit times that in the error of
// each of fewer than 2⁶⁰ operations.
func (e *elimination[E]) underflow() float64 {
	if e.newSolver().binade() != 0 {
		return 0x1p-400 * max(1, e.high)
	}
	return 0x1p-1000 * max(1, e.high)
}

// randomise fills the vectors that belong to a seed.
func (e *elimination[E]) randomise(x []E, seed uint64) {
	e.chunks(func(lo, hi int) {
		e.newSolver().random(x[lo*e.vectors:hi*e.vectors], seed, uint64(lo*e.vectors))
	})
}

// chunk is how many indices loops over all of them take at a time.
const chunk = 1 << 14

// chunks calls f for ranges of indices, side by side.
func (e *elimination[E]) chunks(f func(lo, hi int)) {
	var wg sync.WaitGroup
	var next atomic.Int64
	for range min(e.o.Workers, (e.m.N+chunk-1)/chunk) {
		wg.Go(func() {
			for {
				hi := int(next.Add(chunk))
				lo := hi - chunk
				if lo >= e.m.N {
					return
				}
				f(lo, min(hi, e.m.N))
			}
		})
	}
	wg.Wait()
}

// sums adds up what f finds for each chunk, in order.
func (e *elimination[E]) sums(f func(lo, hi int) [4]float64) (total [4]float64) {
	parts := make([][4]float64, (e.m.N+chunk-1)/chunk)
	e.chunks(func(lo, hi int) { parts[lo/chunk] = f(lo, hi) })
	for _, p := range parts {
		for k, x := range p {
			total[k] += x
		}
	}
	return total
}
