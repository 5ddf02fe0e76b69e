package factor

import (
	"context"
	"fmt"
	"math"
	"sync"
)

// strip holds the weights of the configurations of one row, partly the new and partly the
// old: bit c of an index is 1 where spin c is −1.
type strip struct {
	cols    int
	workers int
	entry   []float64
	exp     int64
	ops     float64
	low     float64 // lower bound on the binary logarithm of the entries that are not zero
	high    float64 // upper bound
	raised  bool
	lossy   bool
	buffer  [][]float64
	vector  bool // use octetVector
	triple  [][2]tripleWeights
}

const (
	// chunkBits is the number of low sites that are done on one contiguous piece, which
	// fits in the nearest cache.
	chunkBits = 12
	// tileBits higher sites are done together on a tile of 2^tileBits runs of 2^runBits
	// entries, copied to contiguous memory.
	tileBits = 6
	runBits  = chunkBits - tileBits
)

func newStrip(cols, workers int) *strip {
	s := &strip{cols: cols, workers: workers, entry: make([]float64, 1<<cols), buffer: make([][]float64, workers), vector: vectorized()}
	for w := range s.buffer {
		s.buffer[w] = make([]float64, 1<<chunkBits)
	}
	return s
}

func (s *strip) reset() {
	clear(s.entry)
	s.exp, s.ops, s.low, s.high, s.lossy = 0, 0, 0, 0, false
}

// first puts the first row into the configuration y.
func (s *strip) first(p rowPlan, y int) {
	w := 1.0
	for c := range s.cols {
		left := 0
		if c > 0 {
			left = y >> (c - 1) & 1
		}
		w *= p.site[c][left][y>>c&1][0] // the old spin does not matter
		s.ops += p.ops[c]
		s.low -= p.spread[c]
	}
	if p.ring {
		if y&1 == y>>(s.cols-1)&1 {
			w *= p.equal
		} else {
			w *= p.opposite
		}
		s.ops += p.ringOps
		s.low += math.Log2(max(min(p.equal, p.opposite), math.SmallestNonzeroFloat64))
	}
	s.lossy = s.lossy || s.low < underflow
	if s.raised {
		w = max(w, clampTo)
	}
	s.entry[y] = w
}

// run applies rows.
func (s *strip) run(ctx context.Context, rows []rowPlan) error {
	for _, p := range rows {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("factor: grid transfer: %w", err)
		}
		s.row(p)
	}
	return nil
}

// row replaces the spins of the row by those of the next.
func (s *strip) row(p rowPlan) {
	inner := min(s.cols, chunkBits)
	if s.vector {
		s.triples(p.site)
	}
	s.phase(p, 0, inner)
	s.parallel(len(s.entry)>>inner, func(worker, lo, hi int) {
		for b := lo; b < hi; b++ {
			s.sweep(s.entry[b<<inner:(b+1)<<inner], p.site, 0, inner, 0, -1)
		}
	})
	s.finish()
	for c := inner; c < s.cols; {
		n := min(tileBits, s.cols-c)
		s.phase(p, c, c+n)
		s.tiles(p, c, n)
		s.finish()
		c += n
	}
	if p.ring {
		s.close2(p)
		s.finish()
	}
	if s.low < -rescaleAt || s.high > rescaleAt {
		s.rescale()
	}
}

// phase keeps the books for the sites lo … hi−1.
func (s *strip) phase(p rowPlan, lo, hi int) {
	for c := lo; c < hi; c++ {
		s.ops += p.ops[c]
		s.low -= p.spread[c]
		s.high++ // two products of at most the largest entry
	}
	s.check()
}

func (s *strip) check() { s.lossy = s.lossy || s.low < underflow }

// finish ends a phase.
func (s *strip) finish() {
	if s.raised {
		for x, w := range s.entry {
			s.entry[x] = max(w, clampTo)
		}
		s.ops++
		s.low = max(s.low, math.Log2(clampTo))
	}
	if s.low < underflow+rescaleAt {
		s.rescale()
	}
}

// rescale brings the largest entry to [½, 1).
func (s *strip) rescale() {
	smallest, largest := limits(s.entry)
	if largest == 0 {
		s.lossy = true
		return
	}
	_, shift := math.Frexp(largest)
	if shift != 0 {
		scale(s.entry, shift)
		s.exp += int64(shift)
	}
	_, e := math.Frexp(smallest)
	s.low, s.high = float64(e-1-shift), 0
	s.check()
}

// parallel splits 0 … n−1 among the workers if the strip is long enough.
func (s *strip) parallel(n int, f func(worker, lo, hi int)) {
	if s.workers < 2 || n < s.workers || len(s.entry) < parallelFrom {
		f(0, 0, n)
		return
	}
	var wait sync.WaitGroup
	for w := range s.workers {
		wait.Add(1)
		go func() {
			defer wait.Done()
			f(w, w*n/s.workers, (w+1)*n/s.workers)
		}()
	}
	wait.Wait()
}

