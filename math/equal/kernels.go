package equal

import (
	"math/big"
	"slices"

	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
)

func constantKernel(name string) (kernel, error) {
	switch name {
	case expr.ConstPi:
		return func(z *ball.Complex, _ []*ball.Complex, prec uint) { z.Re.Pi(prec) }, nil
	case expr.ConstE:
		return func(z *ball.Complex, _ []*ball.Complex, prec uint) {
			var one ball.Real
			z.Re.Exp(one.SetInt64(1), prec)
		}, nil
	case expr.ConstI:
		return func(z *ball.Complex, _ []*ball.Complex, _ uint) { z.SetI() }, nil
	case expr.ConstEulerGamma:
		return func(z *ball.Complex, _ []*ball.Complex, prec uint) { z.Re.EulerGamma(prec) }, nil
	case expr.ConstCatalan:
		return func(z *ball.Complex, _ []*ball.Complex, prec uint) { z.Re.Catalan(prec) }, nil
	case expr.ConstInfinity, expr.ConstComplexInf, expr.ConstUndefined:
		// Not numbers: what depends on one is indeterminate; integrals, sums and limits look
		// at the expression of their limits.
		return func(z *ball.Complex, _ []*ball.Complex, _ uint) { z.SetIndeterminate() }, nil
	}
	return nil, errNoEvaluator{"the constant " + name}
}

func addKernel(z *ball.Complex, x []*ball.Complex, prec uint) {
	var s ball.Complex
	if len(x) > 0 {
		s = *x[0]
	}
	for _, a := range x[min(1, len(x)):] {
		s.Add(&s, a, prec)
	}
	*z = s
}

func mulKernel(z *ball.Complex, x []*ball.Complex, prec uint) {
	var p ball.Complex
	p.SetInt64(1)
	for i, a := range x {
		if i == 0 {
			p = *a
			continue
		}
		p.Mul(&p, a, prec)
	}
	*z = p
}

// power chooses how x^y is computed from what is known of the exponent when compiling.
func (c *compiler) power(h *block, z *ball.Complex, args []*ball.Complex, n *expr.Node) {
	base, e := n.Args[0], n.Args[1]
	switch {
	case isConstant(base, expr.ConstE):
		c.add(h, z, args[1:], 10, func(z *ball.Complex, x []*ball.Complex, prec uint) { z.Exp(x[0], prec) })
	case isNumber(e) && e.Rat.IsInt() && e.Rat.Num().IsInt64():
		k := e.Rat.Num().Int64()
		c.add(h, z, args[:1], 4, func(z *ball.Complex, x []*ball.Complex, prec uint) { powInt(z, x[0], k, prec) })
	case isNumber(e):
		r := e.Rat
		branchReal := c.m.real
		c.guarded(h, z, args[:1], 10, func(z *ball.Complex, x []*ball.Complex, prec uint) { powRat(z, x[0], r, branchReal, prec) }, offNegativeAxis)
	default:
		c.guarded(h, z, args, 20, func(z *ball.Complex, x []*ball.Complex, prec uint) { pow(z, x[0], x[1], prec) }, offNegativeAxis)
	}
}

// powInt is x^k for a machine integer; a power that is too large for repeated squaring goes
// by the logarithm.
func powInt(z, x *ball.Complex, k int64, prec uint) {
	switch k {
	case 0:
		z.SetInt64(1) // 0⁰ = 1, as in polynomials and power series
		return
	case 1:
		*z = *x
		return
	case -1:
		z.Inv(x, prec)
		return
	case 2:
		z.Sqr(x, prec)
		return
	}
	n := uint64(k)
	if k < 0 {
		n = uint64(-k)
	}
	var p, b ball.Complex
	p.SetInt64(1)
	b = *x
	wp := prec + 16
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			p.Mul(&p, &b, wp)
		}
		if n > 1 {
			b.Sqr(&b, wp)
		}
	}
	if k < 0 {
		z.Inv(&p, prec)
		return
	}
	z.SetRound(&p, prec)
}

