package ball

// Complex is a complex ball: a rectangle whose sides are real balls. The zero value is
// exactly 0.
type Complex struct{ Re, Im Real }

// Set makes z a copy of x.
func (z *Complex) Set(x *Complex) *Complex {
	*z = *x
	return z
}

// SetReal makes z the real ball x.
func (z *Complex) SetReal(x *Real) *Complex {
	z.Re, z.Im = *x, Real{}
	return z
}

// SetInt64 makes z exactly n.
func (z *Complex) SetInt64(n int64) *Complex {
	z.Im = Real{}
	z.Re.SetInt64(n)
	return z
}

// SetI makes z exactly i.
func (z *Complex) SetI() *Complex {
	z.Re = Real{}
	z.Im.SetInt64(1)
	return z
}

// SetIndeterminate makes z the ball without information.
func (z *Complex) SetIndeterminate() *Complex {
	z.Re.SetIndeterminate()
	z.Im.SetIndeterminate()
	return z
}

// SetRound makes z the ball x with both midpoints rounded to prec bits.
func (z *Complex) SetRound(x *Complex, prec uint) *Complex {
	z.Re.SetRound(&x.Re, prec)
	z.Im.SetRound(&x.Im, prec)
	return z
}

// IsExact tells whether z is a single number.
func (z *Complex) IsExact() bool { return z.Re.IsExact() && z.Im.IsExact() }

// IsFinite tells whether both parts are anything but indeterminate.
func (z *Complex) IsFinite() bool { return z.Re.IsFinite() && z.Im.IsFinite() }

// IsZero tells whether z is exactly 0.
func (z *Complex) IsZero() bool { return z.Re.IsZero() && z.Im.IsZero() }

// IsReal tells whether the imaginary part is exactly 0.
func (z *Complex) IsReal() bool { return z.Im.IsZero() }

// ContainsZero tells whether 0 is in the rectangle.
func (z *Complex) ContainsZero() bool { return z.Re.ContainsZero() && z.Im.ContainsZero() }

// IsNonzero tells whether 0 is certainly not in the rectangle.
func (z *Complex) IsNonzero() bool { return !z.ContainsZero() }

// Overlaps tells whether x and y may have a number in common. False is a proof that they
// have none.
func (z *Complex) Overlaps(y *Complex) bool {
	return z.Re.Overlaps(&y.Re) && z.Im.Overlaps(&y.Im)
}

// ContainsComplex tells whether all of y certainly lies in z.
func (z *Complex) ContainsComplex(y *Complex) bool {
	return z.Re.ContainsReal(&y.Re) && z.Im.ContainsReal(&y.Im)
}

// Union sets z to a rectangle that contains x and y.
func (z *Complex) Union(x, y *Complex, prec uint) *Complex {
	z.Re.Union(&x.Re, &y.Re, prec)
	z.Im.Union(&x.Im, &y.Im, prec)
	return z
}

// RelAccuracyBits is about log₂ of the larger midpoint over the larger radius.
func (z *Complex) RelAccuracyBits() int {
	if !z.IsFinite() {
		return z.Re.RelAccuracyBits() + z.Im.RelAccuracyBits()
	}
	t := z.Re
	if t.mant[3] == 0 || z.Im.mant[3] != 0 && z.Im.exp > t.exp {
		t = z.Im
	}
	t.rad = magMax(z.Re.rad, z.Im.rad)
	return t.RelAccuracyBits()
}

// String is the real and the imaginary part, see Real.String.
func (z *Complex) String() string { return z.Re.String() + " + i·(" + z.Im.String() + ")" }

// Neg sets z to −x.
func (z *Complex) Neg(x *Complex) *Complex {
	z.Re.Neg(&x.Re)
	z.Im.Neg(&x.Im)
	return z
}

// Conj sets z to the conjugate of x.
func (z *Complex) Conj(x *Complex) *Complex {
	z.Re.Set(&x.Re)
	z.Im.Neg(&x.Im)
	return z
}

// MulI sets z to i·x.
func (z *Complex) MulI(x *Complex) *Complex {
	re := x.Re
	z.Re.Neg(&x.Im)
	z.Im = re
	return z
}

// divI sets z to −i·x.
func (z *Complex) divI(x *Complex) *Complex {
	re := x.Re
	z.Re = x.Im
	z.Im.Neg(&re)
	return z
}

// Mul2Exp sets z to x·2^e, exactly.
func (z *Complex) Mul2Exp(x *Complex, e int64) *Complex {
	z.Re.Mul2Exp(&x.Re, e)
	z.Im.Mul2Exp(&x.Im, e)
	return z
}

// Add sets z to x + y.
func (z *Complex) Add(x, y *Complex, prec uint) *Complex {
	z.Re.Add(&x.Re, &y.Re, prec)
	z.Im.Add(&x.Im, &y.Im, prec)
	return z
}

