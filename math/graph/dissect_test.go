package graph

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// checkDissection checks the shape of the tree against its documentation.
func checkDissection(t testing.TB, n int, d Dissection, leaf int) {
	t.Helper()
	if len(d.Leaf) != n {
		t.Fatalf("%d leaves for %d vertices", len(d.Leaf), n)
	}
	nodes := len(d.Parent)
	children := make([]int, nodes)
	for x, p := range d.Parent {
		if x == nodes-1 {
			if p != -1 {
				t.Fatalf("root with parent %d", p)
			}
			continue
		}
		if int(p) <= x || int(p) >= nodes {
			t.Fatalf("node %d has parent %d", x, p)
		}
		children[p]++
	}
	held := make([]int, nodes)
	for v, x := range d.Leaf {
		if x < 0 || int(x) >= nodes || children[x] != 0 {
			t.Fatalf("vertex %d lies in node %d", v, x)
		}
		held[x]++
	}
	for x := range nodes {
		switch {
		case children[x] == 0 && (held[x] == 0 || held[x] > leaf):
			t.Fatalf("leaf %d holds %d vertices", x, held[x])
		case children[x] != 0 && children[x] != 2:
			t.Fatalf("node %d has %d children", x, children[x])
		}
	}
}

// frontSizes returns, for every node, the number of edges that leave its vertices.
func frontSizes(g *Graph, d Dissection) []int {
	size := make([]int, len(d.Parent))
	for _, e := range g.Edges {
		x, y := d.Leaf[e[0]], d.Leaf[e[1]]
		for x != y { // children come first, so the smaller one is not the common ancestor
			if x > y {
				x, y = y, x
			}
			size[x]++
			x = d.Parent[x]
		}
	}
	return size
}

func randomSimple(r *rand.Rand, n, m int) *Graph {
	var edges []Edge
	seen := map[Edge]bool{}
	for range m {
		u, v := r.IntN(n), r.IntN(n)
		e := Edge{min(u, v), max(u, v)}
		if u != v && !seen[e] {
			seen[e] = true
			edges = append(edges, e)
		}
	}
	g, err := New(n, edges)
	if err != nil {
		panic(err)
	}
	return g
}

func TestDissectProperties(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		n := rapid.IntRange(1, 120).Draw(rt, "n")
		g := randomSimple(r, n, rapid.IntRange(0, 3*n).Draw(rt, "m"))
		leaf := rapid.IntRange(1, 9).Draw(rt, "leaf")
		d := Dissect(g, DissectOptions{LeafSize: leaf})
		checkDissection(t, n, d, leaf)
		again := Dissect(g, DissectOptions{LeafSize: leaf})
		if !slices.Equal(d.Leaf, again.Leaf) || !slices.Equal(d.Parent, again.Parent) {
			rt.Fatal("two runs differ")
		}
		order := NestedDissectionOrder(g)
		if _, err := Width(g, order); err != nil {
			rt.Fatal(err)
		}
	})
}

func TestDissectEmptyAndSmall(t *testing.T) {
	for n := range 4 {
		g, err := New(n, nil)
		if err != nil {
			t.Fatal(err)
		}
		d := Dissect(g, DissectOptions{LeafSize: 1})
		if n == 0 {
			if len(d.Parent) != 0 || len(d.Leaf) != 0 {
				t.Errorf("no vertices: %v", d)
			}
			continue
		}
		checkDissection(t, n, d, 1)
	}
	checkDissection(t, 35, DissectGrid(5, 7, 3), 3)
	if d := DissectGrid(0, 7, 0); len(d.Parent) != 0 {
		t.Errorf("empty grid: %v", d)
	}
}

