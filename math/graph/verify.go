package graph

import (
	"errors"
	"fmt"
)

// The checkers below take the graph's edge list and a witness, and trust neither the
// compressed rows nor anything that a finder computed.

// VerifyEmbedding checks that rot is a rotation system of g and returns the genus of
// the surface on which it draws g: faces are traced, and V − E + F = 2C − 2·genus,
// where C counts the components and each is drawn on a surface of its own. Genus 0
// is a proof of planarity.
func VerifyEmbedding(g *Graph, rot Rotation) (genus int, err error) {
	if len(rot) != g.N {
		return 0, fmt.Errorf("graph: rotation of %d vertices for a graph of %d", len(rot), g.N)
	}
	type dart struct{ from, to int }
	next := make(map[dart]dart, 2*len(g.Edges)) // the dart after it on the same face
	for v, around := range rot {
		for i, w := range around {
			// Arriving at v from w, a face leaves by the neighbour after w.
			in := dart{w, v}
			if _, twice := next[in]; twice {
				return 0, fmt.Errorf("graph: rotation at vertex %d lists %d twice", v, w)
			}
			next[in] = dart{v, around[(i+1)%len(around)]}
		}
	}
	if len(next) != 2*len(g.Edges) {
		return 0, fmt.Errorf("graph: rotation has %d half-edges, the graph %d", len(next), 2*len(g.Edges))
	}
	for k, e := range g.Edges {
		_, there := next[dart{e[0], e[1]}]
		_, back := next[dart{e[1], e[0]}]
		if !there || !back {
			return 0, fmt.Errorf("graph: edge %d (%d–%d) is missing from the rotation", k, e[0], e[1])
		}
	}
	faces := 0
	seen := make(map[dart]bool, len(next))
	for _, e := range g.Edges {
		for _, start := range [2]dart{{e[0], e[1]}, {e[1], e[0]}} {
			if seen[start] {
				continue
			}
			faces++
			for d := start; !seen[d]; d = next[d] {
				seen[d] = true
			}
		}
	}
	components, isolated := countComponents(g.N, g.Edges)
	faces += isolated // a vertex without edges has one face round it
	twice := 2*components - (g.N - len(g.Edges) + faces)
	if twice < 0 || twice%2 != 0 {
		return 0, fmt.Errorf("graph: rotation is inconsistent: V − E + F = %d − %d + %d for %d components", g.N, len(g.Edges), faces, components)
	}
	return twice / 2, nil
}

// countComponents counts the components, and those of a single vertex, by union-find.
func countComponents(n int, edges []Edge) (components, isolated int) {
	root := make([]int, n)
	touched := make([]bool, n)
	for v := range root {
		root[v] = v
	}
	find := func(v int) int {
		for root[v] != v {
			root[v] = root[root[v]]
			v = root[v]
		}
		return v
	}
	components = n
	for _, e := range edges {
		touched[e[0]], touched[e[1]] = true, true
		if a, b := find(e[0]), find(e[1]); a != b {
			root[a] = b
			components--
		}
	}
	for v := range n {
		if !touched[v] {
			isolated++
		}
	}
	return components, isolated
}

// edgeSet is the edge list as a set of pairs, both ways round.
func edgeSet(g *Graph) map[Edge]int {
	set := make(map[Edge]int, 2*len(g.Edges))
	for k, e := range g.Edges {
		set[e] = k
		set[Edge{e[1], e[0]}] = k
	}
	return set
}

