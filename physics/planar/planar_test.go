package planar

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/spin"
)

// randomPlanar grows a planar graph: a triangulation by inserting vertices in random
// faces and flipping random edges, of which a part is kept; then pendant vertices,
// isolated vertices and a second component.
func randomPlanar(r *rand.Rand, n int) []graph.Edge {
	if n < 3 {
		if n == 2 && r.IntN(2) == 0 {
			return []graph.Edge{{0, 1}}
		}
		return nil
	}
	core := 3 + r.IntN(n-2)
	faces := [][3]int{{0, 1, 2}, {0, 1, 2}}
	set := map[graph.Edge]bool{{0, 1}: true, {0, 2}: true, {1, 2}: true}
	for v := 3; v < core; v++ {
		f := r.IntN(len(faces))
		t := faces[f]
		faces[f] = [3]int{t[0], t[1], v}
		faces = append(faces, [3]int{t[0], t[2], v}, [3]int{t[1], t[2], v})
		for _, u := range t {
			set[graph.Edge{u, v}] = true
		}
	}
	var edges []graph.Edge
	keep := 0.3 + 0.7*r.Float64()
	for u := range core {
		for v := u + 1; v < core; v++ {
			if set[graph.Edge{u, v}] && r.Float64() < keep {
				edges = append(edges, graph.Edge{u, v})
			}
		}
	}
	for v := core; v < n; v++ {
		switch r.IntN(3) {
		case 0: // isolated
		case 1: // pendant
			edges = append(edges, graph.Edge{r.IntN(v), v})
		case 2: // on an edge
			if len(edges) > 0 {
				e := edges[r.IntN(len(edges))]
				edges = append(edges, graph.Edge{e[0], v}, graph.Edge{v, e[1]})
			}
		}
	}
	// Random names.
	perm := r.Perm(n)
	for k, e := range edges {
		edges[k] = graph.Edge{perm[e[0]], perm[e[1]]}
	}
	return edges
}

func pairs(n int, beta float64, edges []graph.Edge, j func(k int) float64) *spin.Model {
	m := &spin.Model{N: n, Beta: beta}
	for k, e := range edges {
		m.Terms = append(m.Terms, spin.Term{Sites: []int{e[0], e[1]}, J: j(k)})
	}
	return m
}

// brute enumerates ln Z and the mean of a product of spins.
func brute(m *spin.Model, insert ...int) (logZ, mean float64) {
	energies := make([]float64, 1<<m.N)
	top := math.Inf(-1)
	for x := range energies {
		e := 0.0
		for _, t := range m.Terms {
			s := 1.0
			for _, i := range t.Sites {
				if x>>i&1 == 1 {
					s = -s
				}
			}
			e += m.Beta * t.J * s
		}
		energies[x] = e
		top = max(top, e)
	}
	z, weighted := 0.0, 0.0
	for x, e := range energies {
		w := math.Exp(e - top)
		z += w
		for _, i := range insert {
			if x>>i&1 == 1 {
				w = -w
			}
		}
		weighted += w
	}
	return top + math.Log(z), weighted / z
}

func near(t testing.TB, what string, got, want, bound float64) {
	t.Helper()
	if d := math.Abs(got - want); !(d <= bound+1e-11*(1+math.Abs(want))) {
		t.Fatalf("%s: %.15g, want %.15g: off by %.3g, bound %.3g", what, got, want, d, bound)
	}
}

