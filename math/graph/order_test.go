package graph

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// shuffledGrid numbers the vertices of a grid at random.
func shuffledGrid(t testing.TB, rows, cols int, seed uint64) *Graph {
	t.Helper()
	grid, err := Grid(rows, cols, false)
	if err != nil {
		t.Fatal(err)
	}
	label := rand.New(rand.NewPCG(seed, 1)).Perm(grid.N)
	edges := make([]Edge, grid.M())
	for k, e := range grid.Edges {
		edges[k] = Edge{label[e[0]], label[e[1]]}
	}
	g, err := New(grid.N, edges)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// FindOrder keeps its promise against each search alone, and against the exact width.
func TestFindOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, 40)
		best := FindOrder(g)
		if w := widthBySimulation(g, best.Order); w != best.Width {
			t.Fatalf("width %d, by the elimination game %d", best.Width, w)
		}
		for name, order := range map[string][]int{
			"least fill": MinFillOrder(g, 0), "least degree": MinDegreeOrder(g, 0),
			"nested dissection": NestedDissectionOrder(g), "level sweep": LevelSweepOrder(g), "as numbered": identity(g.N),
		} {
			if w := widthBySimulation(g, order); w < best.Width {
				t.Fatalf("%s reaches %d, FindOrder %d by %s", name, w, best.Width, best.By)
			}
		}
		if g.N <= MaxExactWidth && best.By != "exact" {
			t.Fatalf("an order of %d vertices by %s", g.N, best.By)
		}
	})
}

// The treewidth of a grid is its shorter side; levels are diagonals, one wider at most.
func TestFindOrderOnGrids(t *testing.T) {
	for _, c := range [][2]int{{5, 60}, {20, 20}, {12, 33}} {
		if o := FindOrder(shuffledGrid(t, c[0], c[1], 3)); o.Width > min(c[0], c[1])+1 {
			t.Errorf("%d × %d grid, shuffled: width %d by %s", c[0], c[1], o.Width, o.By)
		}
		g, err := Grid(c[0], c[1], false)
		if err != nil {
			t.Fatal(err)
		}
		if o := FindOrder(g); o.Width > min(c[0], c[1])+1 {
			t.Errorf("%d × %d grid: width %d by %s", c[0], c[1], o.Width, o.By)
		}
	}
}

func BenchmarkFindOrder(b *testing.B) {
	for _, c := range []struct {
		name string
		g    *Graph
	}{
		{"grid100x100", shuffledGrid(b, 100, 100, 1)},
		{"strip20x500", shuffledGrid(b, 20, 500, 1)},
		{"regular3_10000", regular(b, 10000, 3, 1)},
	} {
		b.Run(fmt.Sprintf("n=10000/%s", c.name), func(b *testing.B) {
			b.ReportAllocs()
			var o Ordering
			for b.Loop() {
				o = FindOrder(c.g)
			}
			b.ReportMetric(float64(o.Width), "width")
		})
	}
}
