package graph

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// must builds a graph that a test knows to be right.
func must(t testing.TB, n int, edges ...Edge) *Graph {
	t.Helper()
	g, err := New(n, edges)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func complete(t testing.TB, n int) *Graph {
	var edges []Edge
	for u := range n {
		for v := u + 1; v < n; v++ {
			edges = append(edges, Edge{u, v})
		}
	}
	return must(t, n, edges...)
}

func bipartite(t testing.TB, a, b int) *Graph {
	var edges []Edge
	for u := range a {
		for v := range b {
			edges = append(edges, Edge{u, a + v})
		}
	}
	return must(t, a+b, edges...)
}

func petersen(t testing.TB) *Graph {
	var edges []Edge
	for i := range 5 {
		edges = append(edges, Edge{i, (i + 1) % 5}, Edge{i, i + 5}, Edge{i + 5, (i+2)%5 + 5})
	}
	return must(t, 10, edges...)
}

// regular draws a random d-regular simple graph by switching edges of a circulant.
func regular(t testing.TB, n, d int, seed uint64) *Graph {
	rng := rand.New(rand.NewPCG(seed, 1))
	have := map[Edge]bool{}
	key := func(u, v int) Edge { return Edge{min(u, v), max(u, v)} }
	var edges []Edge
	add := func(u, v int) { edges = append(edges, key(u, v)); have[key(u, v)] = true }
	for v := range n {
		for s := 1; s <= d/2; s++ {
			add(v, (v+s)%n)
		}
		if d%2 == 1 && v < n/2 {
			add(v, v+n/2)
		}
	}
	for range 20 * len(edges) {
		i, j := rng.IntN(len(edges)), rng.IntN(len(edges))
		a, b := edges[i], edges[j]
		if rng.IntN(2) == 0 {
			b[0], b[1] = b[1], b[0]
		}
		p, q := key(a[0], b[1]), key(b[0], a[1])
		if p[0] == p[1] || q[0] == q[1] || p == q || have[p] || have[q] {
			continue
		}
		delete(have, edges[i])
		delete(have, edges[j])
		edges[i], edges[j] = p, q
		have[p], have[q] = true, true
	}
	return must(t, n, edges...)
}

// drawGraph draws a graph on at most maxN vertices, from empty to complete.
func drawGraph(t *rapid.T, maxN int) *Graph {
	n := rapid.IntRange(1, maxN).Draw(t, "n")
	var all []Edge
	for u := range n {
		for v := u + 1; v < n; v++ {
			all = append(all, Edge{u, v})
		}
	}
	all = rapid.Permutation(all).Draw(t, "order")
	m := rapid.IntRange(0, len(all)).Draw(t, "m")
	if rapid.Bool().Draw(t, "sparse") {
		m = min(m, 3*n)
	}
	g, err := New(n, all[:m])
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []struct {
		name  string
		n     int
		edges []Edge
		want  string
	}{
		{"loop", 3, []Edge{{0, 1}, {2, 2}}, "edge 1 is a loop at vertex 2"},
		{"parallel", 3, []Edge{{0, 1}, {1, 2}, {1, 0}}, "edges 0 and 2 both join"},
		{"range", 3, []Edge{{0, 3}}, "edge 0 joins 0 and 3"},
		{"negative vertex", 3, []Edge{{-1, 0}}, "edge 0 joins -1 and 0"},
		{"negative size", -1, nil, "-1 vertices"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := New(c.n, c.edges)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("error %v, want %q", err, c.want)
			}
		})
	}
}

func TestRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, 12)
		arcs := 0
		for v := range g.N {
			last := int32(-1)
			for i, w := range g.Neighbors(v) {
				arcs++
				e := g.Edges[g.EdgesAt(v)[i]]
				if w <= last || (e != Edge{v, int(w)} && e != Edge{int(w), v}) {
					t.Fatalf("row %d is %v with edges %v", v, g.Neighbors(v), g.EdgesAt(v))
				}
				last = w
			}
		}
		if arcs != 2*g.M() {
			t.Fatalf("%d arcs for %d edges", arcs, g.M())
		}
		for k, e := range g.Edges {
			if g.Find(e[0], e[1]) != k || g.Find(e[1], e[0]) != k {
				t.Fatalf("edge %d is not found", k)
			}
		}
		if g.Find(0, 0) != -1 {
			t.Fatal("found a loop")
		}
	})
}

