package ball

import (
	"context"
	"testing"
)

// integrand turns a calc formula into an Integrand that is analytic wherever it is finite.
func integrand(f func(c calc, x Complex) Complex) Integrand {
	return func(z, x *Complex, _ bool, prec uint) { *z = f(calc(prec+16), *x) }
}

func piEnd(p, q int64) Endpoint {
	return Endpoint{At: func(prec uint) Complex {
		c := calc(prec + 8)
		return c.divInt(c.mulInt(c.pi(), p), q)
	}}
}

func intEnd(n int64) Endpoint { return Finite(calc(64).int(n)) }

func TestIntegrate(t *testing.T) {
	ctx := context.Background()
	zero, one := intEnd(0), intEnd(1)
	tests := []struct {
		name     string
		f        func(c calc, x Complex) Complex
		a, b     Endpoint
		want     func(c calc) Complex
		rigorous bool
	}{
		{"exp", calc.exp, zero, one, func(c calc) Complex { return c.addInt(c.exp(c.int(1)), -1) }, true},
		{"1/(1+x²)", func(c calc, x Complex) Complex { return c.inv(c.addInt(c.sqr(x), 1)) }, zero, one,
			func(c calc) Complex { return c.mul2(c.pi(), -2) }, true},
		{"1/(2+cos)", func(c calc, x Complex) Complex { return c.inv(c.addInt(c.cos(x), 2)) }, zero, piEnd(2, 1),
			func(c calc) Complex { return c.div(c.mul2(c.pi(), 1), c.sqrt(c.int(3))) }, true},
		{"log", calc.log, zero, one, func(c calc) Complex { return c.int(-1) }, false},
		{"log(1-x)/x", func(c calc, x Complex) Complex { return c.div(c.log(c.sub(c.int(1), x)), x) }, zero, one,
			func(c calc) Complex { return c.divInt(c.neg(c.sqr(c.pi())), 6) }, false},
		{"x^-1/2", func(c calc, x Complex) Complex { return c.inv(c.sqrt(x)) }, zero, one, func(c calc) Complex { return c.int(2) }, false},
		{"log sin", func(c calc, x Complex) Complex { return c.log(c.sin(x)) }, zero, piEnd(1, 1),
			func(c calc) Complex { return c.neg(c.mul(c.pi(), c.log(c.int(2)))) }, false},
		{"x³/(e^x-1)", func(c calc, x Complex) Complex { return c.div(c.powInt(x, 3), c.addInt(c.exp(x), -1)) }, zero, Infinity(1),
			func(c calc) Complex { return c.divInt(c.powInt(c.pi(), 4), 15) }, false},
		{"gauss", func(c calc, x Complex) Complex { return c.exp(c.neg(c.sqr(x))) }, Infinity(-1), Infinity(1),
			func(c calc) Complex { return c.sqrt(c.pi()) }, false},
		{"log/(1+x²)", func(c calc, x Complex) Complex { return c.div(c.log(x), c.addInt(c.sqr(x), 1)) }, zero, Infinity(1),
			func(c calc) Complex { return c.int(0) }, false},
		{"cos/(1+x²)", func(c calc, x Complex) Complex { return c.div(c.cos(x), c.addInt(c.sqr(x), 1)) }, Infinity(-1), Infinity(1),
			func(c calc) Complex { return c.mul(c.pi(), c.exp(c.int(-1))) }, false},
		{"sin/x", func(c calc, x Complex) Complex { return c.sinc(x) }, zero, Infinity(1),
			func(c calc) Complex { return c.half(c.pi()) }, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := Integrate(ctx, integrand(tt.f), tt.a, tt.b, IntegrateOptions{Prec: 64})
			want := tt.want(200)
			d := calc(200).sub(r.Value, want)
			t.Logf("%v rigorous %v, %d evaluations, %d bits, error 2^%.0f radius 2^%.0f", r.Method, r.Rigorous, r.Evaluations, r.Value.RelAccuracyBits(), d.log2(), r.Value.Re.rad.log2())
			if !r.Reached || r.Rigorous != tt.rigorous {
				t.Errorf("reached %v, rigorous %v", r.Reached, r.Rigorous)
			}
			if !r.Value.Overlaps(&want) {
				t.Error("wrong")
			}
		})
	}
}

// Integrals that do not exist are not reported as reached.
func TestIntegrateDivergent(t *testing.T) {
	zero, one, two := intEnd(0), intEnd(1), intEnd(2)
	for name, tt := range map[string]struct {
		f    func(c calc, x Complex) Complex
		a, b Endpoint
	}{
		"1/x at 0":       {calc.inv, zero, one},
		"1/x at ∞":       {calc.inv, one, Infinity(1)},
		"1/(1-x) at 1":   {func(c calc, x Complex) Complex { return c.inv(c.sub(c.int(1), x)) }, zero, one},
		"x^-1.1":         {func(c calc, x Complex) Complex { return c.pow(x, c.rat(-11, 10)) }, zero, one},
		"1/√x at ∞":      {func(c calc, x Complex) Complex { return c.inv(c.sqrt(x)) }, one, Infinity(1)},
		"pole inside":    {func(c calc, x Complex) Complex { return c.inv(c.addInt(c.mulInt(x, 3), -1)) }, zero, one},
		"double pole":    {func(c calc, x Complex) Complex { return c.inv(c.sqr(c.addInt(c.mulInt(x, 3), -1))) }, zero, one},
		"pole in middle": {func(c calc, x Complex) Complex { return c.inv(c.addInt(x, -1)) }, zero, two},
		"1/(x log x)":    {func(c calc, x Complex) Complex { return c.inv(c.mul(x, c.log(x))) }, two, Infinity(1)},
		"cos at ∞ grows": {func(c calc, x Complex) Complex { return c.mul(c.sqr(x), c.cos(x)) }, zero, Infinity(1)},
		"cos at ∞":       {calc.cos, zero, Infinity(1)},
		"constant":       {func(c calc, _ Complex) Complex { return c.int(1) }, zero, Infinity(1)},
		"exp":            {calc.exp, zero, Infinity(1)},
	} {
		r := Integrate(context.Background(), integrand(tt.f), tt.a, tt.b, IntegrateOptions{Prec: 64})
		if r.Reached || r.Rigorous && r.Value.IsFinite() {
			t.Errorf("%s: %v rigorous %v, %s with radius 2^%.0f", name, r.Method, r.Rigorous, r.Value.Re.Mid().Text('g', 10), r.Value.Re.rad.log2())
		}
	}
}

// A singularity that f itself does not mind is no obstacle: pieces around it are enclosed.
func TestIntegrateAbs(t *testing.T) {
	f := func(z, x *Complex, analytic bool, prec uint) {
		z.Abs(x, prec)
		if analytic && x.Re.ContainsZero() {
			z.SetIndeterminate()
		}
	}
	a := Finite(calc(64).rat(-1, 3))
	r := Integrate(context.Background(), f, a, intEnd(1), IntegrateOptions{Prec: 64})
	want := calc(128).rat(5, 9)
	if !r.Rigorous || !r.Reached || !r.Value.Overlaps(&want) {
		t.Errorf("%+v", r)
	}
}
