package pfaffian

import (
	"context"
	"math"
	"math/cmplx"

	"github.com/assay-physics/assay/math/wide"
)

// Complex128 computes the Pfaffian of a complex skew-symmetric (not skew-Hermitian)
// matrix in double precision; otherwise it is as Float64.
func Complex128(ctx context.Context, m Matrix, v []complex128, relErr float64, t Tree, o Options) (Result, error) {
	w := make([]c128, len(v))
	for k, x := range v {
		if cmplx.IsNaN(x) || cmplx.IsInf(x) {
			return Result{}, invalid("value %d is %g", k, x)
		}
		w[k] = c128(x)
	}
	if err := checkRelErr(relErr); err != nil {
		return Result{}, err
	}
	return runComplex(ctx, m, w, relErr, t, o, func() solver[c128] {
		return &complexOps{valueOps[c128]{relative: complexUnits * 0x1p-53, chained: plainChain, complex: true, multiply: multiplyComplex}}
	})
}

// ComplexDoubleDouble is DoubleDouble for complex values.
func ComplexDoubleDouble(ctx context.Context, m Matrix, re, im []wide.DD, relErr float64, t Tree, o Options) (Result, error) {
	if len(re) != len(im) {
		return Result{}, invalid("%d real and %d imaginary parts", len(re), len(im))
	}
	w := make([]complexOf[dd], len(re))
	for k, x := range re {
		if y := im[k]; !x.IsFinite() || !y.IsFinite() {
			return Result{}, invalid("value %d is %g, %g", k, x.Hi, y.Hi)
		}
		w[k] = complexOf[dd]{dd(x), dd(im[k])}
	}
	if err := checkRelErr(relErr); err != nil {
		return Result{}, err
	}
	return runComplex(ctx, m, w, relErr, t, o, func() solver[complexOf[dd]] {
		return &valueOps[complexOf[dd]]{relative: complexUnits * wideUnit, chained: plainChain, complex: true, multiply: multiplyComplexWide}
	})
}

// complexUnits bounds the error of one complex operation in modulus, in units of the
// real operations that it is made of: addition 1, multiplication 2√2, division (a
// multiplication, a squared modulus and a real division) 8.
const complexUnits = 16

// c128 is complex128 as a number.
type c128 complex128

func (x c128) plus(y c128) c128        { return x + y }
func (x c128) minus(y c128) c128       { return x - y }
func (x c128) times(y c128) c128       { return x * y }
func (x c128) over(y c128) c128        { return x / y }
func (x c128) negated() c128           { return -x }
func (x c128) zero() bool              { return x == 0 }
func (c128) exponent() int             { return 0 }
func (x c128) scaled(int) c128         { return x }
func (x c128) size() float64           { return cmplx.Abs(complex128(x)) }
func (x c128) parts() (re, im float64) { return real(x), imag(x) }
func (c128) of(re, im float64) c128    { return c128(complex(re, im)) }

// complexOps is the arithmetic of complex128, with its loops written out.
type complexOps struct{ valueOps[c128] }

// carry: a pair at a time is added, and an addition is one of the complexUnits.
func (*complexOps) carry(np int) float64 { return float64(np)/complexUnits + 2 }

func (*complexOps) refresh(w, f []c128, ld, p0, np, j, c0, e int) {
	w = w[:e-c0]
	copy(w, f[j*ld+c0:j*ld+e])
	for s := range np {
		u, v := f[(p0+2*s)*ld:(p0+2*s)*ld+e], f[(p0+2*s+1)*ld:(p0+2*s+1)*ld+e]
		combineComplex(w, u[c0:], v[c0:], v[j], -u[j])
	}
}

func combineComplex(w, x, y []c128, a, b c128) {
	x, y = x[:len(w)], y[:len(w)]
	for i := range w {
		w[i] += a*x[i] + b*y[i]
	}
}

