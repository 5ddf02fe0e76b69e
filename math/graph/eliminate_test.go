package graph

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// widthBySimulation plays the elimination game on an adjacency matrix.
func widthBySimulation(g *Graph, order []int) int {
	adj := make([][]bool, g.N)
	for v := range adj {
		adj[v] = make([]bool, g.N)
	}
	for _, e := range g.Edges {
		adj[e[0]][e[1]], adj[e[1]][e[0]] = true, true
	}
	gone := make([]bool, g.N)
	width := 0
	for _, v := range order {
		gone[v] = true
		var around []int
		for w := range g.N {
			if adj[v][w] && !gone[w] {
				around = append(around, w)
			}
		}
		width = max(width, len(around))
		for _, a := range around {
			for _, b := range around {
				adj[a][b] = a != b
			}
		}
	}
	return width
}

func TestWidthAgainstTheGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, 14)
		identity := make([]int, g.N)
		for v := range identity {
			identity[v] = v
		}
		order := rapid.Permutation(identity).Draw(t, "order")
		got, err := Width(g, order)
		if err != nil {
			t.Fatal(err)
		}
		if want := widthBySimulation(g, order); got != want {
			t.Fatalf("width %d, the elimination game says %d: %v %v", got, want, g.Edges, order)
		}
	})
}

func TestOrdersAndBoundsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, 10)
		exactOrder, exact, err := ExactOrder(g)
		if err != nil {
			t.Fatal(err)
		}
		if w := widthBySimulation(g, exactOrder); w != exact {
			t.Fatalf("the exact order has width %d, it was to be %d", w, exact)
		}
		for name, order := range map[string][]int{"min-fill": MinFillOrder(g, 0), "min-degree": MinDegreeOrder(g, 0)} {
			if w := widthBySimulation(g, order); w < exact {
				t.Fatalf("%s reaches width %d below the exact %d", name, w, exact)
			}
			d, err := Decompose(g, order)
			if err != nil {
				t.Fatal(err)
			}
			if w, err := VerifyTreeDecomposition(g, d); err != nil || w != widthBySimulation(g, order) {
				t.Fatalf("%s: decomposition of width %d, error %v", name, w, err)
			}
		}
		for name, find := range map[string]func(*Graph) (int, Minor){"contraction": LowerBound, "core": CoreBound} {
			bound, minor := find(g)
			if bound > exact {
				t.Fatalf("%s: lower bound %d over the treewidth %d", name, bound, exact)
			}
			if d, err := VerifyMinor(g, minor); err != nil || d != bound {
				t.Fatalf("%s: minor of least degree %d for a bound of %d, error %v: %v %v", name, d, bound, err, g.Edges, minor)
			}
		}
	})
}

// ExactOrder against every order of small graphs.
func TestExactAgainstAllOrders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, 6)
		best := g.N
		order := make([]int, 0, g.N)
		var try func()
		try = func() {
			if len(order) == g.N {
				best = min(best, widthBySimulation(g, order))
				return
			}
			for v := range g.N {
				if !slices.Contains(order, v) {
					order = append(order, v)
					try()
					order = order[:len(order)-1]
				}
			}
		}
		try()
		if _, w, err := ExactOrder(g); err != nil || w != best {
			t.Fatalf("treewidth %d, error %v; the best of all orders has %d", w, err, best)
		}
	})
}

func TestTreewidthOfKnownGraphs(t *testing.T) {
	grid := func(r, c int, torus bool) *Graph {
		g, err := Grid(r, c, torus)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	cycle := must(t, 6, Edge{0, 1}, Edge{1, 2}, Edge{2, 3}, Edge{3, 4}, Edge{4, 5}, Edge{5, 0})
	for _, c := range []struct {
		name  string
		g     *Graph
		width int
	}{
		{"no edges", must(t, 3), 0},
		{"path", grid(1, 12, false), 1},
		{"cycle", cycle, 2},
		{"ladder", grid(2, 7, false), 2},
		{"grid 3x5", grid(3, 5, false), 3},
		{"grid 4x4", grid(4, 4, false), 4},
		{"torus 3x3", grid(3, 3, true), 5},
		{"K7", complete(t, 7), 6},
		{"K3,4", bipartite(t, 3, 4), 3},
		{"Petersen", petersen(t), 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, w, err := ExactOrder(c.g)
			if err != nil || w != c.width {
				t.Fatalf("treewidth %d, error %v, want %d", w, err, c.width)
			}
			if b, _ := LowerBound(c.g); b > c.width || (c.g.M() > 0 && b < 1) {
				t.Fatalf("lower bound %d of a treewidth of %d", b, c.width)
			}
		})
	}
	if _, _, err := ExactOrder(complete(t, MaxExactWidth+1)); err == nil {
		t.Error("ExactOrder took more vertices than its limit")
	}
}

