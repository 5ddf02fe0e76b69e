package ball_test

import (
	"context"
	"fmt"

	"github.com/assay-physics/assay/math/ball"
)

func ExampleComplex_Gamma() {
	var x, z ball.Complex
	x.Re.SetFloat64(0.5)
	z.Gamma(&x, 128) // √π
	fmt.Println(z.Re.Mid().Text('g', 30))
	// Output: 1.77245385090551602729816748334
}

func ExampleComplex_Polylog() {
	var s, x, z ball.Complex
	s.SetInt64(2)
	x.SetInt64(2)
	z.Polylog(&s, &x, 64) // on the cut: continuous from below
	fmt.Println(z.Re.Mid().Text('g', 14), z.Im.Mid().Text('g', 14))
	// Output: 2.4674011002723 -2.1775860903036
}

func ExampleSpecialFunction() {
	bessel, ok := ball.SpecialFunction("besselj", 2)
	var nu, x ball.Complex
	x.SetInt64(1)
	z := bessel([]ball.Complex{nu, x}, 64)
	fmt.Println(ok, z.Re.Mid().Text('g', 15))
	// Output: true 0.765197686557967
}

func ExampleIntegrate() {
	// ∫₀¹ eˣ dx = e − 1
	f := func(z, x *ball.Complex, _ bool, prec uint) { z.Exp(x, prec) }
	var zero, one ball.Complex
	one.SetInt64(1)
	r := ball.Integrate(context.Background(), f, ball.Finite(zero), ball.Finite(one), ball.IntegrateOptions{Prec: 64})
	fmt.Println(r.Value.Re.Mid().Text('g', 15), r.Rigorous, r.Reached)
	// Output: 1.71828182845905 true true
}

func ExampleSumInfinite() {
	// Σ 1/n², an estimate since nothing is known of the tail
	f := func(z, n *ball.Complex, prec uint) {
		z.Sqr(n, prec)
		z.Inv(z, prec)
	}
	r := ball.SumInfinite(context.Background(), f, 1, ball.SumOptions{Prec: 64})
	fmt.Println(r.Value.Re.Mid().Text('g', 15), r.Rigorous, r.Reached)

	// Σ x^n/n! with a bound of the ratio of terms: rigorous
	g := func(z, n *ball.Complex, prec uint) {
		var m ball.Complex
		m.AddInt64(n, 1, prec)
		z.RGamma(&m, prec)
	}
	ratio := func(n int64) (r ball.Real) {
		r.SetInt64(1)
		r.DivInt64(&r, n+1, 64)
		return r
	}
	r = ball.SumInfinite(context.Background(), g, 0, ball.SumOptions{Prec: 64, RatioBound: ratio})
	fmt.Println(r.Value.Re.Mid().Text('g', 15), r.Rigorous, r.Reached)
	// Output:
	// 1.64493406684823 false true
	// 2.71828182845905 true true
}
