package ball

// Theta sets z to the Jacobi theta function ϑ_n(x, q), n = 1 … 4 (DLMF 20.2), |q| < 1, with the
// principal q^{1/4}.
func (z *Complex) Theta(n int, x, q *Complex, prec uint) *Complex {
	a, b := *x, *q
	return refine(z, prec, func(c calc) Complex { return c.theta(int64(n), a, b) })
}

// theta sums q^{k²} (ϑ₃, ϑ₄) or q^{(k+½)²} (ϑ₁, ϑ₂) times trigonometric functions, each at most
// e^{j|Im x|} for the multiple j of the angle. Neighbouring terms fall by |q|^{2k+1} e^{2|Im x|}
// or better, so that the tail is at most twice the first term left out once that is ≤ ½.
func (c calc) theta(n int64, x, q Complex) Complex {
	r := q.magUpper()
	if n < 1 || n > 4 || r.e > 0 || r.log2() > -1e-4 || !x.IsFinite() {
		return indeterminate()
	}
	if x.Im.magUpper().e > 14 {
		return indeterminate()
	}
	grow := x.Im.magUpper().mul2exp(1).expm1().add(magPow2(0)) // e^{2|Im x|}
	odd := n <= 2
	sum := c.int(0)
	power, step := c.int(1), q // q^{k²} and q^{2k+1}, or q^{k(k+1)} and q^{2k+2}
	q2 := c.sqr(q)
	if odd {
		step = q2
	} else {
		sum = c.rat(1, 2)
		power, step = q, c.mul(q, q2)
	}
	for i := int64(0); i < 4000; i++ {
		j := 2*i + 1 // multiple of x
		if !odd {
			j = 2*i + 2
		}
		angle := c.mulInt(x, j)
		t := c.cos(angle)
		if n == 1 {
			t = c.sin(angle)
		}
		if (n == 1 && i&1 != 0) || (n == 4 && i&1 == 0) {
			t = c.neg(t)
		}
		t = c.mul(t, power)
		sum = c.add(sum, t)
		power = c.mul(power, step)
		step = c.mul(step, q2)
		// bound of the next term: |power| e^{(j+2)|Im x|}
		e := x.Im.magUpper().mul(magUint(uint64(j + 2))).expm1().add(magPow2(0))
		size := power.magUpper().mul(e)
		ratio := step.magUpper().mul(grow)
		if below(ratio, -1) && below(size, sum.magUpper().e-int64(c)) {
			sum = c.widen(sum, size.mul2exp(1), x.IsReal() && q.IsReal())
			sum = c.mul2(sum, 1)
			if odd {
				sum = c.mul(sum, c.sqrt(c.sqrt(q)))
			}
			return sum
		}
	}
	return indeterminate()
}
