package spin

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestKernelAgainstTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t, 9, rapid.IntRange(1, 4).Draw(t, "max order"))
		z, err := KernelLogZ(context.Background(), m)
		if errors.Is(err, errCancels) && math.Abs(m.Beta) > 50 {
			return
		}
		agree(t, m, z, err, enumerate(m))
	})
}

// gauge is the Z2 gauge theory on an l×l torus: spins on the bonds, one term a plaquette.
func gauge(l int, beta float64) *Model {
	m := &Model{N: 2 * l * l, Beta: beta}
	h := func(r, c int) int { return 2 * (r%l*l + c%l) }
	v := func(r, c int) int { return h(r, c) + 1 }
	for r := range l {
		for c := range l {
			m.Terms = append(m.Terms, Term{[]int{h(r, c), h(r+1, c), v(r, c), v(r, c+1)}, 1})
		}
	}
	return m
}

// On the torus the plaquettes multiply to one, and that is all: Z = 2^n (cosh^P + sinh^P).
func TestKernelOfGaugeTheory(t *testing.T) {
	for _, l := range []int{2, 3, 10, 60} {
		m := gauge(l, 0.7)
		k, err := FindKernel(m)
		if err != nil {
			t.Fatal(err)
		}
		if k.Dim != 1 || k.Terms != l*l || len(k.Basis) != 1 || len(k.Basis[0]) != l*l {
			t.Fatalf("l = %d: dimension %d, %d terms", l, k.Dim, k.Terms)
		}
		if err := VerifyKernel(m, k); err != nil {
			t.Fatal(err)
		}
		z, err := KernelLogZ(context.Background(), m)
		if err != nil {
			t.Fatal(err)
		}
		p := float64(l * l)
		want := float64(m.N)*math.Ln2 + p*math.Log(math.Cosh(0.7)) + math.Log1p(math.Pow(math.Tanh(0.7), p))
		if d := math.Abs(z.Float64() - want); d > 1e-13*want {
			t.Errorf("l = %d: %v, want %v", l, z.Float64(), want)
		}
		if plan, err := Choose(m, Budget{}); l >= 10 && (err != nil || plan.Method != "kernel") {
			t.Errorf("l = %d: chosen %q, error %v", l, plan.Method, err)
		}
	}
}

// The dimension against the number of solutions by enumeration.
func TestKernelDimension(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		m := randomModel(r, 6)
		terms, _, _ := m.merged()
		if len(terms) > 12 {
			continue
		}
		solutions := 0
		for x := range 1 << len(terms) {
			odd := 0
			for i, t := range terms {
				if x>>i&1 == 1 {
					for _, s := range t.Sites {
						odd ^= 1 << s
					}
				}
			}
			if odd == 0 {
				solutions++
			}
		}
		k, err := FindKernel(m)
		if err != nil {
			t.Fatal(err)
		}
		if 1<<k.Dim != solutions {
			t.Fatalf("dimension %d, %d solutions: %+v", k.Dim, solutions, m.Terms)
		}
	}
}

// At low temperature and with frustration the terms cancel: the precision is raised, and
// where that cannot help the answer is an error.
func TestKernelEscalates(t *testing.T) {
	m, err := ReadModel([]byte(`{"model":"ising","lattice":"square","size":[4,4],"couplings":{"uniform":[-1,1],"seed":3},"beta":8}`))
	if err != nil {
		t.Fatal(err)
	}
	z, err := KernelLogZ(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	if len(z.Escalated) == 0 || !strings.HasPrefix(z.Precision, "big") {
		t.Errorf("precision %q, escalated %q", z.Precision, z.Escalated)
	}
	want, err := BruteForce(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	if d := offBy(z, want.Value); d > z.ErrorBound+want.ErrorBound {
		t.Errorf("off by %.3g, bounds %.3g and %.3g", d, z.ErrorBound, want.ErrorBound)
	}
	m.Beta = 3000
	if _, err := KernelLogZ(context.Background(), m); !errors.Is(err, errCancels) {
		t.Errorf("beta 3000: error %v", err)
	}
	if _, err := Evaluate(context.Background(), m, Budget{}); err != nil {
		t.Errorf("beta 3000: Evaluate: %v", err)
	}
}

// A chain of squares has a large kernel in small parts.
func TestKernelInParts(t *testing.T) {
	m := &Model{N: 3*40 + 1, Beta: 0.6}
	for i := range 40 {
		a := 3 * i
		m.Terms = append(m.Terms, Term{[]int{a, a + 1}, 1}, Term{[]int{a + 1, a + 2}, -0.5}, Term{[]int{a + 2, a + 3}, 0.7}, Term{[]int{a, a + 3}, 1.1})
	}
	z, err := KernelLogZ(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	want, err := ReduceLogZ(context.Background(), m, Budget{})
	if err != nil {
		t.Fatal(err)
	}
	if d := offBy(z, want.Value); d > z.ErrorBound+want.ErrorBound {
		t.Errorf("off by %.3g, bounds %.3g and %.3g", d, z.ErrorBound, want.ErrorBound)
	}
}

func BenchmarkKernel(b *testing.B) {
	m := gauge(100, 0.7)
	b.Run("gauge100", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := KernelLogZ(context.Background(), m); err != nil {
				b.Fatal(err)
			}
		}
	})
	grid, err := ReadModel([]byte(`{"model":"ising","lattice":"square","size":[5,6],"couplings":{"pm1":3},"beta":1}`))
	if err != nil {
		b.Fatal(err)
	}
	b.Run("grid5x6", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := KernelLogZ(context.Background(), grid); err != nil {
				b.Fatal(err)
			}
		}
	})
}
