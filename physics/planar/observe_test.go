package planar

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/physics/spin"
)

// withField adds fields at random sites.
func withField(r *rand.Rand, m *spin.Model, count int) {
	for _, v := range r.Perm(m.N)[:min(count, m.N)] {
		m.Terms = append(m.Terms, spin.Term{Sites: []int{v}, J: r.NormFloat64()})
	}
}

func TestFieldsAndCrossingBonds(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	kinds := map[string]int{}
	for range 110 {
		n := 3 + r.IntN(7)
		edges := randomPlanar(r, n)
		m := pairs(n, 0.8, edges, func(int) float64 { return r.NormFloat64() })
		withField(r, m, r.IntN(5))
		for range r.IntN(3) { // bonds that may cross
			p := r.Perm(n)
			m.Terms = append(m.Terms, spin.Term{Sites: []int{p[0], p[1]}, J: r.NormFloat64()})
		}
		s, err := New(m, Options{MaxExtra: 6})
		if errors.Is(err, ErrNotPlanar) {
			kinds["too many"]++
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case len(s.Extra()) > 0:
			kinds["extra"]++
		case s.ghost >= 0:
			kinds["ghost"]++
		default:
			kinds["plain"]++
		}
		z, err := s.LogZ(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		want, _ := brute(m)
		near(t, "ln Z", z.Float64(), want, z.ErrorBound)
		a, err := FindApices(m, 6)
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Fields)+len(a.Bonds) != len(s.Extra()) || a.Ghost != m.HasField() {
			t.Fatalf("%v (%d fields, %d bonds), but %v are not drawn", a, len(a.Fields), len(a.Bonds), s.Extra())
		}
		o, err := s.Observables(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		checkMeans(t, m, o)
		var sites []int
		for range 1 + r.IntN(4) {
			sites = append(sites, r.IntN(n))
		}
		got, err := s.Correlation(context.Background(), sites...)
		if err != nil {
			t.Fatal(err)
		}
		_, mean := brute(m, sites...)
		near(t, "correlation", got.Value, mean, got.Bound)
	}
	for _, k := range []string{"extra", "ghost", "plain"} {
		if kinds[k] < 10 {
			t.Errorf("only %d cases of kind %s", kinds[k], k)
		}
	}
	t.Log(kinds)
}

func checkMeans(t *testing.T, m *spin.Model, o Observables) {
	t.Helper()
	for _, b := range o.Bonds {
		sites := []int{b.U}
		if b.V >= 0 {
			sites = append(sites, b.V)
		}
		_, want := brute(m, sites...)
		near(t, "bond", b.Mean.Value, want, b.Mean.Bound)
		if b.Mean.Bound > 1e-6 {
			t.Fatalf("bond %d–%d: bound %g", b.U, b.V, b.Mean.Bound)
		}
	}
	energy := 0.0
	for _, term := range m.Terms {
		_, mean := brute(m, term.Sites...)
		energy -= term.J * mean
	}
	near(t, "energy", o.Energy.Value, energy, o.Energy.Bound)
}

func TestTorusObservables(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for range 4 {
		m := lattice(t, "square", 3, 4, true, 1, func(int) float64 { return r.NormFloat64() })
		s, err := New(m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		o, err := s.Observables(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		checkMeans(t, m, o)
		sites := []int{r.IntN(12), r.IntN(12), r.IntN(12), r.IntN(12)}
		got, err := s.Correlation(context.Background(), sites...)
		if err != nil {
			t.Fatal(err)
		}
		_, want := brute(m, sites...)
		near(t, "correlation", got.Value, want, got.Bound)
	}
}

// Two opposite corners of a fully frustrated square do not know of each other: their
// correlation is zero, and so is the Pfaffian that counts it.
func TestCorrelationThatVanishes(t *testing.T) {
	m := pairs(4, 1, []graph.Edge{{0, 1}, {1, 2}, {2, 3}, {3, 0}}, func(k int) float64 {
		if k == 0 {
			return -1
		}
		return 1
	})
	s, err := New(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Correlation(context.Background(), 0, 2)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(got.Value) > got.Bound || got.Bound > 1e-9 {
		t.Errorf("⟨s0 s2⟩ = %g ± %g, want 0", got.Value, got.Bound)
	}
	if one, err := s.Correlation(context.Background(), 1, 1); err != nil || math.Abs(one.Value-1) > one.Bound {
		t.Errorf("⟨s1 s1⟩ = %v, %v", one, err)
	}
	if odd, err := s.Correlation(context.Background(), 1); err != nil || odd.Value != 0 || odd.Bound != 0 {
		t.Errorf("⟨s1⟩ = %v, %v", odd, err)
	}
	if _, err := s.Correlation(context.Background(), 4); err == nil {
		t.Error("site 4 of 4")
	}
}

// Curie's law of one bond, C = K²/cosh²K, and the variance of the energy by enumeration.
func TestSpecificHeat(t *testing.T) {
	r := rand.New(rand.NewPCG(25, 26))
	for i := range 8 {
		n := 2 + r.IntN(7)
		m := pairs(n, 0.9, randomPlanar(r, n), func(int) float64 { return r.NormFloat64() })
		if i == 0 {
			m = pairs(2, 0.75, []graph.Edge{{0, 1}}, func(int) float64 { return 2 })
		}
		if i > 4 {
			withField(r, m, 3)
		}
		s, err := New(m, Options{})
		if errors.Is(err, ErrNotPlanar) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		c, err := s.SpecificHeat(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		logZ, _ := brute(m)
		mean, square := 0.0, 0.0
		for x := range 1 << m.N {
			e := 0.0
			for _, term := range m.Terms {
				s := 1.0
				for _, i := range term.Sites {
					if x>>i&1 == 1 {
						s = -s
					}
				}
				e += m.Beta * term.J * s
			}
			p := math.Exp(e - logZ)
			mean += p * e
			square += p * e * e
		}
		near(t, "C", c.Value, square-mean*mean, c.Bound)
		if c.Bound > 1e-8*(1+c.Value) {
			t.Errorf("bound %g", c.Bound)
		}
		if i == 0 {
			near(t, "one bond", c.Value, 2.25/math.Pow(math.Cosh(1.5), 2), c.Bound)
		}
	}
}