// On a shuffled square lattice the cuts come out as short as those that know the
// coordinates, up to a tenth; on a torus, where fronts may be slanted, up to a half.
func TestDissectGridQuality(t *testing.T) {
	for _, torus := range []bool{false, true} {
		const side = 40
		g, err := Grid(side, side, torus)
		if err != nil {
			t.Fatal(err)
		}
		perm := rand.New(rand.NewPCG(3, 4)).Perm(g.N)
		edges := make([]Edge, g.M())
		for k, e := range g.Edges {
			edges[k] = Edge{perm[e[0]], perm[e[1]]}
		}
		shuffled, err := New(g.N, edges)
		if err != nil {
			t.Fatal(err)
		}
		known := frontSizes(g, DissectGrid(side, side, 4))
		found := frontSizes(shuffled, Dissect(shuffled, DissectOptions{}))
		percent := 110
		if torus {
			percent = 150
		}
		if a, b := slices.Max(found), slices.Max(known); 100*a > percent*b {
			t.Errorf("torus %t: largest front %d, with coordinates %d", torus, a, b)
		}
		cubes := func(s []int) (sum int) {
			for _, x := range s {
				sum += x * x * x
			}
			return sum
		}
		t.Logf("torus %t: largest front %d (coordinates: %d), cubes %.3g (%.3g)", torus, slices.Max(found), slices.Max(known),
			float64(cubes(found)), float64(cubes(known)))
		if a, b := cubes(found), cubes(known); a > 2*b {
			t.Errorf("torus %t: cost %d, with coordinates %d", torus, a, b)
		}
	}
}

func TestNestedDissectionWidth(t *testing.T) {
	for _, side := range []int{8, 16, 32} {
		g, err := Grid(side, side, false)
		if err != nil {
			t.Fatal(err)
		}
		w, err := Width(g, NestedDissectionOrder(g))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d×%d: width %d", side, side, w)
		if w > 2*side {
			t.Errorf("%d×%d: width %d", side, side, w)
		}
	}
}

func BenchmarkDissectGridMillion(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		DissectGrid(1000, 1000, 4)
	}
}

func BenchmarkDissect256(b *testing.B) {
	g, err := Grid(256, 256, false)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		Dissect(g, DissectOptions{})
	}
}

func BenchmarkNestedDissection100(b *testing.B) {
	g, err := Grid(100, 100, false)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		NestedDissectionOrder(g)
	}
}

// Expanders, where fronts are no good: nested dissection with coarsening is narrower than
// least fill to its end, which takes far longer.
func TestNestedDissectionOfExpanders(t *testing.T) {
	for seed := range uint64(3) {
		g := regular(t, 2000, 3, seed)
		nested, err := Width(g, NestedDissectionOrder(g))
		if err != nil {
			t.Fatal(err)
		}
		fill, err := Width(g, MinFillOrder(g, 0))
		if err != nil {
			t.Fatal(err)
		}
		if nested >= fill {
			t.Errorf("cubic graph %d: nested dissection %d, least fill %d", seed, nested, fill)
		}
	}
}

// Multilevel cuts of connected graphs keep their balance and count their edges; stars,
// which do not coarsen, are no exception.
func TestMultilevel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(10, 400).Draw(t, "n")
		hubs := rapid.IntRange(1, n-1).Draw(t, "hubs") // 1: a star; many: a tree
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "edges"), 1))
		present := map[Edge]bool{}
		for v := 1; v < n; v++ {
			present[Edge{random.IntN(min(v, hubs)), v}] = true
		}
		for range rapid.IntRange(0, 2*n).Draw(t, "more") {
			if u, v := random.IntN(n), random.IntN(n); u < v {
				present[Edge{u, v}] = true
			}
		}
		g, err := New(n, slices.SortedFunc(maps.Keys(present), func(a, b Edge) int { return slices.Compare(a[:], b[:]) }))
		if err != nil {
			t.Fatal(err)
		}
		b := newBisector(g)
		part := make([]int32, n)
		for v := range part {
			part[v] = int32(v)
		}
		b.enter(part)
		low, high := max(1, n/2-n/10), n/2+n/10
		cost, balanced := b.multilevel(part, low, high, rapid.Uint64().Draw(t, "seed"))
		left, cut := 0, 0
		for v := range n {
			if !b.side[v] {
				left++
			}
		}
		for _, e := range g.Edges {
			if b.side[e[0]] != b.side[e[1]] {
				cut++
			}
		}
		if cut != cost || balanced != (low <= left && left <= high) || !balanced {
			t.Fatalf("%d vertices on the left of %d, %d edges cut, %d claimed, balanced %v", left, n, cut, cost, balanced)
		}
	})
}
