package ball

import (
	"context"
	"math"
)

// Term sets z to an enclosure of the n-th term of a series, at about prec bits. Sums of
// terms of one sign also ask for terms at complex n, where the analytic continuation is
// meant; an indeterminate value there only costs that method.
type Term func(z, n *Complex, prec uint)

// SumOptions say when to stop and what is known of the tail.
type SumOptions struct {
	Prec     uint // bits of the result, relative to the largest term; 0: 64
	MaxTerms int  // evaluations of terms; 0: 20000

	// RatioBound, when set, is a proven bound of |a_{k+1}/a_k| for all k ≥ n; it makes the
	// result rigorous where it is less than 1.
	RatioBound func(n int64) Real
	// TailBound, when set, is a proven bound of |Σ_{k≥n} a_k|.
	TailBound func(n int64) Real

	// Spend is as in IntegrateOptions.
	Spend func(operations int) bool
}

// Sum is the outcome of SumInfinite.
type Sum struct {
	Value    Complex
	Rigorous bool // as in Integral: otherwise the radius is an estimate
	Reached  bool
	Terms    int    // evaluations made
	Method   string // "tail bound", "direct", "levin", "abel-plana"
}

// SumInfinite computes Σ_{n≥start} f(n). With a proven bound of the tail the result is
// rigorous. Otherwise it is an estimate: by direct summation when the terms fall
// geometrically, by Levin's transformation when they alternate, and by the Abel–Plana formula
// (DLMF 2.10.2) when they are of one sign and fall like a power.
func SumInfinite(ctx context.Context, f Term, start int64, opts SumOptions) Sum {
	if opts.Prec == 0 {
		opts.Prec = 64
	}
	if opts.MaxTerms == 0 {
		opts.MaxTerms = 20000
	}
	s := &summation{ctx: ctx, f: f, goal: clampPrec(opts.Prec), left: opts.MaxTerms, opts: opts}
	r := s.run(start)
	r.Terms = s.spent
	return r
}

// summation is one call of SumInfinite.
type summation struct {
	ctx   context.Context
	f     Term
	goal  uint
	left  int
	spent int
	opts  SumOptions
}

// term is f(n) for integer n.
func (s *summation) term(n int64, prec uint) Complex {
	return s.at(calc(64).int(n), prec)
}

func (s *summation) at(n Complex, prec uint) (z Complex) {
	if s.left <= 0 || s.spent%64 == 0 && s.ctx.Err() != nil {
		s.left = 0
		return indeterminate()
	}
	s.left--
	s.spent++
	s.f(&z, &n, prec)
	return z
}

func (s *summation) run(start int64) Sum {
	if s.opts.RatioBound != nil || s.opts.TailBound != nil {
		return s.bounded(start)
	}
	const look = 24
	var logs []float64
	var signs []int
	for k := range int64(look) {
		t := s.term(start+8+k, 64)
		if !t.IsFinite() {
			return Sum{Value: indeterminate()}
		}
		logs = append(logs, math.Max(t.log2(), -1e9))
		signs = append(signs, t.Re.sign())
	}
	// mean fall of log₂|a_n| per term over the second half
	fall := (logs[look-1] - logs[look/2]) / (look/2 - 1)
	alternating := true
	for k := 1; k < look; k++ {
		alternating = alternating && signs[k]*signs[k-1] < 0
	}
	switch {
	case fall < -0.25:
		return s.direct(start)
	case fall > -0.002:
		return Sum{Value: indeterminate()} // the terms do not fall
	case alternating:
		return s.alternating(start)
	}
	return s.abelPlana(start)
}

// bounded adds terms until the proven tail is below the goal.
func (s *summation) bounded(start int64) Sum {
	c := calc(s.goal + 32)
	r := Sum{Method: "tail bound", Rigorous: true, Value: indeterminate()}
	total := c.int(0)
	var largest mag
	for n := start; ; n++ {
		t := s.term(n, uint(c))
		if !t.IsFinite() {
			return r
		}
		largest = magMax(largest, t.magUpper())
		tail := s.tailBound(n, t)
		if !tail.isInf() && (below(tail, largest.e-int64(s.goal)) || s.left <= 1) {
			r.Value = c.widen(total, tail, total.IsReal() && t.IsReal())
			r.Reached = below(tail, largest.e-int64(s.goal))
			return r
		}
		if s.left <= 0 {
			return r
		}
		total = c.add(total, t)
	}
}