// powRat is x^r for a rational that is not an integer; on the real branch an odd root of a
// negative number is negative.
func powRat(z, x *ball.Complex, r *big.Rat, branchReal bool, prec uint) {
	q := r.Denom()
	if x.IsZero() {
		if r.Sign() > 0 {
			z.SetInt64(0)
		} else {
			z.SetIndeterminate()
		}
		return
	}
	if q.IsInt64() && q.Int64() == 2 && r.Num().IsInt64() {
		z.Sqrt(x, prec+8)
		powInt(z, z, r.Num().Int64(), prec)
		return
	}
	if branchReal && q.Bit(0) == 1 && x.IsReal() && x.Re.IsNegative() {
		var y ball.Complex
		y.Neg(x)
		powRat(z, &y, r, false, prec)
		if r.Num().Bit(0) == 1 {
			z.Neg(z)
		}
		return
	}
	var y, l ball.Complex
	y.Re.SetRat(r, prec+16)
	l.Log(x, prec+16)
	l.Mul(&l, &y, prec+16)
	z.Exp(&l, prec)
}

// pow is exp(y log x), principal, with 0^y = 0 for Re y > 0 and x^n by squaring for a small
// integer n.
func pow(z, x, y *ball.Complex, prec uint) {
	if y.IsReal() && y.Re.IsExact() {
		if k, ok := y.Re.UniqueInt(); ok && k.IsInt64() && k.Int64() > -1<<16 && k.Int64() < 1<<16 {
			powInt(z, x, k.Int64(), prec)
			return
		}
		twice := *y
		twice.Mul2Exp(&twice, 1)
		if k, ok := twice.Re.UniqueInt(); ok && k.IsInt64() && k.Int64() > -1<<10 && k.Int64() < 1<<10 && !x.IsZero() {
			z.Sqrt(x, prec+8)
			powInt(z, z, k.Int64(), prec)
			return
		}
	}
	if x.IsZero() {
		if y.Re.IsPositive() {
			z.SetInt64(0)
		} else {
			z.SetIndeterminate()
		}
		return
	}
	var l ball.Complex
	l.Log(x, prec+16)
	l.Mul(&l, y, prec+16)
	z.Exp(&l, prec)
}

// Truth values are the numbers 1 and 0; indeterminate is unknown.

func setTruth(z *ball.Complex, yes, no bool) {
	switch {
	case yes:
		z.SetInt64(1)
	case no:
		z.SetInt64(0)
	default:
		z.SetIndeterminate()
	}
}

func isTrue(z *ball.Complex) bool  { return z.IsFinite() && z.IsNonzero() }
func isFalse(z *ball.Complex) bool { return z.IsZero() }

// difference is x − y with enough bits that two exact numbers give exactly zero.
func difference(x, y *ball.Complex, prec uint) (d ball.Complex) {
	d.Sub(x, y, prec+64)
	return d
}

