package pfaffian

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
)

// MaxPrec is the largest precision of Big and ComplexBig, in bits.
const MaxPrec = 8192 - 8

// Big computes the Pfaffian with mantissas of at least prec bits; otherwise it is as
// Float64. Values are rounded to that precision first, and have a relative error of at
// most ulps·2^−prec before.
func Big(ctx context.Context, m Matrix, v []*big.Float, prec uint, ulps float64, t Tree, o Options) (Result, error) {
	if prec > MaxPrec {
		return Result{}, fmt.Errorf("pfaffian: precision of %d bits: at most %d: %w", prec, MaxPrec, ErrInput)
	}
	for k, x := range v {
		if x == nil || x.IsInf() {
			return Result{}, invalid("value %d is %v", k, x)
		}
	}
	switch words := (prec + 8 + 63) / 64; {
	case words <= 2:
		return runBig[[2]uint64](ctx, m, v, prec, ulps, t, o)
	case words <= 3:
		return runBig[[3]uint64](ctx, m, v, prec, ulps, t, o)
	case words <= 4:
		return runBig[[4]uint64](ctx, m, v, prec, ulps, t, o)
	case words <= 6:
		return runBig[[6]uint64](ctx, m, v, prec, ulps, t, o)
	case words <= 8:
		return runBig[[8]uint64](ctx, m, v, prec, ulps, t, o)
	case words <= 16:
		return runBig[[16]uint64](ctx, m, v, prec, ulps, t, o)
	case words <= 32:
		return runBig[[32]uint64](ctx, m, v, prec, ulps, t, o)
	case words <= 64:
		return runBig[[64]uint64](ctx, m, v, prec, ulps, t, o)
	default:
		return runBig[[128]uint64](ctx, m, v, prec, ulps, t, o)
	}
}

func runBig[L limb](ctx context.Context, m Matrix, v []*big.Float, prec uint, ulps float64, t Tree, o Options) (Result, error) {
	w := make([]float[L], len(v))
	for k, x := range v {
		w[k] = limbsOf[L](x)
	}
	if err := checkUlps(ulps); err != nil {
		return Result{}, err
	}
	var z L
	power := limbBinade(len(z))
	return run(ctx, m, w, math.Ldexp(ulps, -int(prec)-power)+1, t, o, func() solver[float[L]] { return newLimbOps[L]() })
}

func newLimbOps[L limb]() *valueOps[float[L]] {
	var z L
	unit := limbUnit(len(z))
	return &valueOps[float[L]]{
		relative:   1,
		power:      limbBinade(len(z)),
		far:        true,
		chained:    plainChain,
		reciprocal: true,
		multiply: func(pivots [][]float[L], negative bool) product {
			one := limbsOf[L](new(big.Float).SetInt64(1))
			p, count := one, 1
			for _, list := range pivots {
				for _, a := range list {
					p = p.times(a)
					count++
				}
			}
			e := p.e
			p.e = 0
			return realProduct(p.big(), e, negative, float64(count)*unit)
		},
	}
}

func checkUlps(ulps float64) error {
	if !(ulps >= 0) || math.IsInf(ulps, 1) {
		return invalid("an error of %g units of the entries", ulps)
	}
	return nil
}

// plainChain is ops.chain for sums that round each of 2·np products and additions.
func plainChain(np int) float64 { return float64(2*np + 2) }

// ComplexBig is Big for complex values.
func ComplexBig(ctx context.Context, m Matrix, re, im []*big.Float, prec uint, ulps float64, t Tree, o Options) (Result, error) {
	if prec > MaxPrec {
		return Result{}, fmt.Errorf("pfaffian: precision of %d bits: at most %d: %w", prec, MaxPrec, ErrInput)
	}
	if len(re) != len(im) {
		return Result{}, invalid("%d real and %d imaginary parts", len(re), len(im))
	}
	for k, x := range re {
		if y := im[k]; x == nil || y == nil || x.IsInf() || y.IsInf() {
			return Result{}, invalid("value %d is %v, %v", k, x, y)
		}
	}
	switch words := (prec + 8 + 63) / 64; {
	case words <= 2:
		return runComplexBig[[2]uint64](ctx, m, re, im, prec, ulps, t, o)
	case words <= 4:
		return runComplexBig[[4]uint64](ctx, m, re, im, prec, ulps, t, o)
	case words <= 8:
		return runComplexBig[[8]uint64](ctx, m, re, im, prec, ulps, t, o)
	case words <= 16:
		return runComplexBig[[16]uint64](ctx, m, re, im, prec, ulps, t, o)
	case words <= 32:
		return runComplexBig[[32]uint64](ctx, m, re, im, prec, ulps, t, o)
	case words <= 64:
		return runComplexBig[[64]uint64](ctx, m, re, im, prec, ulps, t, o)
	default:
		return runComplexBig[[128]uint64](ctx, m, re, im, prec, ulps, t, o)
	}
}

