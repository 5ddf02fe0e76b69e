package ball

import "math"

// Double exponential quadrature (H. Takahasi and M. Mori, "Double exponential formulas for
// numerical integration", Publ. RIMS 9 (1974) 721) turns integrable singularities at the ends
// and infinite ranges into integrals over the whole line that the trapezoidal rule does
// exponentially well. Its error is not bounded here but estimated from halving the step.

// transform gives a point of the line and its derivative with respect to t, in terms of
// u = (π/2) sinh t and du/dt.
type transform func(c calc, t Complex) (x, dx Complex)

// tanhSinh integrates between finite ends: x = a + (b−a)/(1+e^{−2u}), which near a keeps the
// distance to a, and near b is computed from there.
func (q *quadrature) tanhSinh(a, b Endpoint) Integral {
	c := calc(2*q.goal + 64)
	deep := 8*q.goal + 192 // for (x−a)^{−7/8}
	x, y := a.At(deep), b.At(deep)
	x, y = Complex{x.Re.mid(), x.Im.mid()}, Complex{y.Re.mid(), y.Im.mid()}
	wide := calc(deep)
	d := wide.sub(y, x)
	return q.trapezoid(func(c calc, t Complex) (Complex, Complex) {
		u, du := c.sinhPair(t)
		from, to := x, d
		if t.Re.neg {
			u = c.neg(u)
		} else {
			from, to = y, c.neg(d)
		}
		// distance from the nearer end: (b−a)/(1+e^{2|u|})
		e := c.exp(c.mul2(u, 1))
		s := c.inv(c.addInt(e, 1))
		z := wide.add(from, c.mul(to, s))
		dx := c.mul(c.mul(d, du), c.mul2(c.mul(s, c.sub(c.int(1), s)), 1))
		return z, dx
	}, c, "double exponential")
}

// sinhPair is (π/2) sinh t and (π/2) cosh t.
func (c calc) sinhPair(t Complex) (Complex, Complex) {
	e := c.exp(t)
	i := c.inv(e)
	h := c.half(c.pi())
	return c.mul(h, c.half(c.sub(e, i))), c.mul(h, c.half(c.add(e, i)))
}

// infinite integrates from a to ±∞ with x = a ± e^u; where that does not settle, an
// oscillating tail is tried.
func (q *quadrature) infinite(a Endpoint, sign int) Integral {
	c := calc(2*q.goal + 64)
	x := a.At(4*q.goal + 128)
	if q.opts.RigorousOnly || !x.IsFinite() {
		return Integral{Value: indeterminate()}
	}
	x = Complex{x.Re.mid(), x.Im.mid()}
	wide := calc(4*q.goal + 128)
	budget := q.left
	if !q.smooth {
		q.left = budget / 3
	}
	osc := !q.smooth && q.oscillates(x, sign)
	r := Integral{Value: indeterminate()}
	if !osc {
		r = q.trapezoid(func(c calc, t Complex) (Complex, Complex) {
			u, du := c.sinhPair(t)
			e := c.exp(u)
			dx := c.mul(e, du)
			if sign < 0 {
				e = c.neg(e)
				dx = c.neg(dx)
			}
			return wide.add(x, e), dx
		}, c, "double exponential")
	}
	q.left = budget - q.spent
	if !r.Reached && !q.smooth {
		if s := q.partition(x, sign); s.Reached || !r.Value.IsFinite() {
			return s
		}
	}
	return r
}

// lineSum is a trapezoidal sum over t = kh in the making.
type lineSum struct {
	q         *quadrature
	at        transform
	c         calc
	sum       Complex
	largest   float64 // log₂ of the largest term
	low, high float64 // where terms have become negligible, or cannot be had
	cut       mag     // size of the last terms where the sum was cut off before that
}

// lineEnd is where sums end at the latest: the ends are then closer than e^{−4000}.
const lineEnd = 8

// term is f(x(t)) x'(t).
func (l *lineSum) term(t float64) Complex {
	l.q.book(workDouble)
	var s Complex
	s.Re.SetFloat64(t)
	x, dx := l.at(l.c, s)
	if !x.IsFinite() || !dx.IsFinite() {
		return indeterminate()
	}
	x = Complex{x.Re.mid(), x.Im.mid()}
	return l.c.mul(l.q.eval(x, false, uint(l.c)), dx)
}

// sweep adds the terms at first, first + step, … in one direction until they are negligible;
// false when the integrand fails in the middle or the budget is spent.
func (l *lineSum) sweep(first, step, dir float64, setEnds bool) bool {
	small := 0
	var last mag
	end := func(t float64) {
		if dir > 0 {
			l.high = min(l.high, t)
		} else {
			l.low = max(l.low, -t)
		}
	}
	for t := first; t < lineEnd && dir*t > l.low-step && dir*t < l.high+step; t += step {
		v := l.term(dir * t)
		if !v.IsFinite() {
			if l.q.left <= 0 || t < 2 {
				return false
			}
			end(t)
			break
		}
		last = v.magUpper()
		l.sum = l.c.add(l.sum, v)
		size := v.log2()
		l.largest = math.Max(l.largest, size)
		if size < l.largest-float64(l.q.goal)-16 {
			small++
		} else {
			small = 0
		}
		if small >= 3 {
			if setEnds {
				end(t)
			}
			break
		}
	}
	// Terms that do not fall are the sign of a divergent integral.
	if last.log2() > l.largest-float64(l.q.goal)-16 {
		l.cut = magMax(l.cut, last)
	}
	return true
}

// trapezoid sums over all of t, halving the step until two sums agree.
func (q *quadrature) trapezoid(at transform, c calc, method string) Integral {
	r := Integral{Value: indeterminate(), Method: method}
	l := &lineSum{q: q, at: at, c: c, largest: -1e18, low: -lineEnd, high: lineEnd}
	var previous Complex
	var lastGap, lastScale float64
	for level := range 9 {
		h := math.Ldexp(0.5, -level)
		var ok bool
		if level == 0 {
			ok = l.sweep(0, h, 1, true) && l.sweep(h, h, -1, true)
		} else { // the new points are the odd multiples of h
			ok = l.sweep(h, 2*h, 1, false) && l.sweep(h, 2*h, -1, false)
		}
		if !ok {
			break
		}
		value := c.mul2(l.sum, -1-int64(level))
		scale := math.Max(l.largest+math.Log2(h), value.log2())
		if level > 0 {
			diff := c.sub(value, previous)
			gap := math.Max(diff.log2(), -1e6) - scale
			// Halving the step about squares the relative error, so that what remains is
			// about gap²; 2^{1.7 gap + 4} is reported, and what was cut off.
			if level > 1 && gap < -float64(q.goal)*0.62-4 && gap < 1.4*lastGap || gap < -float64(q.goal)-4 {
				est := magPow2(int64(scale + math.Max(1.7*gap+4, -float64(q.goal)))).add(l.cut.mul2exp(3))
				r.Value = c.widen(value, est, value.IsReal())
				r.Reached = est.log2() < scale-float64(q.goal)+8
				break
			}
			lastGap = gap
		}
		previous, lastScale = value, scale
	}
	r.Evaluations = q.spent
	if !r.Value.IsFinite() && lastGap < -8 {
		est := magPow2(int64(lastScale + lastGap + 3)).add(l.cut.mul2exp(3))
		r.Value = c.widen(previous, est, previous.IsReal())
	}
	return r
}
