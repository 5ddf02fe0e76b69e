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

// trapezoid sums f(x(t)) x'(t) h over t = kh, halving h until two sums agree.
func (q *quadrature) trapezoid(at transform, c calc, method string) Integral {
	r := Integral{Value: indeterminate(), Method: method}
	term := func(t float64) Complex {
		var s Complex
		s.Re.SetFloat64(t)
		x, dx := at(c, s)
		if !x.IsFinite() || !dx.IsFinite() {
			return indeterminate()
		}
		x = Complex{x.Re.mid(), x.Im.mid()}
		return c.mul(q.eval(x, false, uint(c)), dx)
	}
	var sum, previous Complex
	var lastGap, lastScale float64
	var cut mag // size of the last terms before the integrand could no longer be evaluated
	largest := -1e18
	low, high := -8.0, 8.0
	for level := 0; level < 9; level++ {
		h := math.Ldexp(0.5, -level)
		step := h
		if level > 0 {
			step = 2 * h // the new points are the odd multiples of h
		}
		for _, dir := range []float64{1, -1} {
			first := h
			if level == 0 && dir > 0 {
				first = 0
			}
			small := 0
			var last mag
			for t := first; t < 8 && dir*t > low-h && dir*t < high+h; t += step {
				v := term(dir * t)
				if !v.IsFinite() {
					if q.left <= 0 {
						r.Evaluations = q.spent
						return r
					}
					// beyond where the integrand can be evaluated: only tolerable in the tail
					if t < 2 {
						r.Evaluations = q.spent
						return r
					}
					if dir > 0 {
						high = min(high, t)
					} else {
						low = max(low, -t)
					}
					cut = magMax(cut, last)
					break
				}
				last = v.magUpper()
				sum = c.add(sum, v)
				size := v.log2()
				largest = math.Max(largest, size)
				if size < largest-float64(q.goal)-16 {
					small++
				} else {
					small = 0
				}
				if small >= 3 {
					if dir > 0 && level == 0 {
						high = min(high, t)
					} else if level == 0 {
						low = max(low, -t)
					}
					break
				}
			}
		}
		value := c.mul2(sum, -1-int64(level))
		scale := math.Max(largest+math.Log2(h), value.log2())
		if level > 0 {
			diff := c.sub(value, previous)
			gap := math.Max(diff.log2(), -1e6) - scale
			// Halving the step about squares the relative error, so that what remains is
			// about gap²; 2^{1.7 gap + 4} is reported, and what was cut off.
			if level > 1 && gap < -float64(q.goal)*0.62-4 && gap < 1.4*lastGap || gap < -float64(q.goal)-4 {
				est := magPow2(int64(scale + math.Max(1.7*gap+4, -float64(q.goal)))).add(cut.mul2exp(3))
				r.Value = c.widen(value, est, value.IsReal())
				r.Reached = est.log2() < scale-float64(q.goal)+8
				break
			}
			lastGap = gap
		}
		previous, lastScale = value, scale
		if q.left <= 0 {
			break
		}
	}
	r.Evaluations = q.spent
	if !r.Value.IsFinite() && previous.IsFinite() && lastGap < -8 {
		est := magPow2(int64(lastScale + lastGap + 3)).add(cut.mul2exp(3))
		r.Value = c.widen(previous, est, previous.IsReal())
	}
	return r
}
