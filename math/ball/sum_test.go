package ball

import (
	"context"
	"testing"
)

func term(f func(c calc, n Complex) Complex) Term {
	return func(z, n *Complex, prec uint) { *z = f(calc(prec+16), *n) }
}

func TestSumInfinite(t *testing.T) {
	tests := []struct {
		name  string
		f     func(c calc, n Complex) Complex
		start int64
		want  func(c calc) Complex
	}{
		{"geometric", func(c calc, n Complex) Complex { return c.pow(c.rat(1, 3), n) }, 0, func(c calc) Complex { return c.rat(3, 2) }},
		{"e", func(c calc, n Complex) Complex { return c.rgamma(c.addInt(n, 1)) }, 0, func(c calc) Complex { return c.exp(c.int(1)) }},
		{"zeta(2)", func(c calc, n Complex) Complex { return c.inv(c.sqr(n)) }, 1, func(c calc) Complex { return c.divInt(c.sqr(c.pi()), 6) }},
		{"zeta(3/2)", func(c calc, n Complex) Complex { return c.pow(n, c.rat(-3, 2)) }, 1, func(c calc) Complex { return c.zeta(c.rat(3, 2)) }},
		{"coth", func(c calc, n Complex) Complex { return c.inv(c.addInt(c.sqr(n), 1)) }, 1, func(c calc) Complex {
			e := c.exp(c.mul2(c.pi(), 1))
			return c.half(c.addInt(c.mul(c.pi(), c.div(c.addInt(e, 1), c.addInt(e, -1))), -1))
		}},
		{"log 2", func(c calc, n Complex) Complex { return c.div(c.cosPi(c.addInt(n, 1)), n) }, 1, func(c calc) Complex { return c.log(c.int(2)) }},
		{"pi^3/32", func(c calc, n Complex) Complex { return c.div(c.cosPi(n), c.powInt(c.addInt(c.mul2(n, 1), 1), 3)) }, 0, func(c calc) Complex { return c.mul2(c.powInt(c.pi(), 3), -5) }},
		{"-zeta'(2)", func(c calc, n Complex) Complex { return c.div(c.log(n), c.sqr(n)) }, 1, func(c calc) Complex {
			return Complex{Re: parseReal(t, "0.93754825431584375370257409456786497789786028861483", 200)}
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, prec := range []uint{64, 128} {
				r := SumInfinite(context.Background(), term(tt.f), tt.start, SumOptions{Prec: prec})
				want := tt.want(220)
				d := calc(220).sub(r.Value, want)
				t.Logf("%s: %d terms, error 2^%.0f, radius 2^%.0f", r.Method, r.Terms, d.log2(), r.Value.Re.rad.log2())
				if !r.Reached || r.Rigorous {
					t.Errorf("reached %v, rigorous %v", r.Reached, r.Rigorous)
				}
				if !r.Value.Overlaps(&want) {
					t.Error("wrong")
				}
			}
		})
	}
}

func TestSumDivergent(t *testing.T) {
	for name, f := range map[string]func(c calc, n Complex) Complex{
		"harmonic":   calc.inv,
		"1/√n":       func(c calc, n Complex) Complex { return c.inv(c.sqrt(n)) },
		"1":          func(c calc, _ Complex) Complex { return c.int(1) },
		"(-1)^n":     calc.cosPi,
		"2^n":        func(c calc, n Complex) Complex { return c.pow(c.int(2), n) },
		"1/(n ln n)": func(c calc, n Complex) Complex { return c.inv(c.mul(n, c.log(c.addInt(n, 1)))) },
		"0/0":        func(c calc, n Complex) Complex { return c.inv(c.addInt(n, -20)) },
	} {
		r := SumInfinite(context.Background(), term(f), 1, SumOptions{Prec: 64})
		if r.Reached {
			t.Errorf("%s: %s gives %s", name, r.Method, r.Value.Re.Mid().Text('g', 10))
		}
	}
}

func TestSumBounded(t *testing.T) {
	ratio := func(n int64) Real { return calc(64).rat(1, n+1).Re }
	f := term(func(c calc, n Complex) Complex { return c.rgamma(c.addInt(n, 1)) })
	r := SumInfinite(context.Background(), f, 0, SumOptions{Prec: 128, RatioBound: ratio})
	want := calc(200).exp(calc(200).int(1))
	if !r.Rigorous || !r.Reached || !r.Value.Overlaps(&want) {
		t.Errorf("%+v", r)
	}
	// Without terms enough, what is left is in the radius.
	r = SumInfinite(context.Background(), f, 0, SumOptions{Prec: 128, RatioBound: ratio, MaxTerms: 6})
	if !r.Rigorous || r.Reached || !r.Value.Overlaps(&want) || r.Value.RelAccuracyBits() > 20 {
		t.Errorf("%+v", r)
	}
}
