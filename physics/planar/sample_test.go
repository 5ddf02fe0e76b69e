package planar

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/assay-physics/assay/physics/spin"
)

// chiSquare compares counts of configurations with their probabilities; classes that
// expect fewer than eight are put together.
func chiSquare(t *testing.T, m *spin.Model, samples [][]int8) {
	t.Helper()
	p := make([]float64, 1<<m.N)
	logZ, _ := brute(m)
	for x := range p {
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
		p[x] = math.Exp(e - logZ)
	}
	count := make([]float64, len(p))
	for _, s := range samples {
		x := 0
		for i, v := range s {
			if v < 0 {
				x |= 1 << i
			} else if v != 1 {
				t.Fatalf("spin %d", v)
			}
		}
		count[x]++
	}
	total := float64(len(samples))
	sum, classes, rareP, rareN := 0.0, 0, 0.0, 0.0
	for x, q := range p {
		if q*total < 8 {
			rareP += q
			rareN += count[x]
			continue
		}
		d := count[x] - q*total
		sum += d * d / (q * total)
		classes++
	}
	if rareP*total > 8 {
		d := rareN - rareP*total
		sum += d * d / (rareP * total)
		classes++
	}
	f := float64(classes - 1)
	if f < 1 {
		return
	}
	// Wilson and Hilferty: a standard normal variable, to good approximation.
	z := (math.Cbrt(sum/f) - (1 - 2/(9*f))) / math.Sqrt(2/(9*f))
	if z > 4.5 {
		t.Errorf("chi-square %.1f with %.0f degrees of freedom (%.1f sigma)", sum, f, z)
	}
}

func TestSampleDistribution(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for i := range 12 {
		var m *spin.Model
		switch i % 3 {
		case 0:
			n := 2 + r.IntN(8)
			m = pairs(n, 0.7, randomPlanar(r, n), func(int) float64 { return r.NormFloat64() })
		case 1:
			m = lattice(t, "square", 3, 3, true, 0.4, func(int) float64 { return r.NormFloat64() })
		case 2: // fields on the rim
			m = lattice(t, "square", 3, 3, false, 0.6, func(int) float64 { return r.NormFloat64() })
			for _, v := range []int{0, 1, 5, 8} {
				m.Terms = append(m.Terms, spin.Term{Sites: []int{v}, J: r.NormFloat64()})
			}
		}
		s, err := New(m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		samples, err := s.Sample(context.Background(), uint64(i), 3000)
		if err != nil {
			t.Fatal(err)
		}
		chiSquare(t, m, samples)
	}
}

// On larger lattices the separators come into play: the mean energy of the samples is
// compared with the exact one.
func TestSampleEnergy(t *testing.T) {
	for _, torus := range []bool{false, true} {
		m := lattice(t, "square", 11, 13, torus, 0.5, func(k int) float64 { return float64(1 - 2*(k*k/7%2)) })
		s, err := New(m, Options{Tolerance: 1e-6})
		if err != nil {
			t.Fatal(err)
		}
		exact, err := s.Observables(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		const count = 80
		samples, err := s.Sample(context.Background(), 5, count)
		if err != nil {
			t.Fatal(err)
		}
		sum, squares := 0.0, 0.0
		for _, c := range samples {
			e := 0.0
			for _, term := range m.Terms {
				e -= term.J * float64(c[term.Sites[0]]*c[term.Sites[1]])
			}
			sum += e
			squares += e * e
		}
		mean := sum / count
		sigma := math.Sqrt((squares/count - mean*mean) / count)
		t.Logf("torus %t: mean energy %.2f ± %.2f, exact %.4f ± %.1g", torus, mean, sigma, exact.Energy.Value, exact.Energy.Bound)
		if math.Abs(mean-exact.Energy.Value) > 4.5*sigma {
			t.Errorf("torus %t: mean energy %.2f ± %.2f, exact %.4f", torus, mean, sigma, exact.Energy.Value)
		}
	}
}
