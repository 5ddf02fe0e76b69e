package ball

import (
	"math"
	"math/big"
)

// An oscillating tail is cut at the sign changes of the integrand; the partial integrals form
// an alternating sequence that Levin's transformation extrapolates. The result is an estimate.

// oscillates finds a scale on which f changes sign regularly, from samples at doubling
// distances.
func (q *quadrature) oscillates(a Complex, sign int) bool {
	_, _, ok := q.firstZeros(a, sign)
	return ok
}

// at is f at distance s from a in the direction of sign, roughly.
func (q *quadrature) at(a Complex, sign int, s float64) Complex {
	var d Complex
	d.Re.SetFloat64(s * float64(sign))
	return q.eval(calc(96).add(a, d), false, 64)
}

// firstZeros looks for a stretch with several sign changes and gives the distance of one of
// them and their mean spacing.
func (q *quadrature) firstZeros(a Complex, sign int) (first, spacing float64, ok bool) {
	const samples = 56
	largest := -1e18
	for k := 1; k <= 10; k++ {
		lo := math.Ldexp(1, k)
		last, changes, start, end := 0, 0, 0.0, 0.0
		blockMax := -1e18
		for j := range samples {
			s := lo * (1 + float64(j)/samples)
			v := q.at(a, sign, s)
			if !v.IsFinite() {
				return 0, 0, false
			}
			part := v.Re
			blockMax = math.Max(blockMax, v.log2())
			sg := part.sign()
			if sg != 0 && last != 0 && sg != last {
				if changes == 0 {
					start = s
				}
				end = s
				changes++
			}
			if sg != 0 {
				last = sg
			}
		}
		largest = math.Max(largest, blockMax)
		if blockMax < largest-float64(q.goal)-10 {
			return 0, 0, false // the tail is negligible, however it oscillates
		}
		if changes > samples/3 {
			return 0, 0, false // too fast to follow from here
		}
		if changes >= 5 {
			return start, (end - start) / float64(changes-1), true
		}
	}
	return 0, 0, false
}

// zeroNear bisects for a sign change of Re f near s, within half a spacing.
func (q *quadrature) zeroNear(a Complex, sign int, s, spacing float64) float64 {
	lo, hi := s-0.45*spacing, s+0.45*spacing
	l, h := q.at(a, sign, lo), q.at(a, sign, hi)
	if l.Re.sign()*h.Re.sign() >= 0 {
		return s
	}
	for range 52 {
		mid := (lo + hi) / 2
		v := q.at(a, sign, mid)
		switch v.Re.sign() {
		case 0:
			return mid
		case l.Re.sign():
			lo = mid
		default:
			hi = mid
		}
	}
	return (lo + hi) / 2
}

// cuts gives the k-th cut: equally spaced from the first zero when the zeros are about so,
// since a constant small shift against the zeros only changes the phase of the alternation;
// otherwise the zeros themselves, of which the integral depends in second order.
func (q *quadrature) cuts(a Complex, sign int, first, spacing float64) (func(int) float64, bool) {
	zeros := []float64{q.zeroNear(a, sign, first, spacing)}
	for range 12 {
		s := q.zeroNear(a, sign, zeros[len(zeros)-1]+spacing, spacing)
		if gap := s - zeros[len(zeros)-1]; gap > 0.5*spacing {
			spacing = gap
		}
		zeros = append(zeros, s)
	}
	n := len(zeros) - 1
	mean := (zeros[n] - zeros[0]) / float64(n)
	if d := zeros[n] - zeros[n-1]; q.left <= 0 || !(mean > 0) || math.Abs(d-mean) < 0.02*mean {
		return func(k int) float64 { return zeros[0] + float64(k)*mean }, q.left > 0 && mean > 0
	}
	return func(k int) float64 {
		for k >= len(zeros) {
			n := len(zeros) - 1
			gap := zeros[n] - zeros[n-1]
			gap += gap - (zeros[n-1] - zeros[n-2])
			zeros = append(zeros, q.zeroNear(a, sign, zeros[n]+gap, gap))
		}
		return zeros[k]
	}, true
}

