package ball

import (
	"fmt"
	"math/big"
	"testing"
)

// benchBall is a ball of prec bits near f, with a last-bit radius.
func benchBall(f float64, prec uint) (x Real) {
	x.SetFloat64(f)
	x.DivInt64(&x, 3, prec)
	return x
}

func BenchmarkArithmetic(b *testing.B) {
	for _, prec := range []uint{64, 128, 256, 1024} {
		x, y := benchBall(3.7, prec), benchBall(-2.9, prec)
		var z Real
		for _, f := range []struct {
			name string
			f    realFunc2
		}{{"add", (*Real).Add}, {"mul", (*Real).Mul}, {"div", (*Real).Div}} {
			b.Run(fmt.Sprint(f.name, "/", prec), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					f.f(&z, &x, &y, prec)
				}
			})
		}
		p, q, r := x.Mid(), y.Mid(), new(big.Float).SetPrec(prec)
		p.SetPrec(prec)
		q.SetPrec(prec)
		b.Run(fmt.Sprint("big.Float-add/", prec), func(b *testing.B) {
			for b.Loop() {
				r.Add(p, q)
			}
		})
		b.Run(fmt.Sprint("big.Float-mul/", prec), func(b *testing.B) {
			for b.Loop() {
				r.Mul(p, q)
			}
		})
		b.Run(fmt.Sprint("big.Float-quo/", prec), func(b *testing.B) {
			for b.Loop() {
				r.Quo(p, q)
			}
		})
		b.Run(fmt.Sprint("big.Float-sqrt/", prec), func(b *testing.B) {
			for b.Loop() {
				r.Sqrt(p)
			}
		})
	}
}

func BenchmarkElementary(b *testing.B) {
	for _, name := range []string{"sqrt", "exp", "log", "sin", "tan", "atan", "asin", "sinh", "tanh", "acosh"} {
		for _, prec := range []uint{128, 256, 512, 1024} {
			x := benchBall(2.2, prec)
			if name == "acosh" {
				x = benchBall(7, prec)
			}
			f := realFuncs[name]
			b.Run(fmt.Sprint(name, "/", prec), func(b *testing.B) {
				var z Real
				b.ReportAllocs()
				for b.Loop() {
					f(&z, &x, prec)
				}
			})
		}
	}
	x, y := benchBall(2.2, 128), benchBall(1.3, 128)
	b.Run("pow/128", func(b *testing.B) {
		var z Real
		b.ReportAllocs()
		for b.Loop() {
			z.Pow(&x, &y, 128)
		}
	})
}

func BenchmarkElementaryComplex(b *testing.B) {
	z := Complex{benchBall(2.2, 128), benchBall(1.3, 128)}
	for _, name := range []string{"csqrt", "cexp", "clog", "csin", "ctan", "catan", "casin"} {
		f := complexFuncs[name]
		b.Run(name+"/128", func(b *testing.B) {
			var w Complex
			b.ReportAllocs()
			for b.Loop() {
				f(&w, &z, 128)
			}
		})
	}
	var w Complex
	b.Run("cmul/128", func(b *testing.B) {
		for b.Loop() {
			w.Mul(&z, &z, 128)
		}
	})
	b.Run("cpow/128", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			w.Pow(&z, &z, 128)
		}
	})
}

func BenchmarkConstants(b *testing.B) {
	for name, c := range constants {
		b.Run(name+"/cached128", func(b *testing.B) {
			var z Real
			b.ReportAllocs()
			for b.Loop() {
				c(&z, 128)
			}
		})
	}
	for _, prec := range []uint{448, 4096, 16384} {
		for _, c := range []struct {
			name string
			f    func(*Real, uint)
		}{{"pi", computePi}, {"log2", computeLog2}, {"euler", computeEuler}, {"catalan", computeCatalan}} {
			b.Run(fmt.Sprint(c.name, "/fresh", prec), func(b *testing.B) {
				var z Real
				for b.Loop() {
					c.f(&z, prec)
				}
			})
		}
	}
}
