package ball

import "math"

// QuickComplex is a complex ball in double precision: a rectangle; see Quick. An imaginary
// part that is exactly zero is what makes a number real, as for Complex, and the branches are
// the same.
type QuickComplex struct{ Re, Im Quick }

// QuickReal is a as a complex number.
func QuickReal(a Quick) QuickComplex { return QuickComplex{Re: a} }

// QuickIndeterminate is the ball without information.
func QuickIndeterminate() QuickComplex { return QuickComplex{quickNone(), quickNone()} }

// IsFinite tells whether both parts are anything but indeterminate.
func (a QuickComplex) IsFinite() bool { return a.Re.IsFinite() && a.Im.IsFinite() }

// IsReal tells whether the imaginary part is exactly 0.
func (a QuickComplex) IsReal() bool { return a.Im.mid == 0 && a.Im.rad == 0 }

// LooksReal tells whether the imaginary part is zero or, in its first 32 bits, cannot be told
// from zero.
func (a QuickComplex) LooksReal() bool {
	return a.IsReal() || a.Im.Sign() == 0 && a.Im.mag() < math.Abs(a.Re.mid)*0x1p-32
}

// IsSharp tells whether the error is known to be less than 2⁻²⁰ of the size.
func (a QuickComplex) IsSharp() bool {
	return a.IsFinite() && math.Max(a.Re.rad, a.Im.rad) <= math.Max(math.Abs(a.Re.mid), math.Abs(a.Im.mid))*0x1p-20
}

// IsZero tells whether a is exactly 0.
func (a QuickComplex) IsZero() bool { return a.Re.IsZero() && a.Im.IsZero() }

// ContainsZero tells whether 0 is in the rectangle.
func (a QuickComplex) ContainsZero() bool { return a.Re.Sign() == 0 && a.Im.Sign() == 0 }

// Overlaps tells whether a and b may have a number in common.
func (a QuickComplex) Overlaps(b QuickComplex) bool {
	return a.Re.Overlaps(b.Re) && a.Im.Overlaps(b.Im)
}

// Neg is −a.
func (a QuickComplex) Neg() QuickComplex { return QuickComplex{a.Re.Neg(), a.Im.Neg()} }

// Conj is the conjugate.
func (a QuickComplex) Conj() QuickComplex { return QuickComplex{a.Re, a.Im.Neg()} }

// Add is a + b.
func (a QuickComplex) Add(b QuickComplex) QuickComplex {
	if a.IsReal() && b.IsReal() {
		return QuickComplex{Re: a.Re.Add(b.Re)}
	}
	return QuickComplex{a.Re.Add(b.Re), a.Im.Add(b.Im)}
}

// Sub is a − b.
func (a QuickComplex) Sub(b QuickComplex) QuickComplex { return a.Add(b.Neg()) }

// Mul is a·b.
func (a QuickComplex) Mul(b QuickComplex) QuickComplex {
	switch {
	case b.IsReal():
		if a.IsReal() {
			return QuickComplex{Re: a.Re.Mul(b.Re)}
		}
		return QuickComplex{a.Re.Mul(b.Re), a.Im.Mul(b.Re)}
	case a.IsReal():
		return QuickComplex{b.Re.Mul(a.Re), b.Im.Mul(a.Re)}
	}
	return QuickComplex{a.Re.Mul(b.Re).Sub(a.Im.Mul(b.Im)), a.Re.Mul(b.Im).Add(a.Im.Mul(b.Re))}
}

// Sqr is a².
func (a QuickComplex) Sqr() QuickComplex {
	if a.IsReal() {
		return QuickComplex{Re: a.Re.Sqr()}
	}
	p := a.Re.Mul(a.Im)
	return QuickComplex{a.Re.Sqr().Sub(a.Im.Sqr()), p.Add(p)}
}

// Inv is 1/a; indeterminate where a contains 0.
func (a QuickComplex) Inv() QuickComplex {
	if a.IsReal() {
		return real2(a.Re.Inv())
	}
	n := a.Re.Sqr().Add(a.Im.Sqr())
	return QuickComplex{a.Re.Div(n), a.Im.Neg().Div(n)}
}

// real2 is a as a complex number, without information where a has none.
func real2(a Quick) QuickComplex {
	if !a.IsFinite() {
		return QuickIndeterminate()
	}
	return QuickComplex{Re: a}
}

// Div is a/b; indeterminate where b contains 0.
func (a QuickComplex) Div(b QuickComplex) QuickComplex {
	if b.IsReal() {
		if a.IsReal() {
			return real2(a.Re.Div(b.Re))
		}
		return QuickComplex{a.Re.Div(b.Re), a.Im.Div(b.Re)}
	}
	return a.Mul(b.Inv())
}