// VerifyKuratowski checks that k is a subdivision of K5 or K3,3 inside g, which is a
// proof that g is not planar.
func VerifyKuratowski(g *Graph, k Kuratowski) error {
	var side func(i, j int) bool // whether branch vertices i and j must be joined
	switch {
	case k.Kind == "K5" && len(k.Branch) == 5:
		side = func(i, j int) bool { return i != j }
	case k.Kind == "K3,3" && len(k.Branch) == 6:
		side = func(i, j int) bool { return (i < 3) != (j < 3) }
	default:
		return fmt.Errorf("graph: a subdivision of kind %q with %d branch vertices is neither a K5 nor a K3,3", k.Kind, len(k.Branch))
	}
	set := edgeSet(g)
	branch := map[int]int{}
	taken := map[int]bool{}
	for i, v := range k.Branch {
		if taken[v] {
			return fmt.Errorf("graph: branch vertex %d occurs twice", v)
		}
		branch[v], taken[v] = i, true
	}
	joined := map[[2]int]bool{}
	for p, path := range k.Paths {
		if len(path) < 2 {
			return fmt.Errorf("graph: path %d has %d vertices", p, len(path))
		}
		i, iok := branch[path[0]]
		j, jok := branch[path[len(path)-1]]
		if !iok || !jok || !side(i, j) {
			return fmt.Errorf("graph: path %d from %d to %d does not join two branch vertices as a %s does", p, path[0], path[len(path)-1], k.Kind)
		}
		pair := [2]int{min(i, j), max(i, j)}
		if joined[pair] {
			return fmt.Errorf("graph: branch vertices %d and %d are joined twice", path[0], path[len(path)-1])
		}
		joined[pair] = true
		for s, v := range path {
			if s > 0 {
				if _, ok := set[Edge{path[s-1], v}]; !ok {
					return fmt.Errorf("graph: path %d uses %d–%d, which is not an edge", p, path[s-1], v)
				}
			}
			if s > 0 && s < len(path)-1 {
				if taken[v] {
					return fmt.Errorf("graph: vertex %d inside path %d is used elsewhere too", v, p)
				}
				taken[v] = true
			}
		}
	}
	want := 10
	if k.Kind == "K3,3" {
		want = 9
	}
	if len(joined) != want {
		return fmt.Errorf("graph: %d paths, a %s has %d", len(joined), k.Kind, want)
	}
	return nil
}

// VerifyBalance checks that the switching makes every edge positive:
// sign(u,v)·ξ_u·ξ_v = +1.
func VerifyBalance(g *Graph, sign, switching []int8) error {
	if len(sign) != len(g.Edges) || len(switching) != g.N {
		return fmt.Errorf("graph: %d signs and a switching of %d for %d edges and %d vertices", len(sign), len(switching), len(g.Edges), g.N)
	}
	for v, x := range switching {
		if x != 1 && x != -1 {
			return fmt.Errorf("graph: switching at vertex %d is %d, want +1 or -1", v, x)
		}
	}
	for k, e := range g.Edges {
		if int(sign[k])*int(switching[e[0]])*int(switching[e[1]]) != 1 {
			return fmt.Errorf("graph: edge %d (%d–%d) stays negative under the switching", k, e[0], e[1])
		}
	}
	return nil
}

// VerifyFrustratedCycle checks that cycle is a simple cycle of g whose product of
// signs is −1, which is a proof that no switching exists.
func VerifyFrustratedCycle(g *Graph, sign []int8, cycle []int) error {
	if len(sign) != len(g.Edges) {
		return fmt.Errorf("graph: %d signs for %d edges", len(sign), len(g.Edges))
	}
	if len(cycle) < 3 {
		return fmt.Errorf("graph: a cycle of %d vertices", len(cycle))
	}
	set := edgeSet(g)
	seen := map[int]bool{}
	product := 1
	for i, v := range cycle {
		if seen[v] {
			return fmt.Errorf("graph: the cycle visits %d twice", v)
		}
		seen[v] = true
		w := cycle[(i+1)%len(cycle)]
		k, ok := set[Edge{v, w}]
		if !ok {
			return fmt.Errorf("graph: the cycle uses %d–%d, which is not an edge", v, w)
		}
		product *= int(sign[k])
	}
	if product != -1 {
		return errors.New("graph: the signs along the cycle multiply to +1")
	}
	return nil
}

