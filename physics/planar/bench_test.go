package planar

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/spin"
)

// glass is the open ±J square lattice of the reference data.
func glass(t testing.TB, side int, seed uint64, beta float64) *spin.Model {
	return lattice(t, "square", side, side, false, beta, func(k int) float64 { return float64(modelfile.Sign(seed, uint64(k))) })
}

// Open ±J grids at β = 1 from a model in memory to a certified ln Z. The targets on two
// cores are 20 ms, 1.5 s and 10 s for L = 64, 512 and 1024.
func BenchmarkGlass(b *testing.B) {
	for _, side := range []int{64, 128, 256, 512, 1024} {
		b.Run(fmt.Sprint(side), func(b *testing.B) {
			if side > 512 && testing.Short() {
				b.Skip("large")
			}
			m := glass(b, side, 1, 1)
			b.ReportAllocs()
			for b.Loop() {
				z, err := LogZ(context.Background(), m, Options{})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(z.Relative(), "relbound")
			}
		})
	}
}

func BenchmarkPrepare(b *testing.B) {
	m := glass(b, 512, 1, 1)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New(m, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// A planar graph that nobody has told is a lattice: embedding and dissection included.
func BenchmarkUnknownTriangular(b *testing.B) {
	m := lattice(b, "triangular", 150, 150, false, 0.5, func(k int) float64 { return float64(modelfile.Sign(1, uint64(k))) })
	perm := rand.New(rand.NewPCG(1, 2)).Perm(m.N)
	for _, t := range m.Terms {
		t.Sites[0], t.Sites[1] = perm[t.Sites[0]], perm[t.Sites[1]]
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := LogZ(context.Background(), m, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTorusSectors(b *testing.B) {
	m := lattice(b, "square", 64, 64, true, 0.8, func(k int) float64 { return float64(modelfile.Sign(3, uint64(k))) })
	b.ReportAllocs()
	for b.Loop() {
		if _, err := TorusSectors(context.Background(), m, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSample(b *testing.B) {
	for _, side := range []int{16, 64} {
		b.Run(fmt.Sprint(side), func(b *testing.B) {
			m := glass(b, side, 1, 0.8)
			s, err := New(m, Options{})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := s.Sample(context.Background(), uint64(i), 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
