package quiver

import (
	"math"
	"math/big"
	"slices"
)

// The floating-point part of the search for rotations. Nothing that it finds is believed
// before it is checked exactly, and nothing follows from what it does not find.

const (
	rotationSteps     = 80
	rotationTolerance = 1e-11
)

// A point is a candidate: the entries of the matrices G, then a scale for each field of B,
// so that W_A(G·y) = W_B(scale·y).
type point []float64

// solve runs Levenberg and Marquardt's method from a pseudo-random start with all scales 1,
// and then moves the sizes of the columns of G into the scales.
func (e *equations) solve(start uint64) (point, bool) {
	fields := len(e.b.of)
	x := make(point, e.unknowns+fields)
	state := start*0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019
	for f := range e.image {
		for j := range e.b.members[e.image[f]] {
			// splitmix64, mapped to −1 … 1
			x[e.offset[f]+j] = float64(int64(mix(state))>>11) / (1 << 52)
			state += 0x9E3779B97F4A7C15
			if j == e.a.place[f] {
				x[e.offset[f]+j]++
			}
		}
	}
	free := make([]bool, len(x))
	for k := range fields {
		x[e.unknowns+k] = 1
	}
	for i := range e.unknowns {
		free[i] = true
	}
	if !e.descend(x, free) {
		return nil, false
	}
	for y := range fields {
		largest := 0.0
		for _, i := range e.column(y) {
			if math.Abs(x[i]) > math.Abs(largest) {
				largest = x[i]
			}
		}
		if largest == 0 {
			return nil, false
		}
		for _, i := range e.column(y) {
			x[i] /= largest
		}
		x[e.unknowns+y] /= largest
	}
	return x, true
}

// column are the unknowns that multiply field y of B.
func (e *equations) column(y int) []int {
	var list []int
	for f, c := range e.image {
		if c == e.b.of[y] {
			list = append(list, e.offset[f]+e.b.place[y])
		}
	}
	return list
}

// residual is W_A(G·y) − W_B(scale·y), and its Jacobian in the free unknowns if wanted.
func (e *equations) residual(x point, free []bool, jacobian [][]float64) []float64 {
	r := make([]float64, len(e.words))
	for _, row := range jacobian {
		clear(row)
	}
	times := func(word int, c float64, factors []int) {
		p := c
		for _, i := range factors {
			p *= x[i]
		}
		r[word] += p
		if jacobian == nil {
			return
		}
		for k, i := range factors {
			if !free[i] {
				continue
			}
			d := c
			for l, j := range factors {
				if l != k {
					d *= x[j]
				}
			}
			jacobian[word][i] += d
		}
	}
	for _, p := range e.products {
		c, _ := p.coefficient.Float64()
		times(p.word, c, p.unknowns)
	}
	n := len(e.b.theory.Arrows)
	for w, c := range e.target {
		if c.Sign() == 0 {
			continue
		}
		v, _ := c.Float64()
		var scales []int
		for _, y := range e.words[w].Word {
			scales = append(scales, e.unknowns+y)
		}
		for _, y := range e.words[w].Singlets {
			scales = append(scales, e.unknowns+n+y)
		}
		times(w, -v, scales)
	}
	return r
}

func norm2(v []float64) float64 {
	s := 0.0
	for _, x := range v {
		s += x * x
	}
	return s
}