// tiles does the sites c … c+n−1, c ≥ chunkBits.
func (s *strip) tiles(p rowPlan, c, n int) {
	const run = 1 << runBits
	inner := 1 << (c - runBits) // runs below one value of the bits of the tile
	count := len(s.entry) >> (n + runBits)
	s.parallel(count, func(worker, lo, hi int) {
		b := s.buffer[worker][:run<<n]
		for t := lo; t < hi; t++ {
			below, above := t%inner, t/inner
			base := above<<(c+n) + below*run
			for k := range 1 << n {
				copy(b[k*run:(k+1)*run], s.entry[base+k<<c:])
			}
			left := base >> (c - 1) & 1
			s.sweep(b, p.site, c, c+n, runBits, left)
			for k := range 1 << n {
				copy(s.entry[base+k<<c:], b[k*run:(k+1)*run])
			}
		}
	})
}

// tripleWeights are the weights of three sites, four copies each, in the order in which
// octetVector uses them: those of the first site, for one spin to the left of it, and
// those of the others for both.
type tripleWeights [20][4]float64

// triples prepares the weights of the triples that sweep makes, for both spins to the left.
func (s *strip) triples(site []siteWeights) {
	if s.triple == nil {
		s.triple = make([][2]tripleWeights, s.cols)
	}
	for c := range s.triple[:max(s.cols-2, 0)] {
		for left := range 2 {
			t := &s.triple[c][left]
			for j, w := range [][2][2]float64{site[c][left], site[c+1][0], site[c+1][1], site[c+2][0], site[c+2][1]} {
				for k, x := range []float64{w[0][0], w[0][1], w[1][0], w[1][1]} {
					t[4*j+k] = [4]float64{x, x, x, x}
				}
			}
		}
	}
}

// sweep does the sites lo … hi−1 on v, in which the spin of site lo is bit at. left is
// the spin of the site before, −1 if it is the bit before or if there is none.
func (s *strip) sweep(v []float64, site []siteWeights, lo, hi, at, left int) {
	for lo < hi {
		if hi-lo >= 3 {
			if s.vector && at >= 3 {
				sweepVector(v, 1<<at, &s.triple[lo], left)
			} else {
				sweep3(v, 1<<at, &site[lo], &site[lo+1], &site[lo+2], left)
			}
			lo, at = lo+3, at+3
		} else {
			sweep1(v, 1<<at, &site[lo], left)
			lo, at = lo+1, at+1
		}
		left = -1
	}
}

// sweep1 replaces the spin with the given stride.
func sweep1(v []float64, stride int, w *siteWeights, left int) {
	for base := 0; base < len(v); base += 2 * stride {
		a, b := v[base:base+stride], v[base+stride:base+2*stride]
		if left >= 0 || stride == 1 {
			pairs(a, b, &w[max(left, 0)])
			continue
		}
		half := stride / 2
		pairs(a[:half], b[:half], &w[0])
		pairs(a[half:], b[half:], &w[1])
	}
}

func pairs(a, b []float64, w *[2][2]float64) {
	b = b[:len(a)]
	pp, pm, mp, mm := w[0][0], w[0][1], w[1][0], w[1][1]
	for x, p := range a {
		m := b[x]
		a[x], b[x] = pp*p+pm*m, mp*p+mm*m
	}
}

// sweep3 replaces three spins in one pass: with the given stride, twice and four times
// it.
func sweep3(v []float64, stride int, w0, w1, w2 *siteWeights, left int) {
	if stride == 1 {
		octets(v, w0, w1, w2)
		return
	}
	for base := 0; base < len(v); base += 8 * stride {
		if left >= 0 {
			octet(v[base:base+8*stride], stride, 0, stride, &w0[left], w1, w2)
			continue
		}
		octet(v[base:base+8*stride], stride, 0, stride/2, &w0[0], w1, w2)
		octet(v[base:base+8*stride], stride, stride/2, stride, &w0[1], w1, w2)
	}
}

// sweepVector is sweep3 for strides of at least eight.
func sweepVector(v []float64, stride int, w *[2]tripleWeights, left int) {
	for base := 0; base+8*stride <= len(v); base += 8 * stride {
		if left >= 0 {
			octetVector(&v[base], stride, stride, &w[left])
			continue
		}
		octetVector(&v[base], stride, stride/2, &w[0])
		octetVector(&v[base+stride/2], stride, stride/2, &w[1])
	}
}

