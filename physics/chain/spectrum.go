package chain

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/lapack/gonum"
)

// mode is one σ of a form with a bound on its error.
type mode struct{ sigma, err float64 }

// modes returns the σ of a tridiagonal skew matrix of even dimension 2n, ascending. The
// matrix is, up to the order of rows and phases, [[0, B], [Bᵀ, 0]] with B bidiagonal, the
// t being its entries; the σ are the singular values of B.
//
// They come from the qd algorithm and are then enclosed one by one with Sturm counts.
func (t tridiagonal) modes(ctx context.Context) ([]mode, error) {
	dim := len(t.t) + 1
	n := dim / 2
	largest := 0.0
	for _, x := range t.t {
		largest = max(largest, math.Abs(x))
	}
	if largest == 0 {
		out := make([]mode, n)
		for i := range out {
			out[i].err = t.err
		}
		return out, nil
	}
	// A power of two takes the largest entry near 1; what is then below 2^−500 is left
	// out, which moves no σ by more than twice that.
	_, exp := math.Frexp(largest)
	scaled := make([]float64, len(t.t))
	for i, x := range t.t {
		if x = math.Ldexp(math.Abs(x), -exp); x >= 0x1p-500 {
			scaled[i] = x
		}
	}
	guess, err := singular(ctx, scaled)
	if err != nil {
		return nil, err
	}
	out, err := enclose(ctx, scaled, guess)
	if err != nil {
		return nil, err
	}
	for i := range out {
		out[i].sigma = math.Ldexp(out[i].sigma, exp)
		out[i].err = math.Ldexp(out[i].err+0x1p-498, exp) + t.err
	}
	return out, nil
}

// singular returns approximate singular values, ascending.
func singular(ctx context.Context, t []float64) ([]float64, error) {
	n := (len(t) + 1) / 2
	d, e := make([]float64, n), make([]float64, max(0, n-1))
	for i := range d {
		d[i] = t[2*i]
		if i+1 < n {
			e[i] = t[2*i+1]
		}
	}
	if qd(d, e) {
		slices.Sort(d)
		return d, nil
	}
	// Bisection with the counts themselves.
	s := newSturm(t)
	for k := range d {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		lo, hi := 0.0, 2.0
		for range 60 {
			mid := lo + (hi-lo)/2
			if s.below([lanes]float64{mid, mid, mid, mid})[0] <= k {
				lo = mid
			} else {
				hi = mid
			}
		}
		d[k] = lo + (hi-lo)/2
	}
	return d, nil
}

// qd replaces the diagonal d by the singular values and reports whether it could. The
// library panics on what it thinks cannot happen.
func qd(d, e []float64) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return (gonum.Implementation{}).Dlasq1(len(d), d, e, make([]float64, 4*len(d))) == 0
}

// sturm counts the σ below given numbers.
type sturm struct {
	square  []float64
	largest float64
}

func newSturm(t []float64) sturm {
	s := sturm{square: make([]float64, len(t))}
	for i, x := range t {
		s.square[i] = x * x
		s.largest = max(s.largest, x)
	}
	return s
}

// lanes is the number of counts that run side by side: one alone waits for its division.
const lanes = 4

// below returns for each x > 0 the number of σ < x. The eigenvalues of the symmetric
// tridiagonal matrix with zero diagonal and entries t are ±σ, and the number below x is
// that of the negative pivots
//
//	q_0 = −x,   q_(i+1) = −x − t_i²/q_i.
//
// Four roundings (two subtractions, the square, the quotient) make the computed signs
// those of the exact sequence for entries t_i(1+η), |η| ≤ 2.1 units, whatever the pivots
// are (Kahan). A pivot of exactly zero counts as infinitesimal and positive: the next one
// is then −∞, the one after −x, as arithmetic has it. Where t_i is zero the sequence
// begins anew, which avoids 0/0.
func (s sturm) below(x [lanes]float64) [lanes]int {
	q0, q1, q2, q3 := -x[0], -x[1], -x[2], -x[3]
	c0, c1, c2, c3 := 1, 1, 1, 1
	for _, b := range s.square {
		if b == 0 {
			q0, q1, q2, q3 = -x[0], -x[1], -x[2], -x[3]
		} else {
			q0 = -x[0] - b/q0
			q1 = -x[1] - b/q1
			q2 = -x[2] - b/q2
			q3 = -x[3] - b/q3
		}
		c0 += int(math.Float64bits(q0) >> 63)
		c1 += int(math.Float64bits(q1) >> 63)
		c2 += int(math.Float64bits(q2) >> 63)
		c3 += int(math.Float64bits(q3) >> 63)
	}
	n := (len(s.square) + 1) / 2
	return [lanes]int{c0 - n, c1 - n, c2 - n, c3 - n}
}

// enclose finds for every guess an interval that certainly contains the σ of its rank:
// count(lo) ≤ k < count(hi) for entries that differ from t by two units, which moves σ_k
// by at most 4.2·unit·largest (the norm of the change) and by at most a factor 1 ± 2.1
// units to the power 2n−1 (Demmel and Kahan).
func enclose(ctx context.Context, t, guess []float64) ([]mode, error) {
	s := newSturm(t)
	out := make([]mode, len(guess))
	todo := make([]int, len(guess))
	for k := range todo {
		todo[k] = k
	}
	for width := 4.0; len(todo) > 0; width *= 4 {
		if width > 0x1p40 {
			return nil, fmt.Errorf("chain: no interval certified for %d of %d modes", len(todo), len(guess))
		}
		var open []int
		for i := 0; i < len(todo); i += lanes / 2 {
			if i%64 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			var x [lanes]float64
			for l := range x {
				k := todo[min(i+l/2, len(todo)-1)]
				r := width * unit * (guess[k] + unit*s.largest)
				if l%2 == 0 {
					x[l] = guess[k] - r
				} else {
					x[l] = guess[k] + r
				}
				if !(x[l] > 0) {
					x[l] = math.SmallestNonzeroFloat64 // no σ is below: the count is not used
				}
			}
			c := s.below(x)
			for l := 0; l < lanes && i+l/2 < len(todo); l += 2 {
				k := todo[i+l/2]
				r := width * unit * (guess[k] + unit*s.largest)
				if (guess[k]-r <= 0 || c[l] <= k) && c[l+1] > k {
					top := guess[k] + r
					out[k] = mode{guess[k], r + unit*top + min(4.2*unit*s.largest, 4.4*unit*float64(len(t))*top)}
				} else {
					open = append(open, k)
				}
			}
		}
		todo = open
	}
	return out, nil
}
