package ball

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// drawReal is an exact number with a few bits, of moderate size.
func drawReal(t *rapid.T, label string) (x Real) {
	x.SetInt64(rapid.Int64Range(-1<<20, 1<<20).Draw(t, label))
	x.Mul2Exp(&x, int64(rapid.IntRange(-22, -13).Draw(t, label+" exponent")))
	return x
}

func drawComplex(t *rapid.T, label string) Complex {
	z := Complex{Re: drawReal(t, label)}
	if rapid.Bool().Draw(t, label+" complex") {
		z.Im = drawReal(t, label+" imaginary")
	}
	return z
}

// drawArgs are arguments for a function of the table, small integers where it wants them.
func drawArgs(t *rapid.T, key tableKey) []Complex {
	args := make([]Complex, key.args)
	for i := range args {
		args[i] = drawComplex(t, "x")
	}
	integer := func(i int, lo, hi int64) { args[i].SetInt64(rapid.Int64Range(lo, hi).Draw(t, "n")) }
	switch key.name {
	case "polygamma", "clausen", "bernoulli", "euler", "theta":
		integer(0, 0, 9)
		if key.name == "clausen" {
			args[1].Im = Real{}
		}
		if key.name == "theta" {
			args[2].Mul2Exp(&args[2], -8)
		}
	case "assoc_legendre", "ylm":
		integer(0, 0, 6)
		integer(1, -6, 6)
	case "legendre", "hermite", "laguerre", "chebyshevt", "chebyshevu", "assoc_laguerre", "gegenbauer", "jacobi":
		integer(0, 0, 12)
	case "lambertw":
		if key.args == 2 {
			integer(1, -3, 3)
		}
	case "polylog", "besselj", "bessely", "besseli", "besselk", "hankel1", "hankel2", "expint":
		if rapid.Bool().Draw(t, "integer order") {
			integer(0, -2, 5)
		}
	}
	return args
}

// Every function of a ball contains the function of each point of the ball.
func TestSpecialInclusion(t *testing.T) {
	for _, key := range sortedTable() {
		f := specialTable[key]
		t.Run(key.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				args := drawArgs(t, key)
				balls := append([]Complex(nil), args...)
				for i := range balls {
					n, isInt := exactInt(&balls[i])
					if isInt && n > -20 && n < 20 && rapid.Bool().Draw(t, "exact") {
						continue
					}
					// a ball around another midpoint that contains the point
					r := magPow2(int64(rapid.IntRange(-50, -4).Draw(t, "radius")))
					shift := func(x *Real) {
						var d Real
						d.SetFloat64(rapid.Float64Range(-1, 1).Draw(t, "shift"))
						d.Mul(&d, new(Real).setMag(r), 64)
						x.Add(x, &d, 200)
						x.addErr(x, r)
					}
					shift(&balls[i].Re)
					if !balls[i].Im.IsZero() {
						shift(&balls[i].Im)
					}
				}
				point := f(args, 160)
				ball := f(balls, 64)
				if !ball.Overlaps(&point) {
					t.Fatalf("f(%v) misses f(%v): %v, %v", balls, args, ball, point)
				}
			})
		})
	}
}

func sortedTable() []tableKey {
	var keys []tableKey
	for k := range specialTable {
		keys = append(keys, k)
	}
	for i := range keys {
		for j := i + 1; j < len(keys); j++ {
			if keys[j].name < keys[i].name || keys[j].name == keys[i].name && keys[j].args < keys[i].args {
				keys[i], keys[j] = keys[j], keys[i]
			}
		}
	}
	return keys
}

// identity states that two formulas of arguments are equal wherever both are defined.
type identity struct {
	name        string
	args        int
	left, right func(c calc, x []Complex) Complex
}