// octet does the entries lo … hi−1 of the eight runs that v consists of.
func octet(v []float64, stride, lo, hi int, w0 *[2][2]float64, w1, w2 *siteWeights) {
	v0 := v[lo:hi]
	n := len(v0)
	v1, v2, v3 := v[stride+lo:][:n], v[2*stride+lo:][:n], v[3*stride+lo:][:n]
	v4, v5, v6, v7 := v[4*stride+lo:][:n], v[5*stride+lo:][:n], v[6*stride+lo:][:n], v[7*stride+lo:][:n]
	p, q, r, s := w0[0][0], w0[0][1], w0[1][0], w0[1][1]
	for x := range v0 {
		a, b, c, d := v0[x], v1[x], v2[x], v3[x]
		e, f, g, h := v4[x], v5[x], v6[x], v7[x]
		a, b = p*a+q*b, r*a+s*b
		c, d = p*c+q*d, r*c+s*d
		e, f = p*e+q*f, r*e+s*f
		g, h = p*g+q*h, r*g+s*h
		a, c = w1[0][0][0]*a+w1[0][0][1]*c, w1[0][1][0]*a+w1[0][1][1]*c
		b, d = w1[1][0][0]*b+w1[1][0][1]*d, w1[1][1][0]*b+w1[1][1][1]*d
		e, g = w1[0][0][0]*e+w1[0][0][1]*g, w1[0][1][0]*e+w1[0][1][1]*g
		f, h = w1[1][0][0]*f+w1[1][0][1]*h, w1[1][1][0]*f+w1[1][1][1]*h
		v0[x], v4[x] = w2[0][0][0]*a+w2[0][0][1]*e, w2[0][1][0]*a+w2[0][1][1]*e
		v1[x], v5[x] = w2[0][0][0]*b+w2[0][0][1]*f, w2[0][1][0]*b+w2[0][1][1]*f
		v2[x], v6[x] = w2[1][0][0]*c+w2[1][0][1]*g, w2[1][1][0]*c+w2[1][1][1]*g
		v3[x], v7[x] = w2[1][0][0]*d+w2[1][0][1]*h, w2[1][1][0]*d+w2[1][1][1]*h
	}
}

// octets is sweep3 for the first three sites, where there is no spin to the left.
func octets(v []float64, w0, w1, w2 *siteWeights) {
	p, q, r, s := w0[0][0][0], w0[0][0][1], w0[0][1][0], w0[0][1][1]
	for len(v) >= 8 {
		u := v[:8:8]
		a, b, c, d, e, f, g, h := u[0], u[1], u[2], u[3], u[4], u[5], u[6], u[7]
		a, b = p*a+q*b, r*a+s*b
		c, d = p*c+q*d, r*c+s*d
		e, f = p*e+q*f, r*e+s*f
		g, h = p*g+q*h, r*g+s*h
		a, c = w1[0][0][0]*a+w1[0][0][1]*c, w1[0][1][0]*a+w1[0][1][1]*c
		b, d = w1[1][0][0]*b+w1[1][0][1]*d, w1[1][1][0]*b+w1[1][1][1]*d
		e, g = w1[0][0][0]*e+w1[0][0][1]*g, w1[0][1][0]*e+w1[0][1][1]*g
		f, h = w1[1][0][0]*f+w1[1][0][1]*h, w1[1][1][0]*f+w1[1][1][1]*h
		u[0], u[4] = w2[0][0][0]*a+w2[0][0][1]*e, w2[0][1][0]*a+w2[0][1][1]*e
		u[1], u[5] = w2[0][0][0]*b+w2[0][0][1]*f, w2[0][1][0]*b+w2[0][1][1]*f
		u[2], u[6] = w2[1][0][0]*c+w2[1][0][1]*g, w2[1][1][0]*c+w2[1][1][1]*g
		u[3], u[7] = w2[1][0][0]*d+w2[1][0][1]*h, w2[1][1][0]*d+w2[1][1][1]*h
		v = v[8:]
	}
}

// close2 applies the bond between the two ends of the row.
func (s *strip) close2(p rowPlan) {
	s.ops += p.ringOps
	s.low += math.Log2(max(min(p.equal, p.opposite), math.SmallestNonzeroFloat64))
	s.check()
	half := len(s.entry) / 2
	s.parallel(half/2, func(_, lo, hi int) {
		plus, minus := s.entry[2*lo:2*hi], s.entry[half+2*lo:half+2*hi]
		for x := 0; x+1 < len(plus); x += 2 {
			plus[x] *= p.equal
			plus[x+1] *= p.opposite
			minus[x] *= p.opposite
			minus[x+1] *= p.equal
		}
	})
}

// close sums over the last row, joined with the first in configuration y.
func (s *strip) close(w [][2]float64, y int, ops, spread float64) {
	s.ops += ops
	s.low -= spread
	s.check()
	v := s.entry
	for c := len(w) - 1; c >= 0; c-- {
		half := len(v) / 2
		plus, minus := v[:half], v[half:]
		a, b := w[c][0], w[c][1]
		if y>>c&1 == 1 {
			a, b = b, a
		}
		for x, m := range minus {
			plus[x] = a*plus[x] + b*m
		}
		v = plus
	}
	sum := v[0]
	clear(s.entry)
	s.entry[0] = sum
}

// total adds the entries up, by blocks: fewer roundings than one after the other.
func (s *strip) total() amount {
	var all compensated
	for v := s.entry; len(v) > 0; {
		n := min(len(v), 4096)
		sum := 0.0
		for _, w := range v[:n] {
			sum += w
		}
		all.add(sum)
		v = v[n:]
	}
	z := amount{re: all.hi + all.lo, exp: s.exp, ops: s.ops + min(4096, float64(len(s.entry))) + 3}
	m, e := math.Frexp(z.re)
	z.re, z.abs, z.exp = m, m, z.exp+int64(e)
	return z
}
