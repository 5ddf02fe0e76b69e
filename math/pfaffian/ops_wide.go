package pfaffian

import (
	"context"
	"math"

	"github.com/assay-physics/assay/math/wide"
)

// DoubleDouble computes the Pfaffian with numbers of about 106 bits; otherwise it is as
// Float64.
func DoubleDouble(ctx context.Context, m Matrix, v []wide.DD, relErr float64, t Tree, o Options) (Result, error) {
	w := make([]dd, len(v))
	for k, x := range v {
		if !x.IsFinite() {
			return Result{}, invalid("value %d is %g", k, x.Hi)
		}
		w[k] = dd(x)
	}
	if err := checkRelErr(relErr); err != nil {
		return Result{}, err
	}
	return run(ctx, m, w, relErr, t, o, func() solver[dd] { return newWideOps() })
}

// dd is wide.DD as a number.
type dd wide.DD

func (x dd) plus(y dd) dd            { return dd(wide.DD(x).Add(wide.DD(y))) }
func (x dd) minus(y dd) dd           { return dd(wide.DD(x).Sub(wide.DD(y))) }
func (x dd) times(y dd) dd           { return dd(wide.DD(x).Mul(wide.DD(y))) }
func (x dd) over(y dd) dd            { return dd(wide.DD(x).Div(wide.DD(y))) }
func (x dd) negated() dd             { return dd{-x.Hi, -x.Lo} }
func (x dd) zero() bool              { return x.Hi == 0 }
func (x dd) size() float64           { return math.Abs(x.Hi) }
func (dd) exponent() int             { return 0 }
func (x dd) scaled(int) dd           { return x }
func (x dd) parts() (re, im float64) { return x.Hi, 0 }
func (dd) of(re, _ float64) dd       { return dd{Hi: re} }

// wideOps is the arithmetic of double-doubles with compensated sums of products.
type wideOps struct {
	valueOps[dd]
	left, right []float64
}

// wideUnit bounds the relative error of one operation: division is the worst with
// 15u² + 56u³ < 2⁻¹⁰².
const wideUnit = 0x1p-102

func newWideOps() *wideOps {
	return &wideOps{valueOps: valueOps[dd]{
		relative: wideUnit,
		// With u = 2⁻⁵³ and S the sum of the 2·np magnitudes, the low part of an
		// accumulator stays below (2·np+3)·u·S, and is rounded at most 4 times in each
		// of 2·np steps, plus u²·S for the products of low parts: together at most
		// (16·np² + 32·np + 16)·u²·S, and wideUnit is 16u².
		chained:  func(np int) float64 { return float64((np + 1) * (np + 1)) },
		multiply: multiplyWide,
	}}
}

// carry: a pair at a time is added, with half a unit (combineWide).
func (*wideOps) carry(np int) float64 { return float64(np)/2 + 2 }

func (*wideOps) refresh(w, f []dd, ld, p0, np, j, c0, e int) {
	w = w[:e-c0]
	copy(w, f[j*ld+c0:j*ld+e])
	for s := range np {
		u, v := f[(p0+2*s)*ld:(p0+2*s)*ld+e], f[(p0+2*s+1)*ld:(p0+2*s+1)*ld+e]
		combineWide(w, u[c0:], v[c0:], v[j], u[j].negated())
	}
}

// combineWide adds a·x + b·y to w; each number of w is rounded by at most 8u² of the
// sum of the magnitudes.
func combineWide(w, x, y []dd, a, b dd) {
	x, y = x[:len(w)], y[:len(w)]
	for i := range w {
		p, e := wide.TwoProd(a.Hi, x[i].Hi)
		q, g := wide.TwoProd(b.Hi, y[i].Hi)
		e += a.Hi*x[i].Lo + a.Lo*x[i].Hi
		g += b.Hi*y[i].Lo + b.Lo*y[i].Hi
		s, c := wide.TwoSum(p, q)
		h, d := wide.TwoSum(w[i].Hi, s)
		w[i].Hi, w[i].Lo = wide.FastTwoSum(h, d+(c+(e+g)+w[i].Lo))
	}
}

func (o *wideOps) update(f []dd, ld, p0, np, j, e, workers int) {
	n := e - j
	if n < 2 {
		return
	}
	if np < 3 || n < 4 {
		for s := range np {
			u, v := f[(p0+2*s)*ld:(p0+2*s)*ld+e], f[(p0+2*s+1)*ld:(p0+2*s+1)*ld+e]
			for i := j; i < e-1; i++ {
				if u[i].Hi != 0 || v[i].Hi != 0 {
					combineWide(f[i*ld+i+1:i*ld+e], u[i+1:], v[i+1:], v[i], u[i].negated())
				}
			}
		}
		return
	}
	// For each row the numbers v, −u of all pairs, for each column u, v.
	o.left, o.right = room(o.left, 4*np*n), room(o.right, 4*np*n)
	for s := range np {
		u, v := f[(p0+2*s)*ld+j:(p0+2*s)*ld+e], f[(p0+2*s+1)*ld+j:(p0+2*s+1)*ld+e]
		at := 4 * s
		for i := range u {
			l, r := o.left[at:at+4], o.right[at:at+4]
			l[0], l[1], l[2], l[3] = v[i].Hi, v[i].Lo, -u[i].Hi, -u[i].Lo
			r[0], r[1], r[2], r[3] = u[i].Hi, u[i].Lo, v[i].Hi, v[i].Lo
			at += 4 * np
		}
	}
	inParallel(workers, n*n*np, func(first, step int) {
		const strip = 64
		for k0 := 0; k0 < n; k0 += strip {
			k1 := min(k0+strip, n)
			for i := first; i < k1; i += step {
				l := o.left[4*np*i : 4*np*(i+1)]
				row := f[(j+i)*ld+j:]
				for k := max(k0, i+1); k < k1; k++ {
					hi, lo := kernelWide(l, o.right[4*np*k:4*np*(k+1)])
					s, e := wide.TwoSum(row[k].Hi, hi)
					row[k].Hi, row[k].Lo = wide.FastTwoSum(s, e+(lo+row[k].Lo))
				}
			}
		}
	})
}

// kernelWide is the product of two vectors of double-doubles, high and low parts in
// turn: products and sums of high parts without error, the rest in float64.
func kernelWide(a, b []float64) (hi, lo float64) {
	for len(a) >= 4 && len(b) >= 4 {
		x, y := a[0], b[0]
		p := x * y
		e := math.FMA(x, y, -p)
		s := hi + p
		t := s - hi
		lo += ((hi - (s - t)) + (p - t)) + (e + (x*b[1] + a[1]*y))
		x, y = a[2], b[2]
		p = x * y
		e = math.FMA(x, y, -p)
		hi = s + p
		t = hi - s
		lo += ((s - (hi - t)) + (p - t)) + (e + (x*b[3] + a[3]*y))
		a, b = a[4:], b[4:]
	}
	return hi, lo
}

func multiplyWide(pivots [][]dd, negative bool) product {
	mantissa, exponent, count := wide.FromFloat(1), 0, 0
	for _, list := range pivots {
		for _, a := range list {
			_, e := math.Frexp(a.Hi)
			mantissa = mantissa.Mul(wide.DD{Hi: math.Ldexp(a.Hi, -e), Lo: math.Ldexp(a.Lo, -e)})
			exponent += e
			count++
			if math.Abs(mantissa.Hi) < 0x1p-256 {
				mantissa.Hi *= 0x1p256
				mantissa.Lo *= 0x1p256
				exponent -= 256
			}
		}
	}
	return realProduct(mantissa.Big(), int64(exponent), negative, float64(count+1)*wideUnit)
}
