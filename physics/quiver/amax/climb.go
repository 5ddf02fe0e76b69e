package amax

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// climb looks for the local maximum in float64; its result is a start for what follows and
// proves nothing. ok is false where it found no trial R-symmetry with a negative definite
// Hessian, or where a has no stationary point among them.
//
// The Hessian is −18 A with A = Σ_f w_f s_f v_f vᵀ_f, s_f = 1 − R_f, and a is strictly
// concave where A is positive definite, a convex set. With the barrier log det A the
// function a/μ + log det A has one maximum there for every μ > 0; it tends to that of a.
// Fields merged in a class of m add (m − 1) log s_f: the other directions of their charges.
func (s *space) climb() (x []float64, ok bool) {
	k := s.dim
	if k == 0 {
		return nil, s.fixedConcave()
	}
	c, ok := newChart(s)
	if !ok {
		return nil, false
	}
	y := mat.NewVecDense(k, nil)
	if !c.enter(y) {
		return nil, false
	}
	for mu := 1.0; mu > 1e-9; mu /= 8 {
		for range 60 {
			if c.step(y, mu) < 1e-10 {
				break
			}
		}
	}
	// Without the barrier; a maximum on the boundary of the domain is none.
	for range 60 {
		if c.step(y, 0) < 1e-24 {
			return c.coordinates(y), true
		}
	}
	return nil, false
}

// fixedConcave: without coordinates, the charges inside of classes are still free.
func (s *space) fixedConcave() bool {
	for _, r := range s.rows {
		if r.members > 1 && r.r.Sign() >= 0 {
			return false
		}
	}
	return true
}

// chart is the trial space in coordinates y that are orthonormal for Σ w_f v_f v_f over the
// fields, with y = 0 the point where Σ w_f (R_f − 2/3)² is least.
type chart struct {
	k       int
	w       []float64
	members []int
	s0      []float64 // 1 − R at y = 0
	v       *mat.Dense
	basis   *mat.Dense // x = x0 + basis·y
	x0      []float64
}

