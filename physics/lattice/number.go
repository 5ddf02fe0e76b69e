package lattice

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/partition"
)

const (
	// unit is the largest relative error of one float64 rounding.
	unit = 0x1p-53
	// bitsOfProducts is the precision of closed forms.
	bitsOfProducts = 256
	// bitsOfSums is the precision in which the parts of a float64 sum are put together.
	bitsOfSums = 128
)

// product is the product of many positive numbers: a mantissa and a separate exponent,
// so that no size is too large, and a bound on the relative error.
type product struct {
	p        *precise.Context
	mantissa *big.Float
	exponent int64
	// err bounds the relative error, to first order. units is the same in units of 2^−prec,
	// or +Inf where only err is known: err has a floor, and a sum that cancels to less than
	// that is still known where units say so.
	err, units float64
}

// tiny is the least relative error that is told from nothing, so that float64 numbers
// can hold the bounds at any precision.
const tiny = 0x1p-1000

// unitOf is the unit in which errors at a precision are counted, 2^−prec.
func unitOf(p *precise.Context) float64 { return max(math.Ldexp(1, -int(p.Prec)), tiny) }

func newProduct(p *precise.Context) *product { return &product{p: p, mantissa: p.Int(1)} }

// mul multiplies by x, whose relative error is at most err units.
func (a *product) mul(x *big.Float, err float64) {
	a.mantissa.Mul(a.mantissa, x)
	if a.mantissa.Sign() != 0 {
		a.exponent += int64(a.mantissa.MantExp(a.mantissa))
	}
	a.err += (err + 1) * unitOf(a.p)
	a.units += err + 1
}

// mulRelative multiplies by x with a relative error.
func (a *product) mulRelative(x *big.Float, relative float64) {
	a.mantissa.Mul(a.mantissa, x)
	if a.mantissa.Sign() != 0 {
		a.exponent += int64(a.mantissa.MantExp(a.mantissa))
	}
	a.err += relative + unitOf(a.p)
	a.units = math.Inf(1)
}

// mulPower multiplies by x^n for x with a relative error of err units: n·err from x, and
// fewer than 2n roundings of the multiplications (each squaring doubles what was there).
func (a *product) mulPower(x *big.Float, n int64, err float64) {
	for base, e := newProduct(a.p).with(x, err), n; e > 0; e >>= 1 {
		if e&1 == 1 {
			a.join(base)
		}
		if e > 1 {
			base.join(base)
		}
	}
}

func (a *product) with(x *big.Float, err float64) *product {
	a.mul(x, err)
	return a
}

// join multiplies by another product, which may be a itself.
func (a *product) join(b *product) {
	exponent, err, units := b.exponent, b.err, b.units
	a.mantissa.Mul(a.mantissa, b.mantissa)
	a.exponent += exponent
	if a.mantissa.Sign() != 0 {
		a.exponent += int64(a.mantissa.MantExp(a.mantissa))
	}
	a.err += err + unitOf(a.p)
	a.units += units + 1
}

// log is the logarithm of the absolute value.
func (a *product) log(method string) partition.LogZ {
	p := a.p
	z := partition.LogZ{Method: method, Exact: true, Precision: fmt.Sprintf("big %d", p.Prec)}
	if a.mantissa.Sign() == 0 {
		z.Value = p.New().SetInf(true)
		return z
	}
	z.Negative = a.mantissa.Sign() < 0
	v := p.Log(p.New().Abs(a.mantissa))
	e := p.Int(a.exponent)
	v.Add(v, e.Mul(e, p.Ln2))
	size, _ := v.Float64()
	z.Value = v.SetPrec(p.Prec)
	z.ErrorBound = 2*a.err + 512*(2+math.Abs(size)+math.Abs(float64(a.exponent)))*unitOf(p)
	return z
}

// logOfRat is the logarithm of an exact number.
func logOfRat(x *big.Rat, method string) partition.LogZ {
	p := precise.New(bitsOfProducts)
	a := newProduct(p)
	a.mul(p.New().SetInt(x.Num()), 1)
	a.mul(p.New().Quo(p.Int(1), p.New().SetInt(x.Denom())), 2)
	z := a.log(method)
	z.Precision = "integers"
	if !x.IsInt() {
		z.Precision = "rationals"
	}
	return z
}

// logOfSum is ln(mantissa·2^exponent) for a sum of positive terms whose relative error
// is bounded to first order, which is why the bound is doubled.
func logOfSum(mantissa float64, exponent int64, relative float64, method string) partition.LogZ {
	p := precise.New(bitsOfSums)
	a := newProduct(p)
	a.mul(p.Float(mantissa), 0)
	a.exponent += exponent
	z := a.log(method)
	z.Precision = "float64"
	return z.Widen(2 * relative)
}

// toFloat rounds a rational to float64; lost bounds the relative error, 0 when exact.
// It fails where the number leaves the range of normal float64 numbers.
func toFloat(x *big.Rat) (f, lost float64, ok bool) {
	f, exact := x.Float64()
	if exact {
		return f, 0, true
	}
	if a := math.Abs(f); a < 0x1p-1000 || a > 0x1p1000 {
		return f, 0, false
	}
	return f, unit, true
}

// fourSineSquared is 4 sin²(πk/2n) = 2(1 − cos(πk/n)) for 0 ≤ k ≤ n, an eigenvalue of the
// Laplacian of a path or ring, with a relative error below 2^9 units.
func fourSineSquared(p *precise.Context, k, n int64) *big.Float {
	angle := p.New().Quo(p.New().Mul(p.Pi, p.Int(k)), p.Int(n))
	v := p.Versine(angle)
	return v.SetMantExp(v, 1)
}

// growth is λ = x/2 + √(1 + x²/4) for x² ≥ 0, the number with λ − 1/λ = x.
func growth(p *precise.Context, square *big.Float) *big.Float {
	quarter := p.New().SetMantExp(square, -2)
	root := p.New().Sqrt(quarter)
	quarter.Add(quarter, p.Int(1))
	return root.Add(root, quarter.Sqrt(quarter))
}

// growthErr bounds the relative error of growth(fourSineSquared) in units: 2^9 from the
// square root of the latter (Versine is good to 2^8 in its own precision, which has
// guard bits to spare), and a few roundings.
const growthErr = 1 << 10

// checkEvery looks at the context once in a while.
func checkEvery(ctx context.Context, i int) error {
	if i&1023 != 0 {
		return nil
	}
	return ctx.Err()
}

func rat(n int64) *big.Rat { return new(big.Rat).SetInt64(n) }