// VerifyTreeDecomposition checks that d is a tree decomposition of g and returns its
// width, the size of the largest bag less one.
func VerifyTreeDecomposition(g *Graph, d Decomposition) (width int, err error) {
	if len(d.Parent) != len(d.Bags) {
		return 0, fmt.Errorf("graph: %d bags with %d parents", len(d.Bags), len(d.Parent))
	}
	// The links point forward, so that they cannot close a cycle.
	for b, p := range d.Parent {
		if p != -1 && (p <= b || p >= len(d.Bags)) {
			return 0, fmt.Errorf("graph: bag %d hangs from %d, want a later bag or -1", b, p)
		}
	}
	holds := make([]map[int]bool, len(d.Bags))
	width = -1
	for b, bag := range d.Bags {
		holds[b] = make(map[int]bool, len(bag))
		for _, v := range bag {
			if v < 0 || v >= g.N || holds[b][v] {
				return 0, fmt.Errorf("graph: bag %d holds vertex %d, which is not in the graph or is there twice", b, v)
			}
			holds[b][v] = true
		}
		width = max(width, len(bag)-1)
	}
	// The bags that hold v must form one subtree: exactly one of them has a parent
	// that does not hold v.
	tops := make([]int, g.N)
	where := make([][]int, g.N)
	for b, bag := range d.Bags {
		for _, v := range bag {
			where[v] = append(where[v], b)
			if p := d.Parent[b]; p == -1 || !holds[p][v] {
				tops[v]++
			}
		}
	}
	for v, t := range tops {
		if t != 1 {
			return 0, fmt.Errorf("graph: the bags that hold vertex %d form %d subtrees, want 1", v, t)
		}
	}
edges:
	for k, e := range g.Edges {
		for _, b := range where[e[0]] {
			if holds[b][e[1]] {
				continue edges
			}
		}
		return 0, fmt.Errorf("graph: no bag holds both ends of edge %d (%d–%d)", k, e[0], e[1])
	}
	return width, nil
}

// VerifyMinor checks that the sets of m are disjoint and connected in g, and returns
// the least degree of the graph that contracting them gives. That number is a lower
// bound on the treewidth of g, since contraction cannot raise the treewidth and a
// graph of treewidth k has a vertex of degree at most k.
func VerifyMinor(g *Graph, m Minor) (leastDegree int, err error) {
	of := make(map[int]int, g.N)
	for s, set := range m.Sets {
		if len(set) == 0 {
			return 0, fmt.Errorf("graph: branch set %d is empty", s)
		}
		for _, v := range set {
			if _, twice := of[v]; twice || v < 0 || v >= g.N {
				return 0, fmt.Errorf("graph: vertex %d of branch set %d is in another set or not in the graph", v, s)
			}
			of[v] = s
		}
	}
	root := make([]int, g.N)
	for v := range root {
		root[v] = v
	}
	find := func(v int) int {
		for root[v] != v {
			root[v] = root[root[v]]
			v = root[v]
		}
		return v
	}
	near := make([]map[int]bool, len(m.Sets))
	for s := range near {
		near[s] = map[int]bool{}
	}
	for _, e := range g.Edges {
		a, aok := of[e[0]]
		b, bok := of[e[1]]
		switch {
		case !aok || !bok:
		case a == b:
			root[find(e[0])] = find(e[1])
		default:
			near[a][b], near[b][a] = true, true
		}
	}
	leastDegree = -1
	for s, set := range m.Sets {
		for _, v := range set {
			if find(v) != find(set[0]) {
				return 0, fmt.Errorf("graph: branch set %d is not connected: %d and %d are apart", s, set[0], v)
			}
		}
		if leastDegree < 0 || len(near[s]) < leastDegree {
			leastDegree = len(near[s])
		}
	}
	return max(leastDegree, 0), nil
}