// descend moves the free unknowns until the equations hold.
func (e *equations) descend(x point, free []bool) bool {
	var active []int
	for i, f := range free {
		if f {
			active = append(active, i)
		}
	}
	jacobian := make([][]float64, len(e.words))
	for i := range jacobian {
		jacobian[i] = make([]float64, len(x))
	}
	damping := 1e-2
	r := e.residual(x, free, jacobian)
	size := norm2(r)
	for range rotationSteps {
		if *e.budget < 0 {
			return false
		}
		if size < rotationTolerance*rotationTolerance {
			return true
		}
		n := len(active)
		normal := make([][]float64, n)
		for a := range normal {
			normal[a] = make([]float64, n+1)
		}
		// Rows of the Jacobian are sparse: a monomial depends on few unknowns.
		nonzero := make([]int, 0, n)
		for w, row := range jacobian {
			nonzero = nonzero[:0]
			for a, i := range active {
				if row[i] != 0 {
					nonzero = append(nonzero, a)
				}
			}
			for _, a := range nonzero {
				x := row[active[a]]
				for _, b := range nonzero {
					normal[a][b] += x * row[active[b]]
				}
				normal[a][n] -= x * r[w]
			}
		}
		improved := false
		*e.budget -= len(e.words)*len(x) + 4*len(e.products)
		for range 12 {
			*e.budget -= n*n*n/3 + 2*len(e.products)
			step := solveDense(normal, damping)
			if step == nil {
				damping *= 10
				continue
			}
			trial := slices.Clone(x)
			for a, i := range active {
				trial[i] += step[a]
			}
			if s := norm2(e.residual(trial, free, nil)); s < size {
				copy(x, trial)
				damping = max(damping/10, 1e-14)
				improved = true
				break
			}
			damping *= 10
		}
		if !improved {
			break
		}
		r = e.residual(x, free, jacobian)
		size = norm2(r)
	}
	return size < rotationTolerance*rotationTolerance
}

// solveDense solves (m + damping)·x = last column by Gauss with pivoting.
func solveDense(m [][]float64, damping float64) []float64 {
	n := len(m)
	a := make([][]float64, n)
	for i := range m {
		a[i] = slices.Clone(m[i])
		a[i][i] += damping
	}
	for c := range n {
		p := c
		for i := c + 1; i < n; i++ {
			if math.Abs(a[i][c]) > math.Abs(a[p][c]) {
				p = i
			}
		}
		if math.Abs(a[p][c]) < 1e-300 {
			return nil
		}
		a[c], a[p] = a[p], a[c]
		for i := c + 1; i < n; i++ {
			f := a[i][c] / a[c][c]
			if f == 0 {
				continue
			}
			for j := c; j <= n; j++ {
				a[i][j] -= f * a[c][j]
			}
		}
	}
	x := make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		x[i] = a[i][n]
		for j := i + 1; j < n; j++ {
			x[i] -= a[i][j] * x[j]
		}
		x[i] /= a[i][i]
	}
	return x
}

// rational fixes the freedom that the symmetries of W leave by rounding one free entry of G
// after another, reads the others as rational numbers, and checks the result exactly.
func (e *equations) rational(x point) []Rotation {
	free := make([]bool, len(x))
	for i := range x {
		free[i] = true
	}
	// The largest entry of each column is 1 and stays so.
	for y := range e.b.of {
		for _, i := range e.column(y) {
			if x[i] == 1 {
				free[i] = false
				break
			}
		}
	}
	for range e.unknowns {
		if *e.budget < 0 {
			return nil
		}
		i := e.freeUnknown(x, free)
		if i < 0 {
			break
		}
		before := x[i]
		fixed := false
		free[i] = false
		// 0 first: a matrix with zeros is the one to expect.
		for _, value := range []float64{0, math.Round(before), math.Round(2*before) / 2, math.Round(8*before) / 8} {
			trial := slices.Clone(x)
			trial[i] = value
			if e.descend(trial, free) && e.invertible(trial) {
				copy(x, trial)
				fixed = true
				break
			}
		}
		if !fixed {
			return nil
		}
	}
	return e.check(x)
}

// freeUnknown is an entry of G that can move while the equations hold, or −1: one whose
// column of the Jacobian depends on the others.
func (e *equations) freeUnknown(x point, free []bool) int {
	jacobian := make([][]float64, len(e.words))
	for i := range jacobian {
		jacobian[i] = make([]float64, len(x))
	}
	*e.budget -= len(e.words) * len(x) * len(x)
	e.residual(x, free, jacobian)
	// Scales first, so that what is left over is an entry of G.
	var order []int
	for i := e.unknowns; i < len(x); i++ {
		order = append(order, i)
	}
	// Then large multiplets: mesons are often bilinear in the fields of small ones, and what
	// is rational in the matrices of those has roots in it the other way round.
	for _, f := range e.bySize() {
		for j := range e.b.members[e.image[f]] {
			if i := e.offset[f] + j; free[i] {
				order = append(order, i)
			}
		}
	}
	var basis [][]float64
	for _, i := range order {
		v := make([]float64, len(jacobian))
		for w := range jacobian {
			v[w] = jacobian[w][i]
		}
		size := math.Sqrt(norm2(v))
		for range 2 { // twice is enough (Kahan)
			for _, b := range basis {
				dot := 0.0
				for w := range v {
					dot += v[w] * b[w]
				}
				for w := range v {
					v[w] -= dot * b[w]
				}
			}
		}
		left := math.Sqrt(norm2(v))
		if left <= 1e-7*max(size, 1e-3) {
			if i < e.unknowns {
				return i
			}
			continue
		}
		for w := range v {
			v[w] /= left
		}
		basis = append(basis, v)
	}
	return -1
}

