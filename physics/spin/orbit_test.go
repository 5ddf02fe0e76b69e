package spin

import (
	"context"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/precise"
)

// drawClasses draws a model whose couplings depend on classes of sites and signs.
func drawClasses(t *rapid.T, maxN int) *Model {
	n := rapid.IntRange(1, maxN).Draw(t, "n")
	classes := rapid.IntRange(1, 4).Draw(t, "classes")
	kind := rapid.IntRange(0, 2).Draw(t, "couplings")
	class, xi := make([]int, n), make([]float64, n)
	for i := range n {
		class[i] = rapid.IntRange(0, classes-1).Draw(t, "class")
		xi[i] = float64(2*rapid.IntRange(0, 1).Draw(t, "xi") - 1)
	}
	m := &Model{N: n, Beta: drawBeta(t)}
	var J [4][4]float64
	for a := range classes {
		if h := drawCoupling(t, kind, "h"); rapid.Bool().Draw(t, "field") {
			for i := range n {
				if class[i] == a {
					m.Terms = append(m.Terms, Term{[]int{i}, xi[i] * h})
				}
			}
		}
		for b := range a + 1 {
			if rapid.Bool().Draw(t, "joined") {
				J[a][b] = drawCoupling(t, kind, "J")
			}
		}
	}
	for i := range n {
		for j := range i {
			if k := J[max(class[i], class[j])][min(class[i], class[j])]; k != 0 {
				m.Terms = append(m.Terms, Term{[]int{j, i}, xi[i] * xi[j] * k})
			}
		}
	}
	return m
}

func TestOrbitsAgainstTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawClasses(t, 9)
		o, _, err := FindOrbits(m)
		if err != nil || o == nil || len(o.Size) > 9 {
			t.Fatalf("orbits %v, error %v", o, err)
		}
		z, err := OrbitLogZ(context.Background(), m)
		agree(t, m, z, err, enumerate(m))
	})
}

// Against the sum in 192 bits, where the two share nothing but the formula.
func TestOrbitsAgainstMattis(t *testing.T) {
	for _, c := range []struct {
		n    int
		beta float64
	}{{2, 1}, {3, -1}, {300, 0.003}, {301, -2}, {1000, 0.001}, {401, -300}, {400, 700}} {
		xi := make([]int8, c.n)
		for i := range xi {
			xi[i] = int8(1 - i%3%2*2)
		}
		m, err := NewMattis(c.beta, 1, xi)
		if err != nil {
			t.Fatal(err)
		}
		want, err := MattisLogZ(c.beta, c.n)
		if err != nil {
			t.Fatal(err)
		}
		z, err := OrbitLogZ(context.Background(), m)
		if err != nil {
			t.Fatal(err)
		}
		p := precise.New(256)
		d := math.Abs(floatOf(p.New().Sub(z.Value, want.Value)))
		if d > z.ErrorBound || z.ErrorBound > 1e-12 {
			t.Errorf("n = %d, beta = %v: off by %.3g, the bound is %.3g", c.n, c.beta, d, z.ErrorBound)
		}
	}
}

func TestLogBinomials(t *testing.T) {
	p := precise.New(192)
	for _, n := range []int{0, 1, 7, 100, 2001} {
		c := p.Int(1)
		for k, got := range logBinomials(n) {
			if k > 0 {
				c.Mul(c, p.Int(int64(n-k+1)))
				c.Quo(c, p.Int(int64(k)))
			}
			want := p.Log(c)
			want.Sub(want, p.Float(got.hi))
			want.Sub(want, p.Float(got.lo))
			if d := math.Abs(floatOf(want)); d > 3*unit {
				t.Fatalf("ln C(%d,%d): off by %.3g", n, k, d)
			}
		}
	}
}