// tailBound bounds the sum from n on, whose first term is t.
func (s *summation) tailBound(n int64, t Complex) mag {
	tail := magInf()
	if s.opts.TailBound != nil {
		b := s.opts.TailBound(n)
		tail = b.magUpper()
	}
	if s.opts.RatioBound != nil {
		b := s.opts.RatioBound(n)
		if gap := magPow2(0).subLower(b.magUpper()); !gap.isZero() {
			tail = magMin(tail, t.magUpper().div(gap))
		}
	}
	return tail
}

// direct adds terms until they and the ratio say that the rest is negligible.
func (s *summation) direct(start int64) Sum {
	c := calc(s.goal + 32)
	r := Sum{Method: "direct", Value: indeterminate()}
	total := c.int(0)
	largest, small, last := -1e18, 0, 0.0
	for n := start; s.left > 0; n++ {
		t := s.term(n, uint(c))
		if !t.IsFinite() {
			return r
		}
		total = c.add(total, t)
		size := t.log2()
		largest = math.Max(largest, size)
		if size < largest-float64(s.goal)-8 && (size < last || t.IsZero()) {
			small++
		} else {
			small = 0
		}
		last = size
		if small >= 8 {
			est := magPow2(int64(largest) - int64(s.goal) - 4)
			r.Value, r.Reached = c.widen(total, est, total.IsReal()), true
			return r
		}
	}
	return r
}

// alternating extrapolates the partial sums.
func (s *summation) alternating(start int64) Sum {
	goal := s.goal
	c := calc(4*goal + 100)
	r := Sum{Method: "levin", Value: indeterminate()}
	total := c.int(0)
	var sums []Complex
	for n := range int64(goal)/2 + 16 {
		t := s.term(start+n, uint(c))
		if !t.IsFinite() {
			return r
		}
		total = c.add(total, t)
		sums = append(sums, total)
	}
	if s.opts.Spend != nil && !s.opts.Spend(levinWork(sums)) {
		return r
	}
	value, est, ok := levin(sums, goal)
	if !ok {
		return r
	}
	r.Value = c.widen(value, est, value.IsReal())
	r.Reached = r.Value.RelAccuracyBits() >= int(goal)-8
	return r
}

// abelPlana is Σ_{n≥N} f(n) = ½f(N) + ∫_N^∞ f + i∫₀^∞ (f(N+iy) − f(N−iy))/(e^{2πy} − 1) dy. The
// difference between two choices of N checks it.
func (s *summation) abelPlana(start int64) Sum {
	r := Sum{Method: "abel-plana", Value: indeterminate()}
	n := max(start, 0) + 10 + int64(s.goal)/8
	u, ok := s.abelPlanaFrom(start, n)
	if !ok {
		return r
	}
	v, ok := s.abelPlanaFrom(start, n+5)
	if !ok {
		return r
	}
	c := calc(s.goal + 32)
	est := bound(c.sub(u, v)).mul2exp(4).add(u.magUpper().mul2exp(-int64(s.goal)))
	u = Complex{u.Re.mid(), u.Im.mid()}
	r.Value = c.widen(u, est, u.IsReal())
	r.Reached = r.Value.RelAccuracyBits() >= int(s.goal)-8
	return r
}

func (s *summation) abelPlanaFrom(start, n int64) (Complex, bool) {
	c := calc(s.goal + 32)
	total := c.int(0)
	for k := start; k < n; k++ {
		total = c.add(total, s.term(k, uint(c)))
	}
	total = c.add(total, c.half(s.term(n, uint(c))))
	f := func(z, x *Complex, _ bool, prec uint) { *z = s.at(*x, prec) }
	opts := IntegrateOptions{Prec: s.goal + 8, MaxEvaluations: s.left / 2, Spend: s.opts.Spend}
	smooth := func(f Integrand, from int64) Integral {
		q := newQuadrature(s.ctx, f, opts)
		q.smooth = true
		return q.infinite(Finite(c.int(from)), 1)
	}
	tail := smooth(f, n)
	g := func(z, y *Complex, _ bool, prec uint) {
		c := calc(prec)
		iy := c.mulI(*y)
		up := s.at(c.addInt(iy, n), prec)
		down := s.at(c.addInt(c.neg(iy), n), prec)
		e := c.exp(c.mul2(c.mul(c.pi(), *y), 1))
		*z = c.mulI(c.div(c.sub(up, down), c.addInt(e, -1)))
	}
	opts.MaxEvaluations = s.left / 3
	edge := smooth(g, 0)
	total = c.add(total, c.add(tail.Value, edge.Value))
	if tail.Value.IsReal() && s.spent > 0 {
		total.Im = Real{}
	}
	return total, tail.Reached && edge.Reached && total.IsFinite()
}