// PowInt is aⁿ, with 0⁰ = 1.
func (a QuickComplex) PowInt(n int64) QuickComplex {
	switch n {
	case 0:
		return QuickComplex{Re: Quick{1, 0}}
	case 1:
		return a
	case -1:
		return a.Inv()
	case 2:
		return a.Sqr()
	}
	k := uint64(n)
	if n < 0 {
		k = -k
	}
	p := QuickComplex{Re: Quick{1, 0}}
	for ; k > 0; k >>= 1 {
		if k&1 != 0 {
			p = p.Mul(a)
		}
		if k > 1 {
			a = a.Sqr()
		}
	}
	if n < 0 {
		return p.Inv()
	}
	return p
}

// Abs is |a|, real.
func (a QuickComplex) Abs() QuickComplex {
	switch {
	case a.IsReal():
		return QuickComplex{Re: a.Re.Abs()}
	case a.Re.IsZero():
		return QuickComplex{Re: a.Im.Abs()}
	}
	return real2(a.Re.Sqr().Add(a.Im.Sqr()).Sqrt())
}

// Arg is the argument in (−π, π], real; indeterminate where a meets the cut or 0.
func (a QuickComplex) Arg() QuickComplex {
	if a.IsReal() {
		switch a.Re.Sign() {
		case 1:
			return QuickComplex{}
		case -1:
			return QuickComplex{Re: QuickPi()}
		}
		return QuickIndeterminate()
	}
	half := Quick{math.Pi / 2, quickAllowance}
	switch {
	case a.Re.Sign() > 0:
		return real2(a.Im.Div(a.Re).Atan())
	case a.Im.Sign() > 0:
		return real2(half.Sub(a.Re.Div(a.Im).Atan()))
	case a.Im.Sign() < 0:
		return real2(half.Neg().Sub(a.Re.Div(a.Im).Atan()))
	}
	return QuickIndeterminate()
}

// Sqrt is the principal √a; indeterminate where a meets the cut or 0 and is not a real number.
func (a QuickComplex) Sqrt() QuickComplex {
	if a.IsReal() {
		if a.Re.Sign() < 0 {
			return QuickComplex{Im: a.Re.Neg().Sqrt()}
		}
		return real2(a.Re.Sqrt())
	}
	if a.Re.Sign() <= 0 && a.Im.Sign() == 0 {
		return QuickIndeterminate()
	}
	m := a.Abs().Re
	half := Quick{0.5, 0}
	if a.Re.mid >= 0 {
		u := m.Add(a.Re).Mul(half).Sqrt()
		return QuickComplex{u, a.Im.Mul(half).Div(u)}
	}
	v := m.Sub(a.Re).Mul(half).Sqrt()
	if a.Im.Sign() < 0 {
		v = v.Neg()
	}
	return QuickComplex{a.Im.Mul(half).Div(v), v}
}

// Exp is e^a.
func (a QuickComplex) Exp() QuickComplex {
	if a.IsReal() {
		return QuickComplex{Re: a.Re.Exp()}
	}
	s, c := a.Im.SinCos()
	if a.Re.IsZero() {
		return QuickComplex{c, s}
	}
	r := a.Re.Exp()
	return QuickComplex{r.Mul(c), r.Mul(s)}
}

// Log is the principal log a; indeterminate where a contains 0, or meets the cut and is not
// a real number.
func (a QuickComplex) Log() QuickComplex {
	if a.IsReal() {
		if a.Re.Sign() < 0 {
			return QuickComplex{a.Re.Neg().Log(), QuickPi()}
		}
		return real2(a.Re.Log())
	}
	arg := a.Arg()
	return QuickComplex{a.Abs().Re.Log(), arg.Re}
}

// SinCos is sin a and cos a.
func (a QuickComplex) SinCos() (s, c QuickComplex) {
	sa, ca := a.Re.SinCos()
	if a.IsReal() {
		return QuickComplex{Re: sa}, QuickComplex{Re: ca}
	}
	sb, cb := a.Im.Sinh(), a.Im.Cosh()
	return QuickComplex{sa.Mul(cb), ca.Mul(sb)}, QuickComplex{ca.Mul(cb), sa.Mul(sb).Neg()}
}

// SinhCosh is sinh a and cosh a.
func (a QuickComplex) SinhCosh() (s, c QuickComplex) {
	if a.IsReal() {
		return QuickComplex{Re: a.Re.Sinh()}, QuickComplex{Re: a.Re.Cosh()}
	}
	// sinh z = −i sin iz, cosh z = cos iz
	s, c = QuickComplex{a.Im.Neg(), a.Re}.SinCos()
	return QuickComplex{s.Im, s.Re.Neg()}, c
}

// Ball is a with a radius rounded up, as a Complex.
func (a QuickComplex) Ball() Complex { return Complex{a.Re.ball(), a.Im.ball()} }

func (a Quick) ball() Real {
	var m, z Real
	m.SetFloat64(a.mid)
	z.SetMidRad(&m, a.rad)
	return z
}