func (*complexOps) update(f []c128, ld, p0, np, j, e, workers int) {
	inParallel(workers, (e-j)*(e-j)*np, func(first, step int) {
		for i := j + first; i < e-1; i += step {
			w := f[i*ld+i+1 : i*ld+e]
			for s := range np {
				u, v := f[(p0+2*s)*ld:(p0+2*s)*ld+e], f[(p0+2*s+1)*ld:(p0+2*s+1)*ld+e]
				if u[i] != 0 || v[i] != 0 {
					combineComplex(w, u[i+1:], v[i+1:], v[i], -u[i])
				}
			}
		}
	})
}

// multiplyComplex multiplies in double-doubles, so that the product adds nothing worth
// mentioning to the error.
func multiplyComplex(pivots [][]c128, negative bool) product {
	wider := make([][]complexOf[dd], len(pivots))
	for k, list := range pivots {
		wider[k] = make([]complexOf[dd], len(list))
		for i, a := range list {
			wider[k][i] = complexOf[dd]{dd{Hi: real(a)}, dd{Hi: imag(a)}}
		}
	}
	return multiplyComplexWide(wider, negative)
}

func multiplyComplexWide(pivots [][]complexOf[dd], negative bool) product {
	p, exponent, count := complexOf[dd]{re: dd{Hi: 1}}, int64(0), 1
	for _, list := range pivots {
		for _, a := range list {
			exponent += scaleWide(&a)
			p = p.times(a)
			exponent += scaleWide(&p)
			count++
		}
	}
	return complexProduct(wide.DD(p.re).Big().SetPrec(160), wide.DD(p.im).Big().SetPrec(160), exponent, negative, float64(count)*complexUnits*wideUnit)
}

// scaleWide brings the larger part of x to [1/2, 1) and returns the exponent taken out.
func scaleWide(x *complexOf[dd]) int64 {
	_, e := math.Frexp(max(math.Abs(x.re.Hi), math.Abs(x.im.Hi)))
	for _, y := range [2]*dd{&x.re, &x.im} {
		y.Hi, y.Lo = math.Ldexp(y.Hi, -e), math.Ldexp(y.Lo, -e)
	}
	return int64(e)
}

// complexOf is a complex number of two real ones.
type complexOf[E number[E]] struct{ re, im E }

func (x complexOf[E]) plus(y complexOf[E]) complexOf[E] {
	return complexOf[E]{x.re.plus(y.re), x.im.plus(y.im)}
}

func (x complexOf[E]) minus(y complexOf[E]) complexOf[E] {
	return complexOf[E]{x.re.minus(y.re), x.im.minus(y.im)}
}

func (x complexOf[E]) times(y complexOf[E]) complexOf[E] {
	return complexOf[E]{
		x.re.times(y.re).minus(x.im.times(y.im)),
		x.re.times(y.im).plus(x.im.times(y.re)),
	}
}

func (x complexOf[E]) over(y complexOf[E]) complexOf[E] {
	n := y.re.times(y.re).plus(y.im.times(y.im))
	z := x.times(complexOf[E]{y.re, y.im.negated()})
	return complexOf[E]{z.re.over(n), z.im.over(n)}
}

func (x complexOf[E]) negated() complexOf[E] { return complexOf[E]{x.re.negated(), x.im.negated()} }
func (x complexOf[E]) zero() bool            { return x.re.zero() && x.im.zero() }

func (x complexOf[E]) exponent() int {
	switch {
	case x.re.zero():
		return x.im.exponent()
	case x.im.zero():
		return x.re.exponent()
	}
	return max(x.re.exponent(), x.im.exponent())
}

func (x complexOf[E]) scaled(shift int) complexOf[E] {
	return complexOf[E]{x.re.scaled(shift), x.im.scaled(shift)}
}

func (x complexOf[E]) parts() (re, im float64) {
	re, _ = x.re.parts()
	im, _ = x.im.parts()
	return re, im
}

func (x complexOf[E]) size() float64 {
	if x.zero() {
		return 0
	}
	return max(math.Hypot(x.re.size(), x.im.size()), math.SmallestNonzeroFloat64)
}

func (complexOf[E]) of(re, im float64) complexOf[E] {
	var z E
	return complexOf[E]{z.of(re, 0), z.of(im, 0)}
}