func TestCoreOfTheTorus(t *testing.T) {
	g, err := Grid(40, 50, true)
	if err != nil {
		t.Fatal(err)
	}
	if bound, core := CoreBound(g); bound != 4 || len(core.Sets) != g.N {
		t.Errorf("core of least degree %d on %d vertices; the torus is 4-regular and connected", bound, len(core.Sets))
	}
}

func TestSweepWidthOfLargeGrids(t *testing.T) {
	for _, c := range [][2]int{{5, 3}, {40, 17}, {1000, 300}} {
		g, err := Grid(c[0], c[1], false)
		if err != nil {
			t.Fatal(err)
		}
		order := make([]int, g.N)
		for v := range order {
			order[v] = v
		}
		if w, err := Width(g, order); err != nil || w != c[1] {
			t.Errorf("row-major sweep of a %d×%d grid: width %d, error %v, want %d", c[0], c[1], w, err, c[1])
		}
	}
}

func TestOrderErrors(t *testing.T) {
	g := complete(t, 3)
	for _, order := range [][]int{{0, 1}, {0, 1, 1}, {0, 1, 3}, {-1, 0, 1}} {
		if _, err := Width(g, order); err == nil {
			t.Errorf("Width took %v", order)
		}
		if _, err := Decompose(g, order); err == nil {
			t.Errorf("Decompose took %v", order)
		}
	}
}

func TestWidthCheckersRefuse(t *testing.T) {
	g := must(t, 4, Edge{0, 1}, Edge{1, 2}, Edge{2, 3}, Edge{3, 0})
	decomposition := func(d Decomposition) error { _, err := VerifyTreeDecomposition(g, d); return err }
	if err := decomposition(Decomposition{Bags: [][]int{{0, 1, 2}, {0, 2, 3}}, Parent: []int{1, -1}}); err != nil {
		t.Fatal(err)
	}
	minor := func(m Minor) error { _, err := VerifyMinor(g, m); return err }
	if d, err := VerifyMinor(g, Minor{Sets: [][]int{{0, 1}, {2}, {3}}}); err != nil || d != 2 {
		t.Fatalf("a triangle from a square: least degree %d, error %v", d, err)
	}
	for name, err := range map[string]error{
		"uncovered edge":     decomposition(Decomposition{Bags: [][]int{{0, 1, 2}, {2, 3}}, Parent: []int{1, -1}}),
		"uncovered vertex":   decomposition(Decomposition{Bags: [][]int{{0, 1, 2}}, Parent: []int{-1}}),
		"split subtree":      decomposition(Decomposition{Bags: [][]int{{0, 1, 2}, {0, 2, 3}}, Parent: []int{-1, -1}}),
		"backward link":      decomposition(Decomposition{Bags: [][]int{{0, 1, 2}, {0, 2, 3}}, Parent: []int{-1, 0}}),
		"foreign vertex":     decomposition(Decomposition{Bags: [][]int{{0, 1, 2}, {0, 2, 3, 4}}, Parent: []int{1, -1}}),
		"vertex twice":       decomposition(Decomposition{Bags: [][]int{{0, 1, 2, 2}, {0, 2, 3}}, Parent: []int{1, -1}}),
		"parents missing":    decomposition(Decomposition{Bags: [][]int{{0, 1, 2}, {0, 2, 3}}, Parent: []int{1}}),
		"set not connected":  minor(Minor{Sets: [][]int{{0, 2}, {1}}}),
		"sets that overlap":  minor(Minor{Sets: [][]int{{0, 1}, {1, 2}}}),
		"empty set":          minor(Minor{Sets: [][]int{{0}, {}}}),
		"set out of a graph": minor(Minor{Sets: [][]int{{0}, {4}}}),
	} {
		if err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

func BenchmarkOrders(b *testing.B) {
	grid, err := Grid(100, 100, false)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		g    *Graph
	}{{"grid100", grid}, {"regular3_200", regular(b, 200, 3, 1)}} {
		for _, f := range []struct {
			name string
			find func(*Graph, int) []int
		}{{"min-fill", MinFillOrder}, {"min-degree", MinDegreeOrder}} {
			b.Run(fmt.Sprintf("%s/%s", c.name, f.name), func(b *testing.B) {
				b.ReportAllocs()
				var order []int
				for b.Loop() {
					order = f.find(c.g, 0)
				}
				w, err := Width(c.g, order)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(w), "width")
			})
		}
		b.Run(c.name+"/lower", func(b *testing.B) {
			b.ReportAllocs()
			bound := 0
			for b.Loop() {
				bound, _ = LowerBound(c.g)
			}
			b.ReportMetric(float64(bound), "bound")
		})
	}
}

