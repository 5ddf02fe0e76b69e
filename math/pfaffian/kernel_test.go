package pfaffian

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// guarded is a slice of n numbers between others that no kernel may touch or use: a NaN
// that is read shows in the result, one that is overwritten is found by check.
type guarded struct {
	all []float64
	n   int
}

const guard = 16

func newGuarded(n int, fill func() float64) guarded {
	g := guarded{make([]float64, n+2*guard), n}
	for i := range g.all {
		g.all[i] = math.NaN()
	}
	for i := range g.slice() {
		g.slice()[i] = fill()
	}
	return g
}

func (g guarded) slice() []float64 { return g.all[guard : guard+g.n : guard+g.n] }

func (g guarded) check(t *testing.T, name string) {
	t.Helper()
	for i, x := range g.all {
		if (i < guard || i >= guard+g.n) && !math.IsNaN(x) {
			t.Fatalf("%s: number %d of %d was overwritten", name, i-guard, g.n)
		}
	}
}

func (g guarded) clone() guarded {
	return guarded{append([]float64(nil), g.all...), g.n}
}

// near compares x and y, whose roundings are relative to scale; what is not finite must
// be of one kind.
func near(x, y, scale float64) bool {
	if x-x != 0 || y-y != 0 {
		return x == y || math.IsNaN(x) && math.IsNaN(y)
	}
	return math.Abs(x-y) <= 1e-13*scale
}

// awkward draws normal numbers, and zeros, infinities and NaNs in between where special
// is set.
func awkward(rng *rand.Rand, special bool) func() float64 {
	return func() float64 {
		if k := rng.IntN(60); special && k < 4 {
			return [...]float64{0, math.Inf(1), math.Inf(-1), math.NaN()}[k]
		}
		return rng.NormFloat64()
	}
}

func skipPortable(t *testing.T) {
	if !vectorized() {
		t.Skip("no vector instructions on this processor")
	}
}

// Updates of a front and refreshed rows in both kernels, and both against sums that are
// written as the definition. Only what lies above the diagonal is compared, and nothing
// outside the trailing part may change there.
func TestVectorUpdate(t *testing.T) {
	skipPortable(t)
	rng := rand.New(rand.NewPCG(11, 12))
	for trial := range 400 {
		special := trial%3 == 2
		np, n := 1+rng.IntN(8), rng.IntN(10)
		if trial%4 == 0 {
			np, n = 1+rng.IntN(panel), rng.IntN(90)
		}
		p0 := 2 * rng.IntN(3)
		j := p0 + 2*np
		e := j + n
		m := e + rng.IntN(6)
		ld := (m+10)&^3 | 4
		front := newGuarded((m+4)*ld, awkward(rng, false))
		for i := p0; i < j; i++ {
			for k := j; k < e; k++ {
				front.slice()[i*ld+k] = awkward(rng, special)()
			}
		}
		var got [2]guarded
		workers := 1 + trial%3
		for k, vector := range []bool{false, true} {
			got[k] = front.clone()
			(&float64Ops{vector: vector}).update(got[k].slice(), ld, p0, np, j, e, workers)
			got[k].check(t, "update")
		}
		f := front.slice()
		for i := range m {
			for k := i + 1; k < m; k++ {
				want, scale := f[i*ld+k], math.Abs(f[i*ld+k])
				if i >= j && k < e {
					for s := range np {
						u, v := f[(p0+2*s)*ld:], f[(p0+2*s+1)*ld:]
						x, y := v[i]*u[k], u[i]*v[k]
						want += x - y
						scale += math.Abs(x) + math.Abs(y)
					}
				}
				for kind, g := range got {
					// Padding with zeros makes a NaN of 0·∞ beside the trailing part.
					if x := g.slice()[i*ld+k]; !near(x, want, scale) && !(special && (i >= e || k >= e)) {
						t.Fatalf("trial %d: %d pairs, order %d, (%d, %d): kind %d gives %g, want %g", trial, np, n, i-j, k-j, kind, x, want)
					}
				}
			}
		}
		if n == 0 {
			continue
		}
		row, c0 := j, j+rng.IntN(n)
		var rows [2]guarded
		for k, vector := range []bool{false, true} {
			rows[k] = newGuarded(n+3, func() float64 { return math.NaN() })
			(&float64Ops{vector: vector}).refresh(rows[k].slice(), front.slice(), ld, p0, min(np, panel-1), row, c0, e)
			rows[k].check(t, "refresh")
		}
		for k := c0; k < e; k++ {
			scale := math.Abs(f[row*ld+k])
			for s := range min(np, panel-1) {
				u, v := f[(p0+2*s)*ld:], f[(p0+2*s+1)*ld:]
				scale += math.Abs(v[row]*u[k]) + math.Abs(u[row]*v[k])
			}
			if x, y := rows[0].slice()[k-c0], rows[1].slice()[k-c0]; !near(x, y, scale) {
				t.Fatalf("trial %d: refresh of %d pairs, %d: %g in Go, %g in assembly", trial, np, k-c0, x, y)
			}
		}
	}
}

// Blocks of a large update do not depend on how many workers share them, bit by bit.
func TestUpdateWorkers(t *testing.T) {
	const np, n = 9, 301
	const ld = (2*np+n+10)&^3 | 4
	rng := rand.New(rand.NewPCG(17, 18))
	front := newGuarded((2*np+n+4)*ld, rng.NormFloat64)
	for _, vector := range []bool{false, vectorized()} {
		var first []float64
		for _, workers := range []int{1, 2, 3, 7} {
			g := front.clone()
			(&float64Ops{vector: vector}).update(g.slice(), ld, 0, np, 2*np, 2*np+n, workers)
			g.check(t, "update")
			if first == nil {
				first = g.slice()
			}
			for i, x := range g.slice() {
				if math.Float64bits(x) != math.Float64bits(first[i]) {
					t.Fatalf("vector = %t, %d workers: number %d is %g, with 1 worker %g", vector, workers, i, x, first[i])
				}
			}
		}
	}
}