func runComplexBig[L limb](ctx context.Context, m Matrix, re, im []*big.Float, prec uint, ulps float64, t Tree, o Options) (Result, error) {
	w := make([]complexOf[float[L]], len(re))
	for k := range re {
		w[k] = complexOf[float[L]]{limbsOf[L](re[k]), limbsOf[L](im[k])}
	}
	if err := checkUlps(ulps); err != nil {
		return Result{}, err
	}
	var z L
	power := limbBinade(len(z))
	return runComplex(ctx, m, w, math.Ldexp(ulps, -int(prec)-power)+1, t, o, func() solver[complexOf[float[L]]] {
		return &valueOps[complexOf[float[L]]]{
			relative:   complexUnits,
			power:      power,
			far:        true,
			chained:    plainChain,
			complex:    true,
			reciprocal: true,
			multiply: func(pivots [][]complexOf[float[L]], negative bool) product {
				return multiplyLimbs(pivots, negative)
			},
		}
	})
}

func multiplyLimbs[L limb](pivots [][]complexOf[float[L]], negative bool) product {
	one := limbsOf[L](new(big.Float).SetInt64(1))
	p, count := complexOf[float[L]]{re: one}, 1
	for _, list := range pivots {
		for _, a := range list {
			p = p.times(a)
			count++
		}
	}
	// Keep the exponents small: big.Float has 32 bits for them.
	e := max(p.re.e, p.im.e)
	if p.re.zero() {
		e = p.im.e
	} else if p.im.zero() {
		e = p.re.e
	}
	for _, x := range [2]*float[L]{&p.re, &p.im} {
		if x.e -= e; x.e < -math.MaxInt16 {
			*x = float[L]{}
		}
	}
	var z L
	return complexProduct(p.re.big(), p.im.big(), e, negative, float64(count)*complexUnits*limbUnit(len(z)))
}

// complexProduct is the product (re + i·im)·2^e of pivots, of relative error err.
func complexProduct(re, im *big.Float, e int64, negative bool, err float64) product {
	if negative {
		re.Neg(re)
		im.Neg(im)
	}
	prec := re.Prec() + 64
	sum := func(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(2*prec).Add(x, y) }
	square := func(x *big.Float) *big.Float { return new(big.Float).SetPrec(2*prec).Mul(x, x) }
	norm := sum(square(re), square(im))
	if norm.Sign() == 0 {
		return product{log: new(big.Float).SetInf(true), phase: new(big.Float)}
	}
	log := logScaled(norm.SetPrec(prec), 2*e)
	return product{
		log:  log.Quo(log, new(big.Float).SetInt64(2)),
		sign: 1, phase: angle(re, im, prec), bound: 2*err + max(math.Ldexp(1, -int(re.Prec())), leastUnit),
	}
}

// angle is arg(re + i·im), good to about 2^−(prec−32): Newton's method on
// Im((re + i·im)·e^(−iθ)) = 0, which triples the digits of the float64 start.
func angle(re, im *big.Float, prec uint) *big.Float {
	c := precise.New(prec)
	big2 := func(x *big.Float) *big.Float { return c.New().Set(x) }
	x, y := big2(re), big2(im)
	e := max(x.MantExp(nil), y.MantExp(nil))
	if x.Sign() == 0 {
		e = y.MantExp(nil)
	} else if y.Sign() == 0 {
		e = x.MantExp(nil)
	}
	x.SetMantExp(x, -e)
	y.SetMantExp(y, -e)
	upper := y.Sign() >= 0
	y.Abs(y)
	fx, _ := x.Float64()
	fy, _ := y.Float64()
	theta := c.Float(math.Atan2(fy, fx))
	norm := c.New().Add(c.New().Mul(x, x), c.New().Mul(y, y))
	norm.Sqrt(norm)
	for range 8 {
		if theta.Sign() < 0 {
			theta.SetInt64(0)
		}
		if theta.Cmp(c.Pi) > 0 {
			theta.Set(c.Pi)
		}
		// sin θ = √(w(2−w)) with w = 1 − cos θ.
		w := c.Versine(theta)
		sin := c.New().Mul(w, c.New().Sub(c.Int(2), w))
		sin.Sqrt(sin)
		cos := c.New().Sub(c.Int(1), w)
		s := c.New().Sub(c.New().Mul(y, cos), c.New().Mul(x, sin))
		s.Quo(s, norm)
		theta.Add(theta, s)
		if s.Sign() == 0 || s.MantExp(nil) < -int(prec)/2-8 {
			break
		}
	}
	if !upper {
		theta.Neg(theta)
	}
	return theta
}