// AddInt64 sets z to x + n.
func (z *Complex) AddInt64(x *Complex, n int64, prec uint) *Complex {
	z.Re.AddInt64(&x.Re, n, prec)
	z.Im.SetRound(&x.Im, prec)
	return z
}

// Sub sets z to x − y.
func (z *Complex) Sub(x, y *Complex, prec uint) *Complex {
	z.Re.Sub(&x.Re, &y.Re, prec)
	z.Im.Sub(&x.Im, &y.Im, prec)
	return z
}

// Mul sets z to x·y.
func (z *Complex) Mul(x, y *Complex, prec uint) *Complex {
	switch {
	case y.Im.IsZero():
		return z.MulReal(x, &y.Re, prec)
	case x.Im.IsZero():
		return z.MulReal(y, &x.Re, prec)
	}
	var ac, bd, ad, bc Real
	p := prec + 8
	ac.Mul(&x.Re, &y.Re, p)
	bd.Mul(&x.Im, &y.Im, p)
	ad.Mul(&x.Re, &y.Im, p)
	bc.Mul(&x.Im, &y.Re, p)
	z.Re.Sub(&ac, &bd, prec)
	z.Im.Add(&ad, &bc, prec)
	return z
}

// MulReal sets z to x·y for real y.
func (z *Complex) MulReal(x *Complex, y *Real, prec uint) *Complex {
	t := *y // z may hold y
	z.Re.Mul(&x.Re, &t, prec)
	z.Im.Mul(&x.Im, &t, prec)
	return z
}

// MulInt64 sets z to n·x.
func (z *Complex) MulInt64(x *Complex, n int64, prec uint) *Complex {
	var y Real
	return z.MulReal(x, y.SetInt64(n), prec)
}

// DivReal sets z to x/y for real y; indeterminate when y contains 0.
func (z *Complex) DivReal(x *Complex, y *Real, prec uint) *Complex {
	t := *y
	z.Re.Div(&x.Re, &t, prec)
	z.Im.Div(&x.Im, &t, prec)
	return z
}

// DivInt64 sets z to x/n; indeterminate for n = 0.
func (z *Complex) DivInt64(x *Complex, n int64, prec uint) *Complex {
	var y Real
	return z.DivReal(x, y.SetInt64(n), prec)
}

// Sqr sets z to x².
func (z *Complex) Sqr(x *Complex, prec uint) *Complex {
	if x.Im.IsZero() {
		z.Re.Sqr(&x.Re, prec)
		z.Im = Real{}
		return z
	}
	var a, b, c Real
	a.Sqr(&x.Re, prec+8)
	b.Sqr(&x.Im, prec+8)
	c.Mul(&x.Re, &x.Im, prec)
	z.Re.Sub(&a, &b, prec)
	z.Im.Mul2Exp(&c, 1)
	return z
}

// Inv sets z to 1/x; indeterminate when x contains 0.
func (z *Complex) Inv(x *Complex, prec uint) *Complex {
	if x.Im.IsZero() {
		z.Re.Inv(&x.Re, prec)
		z.Im = Real{}
		if !z.Re.IsFinite() {
			z.SetIndeterminate()
		}
		return z
	}
	var n Real
	n.norm(x, prec+8)
	z.Conj(x)
	z.DivReal(z, &n, prec)
	if !z.IsFinite() {
		z.SetIndeterminate()
	}
	return z
}

// Div sets z to x/y; indeterminate when y contains 0.
func (z *Complex) Div(x, y *Complex, prec uint) *Complex {
	if y.Im.IsZero() {
		z.DivReal(x, &y.Re, prec)
	} else {
		var n Real
		n.norm(y, prec+8)
		var c Complex
		c.Conj(y)
		c.Mul(x, &c, prec+8)
		z.DivReal(&c, &n, prec)
	}
	if !z.IsFinite() {
		z.SetIndeterminate()
	}
	return z
}

// norm sets z to |x|² = Re² + Im².
func (z *Real) norm(x *Complex, prec uint) *Real {
	var a, b Real
	a.Sqr(&x.Re, prec)
	b.Sqr(&x.Im, prec)
	return z.Add(&a, &b, prec)
}

// addErr widens both parts of x by err.
func (z *Complex) addErr(x *Complex, err mag) *Complex {
	z.Re.addErr(&x.Re, err)
	z.Im.addErr(&x.Im, err)
	return z
}

// magUpper is an upper bound of |x| over the rectangle, magLower a lower one.
func (z *Complex) magUpper() mag {
	a, b := z.Re.magUpper(), z.Im.magUpper()
	if a.isZero() || b.isZero() {
		return a.add(b)
	}
	return a.mul(a).add(b.mul(b)).sqrt()
}

func (z *Complex) magLower() mag {
	a, b := z.Re.magLower(), z.Im.magLower()
	if a.isZero() || b.isZero() {
		return magMax(a, b)
	}
	return a.mulLower(a).addLower(b.mulLower(b)).sqrtLower()
}
