package ball

import "math"

// piece is a part of the line of integration, of midpoint mid and half-length half.
type piece struct {
	mid, half Complex
	depth     int
}

// adaptive bisects until every piece is settled by the enclosure of f on it or by a Gauss–
// Legendre rule, or the budget is spent; then what remains is enclosed as well as f on it.
func (q *quadrature) adaptive(a, b Complex) Integral {
	c := calc(q.goal + 32)
	total := q.endError(a, b)
	a, b = Complex{a.Re.mid(), a.Im.mid()}, Complex{b.Re.mid(), b.Im.mid()}
	start := piece{c.half(c.add(a, b)), c.half(c.sub(b, a)), 0}
	tol := q.tolerance(start)
	stack := []piece{start}
	maxDepth := int(2*q.goal) + 20
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if v, ok := q.settlePiece(c, p, tol); ok {
			total = c.add(total, v)
			continue
		}
		if q.left <= 0 || p.depth >= maxDepth {
			total = c.add(total, q.enclosePiece(c, p))
			if !total.IsFinite() {
				break
			}
			continue
		}
		h := c.half(p.half)
		stack = append(stack, piece{c.add(p.mid, h), h, p.depth + 1}, piece{c.sub(p.mid, h), h, p.depth + 1})
	}
	r := Integral{Value: total, Rigorous: true, Evaluations: q.spent, Method: "gauss"}
	r.Reached = total.IsFinite() && magMax(total.Re.rad, total.Im.rad).cmp(tol.mul2exp(8)) <= 0
	return r
}

// endError bounds what moving inexact ends to their midpoints changes.
func (q *quadrature) endError(a, b Complex) (z Complex) {
	for _, x := range []Complex{a, b} {
		if r := x.Re.rad.add(x.Im.rad); !r.isZero() {
			v := q.eval(x, false, 64)
			err := v.magUpper().mul(r)
			z = calc(64).widen(z, err, v.IsReal() && x.IsReal())
		}
	}
	return z
}

// tolerance is the absolute error asked for: 2^−goal times the length times a typical |f|.
func (q *quadrature) tolerance(p piece) mag {
	const c = calc(64)
	var size mag
	for _, t := range []float64{-0.93, -0.51, -0.07, 0.36, 0.79} {
		var s Complex
		s.Re.SetFloat64(t)
		v := q.eval(c.add(p.mid, c.mul(s, p.half)), false, 64)
		if v.IsFinite() {
			size = magMax(size, v.magUpper())
		}
	}
	if size.isZero() {
		size = magPow2(0)
	}
	return size.mul(p.half.magUpper()).mul2exp(-int64(q.goal))
}

// ball is the piece as a ball: its rectangle.
func (p *piece) ball(c calc) Complex {
	x := p.mid
	x.Re.addErr(&x.Re, p.half.Re.magUpper())
	x.Im.addErr(&x.Im, p.half.Im.magUpper())
	return x
}

// enclosePiece is 2·half·f(piece).
func (q *quadrature) enclosePiece(c calc, p piece) Complex {
	v := q.eval(p.ball(c), false, 64)
	if q.left <= 0 && !v.IsFinite() { // one more for the honesty of the result
		x := p.ball(c)
		q.spent++
		q.f(&v, &x, false, 64)
	}
	return c.mul2(c.mul(v, p.half), 1)
}

// settlePiece tries the enclosure and the rules.
func (q *quadrature) settlePiece(c calc, p piece, tol mag) (Complex, bool) {
	direct := q.enclosePiece(c, p)
	if direct.IsFinite() && magMax(direct.Re.rad, direct.Im.rad).cmp(tol) <= 0 {
		return direct, true
	}
	n, err := q.chooseRule(p, tol)
	if n == 0 {
		return direct, false
	}
	return q.applyRule(c, p, n, err)
}

// chooseRule looks for the ellipse ρ for which fewest nodes suffice. With |f| ≤ M on the
// ellipse with foci at the ends and semi-axes half·(ρ ± 1/ρ)/2, the Chebyshev coefficients of
// f are at most 2Mρ^{−k}; n nodes integrate T_k exactly for k < 2n, and for even k ≥ 2n ≥ 4 err by
// at most 2 + 2/(k²−1) ≤ 32/15, so that the rule errs by at most
//
//	|half| · (64/15) M ρ^{−2n}/(1 − ρ^{−2}).
func (q *quadrature) chooseRule(p piece, tol mag) (best int, bestErr mag) {
	limit := 20 + int(q.goal)*2/3
	for _, rho := range []float64{3, 1.7, 6, 12, 30, 100, 1000} {
		if best == 0 && rho > 3 || rho == 1.7 && best > 0 && best <= 24 {
			if rho == 1.7 {
				continue
			}
			break
		}
		m := q.eval(p.ellipse(rho), true, 64)
		if !m.IsFinite() {
			if rho >= 3 && best > 0 {
				break
			}
			continue
		}
		scale := m.magUpper().mul(p.half.magUpper()).mul(magFloat(64. / 15 / (1 - 1/(rho*rho))))
		// (1 − ρ^{−2}) and ρ^{−2} are rounded by much less than the slack below.
		scale = scale.mul(magFloat(1 + 0x1p-30))
		bits := scale.log2() - tol.log2()
		n := max(2, int(math.Ceil(bits/(2*math.Log2(rho)))))
		n = gaussSize(n)
		if n == 0 || n > limit && n > 4 || best > 0 && n >= best {
			if rho >= 3 && best > 0 {
				break
			}
			continue
		}
		best = n
		bestErr = scale.mul(magPow2(0).div(magFloatLower(rho)).powUint(uint64(2 * n)))
	}
	return best, bestErr
}

// magFloatLower is a lower bound of f ≥ 1 close to it.
func magFloatLower(f float64) mag { return magFloat(f * (1 - 0x1p-29)) }

func gaussSize(n int) int {
	for _, s := range gaussSizes {
		if s >= n {
			return s
		}
	}
	return 0
}

// ellipse is a rectangle around the Bernstein ellipse ρ of the piece.
func (p *piece) ellipse(rho float64) Complex {
	a := magFloat((rho + 1/rho) / 2 * (1 + 0x1p-40))
	b := magFloat((rho - 1/rho) / 2 * (1 + 0x1p-40))
	re, im := p.half.Re.magUpper(), p.half.Im.magUpper()
	x := p.mid
	x.Re.addErr(&x.Re, a.mul(re).add(b.mul(im)))
	x.Im.addErr(&x.Im, a.mul(im).add(b.mul(re)))
	return x
}

// applyRule sums the rule; false when f fails at a node after all.
func (q *quadrature) applyRule(c calc, p piece, n int, err mag) (Complex, bool) {
	rule := gaussRules.get(n, uint(c))
	if len(rule.nodes) == 0 {
		return Complex{}, false
	}
	sum := c.int(0)
	onlyReal := p.mid.IsReal() && p.half.IsReal()
	for i := range rule.nodes {
		step := p.half
		step.MulReal(&step, &rule.nodes[i], uint(c))
		v := q.eval(c.add(p.mid, step), false, uint(c))
		if !rule.nodes[i].IsZero() {
			v = c.add(v, q.eval(c.sub(p.mid, step), false, uint(c)))
		}
		if !v.IsFinite() {
			return v, false
		}
		onlyReal = onlyReal && v.IsReal()
		v.MulReal(&v, &rule.weights[i], uint(c))
		sum = c.add(sum, v)
	}
	return c.widen(c.mul(sum, p.half), err, onlyReal), true
}