func newChart(s *space) (*chart, bool) {
	k, n := s.dim, len(s.rows)
	den, _ := s.den.Float64()
	c := &chart{k: k, w: make([]float64, n), members: make([]int, n), s0: make([]float64, n), v: mat.NewDense(n, k, nil), x0: make([]float64, k)}
	u := mat.NewDense(n, k, nil)
	r := make([]float64, n)
	metric := mat.NewSymDense(k, nil)
	for f, row := range s.rows {
		c.w[f], c.members[f] = float64(row.weight), row.members
		r[f], _ = row.r.Float64()
		r[f] /= den
		for j := range k {
			v, _ := row.u[j].Float64()
			u.Set(f, j, v/den)
		}
		if c.w[f] > 0 {
			metric.SymRankOne(metric, c.w[f], u.RowView(f))
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(metric) {
		return nil, false
	}
	// x0 = −G⁻¹ Σ w (r + 1/3) u
	b := mat.NewVecDense(k, nil)
	for f := range n {
		if c.w[f] > 0 {
			b.AddScaledVec(b, -c.w[f]*(r[f]+1.0/3), u.RowView(f))
		}
	}
	var x0 mat.VecDense
	if err := chol.SolveVecTo(&x0, b); err != nil {
		return nil, false
	}
	copy(c.x0, x0.RawVector().Data)
	// G = UᵀU, basis = U⁻¹
	var up mat.TriDense
	chol.UTo(&up)
	var inv mat.TriDense
	if err := inv.InverseTri(&up); err != nil {
		return nil, false
	}
	c.basis = mat.DenseCopyOf(&inv)
	c.v.Mul(u, c.basis)
	for f := range n {
		c.s0[f] = -r[f] - mat.Dot(u.RowView(f), &x0)
	}
	return c, true
}

func (c *chart) coordinates(y *mat.VecDense) []float64 {
	var x mat.VecDense
	x.MulVec(c.basis, y)
	out := make([]float64, c.k)
	for j := range out {
		out[j] = c.x0[j] + x.AtVec(j)
	}
	return out
}

// slack is 1 − R of every row.
func (c *chart) slack(y *mat.VecDense) []float64 {
	s := make([]float64, len(c.s0))
	for f := range s {
		s[f] = c.s0[f] - mat.Dot(c.v.RowView(f), y)
	}
	return s
}

// domain is the Cholesky factor of A + t, and the barrier's value; ok is false outside.
func (c *chart) domain(s []float64, t float64) (chol *mat.Cholesky, barrier float64, ok bool) {
	a := mat.NewSymDense(c.k, nil)
	for f := range s {
		h := s[f]
		if c.w[f] > 0 {
			h += t
		}
		a.SymRankOne(a, c.w[f]*h, c.v.RowView(f))
		if c.members[f] > 1 {
			if h <= 0 {
				return nil, 0, false
			}
			barrier += float64(c.members[f]-1) * math.Log(h)
		}
	}
	chol = new(mat.Cholesky)
	if !chol.Factorize(a) {
		return nil, 0, false
	}
	return chol, barrier + chol.LogDet(), true
}

// barrierSlopes are the first and second derivatives of the barrier by the slacks.
func (c *chart) barrierSlopes(chol *mat.Cholesky, s []float64, t float64) (first []float64, second *mat.SymDense) {
	n := len(s)
	var half, p mat.Dense
	// P = V A⁻¹ Vᵀ
	if err := chol.SolveTo(&half, c.v.T()); err != nil {
		half.Zero() // singular to working precision: the step will be rejected
	}
	p.Mul(c.v, &half)
	first = make([]float64, n)
	second = mat.NewSymDense(n, nil)
	for f := range n {
		first[f] = c.w[f] * p.At(f, f)
		for g := f; g < n; g++ {
			x := p.At(f, g)
			second.SetSym(f, g, -c.w[f]*c.w[g]*x*x)
		}
		if m := float64(c.members[f] - 1); m > 0 {
			h := s[f] + t
			first[f] += m / h
			second.SetSym(f, f, second.At(f, f)-m/(h*h))
		}
	}
	return first, second
}

// objective is Σ w (s − 3 s³), a up to a positive factor and a constant.
func (c *chart) objective(s []float64) float64 {
	sum := 0.0
	for f, x := range s {
		sum += c.w[f] * (x - 3*x*x*x)
	}
	return sum
}

// step makes a damped Newton step for objective/μ + barrier, or for the objective alone if
// μ = 0, and gives the square of the Newton decrement relative to the scale of a.
func (c *chart) step(y *mat.VecDense, mu float64) float64 {
	s := c.slack(y)
	chol, barrier, ok := c.domain(s, 0)
	if !ok {
		return math.Inf(1)
	}
	n := len(s)
	scale := 1.0
	if mu > 0 {
		scale = 1 / (mu * c.total())
	}
	first, second := make([]float64, n), mat.NewSymDense(n, nil)
	if mu > 0 {
		first, second = c.barrierSlopes(chol, s, 0)
	}
	for f, x := range s {
		first[f] += scale * c.w[f] * (1 - 9*x*x)
		second.SetSym(f, f, second.At(f, f)-scale*18*c.w[f]*x)
	}
	value := func(s []float64, barrier float64) float64 {
		if mu == 0 {
			barrier = 0
		}
		return scale*c.objective(s) + barrier
	}
	now := value(s, barrier)
	direction, decrement, ok := c.newton(first, second)
	if !ok {
		return math.Inf(1)
	}
	trial := mat.NewVecDense(c.k, nil)
	for size := 1.0; size > 1e-12; size /= 2 {
		trial.AddScaledVec(y, size, direction)
		st := c.slack(trial)
		if _, b, ok := c.domain(st, 0); ok && value(st, b) >= now+1e-4*size*decrement-1e-13*(1+math.Abs(now)) {
			y.CopyVec(trial)
			break
		}
	}
	if mu == 0 {
		return decrement / c.total()
	}
	return decrement
}

// newton is the Newton direction in y of a function with the given derivatives by the
// slacks: ds = −V dy.
func (c *chart) newton(first []float64, second *mat.SymDense) (direction *mat.VecDense, decrement float64, ok bool) {
	g := mat.NewVecDense(c.k, nil)
	for f := range first {
		g.AddScaledVec(g, -first[f], c.v.RowView(f))
	}
	var t, h mat.Dense
	t.Mul(second, c.v)
	h.Mul(c.v.T(), &t)
	neg := mat.NewSymDense(c.k, nil)
	for i := range c.k {
		for j := i; j < c.k; j++ {
			neg.SetSym(i, j, -(h.At(i, j)+h.At(j, i))/2)
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(neg) {
		return nil, 0, false
	}
	direction = mat.NewVecDense(c.k, nil)
	if err := chol.SolveVecTo(direction, g); err != nil {
		return nil, 0, false
	}
	return direction, mat.Dot(g, direction), true
}

func (c *chart) total() float64 {
	sum := 0.0
	for _, w := range c.w {
		sum += math.Abs(w)
	}
	return sum
}

// enter moves y into the domain: it lowers t in A + t along the barrier until A itself is
// positive definite.
func (c *chart) enter(y *mat.VecDense) bool {
	s := c.slack(y)
	if _, _, ok := c.domain(s, 0); ok {
		return true
	}
	t := 1.0
	for ; ; t *= 2 {
		if _, _, ok := c.domain(s, t); ok {
			break
		}
		if t > 1e9 {
			return false
		}
	}
	for range 400 {
		// Newton for −t·ν + barrier(A + t) − ε y², eliminated by hand: first y at this t,
		// then t as far as the domain allows.
		s = c.slack(y)
		chol, barrier, ok := c.domain(s, t)
		if !ok {
			return false
		}
		first, second := c.barrierSlopes(chol, s, t)
		direction, decrement, ok := c.newton(first, second)
		if !ok {
			return false
		}
		trial := mat.NewVecDense(c.k, nil)
		moved := false
		for size := 1.0; size > 1e-9; size /= 2 {
			trial.AddScaledVec(y, size, direction)
			if _, b, ok := c.domain(c.slack(trial), t); ok && b >= barrier+1e-4*size*decrement-1e-12 {
				y.CopyVec(trial)
				moved = true
				break
			}
		}
		if !moved {
			return false
		}
		s = c.slack(y)
		if _, _, ok := c.domain(s, 0); ok {
			return true
		}
		if decrement > 1 {
			continue // not yet central enough for a smaller t
		}
		// The least t at this y, from the side where it is feasible.
		lo, hi := 0.0, t
		for range 40 {
			mid := (lo + hi) / 2
			if _, _, ok := c.domain(s, mid); ok {
				hi = mid
			} else {
				lo = mid
			}
		}
		next := hi + 0.3*(t-hi)
		if t-next < 1e-9*t && decrement < 1e-12 {
			return false
		}
		t = next
	}
	return false
}
