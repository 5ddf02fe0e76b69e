package equal

import (
	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
)

// Bounds of the numerical work under one bound variable.
const (
	maxTerms       = 20000 // of a finite sum or product
	maxEvaluations = 6000  // of an integrand, or terms of an infinite sum
	innerShare     = 24    // an integral inside an integral gets this fraction
	minEvaluations = 60
	integralBits   = 64
	peeled         = 16 // terms of an infinite sum that are added before it is analysed
)

// evaluations is the share of an integral or infinite sum, by how deep it is nested.
func (m *machine) evaluations() int {
	n := maxEvaluations
	for range m.nesting - 1 {
		n /= innerShare
	}
	return max(n, minEvaluations)
}

// integerBounds are the bounds of a finite sum, if they are integers of moderate distance.
func integerBounds(lo, hi *ball.Complex) (a, b int64, ok bool) {
	if !lo.IsReal() || !hi.IsReal() {
		return 0, 0, false
	}
	x, okX := lo.Re.UniqueInt()
	y, okY := hi.Re.UniqueInt()
	if !okX || !okY || !x.IsInt64() || !y.IsInt64() {
		return 0, 0, false
	}
	a, b = x.Int64(), y.Int64()
	return a, b, a > -1<<40 && b < 1<<40 && b-a < maxTerms
}

func (b *bound) sum(m *machine, z, lo, hi *ball.Complex) {
	n := b.node
	if infinite(n.Args[2]) != 0 || infinite(n.Args[3]) != 0 {
		b.infiniteSum(m, z, lo, hi)
		return
	}
	first, last, ok := integerBounds(lo, hi)
	if !ok {
		z.SetIndeterminate()
		return
	}
	var s, t, k ball.Complex
	for i := first; i <= last; i++ {
		k.SetInt64(i)
		b.at(m, &t, &k)
		if !t.IsFinite() {
			z.SetIndeterminate()
			return
		}
		s.Add(&s, &t, m.prec)
	}
	*z = s
}

func (b *bound) product(m *machine, z, lo, hi *ball.Complex) {
	n := b.node
	if infinite(n.Args[2]) != 0 || infinite(n.Args[3]) != 0 {
		b.infiniteProduct(m, z, lo)
		return
	}
	first, last, ok := integerBounds(lo, hi)
	if !ok {
		z.SetIndeterminate()
		return
	}
	var p, t, k ball.Complex
	p.SetInt64(1)
	for i := first; i <= last; i++ {
		k.SetInt64(i)
		b.at(m, &t, &k)
		if !t.IsFinite() {
			z.SetIndeterminate()
			return
		}
		p.Mul(&p, &t, m.prec)
	}
	*z = p
}

// integrate asks package ball for the integral; an estimate without a proof marks the value
// of the machine as loose.
func (b *bound) integrate(m *machine, z, lo, hi *ball.Complex) {
	prec, analytic := m.prec, m.analytic
	if analytic { // an integral that depends on the variable of an outer one
		z.SetIndeterminate()
		return
	}
	m.nesting++
	nested := b.block.binders
	f := func(z, x *ball.Complex, analytic bool, prec uint) {
		if nested && (analytic || !accurate(x, 40)) {
			// An inner integral over a wide ball would cost its whole budget and say nothing.
			z.SetIndeterminate()
			return
		}
		m.setPrecision(prec)
		m.analytic = analytic
		b.at(m, z, x)
		m.analytic = false
	}
	end := func(n *expr.Node, v *ball.Complex) ball.Endpoint {
		if s := infinite(n); s != 0 {
			return ball.Infinity(s)
		}
		return ball.Finite(*v)
	}
	r := ball.Integrate(m.context(), f, end(b.node.Args[2], lo), end(b.node.Args[3], hi),
		ball.IntegrateOptions{Prec: m.bits, MaxEvaluations: m.evaluations(), Spend: m.spend})
	m.nesting--
	m.setPrecision(prec)
	*z = r.Value
	if !r.Rigorous && r.Value.IsFinite() {
		m.loose = true
		if !r.Reached && !accurate(&r.Value, 24) {
			z.SetIndeterminate()
		}
	}
}

// accurate reports whether a value has so many certain bits, relative to 1 if it is small.
func accurate(z *ball.Complex, bits int64) bool {
	var d ball.Complex
	d.Sub(z, z, integralBits)
	return radiusExponent(&d) <= max(exponent(z), 0)-bits
}