// Loops over rows, of all short lengths and some longer ones.
func TestVectorRows(t *testing.T) {
	skipPortable(t)
	rng := rand.New(rand.NewPCG(13, 14))
	portable, vector := &float64Ops{}, &float64Ops{vector: true}
	for trial := range 600 {
		n := trial % 30
		if trial%5 == 0 {
			n = rng.IntN(300)
		}
		fill := awkward(rng, trial%3 == 2)
		x, y, s := newGuarded(n, fill), newGuarded(n, fill), newGuarded(n, rng.Float64)
		name := fmt.Sprintf("trial %d, length %d", trial, n)
		cand := rng.IntN(n + 1)
		arg, best, all := portable.absMax(x.slice(), cand)
		if a, b, c := vector.absMax(x.slice(), cand); a != arg || b != best || c != all {
			t.Errorf("%s: absMax(%d) gives %d %g %g, want %d %g %g", name, cand, a, b, c, arg, best, all)
		}
		if g, w := vector.norm(x.slice()), portable.norm(x.slice()); !near(g, w, w) {
			t.Errorf("%s: norm %g, want %g", name, g, w)
		}
		a := rng.NormFloat64()
		dst := [2]guarded{newGuarded(n, rng.Float64), newGuarded(n, rng.Float64)}
		w, g := portable.divide(dst[0].slice(), x.slice(), a), vector.divide(dst[1].slice(), x.slice(), a)
		if !near(g, w, w) {
			t.Errorf("%s: the quotient has the norm %g, want %g", name, g, w)
		}
		sums := [2]guarded{s.clone(), s.clone()}
		portable.spread(sums[0].slice(), x.slice(), y.slice(), 0.7, 1.3)
		vector.spread(sums[1].slice(), x.slice(), y.slice(), 0.7, 1.3)
		for i := range n {
			if g, w := dst[1].slice()[i], dst[0].slice()[i]; !near(g, w, 0) {
				t.Errorf("%s: quotient %d is %g, want %g", name, i, g, w)
			}
			if g, w := sums[1].slice()[i], sums[0].slice()[i]; !near(g, w, w) {
				t.Errorf("%s: spread %d is %g, want %g", name, i, g, w)
			}
		}
		dst[1].check(t, name)
		sums[1].check(t, name)
	}
}

// Steps of a solution with 8 vectors, to scattered indices.
func TestVectorSolve(t *testing.T) {
	skipPortable(t)
	rng := rand.New(rand.NewPCG(15, 16))
	for trial := range 300 {
		n := trial % 10
		if trial%5 == 0 {
			n = rng.IntN(100)
		}
		total := n + 2 + rng.IntN(5)
		idx := make([]int32, n+2)
		for k, i := range rng.Perm(total)[:n+2] {
			idx[k] = int32(i)
		}
		fill := awkward(rng, trial%3 == 2)
		x, u, v := newGuarded(8*total, fill), newGuarded(n, fill), newGuarded(n, fill)
		a := 1 + rng.Float64()
		for name, step := range map[string]func(o *float64Ops, x []float64){
			"forward":  func(o *float64Ops, x []float64) { o.forward(x, 8, idx, a, u.slice(), v.slice()) },
			"backward": func(o *float64Ops, x []float64) { o.backward(x, 8, idx, a, u.slice(), v.slice()) },
		} {
			want, got := x.clone(), x.clone()
			step(&float64Ops{}, want.slice())
			step(&float64Ops{vector: true}, got.slice())
			got.check(t, name)
			for i, w := range want.slice() {
				if g := got.slice()[i]; !near(g, w, 10*float64(n+1)) {
					t.Fatalf("trial %d: %s of %d: number %d is %g, want %g", trial, name, n, i, g, w)
				}
			}
		}
	}
}

// The certificate holds for both kernels: their results differ by no more than the bounds.
func TestVectorCertificate(t *testing.T) {
	skipPortable(t)
	for _, beta := range []float64{0.3, 1, 2} {
		g := newGrid(40, 31, 7, beta)
		var r [2]Result
		for k, vector := range []bool{false, true} {
			var err error
			r[k], err = run[float64](t.Context(), g.m, g.v, 0, g.t, Options{}, func() solver[float64] { return &float64Ops{vector: vector} })
			if err != nil {
				t.Fatal(err)
			}
		}
		x, _ := r[0].Log.Float64()
		y, _ := r[1].Log.Float64()
		if math.IsInf(r[0].Bound, 1) != math.IsInf(r[1].Bound, 1) || math.Abs(x-y) > r[0].Bound+r[1].Bound {
			t.Errorf("β = %g: %.15g ± %g in Go, %.15g ± %g in assembly", beta, x, r[0].Bound, y, r[1].Bound)
		}
		if !math.IsInf(r[0].Bound, 1) && (r[0].Sign != r[1].Sign || r[1].Bound > 1.5*r[0].Bound) {
			t.Errorf("β = %g: signs %d, %d, bounds %g, %g", beta, r[0].Sign, r[1].Sign, r[0].Bound, r[1].Bound)
		}
	}
}