// Models whose classes and rank are known.
func TestOrbitsOfKnownModels(t *testing.T) {
	hopfield := func(n, p int) *Model {
		m := &Model{N: n, Beta: 0.2}
		for i := range n {
			for j := range i {
				k := 0.0
				for a := range p {
					k += float64((1 - 2*(i>>a&1)) * (1 - 2*(j>>a&1)))
				}
				if k != 0 {
					m.Terms = append(m.Terms, Term{[]int{j, i}, k})
				}
			}
		}
		return m
	}
	read := func(text string) *Model {
		m, err := ReadModel([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for _, c := range []struct {
		name          string
		m             *Model
		classes, rank int // rank −1: not stated
	}{
		{"complete", read(`{"model":"ising","lattice":"complete","size":[12],"couplings":1,"beta":0.1}`), 1, 1},
		{"Curie-Weiss in a field", read(`{"model":"ising","lattice":"complete","size":[12],"couplings":{"over_n":1},"fields":0.3,"beta":1.1}`), 1, 1},
		{"Mattis", read(`{"model":"ising","lattice":"complete","size":[12],"couplings":{"mattis":4},"beta":0.1}`), 1, 1},
		{"bipartite", read(`{"model":"ising","lattice":"bipartite","size":[7,4],"couplings":-1,"beta":0.3}`), 2, 2},
		{"Hopfield 1", hopfield(16, 1), 1, 1},
		{"Hopfield 2", hopfield(16, 2), 2, 2},
		{"Hopfield 3", hopfield(16, 3), 4, 3},
		{"Hopfield 4", hopfield(64, 4), 8, 4},
		{"loose spins", &Model{N: 5, Beta: 1}, 1, 0},
		{"path", read(`{"model":"ising","lattice":"chain","size":[9],"couplings":1,"beta":1}`), 9, -1},
	} {
		s, err := Analyze(c.m)
		if err != nil {
			t.Fatal(err)
		}
		if err := CheckStructure(c.m, s); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		rank := -1
		if s.LowRank != nil {
			rank = len(s.LowRank.C)
		}
		if s.Orbits == nil || len(s.Orbits.Size) != c.classes || rank != c.rank || (s.Minor2 != nil) != (rank > 1 || rank < 0) {
			t.Errorf("%s: classes %+v, rank %d, minor %v; want %d classes, rank %d", c.name, s.Orbits, rank, s.Minor2, c.classes, c.rank)
		}
		if c.m.N > 16 || s.Orbits == nil {
			continue
		}
		z, err := OrbitLogZ(context.Background(), c.m)
		if err != nil {
			t.Fatal(err)
		}
		want, err := BruteForce(context.Background(), c.m)
		if err != nil {
			t.Fatal(err)
		}
		if d := offBy(z, want.Value); d > z.ErrorBound+want.ErrorBound {
			t.Errorf("%s: off by %.3g, bounds %.3g and %.3g", c.name, d, z.ErrorBound, want.ErrorBound)
		}
	}
}

func TestOrbitsRefuse(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	path, err := ReadModel([]byte(`{"model":"ising","lattice":"chain","size":[60],"couplings":1,"beta":1}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OrbitLogZ(ctx, path); err == nil {
		t.Error("60 inequivalent sites were counted")
	}
	if _, ok := PlanOrbits(path); ok {
		t.Error("60 inequivalent sites have a plan")
	}
	if _, err := OrbitLogZ(ctx, &Model{N: 3, Beta: 1, Terms: []Term{{[]int{0, 1, 2}, 1}}}); err == nil {
		t.Error("a term of three spins was counted")
	}
	bipartite, err := ReadModel([]byte(`{"model":"ising","lattice":"bipartite","size":[600,500],"couplings":1,"beta":0.001}`))
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := OrbitLogZ(ctx, bipartite); err == nil {
		t.Error("a cancelled context was ignored")
	}
	if _, err := KernelLogZ(ctx, bipartite); err == nil {
		t.Error("a kernel of thousands of dimensions was summed")
	}
	grid, err := ReadModel([]byte(`{"model":"ising","lattice":"square","size":[5,6],"couplings":{"uniform":[-1,1],"seed":1},"beta":1}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := KernelLogZ(ctx, grid); err == nil {
		t.Error("a cancelled context was ignored by the expansion")
	}
}