var identities = []identity{
	{"Γ(x+1) = xΓ(x)", 1,
		func(c calc, x []Complex) Complex { return c.gamma(c.addInt(x[0], 1)) },
		func(c calc, x []Complex) Complex { return c.mul(x[0], c.gamma(x[0])) }},
	{"Γ(x)Γ(1−x) sin πx = π", 1,
		func(c calc, x []Complex) Complex {
			return c.mul(c.mul(c.gamma(x[0]), c.gamma(c.sub(c.int(1), x[0]))), c.sinPi(x[0]))
		},
		func(c calc, _ []Complex) Complex { return c.pi() }},
	{"duplication of Γ", 1,
		func(c calc, x []Complex) Complex { return c.mul(c.gamma(x[0]), c.gamma(c.add(x[0], c.rat(1, 2)))) },
		func(c calc, x []Complex) Complex {
			d := c.mul2(x[0], 1)
			return c.mul(c.mul(c.pow(c.int(2), c.sub(c.int(1), d)), c.sqrt(c.pi())), c.gamma(d))
		}},
	{"exp log Γ", 1,
		func(c calc, x []Complex) Complex { return c.exp(c.logGamma(x[0])) },
		func(c calc, x []Complex) Complex { return c.gamma(x[0]) }},
	{"ψ(x+1) = ψ(x) + 1/x", 1,
		func(c calc, x []Complex) Complex { return c.digamma(c.addInt(x[0], 1)) },
		func(c calc, x []Complex) Complex { return c.add(c.digamma(x[0]), c.inv(x[0])) }},
	{"ψ''(x) recurrence", 1,
		func(c calc, x []Complex) Complex { return c.polygamma(2, c.addInt(x[0], 1)) },
		func(c calc, x []Complex) Complex { return c.add(c.polygamma(2, x[0]), c.mul2(c.powInt(x[0], -3), 1)) }},
	{"ζ(s, a) = ζ(s, a+1) + a^{−s}", 2,
		func(c calc, x []Complex) Complex { return c.hurwitz(x[0], x[1]) },
		func(c calc, x []Complex) Complex {
			return c.add(c.hurwitz(x[0], c.addInt(x[1], 1)), c.pow(x[1], c.neg(x[0])))
		}},
	{"ζ(s, ½) = (2^s − 1) ζ(s)", 1,
		func(c calc, x []Complex) Complex { return c.hurwitz(x[0], c.rat(1, 2)) },
		func(c calc, x []Complex) Complex {
			return c.mul(c.addInt(c.pow(c.int(2), x[0]), -1), c.zeta(x[0]))
		}},
	{"Li₂(x) + Li₂(1−x)", 1,
		func(c calc, x []Complex) Complex {
			return c.add(c.polylogInt(2, x[0]), c.polylogInt(2, c.sub(c.int(1), x[0])))
		},
		func(c calc, x []Complex) Complex {
			y := c.sub(c.int(1), x[0])
			if x[0].IsReal() && !(x[0].Re.IsPositive() && y.Re.IsPositive()) {
				return indeterminate() // on a cut
			}
			return c.sub(c.divInt(c.sqr(c.pi()), 6), c.mul(c.log(x[0]), c.log(y)))
		}},
	{"Li₃ duplication", 1,
		func(c calc, x []Complex) Complex { return c.polylogInt(3, c.sqr(x[0])) },
		func(c calc, x []Complex) Complex {
			if x[0].IsReal() || !offCut(&x[0]) || x[0].Re.IsZero() {
				return indeterminate()
			}
			return c.mul2(c.add(c.polylogInt(3, x[0]), c.polylogInt(3, c.neg(x[0]))), 2)
		}},
	{"J Y Wronskian", 2,
		func(c calc, x []Complex) Complex {
			n := c.addInt(x[0], 1)
			return c.sub(c.mul(c.besselJ(n, x[1]), c.besselY(x[0], x[1])), c.mul(c.besselJ(x[0], x[1]), c.besselY(n, x[1])))
		},
		func(c calc, x []Complex) Complex { return c.inv(c.half(c.mul(c.pi(), x[1]))) }},
	{"I K Wronskian", 2,
		func(c calc, x []Complex) Complex {
			n := c.addInt(x[0], 1)
			return c.add(c.mul(c.besselI(x[0], x[1]), c.besselK(n, x[1])), c.mul(c.besselI(n, x[1]), c.besselK(x[0], x[1])))
		},
		func(c calc, x []Complex) Complex { return c.inv(x[1]) }},
	{"Ai Bi Wronskian", 1,
		func(c calc, x []Complex) Complex {
			return c.sub(c.mul(c.airyAi(x[0]), c.airyBiPrime(x[0])), c.mul(c.airyAiPrime(x[0]), c.airyBi(x[0])))
		},
		func(c calc, _ []Complex) Complex { return c.inv(c.pi()) }},
	{"Legendre's relation", 1,
		func(c calc, x []Complex) Complex {
			y := c.sub(c.int(1), x[0])
			k, l := c.ellipticK(x[0]), c.ellipticK(y)
			e := c.add(c.mul(c.ellipticE(x[0]), l), c.mul(c.ellipticE(y), k))
			return c.sub(e, c.mul(k, l))
		},
		func(c calc, x []Complex) Complex {
			y := c.sub(c.int(1), x[0])
			if x[0].IsReal() && !(x[0].Re.IsPositive() && y.Re.IsPositive()) {
				return indeterminate()
			}
			return c.half(c.pi())
		}},
	{"erf + erfc = 1", 1,
		func(c calc, x []Complex) Complex { return c.add(c.erf(x[0]), c.erfc(x[0])) },
		func(c calc, _ []Complex) Complex { return c.int(1) }},
	{"W e^W = x", 1,
		func(c calc, x []Complex) Complex {
			w := c.lambertW(0, x[0])
			return c.mul(w, c.exp(w))
		},
		func(_ calc, x []Complex) Complex { return x[0] }},
	{"E_{s+1} recurrence", 2,
		func(c calc, x []Complex) Complex { return c.mul(x[0], c.expint(c.addInt(x[0], 1), x[1])) },
		func(c calc, x []Complex) Complex { return c.sub(c.exp(c.neg(x[1])), c.mul(x[1], c.expint(x[0], x[1]))) }},
	{"γ + Γ = Γ", 2,
		func(c calc, x []Complex) Complex { return c.add(c.lowerGamma(x[0], x[1]), c.upperGamma(x[0], x[1])) },
		func(c calc, x []Complex) Complex { return c.gamma(x[0]) }},
	{"Ci + i Si", 1,
		func(c calc, x []Complex) Complex { return c.add(c.ci(x[0]), c.mulI(c.sub(c.si(x[0]), c.half(c.pi())))) },
		func(c calc, x []Complex) Complex {
			if !x[0].Re.IsPositive() {
				return indeterminate()
			}
			return c.neg(c.e1(c.divI(x[0])))
		}},
	{"Kummer's transformation", 3,
		func(c calc, x []Complex) Complex { return c.hyper1F1(x[0], x[1], x[2]) },
		func(c calc, x []Complex) Complex {
			return c.mul(c.exp(x[2]), c.hyper1F1(c.sub(x[1], x[0]), x[1], c.neg(x[2])))
		}},
	{"U recurrence", 3, // DLMF 13.3.7
		func(c calc, x []Complex) Complex {
			u := c.hyperU(c.addInt(x[0], -1), x[1], x[2])
			return c.add(u, c.mul(c.sub(c.sub(x[1], c.mul2(x[0], 1)), x[2]), c.hyperU(x[0], x[1], x[2])))
		},
		func(c calc, x []Complex) Complex {
			a := x[0]
			f := c.mul(a, c.addInt(c.sub(a, x[1]), 1))
			return c.neg(c.mul(f, c.hyperU(c.addInt(a, 1), x[1], x[2])))
		}},
	{"contiguous 2F1", 4, // DLMF 15.5.11
		func(c calc, x []Complex) Complex {
			a, b, d, z := x[0], x[1], x[2], x[3]
			u := c.mul(c.sub(d, a), c.hyper2F1(c.addInt(a, -1), b, d, z))
			f := c.add(c.sub(c.mul2(a, 1), d), c.mul(c.sub(b, a), z))
			return c.add(u, c.mul(f, c.hyper2F1(a, b, d, z)))
		},
		func(c calc, x []Complex) Complex {
			a, b, d, z := x[0], x[1], x[2], x[3]
			return c.mul(c.mul(a, c.addInt(z, -1)), c.neg(c.hyper2F1(c.addInt(a, 1), b, d, z)))
		}},
	{"ϑ₃⁴ = ϑ₂⁴ + ϑ₄⁴", 1,
		func(c calc, x []Complex) Complex { return c.powInt(c.theta(3, c.int(0), c.mul2(x[0], -8)), 4) },
		func(c calc, x []Complex) Complex {
			q := c.mul2(x[0], -8)
			return c.add(c.powInt(c.theta(2, c.int(0), q), 4), c.powInt(c.theta(4, c.int(0), q), 4))
		}},
}

func TestSpecialIdentities(t *testing.T) {
	for _, id := range identities {
		t.Run(id.name, func(t *testing.T) {
			known, sharp := 0, 0
			rapid.Check(t, func(t *rapid.T) {
				args := make([]Complex, id.args)
				for i := range args {
					args[i] = drawComplex(t, "x")
				}
				const c = calc(160)
				l, r := id.left(c, args), id.right(c, args)
				if !l.IsFinite() || !r.IsFinite() {
					return
				}
				known++
				if d := c.sub(l, r); d.magUpper().log2() < math.Max(r.magUpper().log2(), -40)-40 {
					sharp++
				}
				if !l.Overlaps(&r) {
					t.Fatalf("at %v: %v and %v", args, l, r)
				}
			})
			if known == 0 || sharp < known/2 {
				t.Errorf("%d cases could be compared, %d of them to 40 bits", known, sharp)
			}
		})
	}
}
