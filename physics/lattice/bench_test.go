package lattice

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"github.com/assay-physics/assay/physics/modelfile"
)

func benchmarkModel(b *testing.B, name string, m Model) {
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			z, err := m.LogZ(context.Background())
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(z.Relative(), "bound")
		}
	})
}

func squareLattice(b *testing.B, torus bool, rows, cols int) (*modelfile.Lattice, [][2]int) {
	l := &modelfile.Lattice{Kind: "square", Size: []int{rows, cols}, Torus: torus}
	return l, latticeEdges(b, "square", torus, rows, cols)
}

func BenchmarkDimers(b *testing.B) {
	for _, n := range []int{1000, 10000} {
		for _, boundary := range []string{"open", "torus"} {
			benchmarkModel(b, fmt.Sprintf("%s%d", boundary, n), &Dimer{Lattice: "square", Size: []int{n, n}, Boundary: boundary})
		}
	}
	b.Run("count16", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := (&Dimer{Lattice: "square", Size: []int{16, 16}, Boundary: "open"}).Count(context.Background()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkVertexTorus(b *testing.B) {
	w := []*big.Rat{rat(1), rat(1), rat(1), rat(1), big.NewRat(3, 2), rat(1)}
	for _, n := range []int{8, 10, 12, 14} {
		benchmarkModel(b, fmt.Sprint(n), &Vertex{Weights: w, Boundary: "torus", Rows: n, Columns: n})
	}
	eight := append(w[:6:6], big.NewRat(1, 3), rat(1))
	benchmarkModel(b, "eight-vertex10", &Vertex{Weights: eight, Boundary: "torus", Rows: 10, Columns: 10})
	free := []*big.Rat{rat(3), rat(3), rat(4), rat(4), rat(5), rat(5)}
	for _, n := range []int{100, 500} {
		benchmarkModel(b, fmt.Sprint("free", n), &Vertex{Weights: free, Boundary: "torus", Rows: n, Columns: n + 1})
	}
}

func BenchmarkDomainWall(b *testing.B) {
	w := []*big.Rat{rat(1), rat(1), rat(2), rat(1), big.NewRat(3, 2), rat(1)}
	for _, n := range []int{20, 50, 100} {
		benchmarkModel(b, fmt.Sprint(n), &Vertex{Weights: w, Boundary: "domain_wall", Rows: n, Columns: n})
	}
}

func BenchmarkHardSquares(b *testing.B) {
	for _, n := range []int{16, 24, 30} {
		l, edges := squareLattice(b, false, n, n)
		benchmarkModel(b, fmt.Sprint("open", n), &HardCore{N: n * n, Edges: edges, Lattice: l, Fugacity: rat(1)})
	}
	for _, n := range []int{12, 16, 18} {
		l, edges := squareLattice(b, true, n, n)
		benchmarkModel(b, fmt.Sprint("torus", n), &HardCore{N: n * n, Edges: edges, Lattice: l, Fugacity: rat(1)})
	}
}

func BenchmarkSpanningTrees(b *testing.B) {
	for _, n := range []int{300, 700} {
		l, edges := squareLattice(b, false, n, n)
		benchmarkModel(b, fmt.Sprint("product", n), &SpanningTree{N: n * n, Edges: edges, Lattice: l, Weights: []*big.Rat{rat(1)}})
	}
	_, edges := squareLattice(b, false, 100, 100)
	benchmarkModel(b, "elimination100", &SpanningTree{N: 10000, Edges: edges, Weights: []*big.Rat{rat(1)}})
}

func BenchmarkRandomCluster(b *testing.B) {
	for _, c := range []struct {
		torus      bool
		rows, cols int
	}{{false, 10, 10}, {false, 12, 12}, {false, 8, 1000}, {true, 5, 5}, {true, 6, 6}} {
		l, edges := squareLattice(b, c.torus, c.rows, c.cols)
		benchmarkModel(b, fmt.Sprintf("%dx%dtorus=%v", c.rows, c.cols, c.torus), &RandomCluster{N: c.rows * c.cols, Edges: edges, Lattice: l, Q: big.NewRat(5, 2), V: []*big.Rat{big.NewRat(3, 2)}})
	}
}

func BenchmarkCrossing(b *testing.B) {
	for _, n := range []int{6, 8, 10} {
		b.Run(fmt.Sprint("float", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := CrossingLog(context.Background(), n, n+1, big.NewRat(1, 2)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("exact8", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Crossing(context.Background(), 8, 9, big.NewRat(1, 2)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkTriangularTorus(b *testing.B) {
	for _, n := range []int{64, 256, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			K := big.NewRat(3, 10)
			for b.Loop() {
				if _, err := TriangularTorus(context.Background(), n, n, K, K, K); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
