package ball

import "math"

// The special functions are written with a calc: formulas read left to right, values are
// passed and returned, and the rounding precision is named once. What a formula's series
// leaves out is added as a bound (widen) where it is cut off, so that every calc result
// is an enclosure and formulas compose without further thought.

// calc computes with balls at a working precision of that many bits.
type calc uint

func (c calc) int(n int64) (z Complex) { z.SetInt64(n); return z }

// rat is p/q.
func (c calc) rat(p, q int64) (z Complex) {
	z.SetInt64(p)
	z.Re.DivInt64(&z.Re, q, uint(c))
	return z
}

func (c calc) real(x Real) (z Complex)           { z.Re = x; return z }
func (c calc) add(x, y Complex) (z Complex)      { z.Add(&x, &y, uint(c)); return z }
func (c calc) sub(x, y Complex) (z Complex)      { z.Sub(&x, &y, uint(c)); return z }
func (c calc) mul(x, y Complex) (z Complex)      { z.Mul(&x, &y, uint(c)); return z }
func (c calc) sqr(x Complex) (z Complex)         { z.Sqr(&x, uint(c)); return z }
func (c calc) neg(x Complex) (z Complex)         { z.Neg(&x); return z }
func (c calc) conj(x Complex) (z Complex)        { z.Conj(&x); return z }
func (c calc) addInt(x Complex, n int64) Complex { x.AddInt64(&x, n, uint(c)); return x }
func (c calc) mulInt(x Complex, n int64) Complex { x.MulInt64(&x, n, uint(c)); return x }
func (c calc) divInt(x Complex, n int64) Complex { x.DivInt64(&x, n, uint(c)); return x }
func (c calc) mulI(x Complex) (z Complex)        { z.MulI(&x); return z }
func (c calc) divI(x Complex) (z Complex)        { z.divI(&x); return z }
func (c calc) mul2(x Complex, e int64) Complex   { x.Mul2Exp(&x, e); return x }
func (c calc) half(x Complex) Complex            { return c.mul2(x, -1) }
func (c calc) exp(x Complex) (z Complex)         { z.Exp(&x, uint(c)); return z }
func (c calc) log(x Complex) (z Complex)         { z.Log(&x, uint(c)); return z }
func (c calc) sqrt(x Complex) (z Complex)        { z.Sqrt(&x, uint(c)); return z }
func (c calc) sin(x Complex) (z Complex)         { z.Sin(&x, uint(c)); return z }
func (c calc) cos(x Complex) (z Complex)         { z.Cos(&x, uint(c)); return z }
func (c calc) pi() (z Complex)                   { z.Re.Pi(uint(c)); return z }
func (c calc) euler() (z Complex)                { z.Re.EulerGamma(uint(c)); return z }
func (c calc) union(x, y Complex) (z Complex)    { z.Union(&x, &y, uint(c)); return z }

// div is x/y. A wide complex y is inverted first, see inv.
func (c calc) div(x, y Complex) (z Complex) {
	if !y.Im.IsZero() && isWide(&y) {
		return c.mul(x, c.inv(y))
	}
	z.Div(&x, &y, uint(c))
	return z
}

// inv is 1/x. For a wide complex ball of midpoint m and radius r, |1/x − 1/m| ≤ r/(|m| min|x|)
// is much less than what conj x/|x|² gives.
func (c calc) inv(x Complex) (z Complex) {
	if x.Im.IsZero() || !isWide(&x) {
		z.Inv(&x, uint(c))
		return z
	}
	m := Complex{x.Re.mid(), x.Im.mid()}
	r := x.Re.rad.add(x.Im.rad)
	z.Inv(&m, uint(c))
	return c.widen(z, r.div(m.magLower().mulLower(x.magLower())), false)
}

// isWide tells whether the radius is more than about 2⁻²⁰ of a ball.
func isWide(x *Complex) bool {
	r := magMax(x.Re.rad, x.Im.rad)
	return !r.isZero() && r.e > max(x.Re.exp, x.Im.exp)-20
}

