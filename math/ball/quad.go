package ball

import "context"

// Integrand sets z to an enclosure of f(x) for all x in the ball, at about prec bits. With
// analytic set it must also guarantee that f is analytic on a neighbourhood of the ball,
// and give an indeterminate z where it is not (a branch cut, |x|, a case distinction) or
// where that is not known.
type Integrand func(z, x *Complex, analytic bool, prec uint)

// Endpoint is an end of an interval of integration: a point, or real infinity.
type Endpoint struct {
	Infinite int                     // 1 for ∞, −1 for −∞
	At       func(prec uint) Complex // otherwise the point, to any precision
}

// Finite is the end point x.
func Finite(x Complex) Endpoint { return Endpoint{At: func(uint) Complex { return x }} }

// Infinity is ∞ or, for a negative sign, −∞.
func Infinity(sign int) Endpoint {
	if sign < 0 {
		return Endpoint{Infinite: -1}
	}
	return Endpoint{Infinite: 1}
}

// IntegrateOptions say when to stop.
type IntegrateOptions struct {
	Prec           uint // bits of the result, relative to the size of the integrand; 0: 64
	MaxEvaluations int  // of the integrand; 0: 20000
	RigorousOnly   bool // no estimates
	// Spend, when set, is told of the work that is done beside the evaluations, in units of
	// about one multiplication; where it answers false, no more is evaluated.
	Spend func(operations int) bool
}

// Work beside the evaluations.
const (
	workNode   = 8  // a weighted sum
	workDouble = 70 // a point of double exponential quadrature: exponentials at several hundred bits
	workLevin  = 12 // an element of the triangle of Levin's transformation
)

// book tells of work.
func (q *quadrature) book(operations int) {
	if q.opts.Spend != nil && !q.opts.Spend(operations) {
		q.left = 0
	}
}

// Integral is the outcome of Integrate.
type Integral struct {
	Value Complex
	// Rigorous tells that Value encloses the integral for certain. Otherwise its radius is
	// an estimate from how successive approximations differ.
	Rigorous    bool
	Reached     bool // whether Value has the precision asked for
	Evaluations int
	Method      string // "gauss", "double exponential", "partition and extrapolation"
}

// Integrate computes ∫ f along the straight line from a to b. Between finite ends where f can
// be enclosed the result is rigorous: adaptive bisection with Gauss–Legendre quadrature
// whose error comes from a bound of |f| on an ellipse (K. Petras, "Self-validating
// integration and approximation of piecewise analytic functions", J. Comput. Appl. Math. 145
// (2002) 345; F. Johansson, "Numerical integration in arbitrary-precision ball arithmetic",
// ICMS 2018). Integrable singularities at the ends and infinite ranges are computed by
// double exponential quadrature, oscillating tails by extrapolation of partial integrals;
// those results are estimates and say so.
//
// The work is bounded by the number of evaluations, whatever f is; ctx may stop it earlier.
func Integrate(ctx context.Context, f Integrand, a, b Endpoint, opts IntegrateOptions) Integral {
	q := newQuadrature(ctx, f, opts)
	switch {
	case a.Infinite == 0 && b.Infinite == 0:
		return q.finite(a, b)
	case a.Infinite != 0 && b.Infinite != 0:
		if a.Infinite == b.Infinite {
			return Integral{Rigorous: true, Reached: true, Method: "gauss"}
		}
		zero := Finite(Complex{})
		q.f = symmetric(f)
		r := q.infinite(zero, 1)
		if a.Infinite > 0 {
			r.Value.Neg(&r.Value)
		}
		return r
	case a.Infinite != 0:
		r := q.infinite(b, a.Infinite)
		r.Value.Neg(&r.Value)
		return r
	}
	return q.infinite(a, b.Infinite)
}

// symmetric is f(x) + f(−x).
func symmetric(f Integrand) Integrand {
	return func(z, x *Complex, analytic bool, prec uint) {
		var m, u Complex
		m.Neg(x)
		f(&u, x, analytic, prec)
		f(z, &m, analytic, prec)
		z.Add(z, &u, prec)
	}
}

// quadrature is one call of Integrate.
type quadrature struct {
	ctx   context.Context
	f     Integrand
	goal  uint // bits
	left  int  // evaluations that may still be made
	spent int
	opts  IntegrateOptions
	// smooth says that the integrand does not oscillate at infinity.
	smooth bool
}

func newQuadrature(ctx context.Context, f Integrand, opts IntegrateOptions) *quadrature {
	if opts.Prec == 0 {
		opts.Prec = 64
	}
	if opts.MaxEvaluations == 0 {
		opts.MaxEvaluations = 20000
	}
	return &quadrature{ctx: ctx, f: f, goal: clampPrec(opts.Prec), left: opts.MaxEvaluations, opts: opts}
}

// eval is f(x), indeterminate when the budget is spent.
func (q *quadrature) eval(x Complex, analytic bool, prec uint) (z Complex) {
	if q.left <= 0 || q.spent%64 == 0 && q.ctx.Err() != nil {
		q.left = 0
		return indeterminate()
	}
	q.left--
	q.spent++
	q.book(workNode)
	q.f(&z, &x, analytic, prec)
	return z
}

func (q *quadrature) finite(a, b Endpoint) Integral {
	c := calc(q.goal + 32)
	x, y := a.At(uint(c)), b.At(uint(c))
	if !x.IsFinite() || !y.IsFinite() {
		return Integral{Value: indeterminate(), Method: "gauss"}
	}
	if x.IsExact() && y.IsExact() && sameBall(&x, &y) {
		return Integral{Rigorous: true, Reached: true, Method: "gauss"}
	}
	if !q.singularEnd(x, y) && !q.singularEnd(y, x) || q.opts.RigorousOnly {
		r := q.adaptive(x, y)
		if r.Value.IsFinite() || q.opts.RigorousOnly {
			return r
		}
	}
	return q.tanhSinh(a, b)
}

// singularEnd tells whether f cannot be enclosed on a tiny piece of the line at x.
func (q *quadrature) singularEnd(x, y Complex) bool {
	const c = calc(64)
	step := c.mul2(c.sub(y, x), -40)
	z := q.eval(c.union(x, (c+calc(q.goal)).add(x, step)), false, 64)
	return !z.IsFinite()
}