// limit evaluates very near the point, from both sides unless one is named: at distances
// 2⁻³⁰⁰ to 2⁻⁵⁰⁰ (2⁻⁶⁰ to 2⁻¹⁰⁰ with special functions), whose values must agree to as many bits as are asked for. Where that fails
// (a sum of n terms cannot have 2³⁰⁰ of them) the value at distances h, h/2, h/4, … is taken
// to be a power series in h. Either is an estimate; where it does not settle there is no value.
func (b *bound) limit(m *machine, z, at *ball.Complex) {
	n := b.node
	prec := m.prec
	defer m.setPrecision(prec)
	inf := infinite(n.Args[2])
	if inf == 0 {
		if b.at(m, z, at); z.IsFinite() && b.continuous(m, at) {
			return
		}
	}
	m.loose = true
	side := func(z *ball.Complex, sign int) {
		if b.near(m, z, at, sign, inf != 0); !z.IsFinite() {
			b.extrapolate(m, z, at, sign, inf != 0)
		}
	}
	switch {
	case inf != 0:
		side(z, inf)
	case n.Name == "+":
		side(z, 1)
	case n.Name == "-":
		side(z, -1)
	default:
		var left ball.Complex
		side(z, 1)
		side(&left, -1)
		if !z.IsFinite() || !left.IsFinite() || !z.Overlaps(&left) {
			z.SetIndeterminate()
		}
	}
}

// continuous reports whether the values on a small interval around the point, the point itself
// included, are enclosed by a small ball: a jump or a cut at the point makes it large.
func (b *bound) continuous(m *machine, at *ball.Complex) bool {
	bits := int64(m.prec)
	var around, z ball.Complex
	around.Set(at)
	widen(&around, -bits)
	b.at(m, &z, &around)
	return z.IsFinite() && accurate(&z, bits/8)
}

// near compares the values at two tiny distances.
func (b *bound) near(m *machine, z, at *ball.Complex, sign int, infinity bool) {
	distances, settled := [3]int64{300, 400, 500}, int64(80)
	if b.block.special { // series at thousands of bits are slow
		distances, settled = [3]int64{60, 80, 100}, 50
	}
	m.setPrecision(4 * uint(distances[2]))
	var f [3]ball.Complex
	for i, e := range distances {
		// Distances without a pattern: (−1)ⁿ has no limit, though all powers of two are even.
		var h, x ball.Complex
		h.SetInt64(int64(sign))
		if infinity {
			x.Mul2Exp(&h, e)
			x.AddInt64(&x, int64(i*i)*int64(sign), m.prec)
		} else {
			h.MulInt64(&h, int64(2*i+3), m.prec)
			h.Mul2Exp(&h, -e)
			x.Add(at, &h, m.prec)
		}
		if b.at(m, &f[i], &x); !f[i].IsFinite() {
			z.SetIndeterminate()
			return
		}
	}
	var d ball.Complex
	d.Sub(&f[1], &f[0], m.prec)
	e := radiusExponent(&d)
	d.Sub(&f[2], &f[1], m.prec)
	e = max(e, radiusExponent(&d))
	if e > max(exponent(&f[2]), 0)-settled {
		z.SetIndeterminate()
		return
	}
	*z = f[2]
	widen(z, e+4)
}

// extrapolate is Richardson's scheme on one side; infinite limits go by 1/h.
func (b *bound) extrapolate(m *machine, z, at *ball.Complex, sign int, infinity bool) {
	const rows = 18
	m.setPrecision(max(m.prec, 320))
	var row [rows]ball.Complex
	var last, previous ball.Complex
	for k := range rows {
		var h, x, f ball.Complex
		h.SetInt64(int64(sign))
		h.Mul2Exp(&h, -int64(k)-4)
		if infinity {
			x.Inv(&h, m.prec)
		} else {
			x.Add(at, &h, m.prec)
		}
		if b.at(m, &f, &x); !f.IsFinite() {
			z.SetIndeterminate()
			return
		}
		// row[j] holds the j-th extrapolation of the previous distance.
		current := f
		for j := range k {
			var d ball.Complex
			d.Sub(&current, &row[j], m.prec)
			d.DivInt64(&d, 1<<(j+1)-1, m.prec)
			row[j] = current
			current.Add(&current, &d, m.prec)
		}
		row[k] = current
		previous, last = last, current
	}
	if infinity { // neighbours must agree as well: powers of two are all even
		var x, f ball.Complex
		x.SetInt64(int64(sign) * (1<<(rows+3) + 1))
		if b.at(m, &f, &x); f.IsFinite() {
			f.Sub(&f, &last, m.prec)
		}
		if !f.IsFinite() || radiusExponent(&f) > max(exponent(&last), 0)-6 {
			z.SetIndeterminate()
			return
		}
	}
	var d ball.Complex
	d.Sub(&last, &previous, m.prec)
	e := radiusExponent(&d)
	if e > max(exponent(&last), 0)-30 {
		z.SetIndeterminate()
		return
	}
	// The last change, with a margin, as the estimate of the error.
	*z = last
	widen(z, e+4)
}

