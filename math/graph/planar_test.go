package graph

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// checkPlanarity verifies whichever witness FindPlanarity returns.
func checkPlanarity(t interface {
	Helper()
	Fatalf(string, ...any)
}, g *Graph) bool {
	t.Helper()
	p := FindPlanarity(g)
	if p.Planar != IsPlanar(g) {
		t.Fatalf("FindPlanarity and IsPlanar disagree")
	}
	if !p.Planar {
		if err := VerifyKuratowski(g, *p.Kuratowski); err != nil {
			t.Fatalf("%v\n%+v", err, p.Kuratowski)
		}
		return false
	}
	genus, err := VerifyEmbedding(g, p.Rotation)
	if err != nil || genus != 0 {
		t.Fatalf("embedding of genus %d, error %v\n%v\n%v", genus, err, g.Edges, p.Rotation)
	}
	return true
}

func TestPlanarityOfKnownGraphs(t *testing.T) {
	grid := func(r, c int, torus bool) *Graph {
		g, err := Grid(r, c, torus)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	minus := func(g *Graph, k int) *Graph { // g without edge k
		edges := append(append([]Edge{}, g.Edges[:k]...), g.Edges[k+1:]...)
		return must(t, g.N, edges...)
	}
	for _, c := range []struct {
		name   string
		g      *Graph
		planar bool
	}{
		{"empty", must(t, 0), true},
		{"point", must(t, 1), true},
		{"edge", complete(t, 2), true},
		{"K4", complete(t, 4), true},
		{"K5", complete(t, 5), false},
		{"K5 less an edge", minus(complete(t, 5), 3), true},
		{"K3,3", bipartite(t, 3, 3), false},
		{"K3,3 less an edge", minus(bipartite(t, 3, 3), 4), true},
		{"K2,50", bipartite(t, 2, 50), true},
		{"K7", complete(t, 7), false},
		{"K60", complete(t, 60), false},
		{"Petersen", petersen(t), false},
		{"grid 1x9", grid(1, 9, false), true},
		{"grid 7x9", grid(7, 9, false), true},
		{"torus 3x3", grid(3, 3, true), false},
		{"torus 3x4", grid(3, 4, true), false},
		{"torus 9x7", grid(9, 7, true), false},
		{"disjoint K4s", must(t, 8, Edge{0, 1}, Edge{0, 2}, Edge{0, 3}, Edge{1, 2}, Edge{1, 3}, Edge{2, 3},
			Edge{4, 5}, Edge{4, 6}, Edge{4, 7}, Edge{5, 6}, Edge{5, 7}, Edge{6, 7}), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := checkPlanarity(t, c.g); got != c.planar {
				t.Fatalf("planar: %t, want %t", got, c.planar)
			}
		})
	}
}

// hasMinor decides by brute force whether g has K5 or K3,3 as a minor: it contracts
// and deletes in every way. It is exponential and shares nothing with the finder.
func nonPlanarByMinors(g *Graph) bool {
	n := g.N
	adj := make([]uint16, n)
	for _, e := range g.Edges {
		adj[e[0]] |= 1 << e[1]
		adj[e[1]] |= 1 << e[0]
	}
	seen := map[string]bool{}
	var search func(adj []uint16) bool
	search = func(adj []uint16) bool {
		key := fmt.Sprint(adj)
		if seen[key] {
			return false
		}
		seen[key] = true
		if len(adj) < 5 {
			return false
		}
		if hasSubgraph(adj) {
			return true
		}
		for u := range adj {
			for v := u + 1; v < len(adj); v++ {
				if adj[u]>>v&1 == 1 && search(contract(adj, u, v)) {
					return true
				}
			}
		}
		return false
	}
	return search(adj)
}

// contract merges v into u < v and renumbers.
func contract(adj []uint16, u, v int) []uint16 {
	squeeze := func(x uint16) uint16 {
		if x>>v&1 == 1 {
			x |= 1 << u
		}
		return x&(1<<v-1) | x>>(v+1)<<v
	}
	out := make([]uint16, 0, len(adj)-1)
	for w := range adj {
		if w == v {
			continue
		}
		x := adj[w]
		if w == u {
			x |= adj[v]
		}
		out = append(out, squeeze(x)&^(1<<len(out)))
	}
	return out
}