var relationKernels = map[string]kernel{
	expr.RelLess: func(z *ball.Complex, x []*ball.Complex, prec uint) {
		d := difference(x[0], x[1], prec)
		setTruth(z, d.IsReal() && d.Re.IsNegative(), d.IsReal() && d.Re.IsNonnegative() || d.Im.IsNonzero())
	},
	expr.RelLessEqual: func(z *ball.Complex, x []*ball.Complex, prec uint) {
		d := difference(x[0], x[1], prec)
		setTruth(z, d.IsReal() && d.Re.IsNonpositive(), d.IsReal() && d.Re.IsPositive() || d.Im.IsNonzero())
	},
	expr.RelGreater: func(z *ball.Complex, x []*ball.Complex, prec uint) {
		d := difference(x[0], x[1], prec)
		setTruth(z, d.IsReal() && d.Re.IsPositive(), d.IsReal() && d.Re.IsNonpositive() || d.Im.IsNonzero())
	},
	expr.RelGreaterEqual: func(z *ball.Complex, x []*ball.Complex, prec uint) {
		d := difference(x[0], x[1], prec)
		setTruth(z, d.IsReal() && d.Re.IsNonnegative(), d.IsReal() && d.Re.IsNegative() || d.Im.IsNonzero())
	},
	// ≈ stands for a relation that the point was made to satisfy: equal as far as can be seen.
	expr.RelApprox: func(z *ball.Complex, x []*ball.Complex, prec uint) {
		d := difference(x[0], x[1], prec)
		setTruth(z, d.IsFinite() && d.ContainsZero(), d.IsNonzero())
	},
	expr.RelEqual: func(z *ball.Complex, x []*ball.Complex, prec uint) {
		d := difference(x[0], x[1], prec)
		setTruth(z, d.IsZero(), d.IsNonzero())
	},
	expr.RelNotEqual: func(z *ball.Complex, x []*ball.Complex, prec uint) {
		d := difference(x[0], x[1], prec)
		setTruth(z, d.IsNonzero(), d.IsZero())
	},
}

func andKernel(z *ball.Complex, x []*ball.Complex, _ uint) {
	yes, no := true, false
	for _, a := range x {
		yes = yes && isTrue(a)
		no = no || isFalse(a)
	}
	setTruth(z, yes, no)
}

func orKernel(z *ball.Complex, x []*ball.Complex, _ uint) {
	yes, no := false, true
	for _, a := range x {
		yes = yes || isTrue(a)
		no = no && isFalse(a)
	}
	setTruth(z, yes, no)
}

func notKernel(z *ball.Complex, x []*ball.Complex, _ uint) { setTruth(z, isFalse(x[0]), isTrue(x[0])) }

// piecewiseKernel takes the value of the first condition that holds; an unknown condition
// before it makes the value unknown.
func piecewiseKernel(z *ball.Complex, x []*ball.Complex, _ uint) {
	for i := 0; i+1 < len(x); i += 2 {
		switch {
		case isTrue(x[i+1]):
			*z = *x[i]
			return
		case !isFalse(x[i+1]):
			z.SetIndeterminate()
			return
		}
	}
	if len(x)%2 == 1 {
		*z = *x[len(x)-1]
		return
	}
	z.SetIndeterminate()
}

// sineCosine are sine and cosine of one argument, circular or hyperbolic, which one instruction
// computes together.
type sineCosine struct {
	h           *block
	x, sin, cos *ball.Complex
	hyperbolic  bool
}

// sineCosine is the register of a sine or cosine, nil for other functions; z is a free register.
func (c *compiler) sineCosine(h *block, z *ball.Complex, args []*ball.Complex, name string) *ball.Complex {
	switch name {
	case "sin", "cos", "sinh", "cosh":
	default:
		return nil
	}
	if len(args) != 1 {
		return nil
	}
	hyperbolic := name[len(name)-1] == 'h'
	i := slices.IndexFunc(c.both, func(b sineCosine) bool { return b.h == h && b.x == args[0] && b.hyperbolic == hyperbolic })
	if i < 0 {
		i = len(c.both)
		sin, cos := z, c.register()
		c.both = append(c.both, sineCosine{h, args[0], sin, cos, hyperbolic})
		k := func(z *ball.Complex, x []*ball.Complex, prec uint) { z.SinCos(cos, x[0], prec) }
		if hyperbolic {
			k = func(z *ball.Complex, x []*ball.Complex, prec uint) {
				if x[0].IsReal() {
					z.Re.SinhCosh(&cos.Re, &x[0].Re, prec)
					z.Im, cos.Im = ball.Real{}, ball.Real{}
					return
				}
				z.SinhCosh(cos, x[0], prec)
			}
		}
		c.add(h, sin, args, 10, k)
	}
	if name[0] == 's' {
		return c.both[i].sin
	}
	return c.both[i].cos
}
