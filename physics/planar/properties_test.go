package planar

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/physics/spin"
)

// Identities that need no reference value, on models too large to enumerate.
func TestMetamorphic(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(rt *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		n := rapid.IntRange(3, 40).Draw(rt, "n")
		edges := randomPlanar(r, n)
		beta := rapid.Float64Range(-2, 2).Draw(rt, "beta")
		m := pairs(n, beta, edges, func(int) float64 { return r.NormFloat64() })
		value := func(m *spin.Model) (float64, float64) {
			z, err := LogZ(ctx, m, Options{})
			if err != nil {
				rt.Fatal(err)
			}
			return z.Float64(), z.ErrorBound
		}
		base, bound := value(m)
		same := func(what string, other *spin.Model, want float64) {
			got, b := value(other)
			if d := math.Abs(got - want); d > bound+b+1e-13*(1+math.Abs(want)) {
				rt.Fatalf("%s: %.15g, want %.15g (off by %.2g, bounds %.2g and %.2g)", what, got, want, d, bound, b)
			}
		}
		// A gauge transformation.
		gauge := pairs(n, beta, edges, func(k int) float64 { return m.Terms[k].J })
		flip := make([]bool, n)
		for v := range flip {
			flip[v] = r.IntN(2) == 0
		}
		for k, e := range edges {
			if flip[e[0]] != flip[e[1]] {
				gauge.Terms[k].J *= -1
			}
		}
		same("gauge", gauge, base)
		// Other names and another order of the terms.
		perm := r.Perm(n)
		renamed := &spin.Model{N: n, Beta: beta}
		for _, k := range r.Perm(len(edges)) {
			e := edges[k]
			renamed.Terms = append(renamed.Terms, spin.Term{Sites: []int{perm[e[1]], perm[e[0]]}, J: m.Terms[k].J})
		}
		same("renamed", renamed, base)
		// Two copies.
		twice := &spin.Model{N: 2 * n, Beta: beta}
		for _, term := range m.Terms {
			twice.Terms = append(twice.Terms, term, spin.Term{Sites: []int{term.Sites[0] + n, term.Sites[1] + n}, J: term.J})
		}
		same("twice", twice, 2*base)
		// A pendant spin.
		j := r.NormFloat64()
		pendant := &spin.Model{N: n + 1, Beta: beta, Terms: append(append([]spin.Term(nil), m.Terms...), spin.Term{Sites: []int{r.IntN(n), n}, J: j})}
		same("pendant", pendant, base+math.Ln2+math.Log(math.Cosh(beta*j)))
	})
}

// Bounds are honest: arithmetic that is made to stop early agrees with a much wider one
// within its own bound.
func TestBoundsHold(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(27, 28))
	for range 60 {
		n := 5 + r.IntN(40)
		m := pairs(n, math.Exp(2*r.Float64()-0.5), randomPlanar(r, n), func(int) float64 { return math.Copysign(1+0.2*r.Float64(), r.NormFloat64()) })
		rough, err := LogZ(ctx, m, Options{Tolerance: 1e-3})
		if err != nil {
			t.Fatal(err)
		}
		fine, err := LogZ(ctx, m, Options{Tolerance: 1e-25})
		if err != nil {
			t.Fatal(err)
		}
		if fine.Relative() > 1e-25 {
			t.Fatalf("bound %g", fine.ErrorBound)
		}
		d, _ := new(big.Float).Sub(rough.Value, fine.Value).Float64()
		if math.Abs(d) > rough.ErrorBound+fine.ErrorBound {
			t.Errorf("off by %.3g, bound %.3g (%s)", d, rough.ErrorBound, rough.Precision)
		}
	}
}

func TestExtremeCouplings(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(29, 30))
	square := []graph.Edge{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 4}, {4, 2}}
	for _, scale := range []float64{0, 1e-320, 1e-60, 1e-30, 1e-8, 1e-3, 12, 25, 50} {
		for range 3 {
			m := pairs(6, 1, square, func(int) float64 { return scale * math.Copysign(1, r.NormFloat64()) })
			z, err := LogZ(ctx, m, Options{})
			if err != nil {
				t.Fatalf("K = ±%g: %v", scale, err)
			}
			want, _ := brute(m)
			near(t, "ln Z", z.Float64(), want, z.ErrorBound)
		}
	}
	for _, beta := range []float64{0, -0.7, -50} {
		m := pairs(6, beta, square, func(k int) float64 { return []float64{1, -1, 0, 0.5, 1e-9, 1}[k] })
		z, err := LogZ(ctx, m, Options{})
		if err != nil {
			t.Fatalf("beta %g: %v", beta, err)
		}
		want, _ := brute(m)
		near(t, "ln Z", z.Float64(), want, z.ErrorBound)
	}
	// Ground states dominate: frustrated plaquettes of strong couplings.
	m := lattice(t, "square", 4, 4, false, 50, func(k int) float64 { return float64(1 - 2*(k%3%2)) })
	z, err := LogZ(ctx, m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want, _ := brute(m)
	near(t, "ln Z", z.Float64(), want, z.ErrorBound)
}

