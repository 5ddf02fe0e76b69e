package planar

import (
	"context"
	"math"
	"math/big"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/math/precise"
)

func bruteComplex(n int, edges []graph.Edge, k []complex128) complex128 {
	var z complex128
	for x := range 1 << n {
		var e complex128
		for i, edge := range edges {
			if (x>>edge[0]^x>>edge[1])&1 == 0 {
				e += k[i]
			} else {
				e -= k[i]
			}
		}
		z += cmplx.Exp(e)
	}
	return z
}

func nearComplex(t *testing.T, value *big.Float, phase *big.Float, bound, turn float64, want complex128) {
	t.Helper()
	l, _ := value.Float64()
	a, _ := phase.Float64()
	d := cmplx.Abs(cmplx.Exp(complex(l-math.Log(cmplx.Abs(want)), a-cmplx.Phase(want))) - 1)
	if d > bound+turn+1e-9 {
		t.Fatalf("ln Z = %v + %vi, want %v (off by %.2g, bounds %.2g, %.2g)", l, a, cmplx.Log(want), d, bound, turn)
	}
}

func TestComplexPlanar(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for range 80 {
		n := 1 + r.IntN(9)
		edges := randomPlanar(r, n)
		g, err := graph.New(n, edges)
		if err != nil {
			continue // an edge drawn twice
		}
		k := make([]complex128, len(edges))
		for i := range k {
			switch r.IntN(6) {
			case 0:
				k[i] = complex(0, r.NormFloat64())
			case 1:
				k[i] = complex(r.NormFloat64(), 0)
			case 2:
				k[i] = complex(r.NormFloat64(), math.Pi/2)
			default:
				k[i] = complex(r.NormFloat64(), 2*r.NormFloat64())
			}
		}
		want := bruteComplex(n, edges, k)
		z, err := LogZComplex(context.Background(), g, nil, k, Options{})
		if err != nil {
			t.Fatal(err)
		}
		nearComplex(t, z.Value, z.Phase, z.ErrorBound, z.PhaseBound, want)
	}
}

func TestComplexTorusSectors(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	const rows, cols = 3, 4
	g, err := graph.Grid(rows, cols, true)
	if err != nil {
		t.Fatal(err)
	}
	rot, err := graph.TorusRotation(rows, cols)
	if err != nil {
		t.Fatal(err)
	}
	var right, down []graph.Edge
	for i := range rows {
		right = append(right, graph.Edge{i*cols + cols - 1, i * cols})
	}
	for j := range cols {
		down = append(down, graph.Edge{(rows-1)*cols + j, j})
	}
	for range 6 {
		k := make([]complex128, g.M())
		for i := range k {
			k[i] = complex(r.NormFloat64()/2, r.NormFloat64())
		}
		s, err := NewComplex(g, rot, k, Options{})
		if err != nil {
			t.Fatal(err)
		}
		all, err := s.Sectors(context.Background(), right, down)
		if err != nil {
			t.Fatal(err)
		}
		for x, z := range all {
			flipped := append([]complex128(nil), k...)
			for i, curve := range [][]graph.Edge{right, down} {
				if x>>i&1 == 1 {
					for _, e := range curve {
						flipped[g.Find(e[0], e[1])] *= -1
					}
				}
			}
			nearComplex(t, z.Value, z.Phase, z.ErrorBound, z.PhaseBound, bruteComplex(g.N, g.Edges, flipped))
		}
		if _, err := s.Sectors(context.Background(), right[:1]); err == nil {
			t.Fatal("one bond is no closed curve")
		}
	}
}

// The elementary functions against math, and against identities beyond its precision.
func TestComplexFunctions(t *testing.T) {
	p := precise.New(200)
	check := func(name string, got *big.Float, want float64) {
		t.Helper()
		if f, _ := got.Float64(); math.Abs(f-want) > 1e-14*math.Abs(want)+1e-300 {
			t.Errorf("%s: %v, want %v", name, f, want)
		}
	}
	for _, x := range []float64{1e-9, -0.3, 0.7853981, 1.5707963267948966, 2, -3.1, 3.141592653589793, 100.5, -1e6} {
		s, c := sinCos(p, x)
		if x != 3.141592653589793 && x != 1.5707963267948966 {
			check("sin", s, math.Sin(x))
			check("cos", c, math.Cos(x))
		}
		one := new(big.Float).Mul(s, s)
		one.Add(one, new(big.Float).Mul(c, c))
		one.Sub(one, big.NewFloat(1))
		if f, _ := one.Float64(); math.Abs(f) > 1e-55 {
			t.Errorf("sin² + cos² − 1 = %g at %v", f, x)
		}
		if math.Abs(x) < 100 {
			sh, ch := sinhCosh(p, x)
			check("sinh", sh, math.Sinh(x))
			check("cosh", ch, math.Cosh(x))
		}
		if a := arg(p, c, s); math.Abs(x) < math.Pi {
			d := new(big.Float).Sub(a, p.Float(x))
			if f, _ := d.Float64(); math.Abs(f) > 1e-55 {
				t.Errorf("arg(e^{i·%v}) is off by %g", x, f)
			}
		}
	}
	// sin of the float64 next to π, from 50 digits of π (OEIS A000796).
	s, _ := sinCos(p, math.Pi)
	check("sin π", s, 1.2246467991473531772e-16)
}