func TestRandomPlanar(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 400 {
		n := 1 + r.IntN(11)
		scale := []float64{0.1, 1, 3}[r.IntN(3)]
		m := pairs(n, r.NormFloat64(), randomPlanar(r, n), func(int) float64 {
			if r.IntN(12) == 0 {
				return 0
			}
			return scale * r.NormFloat64()
		})
		z, err := LogZ(context.Background(), m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		want, _ := brute(m)
		near(t, "ln Z", z.Float64(), want, z.ErrorBound)
		if z.Relative() > 1e-10 || z.Negative || !z.Exact {
			t.Fatalf("bound %g (negative %t, exact %t)", z.ErrorBound, z.Negative, z.Exact)
		}
	}
}

// lattice makes a model as the generator of model files would.
func lattice(t testing.TB, kind string, rows, cols int, torus bool, beta float64, j func(k int) float64) *spin.Model {
	t.Helper()
	l := &modelfile.Lattice{Kind: kind, Size: []int{rows, cols}, Torus: torus}
	edges, err := l.Edges(1 << 24)
	if err != nil {
		t.Fatal(err)
	}
	m := &spin.Model{N: l.Sites(), Beta: beta, Lattice: l}
	for k, e := range edges {
		m.Terms = append(m.Terms, spin.Term{Sites: []int{e[0], e[1]}, J: j(k)})
	}
	return m
}

func TestTori(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, c := range []struct {
		kind       string
		rows, cols int
	}{
		{"square", 3, 3}, {"square", 3, 4}, {"square", 4, 3}, {"square", 2, 3}, {"square", 2, 2}, {"square", 5, 2},
		{"triangular", 3, 3}, {"triangular", 3, 4}, {"triangular", 2, 3}, {"triangular", 2, 2},
		{"honeycomb", 2, 2}, {"honeycomb", 2, 3}, {"honeycomb", 3, 2},
	} {
		for range 6 {
			m := lattice(t, c.kind, c.rows, c.cols, true, 1, func(int) float64 { return r.NormFloat64() })
			s, err := New(m, Options{})
			if err != nil {
				t.Fatalf("%v: %v", c, err)
			}
			if s.Genus() != 1 {
				t.Errorf("%v has genus %d", c, s.Genus())
			}
			z, err := s.LogZ(context.Background())
			if err != nil {
				t.Fatalf("%v: %v", c, err)
			}
			want, _ := brute(m)
			near(t, "ln Z", z.Float64(), want, z.ErrorBound)
			all, err := TorusSectors(context.Background(), m, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for twist, z := range all {
				flipped := *m
				flipped.Terms = append([]spin.Term(nil), m.Terms...)
				for k := range flipped.Terms {
					x := &flipped.Terms[k]
					if wraps(c.kind, c.rows, c.cols, x.Sites, k, twist) {
						x.J = -x.J
					}
				}
				want, _ := brute(&flipped)
				near(t, "sector", z.Float64(), want, z.ErrorBound)
			}
		}
	}
}

// wraps says whether the bond is flipped an odd number of times under a twist.
func wraps(kind string, rows, cols int, sites []int, _, twist int) bool {
	u, v := sites[0], sites[1]
	if kind == "honeycomb" {
		if u/2 == v/2 {
			return false
		}
		u, v = u/2, v/2
	}
	right := u%cols == cols-1 && v%cols == 0
	down := u/cols == rows-1 && v/cols == 0
	return (twist&1 == 1 && right) != (twist&2 == 2 && down)
}

// Fields on a torus: one is drawn, the others are expanded.
func TestTorusWithFields(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	for fields := 1; fields <= 4; fields++ {
		m := lattice(t, "square", 3, 4, true, 0.7, func(k int) float64 {
			if k < 2 {
				return 0
			}
			return r.NormFloat64()
		})
		withField(r, m, fields)
		s, err := New(m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Extra()) != fields-1 || s.Genus() != 1 {
			t.Errorf("%d of %d fields are not drawn, genus %d", len(s.Extra()), fields, s.Genus())
		}
		z, err := s.LogZ(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		want, _ := brute(m)
		near(t, "ln Z", z.Float64(), want, z.ErrorBound)
		c, err := s.Correlation(context.Background(), 5)
		if err != nil {
			t.Fatal(err)
		}
		_, mean := brute(m, 5)
		near(t, "mean", c.Value, mean, c.Bound)
	}
}