// pow is x^y, principal; an integer or half-integer y multiplies and takes roots instead.
func (c calc) pow(x, y Complex) (z Complex) {
	if n, ok := exactInt(&y); ok && n > -1<<20 && n < 1<<20 {
		return c.powInt(x, n)
	}
	if x.IsZero() && y.Re.IsPositive() {
		return z
	}
	twice := c.mul2(y, 1)
	if n, ok := exactInt(&twice); ok && n > -64 && n < 64 {
		return c.powInt(c.sqrt(x), n)
	}
	return c.exp(c.mul(y, c.log(x)))
}

// powInt is xⁿ by repeated squaring.
func (c calc) powInt(x Complex, n int64) Complex {
	if n < 0 {
		return c.inv(c.powInt(x, -n))
	}
	z := c.int(1)
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			z = c.mul(z, x)
		}
		if n > 1 {
			x = c.sqr(x)
		}
	}
	return z
}

// widen adds a bound of what was left out. A sum of real terms stays real.
func (c calc) widen(x Complex, err mag, onlyReal bool) Complex {
	if onlyReal {
		x.Re.addErr(&x.Re, err)
		if !x.Re.IsFinite() {
			x.SetIndeterminate()
		}
		return x
	}
	x.addErr(&x, err)
	return x
}

func indeterminate() (z Complex) { z.SetIndeterminate(); return z }

// exactInt is x as a machine integer, if it is exactly one.
func exactInt(x *Complex) (int64, bool) {
	if !x.Im.IsZero() || !x.Re.IsExact() {
		return 0, false
	}
	return exactRealInt(&x.Re)
}

func exactRealInt(x *Real) (int64, bool) {
	if !x.IsExact() || x.wide != nil {
		return 0, false
	}
	if x.mant[3] == 0 {
		return 0, true
	}
	if x.exp < 1 || x.exp > 62 || x.mant[0]|x.mant[1]|x.mant[2] != 0 {
		return 0, false
	}
	n := int64(x.mant[3] >> (64 - uint(x.exp)))
	if uint64(n)<<(64-uint(x.exp)) != x.mant[3] {
		return 0, false
	}
	if x.neg {
		n = -n
	}
	return n, true
}

// nonPositiveInt tells whether x is exactly 0, −1, −2, …, and −x.
func nonPositiveInt(x *Complex) (int64, bool) {
	n, ok := exactInt(x)
	return -n, ok && n <= 0
}

// nearestInt is the integer nearest to the midpoint of x, false when that is too large for
// a machine integer.
func nearestInt(x *Real) (int64, bool) {
	if !x.IsFinite() || x.exp > 60 && x.mant[3] != 0 {
		return 0, false
	}
	if x.mant[3] == 0 || x.exp < 0 {
		return 0, true
	}
	m := int64(0)
	if x.exp > 0 {
		m = int64(x.mant[3] >> (64 - uint(x.exp)))
	}
	if x.mant[3]<<uint(x.exp)>>63 != 0 {
		m++
	}
	if x.neg {
		m = -m
	}
	return m, true
}

// float is the midpoint of x in machine numbers, for choices that do not bear on rigour.
func (x *Complex) float() complex128 { return complex(x.Re.approx(), x.Im.approx()) }

// log2 is about log₂ |x|, and very negative for zero.
func (x *Complex) log2() float64 {
	return math.Max(x.Re.log2(), x.Im.log2())
}

func (x *Real) log2() float64 {
	if x.mant[3] == 0 {
		return -1e18
	}
	return float64(x.exp) + math.Log2(float64(x.mant[3])*0x1p-64)
}

// log2 is log₂ of the bound.
func (a mag) log2() float64 {
	if a.m == 0 {
		return -1e18
	}
	return float64(a.e) + math.Log2(float64(a.m)*0x1p-32)
}