// A hub of many spokes is split into small vertices.
func TestWheel(t *testing.T) {
	const rim = 3000
	m := &spin.Model{N: rim + 1, Beta: 0.3}
	for i := range rim {
		m.Terms = append(m.Terms,
			spin.Term{Sites: []int{i, (i + 1) % rim}, J: 1},
			spin.Term{Sites: []int{i, rim}, J: 0.5})
	}
	z, err := LogZ(context.Background(), m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	// The hub up or down is a field on a ring: eigenvalues of the transfer matrix.
	k, h := 0.3, 0.15
	root := math.Sqrt(math.Exp(2*k)*math.Pow(math.Sinh(h), 2) + math.Exp(-2*k))
	large := math.Exp(k)*math.Cosh(h) + root
	near(t, "wheel", z.Float64(), math.Ln2+rim*math.Log(large), z.ErrorBound)
}

func TestGivenRotation(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(31, 32))
	const rows, cols = 3, 4
	rot, err := graph.TorusRotation(rows, cols)
	if err != nil {
		t.Fatal(err)
	}
	g, err := graph.Grid(rows, cols, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, fields := range []int{0, 1, 3} {
		m := pairs(g.N, 0.6, g.Edges, func(k int) float64 {
			if k%5 == 0 {
				return 0 // listed by the rotation all the same
			}
			return r.NormFloat64()
		})
		withField(r, m, fields)
		z, err := LogZ(ctx, m, Options{Rotation: rot})
		if err != nil {
			t.Fatal(err)
		}
		want, _ := brute(m)
		near(t, "ln Z", z.Float64(), want, z.ErrorBound)
	}
	m := pairs(g.N, 0.6, g.Edges, func(int) float64 { return 1 })
	rot[0] = rot[0][:3]
	if _, err := LogZ(ctx, m, Options{Rotation: rot}); err == nil {
		t.Error("a rotation that lacks a neighbour")
	}
	if _, err := LogZ(ctx, m, Options{Rotation: rot[:3]}); err == nil {
		t.Error("a rotation of three vertices")
	}
}

func TestErrors(t *testing.T) {
	ctx := context.Background()
	k5 := &spin.Model{N: 12, Beta: 1}
	for i := range 12 {
		for j := range i {
			k5.Terms = append(k5.Terms, spin.Term{Sites: []int{j, i}, J: 1})
		}
	}
	if _, err := LogZ(ctx, k5, Options{MaxExtra: 3}); !errors.Is(err, ErrNotPlanar) {
		t.Errorf("K12: %v", err)
	}
	if _, err := FindApices(k5, 0); !errors.Is(err, ErrNotPlanar) {
		t.Errorf("K12: %v", err)
	}
	if _, err := LogZ(ctx, &spin.Model{N: 3, Beta: 1, Terms: []spin.Term{{Sites: []int{0, 1, 2}, J: 1}}}, Options{}); err == nil {
		t.Error("a term of three spins")
	}
	if _, err := LogZ(ctx, &spin.Model{N: 1, Beta: math.NaN()}, Options{}); err == nil {
		t.Error("beta is NaN")
	}
	grid := lattice(t, "square", 12, 12, false, 3, func(k int) float64 { return float64(1 - 2*(k%5%2)) })
	if _, err := LogZ(ctx, grid, Options{MaxPrecision: 53, Tolerance: 1e-14}); !errors.Is(err, ErrPrecision) {
		t.Errorf("53 bits: %v", err)
	}
	if _, err := LogZ(ctx, grid, Options{MemoryLimit: 1 << 10}); err == nil {
		t.Error("a kilobyte of memory")
	}
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := LogZ(gone, grid, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	s, err := New(grid, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Sectors(ctx, []graph.Edge{{0, 1}}); !errors.Is(err, ErrNotClosed) {
		t.Errorf("one bond: %v", err)
	}
	if _, err := TorusSectors(ctx, grid, Options{}); err == nil {
		t.Error("sectors of an open lattice")
	}
	random, _ := randomSurface(rand.New(rand.NewPCG(1, 1)), 3, 60)
	if _, err := random.orient(true); !errors.Is(err, ErrGenus) {
		t.Errorf("60 random edges: %v", err)
	}
}