func (q *quadrature) partition(a Complex, sign int) Integral {
	r := Integral{Value: indeterminate(), Method: "partition and extrapolation"}
	first, spacing, ok := q.firstZeros(a, sign)
	if !ok {
		r.Evaluations = q.spent
		return r
	}
	c := calc(q.goal + 64)
	point := func(s float64) Complex {
		var d Complex
		d.Re.SetFloat64(s * float64(sign))
		return c.add(a, d)
	}
	terms := int(q.goal)/2 + 12
	goal := q.goal
	q.goal += 24 // extrapolation amplifies the errors of the parts
	defer func() { q.goal = goal }()
	next, ok := q.cuts(a, sign, first, spacing)
	if !ok {
		r.Evaluations = q.spent
		return r
	}
	s := next(0)
	x := point(s)
	part := q.finite(Finite(a), Finite(x))
	if !part.Value.IsFinite() {
		r.Evaluations = q.spent
		return r
	}
	sums := []Complex{part.Value}
	for k := range terms {
		y := point(next(k + 1))
		v := q.finite(Finite(x), Finite(y))
		if !v.Value.IsFinite() {
			break
		}
		sums = append(sums, c.add(sums[len(sums)-1], v.Value))
		x = y
	}
	if n := len(sums); n < 8 || !falls(sums) {
		r.Evaluations = q.spent
		return r
	}
	q.book(levinWork(sums))
	value, est, ok := levin(sums, goal)
	r.Evaluations = q.spent
	if !ok {
		return r
	}
	r.Value = c.widen(value, est, value.IsReal())
	r.Reached = r.Value.RelAccuracyBits() >= int(goal)-8
	return r
}

// falls tells whether the parts become smaller, without which extrapolation would give a
// value to a divergent integral.
func falls(sums []Complex) bool {
	const c = calc(64)
	n := len(sums)
	middle, last := c.sub(sums[n/2], sums[n/2-1]), c.sub(sums[n-1], sums[n-2])
	return last.log2() < middle.log2()-0.01
}

// levinWork is the work of levin for so many sums.
func levinWork(sums []Complex) int { return workLevin * len(sums) * len(sums) / 2 }

// levin extrapolates a sequence of partial sums by Levin's d-transformation, whose remainder
// estimate is the next term (D. Levin, Int. J. Comput. Math. B 3 (1973) 371; D. A. Smith and
// W. F. Ford, SIAM J. Numer. Anal. 16 (1979) 223). It returns the best value and an estimate of
// its error: the largest difference among the last approximations before rounding errors win.
func levin(sums []Complex, goal uint) (Complex, mag, bool) {
	c := calc(4*goal + 200)
	var best Complex
	bestErr, found := magInf(), false
	var older []Complex
	var inverse []Complex // of the remainder estimates
	var powers []*big.Int // (j+1)^{n−1}
	for n := 4; n < len(sums)-1; n++ {
		// The last n+1 usable sums from the beginning of the sequence
		num, den := c.int(0), c.int(0)
		for j := len(inverse); j <= n; j++ {
			w := c.sub(sums[j+1], sums[j])
			w.Re.rad, w.Im.rad = mag{}, mag{}
			if w.IsZero() {
				return sums[j], magPow2(-int64(goal)), true
			}
			inverse = append(inverse, c.inv(w))
			powers = append(powers, new(big.Int).Exp(big.NewInt(int64(j+1)), big.NewInt(int64(n-2)), nil))
		}
		// The weights (−1)^j binom(n, j) ((j+1)/(n+1))^{n−1}/w_j, without the power of n+1, which all share.
		binomial, weight := big.NewInt(1), new(big.Int)
		for j := 0; j <= n; j++ {
			powers[j].Mul(powers[j], big.NewInt(int64(j+1)))
			if weight.Mul(powers[j], binomial); j&1 != 0 {
				weight.Neg(weight)
			}
			var r Real
			f := inverse[j]
			f.MulReal(&f, r.SetInt(weight), uint(c))
			num = c.add(num, c.mul(f, sums[j])) // the radii of the sums stay in
			den = c.add(den, f)
			binomial.Mul(binomial, big.NewInt(int64(n-j))).Quo(binomial, big.NewInt(int64(j+1)))
		}
		v := c.div(num, den)
		if !v.IsFinite() {
			continue
		}
		rounding := magMax(v.Re.rad, v.Im.rad)
		v = Complex{v.Re.mid(), v.Im.mid()}
		if m := len(older); m >= 3 {
			err := magMax(bound(c.sub(v, older[m-1])), magMax(bound(c.sub(v, older[m-2])), bound(c.sub(v, older[m-3]))))
			err = err.add(rounding)
			if err.cmp(bestErr) < 0 {
				best, bestErr, found = v, err, true
			}
		}
		older = append(older, v)
	}
	return best, bestErr.mul2exp(4).add(best.magUpper().mul2exp(-int64(goal))), found
}