// hasSubgraph looks for K5 or K3,3 as a subgraph.
func hasSubgraph(adj []uint16) bool {
	n := len(adj)
	for set := range uint16(1) << n {
		size := 0
		common := uint16(1)<<n - 1
		clique := true
		for v := range n {
			if set>>v&1 == 1 {
				size++
				common &= adj[v]
				clique = clique && adj[v]|1<<v|^set == ^uint16(0)
			}
		}
		if size == 5 && clique {
			return true
		}
		if size == 3 {
			others := 0
			for v := range n {
				if common>>v&1 == 1 {
					others++
				}
			}
			if others >= 3 {
				return true
			}
		}
	}
	return false
}

func TestPlanarityAgainstMinors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, 8)
		if got, want := checkPlanarity(t, g), !nonPlanarByMinors(g); got != want {
			t.Fatalf("planar: %t, the search over minors says %t: %v", got, want, g.Edges)
		}
	})
}

// randomPlanar grows a random planar graph: a triangulation by stacking vertices into
// faces and flipping edges, then thinned and relabelled.
func randomPlanar(t testing.TB, n int, keep float64, seed uint64) *Graph {
	rng := rand.New(rand.NewPCG(seed, 2))
	faces := [][3]int{{0, 1, 2}, {0, 2, 1}}
	edges := []Edge{{0, 1}, {1, 2}, {0, 2}}
	for v := 3; v < n; v++ {
		i := rng.IntN(len(faces))
		f := faces[i]
		faces[i] = [3]int{f[0], f[1], v}
		faces = append(faces, [3]int{f[1], f[2], v}, [3]int{f[2], f[0], v})
		edges = append(edges, Edge{f[0], v}, Edge{f[1], v}, Edge{f[2], v})
	}
	label := rng.Perm(n)
	var kept []Edge
	for _, e := range edges {
		if rng.Float64() < keep {
			kept = append(kept, Edge{label[e[0]], label[e[1]]})
		}
	}
	rng.Shuffle(len(kept), func(i, j int) { kept[i], kept[j] = kept[j], kept[i] })
	return must(t, n, kept...)
}

func TestPlanarityOfRandomPlanarGraphs(t *testing.T) {
	for seed := range uint64(150) {
		n := 4 + int(seed*seed%400)
		g := randomPlanar(t, n, []float64{1, 0.95, 0.8, 0.5}[seed%4], seed)
		if !checkPlanarity(t, g) {
			t.Fatalf("seed %d: a planar graph of %d vertices was refused", seed, n)
		}
		// A triangulation takes no further edge.
		if g.M() != 3*n-6 || n < 6 {
			continue
		}
		for u := range n {
			if v := (u + n/2) % n; u != v && g.Find(u, v) < 0 {
				if checkPlanarity(t, must(t, n, append(append([]Edge{}, g.Edges...), Edge{u, v})...)) {
					t.Fatalf("seed %d: a triangulation with one edge more is planar", seed)
				}
				break
			}
		}
	}
}

// A planar graph with a hidden subdivision of K3,3 or K5.
func TestPlantedKuratowski(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 3))
		base := randomPlanar(t, 200, 0.8, seed)
		edges := append([]Edge{}, base.Edges...)
		n := base.N
		core := complete(t, 5)
		if seed%2 == 0 {
			core = bipartite(t, 3, 3)
		}
		at := rng.Perm(base.N)[:core.N]
		for _, e := range core.Edges {
			last := at[e[0]]
			for range 1 + rng.IntN(6) {
				edges = append(edges, Edge{last, n})
				last = n
				n++
			}
			edges = append(edges, Edge{last, at[e[1]]})
		}
		rng.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
		if checkPlanarity(t, must(t, n, edges...)) {
			t.Fatalf("seed %d: the planted subdivision was missed", seed)
		}
	}
}

func TestKuratowskiOfRegularGraphs(t *testing.T) {
	for _, c := range []struct{ n, d int }{{8, 3}, {10, 3}, {50, 3}, {400, 3}, {2000, 3}, {100, 4}, {500, 6}} {
		for seed := range uint64(3) {
			g := regular(t, c.n, c.d, seed)
			if checkPlanarity(t, g) && c.n >= 50 {
				t.Errorf("random %d-regular graph of %d vertices came out planar", c.d, c.n)
			}
		}
	}
}

func TestTorusRotation(t *testing.T) {
	for _, c := range [][2]int{{3, 3}, {3, 7}, {4, 4}, {5, 3}, {16, 9}} {
		g, err := Grid(c[0], c[1], true)
		if err != nil {
			t.Fatal(err)
		}
		rot, err := TorusRotation(c[0], c[1])
		if err != nil {
			t.Fatal(err)
		}
		if genus, err := VerifyEmbedding(g, rot); err != nil || genus != 1 {
			t.Errorf("%d×%d torus: genus %d, error %v", c[0], c[1], genus, err)
		}
	}
	if _, err := TorusRotation(2, 5); err == nil {
		t.Error("a torus with parallel edges got a rotation system")
	}
	if _, err := Grid(2, 5, true); err == nil {
		t.Error("a torus with parallel edges was built")
	}
}