func TestOrderLimit(t *testing.T) {
	g := regular(t, 300, 4, 1)
	for name, order := range map[string][]int{"min-fill": MinFillOrder(g, 5), "min-degree": MinDegreeOrder(g, 5)} {
		if w, err := Width(g, order); err != nil || w <= 5 {
			t.Errorf("%s: width %d, error %v; this graph is far wider than the limit of 5", name, w, err)
		}
	}
	path := must(t, 4, Edge{2, 0}, Edge{0, 3}, Edge{3, 1})
	if order := MinFillOrder(path, 1); !equal(order, []int{1, 2, 0, 3}) {
		t.Errorf("order of a path under a limit of 1: %v", order)
	}
}

// Both forms of each heuristic make the same choices, except among equals: the sparse
// one is checked step by step against the definition, the dense one too.
func TestGreedyOrdersKeepTheirPromise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, 40)
		for name, order := range map[string][]int{
			"dense min-fill": denseMinFill(g, 0, 0), "sparse min-fill": sparseMinFill(g, 0),
		} {
			checkGreedy(t, name, g, order, func(degree, fill int) [2]int { return [2]int{fill, degree} })
		}
		for name, order := range map[string][]int{
			"dense min-degree": denseMinDegree(g, 0), "sparse min-degree": sparseMinDegree(g, 0),
		} {
			checkGreedy(t, name, g, order, func(degree, _ int) [2]int { return [2]int{degree, 0} })
		}
	})
}

// checkGreedy plays the elimination game and holds every choice to the rule, until what
// is left can be no wider than what was.
func checkGreedy(t *rapid.T, name string, g *Graph, order []int, rule func(degree, fill int) [2]int) {
	adj := make([]map[int]bool, g.N)
	for v := range adj {
		adj[v] = map[int]bool{}
	}
	for _, e := range g.Edges {
		adj[e[0]][e[1]], adj[e[1]][e[0]] = true, true
	}
	score := func(v int) [2]int {
		missing := 0
		for a := range adj[v] {
			for b := range adj[v] {
				if a < b && !adj[a][b] {
					missing++
				}
			}
		}
		return rule(len(adj[v]), missing)
	}
	alive := map[int]bool{}
	for v := range g.N {
		alive[v] = true
	}
	width := 0
	for _, v := range order {
		// The order may be completed arbitrarily once the rest cannot be wider.
		if least := len(adj[v]); max(width, least) >= len(alive)-1 {
			return
		}
		best := [2]int{1 << 30, 0}
		for u := range alive {
			if s := score(u); s[0] < best[0] || s[0] == best[0] && s[1] < best[1] {
				best = s
			}
		}
		if s := score(v); s != best {
			t.Fatalf("%s takes vertex %d of score %v, the best is %v: %v, order %v", name, v, s, best, g.Edges, order)
		}
		width = max(width, len(adj[v]))
		for a := range adj[v] {
			for b := range adj[v] {
				if a != b {
					adj[a][b] = true
				}
			}
			delete(adj[a], v)
		}
		delete(alive, v)
	}
}
