package pfaffian

import "math"

// block is a part of the inverse that a front hands to a child: the strict upper
// triangle over the indices that the child had left, row by row.
type block[E any] []E

// selectedInverse computes the inverse at the pattern of the matrix, from the root down:
// each front completes the block of its indices from the block of those it had left
// (Takahashi's recursion; Erisman and Tinney, Comm. ACM 18, 1975). For a pair with pivot
// a and rows u, v before the trailing block Z,
//
//	Z[0,·] = (v/a)·Z,  Z[1,·] = −u·Z,  Z[0,1] = −1/a − Z[0,·]·u.
func (e *elimination[E]) selectedInverse(proof certificate[E], r *Result) error {
	n := len(e.m.I)
	r.Inverse, r.InverseBound = make([]float64, n), make([]float64, n)
	if e.complex {
		r.InverseImag = make([]float64, n)
	}
	var weight []float64
	if proof.rows != nil {
		weight = e.columnNorms()
	}
	blocks := make([]block[E], e.p.nodes)
	errs := make([]float64, e.p.nodes)
	err := e.sweepDown(func(w *worker[E], a int32) error {
		errs[a] = w.invert(a, blocks, weight)
		m := len(e.factors[a].idx)
		for _, k := range e.p.entries.of(a) {
			i, j := e.pos[e.m.I[k]], e.pos[e.m.J[k]]
			x, y := w.solver.parts(w.f[int(j)*m+int(i)])
			r.Inverse[k] = x
			if e.complex {
				r.InverseImag[k] = y
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if proof.rows == nil {
		for k := range r.InverseBound {
			r.InverseBound[k] = math.Inf(1)
		}
		return nil
	}
	return e.boundInverse(proof, errs, r)
}

// sweepDown calls f for all nodes, parents first: the nodes above the tasks one after
// the other, then the tasks side by side.
func (e *elimination[E]) sweepDown(f func(*worker[E], int32) error) error {
	checked := func(w *worker[E], a int32) error {
		if err := e.ctx.Err(); err != nil {
			return err
		}
		return f(w, a)
	}
	roots, top := e.p.roots, e.p.top
	w := e.worker(e.o.Workers)
	for k := len(top) - 1; k >= 0; k-- {
		if err := checked(w, top[k]); err != nil {
			return err
		}
	}
	return e.parallel(roots, func(w *worker[E], root int32) error {
		for a := root; a >= e.p.first[root]; a-- {
			if err := checked(w, a); err != nil {
				return err
			}
		}
		return nil
	}, func(*worker[E]) {})
}

// invert fills w.f, as a full square, with the block of the inverse over the indices of
// the front of node a, and hands the children their parts. Where weight is given it
// returns the sum of squares of what bounds the rounding errors (boundInverse).
func (w *worker[E]) invert(a int32, blocks []block[E], weight []float64) (squares float64) {
	f := &w.factors[a]
	m := len(f.idx)
	ke := f.eliminated()
	w.f = room(w.f, m*m)
	z := w.f[:m*m]
	clear(z)
	packed := blocks[a]
	for i := ke; i < m; i++ {
		for k := i + 1; k < m; k++ {
			z[i*m+k], z[k*m+i] = packed[0], w.solver.negate(packed[0])
			packed = packed[1:]
		}
	}
	blocks[a] = nil
	var running *rounding[E]
	if weight != nil {
		running = newRounding(w, f, z, weight)
	}
	at := len(f.rows)
	for s := len(f.pivot) - 1; s >= 0; s-- {
		n := int(f.end[s]) - 2*s - 2
		at -= 2 * n
		u, v := f.rows[at:at+n], f.rows[at+n:at+2*n]
		w.solver.invertPair(z, m, 2*s, f.pivot[s], u, v)
		if running != nil {
			squares += running.pair(2*s, f.pivot[s], u, v)
		}
	}
	for q, i := range f.idx {
		w.elimination.pos[i] = int32(q)
	}
	for _, c := range w.p.children.of(a) {
		g := &w.factors[c]
		left := g.idx[g.eliminated():]
		out := make([]E, len(left)*(len(left)-1)/2)
		blocks[c] = out
		for q, i := range left {
			row := z[int(w.elimination.pos[i])*m:]
			for _, k := range left[q+1:] {
				out[0] = row[w.elimination.pos[k]]
				out = out[1:]
			}
		}
	}
	return squares
}

// columnNorms bounds for each index k the norm of row k of L·D, where A = L·D·Lᵀ has the
// pivot blocks D and the columns (v/a, u) of a pair below them in L.
func (e *elimination[E]) columnNorms() []float64 {
	weight := make([]float64, e.m.N)
	o := e.newSolver()
	var su, sv []float64
	for a := range e.factors {
		f := &e.factors[a]
		rows := f.rows
		for s := range f.pivot {
			n := int(f.end[s]) - 2*s - 2
			su, sv = room(su, n+1), room(sv, n)
			o.sizes(su, f.pivot[s:s+1])
			p := su[0]
			weight[f.idx[2*s]] += p * p
			weight[f.idx[2*s+1]] += p * p
			o.sizes(su, rows[:n])
			o.sizes(sv, rows[n:2*n])
			for k, i := range f.idx[2*s+2 : 2*s+2+n] {
				x, y := p*su[k], sv[k]
				weight[i] += x*x + y*y
			}
			rows = rows[2*n:]
		}
	}
	for i, x := range weight {
		weight[i] = math.Sqrt(x)
	}
	return weight
}

// rounding follows the rounding errors of the recursion through one front.
type rounding[E any] struct {
	w      *worker[E]
	z      []E
	m      int
	weight []float64 // by position
	eta    []float64 // Σ_k weight_k·|Z_ik| over what is known
	s, t   []float64
}

func newRounding[E any](w *worker[E], f *factor[E], z []E, weight []float64) *rounding[E] {
	m := len(f.idx)
	r := &rounding[E]{w: w, z: z, m: m, weight: make([]float64, m), eta: make([]float64, m), s: make([]float64, m), t: make([]float64, m)}
	for q, i := range f.idx {
		r.weight[q] = weight[i]
	}
	for i := f.eliminated(); i < m; i++ {
		w.solver.sizes(r.s, z[i*m:(i+1)*m])
		for k := f.eliminated(); k < m; k++ {
			r.eta[i] += r.weight[k] * r.s[k]
		}
	}
	return r
}

// pair returns the square of |a| times the weighted 1-norms of the errors of rows j and
// j+1 of the inverse.
func (r *rounding[E]) pair(j int, a E, u, v []E) float64 {
	o, m := r.w.solver, r.m
	s, t := r.s, r.t
	o.sizes(s, []E{a})
	p := s[0]
	o.sizes(s, u)
	o.sizes(t, v)
	row0, row1 := 0.0, 0.0
	for i := range u {
		row0 += t[i] / p * r.eta[j+2+i]
		row1 += s[i] * r.eta[j+2+i]
	}
	corner := 1 / p
	o.sizes(t, r.z[j*m:(j+1)*m])
	for i := range u {
		corner += t[j+2+i] * s[i]
	}
	o.sizes(s, r.z[(j+1)*m:(j+2)*m])
	for k := j + 2; k < m; k++ {
		r.eta[j] += r.weight[k] * t[k]
		r.eta[j+1] += r.weight[k] * s[k]
		r.eta[k] += r.weight[j]*t[k] + r.weight[j+1]*s[k]
	}
	r.eta[j] += r.weight[j+1] * t[j+1]
	r.eta[j+1] += r.weight[j] * t[j+1]
	unit := absolute(o) * float64(len(u)+4) * p
	row0 *= unit
	row1 = unit * (2*row1 + corner*max(r.weight[j], r.weight[j+1]))
	return row0*row0 + row1*row1
}

// absolute is the unit itself, or what of it is within float64's range.
func absolute[E any](o solver[E]) float64 {
	return max(math.Ldexp(o.unit(), o.binade()), leastUnit)
}

// boundInverse bounds the errors of the inverse (doc.go). With G = (A+E)⁻¹, E the
// backward error of the factors,
//
//	|A⁻¹ − G| at (i, k) ≤ ‖row i of A⁻¹‖·‖E‖·‖row k of A⁻¹‖/(1−ξ),
//
// and the rounding errors ε of the recursion add Δ = M·Y·Mᵀ with M = L⁻ᵀD⁻¹, where
// ‖Y‖ ≤ √2·‖ε scaled‖ comes from rounding.pair and the norms of the rows of M from
// random vectors once more.
func (e *elimination[E]) boundInverse(proof certificate[E], errs []float64, r *Result) error {
	n, q := e.m.N, e.vectors
	o := e.newSolver()
	e.x = proof.spare
	e.randomise(e.x, seed+2)
	if err := e.sweepDown(func(w *worker[E], a int32) error {
		w.backward(&e.factors[a])
		return nil
	}); err != nil {
		return err
	}
	// The solve with Lᵀ is backward stable row by row: what it leaves is below the unit
	// times (front + 4)·|D⁻¹Lᵀ|·|x| before it is divided by D, and |M|·|that| comes out.
	weights, size, front := 0.0, 0.0, 0
	for a := range e.factors {
		front = max(front, len(e.factors[a].idx))
	}
	for _, x := range e.columnNorms() {
		weights += x * x
	}
	for _, s := range errs {
		size += s
	}
	length := e.sums(func(lo, hi int) [4]float64 {
		return [4]float64{o.squares(e.x[lo*q:hi*q], q, 0, q, 0)}
	})[0] / float64(q)
	residual := absolute(o) * float64(front+4) * (math.Sqrt(weights*length) + math.Sqrt(3*float64(n)))
	dist, low := 0.0, e.underflow()
	for _, d := range e.dist {
		d += low
		dist += d * d
	}
	dist = max(math.Ldexp(math.Sqrt(dist), o.binade()), leastUnit)
	k := confidence(q, n)
	if !(k*residual < 0.5) {
		size = math.Inf(1)
	}
	row := func(i int32) float64 {
		return 1.01 * k * math.Sqrt(o.squares(vectors(e.x, q, i), q, 0, q, 0)/float64(q)) / (1 - 1.01*k*residual)
	}
	for entry, i := range e.m.I {
		j := e.m.J[entry]
		bound := proof.rows[i]*proof.rows[j]*dist/(1-proof.xi) + row(i)*row(j)*math.Sqrt(2*size)
		rounded := 0x1p-52 * math.Abs(r.Inverse[entry])
		if e.complex {
			rounded += 0x1p-52 * math.Abs(r.InverseImag[entry])
		}
		r.InverseBound[entry] = 1.02*bound + rounded
		if math.IsNaN(bound) {
			r.InverseBound[entry] = math.Inf(1)
		}
	}
	return nil
}