// refine evaluates f at growing precision until the result has prec certain bits, or more
// precision brings nothing: then the inputs are to blame. A formula may lose bits to
// cancellation; it need not know how many.
func refine(z *Complex, prec uint, f func(calc) Complex) *Complex {
	prec = clampPrec(prec)
	want := int(prec)
	wp := prec + 24
	var best Complex
	best.SetIndeterminate()
	accuracy := math.MinInt32
	for try := 0; try < 5 && wp <= 10*prec+3000; try++ {
		r := f(calc(wp))
		got := r.RelAccuracyBits()
		if got > accuracy {
			best = r
		}
		if got >= want || best.IsFinite() && got <= accuracy+8 && try > 0 {
			break
		}
		if !r.IsFinite() && try > 0 {
			break
		}
		accuracy = max(got, accuracy)
		missing := want - max(got, -want)
		wp += uint(missing) + 16 + wp/4*uint(try)
	}
	return z.SetRound(&best, prec)
}

// realOf stores the real part of a result that is real because the function is.
func setRealPart(z *Real, x *Complex) *Real {
	if !x.IsFinite() {
		return z.SetIndeterminate()
	}
	return z.Set(&x.Re)
}

// sinPi is sin πx. The integer nearest to x goes off exactly, so that the sine is relatively
// accurate near its zeros.
func (c calc) sinPi(x Complex) Complex {
	n, ok := nearestInt(&x.Re)
	if !ok {
		return c.sin(c.mul(c.pi(), x))
	}
	x.Re.AddInt64(&x.Re, -n, max(uint(c), x.Re.bitsUsed()))
	if x.IsZero() {
		return x
	}
	s := c.sin(c.mul(c.pi(), x))
	if n&1 != 0 {
		return c.neg(s)
	}
	return s
}

// cosPi is cos πx.
func (c calc) cosPi(x Complex) Complex {
	n, ok := nearestInt(&x.Re)
	if !ok {
		return c.cos(c.mul(c.pi(), x))
	}
	x.Re.AddInt64(&x.Re, -n, max(uint(c), x.Re.bitsUsed()))
	quarter := c.mul2(x, 1)
	if m, ok := exactInt(&quarter); ok && m&1 != 0 {
		return c.int(0) // a half-integer
	}
	s := c.cos(c.mul(c.pi(), x))
	if n&1 != 0 {
		return c.neg(s)
	}
	return s
}

// Constants that many calls need; see constant.
var (
	constHalfLogTwoPi = constant{compute: func(z *Real, prec uint) {
		c := calc(prec + 8)
		*z = c.half(c.log(c.mul2(c.pi(), 1))).Re
	}}
	constAiryAi0 = constant{compute: func(z *Real, prec uint) { // Ai(0) = 3^{−2/3}/Γ(2/3)
		c := calc(prec + 8)
		r := c.pow(c.int(3), c.rat(1, 3))
		*z = c.inv(c.mul(c.sqr(r), c.gamma(c.rat(2, 3)))).Re
	}}
	constAiryAiPrime0 = constant{compute: func(z *Real, prec uint) { // −Ai'(0) = 3^{−1/3}/Γ(1/3)
		c := calc(prec + 8)
		r := c.pow(c.int(3), c.rat(1, 3))
		*z = c.inv(c.mul(r, c.gamma(c.rat(1, 3)))).Re
	}}
)

func (c calc) constant(k *constant) (z Complex) { k.get(&z.Re, uint(c)); return z }

// expPiI is e^{iπx}.
func (c calc) expPiI(x Complex) Complex {
	return c.add(c.cosPi(x), c.mulI(c.sinPi(x)))
}

// sector tells on which side of the real axis x lies: 1 above, −1 below, 0 when x crosses
// or touches it.
func sector(x *Complex) int { return x.Im.sign() }

// positive tells whether Re x > 0 over the ball.
func positive(x Complex) bool { return x.Re.IsPositive() }

// bound is the largest |x| of the ball.
func bound(x Complex) mag { return x.magUpper() }

// 2π lies between these: 2π·2²⁹ = 3373259426.09…
func magTwoPiLower() mag { return mag{3, 3373259426} }
func magTwoPiUpper() mag { return mag{3, 3373259427} }

// sinc is sin x/x, entire: near 0 by its series.
func (c calc) sinc(x Complex) Complex {
	if x.magUpper().e > 0 && x.IsNonzero() {
		return c.div(c.sin(x), x)
	}
	return c.hyperSeries(nil, []Complex{c.rat(3, 2)}, c.neg(c.mul2(c.sqr(x), -2)))
}