// widen adds 2^e to both radii (to the real one only where z is real).
func widen(z *ball.Complex, e int64) {
	var r ball.Real
	r.SetInt64(1)
	r.Mul2Exp(&r, e)
	z.Re.AddError(&r)
	if !z.Im.IsZero() {
		z.Im.AddError(&r)
	}
}

// infiniteSum sums to one or both infinities; package ball says whether with a proven error.
func (b *bound) infiniteSum(m *machine, z, lo, hi *ball.Complex) {
	from, to := infinite(b.node.Args[2]), infinite(b.node.Args[3])
	switch {
	case from == 0 && to == 1:
		n, ok := lo.Re.UniqueInt()
		if !ok || !lo.IsReal() || !n.IsInt64() {
			z.SetIndeterminate()
			return
		}
		b.series(m, z, n.Int64(), 1, false)
	case from == -1 && to == 0:
		n, ok := hi.Re.UniqueInt()
		if !ok || !hi.IsReal() || !n.IsInt64() {
			z.SetIndeterminate()
			return
		}
		b.series(m, z, -n.Int64(), -1, false)
	case from == -1 && to == 1:
		var left ball.Complex
		b.series(m, z, 0, 1, false)
		b.series(m, &left, 1, -1, false)
		z.Add(z, &left, m.prec)
	default:
		z.SetIndeterminate()
	}
}

// infiniteProduct is e to the sum of the logarithms, whose branch does not matter.
func (b *bound) infiniteProduct(m *machine, z, lo *ball.Complex) {
	n, ok := lo.Re.UniqueInt()
	if infinite(b.node.Args[2]) != 0 || infinite(b.node.Args[3]) != 1 || !ok || !lo.IsReal() || !n.IsInt64() {
		z.SetIndeterminate()
		return
	}
	var s ball.Complex
	b.series(m, &s, n.Int64(), 1, true)
	if s.IsFinite() {
		z.Exp(&s, m.prec)
		return
	}
	z.SetIndeterminate()
}

// series is the sum over sign·n for n ≥ start of the body, or of its logarithm.
func (b *bound) series(m *machine, z *ball.Complex, start, sign int64, logarithm bool) {
	prec := m.prec
	m.nesting++
	term := func(z, n *ball.Complex, prec uint) {
		m.setPrecision(prec)
		k := *n
		if sign < 0 {
			k.Neg(&k)
		}
		b.at(m, z, &k)
		if logarithm && z.IsFinite() {
			z.Log(z, prec)
		}
	}
	// The first terms go in directly: what they do (poles, signs) is not typical of the rest.
	var head ball.Complex
	for k := range int64(peeled) {
		var n, t ball.Complex
		if term(&t, n.SetInt64(start+k), m.bits+32); !t.IsFinite() {
			z.SetIndeterminate()
			m.nesting--
			m.setPrecision(prec)
			return
		}
		head.Add(&head, &t, m.bits+32)
	}
	r := ball.SumInfinite(m.context(), term, start+peeled, ball.SumOptions{Prec: m.bits, MaxTerms: m.evaluations(), Spend: m.spend})
	m.nesting--
	m.setPrecision(prec)
	z.Add(&head, &r.Value, m.bits+32)
	if !r.Rigorous && r.Value.IsFinite() {
		m.loose = true
		if !r.Reached && !accurate(&r.Value, 24) {
			z.SetIndeterminate()
		}
	}
}
