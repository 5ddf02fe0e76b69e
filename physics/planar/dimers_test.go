package planar

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/assay-physics/assay/math/graph"
)

// bruteDimers sums the perfect matchings by always matching the first free vertex.
func bruteDimers(s *surface, weights []float64, used uint) float64 {
	v := 0
	for v < s.n && used>>v&1 == 1 {
		v++
	}
	if v == s.n {
		return 1
	}
	sum := 0.0
	for d := range s.at {
		w := int(s.at[d^1])
		if int(s.at[d]) == v && w != v && used>>w&1 == 0 {
			sum += weights[d/2] * bruteDimers(s, weights, used|1<<v|1<<w)
		}
	}
	return sum
}

func TestDimersOnRandomSurfaces(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	genera := map[int]int{}
	for range 500 {
		n := 2 + r.IntN(8)
		m := r.IntN(14)
		s, _ := randomSurface(r, n, m)
		weights := make([]float64, m)
		for k := range weights {
			weights[k] = r.Float64() + 0.1
			if r.IntN(10) == 0 {
				weights[k] = 0
			}
		}
		want := bruteDimers(s, weights, 0)
		if o, err := s.orient(false); err == nil && o.genus > 3 {
			continue // slow
		}
		z, err := dimerSum(context.Background(), s, weights, Options{})
		if want == 0 {
			if err != nil || !z.Value.IsInf() {
				t.Fatalf("no matching, but %v, %v", z.Value, err)
			}
			continue
		}
		o, errOrient := s.orient(false)
		if errOrient != nil { // more than maxGenus handles or an odd component
			if err == nil {
				t.Fatal("summed what cannot be oriented")
			}
			continue
		}
		genera[o.genus]++
		if err != nil {
			t.Fatal(err)
		}
		near(t, "ln Z", z.Float64(), math.Log(want), z.ErrorBound)
		if z.Negative {
			t.Fatal("a negative sum of positive weights")
		}
	}
	for g := range 3 {
		if genera[g] < 5 {
			t.Errorf("only %d surfaces of genus %d", genera[g], g)
		}
	}
	t.Log(genera)
}

func TestDimersKnownNumbers(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		torus      bool
		count      float64
		source     string
	}{
		{2, 2, false, 2, "by hand"},
		{8, 8, false, 12988816, "Kasteleyn 1961; Fisher 1961"},
		{3, 3, false, 0, "odd"},
		{4, 4, true, 272, "OEIS A212800"},
		{6, 6, true, 90176, "OEIS A212800"},
		{8, 8, true, 311853312, "OEIS A212800"},
	} {
		g, err := graph.Grid(c.rows, c.cols, c.torus)
		if err != nil {
			t.Fatal(err)
		}
		var rot graph.Rotation
		if c.torus {
			if rot, err = graph.TorusRotation(c.rows, c.cols); err != nil {
				t.Fatal(err)
			}
		}
		ones := make([]float64, g.M())
		for k := range ones {
			ones[k] = 1
		}
		z, err := DimerLogZ(context.Background(), g, rot, ones, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if c.count == 0 {
			if !z.Value.IsInf() {
				t.Errorf("%+v: ln Z = %s", c, z.Text())
			}
			continue
		}
		near(t, c.source, z.Float64(), math.Log(c.count), z.ErrorBound)
	}
}

func TestMatchingIsLargest(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	var size func(s *surface, used uint) int
	size = func(s *surface, used uint) int {
		v := 0
		for v < s.n && used>>v&1 == 1 {
			v++
		}
		if v == s.n {
			return 0
		}
		best := size(s, used|1<<v)
		for d := range s.at {
			w := int(s.at[d^1])
			if int(s.at[d]) == v && w != v && used>>w&1 == 0 {
				best = max(best, 1+size(s, used|1<<v|1<<w))
			}
		}
		return best
	}
	for range 1000 {
		s, _ := randomSurface(r, 1+r.IntN(9), r.IntN(14))
		mate, err := matching(context.Background(), s, func(int32) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		matched := 0
		for v, d := range mate {
			if d < 0 {
				continue
			}
			if int(s.at[d]) != v || mate[s.at[d^1]] != d^1 {
				t.Fatalf("vertex %d is matched by dart %d, back by %d", v, d, mate[s.at[d^1]])
			}
			matched++
		}
		if want := 2 * size(s, 0); matched != want {
			t.Fatalf("%d vertices matched, want %d", matched, want)
		}
	}
}