func TestComponents(t *testing.T) {
	g := must(t, 7, Edge{5, 2}, Edge{0, 3}, Edge{3, 6})
	label, count := g.Components()
	if want := []int{0, 1, 2, 0, 3, 2, 0}; count != 4 || !equal(label, want) {
		t.Fatalf("labels %v (%d), want %v (4)", label, count, want)
	}
	if d := g.Distances(0); !equal(d, []int{0, -1, -1, 1, -1, -1, 2}) {
		t.Fatalf("distances %v", d)
	}
}

func equal[T comparable](a, b []T) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestBalance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, 9)
		sign := make([]int8, g.M())
		for k := range sign {
			sign[k] = rapid.SampledFrom([]int8{1, -1}).Draw(t, "sign")
		}
		if rapid.Bool().Draw(t, "from a switching") {
			for k, e := range g.Edges {
				sign[k] = int8((1 - 2*(e[0]*5/3%2)) * (1 - 2*(e[1]*5/3%2)))
			}
		}
		b, err := FindBalance(g, sign)
		if err != nil {
			t.Fatal(err)
		}
		// Brute force over all switchings.
		want := false
		for x := range 1 << g.N {
			ok := true
			for k, e := range g.Edges {
				if (x>>e[0]^x>>e[1])&1 == 0 != (sign[k] == 1) {
					ok = false
					break
				}
			}
			want = want || ok
		}
		if b.Balanced != want {
			t.Fatalf("balanced %t, brute force says %t", b.Balanced, want)
		}
		if b.Balanced {
			err = VerifyBalance(g, sign, b.Switching)
		} else {
			err = VerifyFrustratedCycle(g, sign, b.Cycle)
		}
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestBipartition(t *testing.T) {
	if side, odd := FindBipartition(bipartite(t, 3, 4)); odd != nil || !equal(side, []int8{1, 1, 1, -1, -1, -1, -1}) {
		t.Fatalf("sides %v, cycle %v", side, odd)
	}
	if side, odd := FindBipartition(petersen(t)); side != nil || len(odd) != 5 {
		t.Fatalf("Petersen graph: sides %v, cycle %v; its odd girth is 5", side, odd)
	}
}

func TestBalanceCheckersRefuse(t *testing.T) {
	g := must(t, 4, Edge{0, 1}, Edge{1, 2}, Edge{2, 0}, Edge{2, 3})
	sign := []int8{1, 1, -1, 1}
	for name, err := range map[string]error{
		"switching leaves an edge negative": VerifyBalance(g, sign, []int8{1, 1, 1, 1}),
		"switching of the wrong length":     VerifyBalance(g, sign, []int8{1, 1, 1}),
		"switching with a zero":             VerifyBalance(g, sign, []int8{1, 0, 1, 1}),
		"cycle that is not one":             VerifyFrustratedCycle(g, sign, []int{0, 1, 3}),
		"cycle that repeats":                VerifyFrustratedCycle(g, sign, []int{0, 1, 2, 0, 1, 2}),
		"cycle of two":                      VerifyFrustratedCycle(g, sign, []int{0, 1}),
		"cycle that is not frustrated":      VerifyFrustratedCycle(g, []int8{1, 1, 1, 1}, []int{0, 1, 2}),
		"signs of the wrong length":         VerifyFrustratedCycle(g, sign[:2], []int{0, 1, 2}),
	} {
		if err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
	if err := VerifyFrustratedCycle(g, sign, []int{1, 2, 0}); err != nil {
		t.Error(err)
	}
	if _, err := FindBalance(g, []int8{1, 1, 0, 1}); err == nil {
		t.Error("a sign of zero was accepted")
	}
}