// bySize are the fields of A, those of the largest multiplets first.
func (e *equations) bySize() []int {
	order := identity(len(e.image))
	slices.SortStableFunc(order, func(f, g int) int {
		return len(e.b.members[e.image[g]]) - len(e.b.members[e.image[f]])
	})
	return order
}

// invertible guards against matrices that become singular on the way.
func (e *equations) invertible(x point) bool {
	for y := range e.b.of {
		if math.Abs(x[e.unknowns+y]) < 1e-6 {
			return false
		}
	}
	for i := range e.unknowns {
		if math.Abs(x[i]) > 1e6 {
			return false
		}
	}
	return true
}

// check reads G as rational matrices and compares W_A(G·y) with W_B up to a rescaling,
// exactly.
func (e *equations) check(x point) []Rotation {
	exact := make([]*big.Rat, e.unknowns)
	for i := range exact {
		if exact[i] = nearestRational(x[i]); exact[i] == nil {
			return nil
		}
	}
	sum := make([]*big.Rat, len(e.words))
	for i := range sum {
		sum[i] = new(big.Rat)
	}
	for _, p := range e.products {
		c := new(big.Rat).Set(p.coefficient)
		for _, i := range p.unknowns {
			c.Mul(c, exact[i])
		}
		sum[p.word].Add(sum[p.word], c)
	}
	var kept Superpotential
	var ratios []*big.Rat
	for w, c := range e.target {
		if (c.Sign() == 0) != (sum[w].Sign() == 0) {
			return nil
		}
		if c.Sign() != 0 {
			kept = append(kept, e.words[w])
			ratios = append(ratios, new(big.Rat).Quo(sum[w], c))
		}
	}
	t := *e.b.theory
	t.W = kept
	invariants, err := t.CoefficientInvariants()
	if err != nil {
		return nil
	}
	if r, err := t.rescaling(invariants, ratios); err != nil || !r.Exists {
		return nil
	}
	var list []Rotation
	done := make(map[class]bool)
	for f, c := range e.image {
		if done[c] {
			continue
		}
		done[c] = true
		r := Rotation{From: e.a.members[e.a.of[f]], To: e.b.members[c]}
		var rows []map[int]*big.Rat
		for _, g := range r.From {
			row, sparse := make([]*big.Rat, len(r.To)), make(map[int]*big.Rat)
			for j := range r.To {
				row[j] = exact[e.offset[g]+j]
				if row[j].Sign() != 0 {
					sparse[j] = new(big.Rat).Set(row[j])
				}
			}
			r.Matrix = append(r.Matrix, row)
			rows = append(rows, sparse)
		}
		if sparseRank(rows) != len(r.From) {
			return nil
		}
		list = append(list, r)
	}
	return list
}

// nearestRational is a rational number of small height near x, by continued fractions.
func nearestRational(x float64) *big.Rat {
	const most, near = 10_000, 1e-8
	p0, q0, p1, q1 := 0.0, 1.0, 1.0, 0.0
	y := x
	for range 30 {
		a := math.Floor(y)
		p0, q0, p1, q1 = p1, q1, a*p1+p0, a*q1+q0
		if math.Abs(q1) > most || math.Abs(p1) > 1e12 {
			return nil
		}
		if math.Abs(x-p1/q1) < near*max(1, math.Abs(x)) {
			return big.NewRat(int64(p1), int64(q1))
		}
		y = 1 / (y - a)
	}
	return nil
}
