package ball

import (
	"math"
	"math/cmplx"
)

// LambertW sets z to the branch W_k(x) of the solutions of w e^w = x (DLMF 4.13), k = 0 being
// the principal one with its cut along (−∞, −1/e); the others are cut along (−∞, 0). On cuts
// W is counterclockwise continuous.
func (z *Complex) LambertW(k int, x *Complex, prec uint) *Complex {
	a := *x
	return refine(z, prec, func(c calc) Complex { return c.lambertW(int64(k), a) })
}

// lambertW refines an approximation by Newton's method and then encloses the root of
//
//	g(w) = w + log w − log x − 2πik.
//
// By R. M. Corless, D. J. Jeffrey and others ("Unwinding the branches of the Lambert W
// function", Math. Scientist 21 (1996) 1) W_k(x) is the only root of g off the negative axis,
// but for W_{−1} on [−1/e, 0) and W_0 there, which are real and found by their sign of w + 1.
func (c calc) lambertW(k int64, x Complex) Complex {
	if x.IsZero() && k == 0 {
		return x
	}
	if !x.IsNonzero() || k > 1<<30 || k < -1<<30 {
		return indeterminate()
	}
	if x.IsReal() && x.Re.IsNegative() && (k == 0 || k == -1) {
		y := c.addInt(c.mul(x, c.exp(c.int(1))), 1) // e x + 1
		switch {
		case y.Re.IsPositive():
			return c.lambertReal(k, x)
		case !y.Re.IsNegative():
			return indeterminate()
		}
	}
	log := c.log(x)
	if !log.IsFinite() {
		return indeterminate()
	}
	target := c.add(log, c.mulInt(c.mulI(c.mul2(c.pi(), 1)), k))
	w := lambertStart(k, x.float(), target.float())
	return c.newton(w, x.IsReal() && k == 0 && x.Re.IsPositive(), func(c calc, w Complex) (Complex, Complex) {
		return c.sub(c.add(w, c.log(w)), target), c.addInt(c.inv(w), 1)
	})
}

// lambertReal is W_0 > −1 or W_{−1} < −1 for −1/e < x < 0, the root of w e^w − x on its side.
func (c calc) lambertReal(k int64, x Complex) Complex {
	w := lambertStart(k, x.float(), complex(math.Log(-x.Re.approx()), math.Pi))
	z := c.newton(w, true, func(c calc, w Complex) (Complex, Complex) {
		// divided by e^w: w − x e^{−w}, whose derivative is 1 + x e^{−w}
		e := c.mul(x, c.exp(c.neg(w)))
		return c.sub(w, e), c.addInt(e, 1)
	})
	side := c.addInt(z, 1)
	if k == 0 && side.Re.IsPositive() || k == -1 && side.Re.IsNegative() {
		return z
	}
	return indeterminate()
}

// lambertStart is W_k to machine precision, or a start good enough for Newton's method.
func lambertStart(k int64, x, target complex128) complex128 {
	var w complex128
	near := cmplx.Abs(x+complex(1/math.E, 0)) < 0.3
	switch {
	case near && (k == 0 || k == -1 && imag(x) >= 0 || k == 1 && imag(x) < 0):
		p := cmplx.Sqrt(2*math.E*x + 2)
		if k != 0 {
			p = -p
		}
		w = -1 + p - p*p/3 + 11*p*p*p/72
	case k == 0 && cmplx.Abs(x) < 3 && cmplx.Abs(x+1) > 0.3:
		w = cmplx.Log(1 + x)
	default:
		w = target - cmplx.Log(target)
	}
	for range 40 {
		// Newton on w + log w = target, which converges from far
		f := w + cmplx.Log(w) - target
		step := f * w / (1 + w)
		if cmplx.IsNaN(step) || cmplx.IsInf(step) {
			break
		}
		next := w - step
		if k == -1 && imag(w) == 0 && imag(target) == math.Pi && real(next) >= -1 && real(w) < 0 {
			next = complex((real(w)-1)/2, 0)
		}
		w = next
		if cmplx.Abs(step) < 1e-15*cmplx.Abs(w) {
			break
		}
	}
	return w
}

// newton encloses the root of f near w: steps at growing precision, then Krawczyk's test in
// its interval-Newton form on a ball B around m: if m − f(m)/f'(B) lies in B, it contains
// the only root in B.
func (c calc) newton(start complex128, onlyReal bool, f func(calc, Complex) (Complex, Complex)) Complex {
	var w Complex
	w.Re.SetFloat64(real(start))
	if !onlyReal {
		w.Im.SetFloat64(imag(start))
	}
	p := min(calc(100), c+20)
	for steps := 0; ; steps++ {
		value, slope := f(p, w)
		step := p.div(value, slope)
		if !step.IsFinite() || steps > 60 {
			return indeterminate()
		}
		w = p.sub(w, step)
		w.Re, w.Im = w.Re.mid(), w.Im.mid()
		size := step.log2() - w.log2() // about the error before the step, squared by it
		if 2*size > -float64(p)+16 && steps < 50 {
			continue
		}
		if p >= c+20 {
			break
		}
		p = min(2*p-20, c+20)
	}
	value, _ := f(c+20, w)
	radius := value.magUpper().mul2exp(4)
	for range 12 {
		if radius.isZero() {
			radius = magPow2(-2 * int64(c))
		}
		b := c.widen(w, radius, onlyReal)
		_, slope := f(c+20, b)
		next := (c + 20).sub(w, (c+20).div(value, slope))
		if next.IsFinite() && b.ContainsComplex(&next) {
			return next
		}
		radius = radius.mul2exp(4)
	}
	return indeterminate()
}
