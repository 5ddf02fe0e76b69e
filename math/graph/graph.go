package graph

import (
	"fmt"
	"math"
	"slices"
)

// Edge joins two vertices; in JSON it is [u,v].
type Edge [2]int

// Graph is a simple undirected graph on the vertices 0 … N−1. Edge k is seen from
// both of its ends; the two views are its arcs. The arcs that leave v are
// Start[v] … Start[v+1]−1, sorted by their heads.
//
// A Graph is read-only once New has built it.
type Graph struct {
	N      int
	Edges  []Edge
	Start  []int32 // N+1 offsets into Head and EdgeOf
	Head   []int32 // far end of each arc
	EdgeOf []int32 // index into Edges of each arc
}

// New builds the graph with n vertices and the given edges, whose order it keeps.
// A loop, a second edge between the same two vertices and an end outside 0 … n−1
// are errors. New does not copy edges.
func New(n int, edges []Edge) (*Graph, error) {
	if n < 0 || n > math.MaxInt32-1 || len(edges) > math.MaxInt32/2 {
		return nil, fmt.Errorf("graph: %d vertices and %d edges are outside of the supported size", n, len(edges))
	}
	g := &Graph{
		N:      n,
		Edges:  edges,
		Start:  make([]int32, n+1),
		Head:   make([]int32, 2*len(edges)),
		EdgeOf: make([]int32, 2*len(edges)),
	}
	for k, e := range edges {
		for _, v := range e {
			if v < 0 || v >= n {
				return nil, fmt.Errorf("graph: edge %d joins %d and %d, but the vertices are 0 … %d", k, e[0], e[1], n-1)
			}
		}
		if e[0] == e[1] {
			return nil, fmt.Errorf("graph: edge %d is a loop at vertex %d", k, e[0])
		}
		g.Start[e[0]+1]++
		g.Start[e[1]+1]++
	}
	for v := range n {
		g.Start[v+1] += g.Start[v]
	}
	// Two stable counting sorts leave every row sorted by head: first all arcs by
	// head, then by tail.
	fill := slices.Clone(g.Start[:n])
	byHead := make([]int32, 2*len(edges)) // arc 2k goes from e[0] to e[1], 2k+1 back
	for k, e := range edges {
		byHead[fill[e[1]]] = int32(2 * k)
		fill[e[1]]++
		byHead[fill[e[0]]] = int32(2*k + 1)
		fill[e[0]]++
	}
	copy(fill, g.Start[:n])
	for _, a := range byHead {
		e := edges[a/2]
		tail, head := e[a%2], e[1-a%2]
		i := fill[tail]
		fill[tail]++
		g.Head[i], g.EdgeOf[i] = int32(head), a/2
		if i > g.Start[tail] && g.Head[i-1] == int32(head) {
			return nil, fmt.Errorf("graph: edges %d and %d both join %d and %d", min(g.EdgeOf[i-1], a/2), max(g.EdgeOf[i-1], a/2), tail, head)
		}
	}
	return g, nil
}

// M is the number of edges.
func (g *Graph) M() int { return len(g.Edges) }

// Degree is the number of edges at v.
func (g *Graph) Degree(v int) int { return int(g.Start[v+1] - g.Start[v]) }

// Neighbors returns the neighbours of v in increasing order. The slice belongs to
// the graph.
func (g *Graph) Neighbors(v int) []int32 { return g.Head[g.Start[v]:g.Start[v+1]] }

// EdgesAt returns the indices of the edges at v, in the order of Neighbors.
func (g *Graph) EdgesAt(v int) []int32 { return g.EdgeOf[g.Start[v]:g.Start[v+1]] }

// Find returns the index of the edge between u and v, or −1.
func (g *Graph) Find(u, v int) int {
	i, ok := slices.BinarySearch(g.Neighbors(u), int32(v))
	if !ok {
		return -1
	}
	return int(g.EdgesAt(u)[i])
}

// Components labels every vertex with the number of its connected component,
// counted in the order of their smallest vertices, and returns how many there are.
func (g *Graph) Components() (label []int, count int) {
	label = make([]int, g.N)
	for v := range label {
		label[v] = -1
	}
	var queue []int32
	for root := range g.N {
		if label[root] >= 0 {
			continue
		}
		label[root] = count
		queue = append(queue[:0], int32(root))
		for len(queue) > 0 {
			v := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			for _, w := range g.Neighbors(int(v)) {
				if label[w] < 0 {
					label[w] = count
					queue = append(queue, w)
				}
			}
		}
		count++
	}
	return label, count
}

// Distances returns the number of edges on a shortest path from source to every
// vertex, −1 where there is none.
func (g *Graph) Distances(source int) []int {
	dist := make([]int, g.N)
	for v := range dist {
		dist[v] = -1
	}
	dist[source] = 0
	queue := []int32{int32(source)}
	for i := 0; i < len(queue); i++ {
		v := queue[i]
		for _, w := range g.Neighbors(int(v)) {
			if dist[w] < 0 {
				dist[w] = dist[v] + 1
				queue = append(queue, w)
			}
		}
	}
	return dist
}

// Complete reports whether every two vertices are joined.
func (g *Graph) Complete() bool { return g.M() == g.N*(g.N-1)/2 }