// The genus of the K7 embedding on the torus is a classic; any rotation of K4 with one
// vertex reversed is a torus too.
func TestVerifyEmbeddingFindsTheGenus(t *testing.T) {
	var rot Rotation
	for v := range 7 {
		var at []int
		for _, s := range []int{1, 3, 2, 6, 4, 5} { // Heawood's map: v+1, v+3, v+2, v−1, v−3, v−2
			at = append(at, (v+s)%7)
		}
		rot = append(rot, at)
	}
	if genus, err := VerifyEmbedding(complete(t, 7), rot); err != nil || genus != 1 {
		t.Errorf("K7: genus %d, error %v; it triangulates the torus", genus, err)
	}
	k4 := Rotation{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}
	if genus, err := VerifyEmbedding(complete(t, 4), k4); err != nil || genus != 0 {
		t.Errorf("K4: genus %d, error %v", genus, err)
	}
	k4[2] = []int{0, 3, 1}
	if genus, err := VerifyEmbedding(complete(t, 4), k4); err != nil || genus != 1 {
		t.Errorf("K4 with a vertex reversed: genus %d, error %v", genus, err)
	}
}

func TestPlanarityCheckersRefuse(t *testing.T) {
	k33 := bipartite(t, 3, 3)
	good := FindKuratowski(k33)
	edit := func(f func(k *Kuratowski)) error {
		k := Kuratowski{Kind: good.Kind, Branch: append([]int{}, good.Branch...)}
		for _, p := range good.Paths {
			k.Paths = append(k.Paths, append([]int{}, p...))
		}
		f(&k)
		return VerifyKuratowski(k33, k)
	}
	if err := edit(func(*Kuratowski) {}); err != nil {
		t.Fatal(err)
	}
	g := must(t, 4, Edge{0, 1}, Edge{1, 2}, Edge{2, 3})
	embedding := func(rot Rotation) error { _, err := VerifyEmbedding(g, rot); return err }
	if err := embedding(Rotation{{1}, {0, 2}, {1, 3}, {2}}); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"missing path":         edit(func(k *Kuratowski) { k.Paths = k.Paths[1:] }),
		"path twice":           edit(func(k *Kuratowski) { k.Paths[0] = k.Paths[1] }),
		"wrong kind":           edit(func(k *Kuratowski) { k.Kind = "K5" }),
		"branch twice":         edit(func(k *Kuratowski) { k.Branch[1] = k.Branch[0] }),
		"sides mixed":          edit(func(k *Kuratowski) { k.Branch[0], k.Branch[3] = k.Branch[3], k.Branch[0] }),
		"short path":           edit(func(k *Kuratowski) { k.Paths[2] = k.Paths[2][:1] }),
		"not an edge":          edit(func(k *Kuratowski) { k.Paths[0] = []int{0, 1, 3} }),
		"through a branch":     edit(func(k *Kuratowski) { k.Paths[0] = []int{0, 4, 1, 3} }),
		"rotation too short":   embedding(Rotation{{1}, {0, 2}, {1, 3}}),
		"neighbour twice":      embedding(Rotation{{1}, {0, 0}, {1, 3}, {2}}),
		"neighbour missing":    embedding(Rotation{{1}, {0}, {1, 3}, {2}}),
		"neighbour not joined": embedding(Rotation{{1}, {0, 3}, {1, 3}, {2}}),
	} {
		if err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

func BenchmarkPlanarityGrid256(b *testing.B) {
	g, err := Grid(256, 256, false)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("test", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if !IsPlanar(g) {
				b.Fatal("not planar")
			}
		}
	})
	b.Run("embed", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, ok := Embed(g); !ok {
				b.Fatal("not planar")
			}
		}
	})
}

func BenchmarkKuratowskiRegular(b *testing.B) {
	for _, n := range []int{100, 1000, 2000} {
		g := regular(b, n, 3, 1)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				FindKuratowski(g)
			}
		})
	}
}

// A grid of 10⁶ edges, 707 × 708 sites.
func BenchmarkPlanarityMillion(b *testing.B) {
	g, err := Grid(707, 708, false)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("embed", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if !FindPlanarity(g).Planar {
				b.Fatal("a grid is planar")
			}
		}
	})
}
